"""The Celery app. Its settings are those of settings.py that begin with CELERY_."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "plypost.settings")

app = Celery("plypost")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

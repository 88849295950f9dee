"""Pages over WSGI, for a server of their own: see "In production" in README.md."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "plypost.settings")

application = get_wsgi_application()

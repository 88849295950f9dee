from django.apps import AppConfig


class PlypostConfig(AppConfig):
    name = "plypost"
    verbose_name = "Plypost"

    def ready(self) -> None:
        # Whoever starts Django gets the Celery app too, so that every shared_task is bound to it.
        from plypost import celery  # noqa: F401

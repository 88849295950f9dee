"""Django's settings: one file, read from the environment. README.md lists the variables."""

import os
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from plypost import local
from plypost.env import celery_broker, database, env_flag, env_int, env_list

BASE_DIR = local.ROOT
VAR_DIR = local.var_folder()

DEBUG = env_flag(os.environ, "PLYPOST_DEBUG")
HTTPS = env_flag(os.environ, "PLYPOST_HTTPS")
BEHIND_PROXY = env_flag(os.environ, "PLYPOST_BEHIND_PROXY")
SECRET_KEY = os.environ.get("PLYPOST_SECRET_KEY") or local.secret_key(VAR_DIR)
SECRET_KEY_FALLBACKS = env_list(os.environ, "PLYPOST_SECRET_KEY_FALLBACKS")

# Hosts -------------------------------------------------------------------------------------------

ALLOWED_HOSTS = env_list(os.environ, "PLYPOST_HOSTS") or [
    "localhost",
    "127.0.0.1",
    "[::1]",
    *env_list(os.environ, "PLYPOST_BIND_HOSTS"),  # set by `manage.py up --host`
]
CSRF_TRUSTED_ORIGINS = env_list(os.environ, "PLYPOST_TRUSTED_ORIGINS")

# Begins the links in letters, which are written where there is no request.
SITE_URL = (
    os.environ.get("PLYPOST_URL")
    or (f"https://{ALLOWED_HOSTS[0]}" if HTTPS else "http://localhost:8000")
).rstrip("/")

# The one address of a page, where it has several; "" for the one that was asked for.
CANONICAL_URL = SITE_URL if HTTPS or os.environ.get("PLYPOST_URL") else ""

# Applications ------------------------------------------------------------------------------------

INSTALLED_APPS = [
    "plypost.apps.PlypostConfig",
    "accounts",
    "games",
    "ratings",
    "channels",
    "rest_framework",
    "csp",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "plypost.compress.GzipTexts",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.middleware.PersonMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

ROOT_URLCONF = "plypost.urls"
ASGI_APPLICATION = "plypost.asgi.application"
WSGI_APPLICATION = "plypost.wsgi.application"

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "accounts.context.person",
                "games.context.turns",
            ],
        },
    },
]

# Data --------------------------------------------------------------------------------------------

DATABASES = {
    "default": database(
        os.environ.get("DATABASE_URL") or f"sqlite:///{VAR_DIR / 'plypost.sqlite3'}"
    ),
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = os.environ.get("REDIS_URL") or f"unix://{local.socket_path(VAR_DIR)}"
# Begins every key and every channel of ours, so that several sites can share a server.
REDIS_PREFIX = os.environ.get("PLYPOST_REDIS_PREFIX") or "plypost:"

CACHES: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": "plypost.cache.ForgivingRedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": REDIS_PREFIX + "cache",
        "OPTIONS": {"socket_timeout": 1, "socket_connect_timeout": 1},  # seconds
    },
}

# A warm session is one GET from Redis and no SQL; the table behind it keeps people logged in when
# the cache is emptied, and logging out or changing the password ends a session at once, which
# signed cookies cannot do.
SESSION_ENGINE = "django.contrib.sessions.backends.cached_db"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 60  # seconds: correspondence players come back weeks later
# Messages ride in a cookie only while there are some: no session, hence no row, for a visitor.
MESSAGE_STORAGE = "django.contrib.messages.storage.cookie.CookieStorage"

# People ------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "accounts:login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"

# Security ----------------------------------------------------------------------------------------

X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "plypost.views.csrf_failure"
DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024  # bytes; the longest thing anyone sends is a game record
if HTTPS:  # behind a proxy that ends TLS and sets X-Forwarded-Proto, see README.md
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
    SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
    # A subdomain of ours cannot set a cookie of this name.
    SESSION_COOKIE_NAME = "__Host-sessionid"
    CSRF_COOKIE_NAME = "__Host-csrftoken"

CONTENT_SECURITY_POLICY: dict[str, Any] = {
    "DIRECTIVES": {
        "default-src": ["'self'"],
        # 'self' covers WebSockets in today's browsers; older Safari wants them spelled out.
        "connect-src": [
            "'self'",
            *(
                f"wss://{host}" if HTTPS else f"ws://{host}:*"
                for host in ALLOWED_HOSTS
                if not host.startswith(("*", ".", "["))
            ),
        ],
        "img-src": ["'self'", "data:"],
        "object-src": ["'none'"],
        "base-uri": ["'none'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'none'"],
    },
}

# Static files ------------------------------------------------------------------------------------

STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": (
            "django.contrib.staticfiles.storage.StaticFilesStorage"
            if DEBUG
            else "plypost.storage.HashedStaticFiles"
        ),
    },
}
WHITENOISE_USE_FINDERS = DEBUG

# Language and time -------------------------------------------------------------------------------

USE_TZ = True
TIME_ZONE = "UTC"
USE_I18N = True
LANGUAGE_CODE = "en"
FORMAT_MODULE_PATH = "plypost.formats"
LOCALE_PATHS = [BASE_DIR / "site" / "plypost" / "locale"]
# A language is offered once its catalogue is there: a page half in English helps nobody.
LANGUAGES = [("en", _("English"))] + [
    (code, name)
    for code, name in (("da", _("Danish")), ("fr", _("French")))
    if (LOCALE_PATHS[0] / code / "LC_MESSAGES" / "django.mo").exists()
]

# Mail --------------------------------------------------------------------------------------------

EMAIL_HOST = os.environ.get("EMAIL_HOST", "")
EMAIL_PORT = env_int(os.environ, "EMAIL_PORT", 587)
EMAIL_HOST_USER = os.environ.get("EMAIL_USER", "")
EMAIL_HOST_PASSWORD = os.environ.get("EMAIL_PASSWORD", "")
EMAIL_USE_SSL = EMAIL_PORT == 465
EMAIL_USE_TLS = env_flag({"EMAIL_TLS": "1", **os.environ}, "EMAIL_TLS") and not EMAIL_USE_SSL
EMAIL_TIMEOUT = 20  # seconds
EMAIL_BACKEND = (
    "django.core.mail.backends.smtp.EmailBackend"
    if EMAIL_HOST
    else "django.core.mail.backends.console.EmailBackend"
)
DEFAULT_FROM_EMAIL = os.environ.get("EMAIL_FROM", "Plypost <plypost@localhost>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL

# REST --------------------------------------------------------------------------------------------

REST_FRAMEWORK = {
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_AUTHENTICATION_CLASSES": ["rest_framework.authentication.SessionAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "EXCEPTION_HANDLER": "games.api.errors.exception_handler",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}

# Background work ---------------------------------------------------------------------------------

CELERY_BROKER_URL = celery_broker(REDIS_URL)
CELERY_BROKER_TRANSPORT_OPTIONS = {
    # Seconds until a task of a killed worker is given to another one. Longer than any task runs.
    "visibility_timeout": 300,
    "global_keyprefix": REDIS_PREFIX + "celery:",
}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_IGNORE_RESULT = True  # there is no result backend: results are rows
CELERY_TASK_ACKS_LATE = True  # every task may run twice: services compare and set
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_TIME_LIMIT = 120  # seconds
CELERY_TASK_SOFT_TIME_LIMIT = 90
CELERY_WORKER_PREFETCH_MULTIPLIER = 1  # a thinking bot holds up nothing but itself
CELERY_WORKER_SEND_TASK_EVENTS = False
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_ENABLE_UTC = True
CELERY_TIMEZONE = TIME_ZONE
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR_DIR / "celerybeat-schedule")
CELERY_BEAT_SCHEDULE = {
    # A sweep that did not get its turn is dropped before the next one comes.
    "flag_overdue": {
        "task": "games.tasks.flag_overdue",
        "schedule": 15.0,
        "options": {"expires": 15},
    },
    "wake_bots": {
        "task": "games.tasks.wake_bots",
        "schedule": 20.0,
        "options": {"expires": 20},
    },
    "write_letters": {
        "task": "games.tasks.write_letters",
        "schedule": 60.0,
        "options": {"expires": 60},
    },
    "expire_offers": {
        "task": "games.tasks.expire_offers",
        "schedule": 60 * 60.0,
        "options": {"expires": 60 * 60},
    },
    "guests_sweep": {
        "task": "accounts.tasks.guests_sweep",
        "schedule": 24 * 60 * 60.0,
    },
}

# Logs --------------------------------------------------------------------------------------------

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"format": "%(asctime)s %(levelname)s %(name)s %(message)s"},
    },
    "handlers": {
        "stderr": {"class": "logging.StreamHandler", "formatter": "line"},
    },
    "root": {"handlers": ["stderr"], "level": os.environ.get("PLYPOST_LOG_LEVEL", "INFO")},
    "loggers": {
        "django": {"handlers": [], "level": "INFO", "propagate": True},
        "django.request": {"level": "ERROR"},  # a 404 is not news
        "django.security.DisallowedHost": {"handlers": [], "level": "CRITICAL"},
    },
}

if not SECRET_KEY:
    raise ImproperlyConfigured("var/secret_key is empty: delete it, and a new one will be made.")

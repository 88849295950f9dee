"""How dates are written where the site differs from Django."""

DATE_FORMAT = "j F Y"
DATETIME_FORMAT = "j F Y, H:i"
MONTH_DAY_FORMAT = "j F"
TIME_FORMAT = "H:i"

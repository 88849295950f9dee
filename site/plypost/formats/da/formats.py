"""How dates are written where the site differs from Django."""

DATE_FORMAT = "j. F Y"
DATETIME_FORMAT = r"j. F Y \k\l. H.i"
MONTH_DAY_FORMAT = "j. F"
TIME_FORMAT = "H.i"

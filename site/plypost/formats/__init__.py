"""Formats of dates and times, one folder per language."""

"""The one signal of the project."""

from django.dispatch import Signal

match_finished = Signal()
"""Sent with `match` inside the transaction that ends it. `ratings` is the only listener, so a
match is either finished and rated or neither."""

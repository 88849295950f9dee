"""What accounts tell to those who know games."""

from django.dispatch import Signal

absence_changed = Signal()
"""Sent with `user` once a vacation of theirs is stored, changed or gone: their clocks follow from
the rows, and whoever has stored what follows computes it anew."""

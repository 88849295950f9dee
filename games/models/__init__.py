"""What is stored: one row per match, one per seat. Every write is in `games.services`."""

from games.models.match import CODE_LENGTH, Match, Seat, new_code

__all__ = ["CODE_LENGTH", "Match", "Seat", "new_code"]

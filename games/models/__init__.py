"""What is stored: one row per match, one per seat. Every write is in `games.services`."""

from games.models.match import CODE_LENGTH, Match, Seat, new_code
from games.models.notice import Letter, Notice
from games.models.study import Study

__all__ = ["CODE_LENGTH", "Letter", "Match", "Notice", "Seat", "Study", "new_code"]

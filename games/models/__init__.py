"""What is stored: one row per match, one per seat. Every write is in `games.services`."""

from games.models.follow import Follow
from games.models.match import CODE_LENGTH, Match, Seat, new_code
from games.models.notice import Letter, Notice
from games.models.study import Study
from games.models.talk import Message, Note, Report

__all__ = [
    "CODE_LENGTH",
    "Follow",
    "Letter",
    "Match",
    "Message",
    "Note",
    "Notice",
    "Report",
    "Seat",
    "Study",
    "new_code",
]

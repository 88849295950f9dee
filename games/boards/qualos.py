"""The board of Qualos: a click on an enemy stone takes it over."""

from __future__ import annotations

from games.boards.core import Places
from games.boards.net import NetBoard
from games.rules.quabble_core import Position


class QualosBoard(NetBoard):
    def compose(self, state: Position, picked: Places) -> str | None:
        """The flip of an enemy stone on a dark square, else a stone."""
        text = super().compose(state, picked)
        point = self.game.moves.get(text or "")
        enemies = state.theirs & self.game.net.dark
        if text and point is not None and point < len(self.ids) and enemies >> point & 1:
            return f"{text}!"
        return text


BOARD = QualosBoard

"""Dots and Boxes: the fields are squares (RULES.md, section 5)."""

from __future__ import annotations

from games.rules.dots_core import DotsGame, dots_options
from games.rules.text import gettext_noop


class DotsAndBoxes(DotsGame):
    key = "dots-and-boxes"
    order = 10
    name = gettext_noop("Dots and Boxes")
    summary = gettext_noop(
        "Draw lines between the dots. Who draws the fourth side of a box gets it and draws again; "
        "the most boxes win."
    )
    credit = gettext_noop("Édouard Lucas, 1889")
    options = dots_options(("2", "3", "4", "5", "6", "7", "8", "9", "10"))

    @classmethod
    def sides(cls, row: int, column: int) -> tuple[str, ...]:
        """The square (r,c) has "`hc,r` `hc,r+1` `vc,r` `vc+1,r`"."""
        return (
            f"h{column},{row}",
            f"h{column},{row + 1}",
            f"v{column},{row}",
            f"v{column + 1},{row}",
        )


GAME = DotsAndBoxes

"""Dots and Hexagons: the fields are hexagons (RULES.md, section 5)."""

from __future__ import annotations

from collections.abc import Mapping

from games.rules.dots_core import DotsGame, dots_options
from games.rules.text import gettext_noop

SIZES = ("2×2", "3×3", "4×4", "5×5", "6×6", "2×3", "3×4", "4×5")
"""Rows × columns as offered; the rules take every other combination as well."""


class DotsAndHexagons(DotsGame):
    key = "dots-and-hexagons"
    order = 9
    name = gettext_noop("Dots and Hexagons")
    summary = gettext_noop(
        "Draw lines between the dots. Who draws the sixth side of a hexagon gets it and draws "
        "again; the most hexagons win."
    )
    credit = gettext_noop("After Dots and Boxes by Édouard Lucas, 1889")
    options = dots_options(("2", "3", "4", "5", "6"))

    @classmethod
    def offered(cls, seats: int, values: Mapping[str, str]) -> bool:
        return super().offered(seats, values) and f"{values['rows']}×{values['columns']}" in SIZES

    @classmethod
    def sides(cls, row: int, column: int) -> tuple[str, ...]:
        """As a brick wall, odd rows shifted right by half.

        "x = 2c + (r mod 2) […] the lines `h x,r` `h x+1,r` `h x,r+1` `h x+1,r+1` `v x,r`
        `v x+2,r`".
        """
        x = 2 * column + row % 2
        return (
            f"h{x},{row}",
            f"h{x + 1},{row}",
            f"h{x},{row + 1}",
            f"h{x + 1},{row + 1}",
            f"v{x},{row}",
            f"v{x + 2},{row}",
        )


GAME = DotsAndHexagons

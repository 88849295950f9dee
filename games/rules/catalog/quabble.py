"""Quabble: join your two edges; dark squares follow the light squares beside them."""

from games.rules.quabble_core import CLAIMS, NetGame, sizes
from games.rules.quabble_net import squares
from games.rules.text import gettext_noop


class Quabble(NetGame):
    """Says "a stone on an empty light square", or "on one empty dark square that you contest"."""

    key = "quabble"
    order = 4
    name = gettext_noop("Quabble")
    summary = gettext_noop(
        "Join your two edges. Light squares are free to take; a dark square is yours once you "
        "hold most of the squares beside it."
    )
    options = (sizes(5, 19, 11), CLAIMS)
    board = squares


GAME = Quabble

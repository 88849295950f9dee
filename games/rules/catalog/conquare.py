"""Conquare: Quabble on the squares and corners of a grid."""

from games.rules.quabble_core import CLAIMS, NetGame, sizes
from games.rules.quabble_net import spaces
from games.rules.text import gettext_noop


class Conquare(NetGame):
    """Says "Otherwise Quabble […] with vertex for light and space for dark"."""

    key = "conquare"
    order = 7
    name = gettext_noop("Conquare")
    summary = gettext_noop(
        "Join your two edges. Corners are free to take; a square is yours once you hold most of "
        "its corners."
    )
    options = (sizes(3, 12, 7), CLAIMS)
    board = spaces


GAME = Conquare

"""Fast Conquare: only corners are chosen, and half of its corners is enough for a square."""

from games.rules.quabble_core import HALF, NetGame, sizes
from games.rules.quabble_net import spaces
from games.rules.text import gettext_noop


class FastConquare(NetGame):
    """Says "Otherwise […] Fast Quabble with vertex for light and space for dark"."""

    key = "fast-conquare"
    order = 8
    family = "conquare"
    name = gettext_noop("Fast Conquare")
    summary = gettext_noop(
        "Join your two edges. Take a corner each turn; every empty square of whose corners you "
        "then hold half comes with it."
    )
    options = (sizes(3, 12, 7),)
    board = spaces
    alone = False
    claim = HALF
    never_alone = gettext_noop(
        "Squares are not chosen: they fall to whoever fills half of their corners."
    )


GAME = FastConquare

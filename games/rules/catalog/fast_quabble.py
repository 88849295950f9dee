"""Fast Quabble: only light squares are chosen, and half is enough for a dark one."""

from games.rules.quabble_core import HALF, NetGame, sizes
from games.rules.quabble_net import squares
from games.rules.text import gettext_noop


class FastQuabble(NetGame):
    """Says "control: 2·o ≥ T"; "Occupied dark squares never change"."""

    key = "fast-quabble"
    order = 6
    family = "quabble"
    name = gettext_noop("Fast Quabble")
    summary = gettext_noop(
        "Join your two edges. Take a light square each turn; every empty dark square beside it of "
        "which you then hold half comes with it."
    )
    options = (sizes(5, 19, 11),)
    board = squares
    alone = False
    claim = HALF
    never_alone = gettext_noop(
        "Dark squares are not chosen: they fall to whoever fills half of the squares beside them."
    )


GAME = FastQuabble

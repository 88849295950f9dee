"""Which names people may take. Pure Python.

Names are plain ASCII, so that no letter of another alphabet can pass for a Latin one, and two
names that look alike in an ordinary typeface ("admin" and "adm1n") count as the same name.
"""

from __future__ import annotations

import re

LONGEST = 20
SHORTEST = 3
_SHAPE = re.compile(r"[A-Za-z](?:[A-Za-z0-9]|[._-](?=[A-Za-z0-9]))*")
_ALIKE = str.maketrans({"1": "l", "i": "l", "0": "o", "5": "s", ".": "_", "-": "_"})
_RESERVED = frozenset(
    """
    about account accounts admin administrator anonymous anyone api bot bots computer deleted
    everyone guest help host mail mod moderator new news nobody none null official owner play
    player plypost postmaster root rules security site staff support system team webmaster you
    """.split()  # a list of words reads best as words
)


def skeleton(name: str) -> str:
    """What `name` looks like: equal skeletons are too alike to tell apart.

    >>> skeleton("Adm1n") == skeleton("admin") == skeleton("ADMlN")
    True
    """
    return name.lower().translate(_ALIKE).replace("rn", "m").replace("vv", "w")


_RESERVED_SKELETONS = frozenset(map(skeleton, _RESERVED))


def well_formed(name: str) -> bool:
    """3 to 20 ASCII letters, digits and single signs `.`, `_`, `-` between them; a letter first."""
    return SHORTEST <= len(name) <= LONGEST and _SHAPE.fullmatch(name) is not None


def reserved(name: str) -> bool:
    """Whether `name` looks like one that the site keeps or gives: "Guest-417", "deleted-9"."""
    shape = skeleton(name)
    return shape in _RESERVED_SKELETONS or shape.startswith(("guest", "deleted"))

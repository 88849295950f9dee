"""One game of each kind, played well enough to be looked at: for pictures and for the showcase.

The games of Speckles, Quabble and Qualos are those of the first drawings of this site; the others
were played by our bots, Blokus by taking large pieces to the middle.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from games.rules import registry
from games.rules.core import Game


@dataclass(frozen=True, slots=True)
class Sample:
    """`moves` in the notation of the game; after `shown` of them there is something to see."""

    game: str
    seats: int
    moves: tuple[str, ...]
    shown: int
    options: Mapping[str, str] = field(default_factory=dict)

    def rules(self) -> Game[Any]:
        """The rules it is played by."""
        return registry.make(self.game, self.seats, self.options)


def _sample(game: str, seats: int, shown: int, moves: str, **options: str) -> Sample:
    return Sample(game, seats, tuple(moves.split()), shown, options)


SAMPLES: Mapping[str, Sample] = {
    sample.game: sample
    for sample in (
        _sample(
            "speckles",
            2,
            21,
            "Gd4 Re5 Be4 Gf5 Wd5 Wf4 Ye6 Ye3 Wd3 Bc4 Yc5 Gd6 Bf6 Gf3 Yg5 Bg4 Rc3 Wd7 Bd2 Rf2 Yg3",
            colours="RB",
        ),
        _sample(
            "blokus",
            4,
            36,
            "a20,b19,b20,c19,d19 a1,a2,b2,c2,d2 r2,r3,s1,s2,t1 r18,r19,s19,t19,t20 "
            "e18,f18,g16,g17,g18 e3,e4,f4,f5,f6 p6,p7,q4,q5,q6 m17,n17,o17,p17,q17 "
            "h15,i14,i15,j13,j14 g7,g8,h8,h9,i9 m10,n8,n9,n10,o8 k13,k14,k15,l15,l16 "
            "j11,k11,k12,l11,m11 j8,k8,l8,l9,l10 k7,l5,l6,l7,m7 i10,i11,i12,i13,j12 "
            "f13,g12,g13,h12,h13 e11,f11,g10,g11,h11 o11,p11,q9,q10,q11 l12,m12,m13,n11,n12 "
            "j16,k16,k17,k18,l18 h5,h6,i6,i7,j6 i5,j3,j4,j5,k4 e13,e14,f14,g14,h14 "
            "a12,b12,c12,d12,e12 b9,c9,d8,d9,d10 m4,n3,n4,n5,n6 n14,n15,o14,o15,p14 "
            "h20,i17,i18,i19,i20 g2,g3,h2,i2,i3 k1,k2,l1,m1,m2 q12,q13,r13,r14,s14 "
            "d14,d15,e15,e16,f15 b6,b7,c6,d5,d6 r12,s12,s13,t12,t13 r10,r11,s11,t10,t11 "
            "m19,m20,n20,o19,o20 a10,a11,b11,c11 r7,s7,s8,s9,s10 o9,o10,p8,p9",
        ),
        _sample(
            "tink",
            2,
            40,
            "f4 g6 d1 f5 c1 g5 e2 e7 c6 f6 e2+f4>Me3 f5+f6>Me5 e8 f3 b3 c4 c6+e8>Md7 f3+g5>Mg4 "
            "c6 h5 b3+c1>Mc2 f8 c2+e3>Sd3 f8+g6>Mf7 b4 h1 b4+d3>Mc3 e4 d3 e5+f7>Lf6 e1 "
            "f6+g4>Lf5 c7 f5+h5>Mg4 d3+e1>Md2 f4 a1 e4+f4>Me3 c3+d2>Sc2 f7 c6+c7>Mb6 f1 d5 "
            "f1+h1>Mg2 c8 b4 c2+d1>Md2 d3 e4 e3+g2>Lf3 c3 e7+f7>Me6 a1+c3>Mb2 c2 e3 g7 "
            "b2+d2>Lc3 f3+g4>Lf4 c3+e4>Md4 b4+c2>Mb3 h4 c6 g4 e6+f4>Se5 g4+h4>Mg5 c4+c6>Mb5 f4 "
            "f6 e7 h8",
        ),
        _sample(
            "quabble",
            2,
            22,
            "e5 a3 a7 b4 f4 b3 e1 c5 e3 c4 e2 d6 f5 d5 e7 f6 g7 e6 g5 h6 i7 g6",
            size="9",
        ),
        _sample(
            "qualos",
            2,
            26,
            "c5 i9 i1 a5 i3 g9 i2 h9 e9 f8 e7 f9 e8 f6 d6 f7 e6 e5 d5 f5 d4 e3 c4 e4 c3 d2",
            size="9",
        ),
        _sample(
            "fast-quabble",
            2,
            13,
            "c5 a7 d2 g7 c3 b8 i1 d8 i7 e7 g5 i5 h6 i9 g9 h8",
            size="9",
        ),
        _sample(
            "conquare",
            2,
            30,
            "v6,1 v4,6 v6,6 v5,6 v3,5 v4,3 v3,0 v1,5 v2,5 v1,1 v5,2 v6,2 v5,3 v4,2 v5,1 v4,4 "
            "v5,5 v6,5 v5,4 v4,1 v0,2 v3,4 v4,5 v6,3 f4 e3 f3 v2,0 v0,6 v5,0 v1,6 v1,0 e6 v3,3 "
            "v6,0",
            size="6",
        ),
        _sample(
            "fast-conquare",
            2,
            16,
            "v3,4 swap v6,2 v4,2 v5,4 v5,5 v4,5 v3,5 v3,2 v2,1 v1,3 v4,3 v4,1 v5,2 v5,1 v2,3 "
            "v2,2 v0,2 v1,2",
            size="6",
        ),
        _sample(
            "dots-and-hexagons",
            2,
            51,
            "h6,4 h4,4 h0,1 h3,3 h4,0 v8,2 h5,2 h0,3 h1,4 h5,4 h8,2 h2,4 h0,2 h6,2 h3,1 h7,0 "
            "v6,0 v6,2 h7,2 v2,0 v7,3 v7,1 h1,1 v3,3 v5,3 h2,1 h0,0 h2,3 h6,1 v9,1 h8,3 v3,1 "
            "v8,0 v2,2 h4,1 v1,1 h8,4 v9,3 h3,2 v0,2 v4,0 h3,4 h4,3 h3,0 h2,0 h1,0 v0,0 h8,1 "
            "h7,1 h6,0 h5,3 h6,3 h7,3 h7,4 v5,1 h4,2 v4,2 h5,1 h2,2 h5,0 h1,2 h1,3 v1,3",
        ),
        _sample(
            "dots-and-boxes",
            2,
            28,
            "v1,2 h3,1 h0,2 h3,2 h2,0 v2,0 v4,3 h3,4 h0,0 v2,1 v4,2 h1,1 v0,0 h3,0 h2,4 v0,1 "
            "v2,3 h1,4 v0,3 h2,2 h0,4 v2,2 v3,2 h2,3 v3,3 h3,3 v3,0 h2,1 v3,1 v4,1 v4,0 h1,2 "
            "h1,3 v1,1 h0,1 v1,3 v1,0 h1,0 h0,3 v0,2",
        ),
    )
}
"""By the key of the game."""

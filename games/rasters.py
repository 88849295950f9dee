"""A board's SVG and its style sheet as a PNG.

The renderer is resvg, through `resvg-py`: one wheel for every Python, nothing of the system. It
knows no custom properties, `light-dark()` or `color-mix()`, so the cascade is worked out here and
every element gets its colours as plain attributes. This module knows no game and no page.
"""

from __future__ import annotations

import re
from copy import deepcopy
from functools import lru_cache
from itertools import accumulate
from math import pi
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import cssselect2  # type: ignore[import-untyped]
import resvg_py
import tinycss2  # type: ignore[import-untyped]

FONTS = [str(path) for path in sorted((Path(__file__).parent / "fonts").glob("*.ttf"))]
SVG = "{http://www.w3.org/2000/svg}"

KEPT = (
    "fill",
    "stroke",
    "stroke-width",
    "stroke-dasharray",
    "stroke-dashoffset",
    "stroke-linecap",
    "stroke-linejoin",
    "opacity",
    "font-size",
    "font-weight",
    "font-family",
    "text-anchor",
    "dominant-baseline",
    "display",
)
"""What a picture takes from the sheet; the rest of it is about pages."""

Values = dict[str, str]

# --- values of CSS ------------------------------------------------------------------------------


def closing(text: str, start: int, pair: str = "()") -> int:
    """The place of the bracket that closes the one at `start`; raises `ValueError`."""
    depth = 0
    for place in range(start, len(text)):
        depth += (text[place] == pair[0]) - (text[place] == pair[1])
        if depth == 0:
            return place
    raise ValueError(f"no {pair[1]} closes {text[start : start + 40]!r}")


def arguments(inside: str) -> list[str]:
    """What stands between the commas of a function, nested ones left whole."""
    depths = accumulate((letter == "(") - (letter == ")") for letter in inside)
    cuts = [place for place, depth in enumerate(depths) if depth == 0 and inside[place] == ","]
    starts = [0, *(cut + 1 for cut in cuts)]
    return [inside[a:b].strip() for a, b in zip(starts, [*cuts, len(inside)], strict=True)]


def resolved(sheet: str, *, dark: bool) -> str:
    """The sheet with every `light-dark(a,b)` replaced by the one or the other."""
    call = "light-dark("
    while (start := sheet.find(call)) >= 0:
        end = closing(sheet, start + len(call) - 1)
        sides = arguments(sheet[start + len(call) : end])
        sheet = sheet[:start] + sides[dark] + sheet[end + 1 :]
    return sheet


def plain(value: str, variables: Values) -> str:
    """The value with every `var()` and `color-mix()` worked out; "" if a variable is missing."""
    while (start := value.rfind("var(")) >= 0:  # the last one has no other inside
        end = closing(value, start + 3)
        name, *fallback = arguments(value[start + 4 : end])
        known = variables.get(name, ",".join(fallback))
        if not known:
            return ""
        value = value[:start] + known + value[end + 1 :]
    while (start := value.rfind("color-mix(")) >= 0:
        end = closing(value, start + 9)
        value = value[:start] + mixed(*arguments(value[start + 10 : end])) + value[end + 1 :]
    return value


Colour = tuple[float, float, float, float]
"""Red, green, blue and opacity from 0 to 1."""

_HEX = re.compile(r"#([0-9a-f]{3,8})", re.IGNORECASE)
_SHARE = re.compile(r"(.*?)\s+([\d.]+)%")


def colour(text: str) -> Colour:
    """A colour in hexadecimal digits, the only way in which our sheets write one."""
    found = _HEX.fullmatch(text)
    digits = found[1] if found else ""
    if len(digits) in (3, 4):
        digits = "".join(digit * 2 for digit in digits)
    if len(digits) not in (6, 8):
        raise ValueError(f"not a colour in hexadecimal digits: {text!r}")
    red, green, blue, alpha = (int(digits[i : i + 2] or "ff", 16) / 255 for i in (0, 2, 4, 6))
    return red, green, blue, alpha


def mixed(space: str, first: str, second: str) -> str:
    """`color-mix(in srgb | oklab, first p%, second)` as a colour in hexadecimal digits."""
    share = _SHARE.fullmatch(first)
    if share is None or space not in ("in srgb", "in oklab"):
        raise ValueError(f"cannot mix {space}, {first}, {second}")
    part = float(share[2]) / 100
    a, b = colour(share[1]), colour(second)
    alpha = a[3] * part + b[3] * (1 - part)
    if space == "in oklab":
        a, b = (*_oklab(a), a[3]), (*_oklab(b), b[3])
    # By the opacity of each, as CSS does it: #0000 adds no black.
    x, y, z = (
        (a[i] * a[3] * part + b[i] * b[3] * (1 - part)) / alpha if alpha else 0 for i in range(3)
    )
    red, green, blue = _srgb(x, y, z) if space == "in oklab" else (x, y, z)
    return "#" + "".join(
        f"{round(min(1, max(0, value)) * 255):02x}" for value in (red, green, blue, alpha)
    )


def _oklab(given: Colour) -> tuple[float, float, float]:
    """Björn Ottosson's Oklab, as in CSS Color 4."""
    red, green, blue = (
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
        for value in given[:3]
    )
    l = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)  # noqa: E741
    m = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    s = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    return (
        0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
        1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
        0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s,
    )


def _srgb(light: float, a: float, b: float) -> tuple[float, float, float]:
    l = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3  # noqa: E741
    m = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3
    s = (light - 0.0894841775 * a - 1.2914855480 * b) ** 3
    linear = (
        4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
        -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
        -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s,
    )
    red, green, blue = (
        12.92 * value if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055
        for value in linear
    )
    return red, green, blue


# --- the cascade --------------------------------------------------------------------------------


class Sheet(NamedTuple):
    """A style sheet ready to be asked: which declarations hold for an element."""

    matcher: cssselect2.Matcher

    @classmethod
    def of(cls, text: str) -> Sheet:
        """From plain rules: no layers, no media queries, no `light-dark()`."""
        matcher = cssselect2.Matcher()
        for rule in tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True):
            if rule.type != "qualified-rule":
                raise ValueError(f"a picture cannot use {rule.serialize()[:60]!r}")
            values: Values = {}
            for each in tinycss2.parse_blocks_contents(
                rule.content, skip_comments=True, skip_whitespace=True
            ):
                name, value = each.name, tinycss2.serialize(each.value).strip()
                if name == "font":  # weight, size and family, as in `.co`
                    weight, size, family = value.split(" ", 2)
                    values |= {"font-weight": weight, "font-size": size, "font-family": family}
                elif name.startswith("--") or name in KEPT:
                    values[name] = value
            for selector in cssselect2.compile_selector_list(rule.prelude):
                matcher.add_selector(selector, values)
        return cls(matcher)

    def declared(self, element: cssselect2.ElementWrapper) -> Values:
        """What the sheet says about one element, the strongest rule last."""
        values: Values = {}
        for _specificity, _order, pseudo, own in self.matcher.match(element):
            if pseudo is None:
                values |= own
        return values


class Painter:
    """Writes the sheet's colours into one picture.

    `<use>` is where inheritance gets hard: a symbol takes its variables from where it is placed.
    Each symbol is therefore copied once for each set of variables that it is placed with. What
    rules hold is found once per way down the tree: our selectors look at names, classes and
    ancestors only, so that equal ways have equal answers.
    """

    def __init__(self, sheet: Sheet, root: Element) -> None:
        self.sheet = sheet
        self.root = root
        self.symbols = {
            symbol.get("id", ""): symbol for defs in root.findall(f"{SVG}defs") for symbol in defs
        }
        self.copies: dict[tuple[str, tuple[tuple[str, str], ...]], Element] = {}
        self.known: dict[tuple[object, ...], Values] = {}

    def paint(self) -> str:
        """The picture as SVG without classes and sheets."""
        for unneeded in [*self.root.findall(f"{SVG}defs"), *self.root.findall(f"{SVG}style")]:
            self.root.remove(unneeded)
        self.colour(cssselect2.ElementWrapper.from_xml_root(self.root), {}, ())
        defs = Element(f"{SVG}defs")
        defs.extend(self.copies.values())
        self.root.insert(0, defs)
        ElementTree.register_namespace("", SVG[1:-1])
        return ElementTree.tostring(self.root, encoding="unicode")

    def colour(
        self, wrapper: cssselect2.ElementWrapper, variables: Values, way: tuple[object, ...]
    ) -> None:
        """Give `wrapper` and all below it their attributes."""
        element: Element = wrapper.etree_element
        way = (way, element.tag, element.get("class"))
        declared = self.known.get(way)
        if declared is None:
            declared = self.known[way] = self.sheet.declared(wrapper)
        own = {name: value for name, value in declared.items() if name.startswith("--")}
        if own:
            raw = {**variables, **own}
            variables = {**variables, **{name: plain(value, raw) for name, value in own.items()}}
        for name, value in declared.items():
            if not name.startswith("--") and (known := plain(value, variables)):
                element.set(name, known.removesuffix("px"))
        if element.get("pathLength"):
            _unscale(element)
        for child in wrapper.iter_children():
            self.colour(child, variables, way)
        if element.tag == f"{SVG}use":
            self.place(element, variables)
        element.attrib.pop("class", None)

    def place(self, use: Element, variables: Values) -> None:
        """Point `use` at the copy of its symbol that has these variables."""
        name = use.get("href", "")[1:]
        key = (name, tuple(sorted(variables.items())))
        copy = self.copies.get(key)
        if copy is None:
            copy = deepcopy(self.symbols[name])
            copy.set("id", f"{name}.{len(self.copies)}")
            self.copies[key] = copy
            # In a tree of its own, for selectors do not reach into a symbol from outside.
            alone = Element(f"{SVG}defs")
            alone.append(copy)
            [wrapper] = cssselect2.ElementWrapper.from_xml_root(alone).iter_children()
            self.colour(wrapper, variables, ("symbol",))
        use.set("href", f"#{copy.get('id')}")


def _unscale(circle: Element) -> None:
    """Give the dashes of a circle in units: `pathLength`, which tells theirs, is not understood."""
    unit = 2 * pi * float(circle.get("r", "0")) / float(circle.attrib.pop("pathLength"))
    for name in ("stroke-dasharray", "stroke-dashoffset"):
        if dashes := circle.get(name):
            circle.set(name, " ".join(f"{float(dash) * unit:.3f}" for dash in dashes.split()))


@lru_cache(maxsize=4)
def sheet_of(rules: str, dark: bool) -> Sheet:
    """The sheet for light or dark pictures, from rules with `light-dark()`."""
    return Sheet.of(resolved(rules, dark=dark))


def painted(picture: str, rules: str, *, dark: bool) -> str:
    """An SVG file with classes as one with plain attributes."""
    return Painter(sheet_of(rules, dark), ElementTree.fromstring(picture)).paint()  # noqa: S314


def png(picture: str, *, width: int, height: int) -> bytes:
    """The PNG of a painted SVG, drawn into `width` × `height` pixels.

    Its texts may name the typefaces of `games/fonts` only: those of the machine are not looked at,
    so that a picture is the same wherever it is made.
    """
    return resvg_py.svg_to_bytes(
        svg_string=picture,
        width=width,
        height=height,
        skip_system_fonts=True,
        font_files=FONTS,
        font_family="Figtree",
        sans_serif_family="Figtree",
        serif_family="Besley",
    )

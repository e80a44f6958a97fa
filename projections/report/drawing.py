"""What all charts are made of: a canvas as wide as a phone, texts that fit, grid lines and marks with classes.

A drawing is 320 units wide, and is shown in about as many pixels: on a phone one below the other, elsewhere side by
side. So its texts have the size of the page's texts on every screen. Colours come from classes, never from attributes:
the page has others by night and on paper.
"""

import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from xml.etree.ElementTree import Element

from msgspec import Struct

from projections.report.markup import element
from projections.report.scale import Axis
from projections.report.words import brief, clean

WIDTH = 320
EDGE = 6
"""What is left free at both sides, so that marks at the ends of an axis are whole."""

LABEL, TICK, LINE = 13, 12, 16
"""The sizes of texts: names and values, and what stands at axes; and from one line to the next."""

NARROW, WIDE = frozenset("iIjl.,:;'|!()[]{}ftr -/"), frozenset("mwMW@%&")
"""Letters that take less, or more, than most."""


class Drawing(Struct, frozen=True):
    """A chart: its elements, its height, and what kind of chart it is, for those who do not see it."""

    parts: Sequence[Element]
    height: float
    form: str


def width_of(text: str, size: float) -> float:
    """Return about how wide a text is at a size, rather more than less: nobody knows which fonts a reader has."""
    return size * sum(map(width_of_letter, text))


@lru_cache(maxsize=1024)
def width_of_letter(letter: str) -> float:
    """Return the width of a letter, as a part of its height."""
    if unicodedata.combining(letter):
        return 0.0
    if unicodedata.east_asian_width(letter) in "WF" or letter in {"\u2014", "\ufdfd"}:
        return 1.1
    if letter in NARROW:
        return 0.42
    if letter in WIDE:
        return 1.0
    return 0.72 if letter.isupper() else 0.64 if ord(letter) < 0x250 else 0.85  # noqa: PLR2004 # beyond Latin


def shortened(text: str, size: float, room: float) -> str:
    """Return as much of a text as there is room for, with `…` if that is not all."""
    text = clean(text)
    if width_of(text, size) <= room:
        return text
    while text and width_of(text + "…", size) > room:
        text = text[:-1]
    return text.rstrip() + "…"


def lines_of(text: str, size: float, room: float) -> list[str]:
    """Return a text as one line that fits into the room or, if it is longer, as two, the second of the whole width."""
    first, rest = "", clean(text).split(" ")
    while rest and width_of(f"{first} {rest[0]}".strip(), size) <= room:
        first, *rest = f"{first} {rest[0]}".strip(), *rest[1:]
    if not first:
        return [shortened(text, size, room)]
    return [first, shortened(" ".join(rest), size, WIDTH)] if rest else [first]


def heading(name: str, said: str, top: float) -> tuple[list[Element], float]:
    """Return the name of a mark and what is said of it, and where their last line stands; the mark comes below."""
    lines = lines_of(name, LABEL, WIDTH - width_of(said, LABEL) - LABEL)
    drawn = [label(line, 0, top + LABEL + number * LINE, "name") for number, line in enumerate(lines)]
    return [*drawn, label(said, WIDTH, top + LABEL, "value", "end")], top + LABEL + (len(lines) - 1) * LINE


def label(text: str, x: float, y: float, css: str, anchor: str | None = None) -> Element:
    """Return a text; `anchor` is `middle` or `end` if `x` is not where it begins."""
    return element("text", {"x": x, "y": y, "class": css, "text-anchor": anchor}, text)


def line(x1: float, y1: float, x2: float, y2: float, css: str) -> Element:
    """Return the SVG element of a straight line between two points; `css` is its class."""
    return element("line", {"x1": x1, "y1": y1, "x2": x2, "y2": y2, "class": css})


def box(x: float, y: float, width: float, height: float, css: str) -> Element:
    """Return the SVG element of a rectangle; `x` and `y` are its upper left corner, `css` is its class."""
    return element("rect", {"x": x, "y": y, "width": width, "height": height, "class": css})


def dot(x: float, y: float, radius: float, css: str) -> Element:
    """Return a circle."""
    return element("circle", {"cx": x, "cy": y, "r": radius, "class": css})


def upright_grid(across: Axis, top: float, bottom: float, left: float = EDGE) -> Iterator[Element]:
    """Yield upright lines where an axis names values, and their names below; names that do not fit are left out."""
    free = float("-inf")
    for value in across.named:
        x = left + across.place(value) * (WIDTH - EDGE - left)
        name = brief(value, across.unit)
        half = width_of(name, TICK) / 2
        middle = min(WIDTH - half, max(half, x))
        yield line(x, top, x, bottom, "grid")
        if middle - half >= free:
            yield label(name, middle, bottom + TICK + 3, "tick", "middle")
            free = middle + half + TICK / 2


def level_grid(upward: Axis, top: float, bottom: float) -> tuple[list[Element], float]:
    """Return level lines where an axis names values, with their names before them, and where these end."""
    names = [brief(value, upward.unit) for value in upward.named]
    left = max(width_of(name, TICK) for name in names) + TICK / 2
    drawn = []
    for value, name in zip(upward.named, names, strict=True):
        y = bottom - upward.place(value) * (bottom - top)
        drawn += [line(left, y, WIDTH - EDGE, y, "grid"), label(name, left - TICK / 2, y + TICK / 3, "tick", "end")]
    return drawn, left

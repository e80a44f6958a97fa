"""Numbers, shares, times, days and counted nouns as people read them, and texts that harm no page."""

import math
import unicodedata
from collections.abc import Callable, Sequence
from datetime import date
from itertools import pairwise
from typing import Literal

from domain import GAMES
from projections.history.answers import Value

Unit = Literal["count", "share", "number", "ms", "day", "text"]
"""What a value is: things counted, a share from 0 to 1, any number, a time in ms, a day, a text."""

NOTHING = "–"
LARGE = ((10**12, "trillion"), (10**9, "billion"), (10**6, "million"))
BEYOND_WORDS = 10**15
RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
LONGEST_NAME = 60
"""Maximum number of letters of a name that are told."""

WHOLE_ENOUGH = 100
"""From here on nobody needs the digits after the point."""

TIMES = ((86_400_000, "d"), (3_600_000, "h"), (60_000, "min"), (1_000, "s"), (1, "ms"))
"""The units of time, in ms, from the longest to the shortest."""

SECOND_MS, SECONDS_OF_A_MINUTE, TENTHS_UP_TO_MS = 1_000, 60, 10_000

TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c")
"""Characters that turn the text around them."""

UNSEEN = frozenset({"Cc", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Categories of characters that are controls, or none at all."""


def clean(text: str) -> str:
    """Return a text whose characters can be seen and stay in their place; others become `�`."""
    spaced = " ".join(text.split())
    if spaced.isprintable():  # as nearly all texts are
        return spaced
    return "".join("\ufffd" if each in TURNING or unicodedata.category(each) in UNSEEN else each for each in spaced)


def words_of(identifier: str) -> str:
    """Return an identifier of the contract as words: `asked_card` is `asked card`; of a long one the beginning."""
    words = clean(identifier.replace("_", " "))
    return words if len(words) <= LONGEST_NAME else f"{words[:LONGEST_NAME].rstrip()}…"


def title_of(game: str) -> str:
    """Return the title of a game; its id, if this program does not have it."""
    return GAMES[game].title if game in GAMES else words_of(game)


def plural(number: int, one: str) -> str:
    """Return how many there are of something: `1 game`, `1,204 games`."""
    return f"{shown(number, 'count')} {one if number == 1 else one + 's'}"


def listed(parts: Sequence[str]) -> str:
    """Return a list in words: `a`, `a and b`, `a, b and c`."""
    *before, last = parts
    return f"{', '.join(before)} and {last}" if before else last


def sentence(text: str) -> str:
    """Return a text that begins with a capital letter."""
    return text[:1].upper() + text[1:]


def shown(value: Value, unit: Unit) -> str:
    """Return a value for people; a dash for None, and for what is no finite number. Any text is that text."""
    if isinstance(value, int | float) and unit in NUMBERS:
        return NUMBERS[unit](value) if math.isfinite(value) else NOTHING
    if isinstance(value, date):
        return as_day(value)
    return NOTHING if value is None else clean(str(value))


def brief(value: float, unit: Unit) -> str:
    """Return a number at an axis, as short as it can be said."""
    if unit == "share":
        return f"{value * 100:g}%"
    if unit == "ms":
        step, unit_name = next((each for each in TIMES if abs(value) >= each[0]), TIMES[-1])
        return f"{value / step:g} {unit_name}"
    for size, word in LARGE:
        if size <= abs(value) < BEYOND_WORDS:
            return f"{value / size:g} {word[0].upper()}"
    return f"{value:,.10g}".replace("-", "−") if abs(value) < BEYOND_WORDS else as_number(value)


def as_number(value: float) -> str:
    """Return a number with as many digits as mean something: `1,204`, `12.3`, `0.45`, `1.2 million`."""
    if abs(value) >= BEYOND_WORDS:
        factor, _, power = f"{value:.1e}".partition("e")
        return f"{factor.removesuffix('.0')} × 10{str(int(power)).translate(RAISED)}".replace("-", "−")
    for size, word in LARGE:
        if abs(value) >= size:
            return f"{value / size:,.2f} {word}".replace("-", "−")
    digits = 0 if float(value).is_integer() or abs(value) >= WHOLE_ENOUGH else 1 if abs(value) >= 1 else 2
    written = f"{value:,.{digits}f}"
    return (written.removeprefix("-") if not float(written.replace(",", "")) else written).replace("-", "−")


def as_share(value: float) -> str:
    """Return a share in per cent; one that is not quite none, or not quite all, is not rounded to that."""
    percent = round(value * 100, 1)
    if percent == 0 and value > 0:
        return "less than 0.1%"
    if percent == 100 and value < 1:  # noqa: PLR2004 # per cent
        return "more than 99.9%"
    return f"{percent:.0f}%" if percent in (0, 100) else f"{percent:,.1f}%".replace("-", "−")


def as_time(value: float) -> str:
    """Return a time with its two longest units: `850 ms`, `8.1 s`, `2 min 5 s`, `3 d 4 h`."""
    if value < 0:
        return f"−{as_time(-value)}"
    if value < TENTHS_UP_TO_MS:
        return f"{value:.0f} ms" if round(value) < SECOND_MS else f"{round(value / SECOND_MS, 1):g} s"
    if round(value / SECOND_MS) < SECONDS_OF_A_MINUTE:
        return f"{value / SECOND_MS:.0f} s"
    long, short = next(pair for pair in pairwise(TIMES) if round(value / pair[1][0]) * pair[1][0] >= pair[0][0])
    whole, rest = divmod(round(value / short[0]), long[0] // short[0])
    return f"{whole:,} {long[1]}" + (f" {rest} {short[1]}" if rest else "")


def as_day(value: date) -> str:
    """Return a day: `1 March 2026`."""
    return f"{value.day} {value:%B} {value.year}"


def short_day(value: date) -> str:
    """Return a day at an axis: `1 Mar 2026`."""
    return f"{value.day} {value:%b} {value.year}"


NUMBERS: dict[Unit, Callable[[float], str]] = {
    "count": lambda value: f"{value:,}" if abs(value) < BEYOND_WORDS else as_number(value),
    "share": as_share,
    "number": as_number,
    "ms": as_time,
}
"""How numbers are shown, by what they are."""

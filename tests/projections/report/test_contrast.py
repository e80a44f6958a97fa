"""By day, by night and on paper, all that is written and drawn stands out from what is behind it (WCAG 2.2, 1.4)."""

import re
from itertools import product

import pytest

from projections.report.page import stylesheet

SCHEMES = dict(
    zip(("light", "dark", "paper"), re.findall(r":root \{([^}]*--paper: #[^}]*)\}", stylesheet()), strict=True)
)
BEHIND = ("paper", "card")
WRITTEN = ("ink", "faint", "mark")
DRAWN = ("mark", "other")


def colours(scheme: str) -> dict[str, str]:
    """Return the colours of a scheme by their names."""
    return dict(re.findall(r"--(\w+): (#[0-9a-f]{6});", SCHEMES[scheme]))


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour, as WCAG defines it."""
    parts = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, from 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_contrast_is_computed_as_defined() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_what_is_written_can_be_read(scheme: str) -> None:
    named = colours(scheme)
    low = {pair: contrast(named[pair[0]], named[pair[1]]) for pair in product(WRITTEN, BEHIND)}
    assert {pair: found for pair, found in low.items() if found < 4.5} == {}


@pytest.mark.parametrize("scheme", SCHEMES)
def test_what_is_drawn_can_be_seen(scheme: str) -> None:
    named = colours(scheme)
    low = {pair: contrast(named[pair[0]], named[pair[1]]) for pair in [*product(DRAWN, BEHIND), ("mark", "line")]}
    assert {pair: found for pair, found in low.items() if found < 3} == {}


def test_colours_come_from_the_schemes_alone() -> None:
    without = re.sub(r"--\w+: [^;]+;", "", stylesheet())
    assert re.findall(r"#[0-9a-f]{3,8}\b|rgb|hsl", without) == []
    for property_name in ("color", "background", "fill", "stroke"):
        values = re.findall(rf"[\s{{;]{property_name}: ([^;]+);", without)
        assert {value for value in values if not value.startswith("var(--")} <= {"none"}

"""The table *Options*: defaults, bounds, and what is refused."""

from typing import Any

import msgspec
import pytest

from domain.games.honors_2 import HONORS_2
from tests.domain.scenario import has_range, refused_options


def test_the_defaults_are_those_of_the_rulebook() -> None:
    assert msgspec.to_builtins(HONORS_2.options({})) == {
        "players": 4,
        "dealer": 0,
        "target_score": 150,
        "max_deals": 100,
        "take_rule": "free",
        "challenge_ms": 10_000,
        "false_challenge": "barred",
        "stock_out": "reshuffle",
        "stall_rounds": 10,
        "winner": "first_to_count",
    }


@pytest.mark.parametrize(
    ("name", "least", "most"),
    [
        ("players", 2, 6),
        ("dealer", 0, 3),
        ("target_score", 10, 1000),
        ("max_deals", 1, 200),
        ("challenge_ms", 0, 86_400_000),
        ("stall_rounds", 2, 50),
    ],
)
def test_numbers_have_bounds(name: str, least: int, most: int) -> None:
    has_range(HONORS_2, name, (least, most), (least - 1, most + 1, str(least), None, least + 0.5, True))


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("take_rule", ("free", "play_wished")),
        ("false_challenge", ("barred", "free")),
        ("stock_out", ("reshuffle", "end_deal")),
        ("winner", ("first_to_count", "highest")),
    ],
)
def test_words_are_those_of_the_rulebook(name: str, values: tuple[str, ...]) -> None:
    has_range(HONORS_2, name, values, ("", "other", None, 1))


@pytest.mark.parametrize("raw", [{"lucky_draw": True}, {"players": 2, "dealer": 2}])
def test_what_is_no_option_is_refused(raw: dict[str, Any]) -> None:
    assert refused_options(HONORS_2, **raw) == "invalid_option"

"""The table *Options*: defaults, bounds, and what is refused."""

from typing import Any

import msgspec
import pytest

from domain.game import Refused
from domain.games.honors_2 import HONORS_2


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
    for value in (least, most):
        assert getattr(HONORS_2.options({name: value}), name) == value
    for wrong in (least - 1, most + 1, str(least), None, least + 0.5, True):
        with pytest.raises(Refused) as refused:
            HONORS_2.options({name: wrong})
        assert refused.value.code == "invalid_option"


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
    for value in values:
        assert getattr(HONORS_2.options({name: value}), name) == value
    for wrong in ("", "other", None, 1):
        with pytest.raises(Refused) as refused:
            HONORS_2.options({name: wrong})
        assert refused.value.code == "invalid_option"


@pytest.mark.parametrize("raw", [{"lucky_draw": True}, {"players": 2, "dealer": 2}])
def test_what_is_no_option_is_refused(raw: dict[str, Any]) -> None:
    with pytest.raises(Refused) as refused:
        HONORS_2.options(raw)
    assert refused.value.code == "invalid_option"

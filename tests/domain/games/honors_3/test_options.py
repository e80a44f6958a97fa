from typing import Any

import msgspec
import pytest

from domain.games.honors_3 import HONORS_3
from tests.domain.scenario import refused_options

DEFAULTS = {
    "players": 4,
    "dealer": 0,
    "target_score": 200,
    "max_deals": 100,
    "opening_ms": 30_000,
    "offer_ms": 60_000,
    "stall_ms": 120_000,
    "deal_ms": 900_000,
}


def test_the_defaults() -> None:
    assert msgspec.to_builtins(HONORS_3.options({})) == DEFAULTS


BOUNDS = [
    ("players", 4, 7),
    ("target_score", 10, 1000),
    ("max_deals", 1, 200),
    ("opening_ms", 0, 86_400_000),
    ("offer_ms", 1_000, 86_400_000),
    ("stall_ms", 10_000, 86_400_000),
    ("deal_ms", 30_000, 604_800_000),
]


@pytest.mark.parametrize(("name", "least", "most"), BOUNDS)
def test_an_option_may_be_at_its_bounds_and_not_beyond(name: str, least: int, most: int) -> None:
    for value in (least, most):
        assert msgspec.to_builtins(HONORS_3.options({name: value})) == DEFAULTS | {name: value}
    for wrong in (least - 1, most + 1, str(least), least + 0.5, True):
        assert refused_options(HONORS_3, **{name: wrong}) == "invalid_option"


@pytest.mark.parametrize("name", DEFAULTS)
def test_null_is_allowed_for_the_expiry_of_offers_alone(name: str) -> None:
    if name == "offer_ms":
        assert HONORS_3.options({name: None}).offer_ms is None
        return
    assert refused_options(HONORS_3, **{name: None}) == "invalid_option"


@pytest.mark.parametrize("raw", [{"dealer": 4}, {"players": 5, "dealer": 5}, {"dealer": -1}, {"winner": "highest"}])
def test_other_options_are_refused(raw: dict[str, Any]) -> None:
    assert refused_options(HONORS_3, **raw) == "invalid_option"

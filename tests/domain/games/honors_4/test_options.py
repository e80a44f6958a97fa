"""The options of the rulebook: names, bounds and defaults."""

from typing import Any

import msgspec
import pytest

from domain.games.honors_4 import HONORS_4
from tests.domain.scenario import has_range, refused_options


def test_the_defaults() -> None:
    assert msgspec.structs.asdict(HONORS_4.options({})) == {
        "players": 4,
        "dealer": 0,
        "opener": "left_of_dealer",
        "target_score": 3,
        "max_deals": 100,
        "max_rounds": 100,
    }


@pytest.mark.parametrize(
    ("name", "least", "most"),
    [("target_score", 1, 100), ("max_deals", 1, 200), ("max_rounds", 5, 500), ("players", 2, 12), ("dealer", 0, 3)],
)
def test_numbers_have_bounds(name: str, least: int, most: int) -> None:
    has_range(HONORS_4, name, (least, most), (least - 1, most + 1))


@pytest.mark.parametrize("opener", ["left_of_dealer", "any"])
def test_the_first_deal_is_opened_in_one_of_two_ways(opener: str) -> None:
    assert HONORS_4.options({"opener": opener}).opener == opener


@pytest.mark.parametrize(
    "raw", [{"opener": "dealer"}, {"opener": None}, {"target_score": "3"}, {"max_rounds": True}, {"stall_rounds": 5}]
)
def test_anything_else_is_refused(raw: dict[str, Any]) -> None:
    assert refused_options(HONORS_4, **raw) == "invalid_option"

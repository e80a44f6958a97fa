"""The options of Honors No. I: names, types, ranges and defaults as in the rulebook."""

from typing import Any

import pytest

from domain.games.honors_1 import HONORS_1
from tests.domain.playout import as_raw
from tests.domain.scenario import has_range


def test_the_defaults() -> None:
    assert as_raw(HONORS_1.options({})) == {
        "players": 4,
        "dealer": 0,
        "target_score": 50,
        "max_deals": 100,
        "ask_rule": "held_book",
        "lucky_draw": False,
        "deal_ends": "all_books",
        "stall_rounds": 20,
    }


@pytest.mark.parametrize(
    ("name", "allowed", "refused"),
    [
        ("players", (2, 8), (1, 9, "4", None)),
        ("dealer", (0, 3), (-1, 4, None)),
        ("target_score", (5, 1000), (4, 1001, 50.5)),
        ("max_deals", (1, 200), (0, 201, True)),
        ("ask_rule", ("held_book", "any_card"), ("", None, 1)),
        ("lucky_draw", (False, True), (0, "true", None)),
        ("deal_ends", ("all_books", "first_out"), ("stall", None)),
        ("stall_rounds", (5, 100), (4, 101, None)),
        ("challenge_ms", (), (0,)),
    ],
)
def test_the_ranges(name: str, allowed: tuple[Any, ...], refused: tuple[Any, ...]) -> None:
    has_range(HONORS_1, name, allowed, refused)

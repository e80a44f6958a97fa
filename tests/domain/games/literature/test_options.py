from typing import Any

import msgspec
import pytest

from domain.games.literature import LITERATURE
from tests.domain.scenario import refused_options

DEFAULTS = {
    "players": 6,
    "dealer": 0,
    "starter": None,
    "teams": (0, 1, 0, 1, 0, 1),
    "false_declaration": "set_closes",
    "own_card_ask": "refused",
    "report_counts": False,
    "stall_limit": 200,
}


def test_defaults_are_filled_in() -> None:
    assert msgspec.to_builtins(LITERATURE.options({})) == DEFAULTS


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("dealer", 5),
        ("starter", 0),
        ("starter", 5),
        ("teams", (1, 1, 1, 0, 0, 0)),
        ("false_declaration", "set_closes_turn_passes"),
        ("false_declaration", "set_stays_turn_passes"),
        ("own_card_ask", "announced"),
        ("report_counts", True),
        ("stall_limit", 6),
        ("stall_limit", 1000),
    ],
)
def test_an_option_is_taken(name: str, value: object) -> None:
    assert msgspec.to_builtins(LITERATURE.options({name: value})) == DEFAULTS | {name: value}


@pytest.mark.parametrize(
    "options",
    [
        {"players": 5},
        {"players": "6"},
        {"dealer": 6},
        {"dealer": -1},
        {"dealer": None},
        {"dealer": True},
        {"starter": 6},
        {"starter": -1},
        {"teams": [0, 1, 0, 1, 0]},
        {"teams": [0, 1, 0, 1, 0, 0]},
        {"teams": [1, 1, 1, 1, 0, 0]},
        {"teams": [0, 1, 0, 1, 0, 2]},
        {"teams": [1, 1, 1, 2, -1, -1]},
        {"teams": None},
        {"false_declaration": "set_stays"},
        {"own_card_ask": True},
        {"report_counts": 1},
        {"report_counts": None},
        {"stall_limit": 5},
        {"stall_limit": 1001},
        {"stall_limit": 200.0},
        {"jokers": 2},
    ],
)
def test_any_other_value_is_refused(options: dict[str, Any]) -> None:
    assert refused_options(LITERATURE, **options) == "invalid_option"

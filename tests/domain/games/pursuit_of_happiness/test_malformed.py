"""Invalid moves: unknown types, malformed moves, and cards and melds that do not exist."""

from functools import cache
from typing import Any

import pytest

from tests.domain.chance import NoChance
from tests.domain.games.pursuit_of_happiness.table import (
    GAME,
    Table,
    activate_diamond,
    activate_heart,
    attack,
    capture,
    cards,
    defend,
    discard,
    extend,
    given,
    meld,
    order_remnant,
)
from tests.domain.scenario import AT, Json, answered

PREY = {1: ["6D 7D 8D"]}


@cache
def table_of_all() -> Table:
    """Return a table where nobody acts upon these moves: it has melds 1 to 5."""
    return given({0: ["AH 2H 3H", "AD 2D 3D", "AS 2S 3S"], 1: ["AC 2C 3C", "6D 7D 8D"]}, {0: "AH 4H"})


@cache
def finished() -> Table:
    """Return a table where the game is over."""
    table = given(stock_size=0)
    table.end_turn()
    return table


GOOD: tuple[Json, ...] = (
    activate_heart("AH", 1, position=1),
    activate_diamond("AD", 1, 0, position=1),
    attack("AS", 1, 2, position=1),
    defend(("AC", 1, 1)),
    capture(1, 0),
    order_remnant("front"),
    meld("AH 2H 3H"),
    extend(1, "AH", "5H"),
    discard("AH"),
)


@pytest.mark.parametrize("move", GOOD, ids=[move["type"] for move in GOOD])
def test_malformed_moves(move: Json) -> None:
    table = table_of_all()
    for name, value in move.items():
        if name in {"type", "position"}:
            continue
        without = {other: move[other] for other in move if other != name}
        assert table.refusal(0, without) == "malformed_move"
        bad: tuple[Any, ...] = ([1], None, {}, 1.5, True)
        if isinstance(value, int):
            bad += ("1",)
        elif isinstance(value, str):
            bad += (1, [value])
        else:
            bad += ("AH", 1, [1], [None], [["AH"]], {"0": "AH"})
        for wrong in bad:
            assert table.refusal(0, move | {name: wrong}) == "malformed_move", (name, wrong)
    assert table.refusal(0, move | {"seat": 0}) == "malformed_move"
    assert finished().refusal(0, move) == "game_over"


@pytest.mark.parametrize(
    "move",
    [
        activate_diamond("AD", 1, -1),
        capture(-1, 0),
        capture(0, -1),
        {"type": "order_remnant", "first": "middle"},
        {"type": "order_remnant", "first": ""},
        activate_heart("AH", 1) | {"position": None},
        activate_heart("AH", 1) | {"position": "1"},
        {"type": "defend", "cards": ["AC"]},
        {"type": "defend", "cards": [{"card": "AC"}]},
        {"type": "defend", "cards": [{"meld": 1}]},
        {"type": "defend", "cards": [{"card": "AC", "meld": 1, "position": None}]},
        {"type": "defend", "cards": [{"card": "AC", "meld": "1"}]},
        {"type": "defend", "cards": [{"card": "AC", "meld": 1, "power": 3}]},
        {"type": "defend", "cards": {}},
        [],
        None,
        "discard",
    ],
)
def test_bounds_and_types(move: object) -> None:
    assert answered(GAME, table_of_all().state, 0, move, at=AT, chance=NoChance()) == "malformed_move"


@pytest.mark.parametrize("move", [{}, {"type": None}, {"type": "Meld"}, {"type": "turn_lapsed", "seat": 0}])
def test_unknown_move_types_go_before_malformed_moves(move: Json) -> None:
    assert table_of_all().refusal(0, move | {"card": 1}) == "unknown_move_type"


NO_CARDS = ("QH", "5h", "1H", "11H", "H5", "", "JK=JK", "JK=", "JK=QH", "JK=5H=6H", "jk", "AH ", "5H=JK", "5H=5H")


@pytest.mark.parametrize("card", NO_CARDS)
def test_no_such_card(card: str) -> None:
    table = table_of_all()
    moves = [
        activate_heart(card, 99), activate_diamond(card, 99), attack(card, 99, 99), discard(card),
        {"type": "defend", "cards": [{"card": "AC", "meld": 99}, {"card": card, "meld": 99}]},
        {"type": "meld", "cards": ["JK", card]},
        {"type": "extend", "meld": 99, "front": [card], "back": []},
        {"type": "extend", "meld": 99, "front": [], "back": ["JK", card]},
    ]  # fmt: skip
    for move in moves:
        assert table.refusal(1, move) == "no_such_card", move


def test_a_joker_that_stands_for_a_card_is_no_plain_card() -> None:
    assert table_of_all().refusal(1, discard("JK=5H")) == "no_such_card"


@pytest.mark.parametrize("number", [0, -1, 6, 2**40])
def test_no_such_meld(number: int) -> None:
    table = table_of_all()
    for move in (activate_heart("AH", number), activate_diamond("AD", number), attack("AS", number, 5),
                 attack("AS", 1, number), defend(("AC", number)), extend(number, "AH")):  # fmt: skip
        assert table.refusal(1, move) == "no_such_meld"


def test_a_meld_that_is_gone_is_no_meld_any_more() -> None:
    table = given({0: ["AS 2S 3S", "4S 5S 6S"]} | PREY, {0: "3S 4S"})
    table.when(0, attack("3S", 1, 3))
    table.when(0, capture(3, 0))
    assert table.refusal(0, attack("4S", 2, 3)) == "no_such_meld"
    table.when(0, meld("6D 7D 8D"))
    assert (table.row(3), table.row(4)) == (None, "6D 7D 8D")
    assert cards(table.row(4) or "") == table.see("melds")[-1]["cards"]


@pytest.mark.parametrize("hand", ["9C", "7C", "JK"])
def test_a_refusal_tells_nothing_of_hidden_cards(hand: str) -> None:
    table = given({0: ["AS 2S 3S"], 1: ["6C 7C 8C"]}, {0: "AS", 1: hand})
    table.when(0, attack("AS", 1, 2))
    assert table.refusal(0, defend(("7C", 2))) == "not_your_turn"
    assert table.refusal(2, defend(("7C", 2))) == "not_your_turn"

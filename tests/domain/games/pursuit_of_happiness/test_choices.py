"""What a random player is offered: legal moves alone, of every kind that there is."""

from itertools import combinations

import pytest

from tests.domain.games.pursuit_of_happiness.table import (
    Table,
    attack,
    capture,
    cards,
    defend,
    discard,
    given,
    meld,
)
from tests.domain.playout import as_raw
from tests.domain.scenario import Json


def offered(table: Table, seat: int, kind: str | None = None) -> list[Json]:
    """Return the moves that a seat is offered, of a type or all: legal, none twice, and each as JSON gives it."""
    decision = table.choices(seat)
    assert decision is not None
    moves = [as_raw(move) for move in decision.moves]
    return [move for move in moves if kind in {None, move["type"]}]


def values(moves: list[Json], *names: str) -> set[tuple[object, ...]]:
    """Return what the moves have in these fields."""
    return {tuple(move.get(name) for name in names) for move in moves}


def test_only_the_seat_that_acts_is_offered_moves() -> None:
    table = given({0: ["AS 2S 3S"], 1: ["6H 7H 8H", "AC 2C 3C"]}, {0: "AS", 1: "AC"})

    def acts(seat: int) -> None:
        assert [table.choices(other) for other in range(3) if other != seat] == [None, None]
        assert offered(table, seat)

    acts(0)
    table.when(0, attack("AS", 1, 2))
    acts(1)
    table.when(1, defend())
    acts(0)
    table.when(0, capture(1, 0))
    acts(1)
    table.lapse()
    acts(0)


def test_nobody_is_offered_anything_at_the_end() -> None:
    table = given(stock_size=0)
    table.end_turn()
    assert [table.choices(seat) for seat in range(3)] == [None] * 3


def test_activations_of_every_suit_with_cards_and_jokers() -> None:
    melds = {0: ["AH 2H 3H", "AD 2D 3D", "AS 2S 3S"], 1: ["6H 7H 8H"], 2: ["6D 7D 8D"]}
    table = given(melds, {0: "2H 3D AS AC"}, discards="AC 2C 3C")
    assert values(offered(table, 0, "activate_heart"), "card", "meld") == {("2H", 1)}
    withdrawals = values(offered(table, 0, "activate_diamond"), "card", "meld", "from_discard")
    assert withdrawals == {("3D", 2, number) for number in range(4)}
    assert values(offered(table, 0, "attack"), "card", "target") >= {("AS", 4), ("AS", 5)}
    table = given(melds, {0: "JK"})
    for kind in ("activate_heart", "activate_diamond", "attack"):
        assert any(move["card"].startswith("JK=") for move in offered(table, 0, kind))


def test_both_places_of_a_card_that_is_there_twice() -> None:
    table = given({0: ["10H 5H 10H"]}, {0: "10H"})
    assert {(1,), (3,)} <= values(offered(table, 0, "activate_heart"), "position")


def test_a_meld_that_was_activated_is_not_offered_again() -> None:
    table = given({0: ["AH 2H 3H", "AH 2H 3H"]}, {0: "2H AH"})
    table.when(0, {"type": "activate_heart", "card": "2H", "meld": 1})
    assert values(offered(table, 0, "activate_heart"), "meld") == {(2,)}


@pytest.mark.parametrize(
    "row",
    ["AC 2C 3C", "3D 5D 7D", "10H 5H 10H", "9S 6S 3S", "2C 5C 8C AC", "8D 9D 10D AD 2D", "3S 8S 3S 8S 3S"],
)
def test_melds_of_every_suit_and_length(row: str) -> None:
    rows = [move["cards"] for move in offered(with_hand(f"{row} 7H"), 0, "meld")]
    assert cards(row) in rows or cards(row)[::-1] in rows
    assert all(len(each) <= len(cards(row)) for each in rows)


@pytest.mark.parametrize(("hand", "jokers"), [("AC 3C JK 7H", {1}), ("AC 2C JK JK", {1, 2}), ("JK JK JK 7H", {2, 3})])
def test_melds_with_every_number_of_jokers(hand: str, jokers: set[int]) -> None:
    rows = [move["cards"] for move in offered(with_hand(hand), 0, "meld")]
    assert jokers <= {sum(card.startswith("JK=") for card in row) for row in rows} <= {0, *jokers}


def with_hand(hand: str) -> Table:
    """Return a table where seat 0 holds only these four to six cards."""
    melds = {4: "4H 5H 6H 7H 8H", 5: "4H 5H 6H 7H", 6: "4H 5H 6H"}[len(cards(hand))]
    table = given({0: ["AH 2H 3H 4H 5H", melds, "6D 7D 8D"]}, {0: hand})
    assert sorted(table.hand(0).elements()) == sorted(cards(hand))
    return table


@pytest.mark.parametrize(
    ("hand", "front", "back"),
    [("AC", ["AC"], []), ("5C", [], ["5C"]), ("AC 5C", ["AC"], ["5C"]), ("AC 10C", ["10C", "AC"], [])],
)
def test_extensions_at_either_end(hand: str, front: list[str], back: list[str]) -> None:
    table = given({0: ["2C 3C 4C"]}, {0: hand})
    assert {"type": "extend", "meld": 1, "front": front, "back": back} in offered(table, 0, "extend")


def test_an_extension_with_a_joker() -> None:
    moves = offered(given({0: ["2C 3C 4C"]}, {0: "JK"}), 0, "extend")
    assert {"type": "extend", "meld": 1, "front": ["JK=AC"], "back": []} in moves


def test_cards_of_the_hand_may_be_discarded_in_either_phase() -> None:
    table = with_hand("AC 2C 3C 4D JK JK")
    assert values(offered(table, 0, "discard"), "card") <= {("AC",), ("2C",), ("3C",), ("4D",), ("JK",)}
    table.when(0, meld("AC 2C 3C"))
    assert values(offered(table, 0, "discard"), "card") == {("4D",), ("JK",)}
    assert {move["type"] for move in offered(table, 0)} <= {"meld", "extend", "discard"}


def test_defences_with_none_one_or_several_clubs() -> None:
    melds = {0: ["AS 2S 3S"], 1: ["6H 7H 8H", "AC 2C 3C", "10C 5C 10C"]}
    table = given(melds, {0: "AS", 1: "AC 10C JK"})
    table.when(0, attack("AS", 1, 2))
    defences = [move["cards"] for move in offered(table, 1)]
    assert {len(defence) for defence in defences} == {0, 1, 2}
    named = [(each["card"], each["meld"]) for defence in defences for each in defence]
    assert {("AC", 3), ("10C", 4)} <= set(named)
    assert any(card.startswith("JK=") for card, _ in named)
    positions = {each["position"] for defence in defences for each in defence if each["card"].endswith("10C")}
    assert positions == {1, 3}


def test_a_defender_without_a_fitting_card_is_offered_the_empty_defence_alone() -> None:
    table = given({0: ["AS 2S 3S"], 1: ["6H 7H 8H", "AC 2C 3C"]}, {0: "AS"})
    table.when(0, attack("AS", 1, 2))
    assert offered(table, 1) == [{"type": "defend", "cards": []}]


@pytest.mark.parametrize("power", [1, 2, 3])
def test_all_captures(power: int) -> None:
    table = given({0: ["AS 2S 3S"], 1: ["6H 7H 8H 9H 10H"]}, {0: "AS 2S 3S"})
    table.when(0, attack(("AS", "2S", "3S")[power - 1], 1, 2))
    expected = {pair for pair in combinations([*range(power + 1)] * 2, 2) if sum(pair) <= power}
    assert values(offered(table, 0), "front", "back") == expected


def test_both_orders_of_a_remnant() -> None:
    table = given({0: ["AS 2S 3S"], 1: ["6H 7H 8H"]}, {0: "AS"})
    table.when(0, attack("AS", 1, 2))
    table.when(0, capture(1, 0))
    assert values(offered(table, 1), "first") == {("front",), ("back",)}


def test_the_last_card_is_only_discarded() -> None:
    melds = {0: ["AH 2H 3H 4H 5H", "6H 7H 8H 9H 10H", "AC 2C 3C 4C"]}
    table = given(melds, {0: "AH 6H 5C"})
    table.when(0, {"type": "activate_heart", "card": "AH", "meld": 1})
    table.when(0, {"type": "activate_heart", "card": "6H", "meld": 2})
    assert offered(table, 0) == [discard("5C")]


def test_in_the_final_turn_what_the_stock_has_not_is_taken_from_the_pile() -> None:
    table = given({0: ["AD 2D 3D"]}, {0: "3D"}, stock_size=1)
    assert values(offered(table, 0, "activate_diamond"), "from_discard") == {(2,), (3,)}


def test_before_the_last_stock_any_number_is() -> None:
    table = given({0: ["AD 2D 3D"]}, {0: "3D"}, stock_size=1, times_through_deck=2)
    assert values(offered(table, 0, "activate_diamond"), "from_discard") == {(0,), (1,), (2,), (3,)}

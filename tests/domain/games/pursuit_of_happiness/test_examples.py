"""The worked examples of the rulebook, which are all from the source."""

from collections import Counter

import pytest

from tests.domain.games.pursuit_of_happiness.table import (
    Table,
    activate_diamond,
    activate_heart,
    attack,
    bare,
    capture,
    cards,
    defend,
    discard,
    extend,
    given,
    meld,
    order_remnant,
)
from tests.domain.scenario import kinds


@pytest.mark.parametrize(
    ("row", "pattern"), [("3D 5D 7D 9D", 2), ("6S 9S 2S", 3), ("5H 4H 3H", 9), ("6C AC 6C", 5), ("AS 5S 9S 3S", 4)]
)
def test_1_and_2_patterns(row: str, pattern: int) -> None:
    (laid,) = given(hands={0: row}).when(0, meld(row))
    assert laid["pattern"] == pattern


def test_3_a_meld_is_extended_not_mixed() -> None:
    table = given({0: ["AS 3S 5S"]}, {0: "9S"})
    assert table.refusal(0, extend(1, back="9S")) == "no_pattern"
    (added,) = table.when(0, extend(1, front="9S"))
    assert added["cards"] == cards("9S AS 3S 5S")


def test_4_eight_points_at_the_start_of_the_turn() -> None:
    table = given({0: ["AH 2H 3H 4H 5H", "6H 7H 8H"]})
    assert table.see("scores") == [8, 0, 0]


@pytest.mark.parametrize(("card", "meld_id", "power"), [("2D", 1, 3), ("10D", 1, 1), ("2D", 2, 1)])
def test_5_the_power_depends_on_card_and_meld(card: str, meld_id: int, power: int) -> None:
    table = given({0: ["10D 6D 2D 8D", "2D 3D 4D"]}, {0: "2D 10D"})
    activated, drawn = table.when(0, activate_diamond(card, meld_id))
    assert (activated["power"], drawn["count"]) == (power, power)


def test_6_the_power_stays_when_the_meld_is_extended() -> None:
    table = given({0: ["5S 2S 9S 6S"], 1: ["AH 2H 3H 4H 5H"]}, {0: "6S 8S"})
    (declared,) = table.when(0, attack("6S", 1, 2))
    assert declared["power"] == 4
    table.when(0, capture(0, 0))
    table.when(0, extend(1, front="8S"))
    assert (table.row(1), as_declared(table)) == ("8S 5S 2S 9S 6S", 4)


def as_declared(table: Table) -> int:
    """Return the power of the attack in the record."""
    (declared,) = [event for event in table.past(len(table.log)) if event["type"] == "attack_declared"]
    power: int = declared["power"]
    return power


def test_7_twelve_points_besides_the_four_of_every_turn() -> None:
    table = given({0: ["3H 5H 7H 9H"]}, {0: "7H"})
    assert table.see("scores") == [4, 0, 0]
    (activated,) = table.when(0, activate_heart("7H", 1))
    assert (activated["points"], activated["total"]) == (12, 16)


def test_8_all_of_one_meld_the_rest_is_wasted() -> None:
    table = given({0: ["AS 2S 3S 4S 5S"], 1: ["6H 7H 8H", "6D 7D 8D"]}, {0: "5S"})
    table.when(0, attack("5S", 1, 2))
    assert (table.see("attack")["net"], table.see("attack")["limit"]) == (5, 3)
    table.when(0, capture(3, 0))
    assert [each["meld"] for each in table.see("melds")] == [1, 3]
    assert table.row(3) == "6D 7D 8D"


@pytest.mark.parametrize(
    ("front", "back", "taken", "rest"),
    [
        (3, 0, "AH 2H 3H", "4H 5H"),
        (2, 1, "AH 2H 5H", "3H 4H"),
        (1, 2, "AH 4H 5H", "2H 3H"),
        (0, 3, "3H 4H 5H", "AH 2H"),
    ],
)
def test_9_three_of_five_from_the_ends(front: int, back: int, taken: str, rest: str) -> None:
    table = given({0: ["AS 2S 3S"], 1: ["AH 2H 3H 4H 5H"]}, {0: "3S"})
    table.when(0, attack("3S", 1, 2))
    assert table.when(0, capture(front, back))[0]["cards"] == cards(taken)
    assert table.row(2) == rest
    assert table.when(1, order_remnant("back"))[0]["cards"] == cards(rest)[::-1]


def test_10_alice_and_beverly() -> None:
    alice = ["AD 2D 3D", "9H 10H AH", "8S 7S 6S 5S 4S", "8S 9S 10S", "7H 8H 9H"]
    beverly = ["6H 7H 8H", "10C AC 2C", "5C 6C 7C"]
    table = given({0: alice, 1: beverly}, {0: "3D 4S 9S AD", 1: "2C 7C"}, stock="10H 2D 4D", open_discard=True)
    before = len(table.pile())
    assert table.when(0, activate_diamond("3D", 1))[-1]["cards"] == cards("10H 2D 4D")
    assert table.when(0, activate_heart("10H", 2))[0]["points"] == 3 * 2
    assert table.when(0, attack("4S", 3, 6))[0]["power"] == 5
    (answered,) = table.when(1, defend(("2C", 7), ("7C", 8)))
    assert (answered["total"], answered["net"], table.see("phase")) == (6, -1, "activation")
    assert table.when(0, attack("9S", 4, 6))[0]["power"] == 2
    assert table.when(1, defend())[0]["net"] == 2
    captured, discarded = table.when(0, capture(0, 2))
    assert (captured["cards"], discarded["cards"]) == (cards("7H 8H"), ["6H"])
    assert table.when(0, activate_heart("8H", 5))[0]["points"] == 3 * 2
    played = cards("3D 10H 4S 2C 7C 9S 6H 8H")
    assert table.see("temporary") == played
    table.when(0, discard("AD"))
    assert table.pile()[:9] == [*played, "AD"][::-1]
    assert table.see("discard_size") == before + 9


def test_11_stock_3_no_shuffle_before_a_card_is_needed() -> None:
    table = given(
        {0: ["AD 2D 3D 4D"]}, {0: "4D"}, turn=2, stock_size=3, discards="AC 2C 3C", times_through_deck=2,
        open_discard=True,
    )  # fmt: skip
    assert kinds(table.end_turn())[-1] == "cards_drawn"
    assert (table.see("stock_size"), table.see("stock_number")) == (0, 1)
    top_two, rest = table.pile()[:2], table.pile()[2:]
    taken, formed, drawn = table.when(0, activate_diamond("4D", 1, 2))
    assert taken["from_discard"] == top_two
    assert Counter(formed["order"]) == Counter([*rest, "4D"])
    assert (formed["number"], drawn["count"]) == (2, 2)
    assert (table.pile(), table.see("temporary")) == ([], [])


def test_11_stock_2_the_draw_shuffles_and_the_diamond_meld_finds_nothing() -> None:
    table = given({0: ["AD 2D 3D 4D"]}, {0: "4D"}, turn=2, stock_size=2, times_through_deck=2)
    *_, first, formed, second = table.end_turn()
    assert (first["count"], formed["number"], formed["size"], second["count"]) == (2, 2, 4, 1)
    assert table.see("discard_size") == 0
    assert table.refusal(0, activate_diamond("4D", 1, 1)) == "too_many"
    table.when(0, activate_diamond("4D", 1, 0))


def test_12_the_last_stock_has_2() -> None:
    table = given(stock_size=2, hands={1: "AC"})
    *_, drawn = table.end_turn()
    assert (drawn["count"], table.see("final_turn")) == (2, True)
    assert kinds(table.when(1, discard("AC"))) == ["card_discarded", "game_finished"]


def test_captured_jokers_are_bare_in_the_hand() -> None:
    table = given({0: ["AS 2S 3S"], 1: ["JK=6H 7H 8H"]}, {0: "AS"})
    table.when(0, attack("AS", 1, 2))
    (captured,) = table.when(0, capture(1, 0))
    assert bare(captured["cards"]) == ["JK"]
    assert table.hand(0)["JK"] == 1

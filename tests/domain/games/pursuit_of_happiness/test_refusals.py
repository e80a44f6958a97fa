"""Every code with which each move is refused, and their order: each move here has all the later faults, too."""

from collections.abc import Callable
from functools import cache

import pytest

from domain.game import Refused
from tests.domain.games.pursuit_of_happiness.table import (
    Table,
    activate_diamond,
    activate_heart,
    attack,
    capture,
    defend,
    discard,
    extend,
    given,
    meld,
    order_remnant,
)
from tests.domain.scenario import Json, decided

HEARTS = ["10H 5H 10H", "AH 2H 3H", "AS 2S 3S 4S 5S", "6H 7H 8H"]
DIAMONDS = ["10D 5D 10D", "AD 2D 3D", "AS 2S 3S", "6D 7D 8D 9D"]
SPADES = ["10S 5S 10S", "AS 2S 3S 4S", "AH 2H 3H", "6S 7S 8S 9S"]
PREY = {1: ["6D 7D 8D"]}


@cache
def hearts() -> Table:
    """Seat 0 has activated melds 2 and 3 of its melds 1 to 4, and holds nothing but 10H."""
    table = given({0: HEARTS} | PREY, {0: "AH AS 10H"})
    table.when(0, activate_heart("AH", 2))
    table.when(0, attack("AS", 3, 5))
    table.when(0, capture(0, 0))
    assert table.hand(0) == {"10H": 1}
    return table


@cache
def diamonds() -> Table:
    """Seat 0 has activated melds 2 and 3 of its melds 1 to 4, and holds nothing but 10D, in the final turn."""
    table = given({0: DIAMONDS} | PREY, {0: "AD", 2: "10D"}, turn=2, stock="AS", stock_size=1)
    table.when(2, discard("10D"))
    table.when(0, activate_diamond("AD", 2, 1))
    table.when(0, attack("AS", 3, 5))
    table.when(0, capture(0, 0))
    assert table.hand(0) == {"10D": 1}
    return table


@cache
def spades() -> Table:
    """Seat 0 has activated melds 2 and 3 of its melds 1 to 4, and holds nothing but 10S."""
    table = given({0: SPADES} | PREY, {0: "AS AH 10S"})
    table.when(0, attack("AS", 2, 5))
    table.when(0, capture(0, 0))
    table.when(0, activate_heart("AH", 3))
    assert table.hand(0) == {"10S": 1}
    return table


@cache
def clubs() -> Table:
    """Seat 1 is asked to defend its meld 3 with its club melds 4 to 6; it holds 10C, AC, 9C and others."""
    melds = {0: ["AS 2S 3S", "8C 9C 10C"], 1: ["6H 7H 8H", "10C 5C 10C", "AC 2C 3C", "AC 2C 3C"]}
    table = given(melds, {0: "AS", 1: "AC 9C"})
    table.when(0, attack("AS", 1, 3))
    return table


@cache
def melding() -> Table:
    """Seat 0 has laid a meld of clubs, its third, and seat 1 has meld 2."""
    table = given({0: ["AH 2H 3H"]} | PREY, {0: "AC 2C 3C"})
    table.when(0, meld("AC 2C 3C"))
    return table


@cache
def capturing() -> Table:
    """Seat 0 may take 1 card of meld 2, seat 1's."""
    table = given({0: ["AS 2S 3S"]} | PREY, {0: "AS"})
    table.when(0, attack("AS", 1, 2))
    return table


@cache
def remnant() -> Table:
    """Seat 1 is asked in which order 7D and 8D are put down."""
    table = given({0: ["AS 2S 3S"]} | PREY, {0: "AS"})
    table.when(0, attack("AS", 1, 2))
    table.when(0, capture(1, 0))
    return table


def three_clubs(hand: str) -> Table:
    """Seat 0 holds only these three cards."""
    return given({0: ["AH 2H 3H 4H 5H", "6H 7H 8H 9H 10H", "AS 2S 3S 4S"]}, {0: hand})


@cache
def finished() -> Table:
    """Return a table where the game is over."""
    table = given({0: HEARTS[1:2]}, stock_size=0)
    table.end_turn()
    return table


Case = tuple[Callable[[], Table], int, Json, str]

ACTIVATE_HEART: list[Case] = [
    (finished, 1, activate_heart("JK", 99), "game_over"),
    (melding, 1, activate_heart("JK", 99), "no_such_meld"),
    (melding, 1, activate_heart("JK", 1), "wrong_phase"),
    (capturing, 1, activate_heart("JK", 1), "wrong_phase"),
    (hearts, 1, activate_heart("JK", 3), "not_your_turn"),
    (hearts, 0, activate_heart("JK", 5, position=9), "joker_undeclared"),
    (hearts, 0, activate_heart("9H", 5, position=9), "not_your_meld"),
    (hearts, 0, activate_heart("9H", 3, position=9), "wrong_suit"),
    (hearts, 0, activate_heart("9H", 2, position=9), "already_activated"),
    (hearts, 0, activate_heart("9H", 4, position=9), "card_not_in_hand"),
    (hearts, 0, activate_heart("JK=10H", 1), "card_not_in_hand"),
    (hearts, 0, activate_heart("10H", 4), "not_identical"),
    (hearts, 0, activate_heart("10H", 1, position=2), "not_identical"),
    (hearts, 0, activate_heart("10H", 1), "position_needed"),
    (hearts, 0, activate_heart("10H", 1, position=3), "must_keep_a_card"),
]

ACTIVATE_DIAMOND: list[Case] = [
    (finished, 1, activate_diamond("JK", 99, 99), "game_over"),
    (melding, 1, activate_diamond("JK", 99, 99), "no_such_meld"),
    (melding, 1, activate_diamond("JK", 1, 99), "wrong_phase"),
    (diamonds, 1, activate_diamond("JK", 3, 99), "not_your_turn"),
    (diamonds, 0, activate_diamond("JK", 5, 99, position=9), "joker_undeclared"),
    (diamonds, 0, activate_diamond("2D", 5, 99, position=9), "not_your_meld"),
    (diamonds, 0, activate_diamond("2D", 3, 99, position=9), "wrong_suit"),
    (diamonds, 0, activate_diamond("4D", 2, 99, position=9), "already_activated"),
    (diamonds, 0, activate_diamond("2D", 4, 99, position=9), "card_not_in_hand"),
    (diamonds, 0, activate_diamond("10D", 4, 99), "not_identical"),
    (diamonds, 0, activate_diamond("10D", 1, 99), "position_needed"),
    (diamonds, 0, activate_diamond("10D", 1, 99, position=1), "must_keep_a_card"),
    (diamonds, 0, activate_diamond("10D", 1, 0, position=1), "must_keep_a_card"),
]

ATTACK: list[Case] = [
    (finished, 1, attack("JK", 99, 99), "game_over"),
    (melding, 1, attack("JK", 1, 99), "no_such_meld"),
    (melding, 1, attack("JK", 99, 1), "no_such_meld"),
    (melding, 1, attack("JK", 1, 1), "wrong_phase"),
    (spades, 1, attack("JK", 3, 5), "not_your_turn"),
    (spades, 0, attack("JK", 5, 1, position=9), "joker_undeclared"),
    (spades, 0, attack("2S", 5, 1, position=9), "not_your_meld"),
    (spades, 0, attack("2S", 3, 1, position=9), "wrong_suit"),
    (spades, 0, attack("5S", 2, 1, position=9), "already_activated"),
    (spades, 0, attack("2S", 4, 1, position=9), "own_target"),
    (spades, 0, attack("2S", 4, 5, position=9), "card_not_in_hand"),
    (spades, 0, attack("10S", 4, 5), "not_identical"),
    (spades, 0, attack("10S", 1, 5), "position_needed"),
    (spades, 0, attack("10S", 1, 5, position=1), "must_keep_a_card"),
]

DEFEND: list[Case] = [
    (finished, 0, defend(("JK", 99)), "game_over"),
    (melding, 1, defend(("JK", 1), ("AC", 99)), "no_such_meld"),
    (melding, 1, defend(("JK", 1)), "wrong_phase"),
    (capturing, 1, defend(), "wrong_phase"),
    (clubs, 0, defend(("JK", 3)), "not_your_turn"),
    (clubs, 2, defend(("JK", 3)), "not_your_turn"),
    (clubs, 1, defend(("AC", 2), ("JK", 4)), "joker_undeclared"),
    (clubs, 1, defend(("7C", 3), ("9C", 2)), "not_your_meld"),
    (clubs, 1, defend(("7C", 4), ("9C", 4), ("6H", 3)), "wrong_suit"),
    (clubs, 1, defend(("7C", 4), ("9C", 4)), "already_activated"),
    (clubs, 1, defend(("9C", 4), ("7C", 5)), "card_not_in_hand"),
    (clubs, 1, defend(("AC", 5), ("AC", 6)), "card_not_in_hand"),
    (clubs, 1, defend(("JK=10C", 4)), "card_not_in_hand"),
    (clubs, 1, defend(("AC", 5), ("9C", 6)), "not_identical"),
    (clubs, 1, defend(("AC", 5, 2)), "not_identical"),
]

MELD: list[Case] = [
    (finished, 1, meld("JK"), "game_over"),
    (capturing, 1, meld("JK"), "wrong_phase"),
    (clubs, 0, meld("JK"), "wrong_phase"),
    (remnant, 1, meld("JK"), "wrong_phase"),
    (melding, 1, meld("JK"), "not_your_turn"),
    (hearts, 1, meld("JK"), "not_your_turn"),
    (melding, 0, meld("JK"), "joker_undeclared"),
    (hearts, 0, meld("9C 8D"), "bad_length"),
    (hearts, 0, meld("9C 8D 9C 8D 9C 8D"), "bad_length"),
    (hearts, 0, meld("9C 8D 9C"), "card_not_in_hand"),
    (lambda: three_clubs("AC 2C 3D"), 0, meld("AC AC 2C"), "card_not_in_hand"),
    (lambda: three_clubs("AC JK 3D"), 0, meld("AC JK=2C JK=3C"), "card_not_in_hand"),
    (lambda: three_clubs("AC 2C 4D"), 0, meld("AC 2C 4D"), "mixed_suits"),
    (lambda: three_clubs("AC 3C JK"), 0, meld("AC JK=2D 3C"), "mixed_suits"),
    (lambda: three_clubs("AC 2C 4C"), 0, meld("AC 2C 4C"), "no_pattern"),
    (lambda: three_clubs("AC 2C 3C"), 0, meld("AC 2C 3C"), "must_keep_a_card"),
]

EXTEND: list[Case] = [
    (finished, 1, extend(99), "game_over"),
    (capturing, 1, extend(99), "no_such_meld"),
    (capturing, 1, extend(1, "JK"), "wrong_phase"),
    (clubs, 0, extend(1, "JK"), "wrong_phase"),
    (melding, 1, extend(1, "JK"), "not_your_turn"),
    (spades, 0, extend(5, "JK", "AC AC AC"), "joker_undeclared"),
    (spades, 0, extend(5, "", "JK"), "joker_undeclared"),
    (spades, 0, extend(5), "not_your_meld"),
    (spades, 0, extend(4), "nothing_added"),
    (spades, 0, extend(4, "AC", "2D"), "bad_length"),
    (spades, 0, extend(4, "AC"), "card_not_in_hand"),
    (spades, 0, extend(4, "", "JK=10S"), "card_not_in_hand"),
    (spades, 0, extend(3, "10S"), "mixed_suits"),
    (spades, 0, extend(1, "10S"), "no_pattern"),
    (spades, 0, extend(4, "", "10S"), "must_keep_a_card"),
]

CAPTURE: list[Case] = [
    (finished, 1, capture(99, 0), "game_over"),
    (melding, 1, capture(99, 0), "wrong_phase"),
    (hearts, 0, capture(0, 0), "wrong_phase"),
    (clubs, 0, capture(0, 0), "wrong_phase"),
    (remnant, 0, capture(0, 0), "wrong_phase"),
    (capturing, 1, capture(99, 0), "not_your_turn"),
    (capturing, 0, capture(1, 1), "too_many"),
    (capturing, 0, capture(0, 2), "too_many"),
]

ORDER_REMNANT: list[Case] = [
    (finished, 1, order_remnant("front"), "game_over"),
    (capturing, 1, order_remnant("front"), "wrong_phase"),
    (melding, 1, order_remnant("front"), "wrong_phase"),
    (remnant, 0, order_remnant("front"), "not_your_turn"),
    (remnant, 2, order_remnant("back"), "not_your_turn"),
]

DISCARD: list[Case] = [
    (finished, 1, discard("AC"), "game_over"),
    (capturing, 0, discard("AC"), "wrong_phase"),
    (clubs, 2, discard("AC"), "wrong_phase"),
    (remnant, 1, discard("AC"), "wrong_phase"),
    (melding, 1, discard("JK"), "not_your_turn"),
    (hearts, 2, discard("JK"), "not_your_turn"),
    (melding, 0, discard("AC"), "card_not_in_hand"),
    (melding, 0, discard("JK"), "card_not_in_hand"),
]

ALL = [
    *ACTIVATE_HEART, *ACTIVATE_DIAMOND, *ATTACK, *DEFEND, *MELD, *EXTEND, *CAPTURE, *ORDER_REMNANT, *DISCARD,
]  # fmt: skip


@pytest.mark.parametrize(
    ("table", "seat", "move", "code"), ALL, ids=[f"{move['type']}-{code}" for _, _, move, code in ALL]
)
def test_the_first_code_that_applies(table: Callable[[], Table], seat: int, move: Json, code: str) -> None:
    assert table().refusal(seat, move) == code


def test_a_defence_needs_a_position_where_a_card_is_at_several() -> None:
    table = given({0: ["AS 2S 3S"], 1: ["10C 5C 10C", "AC 2C 3C"]}, {0: "3S", 1: "10C AC"})
    table.when(0, attack("3S", 1, 2))
    assert table.refusal(1, defend(("AC", 3), ("10C", 2))) == "position_needed"
    assert table.refusal(1, defend(("10C", 2, 2))) == "not_identical"
    assert table.when(1, defend(("10C", 2, 3)))[0]["net"] == 0


@pytest.mark.parametrize(
    ("from_discard", "code"), [(5, "too_many"), (4, "too_many"), (1, "must_take_all"), (0, "must_take_all")]
)
def test_too_many_and_too_few_from_the_discard_pile(from_discard: int, code: str) -> None:
    table = given({0: ["AD 2D 3D 4D"]}, {0: "4D"}, stock_size=2)
    assert table.see("discard_size") == 3
    assert table.refusal(0, activate_diamond("4D", 1, from_discard)) == code
    table.when(0, activate_diamond("4D", 1, 2))


def test_too_many_is_more_than_the_power_also_where_the_pile_has_more() -> None:
    table = given({0: ["AD 2D 3D 4D"]}, {0: "2D"})
    assert table.see("discard_size") == 3
    assert table.refusal(0, activate_diamond("2D", 1, 3)) == "too_many"


@pytest.mark.parametrize(
    ("row", "why"), [("AC 2C 4C", "You do not hold 4C."), ("AC 2C AC", "You do not hold AC that many times.")]
)
def test_a_card_that_is_not_held_is_told_from_one_that_is_held_less_often(row: str, why: str) -> None:
    with pytest.raises(Refused) as refused:
        decided(three_clubs("AC 2C 3D").state, 0, meld(row))
    assert refused.value.detail == why


def test_R30_R48_a_second_activation_is_refused_for_this_turn_or_for_this_attack_only() -> None:
    table = given({0: ["AS 2S 3S"], 1: ["AC 2C 3C"]}, {0: "AS 2S", 1: "AC 2C"})
    table.when(0, attack("AS", 1, 2))
    with pytest.raises(Refused) as in_the_attack:
        decided(table.state, 1, defend(("AC", 2), ("2C", 2)))
    assert in_the_attack.value.detail == "Meld 2 can be activated only once in an attack."
    table.when(1, defend(("AC", 2)))
    with pytest.raises(Refused) as in_the_turn:
        decided(table.state, 0, attack("2S", 1, 2))
    assert in_the_turn.value.detail == "Meld 1 has been activated in this turn."

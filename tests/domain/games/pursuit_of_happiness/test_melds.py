"""Melds: R13–R26, U5–U10, and the table of meld arithmetic row by row."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise, product

import pytest

from domain.game import Refused
from domain.games.pursuit_of_happiness.events import MeldLaid
from tests.domain.games.pursuit_of_happiness.table import (
    GAME,
    RANKS,
    activate_diamond,
    activate_heart,
    attack,
    bare,
    capture,
    cards,
    discard,
    extend,
    given,
    meld,
    order_remnant,
)


def laid(row: str) -> int | str:
    """Return the pattern number with which a row is laid, or the code with which it is refused."""
    table = given(hands={0: " ".join(bare(cards(row)))})
    try:
        (event,) = table.when(0, meld(row))
    except Refused:
        return table.refusal(0, meld(row))
    assert event == {"type": "meld_laid", "seat": 0, "meld": 1, "cards": cards(row), "pattern": event["pattern"]}
    pattern: int = event["pattern"]
    return pattern


def extended(row: str, front: str = "", back: str = "") -> str:
    """Return the row of a meld after an extension, or the code with which it is refused."""
    table = given({0: [row]}, {0: " ".join(bare(cards(f"{front} {back}")))})
    try:
        (event,) = table.when(0, extend(1, front, back))
    except Refused:
        return table.refusal(0, extend(1, front, back))
    assert event == {
        "type": "meld_extended", "seat": 0, "meld": 1, "front": cards(front), "back": cards(back),
        "cards": cards(f"{front} {row} {back}"),
    }  # fmt: skip
    return " ".join(event["cards"])


@pytest.mark.parametrize(
    ("row", "verdict"),
    [
        ("AC 2C 3C", 1),
        ("3C 2C AC", 9),
        ("AC 3C 2C", "no_pattern"),
        ("8D 9D 10D AD 2D", 1),
        ("4D 10D 6D", 6),
        ("10D 4D 8D 2D 6D", 4),
        ("10S 5S 10S", 5),
        ("3S 8S 3S 8S 3S", 5),
        ("3S 3S 3S", "no_pattern"),
        ("7H JK=7H 7H", "no_pattern"),
        ("AH 3H AH", "no_pattern"),
        ("2H 4H 6H 8H 10H", 2),
        ("9S 6S 3S 10S", 7),
        ("2H 5H 8D", "mixed_suits"),
        ("JK=4C 9C 4C", 5),
        ("JK=2S JK=9S JK=6S", 7),
        ("JK 5S 6S", "joker_undeclared"),
    ],
)
def test_the_table_of_rows(row: str, verdict: int | str) -> None:
    assert laid(row) == verdict


@pytest.mark.parametrize(
    ("row", "front", "back", "verdict"),
    [
        ("2H 4H 6H 8H 10H", "", "2H", "bad_length"),
        ("5H 6H 7H", "4H", "8H", "4H 5H 6H 7H 8H"),
        ("AS 3S 5S", "", "9S", "no_pattern"),
        ("5C 7C 9C", "3C AC", "", "no_pattern"),
        ("5C 7C 9C", "AC 3C", "", "AC 3C 5C 7C 9C"),
    ],
)
def test_the_table_of_extensions(row: str, front: str, back: str, verdict: str) -> None:
    assert extended(row, front, back) == verdict


def is_legal(ranks: Sequence[int]) -> bool:
    """Return whether cards of a suit form a pattern; an ace is 1, a ten 10."""
    steps = {(right - left) % 10 for left, right in pairwise(ranks)}
    return len(steps) == 1 and steps != {0}


def test_every_row_of_three_and_four_cards_is_judged_as_the_arithmetic_says() -> None:
    hand = [f"{rank}S" for rank in (*RANKS, "A", "A", "6", "6", "10")]
    table = given(hands={0: " ".join(hand)})
    for length in (3, 4):
        for ranks in product(range(1, 11), repeat=length):
            row = [RANKS[rank - 1] + "S" for rank in ranks]
            if Counter(row) <= Counter(hand) and (length == 3 or is_legal(ranks[:3])):
                move = {"type": "meld", "cards": row}
                if is_legal(ranks):
                    (event,) = GAME.decide(table.state, 0, GAME.parse(move), table.at, table.chance)
                    assert isinstance(event, MeldLaid)
                    assert event.pattern == (ranks[1] - ranks[0]) % 10
                else:
                    assert table.refusal(0, move) == "no_pattern"


@pytest.mark.parametrize(
    ("row", "verdict"),
    [
        ("AC 2C", "bad_length"), ("AC", "bad_length"), ("", "bad_length"),
        ("AC 2C 3C", 1), ("AC 2C 3C 4C", 1), ("AC 2C 3C 4C 5C", 1),
        ("AC 2C 3C 4C 5C 6C", "bad_length"), ("AC 2C 3D", "mixed_suits"),
    ],
)  # fmt: skip
def test_R13_three_to_five_cards_of_one_suit(row: str, verdict: int | str) -> None:
    assert laid(row) == verdict


def test_R14_the_difference_between_neighbours_is_the_pattern_number() -> None:
    assert laid("3D 5D 7D 9D") == 2
    assert laid("3D 5D 7D 8D") == "no_pattern"
    assert laid("3D 5D 8D 10D") == "no_pattern"
    assert laid("3D 4D 7D") == "no_pattern"


def test_R15_an_ace_counts_1() -> None:
    assert laid("AC 4C 7C") == 3
    assert laid("10C AC 2C") == 1
    assert laid("9C 10C AC") == 1
    assert laid("10C AC 3C") == "no_pattern"


def test_R16_a_joker_stands_for_any_card_that_its_player_declares() -> None:
    assert laid("4H JK=5H 6H") == 1
    assert laid("4H JK=6H 8H") == 2
    assert laid("4H JK=5S 6H") == "mixed_suits"
    assert laid("4H JK=7H 6H") == "no_pattern"
    assert laid("4H JK 6H") == "joker_undeclared"


def test_R17_sequences_go_around_the_corner() -> None:
    assert laid("6S 9S 2S") == 3
    assert laid("9D 10D AD 2D") == 1
    assert laid("8D 10D 2D 4D") == 2


def test_R18_minus_k_is_ten_minus_k_and_a_row_may_go_down() -> None:
    assert [laid(row) for row in ("5H 4H 3H", "9H 7H 5H", "10H 7H 4H", "2H 8H 4H")] == [9, 8, 7, 6]
    assert extended("5H 4H 3H", "6H", "2H") == "6H 5H 4H 3H 2H"


def test_R19_a_card_is_repeated_only_with_pattern_5() -> None:
    assert laid("6C AC 6C") == 5
    assert laid("6C AC 6C AC 6C") == 5
    assert laid("6C 6C 6C") == laid("6C 8C 6C") == "no_pattern"


def test_R20_a_meld_is_extended_at_either_end_to_five_cards() -> None:
    assert extended("3D 5D 7D", front="AD") == "AD 3D 5D 7D"
    assert extended("3D 5D 7D", back="9D") == "3D 5D 7D 9D"
    assert extended("3D 5D 7D", back="9D AD") == "3D 5D 7D 9D AD"
    assert extended("3D 5D 7D", front="2D") == extended("3D 5D 7D", back="8D") == "no_pattern"
    assert extended("3D 5D 7D", front="AC") == "mixed_suits"


def test_R21_the_cards_are_laid_from_the_hand_in_a_row() -> None:
    table = given(hands={0: "6S 9S 2S AC"})
    before = table.hand(0)
    table.when(0, meld("6S 9S 2S"))
    assert before - table.hand(0) == Counter(cards("6S 9S 2S"))
    assert table.see("melds") == [{"meld": 1, "seat": 0, "suit": "S", "cards": cards("6S 9S 2S"), "pattern": 3}]


def test_R22_melds_of_one_suit_are_kept_apart() -> None:
    table = given(hands={0: "AH 2H 3H 4H 5H 6H 7H"})
    table.when(0, meld("AH 2H 3H"))
    table.when(0, meld("4H 5H 6H"))
    assert (table.row(1), table.row(2)) == ("AH 2H 3H", "4H 5H 6H")
    table.when(0, extend(2, back="7H"))
    assert (table.row(1), table.row(2)) == ("AH 2H 3H", "4H 5H 6H 7H")


def test_R23_earlier_melds_are_only_extended_never_mixed_anew() -> None:
    assert extended("AS 3S 5S", front="9S") == "9S AS 3S 5S"
    assert laid("AS 5S 9S 3S") == 4
    assert extended("AS 3S 5S", back="9S") == "no_pattern"


def test_R24_no_extension_passes_the_limit_of_five() -> None:
    assert extended("AS 2S 3S", "9S 10S", "4S") == "bad_length"
    assert extended("AS 2S 3S 4S", "10S", "5S") == "bad_length"
    assert extended("AS 2S 3S 4S 5S", back="6S") == "bad_length"
    assert extended("AS 2S 3S", "9S 10S") == "9S 10S AS 2S 3S"


@pytest.mark.parametrize("suit", "CDHS")
def test_R25_each_suit_has_its_own_use(suit: str) -> None:
    uses = {"H": activate_heart(f"A{suit}", 1), "D": activate_diamond(f"A{suit}", 1), "S": attack(f"A{suit}", 1, 2)}
    for use, move in uses.items():
        table = given({0: [f"A{suit} 2{suit} 3{suit}"], 1: ["5H 6H 7H"]}, {0: f"A{suit}"})
        if use == suit:
            table.when(0, move)
            assert table.see("activated") == [1]
        else:
            assert table.refusal(0, move) == "wrong_suit"


def test_R26_only_hearts_do_anything_by_lying_there() -> None:
    table = given({0: ["AD 2D 3D", "AC 2C 3C", "AS 2S 3S"], 1: ["AH 2H 3H"], 2: ["5D 6D 7D"]})
    table.pass_turns(3)
    assert table.see("scores") == [0, 3, 0]
    assert table.past(4) == [
        {"type": "card_discarded", "seat": 2, "card": table.see("discard_top")[0]},
        {"type": "turn_started", "turn_number": 7, "seat": 0},
        {"type": "hearts_scored", "seat": 0, "points": 0, "total": 0},
        {"type": "cards_drawn", "seat": 0, "count": 3, "cards": table.past(1)[0]["cards"]},
    ]


def test_U5_0_is_no_pattern_number() -> None:
    assert laid("3S 3S 3S") == laid("JK=3S JK=3S JK=3S") == "no_pattern"


def test_U6_a_meld_lies_as_it_was_laid() -> None:
    table = given({0: ["5H 4H 3H", "6H 7H 8H"]}, {0: "2H JK"})
    table.when(0, extend(1, back="2H"))
    assert (table.row(1), table.row(2)) == ("5H 4H 3H 2H", "6H 7H 8H")
    for kind in ("turn_meld", "split", "join", "take_back"):
        assert table.refusal(0, {"type": kind, "meld": 1}) == "unknown_move_type"
    assert table.refusal(0, extend(1, back="6H 7H")) == "bad_length"
    assert table.refusal(0, extend(1, back="6H")) == "card_not_in_hand"
    table.pass_turns(3)
    assert (table.row(1), table.row(2)) == ("5H 4H 3H 2H", "6H 7H 8H")


def test_U7_one_extends_own_melds_by_any_number_also_one_laid_in_this_turn() -> None:
    table = given({1: ["5D 6D 7D"]}, {0: "4D AC 2C 3C 4C 10C"})
    assert table.refusal(0, extend(1, front="4D")) == "not_your_meld"
    table.when(0, meld("AC 2C 3C"))
    table.when(0, extend(2, "10C", "4C"))
    assert table.row(2) == "10C AC 2C 3C 4C"


def test_U8_a_joker_is_the_declared_card_for_everything_as_long_as_it_lies_there() -> None:
    melds = {0: ["4H JK=5H 6H", "AD JK=2D 3D", "AS 2S 3S"], 1: ["6D JK=7D JK=8D 9D"]}
    table = given(melds, {0: "5H 2D 7H AS"}, discards="AC 2C 3C")
    assert table.see("scores") == [3, 0, 0]
    assert table.see("discard_top", 0) == cards("AC 2C 3C")
    assert table.when(0, activate_heart("5H", 1))[0]["points"] == 3 * 2
    assert table.when(0, activate_diamond("2D", 2))[0]["power"] == 2
    table.when(0, attack("AS", 3, 4))
    table.when(0, capture(1, 0))
    assert table.row(4) == "JK=7D JK=8D 9D"
    table.when(0, extend(1, back="7H"))
    assert table.row(1) == "4H JK=5H 6H 7H"
    table.pass_turns(3)
    assert table.see("scores") == [3 + 6 + 4, 0, 0]


def test_another_joker_may_activate_the_place_of_a_joker() -> None:
    table = given({0: ["4H JK=5H 6H"]}, {0: "JK"})
    assert table.refusal(0, activate_heart("JK=7H", 1)) == "not_identical"
    assert table.when(0, activate_heart("JK=5H", 1))[0]["power"] == 2


def test_U9_any_number_of_jokers_also_for_a_card_that_is_elsewhere() -> None:
    assert laid("JK=2S JK=9S JK=6S JK=3S") == 7
    table = given(hands={0: "4H JK 6H", 1: "5H 5H 5H"})
    table.when(0, meld("4H JK=5H 6H"))
    assert table.row(1) == "4H JK=5H 6H"


def test_U10_a_joker_that_leaves_a_meld_or_was_played_is_any_card_again() -> None:
    table = given({0: ["AS 2S 3S 4S"], 1: ["JK=5H JK=6H 7H 8H"]}, {0: "JK AH 2H"}, open_discard=True)
    table.when(0, attack("JK=3S", 1, 2))
    assert table.see("temporary") == ["JK"]
    assert table.see("attack")["card"] == "JK=3S"
    before = table.hand(0)["JK"]
    assert table.when(0, capture(1, 1))[0]["cards"] == ["JK=5H", "8H"]
    assert table.hand(0)["JK"] == before + 1
    assert bare(table.when(1, order_remnant("front"))[0]["cards"]) == ["JK", "7H"]
    assert table.see("temporary") == ["JK", "JK", "7H"]
    table.when(0, meld("AH 2H JK=3H"))
    assert table.row(3) == "AH 2H JK=3H"
    table.when(0, discard("10S"))
    assert table.pile()[:4] == ["10S", "7H", "JK", "JK"]

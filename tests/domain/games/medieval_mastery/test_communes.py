"""Communes: R27–R30, U13, U22."""

from string import ascii_uppercase

import pytest

from tests.domain.games.medieval_mastery.table import RANKS, SUITS, VALUES, given
from tests.domain.scenario import only

A_TO_W = ascii_uppercase[: ascii_uppercase.index("W") + 1]


def judged(communes: str) -> str:
    """Return how it is answered that somebody who has no groups yet lays these communes from hand."""
    return given(hand=communes.replace("|", " ")).judged("", communes)


@pytest.mark.parametrize("suit", SUITS)
def test_R27_A_and_X_lead(suit: str) -> None:
    assert judged("A" + suit) == judged("X" + suit) == "accepted"


@pytest.mark.parametrize("rank", [rank for rank in RANKS if rank not in "AX"])
def test_R27_nobody_else_leads(rank: str) -> None:
    assert judged(f"{rank}T") == "no_leader"


def test_R27_the_first_card_is_the_leader() -> None:
    assert judged("BS AS") == "no_leader"
    assert judged("KT XT") == "no_leader"


def test_R28_after_A_come_the_letters_in_order_of_any_suits() -> None:
    assert judged("AS BC CT DP EW FS") == "accepted"
    assert judged("AS BS CS DS ES FS") == "accepted"
    assert judged("AS CS") == "not_alphabetic"
    assert judged("AS CS BS") == "not_alphabetic"
    assert judged("AS BC DC") == "not_alphabetic"


def test_R28_it_is_augmented_later_at_its_end_alone() -> None:
    table = given("", "AS BC", hand="CT DP BT")
    assert table.judged("", "AS BC CT DP") == "accepted"
    assert table.judged("", "AS BC DP") == "not_alphabetic"
    assert table.judged("", "AS BT BC") == "not_alphabetic"


def test_R28_alphabet_and_not_rank_is_the_order() -> None:
    assert judged("AS CS OS") == "not_alphabetic"
    assert judged("AS BS CS DS ES FS GS HS") == "accepted"


def test_R29_after_X_come_cards_of_its_suit_in_any_order() -> None:
    assert judged("XT ZT KT BT AT MT") == "accepted"
    assert judged("XT ZT KT BC") == "alien_suit"
    assert judged("XT KS QS") == "alien_suit"


def test_R29_a_religious_commune_is_worth_more() -> None:
    events = given(hand="XT KT ZT AS BS").build("", "XT KT ZT | AS BS")
    assert only(events, "layout_built")["points"] == 2 * (0 + 25 + 1) + 17 + 13


def test_R29_it_is_augmented_later() -> None:
    table = given("", "XT ZT", hand="KT", trick="ET DT LT")
    table.build("", "XT KT ZT ET LT DT")
    assert table.laid() == ([], [["XT", "KT", "ET", "DT", "LT", "ZT"]])


@pytest.mark.parametrize("commune", ["XS XC", "AS XC", "AS BS XS", "XS KS XT", "AC BC CC DC EC XC"])
def test_R30_an_X_is_added_to_no_group(commune: str) -> None:
    assert judged(commune) == "x_not_leader"


def test_R30_a_commune_that_A_leads_ends_at_W_at_the_latest() -> None:
    longest = " ".join(letter + SUITS[place % 4] for place, letter in enumerate(A_TO_W))
    assert len(A_TO_W) == 23
    table = given("", longest, hand="XP YS XW")
    assert table.laid() == ([], [longest.split()])
    assert table.judged("", f"{longest} XP") == "x_not_leader"
    assert table.judged("", f"{longest} YS") == "not_alphabetic"
    assert table.judged("", longest) == "accepted"


@pytest.mark.parametrize("gap", range(1, 5))
def test_U13_no_letter_is_left_out(gap: int) -> None:
    letters = [letter + "C" for letter in "ABCDEF"]
    assert judged(" ".join(letters)) == "accepted"
    assert judged(" ".join(letters[:gap] + letters[gap + 1 :])) == "not_alphabetic"


def test_U13_none_is_there_twice() -> None:
    assert judged("AS BS BC CS") == "not_alphabetic"
    assert judged("AS AC BS") == "not_alphabetic"


def test_U13_a_second_A_starts_a_second_commune() -> None:
    assert judged("AS BS | AC BC CC") == "accepted"


def test_U13_rulers_and_wanderers_are_letters_like_others() -> None:
    commune = " ".join(letter + "S" for letter in A_TO_W)
    assert set("KQJPFWVTN") < set(A_TO_W)
    table = given("", commune)
    assert table.view()["scores"][0] == sum(VALUES[letter] for letter in A_TO_W) == 316
    assert table.judged("", commune) == "accepted"


def test_U22_a_religious_commune_may_hold_all_others_of_its_suit() -> None:
    commune = " ".join(["XT", *(rank + "T" for rank in RANKS[:-1])])
    table = given("", commune)
    assert table.laid() == ([], [commune.split()])


def test_U22_nothing_is_doubled_twice() -> None:
    table = given("", "XT KT QT")
    assert table.view()["scores"] == [2 * (25 + 24), 0, 0]


def test_U22_it_loses_no_card() -> None:
    table = given("", "XT KT BT", hand="QC AC")
    assert table.judged("KT QC", "XT BT") == "converted_suit"
    assert table.judged("", "XT KT | AC BT") == "converted_suit"
    assert table.judged("", "XT KT") == "laid_card_missing"
    assert table.judged("", "XT KT", rejects="BT") == "reject_not_genuine"
    assert table.judged("", "KT BT", rejects="XT") == "no_leader"


def test_U22_nor_does_it_end() -> None:
    table = given("KS QC", "XT", hand="AC")
    assert table.judged("KS QC", rejects="XT") == "reject_not_genuine"
    assert table.judged("KS QC") == "laid_card_missing"
    assert table.judged("KS QC", "AC | XT") == "accepted"

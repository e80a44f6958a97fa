"""The examples of *The building move*, and the worked examples."""

import pytest

from tests.domain.games.medieval_mastery.table import RANKS, Table, dealt, given
from tests.domain.games.medieval_mastery.test_tricks import NEMESIS, won
from tests.domain.scenario import only


def with_an_X() -> Table:
    """Return the table of the examples."""
    return given("KS QC ES MC", hand="QS QP KP DW BP", trick="KT XC GT")


def without_one() -> Table:
    """Return the same table after another trick."""
    return given("KS QC ES MC", hand="QS QP KP DW BP", trick="KT YT GT")


def test_the_X_must_be_laid() -> None:
    assert with_an_X().judged("KS QC ES MC") == "x_must_be_laid"


def test_QC_and_MC_convert_QP_replaces_the_queen_and_BP_joins() -> None:
    table = with_an_X()
    event = only(table.build("KS QP ES BP", "XC QC MC"), "layout_built")
    assert event["laid_from_hand"] == ["QP", "BP"]
    assert event["laid_from_trick"] == ["XC"]
    assert event["points"] == 25 + 24 + 20 + 13 + 2 * (0 + 24 + 12)
    assert table.laid() == ([["KS", "QP", "ES", "BP"]], [["XC", "QC", "MC"]])


def test_the_marriage_becomes_royal() -> None:
    table = with_an_X()
    assert only(table.build("KS QS ES", "XC QC MC"), "layout_built")["points"] == 2 * (25 + 24 + 20 + 24 + 12)


def test_a_player_keeps_their_queens_and_the_family_breaks_up() -> None:
    table = with_an_X()
    event = only(table.build("", "XC QC MC", "KS ES"), "layout_built")
    assert event["rejects"] == ["KS", "ES"]
    assert set(event["under"]) == {"KS", "ES", "KT", "GT"}
    assert {"QS", "QP"} < table.hand(0)


def test_the_family_would_take_ES() -> None:
    assert with_an_X().judged("KS QP", "XC QC MC", "ES") == "reject_has_home"


def test_a_new_royal_marriage() -> None:
    assert without_one().judged("KS QS ES", "", "QC MC") == "accepted"


def test_the_queen_marries_again() -> None:
    assert without_one().judged("KS QS ES | KP QC MC") == "accepted"


def test_no_royal_marriage_no_conversion() -> None:
    assert without_one().judged("KS QP ES", "", "QC MC") == "reject_not_genuine"


def test_three_suits_and_the_highest_rank() -> None:
    assert won("QT", "QC", "KP") == ("KP", "rank")
    assert won("QT", "QC", "LP") == ("QC", "rank")


@pytest.mark.parametrize("suit", "SCTPW")
def test_nemeses(suit: str) -> None:
    other = "LC" if suit != "C" else "LT"
    for ruler, nemesis in NEMESIS.items():
        assert won(ruler + suit, nemesis + suit, other) == (nemesis + suit, "nemesis")


def test_ZC_beats_neither_QC_nor_KS() -> None:
    assert won("QC", "ZC", "LT") == ("QC", "rank")
    assert won("KS", "ZC", "LT") == ("KS", "rank")


def test_of_two_pairs_that_of_the_king() -> None:
    assert won("KC", "ZC", "QS", "NS") == ("ZC", "nemesis")
    assert won("NS", "QS", "ZC", "KC") == ("ZC", "nemesis")


def test_a_commune_of_23() -> None:
    letters = sorted(set(RANKS) - set("XYZ"))
    commune = " ".join(letter + "C" for letter in letters)
    assert len(letters) == 23
    assert given("", commune, hand="YS").judged("", f"{commune} YS") == "not_alphabetic"


def test_the_marriage_may_become_royal_and_cups_are_aliens() -> None:
    table = given("KS QC MC", hand="QS")
    assert table.judged("KS QS MC", rejects="QC") == "alien_suit"
    assert table.judged("KS QS", rejects="QC MC") == "accepted"


@pytest.mark.parametrize(("member", "partner"), [("JS", "PT"), ("PC", "JT")])
def test_a_member_may_be_married_off(member: str, partner: str) -> None:
    table = given(f"KS QC {member}", hand=partner)
    assert table.judged(f"KS QC | {member} {partner}") == "accepted"


def test_3125_is_a_good_aim() -> None:
    table = dealt({}, target_score=5**5)
    assert table.view()["options"]["target_score"] == 3125
    assert table.view()["options"]["max_deals"] == 50

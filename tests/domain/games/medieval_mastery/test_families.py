"""Families: R16–R26, U10–U12, U14, U15."""

from itertools import product

import pytest

from tests.domain.games.medieval_mastery.table import RANKS, SUITS, given
from tests.domain.scenario import only


def judged(families: str, communes: str = "") -> str:
    """Return how it is answered that somebody who has no groups yet lays these from hand."""
    return given(hand=f"{families} {communes}".replace("|", " ")).judged(families, communes)


def points(families: str) -> int:
    """Return the points of these groups, laid from hand."""
    events = given(hand=families.replace("|", " ")).build(families)
    seen: int = only(events, "layout_built")["points"]
    return seen


@pytest.mark.parametrize("cards", ["KS QC", "QC KS", "QS KS", "JC PT", "PW JS"])
def test_R16_a_group_is_a_family_or_a_commune_and_nothing_else(cards: str) -> None:
    assert judged(cards) == "accepted"
    assert judged("", cards) == "no_leader"


@pytest.mark.parametrize("cards", ["AS BC", "XT OT"])
def test_R16_a_commune_is_no_family(cards: str) -> None:
    assert judged("", cards) == "accepted"
    assert judged(cards) == "no_marriage"


def test_R16_they_alone_score() -> None:
    table = given(hand="KS KC KT", trick="KP QW JW")
    table.build()
    assert table.view()["scores"] == [0, 0, 0]


@pytest.mark.parametrize(("king", "queen"), [*product(SUITS, SUITS)])
def test_R17_a_king_marries_a_queen(king: str, queen: str) -> None:
    assert judged(f"K{king} Q{queen}") == judged(f"Q{queen} K{king}") == "accepted"


@pytest.mark.parametrize(
    "spouses",
    ["KS KC", "QS QC", "KS JC", "KS PC", "QS JC", "QS PC", "JS JC", "PS PC", "KS FC", "ES SC", "AS QC", "XS QS"],
)
def test_R17_nobody_else_marries(spouses: str) -> None:
    assert judged(spouses) == "no_marriage"


def test_R17_the_first_two_are_the_spouses() -> None:
    assert judged("ES KS QS") == "no_marriage"
    assert judged("KS ES QS") == "no_marriage"
    assert judged("KS QS ES") == "accepted"


@pytest.mark.parametrize("suit", SUITS)
def test_R18_a_royal_marriage_is_of_one_suit_and_worth_more(suit: str) -> None:
    other = "S" if suit != "S" else "C"
    assert points(f"K{suit} Q{suit} H{suit}") == 2 * (25 + 24 + 10)
    assert points(f"K{suit} Q{other} H{suit}") == 25 + 24 + 10


@pytest.mark.parametrize(("jack", "princess"), [*product(SUITS, SUITS)])
def test_R19_jack_and_princess_of_one_suit_may_not_marry(jack: str, princess: str) -> None:
    code = "incest" if jack == princess else "accepted"
    assert judged(f"J{jack} P{princess}") == judged(f"P{princess} J{jack}") == code


def test_R20_members_are_of_the_suits_of_the_spouses_in_any_order() -> None:
    assert judged("KS QC ZS EC AS MC") == "accepted"
    assert judged("KS QC MC ET") == "alien_suit"
    assert judged("KS QS MS EC") == "alien_suit"
    assert judged("JC PT YT ZC EC") == "accepted"
    assert judged("JC PT YS") == "alien_suit"


def test_R20_members_are_laid_later_too_and_count() -> None:
    table = given("KS QC", hand="ES MC", trick="RS GS DS")
    event = only(table.build("KS QC ES RS"), "layout_built")
    assert event["points"] == 25 + 24 + 20 + 11
    assert table.laid() == ([["KS", "QC", "ES", "RS"]], [])


@pytest.mark.parametrize("member", ["KC", "QS", "KS"])
def test_R21_one_king_and_one_queen_in_a_family(member: str) -> None:
    spouses = "KS QC" if member != "KS" else "KC QS"
    assert judged(f"{spouses} {member}") == "second_spouse"


@pytest.mark.parametrize("member", ["JT", "PC", "KC", "QT"])
def test_R22_a_junior_family_has_one_jack_and_one_princess_and_no_king_or_queen(member: str) -> None:
    assert judged(f"JC PT {member}") == "second_spouse"


def test_R22_a_married_couple_leaves_the_family_of_the_parents() -> None:
    table = given("KS QC JS PC")
    assert table.judged("KS QC | JS PC") == "accepted"
    assert table.judged("JS PC KS QC") == "second_spouse"


@pytest.mark.parametrize("family", ["KS QC XS", "KS QC XC", "JC PT XT", "KS QS ES XS"])
def test_R23_no_X_in_a_family(family: str) -> None:
    assert judged(family) == "x_not_leader"


def test_R24_a_new_partner_makes_a_marriage_royal() -> None:
    table = given("KS QC ES MC", hand="QS")
    event = only(table.build("KS QS ES", rejects="QC MC"), "layout_built")
    assert (event["rejects"], event["points"]) == (["QC", "MC"], 2 * (25 + 24 + 20))
    assert table.laid() == ([["KS", "QS", "ES"]], [])


def test_R24_a_new_partner_comes_from_the_trick_or_another_family_too() -> None:
    assert given("KS QC ES", trick="QS PS FS").judged("KS QS ES", rejects="QC") == "accepted"
    assert given("KS QC | KC QS").judged("KS QS | KC QC") == "accepted"


def test_R24_a_member_is_married_off() -> None:
    table = given("KS QC JS ES", hand="PT", trick="PC LC DC")
    assert table.judged("KS QC ES | JS PT") == "accepted"
    table.build("KS QC ES | JS PC")
    assert table.laid() == ([["KS", "QC", "ES"], ["JS", "PC"]], [])


def test_R25_a_member_whose_suit_has_no_spouse_now_must_leave() -> None:
    table = given("KS QC ES MC", hand="QS QT")
    assert table.judged("KS QS ES MC", rejects="QC") == "alien_suit"
    assert table.judged("KS QS ES QC", rejects="MC") == "second_spouse"
    assert table.judged("KS QS ES", rejects="QC MC") == "accepted"


def test_R26_it_goes_to_a_legal_place_in_another_group() -> None:
    table = given("KS QC MC BC CC | KT QP", "AT", hand="QS KC")
    assert table.judged("KS QS | KT QP", "AT BC CC", rejects="QC MC") == "accepted"
    assert table.judged("KS QS | KC QC MC | KT QP", "AT BC CC") == "accepted"


def test_R26_what_has_no_place_is_a_reject() -> None:
    table = given("KS QC MC BC", hand="QS", stock="EP ET ES")
    assert table.judged("KS QS") == "laid_card_missing"
    event = only(table.build("KS QS", rejects="QC MC BC"), "layout_built")
    assert set(event["rejects"]) == {"QC", "MC", "BC"}
    assert {"QC", "MC", "BC"} <= set(event["under"])


@pytest.mark.parametrize("smallest", [("KS QC", ""), ("JC PT", ""), ("", "AW"), ("", "XP")])
def test_U10_the_smallest_groups(smallest: tuple[str, str]) -> None:
    assert judged(*smallest) == "accepted"


def test_U10_one_spouse_is_no_family() -> None:
    assert [judged(one) for one in ("KS", "QS", "JS", "PS")] == ["no_marriage"] * 4


def test_U10_any_number_of_groups_and_families_may_share_suits() -> None:
    assert judged("KS QC | KC QS | JS PC | JC PS") == "accepted"
    assert judged("", "AS | AC | AT | AP | AW") == "accepted"
    assert judged("KS QC ES", "AS BS | AC BC") == "accepted"


@pytest.mark.parametrize("rank", [rank for rank in RANKS if rank not in "KQX"])
def test_U11_every_rank_but_K_Q_and_X_may_be_a_member(rank: str) -> None:
    assert judged(f"KS QC {rank}S {rank}C") == "accepted"
    assert judged(f"KT QT {rank}T") == "accepted"


def test_U11_jacks_and_princesses_are_members_in_any_number_and_of_one_suit() -> None:
    assert judged("KS QC JS JC PS PC") == "accepted"
    assert judged("KS QS JS PS") == "accepted"


@pytest.mark.parametrize("rank", [rank for rank in RANKS if rank not in "KQJPX"])
def test_U12_every_other_rank_may_be_a_member_of_a_junior_family(rank: str) -> None:
    assert judged(f"JS PC {rank}S {rank}C") == "accepted"


@pytest.mark.parametrize("third", ["JP", "PW", "JC", "PS"])
def test_U12_a_third_jack_or_princess_is_barred(third: str) -> None:
    spouses = {"JC": "JT PC", "PS": "JS PT", "JP": "JW PP", "PW": "JW PP"}[third]
    assert judged(f"{spouses} {third}") == "second_spouse"


def test_U14_laid_cards_are_moved_freely() -> None:
    table = given("KS QC ES BS | KC QS", "AT")
    assert table.judged("KS QC | KC QS ES", "AT BS") == "accepted"
    assert table.judged("KC QS BS ES | KS QC", "AT") == "accepted"
    assert table.judged("KC QC | KS QS BS ES", "AT") == "accepted"
    assert table.judged("KS QC ES BS | KC QS AT", "") == "alien_suit"


def test_U14_from_communes_too() -> None:
    table = given("KS QC", "AS BS CC")
    assert table.judged("KS QC AS BS CC") == "accepted"
    assert table.judged("KS QC CC", "AS BS") == "accepted"
    assert table.judged("KS QC BS", "AS CC") == "not_alphabetic"


def test_U14_a_whole_family_may_be_given_up_if_all_find_a_place() -> None:
    table = given("KS QC ES | JS PC MC", hand="QT KT")
    assert table.judged("KS QT ES JS | KT QC MC PC") == "accepted"
    assert table.judged("KS QC ES JS PC MC") == "accepted"


def test_U14_no_card_leaves_the_table() -> None:
    table = given("KS QC ES | JS PC MC")
    assert table.judged("KS QC ES | JS PC", rejects="MC") == "reject_not_genuine"
    assert table.judged("KS QC ES | JS PC") == "laid_card_missing"
    assert table.judged("KS QC ES", rejects="JS PC MC") == "reject_not_genuine"


def test_U15_a_royal_marriage_is_not_undone() -> None:
    table = given("KS QS ES", hand="QC KC")
    assert table.judged("KS QC ES | KC QS") == "royal_parted"
    assert table.judged("QS KC | QC KS ES") == "royal_parted"
    assert table.judged("KS QC ES", rejects="QS") == "royal_parted"
    assert table.judged("QS KS | KC QC") == "laid_card_missing"
    assert table.judged("QS KS ES | KC QC") == "accepted"


def test_U15_but_by_conversion() -> None:
    table = given("KS QS ES", hand="XS KC")
    assert table.judged("", "XS KS QS ES") == "accepted"
    assert table.judged("KC QS", "XS KS ES") == "converted_suit"


def test_U15_two_royal_marriages_may_be_made_of_two_others_but_not_the_other_way_round() -> None:
    assert given("KS QC | KC QS").judged("KS QS | KC QC") == "accepted"
    assert given("KS QS | KC QC").judged("KS QC | KC QS") == "royal_parted"

"""Rejects: R38, U16, U17."""

import pytest

from tests.domain.games.medieval_mastery.table import building, given
from tests.domain.scenario import only


@pytest.mark.parametrize(
    ("families", "communes"),
    [("KS QC ES", ""), ("KS QS ES", ""), ("JS PC YC", ""), ("", "AS BC CT"), ("", "XT ET KT"), ("KS QC", "AS BC")],
)
def test_R38_laid_cards_stay_on_the_table(families: str, communes: str) -> None:
    table = given(families, communes, hand="AP JT")
    last = f"{families} {communes}".split()[-1]
    fewer = building(families.removesuffix(f" {last}"), communes.removesuffix(f" {last}"))
    assert table.answer(0, fewer) == "laid_card_missing"
    assert table.answer(0, fewer | {"rejects": [last]}) == "reject_not_genuine"
    assert table.judged(families, communes) == "accepted"


def test_R38_nor_do_they_come_back_to_the_hand() -> None:
    table = given("KS QC ES MC", hand="QS")
    table.build("KS QS ES", rejects="QC MC")
    assert not {"KS", "QS", "ES", "QC", "MC"} & table.hand(0)


# U16 (a): the cause


def test_U16_a_spouse_is_converted() -> None:
    table = given("KS QC ES MC AS", hand="XC")
    assert table.judged("", "XC QC MC | AS", rejects="KS ES") == "accepted"


def test_U16_a_spouse_enters_a_new_royal_marriage() -> None:
    table = given("KS QC ES MC", hand="QS KC")
    assert table.judged("KS QS ES", rejects="QC MC") == "accepted"
    assert table.judged("KC QC MC", rejects="KS ES") == "accepted"


def test_U16_the_cards_of_both_families_of_the_new_couple_have_a_cause() -> None:
    table = given("KS QC MC | KT QS YT")
    assert table.judged("KS QS | KT QC MC YT") == "accepted"
    assert table.judged("KS QS", rejects="QC KT MC YT") == "reject_has_home"
    parted = given("KS QC MC | JS PT YT | KP QS EP", hand="QW")
    assert parted.judged("KS QS | JS PT YT | KP QW EP", rejects="QC MC") == "accepted"
    assert parted.judged("KS QS | JS PT YT | KP QC EP", rejects="MC") == "reject_has_home"


def test_U16_members_of_the_second_family_too() -> None:
    table = given("KS QC ES | KT QS YT", hand="KC")
    assert table.judged("KS QS ES | KC QC", rejects="KT YT") == "accepted"


def test_U16_a_couple_that_was_royal_before_is_no_cause() -> None:
    table = given("KS QS ES MS")
    assert table.judged("KS QS ES", rejects="MS") == "reject_not_genuine"


def test_U16_a_royal_marriage_of_others_is_no_cause() -> None:
    table = given("KS QC MC | KP QW EW", hand="QS KT QT QP")
    assert table.judged("KS QC | KP QW EW | KT QT", rejects="MC") == "reject_not_genuine"
    assert table.judged("KS QS | KP QW", rejects="QC MC EW") == "reject_not_genuine"


@pytest.mark.parametrize(
    ("families", "rejects"), [("KS QP ES", "QC MC"), ("KP QC MC", "KS ES"), ("KP QP", "KS QC ES MC")]
)
def test_U16_another_exchange_of_partners_is_no_cause(families: str, rejects: str) -> None:
    assert given("KS QC ES MC", hand="QP KP").judged(families, rejects=rejects) == "reject_not_genuine"


def test_U16_an_exchange_is_allowed_if_nobody_becomes_homeless() -> None:
    table = given("KS QC ES", hand="QP KT")
    assert table.judged("KS QP ES | KT QC") == "accepted"
    assert table.judged("KS QP ES", rejects="QC") == "reject_not_genuine"


def test_U16_marrying_off_is_no_cause() -> None:
    table = given("KS QC JS MC", hand="PT QT")
    assert table.judged("KS QC MC | JS PT") == "accepted"
    assert table.judged("KS QC | JS PT", rejects="MC") == "reject_not_genuine"


def test_U16_cards_after_a_converted_one_have_a_cause_those_before_it_have_none() -> None:
    table = given("", "AS BT CC DP", hand="XC")
    assert table.judged("", "XC CC | AS BT", rejects="DP") == "accepted"
    assert table.judged("", "XC CC | AS", rejects="BT DP") == "reject_not_genuine"
    assert table.judged("", "XC CC", rejects="AS BT DP") == "reject_not_genuine"


def test_U16_nor_has_the_converted_card_itself() -> None:
    table = given("", "AS BC CT", hand="XC")
    assert table.judged("", "XC | AS", rejects="BC CT") == "reject_not_genuine"
    assert table.judged("", "XC BC | AS", rejects="CT") == "accepted"


def test_U16_a_commune_without_a_converted_card_has_none() -> None:
    table = given("", "AS BC CT | AP BP", hand="XC")
    assert table.judged("", "XC BC | AS | AP", rejects="CT BP") == "reject_not_genuine"
    assert table.judged("", "XC BC | AS | AP BP", rejects="CT") == "reject_has_home"
    assert table.judged("", "XC BC | AS | AP BP CT") == "accepted"


def test_U16_the_cause_is_in_the_card_s_own_family() -> None:
    table = given("KS QT ET YS | KC QS", hand="XC")
    assert table.judged("KS QT YS", "XC KC", rejects="QS ET") == "reject_not_genuine"
    assert table.judged("KS QT ET YS", "XC KC", rejects="QS") == "accepted"


def test_U16_what_stands_in_a_religious_commune_already_is_not_converted_now() -> None:
    table = given("KS QT", "XC QC | AS BT", hand="XP")
    assert table.judged("KS QT", "XC QC | AS | XP", rejects="BT") == "reject_not_genuine"


def test_U16_an_X_that_lay_before_is_no_cause() -> None:
    table = given("KS QT ET", "XC QC")
    assert table.judged("KS QT", "XC QC", rejects="ET") == "reject_not_genuine"


def test_U16_an_X_is_never_a_reject() -> None:
    table = given("KS QC", "XT", hand="XC QS")
    assert table.judged("KS QS", "XC QC", rejects="XT") == "reject_not_genuine"


# U17: the home


def test_U17_a_family_of_the_new_layout() -> None:
    table = given("KS QC ES MC", hand="QS QP KP KC")
    assert table.judged("KS QS", rejects="QC ES MC") == "reject_has_home"
    assert table.judged("KS QS ES | KC QP", rejects="QC MC") == "reject_has_home"
    assert table.judged("KS QS ES | KC QP MC", rejects="QC") == "accepted"


def test_U17_a_junior_family_takes_no_ruler_of_these_four_ranks() -> None:
    table = given("KS QC JC MC | JP PC", hand="QS")
    assert table.judged("KS QS | JP PC MC", rejects="QC JC") == "accepted"
    assert table.judged("KS QS | JP PC", rejects="QC JC MC") == "reject_has_home"


def test_U17_a_family_takes_jacks_and_princesses_of_its_suits_but_no_king_or_queen() -> None:
    table = given("KS QC JC PC ES | KT QP", hand="QS KC QT")
    assert table.judged("KS QS ES | KC QT | KT QP", rejects="QC JC PC") == "reject_has_home"
    assert table.judged("KS QS ES | KC QT JC PC | KT QP", rejects="QC") == "accepted"


def test_U17_a_commune_whose_next_letter_it_is() -> None:
    table = given("KS QC MC DC", "AT BT CT", hand="QS DP EP")
    assert table.judged("KS QS", "AT BT CT", rejects="QC MC DC") == "reject_has_home"
    assert table.judged("KS QS", "AT BT CT DC", rejects="QC MC") == "accepted"
    assert table.judged("KS QS", "AT BT CT DP", rejects="QC MC DC") == "accepted"


def test_U17_a_letter_later_is_no_home() -> None:
    table = given("KS QC MC EC", "AT BT CT", hand="QS")
    assert table.judged("KS QS", "AT BT CT", rejects="QC MC EC") == "accepted"


def test_U17_the_religious_commune_of_its_suit() -> None:
    table = given("KS QC ES MC", hand="XC")
    assert table.judged("", "XC", rejects="KS ES QC MC") == "reject_has_home"
    assert table.judged("", "XC QC MC", rejects="KS ES") == "accepted"
    other = given("KS QC ES MC", "XT", hand="XC")
    assert other.judged("", "XT | XC QC MC", rejects="KS ES") == "accepted"


def test_U17_an_A_has_always_a_home() -> None:
    table = given("KS QC AC MC", hand="QS")
    assert table.judged("KS QS", rejects="QC AC MC") == "reject_has_home"
    assert table.judged("KS QS", "AC", rejects="QC MC") == "accepted"


def test_U17_a_king_and_a_queen_among_the_rejects_marry() -> None:
    table = given("KS QC ES | KT QS")
    assert table.judged("KS QS ES", rejects="QC KT") == "reject_has_home"
    assert table.judged("KS QS ES | KT QC") == "accepted"


def test_U17_also_of_one_suit() -> None:
    table = given("KS QC ES | KC QS")
    assert table.judged("KS QS ES", rejects="QC KC") == "reject_has_home"


def test_U17_a_jack_and_a_princess_of_two_suits_among_the_rejects_marry() -> None:
    table = given("KS QC JC PC MC", hand="QS")
    assert table.judged("KS QS", rejects="QC JC PC MC") == "accepted"
    siblings = given("KS QC JS | JC PS", hand="XC")
    assert siblings.judged("", "XC QC JC", rejects="KS JS PS") == "accepted"
    couple = given("KS QC JS ES | JC PT YT", hand="XC")
    assert couple.judged("", "XC QC JC", rejects="KS JS ES PT YT") == "reject_has_home"
    assert couple.judged("", "XC QC JC", rejects="PT KS JS ES YT") == "reject_has_home"
    assert couple.judged("JS PT ES YT", "XC QC JC", rejects="KS") == "accepted"


def test_U17_each_reject_is_judged_on_the_layout_as_stated() -> None:
    table = given("KS QC MC | KC QT", "AT BT", hand="QS CS")
    assert table.judged("KS QS | KC QT", "AT BT", rejects="QC MC") == "reject_has_home"


def test_U17_homes_that_need_cards_of_the_hand_or_the_trick_need_not_be_made() -> None:
    table = given("KS QC MC", hand="QS KC AC BC XC", trick="KP HP LP")
    assert table.judged("KS QS", rejects="QC MC") == "accepted"


def test_U17_nor_those_that_need_other_laid_cards_moved() -> None:
    table = given("KS QC MC CC | KP QT BT", "AT", hand="QS")
    assert table.judged("KS QS | KP QT BT", "AT", rejects="QC MC CC") == "accepted"
    assert table.judged("KS QS | KP QT", "AT BT", rejects="QC MC CC") == "reject_has_home"
    assert table.judged("KS QS | KP QT", "AT BT CC", rejects="QC MC") == "accepted"


def test_U17_two_rejects_for_one_letter() -> None:
    table = given("KS QC BC CC | KT QS BT", "AP", hand="QP")
    assert table.judged("KS QS | KT QP BT", "AP", rejects="QC BC CC") == "reject_has_home"
    assert table.judged("KS QS | KT QP BT", "AP BC", rejects="QC CC") == "reject_has_home"
    assert table.judged("KS QS | KT QP BT", "AP BC CC", rejects="QC") == "accepted"


def test_U17_rejects_leave_for_the_stock() -> None:
    table = given("KS QC ES MC", hand="XC")
    event = only(table.build("", "XC QC MC", rejects="ES KS"), "layout_built")
    assert event["rejects"] == ["KS", "ES"]
    assert {"KS", "ES"} < set(event["under"])

"""Xenocrats and conversion: R31–R36, U18–U21."""

import pytest

from tests.domain.games.medieval_mastery.table import dealt, given
from tests.domain.scenario import only


def test_R31_an_X_of_the_hand_is_laid_or_not() -> None:
    table = given("KS QC", hand="XC XP")
    assert table.judged("KS QC") == "accepted"
    assert table.judged("KS QC", "XP") == "accepted"
    assert table.judged("", "XC QC", rejects="KS") == "accepted"


def test_R32_an_X_of_the_trick_must_be_laid() -> None:
    table = given(hand="XC", trick="KT XP GT")
    assert table.judged() == "x_must_be_laid"
    assert table.judged("", "XC") == "x_must_be_laid"
    assert table.judged("", "XP") == "accepted"


def test_R32_it_must_lead() -> None:
    table = given("KS QC", "AC", trick="KT XC GT")
    assert table.judged("KS QC XC", "AC") == "x_not_leader"
    assert table.judged("KS QC", "AC XC") == "x_not_leader"


def test_R32_also_for_a_player_who_lays_nothing_else() -> None:
    event = only(given(trick="KT XP GT").build("", "XP"), "layout_built")
    assert (event["communes"], event["laid_from_trick"], event["points"]) == ([["XP"]], ["XP"], 0)


def test_R33_all_cards_of_its_suit_move_into_it() -> None:
    table = given("KS QC EC MS", "AC BS CC", hand="XC QS AS")
    assert table.judged("KS QC EC MS", "XC CC AC | AS BS") == "converted_suit"
    assert table.judged("KS QS MS", "XC QC EC | AC BS CC") == "converted_suit"
    assert table.judged("KS QS EC MS", "XC QC AC CC | AS BS") == "alien_suit"
    assert table.judged("KS QS MS", "XC QC EC CC AC | AS BS") == "accepted"


@pytest.mark.parametrize(("hand", "trick"), [("XC", ""), ("", "KT XC GT")])
def test_R33_at_once_wherever_it_came_from(hand: str, trick: str) -> None:
    table = given("KS QC EC", hand=hand, trick=trick)
    assert table.judged("KS QC EC", "XC") == "converted_suit"
    assert table.judged("", "XC QC", rejects="KS EC") == "reject_has_home"
    assert table.judged("", "XC QC", rejects="KS") == "laid_card_missing"
    assert table.judged("", "XC QC EC", rejects="KS") == "accepted"


def test_R34_no_other_group_holds_a_card_of_the_suit_from_then_on() -> None:
    table = given("", "XC MC", hand="KS QC AC AS BC")
    assert table.judged("KS QC", "XC MC") == "converted_suit"
    assert table.judged("", "XC MC | AC") == "converted_suit"
    assert table.judged("", "XC MC | AS BC") == "converted_suit"
    assert table.judged("", "XC MC QC AC BC | AS") == "accepted"


def test_R34_the_groups_of_others_are_another_matter() -> None:
    table = dealt({0: "KT XC MC EW", 1: "KW KS QC EC"})
    table.play("KT")
    table.others_follow()
    table.build("", "XC MC")
    table.play("EW KW")
    table.others_follow()
    assert table.judged("KS QC EC") == "accepted"


def test_R35_a_family_without_a_spouse_breaks_up() -> None:
    table = given("KS QC ES MC", hand="XC")
    assert table.judged("KS ES", "XC QC MC") == "no_marriage"
    event = only(table.build("", "XC QC MC", rejects="KS ES"), "layout_built")
    assert event["rejects"] == ["KS", "ES"]
    assert table.laid() == ([], [["XC", "QC", "MC"]])


def test_R35_a_junior_family_too() -> None:
    table = given("JC PT YT EC", hand="XT")
    assert table.judged("", "XT PT YT", rejects="JC EC") == "accepted"
    table = given("JC PT YT EC", hand="XC")
    assert table.judged("", "XC JC EC", rejects="PT YT") == "accepted"


def test_R35_but_not_if_it_gets_another() -> None:
    table = given("KS QC ES MC", hand="XC QP")
    assert table.judged("KS QP ES", "XC QC MC") == "accepted"
    assert table.judged("KS QP", "XC QC MC", rejects="ES") == "reject_has_home"
    junior = given("JC PT YT", hand="XC JP")
    assert junior.judged("JP PT YT", "XC JC") == "accepted"


def test_R36_a_commune_is_cut_where_it_lost_a_card() -> None:
    table = given("", "AS BC CT DP", hand="XC", stock="EP ET ES")
    assert table.judged("", "XC BC | AS CT DP") == "not_alphabetic"
    event = only(table.build("", "XC BC | AS", rejects="CT DP"), "layout_built")
    assert event["rejects"] == ["CT", "DP"]
    assert table.laid() == ([], [["XC", "BC"], ["AS"]])


def test_R36_all_of_it_if_it_lost_its_leader() -> None:
    table = given("", "AC BS CT", hand="XC")
    assert table.judged("", "XC AC | BS CT") == "no_leader"
    assert table.judged("", "XC AC", rejects="BS CT") == "accepted"


def test_R36_but_not_if_it_gets_another_card_of_the_rank() -> None:
    table = given("", "AS BC CT DP", hand="XC BP")
    assert table.judged("", "XC BC | AS BP CT DP") == "accepted"
    assert table.judged("", "XC BC | AS BP", rejects="CT DP") == "reject_has_home"


def test_R36_twice_in_one_commune() -> None:
    table = given("", "AS BC CT DC ES", hand="XC BP")
    assert table.judged("", "XC BC DC | AS BP CT", rejects="ES") == "accepted"
    assert table.judged("", "XC BC DC | AS", rejects="CT ES") == "accepted"


def test_U18_the_cards_of_a_broken_family_find_a_home_before_they_are_rejects() -> None:
    table = given("KS QC ES MC | JS PT", "AP BP", hand="XC")
    assert table.judged("JS PT", "XC QC MC | AP BP", rejects="KS ES") == "reject_has_home"
    assert table.judged("JS PT ES", "XC QC MC | AP BP", rejects="KS") == "accepted"


def test_U18_nor_are_those_of_a_cut_commune() -> None:
    table = given("KT QP", "AS BC CT DP ES", hand="XC")
    assert table.judged("KT QP", "XC BC | AS", rejects="CT DP ES") == "reject_has_home"
    assert table.judged("KT QP CT", "XC BC | AS", rejects="DP ES") == "reject_has_home"
    assert table.judged("KT QP CT DP", "XC BC | AS", rejects="ES") == "accepted"


@pytest.mark.parametrize(("hand", "trick"), [("XC QP", ""), ("XC", "QP YP GP"), ("QP", "KT XC GT")])
def test_U19_a_converted_spouse_is_replaced_from_hand_or_trick_or_not(hand: str, trick: str) -> None:
    table = given("KS QC ES", hand=hand, trick=trick)
    assert table.judged("KS QP ES", "XC QC") == "accepted"
    assert table.judged("", "XC QC", rejects="KS ES") == "accepted"


def test_U19_a_spouse_from_another_family_leaves_nobody_homeless() -> None:
    table = given("KS QC ES | KT QP", hand="XC QW")
    assert table.judged("KS QP ES", "XC QC", rejects="KT") == "reject_not_genuine"
    assert table.judged("KS QP ES | KT QW", "XC QC") == "accepted"


def test_U19_a_member_becomes_the_new_spouse() -> None:
    table = given("JC PT YT | KS QT PS JS", hand="XC")
    assert table.judged("JS PT YT | KS QT PS", "XC JC") == "accepted"


@pytest.mark.parametrize(
    ("families", "communes", "hand", "trick", "left"),
    [
        ("", "AS BC CT", "XC BP", "", ""),
        ("", "AS BC CT", "XC", "BP GP YP", ""),
        ("KT QP BP", "AS BC CT", "XC", "", "KT QP"),
    ],
)
def test_U19_a_converted_card_of_a_commune_is_replaced_from_hand_trick_or_another_group(
    families: str, communes: str, hand: str, trick: str, left: str
) -> None:
    table = given(families, communes, hand=hand, trick=trick)
    assert table.judged(left, "XC BC | AS BP CT") == "accepted"
    assert table.judged(families, "XC BC | AS", rejects="CT") == ("accepted" if not families else "reject_has_home")


def test_U19_its_leader_is_replaced_too() -> None:
    table = given("", "AC BS CT", hand="XC AP")
    assert table.judged("", "XC AC | AP BS CT") == "accepted"
    assert table.judged("", "XC AC", rejects="BS CT") == "accepted"


def test_U19_a_new_spouse_makes_a_legal_marriage_with_the_one_who_stays() -> None:
    table = given("JC PT YT", hand="XC JT KP QT")
    assert table.judged("JT PT YT", "XC JC") == "incest"
    assert table.judged("KP PT YT", "XC JC") == "no_marriage"
    assert table.judged("", "XC JC", rejects="PT YT") == "accepted"


def test_U19_members_of_a_suit_that_no_spouse_has_now_are_aliens() -> None:
    table = given("KS QC ES MS", hand="XS KP")
    assert table.judged("KP QC ES MS", "XS KS") == "alien_suit"
    assert table.judged("KP QC", "XS KS ES MS") == "accepted"


def test_U20_only_laid_cards_must_convert() -> None:
    table = given("KS QS ES", hand="XS LS", trick="RS GS DS")
    assert table.judged("", "XS KS QS ES") == "accepted"
    assert table.judged("", "XS KS QS ES LS RS") == "accepted"
    assert table.judged("", "XS KS QS", rejects="ES") == "reject_has_home"


def test_U20_a_royal_family_converts_whole() -> None:
    table = given("KS QS ES", hand="XS QP KP")
    assert table.judged("KS QP ES", "XS QS") == "converted_suit"
    assert table.judged("KS QS ES", "XS") == "converted_suit"
    assert table.judged("KP QP", "XS KS QS ES") == "accepted"


def test_U20_every_X_counts_that_the_player_has_laid_before_or_lays_now() -> None:
    table = given("KS QT", "XC MC", hand="XT QC")
    assert table.judged("KS QT", "XC MC | XT") == "converted_suit"
    assert table.judged("KS QC", "XC MC | XT QT") == "converted_suit"
    assert table.judged("", "XC MC QC | XT QT", rejects="KS") == "accepted"


def test_U20_with_other_changes_in_the_same_build() -> None:
    table = given("KS QC ES MC", hand="XC QS JP PT")
    assert table.judged("KS QS ES | JP PT", "XC QC MC") == "accepted"


def test_U20_the_groups_of_others_are_untouched() -> None:
    table = dealt({0: "KT KS QC EC MW", 1: "KW XC"})
    table.play("KT")
    table.others_follow()
    table.build("KS QC EC")
    table.play("MW KW")
    table.others_follow()
    table.build("", "XC")
    assert table.laid(0) == ([["KS", "QC", "EC"]], [])
    assert table.laid(1) == ([], [["XC"]])


def test_U21_each_X_of_a_trick_starts_its_commune_and_converts_its_suit() -> None:
    table = given("KS QC MS | JT PP", hand="EC", trick="KW XC XP")
    assert table.judged("KS QC MS", "XP PP", rejects="JT") == "x_must_be_laid"
    assert table.judged("KS QC MS | JT PP", "XC | XP") == "converted_suit"
    assert table.judged("KS QC MS", "XP PP | XC", rejects="JT") == "converted_suit"
    assert table.judged("", "XP PP | XC QC", rejects="KS MS JT") == "accepted"
    assert table.judged("", "XC QC EC | XP PP", rejects="KS MS JT") == "accepted"


def test_U21_the_X_that_the_winner_played_is_one_of_the_trick() -> None:
    table = given("KS QC", trick="XS XT XP")
    assert table.judged("KS QC", "XT | XP") == "x_must_be_laid"
    assert table.judged("KS QC", "XT | XP | XS") == "converted_suit"
    assert table.judged("", "XT | XP | XS KS", rejects="QC") == "accepted"

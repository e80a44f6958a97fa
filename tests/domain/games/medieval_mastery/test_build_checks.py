"""*The building move*: its fourteen checks, phrase by phrase."""

from typing import Any

import pytest

from tests.domain.games.medieval_mastery.table import Table, building, dealt, given
from tests.domain.scenario import Json


def table() -> Table:
    """Return a table with a layout in which everything can go wrong."""
    return given("KS QC MC CC | KT QT", "AS BS", hand="QS JC PC PT XP KW", trick="KP YC GC", stock="ZW")


LEGAL = building("KS QC MC CC | KT QT", "AS BS", under="YC KP GC")


def test_the_layout_as_it_is_may_be_stated_again() -> None:
    assert table().answer(0, LEGAL) == "accepted"
    assert table().judged("QC KS CC MC | QT KT", "AS BS") == "accepted"
    assert table().judged("QT KT | QC KS CC MC", "AS BS", rejects="") == "accepted"


# 1 and 2


@pytest.mark.parametrize(
    "fault",
    [
        {"families": None},
        {"families": {}},
        {"families": "KS QS"},
        {"families": ["KS", "QS"]},
        {"families": [["KS", 1]]},
        {"families": [["KS", None]]},
        {"families": [None]},
        {"communes": None},
        {"communes": [["AS", ["BS"]]]},
        {"communes": 0},
        {"rejects": None},
        {"rejects": "MC"},
        {"rejects": [["MC"]]},
        {"rejects": [True]},
        {"under": None},
        {"under": "MC"},
        {"under": [1]},
        {"points": 3},
        {"seat": 0},
    ],
)
def test_fields_and_types(fault: dict[str, Any]) -> None:
    assert table().answer(0, LEGAL | fault) == "malformed_move"


@pytest.mark.parametrize("missing", ["families", "communes"])
def test_a_field_that_is_missing(missing: str) -> None:
    assert table().answer(0, {name: LEGAL[name] for name in LEGAL if name != missing}) == "malformed_move"


@pytest.mark.parametrize("left_out", ["rejects", "under"])
def test_fields_that_may_be_left_out(left_out: str) -> None:
    move = LEGAL | {"rejects": []}
    assert table().answer(0, {name: move[name] for name in move if name != left_out}) == "accepted"


@pytest.mark.parametrize("code", ["", "K", "SK", "ks", "KSS", "1S", "KH", "10S", "JK", "K♠", "KS ", "K-1"])
@pytest.mark.parametrize("field", ["families", "communes", "rejects", "under"])
def test_no_such_card(field: str, code: str) -> None:
    cards: list[Any] = [code] if field in ("rejects", "under") else [["KS", code]]
    assert table().answer(0, LEGAL | {field: cards}) == "no_such_card"


# 3 to 6


@pytest.mark.parametrize(
    "twice",
    [
        building("KS QC MC CC MC | KT QT", "AS BS"),
        building("KS QC MC CC | KT QT", "AS BS | AS"),
        building("KS QC MC CC | KT QT", "AS BS AS"),
        building("KS QC MC CC | KT QT | KT QC", "AS BS"),
        building("KS QC MC CC BS | KT QT", "AS BS"),
        building("KS QC MC CC | KT QT", "AS BS", "MC"),
        building("KS QC CC | KT QT", "AS BS", "MC MC"),
    ],
)
def test_no_card_stands_twice(twice: Json) -> None:
    assert table().answer(0, twice) == "duplicate_card"


def test_in_under_a_card_may_stand_again_that_stands_in_rejects() -> None:
    split = given("KS QC MC", hand="QS", trick="RS GS DS")
    assert split.judged("KS QS", rejects="QC MC", under="QC MC RS GS DS") == "accepted"


@pytest.mark.parametrize("where", ["in another hand", "on top of the stock", "somewhere in the stock"])
def test_every_card_in_a_group_is_the_players_own_or_of_the_trick(where: str) -> None:
    made = table()
    hidden = {"in another hand": min(made.hand(1)), "on top of the stock": "ZW", "somewhere in the stock": "XS"}
    card = hidden[where]
    assert made.judged(f"KS QC MC CC | KT QT | KW QS {card}", "AS BS") == "card_not_available"
    assert made.judged("KS QC MC CC | KT QT", f"AS BS | {card}") == "card_not_available"
    assert made.judged("KS QC MC CC | KT QT", "AS BS", rejects=card) == "reject_not_laid"


def test_nor_are_the_laid_cards_of_others_the_players_own() -> None:
    made = dealt({0: "KT KS QC MW", 1: "KW QS"})
    made.play("KT")
    made.others_follow()
    made.build("KS QC")
    made.play("MW KW")
    made.others_follow()
    assert made.judged("KS QS") == "card_not_available"
    assert made.judged("", rejects="KS") == "reject_not_laid"


@pytest.mark.parametrize("rejected", ["QS", "XP", "YC", "KP", "ZW"])
def test_every_reject_is_an_old_card(rejected: str) -> None:
    assert table().judged("KS QC MC CC | KT QT", "AS BS", rejects=rejected) == "reject_not_laid"
    assert table().judged("KS QC CC | KT QT", "AS BS", rejects=f"MC {rejected}") == "reject_not_laid"


@pytest.mark.parametrize(
    ("families", "communes"),
    [("KS QC MC | KT QT", "AS BS"), ("KS QC MC CC", "AS BS"), ("KS QC MC CC | KT QT", "AS"), ("", "")],
)
def test_every_old_card_is_in_a_group_or_rejected(families: str, communes: str) -> None:
    assert table().judged(families, communes) == "laid_card_missing"


# 7: family by family


@pytest.mark.parametrize(
    ("families", "code"),
    [
        ("KS", "no_marriage"),
        ("KS JC", "no_marriage"),
        ("KS MC QC CC", "no_marriage"),
        ("XP QS", "no_marriage"),
        ("JC PC", "incest"),
        ("PC JC CC", "incest"),
        ("KW QS XP", "x_not_leader"),
        ("JC PT XP", "x_not_leader"),
        ("KW QS KP", "second_spouse"),
        ("KW QS KS", "second_spouse"),
        ("JC PT PC", "second_spouse"),
        ("JC PT KP", "second_spouse"),
        ("JC PT QS", "second_spouse"),
        ("KW QS JC", "alien_suit"),
        ("JC PT BS", "alien_suit"),
    ],
)
def test_a_family(families: str, code: str) -> None:
    named = families.split()
    old = [[card for card in group.split() if card not in named] for group in ("KS QC MC CC", "KT QT")]
    rest = [" ".join(group) for group in old if group]
    assert table().judged(" | ".join([families, *rest]), "AS" if "BS" in named else "AS BS") == code


def test_an_empty_family() -> None:
    move = LEGAL | {"families": [[], *LEGAL["families"]]}
    assert table().answer(0, move) == "no_marriage"


@pytest.mark.parametrize(
    ("families", "code"),
    [
        ("JC PC XP KW", "incest"),
        ("KW QS JC XP", "x_not_leader"),
        ("KW QS KP XP", "x_not_leader"),
        ("KW QS JC KP", "second_spouse"),
        ("KP QS KW JC", "second_spouse"),
    ],
)
def test_the_phrases_about_a_family_come_in_their_order(families: str, code: str) -> None:
    assert table().judged(f"KS QC MC CC | KT QT | {families}", "AS BS") == code


def test_the_first_family_with_a_fault_counts() -> None:
    old = "KS QC MC CC | KT QT"
    assert table().judged(f"KW QS PC | JC | {old}", "AS BS") == "alien_suit"
    assert table().judged(f"JC | KW QS PC | {old}", "AS BS") == "no_marriage"
    assert table().judged(f"KW QS XP | JC PC | {old}", "AS BS") == "x_not_leader"
    assert table().judged(f"JC PC | KW QS XP | {old}", "AS BS") == "incest"


# 8: commune by commune


@pytest.mark.parametrize(
    ("commune", "code"),
    [
        ("BS AS", "no_leader"),
        ("AS XP", "x_not_leader"),
        ("AS BS XP", "x_not_leader"),
        ("AS BS YC", "not_alphabetic"),
        ("AS BS KP", "not_alphabetic"),
        ("XP YC", "alien_suit"),
        ("XP KP YC", "alien_suit"),
    ],
)
def test_a_commune(commune: str, code: str) -> None:
    old = " ".join(card for card in ("AS", "BS") if card not in commune.split())
    communes = " | ".join(filter(None, [commune, old]))
    assert table().judged("KS QC MC CC | KT QT", communes) == code


def test_an_empty_commune() -> None:
    assert table().answer(0, LEGAL | {"communes": [["AS", "BS"], []]}) == "no_leader"


@pytest.mark.parametrize(
    ("communes", "code"),
    [
        ("BS AS XP", "no_leader"),
        ("AS YC BS XP", "x_not_leader"),
        ("AS YC BS | XP GC", "not_alphabetic"),
        ("XP GC | AS YC BS", "alien_suit"),
        ("XP GC | KW | AS BS", "alien_suit"),
        ("KW | XP GC | AS BS", "no_leader"),
    ],
)
def test_the_phrases_about_communes_and_the_first_with_a_fault(communes: str, code: str) -> None:
    assert table().judged("KS QC MC CC | KT QT", communes) == code


def test_an_X_after_an_X() -> None:
    two = given(hand="XP XC YC")
    assert two.judged("", "XP XC YC") == "x_not_leader"
    assert two.judged("", "XP YC XC") == "x_not_leader"


# 9 to 14


def test_every_X_of_the_trick_leads() -> None:
    two = given("KS QS", trick="KT XC XP", hand="XW")
    assert two.judged("KS QS") == "x_must_be_laid"
    assert two.judged("KS QS", "XC | XW") == "x_must_be_laid"
    assert two.judged("KS QS", "XC | XP") == "accepted"


def test_no_card_of_a_converted_suit_is_in_another_group() -> None:
    two = given("KS QC", "XP KP | AS", hand="BP XC")
    assert two.judged("KS QC", "XP KP | AS BP") == "converted_suit"
    assert two.judged("KS QC", "XP KP | XC | AS") == "converted_suit"
    assert two.judged("KS QC", "XP KP BP | AS") == "accepted"


def test_every_old_royal_couple_is_still_married() -> None:
    assert table().judged("KS QT MC | KT QC", "AS BS", rejects="CC") == "alien_suit"
    assert table().judged("KS QC MC CC | KW QT", "AS BS", rejects="KT") == "royal_parted"
    assert table().judged("KS QC MC CC | KW QT | KT QS", "AS BS") == "royal_parted"
    assert table().judged("KT QC MC CC | KS QT", "AS BS") == "royal_parted"


def test_a_converted_couple_is_parted_rightly() -> None:
    converted = given("KT QT YT", hand="XT KC")
    assert converted.judged("", "XT KT QT YT") == "accepted"
    assert converted.judged("KC QT", "XT KT YT") == "converted_suit"


def test_every_reject_has_a_cause_and_none_a_home() -> None:
    assert table().judged("KS QC MC | KT QT", "AS BS", rejects="CC") == "reject_not_genuine"
    assert table().judged("KS QS | KT QT", "AS BS", rejects="QC MC CC BS") == "duplicate_card"
    assert table().judged("KS QS | KT QT", "AS", rejects="QC MC CC BS") == "reject_not_genuine"
    assert table().judged("KS QS | KT QT", "AS BS", rejects="QC MC CC") == "reject_has_home"
    assert table().judged("KS QS | KT QT", "AS BS CC", rejects="QC MC") == "accepted"


@pytest.mark.parametrize(
    "under",
    ["", "YC KP", "YC KP GC GC", "YC KP GC QS", "YC KP QS", "YC KP GC MC", "YC KP GC ZW", "KS QC MC CC KT QT AS BS"],
)
def test_under_is_exactly_the_rejects_and_the_unused_cards(under: str) -> None:
    assert table().judged("KS QC MC CC | KT QT", "AS BS", under=under) == "bad_under"


def test_under_has_the_rejects_too_and_no_card_that_was_laid() -> None:
    made = table()
    layout = ("KS QS | KT QT", "AS BS CC", "QC MC")
    assert made.judged(*layout, under="YC KP GC") == "bad_under"
    assert made.judged(*layout, under="YC KP GC MC QC") == "accepted"
    assert made.judged("KS QC MC CC YC | KT QT", "AS BS", under="KP GC YC") == "bad_under"
    assert made.judged("KS QC MC CC YC | KT QT", "AS BS", under="KP GC") == "accepted"

"""What a seat is offered: all cards that it may play, or builds of every kind."""

from collections import Counter
from typing import Any

import pytest

from domain.game import Decision
from tests.domain.games.medieval_mastery.fourteen import CUPS, swords_laid
from tests.domain.games.medieval_mastery.table import GAME, Table, dealt, given
from tests.domain.playout import Dice, as_raw, playout
from tests.domain.scenario import Json


def choices(table: Table, seat: int) -> Decision:
    """Return what a seat may do, which must be something, and legal."""
    decision = table.choices(seat)
    assert decision is not None
    return decision


def cards(decision: Decision) -> set[str]:
    """Return the cards that a seat is offered to play."""
    return {card for move in decision.moves for card in move.cards()}


def builds(table: Table) -> list[Json]:
    """Return the builds that seat 0 is offered."""
    decision = choices(table, 0)
    assert decision.grade == "submitted"
    return [as_raw(move) for move in decision.moves]


def has_family(build: Json, *cards: str) -> bool:
    """Return whether a build has a family with these cards."""
    return any(set(cards) <= set(family) for family in build["families"])


def has_commune(build: Json, *cards: str) -> bool:
    """Return whether a build has a commune with these cards."""
    return any(set(cards) <= set(commune) for commune in build["communes"])


def passes(build: Json, table: Table) -> bool:
    """Return whether a build leaves the layout as it is."""
    families, communes = table.laid()
    return [sorted(map(sorted, build["families"])), sorted(map(sorted, build["communes"]))] == [
        sorted(map(sorted, families)),
        sorted(map(sorted, communes)),
    ]


def test_the_leader_may_play_any_card() -> None:
    table = dealt({0: "KS XS ZW"})
    decision = choices(table, 0)
    assert decision.grade == "enumerated"
    assert cards(decision) == table.hand(0)
    assert [table.choices(seat) for seat in (1, 2)] == [None, None]


def test_a_follower_may_play_what_follows_suit() -> None:
    table = dealt({0: "ES", 1: "KS XS QC", 2: "QT KC"})
    table.play("ES")
    assert cards(choices(table, 1)) == {"KS", "XS"}
    table.play("XS")
    assert cards(choices(table, 2)) == table.hand(2)


def test_nobody_but_the_winner_builds() -> None:
    table = given(hand="KS QS")
    assert [table.choices(seat) for seat in (1, 2)] == [None, None]


@pytest.mark.parametrize(("families", "communes"), [("", ""), ("KS QC ES", ""), ("", "AS BC | XP ZP"), ("JS PC", "AC")])
def test_a_pass_is_offered(families: str, communes: str) -> None:
    table = given(families, communes, hand="KW QW AT")
    assert any(passes(build, table) for build in builds(table))


def test_there_is_none_with_an_X_in_the_trick() -> None:
    table = given("KS QC ES", hand="AT", trick="KT XC GT")
    for build in builds(table):
        assert has_commune(build, "XC", "QC")


@pytest.mark.parametrize("marriage", ["KS QC", "KS QS", "JS PC"])
def test_a_marriage_is_offered(marriage: str) -> None:
    offered = builds(given(hand=marriage))
    assert any(has_family(build, *marriage.split()) for build in offered)


def test_siblings_are_never_married() -> None:
    assert not any(has_family(build, "JS", "PS") for build in builds(given(hand="JS PS")))


@pytest.mark.parametrize("leader", ["AC", "XC"])
def test_a_commune_is_offered(leader: str) -> None:
    assert any(has_commune(build, leader) for build in builds(given(hand=leader)))


def test_an_X_of_the_hand_is_laid_in_some_and_not_in_others() -> None:
    offered = builds(given("KS QC", hand="XC"))
    assert {has_commune(build, "XC") for build in offered} == {True, False}


@pytest.mark.parametrize(
    ("families", "communes", "card"),
    [("KS QC", "", "EC"), ("JS PC", "", "ES"), ("", "AS BS", "CT"), ("", "XT", "KT"), ("KT QT", "", "JT")],
)
def test_groups_are_augmented(families: str, communes: str, card: str) -> None:
    offered = builds(given(families, communes, hand=card))
    assert any(has_family(build, card) or has_commune(build, card) for build in offered)


def test_cards_of_the_trick_are_laid_too() -> None:
    offered = builds(given("KS QC", trick="ES MC GT"))
    assert any(has_family(build, "KS", "ES") for build in offered)
    assert any(has_family(build, "QC", "MC") for build in offered)


def test_a_royal_marriage_is_offered_to_those_who_are_married_otherwise() -> None:
    offered = builds(given("KS QC ES MC", hand="QS"))
    assert any(has_family(build, "KS", "QS") and build.get("rejects") for build in offered)


def test_also_with_a_partner_of_another_family() -> None:
    table = given("KS QC | KC QS MS")
    assert any(has_family(build, "KS", "QS") and has_family(build, "KC", "QC") for build in builds(table))


def test_partners_are_exchanged_and_members_moved() -> None:
    offered = builds(given("KS QC ES | KC QT MC"))
    assert any(has_family(build, "KS", "QT") and has_family(build, "KC", "QC") for build in offered)
    royal = builds(given("KS QC ES | KT QT", "AT"))
    assert any(has_family(build, "KS", "QC", "ES") for build in royal)


def test_a_converted_spouse_is_replaced_and_a_converted_letter() -> None:
    offered = builds(given("KS QC ES", "AS BC CS", hand="XC QP BP"))
    assert any(has_commune(build, "XC", "QC", "BC") and has_family(build, "KS", "QP", "ES") for build in offered)
    assert any(has_commune(build, "XC", "QC", "BC") and has_commune(build, "AS", "BP", "CS") for build in offered)
    assert any(has_commune(build, "XC") and build["rejects"] for build in offered)


def test_a_player_who_holds_nothing_that_fits_may_pass() -> None:
    table = dealt({0: "KT HT HS HC GS GC GT YS YC"}, "LS LC LT")
    table.play("KT")
    table.others_follow()
    assert len(builds(table)) >= 1


def test_nobody_may_do_anything_at_the_end() -> None:
    table = given(stall_limit=1)
    table.rest()
    assert [table.choices(seat) for seat in range(3)] == [None] * 3


def test_a_table_of_fourteen_is_offered_something_too() -> None:
    table = swords_laid()
    assert cards(choices(table, 0)) == table.hand(0)
    table.play(CUPS)
    offered = builds(table)
    assert all(has_commune(build, "XC") for build in offered)
    assert any(has_commune(build, "XC", "KC", "QC") for build in offered)


def kinds_of_build(event: Json) -> set[str]:
    """Return what there is in a layout that was built, in words."""
    royal = {"royal" if family[0][1] == family[1][1] else family[0][0] for family in event["families"]}
    leaders = {commune[0][0] for commune in event["communes"]}
    laid = {name for name in ("laid_from_hand", "laid_from_trick", "rejects") if event[name]}
    idle = set() if event["laid_from_hand"] or event["laid_from_trick"] else {"pass"}
    return royal | leaders | laid | idle


def test_random_players_reach_all_that_there_is() -> None:
    met: Counter[Any] = Counter()
    for seed in range(40):
        for step in playout(GAME, Dice(seed)):
            for event in map(as_raw, step.events):
                if event["type"] == "layout_built":
                    met.update(kinds_of_build(event))
                if event["type"] in ("deal_ended", "trick_won"):
                    met[event["why"]] += 1
    assert met.keys() >= {
        "royal", "K", "J", "A", "X", "laid_from_hand", "laid_from_trick", "rejects", "pass", "rank", "nemesis",
        "stall", "empty_hand",
    }  # fmt: skip

"""Every event has exactly the fields of the rulebook, and each viewer sees those that are for them."""

from functools import cache

import pytest

from domain.game import by_wire_name
from tests.domain.games.pursuit_of_happiness.table import (
    EVERYBODY,
    GAME,
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
)
from tests.domain.playout import as_raw

OPEN = {
    "game_started": "options",
    "deal_started": "deal dealer stock_size",
    "cards_dealt": "seat count",
    "cards_drawn": "seat count",
    "card_discarded": "seat card",
    "game_finished": "result",
    "stock_formed": "number size",
    "turn_started": "turn_number seat",
    "hearts_scored": "seat points total",
    "heart_activated": "seat card meld position power points total",
    "diamond_activated": "seat card meld position power from_discard",
    "attack_declared": "seat card meld position power defender target",
    "attack_answered": "seat cards total net",
    "cards_captured": "seat defender target front back cards left",
    "remnant_discarded": "seat meld cards",
    "meld_laid": "seat meld cards pattern",
    "meld_extended": "seat meld front back cards",
    "turn_lapsed": "seat",
    "defence_lapsed": "seat",
    "capture_lapsed": "seat",
    "remnant_lapsed": "seat",
}
SECRET = {"deal_started": "deck", "cards_dealt": "cards", "cards_drawn": "cards", "stock_formed": "order"}
FOR_THE_SEAT = {"cards_dealt", "cards_drawn"}


@cache
def whole_game() -> Table:
    """Return a finished game in which everything has happened."""
    melds = {0: ["AD 2D 3D", "AH 2H 3H", "AS 2S 3S", "3S 4S 5S"], 1: ["6H 7H 8H 9H 10H", "AC 2C 3C"]}
    table = given(melds, {0: "3D 2H 3S 4S AC 2C 3C 4C", 1: "AC"}, stock_size=1, times_through_deck=2)
    table.when(0, activate_diamond("3D", 1, 1))
    table.when(0, activate_heart("2H", 2))
    table.when(0, attack("3S", 3, 5))
    table.when(1, defend(("AC", 6)))
    table.when(0, capture(0, 1))
    table.when(0, attack("4S", 4, 5))
    table.lapse()
    table.lapse()
    table.lapse()
    table.when(0, meld("AC 2C 3C"))
    table.when(0, extend(7, back="4C"))
    table.lapse()
    while table.see("phase") != "finished":
        table.end_turn()
    return table


def test_the_events_of_the_game_are_those_of_the_rulebook() -> None:
    assert by_wire_name(GAME.Event).keys() == OPEN.keys()


def test_all_of_them_have_happened_here() -> None:
    assert {as_raw(event)["type"] for event in whole_game().log} == OPEN.keys()


@pytest.mark.parametrize("kind", OPEN)
def test_fields_and_who_sees_them(kind: str) -> None:
    table = whole_game()
    shared = {"type", "at", *OPEN[kind].split()}
    for event in table.log:
        whole = as_raw(event)
        if whole["type"] != kind:
            continue
        secret = {SECRET[kind]} if kind in SECRET else set()
        assert whole.keys() == shared | secret
        for viewer in EVERYBODY:
            seen = as_raw(GAME.seen(event, viewer, table.state))
            sees_all = kind in FOR_THE_SEAT and viewer == whole["seat"]
            assert seen == {name: whole[name] for name in shared | (secret if sees_all else set())}


def test_the_answers_to_an_attack_have_exactly_their_fields() -> None:
    for event in map(as_raw, whole_game().log):
        if event["type"] == "attack_answered":
            assert all(each.keys() == {"card", "meld", "position", "power"} for each in event["cards"])


def test_an_activation_that_draws_nothing_tells_of_no_draw() -> None:
    table = given({0: ["AD 2D 3D"]}, {0: "2D"})
    assert [event["type"] for event in table.when(0, activate_diamond("2D", 1, 2))] == ["diamond_activated"]


def test_hearts_scored_is_told_also_for_none() -> None:
    *_, scored, _ = given().end_turn()
    assert scored == {"type": "hearts_scored", "seat": 1, "points": 0, "total": 0}


def test_jokers_are_told_as_what_they_stand_for() -> None:
    table = given({0: ["AH JK=2H 3H", "AS 2S 3S"], 1: ["JK=6D 7D 8D"]}, {0: "JK JK AC"})
    (activated,) = table.when(0, activate_heart("JK=2H", 1))
    assert activated["card"] == "JK=2H"
    (declared,) = table.when(0, attack("JK=3S", 2, 3))
    assert declared["card"] == "JK=3S"
    captured, *_ = table.when(0, capture(1, 0))
    assert captured["cards"] == ["JK=6D"]
    _, discarded = table.lapse()
    assert discarded["cards"] == ["7D", "8D"]
    assert table.when(0, discard("JK"))[0]["card"] == "JK"

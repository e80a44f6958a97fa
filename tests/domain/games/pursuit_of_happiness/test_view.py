"""The table *What a seat sees*, row by row, for the owner, the other seats and spectators."""

from collections import Counter

import pytest

from tests.domain.games.pursuit_of_happiness.fights import STEPS, fight
from tests.domain.games.pursuit_of_happiness.table import (
    EVERYBODY,
    Table,
    activate_diamond,
    activate_heart,
    attack,
    capture,
    cards,
    defend,
    given,
    order_remnant,
)
from tests.domain.scenario import AT, Json

FIELDS = {
    "game", "phase", "dealer", "turn", "to_act", "turn_number", "deadline", "options", "stock_size", "stock_number",
    "times_through_deck", "final_turn", "hand", "hand_sizes", "melds", "temporary", "discard_size", "discard_top",
    "activated", "attack", "scores", "result",
}  # fmt: skip

everybody = pytest.mark.parametrize("viewer", EVERYBODY)


def attack_of(table: Table) -> Json:
    """Return the pending attack, which all see alike."""
    (shown,) = {str(table.see("attack", viewer)): table.see("attack", viewer) for viewer in EVERYBODY}.values()
    assert isinstance(shown, dict)
    return shown


@everybody
def test_a_new_table(viewer: int | None) -> None:
    view = given(turn=2).view(viewer)
    hand = view.pop("hand")
    assert hand is None if viewer is None else len(hand) == (15 if viewer == 2 else 12)
    assert view == {
        "game": "pursuit_of_happiness",
        "phase": "activation",
        "dealer": 1,
        "turn": 2,
        "to_act": [2],
        "turn_number": 1,
        "deadline": AT + 300_000,
        "options": {
            "players": 3, "dealer": 1, "times_through_deck": 1, "open_discard": False, "turn_limit_ms": 300_000,
            "response_limit_ms": 60_000,
        },
        "stock_size": 124 - 36 - 3,
        "stock_number": 1,
        "times_through_deck": 1,
        "final_turn": False,
        "hand_sizes": [12, 12, 15],
        "melds": [],
        "temporary": [],
        "discard_size": 0,
        "discard_top": [],
        "activated": [],
        "attack": None,
        "scores": [0, 0, 0],
        "result": None,
    }  # fmt: skip


@everybody
def test_every_view_has_the_same_fields_in_every_phase(viewer: int | None) -> None:
    table = fight()
    phases = []
    for seat, move in STEPS:
        assert table.view(viewer).keys() == FIELDS
        phases.append(table.see("phase"))
        table.when(seat, move)
    assert phases == ["defence", "capture", "remnant", "activation", "melding"]
    assert table.view(viewer).keys() == FIELDS


@everybody
def test_phase_turn_and_who_acts(viewer: int | None) -> None:
    table = fight()

    seen = []
    for seat, move in STEPS:
        seen.append([table.see(name, viewer) for name in ("phase", "turn", "to_act", "turn_number")])
        table.when(seat, move)
    assert seen == [
        ["defence", 0, [1], 7],
        ["capture", 0, [0], 7],
        ["remnant", 0, [1], 7],
        ["activation", 0, [0], 7],
        ["melding", 0, [0], 7],
    ]
    view = table.view(viewer)
    assert (view["phase"], view["turn"], view["to_act"], view["turn_number"]) == ("activation", 1, [1], 8)


@everybody
def test_hands_are_seen_by_their_owners_and_their_sizes_by_all(viewer: int | None) -> None:
    table = given(hands={0: "AC AC 2C", 1: "AD AD 2D", 2: "AH AH 2H"})
    own = {0: "AC AC 2C", 1: "AD AD 2D", 2: "AH AH 2H", None: ""}
    for seat, hand in own.items():
        view = table.view(viewer)
        if seat == viewer:
            assert Counter(cards(hand)) <= Counter(view["hand"] or [])
        elif seat is not None:
            assert not set(cards(hand)) & set(view["hand"] or [])
    assert (table.see("hand", viewer) is None) == (viewer is None)
    assert table.see("hand_sizes", viewer) == [15, 12, 12]


@everybody
def test_melds(viewer: int | None) -> None:
    table = given({0: ["5H 4H 3H"], 1: ["6S JK=9S 2S", "10C 5C 10C"]}, turn=1)
    assert table.see("melds", viewer) == [
        {"meld": 1, "seat": 1, "suit": "S", "cards": cards("6S JK=9S 2S"), "pattern": 3},
        {"meld": 2, "seat": 1, "suit": "C", "cards": cards("10C 5C 10C"), "pattern": 5},
        {"meld": 3, "seat": 0, "suit": "H", "cards": cards("5H 4H 3H"), "pattern": 9},
    ]


@everybody
def test_melds_by_id_and_the_two_cards_of_a_remnant(viewer: int | None) -> None:
    table = fight()
    table.when(1, defend())
    table.when(0, capture(3, 0))
    shown = table.see("melds", viewer)
    assert [each["meld"] for each in shown] == [1, 2, 3, 4, 5]
    assert shown[2] == {"meld": 3, "seat": 1, "suit": "H", "cards": ["9H", "10H"], "pattern": 1}
    table.when(1, order_remnant("front"))
    assert [each["meld"] for each in table.see("melds", viewer)] == [1, 2, 4, 5]


@everybody
def test_activation_cards_are_seen_by_all(viewer: int | None) -> None:
    table = fight()
    (declared,) = table.seen(1, viewer)
    assert declared == {
        "type": "attack_declared", "seat": 0, "card": "JK=4S", "meld": 2, "position": 4, "power": 4,
        "defender": 1, "target": 3,
    }  # fmt: skip
    table.when(1, defend(("AC", 4)))
    assert table.seen(1, viewer)[0]["cards"] == [{"card": "AC", "meld": 4, "position": 1, "power": 1}]


@everybody
def test_activated_melds_of_the_seat_on_turn(viewer: int | None) -> None:
    table = given({0: ["AH 2H 3H", "AD 2D 3D", "AS 2S 3S"], 1: ["6C 7C 8C"]}, {0: "AH AD AS", 1: "6C"})
    table.when(0, attack("AS", 3, 4))
    table.when(1, defend(("6C", 4)))
    assert table.see("activated", viewer) == [3]
    table.when(0, activate_heart("AH", 1))
    assert table.see("activated", viewer) == [1, 3]
    table.when(0, activate_diamond("AD", 2))
    assert table.see("activated", viewer) == [1, 2, 3]
    table.end_turn()
    assert table.see("activated", viewer) == []


def test_pending_attack() -> None:
    table = fight()
    pending = {"seat": 0, "card": "JK=4S", "meld": 2, "position": 4, "power": 4, "defender": 1, "target": 3}
    assert attack_of(table) == pending
    table.when(1, defend(("AC", 4)))
    assert attack_of(table) == pending | {"net": 3, "limit": 3}
    table.when(0, capture(0, 3))
    assert attack_of(table) == pending | {"net": 3, "limit": 3}
    table.when(1, order_remnant("front"))
    assert [table.see("attack", viewer) for viewer in EVERYBODY] == [None] * 4


@pytest.mark.parametrize("held", ["AC", "10D"])
def test_whether_a_defender_could_defend_is_seen_by_nobody_else(held: str) -> None:
    table = given({0: ["AS 2S 3S"], 1: ["6H 7H 8H", "AC 2C 3C"]}, {0: "AS", 1: held})
    table.when(0, attack("AS", 1, 2))
    shown = [table.view(viewer) | {"hand": None} for viewer in EVERYBODY]
    assert all(view["phase"] == "defence" for view in shown)
    assert shown == [shown[0] | {"discard_top": view["discard_top"]} for view in shown]


@everybody
def test_scores(viewer: int | None) -> None:
    table = given({0: ["AH 2H 3H"], 1: ["4H 5H 6H 7H"]}, {0: "2H"})
    table.when(0, activate_heart("2H", 1))
    assert table.see("scores", viewer) == [9, 0, 0]
    table.end_turn()
    assert table.see("scores", viewer) == [9, 4, 0]


def test_a_refused_move_is_seen_by_nobody() -> None:
    table = fight()
    before = [table.view(viewer) for viewer in EVERYBODY]
    assert table.refusal(0, capture(0, 0)) == "wrong_phase"
    assert [table.view(viewer) for viewer in EVERYBODY] == before


@everybody
def test_the_result(viewer: int | None) -> None:
    table = given({0: ["AH 2H 3H"]}, stock_size=0)
    assert table.see("result", viewer) is None
    table.end_turn()
    view = table.view(viewer)
    assert view["result"] == {"scores": [3, 0, 0], "winners": [0], "next_dealer": 0}
    assert (view["phase"], view["turn"], view["to_act"], view["deadline"]) == ("finished", None, [], None)
    assert table.state.options.dealer == view["dealer"] == 2

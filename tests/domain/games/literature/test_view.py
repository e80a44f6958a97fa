"""The table *What a seat sees*, row by row."""

import msgspec
import pytest

from domain.games.literature import LITERATURE
from tests.domain.games.literature.table import ask, ask_count, dealt, declare, given
from tests.domain.playout import as_raw
from tests.domain.scenario import seen, started, view, when

EVERYONE = (None, *range(6))
FIELDS = {
    "game", "phase", "dealer", "turn", "to_act", "deadline", "options", "result", "hand", "teams", "scores",
    "out_of_cards", "last_ask", "last_declaration", "sets", "moves_since_close", "must_declare",
}  # fmt: skip


@pytest.mark.parametrize("viewer", EVERYONE)
def test_a_new_table(viewer: int | None) -> None:
    shown = view(dealt(dealer=2), viewer)
    hand = shown.pop("hand")
    assert hand is None if viewer is None else len(hand) == 8
    assert shown == {
        "game": "literature",
        "phase": "playing",
        "dealer": 2,
        "turn": 2,
        "to_act": [2],
        "deadline": None,
        "options": as_raw(LITERATURE.options({"dealer": 2})),
        "result": None,
        "teams": [0, 1, 0, 1, 0, 1],
        "scores": [0, 0],
        "out_of_cards": [],
        "last_ask": None,
        "last_declaration": None,
        "sets": {
            f"{half}_{suit}": {"status": "open"}
            for suit in ("clubs", "diamonds", "hearts", "spades")
            for half in ("low", "high")
        },
        "moves_since_close": 0,
        "must_declare": False,
    }


@pytest.mark.parametrize("viewer", EVERYONE)
def test_a_hand_is_seen_by_its_owner_alone(viewer: int | None) -> None:
    state = given({0: "low_spades", 1: "low_hearts", 2: "low_clubs", 3: "low_diamonds"})
    hands = {0: "S", 1: "H", 2: "C", 3: "D"}
    shown = view(state, viewer)["hand"]
    own = [rank + hands[viewer] for rank in "345678" if viewer in hands] if viewer is not None else None
    assert shown == own


@pytest.mark.parametrize("viewer", EVERYONE)
def test_reported_counts_are_there_only_with_the_option(viewer: int | None) -> None:
    assert set(view(dealt(), viewer)) == FIELDS
    assert set(view(dealt(report_counts=True), viewer)) == FIELDS | {"reported_counts"}
    state, _ = when(dealt(report_counts=True), 0, ask_count(4))
    assert view(state, viewer)["reported_counts"] == [None, None, None, None, 8, None]


@pytest.mark.parametrize("viewer", EVERYONE)
def test_after_an_ask(viewer: int | None) -> None:
    state, _ = when(dealt(), 0, ask(3, "3C"))
    shown = view(state, viewer)
    assert shown["last_ask"] == {"seat": 0, "target": 3, "card": "3C", "answer": "not_held"}
    assert (shown["turn"], shown["to_act"], shown["moves_since_close"]) == (3, [3], 1)


@pytest.mark.parametrize("viewer", EVERYONE)
def test_a_closed_set_lies_open(viewer: int | None) -> None:
    state, _ = when(given({1: "3S 4S", 3: "5S 6S 7S", 0: "8S low_hearts"}, turn=1), 1, declare("low_spades", 3))
    said = dict.fromkeys(("3S", "4S", "5S", "6S", "7S", "8S"), 3)
    held = {"3S": 1, "4S": 1, "5S": 3, "6S": 3, "7S": 3, "8S": 0}
    shown = view(state, viewer)
    assert shown["sets"]["low_spades"] == {"status": "lost", "team": 1, "seat": 1, "said": said, "held": held}
    assert shown["sets"]["low_hearts"] == {"status": "open"}
    last = {"seat": 1, "set": "low_spades", "said": said, "outcome": "lost", "closed": True}
    assert shown["last_declaration"] == last
    assert shown["scores"] == [6, -1]


@pytest.mark.parametrize("viewer", EVERYONE)
def test_the_end(viewer: int | None) -> None:
    state, _ = when(given({3: "low_spades"}, turn=3), 3, declare("low_spades", 3))
    shown = view(state, viewer)
    assert (shown["phase"], shown["turn"], shown["to_act"], shown["must_declare"]) == ("finished", None, [], False)
    assert shown["result"] == {"scores": [7, 1], "winners": [0, 2, 4], "winning_team": 0}
    assert shown["out_of_cards"] == [0, 1, 2, 3, 4, 5]
    assert shown["hand"] == (None if viewer is None else [])


def test_the_order_in_which_a_declaration_was_written_is_not_seen() -> None:
    move = declare("low_spades", 0)
    backwards = move | {"holders": dict(reversed(move["holders"].items()))}
    views = [view(when(given({0: "low_spades"}), 0, said)[0], None) for said in (move, backwards)]
    assert msgspec.json.encode(views[0]) == msgspec.json.encode(views[1])


def test_only_its_owner_sees_a_dealt_hand_and_nobody_the_deck() -> None:
    state = dealt()
    events = started(LITERATURE)
    for viewer in EVERYONE:
        for event in events:
            told = seen(state, event, viewer)
            assert "deck" not in told
            assert ("cards" in told) == (told["type"] == "cards_dealt" and told["seat"] == viewer)

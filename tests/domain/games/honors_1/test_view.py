"""The table *What a seat sees*, row by row, for owner, others and spectators; and what events show."""

from typing import Any

import msgspec
import pytest

from domain.game import fold
from domain.games.honors_1 import HONORS_1
from domain.games.honors_1.state import State
from tests.domain.games.honors_1.table import AT, CHANCE, Decks, ask, cards, dealt, deck, given, started, when

EVERYONE = (None, 0, 1, 2, 3)


def shown(state: State, viewer: int | None) -> dict[str, Any]:
    """Return a view as it travels."""
    view: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(HONORS_1.view(state, viewer)))
    return view


@pytest.mark.parametrize("viewer", EVERYONE)
def test_a_new_table(viewer: int | None) -> None:
    order = deck({3: "A-123 B-123", 2: "C-123 D-123"}, dealer=2)
    view = shown(dealt(order, dealer=2), viewer)
    hand = view.pop("hand")
    assert hand is None if viewer is None else len(hand) == 6
    assert view == {
        "phase": "ask",
        "dealer": 2,
        "turn": 3,
        "to_act": [3],
        "deadline": None,
        "options": msgspec.to_builtins(HONORS_1.options({"dealer": 2})),
        "result": None,
        "deal": 1,
        "deal_scores": [],
        "totals": [0, 0, 0, 0],
        "out": None,
        "hand_sizes": [6, 6, 6, 6],
        "stock_size": 24,
        "books": [[], [], [], []],
        "misses": 0,
    }


@pytest.mark.parametrize("viewer", EVERYONE)
def test_a_hand_is_seen_by_its_owner_alone(viewer: int | None) -> None:
    hands = {0: "A-12", 1: "A-34 B-1", 2: "B-234", 3: "C-12"}
    view = shown(given(hands, "C-34"), viewer)
    assert view["hand"] == (None if viewer is None else [*cards(hands[viewer])])
    assert (view["hand_sizes"], view["stock_size"]) == ([2, 3, 3, 2], 2)


@pytest.mark.parametrize("viewer", EVERYONE)
def test_books_are_seen_by_seat_in_the_order_laid(viewer: int | None) -> None:
    state = given({0: "B-123 A-123", 1: "A-4 B-4 C-1", 2: "C-2", 3: "C-34"})
    assert shown(state, viewer)["books"] == [[], [], [], [*"DEFGHIJKL"]]
    state, _ = when(state, 0, ask(1, "B-4"))
    state, _ = when(state, 0, ask(1, "A-4"))
    view = shown(state, viewer)
    assert (view["books"], view["out"], view["turn"]) == ([["B", "A"], [], [], [*"DEFGHIJKL"]], 0, 1)


@pytest.mark.parametrize("viewer", EVERYONE)
def test_the_count_of_misses(viewer: int | None) -> None:
    state, _ = when(given({0: "A-1", 1: "A-2", 2: "A-3", 3: "A-4"}, misses=3), 0, ask(1, "A-4"))
    assert shown(state, viewer)["misses"] == 4


@pytest.mark.parametrize("viewer", EVERYONE)
def test_a_next_deal(viewer: int | None) -> None:
    chance = Decks(deck({}, dealer=1))
    state, _ = when(given({0: "A-123", 1: "A-4", 2: "", 3: ""}, target_score=100), 0, ask(1, "A-4"), chance)
    view = shown(state, viewer)
    assert (view["deal_scores"], view["totals"], view["result"]) == ([[10, 5, 0, 55]], [10, 5, 0, 55], None)
    assert (view["deal"], view["dealer"], view["turn"], view["phase"]) == (2, 1, 2, "ask")
    assert (view["hand_sizes"], view["stock_size"], view["books"]) == ([6] * 4, 24, [[]] * 4)
    assert (view["out"], view["misses"]) == (None, 0)


@pytest.mark.parametrize("viewer", EVERYONE)
def test_the_end_leaves_everything_as_it_lay(viewer: int | None) -> None:
    hands = {0: "A-1", 1: "A-2 B-12", 2: "A-3", 3: "A-4 B-34"}
    state, _ = when(given(hands, misses=19, stall_rounds=5, max_deals=1), 0, ask(1, "A-3"))
    view = shown(state, viewer)
    assert (view["phase"], view["turn"], view["to_act"], view["deal"]) == ("finished", None, [], 1)
    assert view["result"] == {"totals": [0, 0, 0, 50], "winners": [3]}
    assert (view["deal_scores"], view["totals"]) == ([[0, 0, 0, 50]], [0, 0, 0, 50])
    assert view["hand"] == (None if viewer is None else [*cards(hands[viewer])])
    assert (view["hand_sizes"], view["misses"], view["books"][3]) == ([1, 3, 1, 3], 20, [*"CDEFGHIJKL"])


def test_only_its_owner_sees_a_dealt_or_drawn_card_and_nobody_the_deck() -> None:
    state = given({0: "A-1 B-12", 1: "A-2 B-3", 2: "A-4 B-4"}, "A-3 C-1234")
    events = [*started(), *HONORS_1.decide(state, 0, HONORS_1.parse(ask(1, "A-4")), AT, CHANCE)]
    for viewer in EVERYONE:
        for event in events:
            told = msgspec.to_builtins(HONORS_1.seen(event, viewer, fold(HONORS_1, started())))
            assert "deck" not in told
            secret = told["type"] in {"cards_dealt", "cards_drawn"}
            assert ("cards" in told) == (secret and told["seat"] == viewer)
            assert not secret or told["count"] in {1, 6}

"""The table *What a seat sees*, row by row, for owner, others and spectators; and what events show."""

import msgspec
import pytest

from domain.games.honors_1 import HONORS_1
from tests.domain.chance import Decks
from tests.domain.games.honors.table import cards
from tests.domain.games.honors_1.table import ask, dealt, deck, given
from tests.domain.scenario import decided, seen, started, view, when

EVERYONE = (None, 0, 1, 2, 3)


@pytest.mark.parametrize("viewer", EVERYONE)
def test_a_new_table(viewer: int | None) -> None:
    order = deck({3: "A-123 B-123", 2: "C-123 D-123"}, dealer=2)
    shown = view(dealt(order, dealer=2), viewer)
    hand = shown.pop("hand")
    assert hand is None if viewer is None else len(hand) == 6
    assert shown == {
        "game": "honors_1",
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
    shown = view(given(hands, "C-34"), viewer)
    assert shown["hand"] == (None if viewer is None else [*cards(hands[viewer])])
    assert (shown["hand_sizes"], shown["stock_size"]) == ([2, 3, 3, 2], 2)


@pytest.mark.parametrize("viewer", EVERYONE)
def test_books_are_seen_by_seat_in_the_order_laid(viewer: int | None) -> None:
    state = given({0: "B-123 A-123", 1: "A-4 B-4 C-1", 2: "C-2", 3: "C-34"})
    assert view(state, viewer)["books"] == [[], [], [], [*"DEFGHIJKL"]]
    state, _ = when(state, 0, ask(1, "B-4"))
    state, _ = when(state, 0, ask(1, "A-4"))
    shown = view(state, viewer)
    assert (shown["books"], shown["out"], shown["turn"]) == ([["B", "A"], [], [], [*"DEFGHIJKL"]], 0, 1)


@pytest.mark.parametrize("viewer", EVERYONE)
def test_the_count_of_misses(viewer: int | None) -> None:
    state, _ = when(given({0: "A-1", 1: "A-2", 2: "A-3", 3: "A-4"}, misses=3), 0, ask(1, "A-4"))
    assert view(state, viewer)["misses"] == 4


@pytest.mark.parametrize("viewer", EVERYONE)
def test_a_next_deal(viewer: int | None) -> None:
    chance = Decks(deck({}, dealer=1))
    state, _ = when(given({0: "A-123", 1: "A-4", 2: "", 3: ""}, target_score=100), 0, ask(1, "A-4"), chance=chance)
    shown = view(state, viewer)
    assert (shown["deal_scores"], shown["totals"], shown["result"]) == ([[10, 5, 0, 55]], [10, 5, 0, 55], None)
    assert (shown["deal"], shown["dealer"], shown["turn"], shown["phase"]) == (2, 1, 2, "ask")
    assert (shown["hand_sizes"], shown["stock_size"], shown["books"]) == ([6] * 4, 24, [[]] * 4)
    assert (shown["out"], shown["misses"]) == (None, 0)


@pytest.mark.parametrize("viewer", EVERYONE)
def test_the_end_leaves_everything_as_it_lay(viewer: int | None) -> None:
    hands = {0: "A-1", 1: "A-2 B-12", 2: "A-3", 3: "A-4 B-34"}
    state, _ = when(given(hands, misses=19, stall_rounds=5, max_deals=1), 0, ask(1, "A-3"))
    shown = view(state, viewer)
    assert (shown["phase"], shown["turn"], shown["to_act"], shown["deal"]) == ("finished", None, [], 1)
    assert shown["result"] == {"totals": [0, 0, 0, 50], "winners": [3]}
    assert (shown["deal_scores"], shown["totals"]) == ([[0, 0, 0, 50]], [0, 0, 0, 50])
    assert shown["hand"] == (None if viewer is None else [*cards(hands[viewer])])
    assert (shown["hand_sizes"], shown["misses"], shown["books"][3]) == ([1, 3, 1, 3], 20, [*"CDEFGHIJKL"])


def test_only_its_owner_sees_a_dealt_or_drawn_card_and_nobody_the_deck() -> None:
    state = given({0: "A-1 B-12", 1: "A-2 B-3", 2: "A-4 B-4"}, "A-3 C-1234")
    _, drawn = decided(state, 0, ask(1, "A-4"))
    for viewer in EVERYONE:
        for event in (*started(HONORS_1), *drawn):
            told = seen(dealt(), event, viewer)
            assert "deck" not in told
            secret = told["type"] in {"cards_dealt", "cards_drawn"}
            assert ("cards" in told) == (secret and told["seat"] == viewer)
            assert not secret or told["count"] in {1, 6}

"""The table *What a seat sees*, row by row, for owner, others and spectators."""

from typing import Any

import msgspec
import pytest

from domain.games.honors_3 import HONORS_3
from tests.domain.games.honors.table import cards
from tests.domain.games.honors_3.table import HANDS, accept, call_off, dealt, deck, given, offer
from tests.domain.scenario import AT, after, view, when

EVERYONE = (None, 0, 1, 2, 3)


@pytest.mark.parametrize("viewer", EVERYONE)
def test_a_new_table(viewer: int | None) -> None:
    shown = view(dealt(deck({0: "K-1234"}, dealer=2), dealer=2), viewer)
    hand = shown.pop("hand")
    assert hand is None if viewer is None else len(hand) == (8 if viewer == 0 else 12)
    assert shown == {
        "game": "honors_3",
        "phase": "opening",
        "dealer": 2,
        "turn": 3,
        "to_act": [3],
        "deadline": AT + 30_000,
        "options": msgspec.to_builtins(HONORS_3.options({"dealer": 2})),
        "result": None,
        "deal": 1,
        "deal_scores": [],
        "totals": [0, 0, 0, 0],
        "out": None,
        "hand_sizes": [8, 12, 12, 12],
        "books": [["K"], [], [], []],
        "offers": [],
        "calls": [],
        "stall_at": None,
        "ends_at": None,
    }


@pytest.mark.parametrize("viewer", EVERYONE)
def test_trading(viewer: int | None) -> None:
    shown = view(given(), viewer)
    assert shown["hand"] == (None if viewer is None else [*cards(HANDS[viewer])])
    assert (shown["phase"], shown["turn"], shown["to_act"]) == ("trading", None, [0, 1, 2, 3])
    assert (shown["deadline"], shown["stall_at"], shown["ends_at"]) == (AT + 120_000, AT + 120_000, AT + 900_000)
    assert (shown["hand_sizes"], shown["books"]) == ([4, 4, 8, 12], [["A", "B"], ["C", "D"], ["E"], []])


@pytest.mark.parametrize("viewer", EVERYONE)
def test_open_offers_by_number_their_cards_for_the_owner_alone(viewer: int | None) -> None:
    state, _ = when(after(given(), (2, offer("G-3 H-2"))), 1, offer("I-1"), at=AT + 5)
    first: dict[str, Any] = {"offer": 1, "seat": 2, "count": 2, "expires_at": AT + 60_000}
    second: dict[str, Any] = {"offer": 2, "seat": 1, "count": 1, "expires_at": AT + 60_005}
    if viewer == 2:
        first["cards"] = ["G-3", "H-2"]
    if viewer == 1:
        second["cards"] = ["I-1"]
    assert view(state, viewer)["offers"] == [first, second]


@pytest.mark.parametrize("viewer", EVERYONE)
def test_an_offer_that_does_not_expire(viewer: int | None) -> None:
    (made,) = view(after(given(offer_ms=None), (2, offer("L-1"))), viewer)["offers"]
    assert made["expires_at"] is None


@pytest.mark.parametrize("viewer", EVERYONE)
def test_calls_to_end(viewer: int | None) -> None:
    assert view(after(given(), (3, call_off()), (1, call_off())), viewer)["calls"] == [1, 3]


@pytest.mark.parametrize("viewer", EVERYONE)
def test_books_in_the_order_laid(viewer: int | None) -> None:
    state = after(given(max_deals=1), (1, offer("F-4")), (0, accept(1, "G-1")))
    assert view(state, viewer)["books"] == [["A", "B", "F"], ["C", "D"], ["E"], []]


@pytest.mark.parametrize("viewer", EVERYONE)
def test_the_next_deal(viewer: int | None) -> None:
    shown = view(after(given(), (1, offer("F-4")), (0, accept(1, "G-1"))), viewer)
    assert (shown["deal"], shown["dealer"], shown["turn"], shown["out"]) == (2, 1, 2, None)
    assert (shown["deal_scores"], shown["totals"]) == ([[30, 10, 5, 0]], [30, 10, 5, 0])
    assert (shown["offers"], shown["stall_at"], shown["ends_at"]) == ([], None, None)


@pytest.mark.parametrize("viewer", EVERYONE)
def test_the_end_everything_stays_as_it_lay(viewer: int | None) -> None:
    state = after(given(max_deals=1), (1, offer("F-4")), (2, offer("L-1")), (0, accept(1, "G-1")))
    shown = view(state, viewer)
    assert (shown["phase"], shown["turn"], shown["to_act"], shown["deadline"]) == ("finished", None, [], None)
    assert shown["result"] == {"totals": [30, 10, 5, 0], "winners": [0]}
    assert (shown["deal"], shown["out"], shown["offers"], shown["hand_sizes"]) == (1, 0, [], [0, 4, 8, 12])


@pytest.mark.parametrize("viewer", EVERYONE)
def test_a_match_that_ends_with_the_deal(viewer: int | None) -> None:
    shown = view(dealt(deck({2: "K-1234"}, players=7), players=7, max_deals=1), viewer)
    assert (shown["phase"], shown["turn"], shown["to_act"], shown["deadline"]) == ("finished", None, [], None)
    assert (shown["out"], shown["stall_at"], shown["ends_at"]) == (2, None, None)

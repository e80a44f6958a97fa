"""Every move: it happens, it is refused with the code of the rulebook, and in the order of the rulebook."""

from typing import Any

import pytest

from domain.game import Refused
from domain.games.honors_3.state import State
from tests.domain.games.honors.table import cards, hand
from tests.domain.games.honors_3.table import HANDS, accept, call_off, cancel, dealt, given, offer
from tests.domain.scenario import AT, after, decided, refusal, when

Raw = dict[str, Any]

OPENING = dealt()
"""Seat 1, on the dealer's left, has all ones."""
TRADING = after(given(), (2, offer("G-3 H-2")), (1, offer("I-1")))
FINISHED = after(given(max_deals=1), (1, offer("F-4")), (0, accept(1, "G-1")))


def test_an_offer_that_opens_is_accepted() -> None:
    after_it, events = when(OPENING, 1, offer("A-1 C-1"), at=AT + 29_999)
    assert events == [
        {"type": "play_opened", "seat": 1},
        {
            "type": "offer_made",
            "offer": 1,
            "seat": 1,
            "count": 2,
            "expires_at": AT + 89_999,
            "cards": ["A-1", "C-1"],
        },
    ]
    assert (after_it.stall_at, after_it.ends_at) == (AT + 149_999, AT + 929_999)
    assert after_it.hands == OPENING.hands


def test_an_offer_is_accepted() -> None:
    after_it, events = when(TRADING, 3, offer("J-3"))
    expires_at = AT + 60_000
    assert events == [
        {"type": "offer_made", "offer": 3, "seat": 3, "count": 1, "expires_at": expires_at, "cards": ["J-3"]}
    ]
    assert [made.offer for made in after_it.offers] == [1, 2, 3]
    assert after_it.hands == TRADING.hands


def test_an_accept_is_accepted() -> None:
    after_it, events = when(TRADING, 3, accept(1, "L-4 G-4"), at=AT + 5)
    assert events == [
        {
            "type": "cards_exchanged",
            "offer": 1,
            "seat": 3,
            "offerer": 2,
            "count": 2,
            "offered": ["G-3", "H-2"],
            "returned": ["L-4", "G-4"],
        }
    ]
    assert hand(after_it, 3) == {*cards(HANDS[3])} - {*cards("L-4 G-4")} | {*cards("G-3 H-2")}
    assert hand(after_it, 2) == {*cards(HANDS[2])} - {*cards("G-3 H-2")} | {*cards("L-4 G-4")}
    assert [hand(after_it, seat) for seat in (0, 1)] == [{*cards(HANDS[seat])} for seat in (0, 1)]
    assert [made.offer for made in after_it.offers] == [2]
    assert (after_it.stall_at, after_it.ends_at) == (AT + 120_005, TRADING.ends_at)


def test_a_cancel_is_accepted() -> None:
    after_it, events = when(TRADING, 2, cancel(1))
    assert events == [{"type": "offer_cancelled", "offer": 1, "seat": 2}]
    assert [made.offer for made in after_it.offers] == [2]


def test_a_call_off_is_accepted() -> None:
    state, events = when(TRADING, 2, call_off())
    assert (events, state.calls) == ([{"type": "end_called", "seat": 2, "on": True}], (2,))
    state, events = when(state, 2, call_off(on=False))
    assert (events, state) == ([{"type": "end_called", "seat": 2, "on": False}], TRADING)


# The refusals of each move, every one with a move that later codes would refuse, too: this is their order.

CALLED = after(TRADING, (2, call_off()))


@pytest.mark.parametrize(
    ("code", "state", "seat", "move"),
    [
        ("game_over", FINISHED, 0, offer("A-1")),
        ("malformed_move", OPENING, 2, {"type": "offer", "cards": ["M-9", "M-9"]}),
        ("no_such_card", OPENING, 2, offer("B-1 M-9")),
        ("not_your_turn", OPENING, 2, offer("B-1")),
        ("card_not_in_hand", OPENING, 1, offer("A-1 B-1 A-2")),
        ("card_not_in_hand", TRADING, 2, offer("L-1 A-1")),
        ("already_offering", TRADING, 2, offer("L-1")),
        ("already_offering", TRADING, 2, offer("G-3")),
    ],
)
def test_offer_is_refused(code: str, state: State, seat: int, move: Raw) -> None:
    assert refusal(state, seat, move) == code


@pytest.mark.parametrize(
    ("code", "state", "seat", "move"),
    [
        ("game_over", FINISHED, 0, accept(1, "A-1")),
        ("malformed_move", OPENING, 2, {"type": "accept", "offer": 0, "cards": ["M-9"]}),
        ("no_such_card", OPENING, 2, accept(9, "M-9")),
        ("offer_closed", OPENING, 2, accept(1, "B-1")),
        ("offer_closed", TRADING, 2, accept(3, "A-1")),
        ("offer_closed", after(TRADING, (1, cancel(2))), 2, accept(2, "L-1")),
        ("own_offer", TRADING, 2, accept(1, "A-1")),
        ("own_offer", TRADING, 2, accept(1, "L-1 K-1")),
        ("wrong_count", TRADING, 3, accept(1, "A-1")),
        ("wrong_count", TRADING, 3, accept(1, "L-2 L-3 L-4")),
        ("card_not_in_hand", TRADING, 3, accept(1, "L-2 A-1")),
    ],
)
def test_accept_is_refused(code: str, state: State, seat: int, move: Raw) -> None:
    assert refusal(state, seat, move) == code


@pytest.mark.parametrize(
    ("offer", "given", "text"),
    [
        (1, "L-2", "The offer is for 2 cards, and you give 1."),
        (2, "L-2 L-3", "The offer is for one card, and you give 2."),
    ],
)
def test_wrong_count_says_for_how_many_cards_the_offer_is(offer: int, given: str, text: str) -> None:
    with pytest.raises(Refused) as refused:
        decided(TRADING, 3, accept(offer, given))
    assert refused.value.detail == text


@pytest.mark.parametrize(
    ("code", "state", "seat", "move"),
    [
        ("game_over", FINISHED, 0, cancel(1)),
        ("malformed_move", OPENING, 2, cancel(0)),
        ("offer_closed", OPENING, 2, cancel(1)),
        ("offer_closed", TRADING, 2, cancel(3)),
        ("not_your_offer", TRADING, 2, cancel(2)),
    ],
)
def test_cancel_is_refused(code: str, state: State, seat: int, move: Raw) -> None:
    assert refusal(state, seat, move) == code


@pytest.mark.parametrize(
    ("code", "state", "seat", "move"),
    [
        ("game_over", FINISHED, 0, call_off(on=False)),
        ("malformed_move", OPENING, 2, {"type": "call_off", "on": 1}),
        ("wrong_phase", OPENING, 2, call_off(on=False)),
        ("wrong_phase", OPENING, 1, call_off()),
        ("no_change", TRADING, 2, call_off(on=False)),
        ("no_change", CALLED, 2, call_off()),
    ],
)
def test_call_off_is_refused(code: str, state: State, seat: int, move: Raw) -> None:
    assert refusal(state, seat, move) == code


@pytest.mark.parametrize(
    "move",
    [
        {"type": "offer"},
        {"type": "offer", "cards": "L-1"},
        {"type": "offer", "cards": []},
        {"type": "offer", "cards": ["L-1", "L-1"]},
        {"type": "offer", "cards": ["J-1", "J-2", "K-1", "K-2"]},
        {"type": "offer", "cards": [1]},
        {"type": "offer", "cards": ["L-1"], "count": 1},
        {"type": "offer", "given": ["L-1"]},
        {"type": "accept", "cards": ["L-1"]},
        {"type": "accept", "offer": 2},
        {"type": "accept", "offer": -1, "cards": ["L-1"]},
        {"type": "accept", "offer": 2.5, "cards": ["L-1"]},
        {"type": "accept", "offer": "2", "cards": ["L-1"]},
        {"type": "accept", "offer": True, "cards": ["L-1"]},
        {"type": "accept", "offer": 1, "cards": ["L-1", "L-1"]},
        {"type": "accept", "offer": 2, "cards": []},
        {"type": "cancel"},
        {"type": "cancel", "offer": None},
        {"type": "call_off"},
        {"type": "call_off", "on": None},
        {"type": "call_off", "on": True, "offer": 1},
        ["offer", ["L-1"]],
    ],
)
def test_malformed_moves_are_refused(move: object) -> None:
    assert refusal(TRADING, 2, move) == "malformed_move"


@pytest.mark.parametrize(
    "kind", ["play", "", None, 7, "offer_expired", "trading_stalled", "time_ran_out", "play_opened"]
)
def test_other_moves_are_unknown(kind: object) -> None:
    assert refusal(TRADING, 2, {"type": kind, "junk": 1}) == "unknown_move_type"

from typing import Any

import pytest

from domain.games.honors_3 import HONORS_3
from domain.games.honors_3.state import State
from tests.domain.games.honors_3.table import accept, call_off, cancel, dealt, deck, given, offer
from tests.domain.scenario import AT, after, clocked, decided, messages, started


def messages_of(state: State, seat: int, move: object, viewer: int | None = None) -> list[str]:
    """Return what a viewer is told of a move."""
    _, events = decided(state, seat, move)
    return messages(HONORS_3, events, viewer, before=state)


def test_the_opening() -> None:
    order = deck({0: "K-1234", 1: "A-1 B-12 C-3 D-4"}, players=7, dealer=6)
    assert messages(HONORS_3, started(HONORS_3, order, players=7, dealer=6, max_deals=1, target_score=50), 1) == [
        "A game of Honors No. III for 7 players begins, to 50 points, in one deal at most.",
        "Deal 1: seat 6 deals all the cards.",
        "Seat 0 gets 7 cards.",
        (
            "Seat 1 gets 7 cards: the one of book A, the one and two of book B, the three of book C, "
            "the four of book D, the one of book F and the one of book G."
        ),
        *(f"Seat {seat} gets {7 if seat < 6 else 6} cards." for seat in (2, 3, 4, 5, 6)),
        "Seat 0 lays down book K.",
        "Seat 0 is out and calls “Honors”.",
        (
            "Deal 1 ends, as somebody is out: seat 0 scores 10 points and has 10 points in all; "
            + "; ".join(f"seat {seat} scores no points and has no points in all" for seat in range(1, 7))
            + "."
        ),
        "The game ends: seat 0 wins with 10 points.",
    ]


def test_play_opens() -> None:
    assert messages_of(dealt(), 1, offer("A-1"))[0] == "Seat 1 opens the play."
    assert messages(HONORS_3, started(HONORS_3, opening_ms=0))[-1] == "The play is open."


@pytest.mark.parametrize(
    ("text", "said", "meant"),
    [
        ("G-3", "one", "the three of book G"),
        ("G-3 H-2", "two", "the three of book G and the two of book H"),
        ("J-12 L-1", "three", "the one and two of book J and the one of book L"),
    ],
)
def test_an_offer(text: str, said: str, meant: str) -> None:
    assert messages_of(given(), 2, offer(text), 0) == [f"Seat 2 says “Change {said}” (offer 1)."]
    assert messages_of(given(), 2, offer(text), 2) == [f"Seat 2 says “Change {said}” (offer 1), meaning {meant}."]


def test_an_exchange() -> None:
    state = after(given(), (2, offer("G-3 H-2")), (3, offer("G-4")))
    assert messages_of(state, 3, accept(1, "G-4 L-2")) == [
        "Seat 3 withdraws offer 2.",
        "Seat 3 accepts offer 1 and exchanges 2 cards with seat 2.",
    ]
    for viewer in (2, 3):
        assert messages_of(state, 3, accept(1, "G-4 L-2"), viewer)[1] == (
            "Seat 3 accepts offer 1 and gives seat 2 the four of book G and the two of book L "
            "for the three of book G and the two of book H."
        )


def test_an_offer_that_is_taken_back_and_one_that_expires() -> None:
    state = after(given(), (2, offer("L-1")))
    assert messages_of(state, 2, cancel(1)) == ["Seat 2 cancels offer 1."]
    _, expired = clocked(state, AT + 60_000)
    assert messages(HONORS_3, expired, before=state) == ["Nobody has accepted offer 1 of seat 2 in time."]


def test_calls_to_end() -> None:
    assert messages_of(given(), 2, call_off()) == ["Seat 2 calls for an end of the deal."]
    state = after(given(), (2, call_off()))
    assert messages_of(state, 2, call_off(on=False)) == ["Seat 2 wishes to play on."]
    state = after(given(max_deals=1), *((seat, call_off()) for seat in (0, 1, 2)))
    assert messages_of(state, 3, call_off()) == [
        "Seat 3 calls for an end of the deal.",
        (
            "Deal 1 ends, as all have called it off: seat 0 scores 10 points and has 10 points in all; "
            "seat 1 scores 10 points and has 10 points in all; seat 2 scores 5 points and has 5 points in all; "
            "seat 3 scores no points and has no points in all."
        ),
        "The game ends: seats 0 and 1 share the win with 10 points.",
    ]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"stall_ms": 10_000}, "Nobody has exchanged a card for too long."),
        ({"deal_ms": 30_000}, "The time for this deal has run out."),
    ],
)
def test_the_clocks(options: dict[str, Any], sentence: str) -> None:
    state = given(**options)
    _, events = clocked(state, AT + 30_000)
    first, ended, *_ = messages(HONORS_3, events, before=state)
    assert first == sentence
    assert ended.startswith("Deal 1 ends, as nobody is out: seat 0 scores 10 points")

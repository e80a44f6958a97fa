from typing import Any

import pytest

from domain.games.honors_1 import HONORS_1
from domain.games.honors_1.state import State
from tests.domain.games.honors_1.table import TWO_BOOKS_EACH, ask, deck, given
from tests.domain.scenario import decided, messages, started


def messages_of(state: State, target: int, card: str, viewer: int | None = None) -> list[str]:
    """Return the messages to a viewer when seat 0 asks."""
    _, events = decided(state, 0, ask(target, card))
    return messages(HONORS_1, events, viewer, before=state)


def test_the_opening() -> None:
    opening = started(HONORS_1, deck({1: "A-1 B-2 B-3 C-4 D-1 E-1"}, players=3), players=3, max_deals=1)
    assert messages(HONORS_1, opening, 1) == [
        "A game of Honors No. I for 3 players begins, to 50 points, in one deal at most.",
        "Deal 1: seat 0 deals and leaves 30 cards in the centre.",
        (
            "Seat 1 gets 6 cards: the one of book A, the two and three of book B, the four of book C, "
            "the one of book D and the one of book E."
        ),
        "Seat 2 gets 6 cards.",
        "Seat 0 gets 6 cards.",
    ]


def test_a_deal_without_a_centre() -> None:
    _, dealing, *_ = messages(HONORS_1, started(HONORS_1, deck({}, players=6, dealer=2), players=6, dealer=2))
    assert dealing == "Deal 1: seat 2 deals all the cards."


def test_a_hit() -> None:
    state = given({0: "A-1", 1: "A-234"})
    assert messages_of(state, 1, "A-3") == ["Seat 0 asks seat 1 for the three of book A and gets it."]


@pytest.mark.parametrize(
    ("viewer", "drawn"),
    [
        (None, "Seat 0 draws one card from the centre."),
        (1, "Seat 0 draws one card from the centre."),
        (0, "Seat 0 draws one card from the centre: the two of book A."),
    ],
)
def test_a_miss(viewer: int | None, drawn: str) -> None:
    state = given({0: "A-1", 1: "A-34"}, "A-2")
    assert messages_of(state, 1, "A-2", viewer) == ["Seat 0 asks seat 1 for the two of book A in vain.", drawn]


def test_a_lucky_draw() -> None:
    state = given({0: "A-1", 1: "A-34"}, "A-2", lucky_draw=True)
    *_, lucky = messages_of(state, 1, "A-2")
    assert lucky == "Seat 0 shows the card drawn: the two of book A, as called for."


def test_books_going_out_and_the_end() -> None:
    state = given({0: "A-123", 1: "A-4", 2: ""}, max_deals=1)
    assert messages_of(state, 1, "A-4")[1:] == [
        "Seat 1 is the first to be out of cards.",
        "Seat 0 lays book A aside.",
        (
            "Deal 1 ends, as all books are laid aside: seat 0 scores 10 points and has 10 points in all; "
            "seat 1 scores 5 points and has 5 points in all; seat 2 scores 55 points and has 55 points in all."
        ),
        "The game ends: seat 2 wins with 55 points.",
    ]


@pytest.mark.parametrize(
    ("options", "because"),
    [
        ({"deal_ends": "first_out"}, "Deal 1 ends, as somebody is out: "),
        ({"stall_rounds": 5}, "Deal 1 ends, as nobody has made a book for too long: "),
    ],
)
def test_why_a_deal_ends(options: dict[str, Any], because: str) -> None:
    state = given({0: "A-12", 1: "A-3", 2: "A-4"}, misses=14, max_deals=1, **options)
    card = "A-3" if "deal_ends" in options else "A-4"
    *_, ending, _ = messages_of(state, 1, card)
    assert ending.startswith(because)


def test_a_shared_win() -> None:
    *_, ending = messages(HONORS_1, started(HONORS_1, TWO_BOOKS_EACH, players=6, max_deals=6, target_score=1000))
    assert ending == "The game ends: seats 0, 1, 2, 3, 4 and 5 share the win with 70 points."

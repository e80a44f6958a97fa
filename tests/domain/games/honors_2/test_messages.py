"""The messages for events, also those for viewers who may not see a card."""

import pytest
from msgspec import structs

from domain.games.honors_2 import HONORS_2
from domain.games.honors_2.state import State
from tests.domain.games.honors_2.table import (
    add,
    challenge,
    deck,
    discard,
    draw,
    give,
    given,
    lay,
    pass_,
    take,
    waive,
)
from tests.domain.scenario import AT, Json, after, clocked, decided, messages, started


def messages_of(state: State, seat: int, move: Json, viewer: int | None = None) -> list[str]:
    """Return the messages for the events that follow from a move."""
    _, events = decided(state, seat, move)
    return messages(HONORS_2, events, viewer, before=state)


def test_the_beginning() -> None:
    order = deck({1: "A-123 B-123 C-4"}, "J-3", players=2)
    assert messages(HONORS_2, started(HONORS_2, order, players=2, max_deals=1), 1) == [
        "A game of Honors No. II for 2 players begins, to 150 points, in one deal at most.",
        "Deal 1: seat 0 deals and leaves a pack of 33 cards.",
        (
            "Seat 1 gets 7 cards: the one, two and three of book A, the one, two and three of book B "
            "and the four of book C."
        ),
        "Seat 0 gets 7 cards.",
        "Beside the pack the three of book J is laid face up.",
    ]


@pytest.mark.parametrize(("viewer", "card"), [(None, ""), (1, ""), (0, ": the two of book D")])
def test_a_draw(viewer: int | None, card: str) -> None:
    state = given(("A-1 B-1", "A-2 B-2"), pack="D-2", phase="draw")
    assert messages_of(state, 0, draw(), viewer) == [f"Seat 0 draws one card from the pack{card}."]


def test_a_new_pack() -> None:
    state = given(("A-1 B-1", "A-2 B-2"), "A-34 B-34", rest="table", phase="draw")
    formed, drawn = messages_of(state, 0, draw())
    assert formed == "The pile, but for its top card, is shuffled to a new pack of 3 cards."
    assert drawn == "Seat 0 draws one card from the pack."


def test_the_pile() -> None:
    state = given(("A-1 B-1", "A-2 B-2"), "A-4 C-31", phase="draw")
    assert messages_of(state, 0, take(3)) == [
        "Seat 0 takes the four of book A and the three and one of book C from the pile."
    ]


def test_a_play() -> None:
    state = given(("A-1 B-134", "C-2 B-2"), table={1: "A-234"})
    assert messages_of(state, 0, lay("B-134")) == ["Seat 0 lays down the one, three and four of book B."]
    assert messages_of(state, 0, add("A-1")) == ["Seat 0 adds the one of book A."]
    assert messages_of(state, 0, discard("A-1")) == ["Seat 0 discards the one of book A."]


def test_the_window() -> None:
    state = after(given(("A-12", "B-1", "C-1")), (0, discard("A-1")))
    assert messages_of(state, 1, waive("A-1")) == ["Seat 1 does not challenge the discard of the one of book A."]
    _, events = clocked(state, AT + 10_000)
    assert messages(HONORS_2, events, before=state) == ["Nobody has challenged the discard in time."]
    assert messages_of(state, 2, challenge("A-1")) == [
        "Seat 2 challenges the discard of the one of book A and is wrong: it could not have been played."
    ]


@pytest.mark.parametrize(
    ("viewer", "card"), [(None, "a card"), (1, "a card"), (0, "the one of book C"), (2, "the one of book C")]
)
def test_the_fine(viewer: int | None, card: str) -> None:
    state = after(given(("A-123", "B-1", "C-1")), (0, discard("A-1")))
    assert messages_of(state, 2, challenge("A-1")) == [
        "Seat 2 challenges the discard of the one of book A and is right: it could have been played."
    ]
    state = after(state, (2, challenge("A-1")))
    assert messages_of(state, 2, give("C-1"), viewer) == [f"Seat 2 gives seat 0 {card} as a fine."]


def test_going_out_and_the_end() -> None:
    state = given(("A-123", "B-12 C-4", "D-1"), max_deals=1)
    assert messages_of(state, 0, lay("A-123"))[1:] == [
        "Seat 0 is out of cards.",
        (
            "Deal 1 ends, as somebody is out: seat 0 scores 6 points and has 6 points in all; "
            "seat 1 scores minus 7 points and has minus 7 points in all; "
            "seat 2 scores minus one point and has minus one point in all; "
            "seat 1 is left with the one and two of book B and the four of book C; "
            "seat 2 is left with the one of book D."
        ),
        "The game ends: seat 0 wins with 6 points.",
    ]


def test_a_pass() -> None:
    state = given(("A-1", "A-2"), phase="draw", stock_out="end_deal", max_deals=1)
    passed, ended, _ = messages_of(structs.replace(state, stock=()), 0, pass_())
    assert passed == "Seat 0 passes."
    assert ended.startswith("Deal 1 ends, as the pack is empty: seat 0 scores minus one point")


def test_a_stall() -> None:
    state = given(("A-12", "B-1"), challenge_ms=0, stall_rounds=2, max_deals=1)
    _, ended, _ = messages_of(structs.replace(state, idle_turns=3), 0, discard("A-1"))
    assert ended.startswith("Deal 1 ends, as nobody has laid a card for too long: ")


def test_nothing_to_draw() -> None:
    state = given(("A-12", "B-2 D-1"), rest="table", stock_out="end_deal", max_deals=1)
    state = after(state, (0, discard("A-1")), (1, challenge("A-1")))
    _, ended, _ = messages_of(state, 1, give("B-2"))
    assert ended.startswith("Deal 1 ends, as pack and pile are empty: ")

from domain.games.honors_3 import HONORS_3
from domain.games.honors_3.moves import Honors3Move, Offer
from domain.games.honors_3.state import State
from tests.domain.games.honors_3.table import after, cancel, dealt, deck, given, offer, passed
from tests.domain.zones import asked

SEATS = range(4)
OPENED = (2, offer("G-3"))
UNLIKE = deck({1: "A-12 B-123 C-12 D-3 E-12 F-12"})
"""A deck with which the seat that opens has one card of book D, and several of each of the others."""


def done_for(state: State, seat: int) -> Honors3Move | None:
    """Return the move that is made for a seat."""
    return HONORS_3.default(HONORS_3.view(state, seat), seat, ())


def test_the_opening() -> None:
    assert asked(HONORS_3, dealt(), 1) == "Open the play: offer one, two or three cards to change."


def test_the_exchange() -> None:
    assert asked(HONORS_3, given(), 0) == "Offer cards to change, or wait."
    one = after(given(), (2, offer("G-3")))
    assert asked(HONORS_3, one, 0) == "Accept offer 1, offer cards to change, or wait."
    assert asked(HONORS_3, one, 2) == "Wait for an answer to your offer 1, or cancel it."
    two = after(one, (3, offer("L-2")))
    assert asked(HONORS_3, two, 0) == "Accept one of the offers 1 and 2, offer cards to change, or wait."
    assert asked(HONORS_3, two, 2) == "Accept offer 2, wait for an answer to your offer 1, or cancel it."


def test_the_play_is_opened_with_one_card_of_the_book_of_which_the_seat_has_fewest() -> None:
    assert done_for(dealt(UNLIKE), 1) == Offer(("D-3",))
    assert [done_for(dealt(UNLIKE), seat) for seat in (0, 2, 3)] == [None, None, None]


def test_nobody_need_act_when_all_may() -> None:
    state = after(given(), (2, offer("G-3")))
    assert HONORS_3.to_act(state) == (0, 1, 2, 3)
    assert [done_for(state, seat) for seat in SEATS] == [None] * 4


def test_what_other_seats_offer_does_not_end_a_decision() -> None:
    state = given()
    assert HONORS_3.occasion(after(state, OPENED)) == HONORS_3.occasion(state)
    assert HONORS_3.occasion(after(state, OPENED, (2, cancel(1)))) == HONORS_3.occasion(state)


def test_the_opening_and_the_next_deal_end_all_decisions() -> None:
    state = dealt()
    opened, _ = passed(state, 30_000)
    again, _ = passed(given(opening_ms=0), 120_000)
    assert again.phase == given().phase == "trading"
    assert HONORS_3.occasion(opened) != HONORS_3.occasion(state)
    assert HONORS_3.occasion(again) != HONORS_3.occasion(given())

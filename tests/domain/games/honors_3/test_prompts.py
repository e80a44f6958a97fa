from domain.games.honors_3 import HONORS_3
from tests.domain.games.honors_3.table import call_off, cancel, dealt, given, offer, passed
from tests.domain.scenario import after, done_for, prompt

SEATS = range(4)
OPENED = (2, offer("G-3"))


def test_the_opening() -> None:
    assert prompt(dealt(), 1) == "Open the play: offer one, two or three cards to change."


def test_the_exchange() -> None:
    call = "call for an end of the deal (so far 0 of 4)"
    assert prompt(given(), 0) == f"Offer cards to change, {call}, or wait."
    one = after(given(), (2, offer("G-3")))
    assert prompt(one, 0) == f"Accept offer 1, offer cards to change, {call}, or wait."
    assert prompt(one, 2) == f"Wait for an answer to your offer 1, cancel it, or {call}."
    two = after(one, (3, offer("L-2")))
    assert prompt(two, 0) == f"Accept one of the offers 1 and 2, offer cards to change, {call}, or wait."
    assert prompt(two, 2) == f"Accept offer 2, wait for an answer to your offer 1, cancel it, or {call}."


def test_calls_to_end_the_deal() -> None:
    called = after(given(), (2, call_off()), (0, call_off()), (3, offer("L-2")))
    call = "call for an end of the deal (so far 2 of 4)"
    assert prompt(called, 1) == f"Accept offer 1, offer cards to change, {call}, or wait."
    assert prompt(called, 2) == f"Accept offer 1, offer cards to change, take back your {call}, or wait."


def test_nobody_need_act_as_the_clock_opens_the_play_and_ends_the_deal() -> None:
    for state in (dealt(), given(), after(given(), OPENED)):
        assert HONORS_3.due(state) is not None
        for seat in SEATS:
            assert done_for(state, seat) is None


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

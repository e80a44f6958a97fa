"""The clock steps, alone and with equal deadlines; times are in ms since the opening of the tests' table."""

from typing import Any

import pytest

from domain.games.honors_3 import HONORS_3
from tests.domain.games.honors_3.table import accept, cancel, dealt, given, offer, passed
from tests.domain.scenario import AT, after, as_json, clocked, refusal, when


def test_play_opened_at_its_deadline_and_not_before() -> None:
    state = dealt(opening_ms=3_000)
    assert HONORS_3.due(state) == AT + 3_000
    assert passed(state, 2_999) == (state, [])
    state, steps = passed(state, 3_000)
    assert steps == [(3_000, "play_opened")]
    assert (state.stall_at, state.ends_at) == (AT + 123_000, AT + 903_000)


def test_with_equal_deadlines_the_time_of_the_deal_goes_first() -> None:
    state = after(given(deal_ms=30_000, stall_ms=30_000, offer_ms=30_000), (2, offer("L-1")))
    _, steps = passed(state, 30_000)
    assert [kind for _, kind in steps] == ["time_ran_out", "deal_ended", "deal_started", *["cards_dealt"] * 4]


def test_with_equal_deadlines_the_stall_goes_before_offers() -> None:
    state = after(given(stall_ms=30_000, offer_ms=30_000), (2, offer("L-1")))
    _, steps = passed(state, 30_000)
    assert [kind for _, kind in steps] == ["trading_stalled", "deal_ended", "deal_started", *["cards_dealt"] * 4]


def test_with_equal_deadlines_offers_expire_by_number() -> None:
    state = after(given(offer_ms=1_000), (2, offer("L-1")), (0, offer("G-1")), (3, offer("G-4")), (0, cancel(2)))
    state = after(state, (0, offer("G-1")))
    _, events = clocked(state, AT + 1_000)
    assert [(event.at, event.offer, event.seat) for event in events] == [
        (AT + 1_000, 1, 2),
        (AT + 1_000, 3, 3),
        (AT + 1_000, 4, 0),
    ]


@pytest.mark.parametrize(
    ("options", "due"),
    [
        ({}, 60_000),
        ({"offer_ms": None}, 120_000),
        ({"offer_ms": 130_000}, 120_000),
        ({"offer_ms": 130_000, "stall_ms": 1_000_000}, 130_000),
        ({"offer_ms": None, "stall_ms": 1_000_000}, 900_000),
    ],
)
def test_the_next_clock_step_is_the_earliest(options: dict[str, Any], due: int) -> None:
    state = after(given(**options), (2, offer("L-1")))
    assert HONORS_3.due(state) == AT + due
    assert HONORS_3.view(state, None).deadline == AT + due


def test_each_offer_expires_at_its_own_deadline() -> None:
    state, _ = when(after(given(offer_ms=1_000), (2, offer("L-1"))), 0, offer("G-1"), at=AT + 7)
    assert HONORS_3.due(state) == AT + 1_000
    state, steps = passed(state, 1_006)
    assert (steps, [made.offer for made in state.offers]) == ([(1_000, "offer_expired")], [2])
    assert passed(state, 1_007)[1] == [(1_007, "offer_expired")]


@pytest.mark.parametrize(
    ("stall_ms", "deal_ms", "why"),
    [(10_000, 30_000, "stall"), (60_000, 30_000, "time_up"), (30_000, 30_000, "time_up")],
)
def test_a_deal_that_the_clock_ends_says_why(stall_ms: int, deal_ms: int, why: str) -> None:
    _, events = clocked(given(stall_ms=stall_ms, deal_ms=deal_ms), AT + 30_000)
    ended = {"type": "deal_ended", "deal": 1, "why": why, "out": None, "scores": [10, 10, 5, 0]}
    assert as_json(events[1]) == ended | {"totals": [10, 10, 5, 0]}


def test_an_accept_at_the_deadline_comes_too_late() -> None:
    state = after(given(), (2, offer("L-1")))
    before, _ = passed(state, 59_999)
    assert when(before, 3, accept(1, "L-2"), at=AT + 59_999)[0].offers == ()
    late, _ = passed(state, 60_000)
    assert refusal(late, 3, accept(1, "L-2")) == "offer_closed"


def test_a_table_that_is_left_alone_plays_on_by_itself_to_the_end() -> None:
    state, steps = passed(dealt(max_deals=2, target_score=1000, opening_ms=5_000, stall_ms=10_000), 10**9)
    assert [step for step in steps if step[1] != "cards_dealt"] == [
        (5_000, "play_opened"),
        (15_000, "trading_stalled"),
        (15_000, "deal_ended"),
        (15_000, "deal_started"),
        (20_000, "play_opened"),
        (30_000, "trading_stalled"),
        (30_000, "deal_ended"),
        (30_000, "game_finished"),
    ]
    assert HONORS_3.due(state) is None
    assert state.result is not None
    assert state.result.winners == (0, 1, 2, 3)

"""The rulings: III-U1 to III-U15."""

import pytest

from domain.games.honors_3 import HONORS_3
from domain.games.honors_3.state import State
from tests.domain.games.honors.table import cards, hand
from tests.domain.games.honors_3.table import (
    HANDS,
    LAID,
    accept,
    call_off,
    cancel,
    dealt,
    deck,
    given,
    offer,
    passed,
)
from tests.domain.scenario import AT, after, as_json, choices, kinds, only, refusal, seen, started, when

ONE_OFFER = after(given(), (2, offer("G-3 H-2")))


@pytest.mark.parametrize("text", ["G-4", "G-4 H-3 I-3"])
def test_III_U1_an_exchange_is_of_equal_numbers(text: str) -> None:
    assert refusal(ONE_OFFER, 3, accept(1, text)) == "wrong_count"


@pytest.mark.parametrize("viewer", [None, 0, 1, 2, 3])
def test_III_U1_an_exchange_is_blind_and_then_seen_by_the_two(viewer: int | None) -> None:
    state, (exchanged,) = when(ONE_OFFER, 3, accept(1, "G-4 H-3"))
    both = {"offered": ["G-3", "H-2"], "returned": ["G-4", "H-3"]} if viewer in {2, 3} else {}
    assert (
        seen(state, exchanged, viewer)
        == {"type": "cards_exchanged", "offer": 1, "seat": 3, "offerer": 2, "count": 2} | both
    )


@pytest.mark.parametrize("text", ["J-1 J-2", "G-3 K-1"])
def test_III_U2_any_cards_of_the_hand_of_one_book_or_several(text: str) -> None:
    state = after(given(), (2, offer(text)))
    assert state.offers[0].cards == cards(text)
    assert {*cards(text)} <= hand(after(state, (1, accept(1, "G-2 H-1"))), 1)


@pytest.mark.parametrize("seat", [0, 1, 3])
def test_III_U3_any_other_seat_may_accept_and_the_exchange_is_made_at_once(seat: int) -> None:
    own = sorted(hand(ONE_OFFER, seat))[:2]
    state, _ = when(ONE_OFFER, seat, {"type": "accept", "offer": 1, "cards": own})
    assert {*cards("G-3 H-2")} <= hand(state, seat)
    assert {*own} <= hand(state, 2)


def test_III_U3_the_first_accept_recorded_makes_the_exchange() -> None:
    state, _ = when(ONE_OFFER, 3, accept(1, "G-4 H-3"))
    assert refusal(state, 1, accept(1, "F-4 G-2")) == "offer_closed"
    assert refusal(state, 2, cancel(1)) == "offer_closed"


def test_III_U4_a_seat_has_one_open_offer_and_its_cards_stay_in_the_hand() -> None:
    assert refusal(ONE_OFFER, 2, offer("L-1")) == "already_offering"
    assert hand(ONE_OFFER, 2) == {*cards(HANDS[2])}
    again = after(ONE_OFFER, (2, cancel(1)), (2, offer("L-1")))
    assert [(made.offer, made.cards) for made in again.offers] == [(2, ("L-1",))]


@pytest.mark.parametrize("text", ["G-3", "J-1"])
def test_III_U5_a_players_own_offer_is_withdrawn_when_they_accept_another(text: str) -> None:
    state, events = when(after(ONE_OFFER, (3, offer("G-4"))), 2, accept(2, text))
    assert kinds(events) == ["offer_withdrawn", "cards_exchanged"]
    assert events[0] == {"type": "offer_withdrawn", "offer": 1, "seat": 2}
    assert (state.offers, hand(state, 2)) == ((), {*cards(HANDS[2])} - {*cards(text)} | {"G-4"})


def test_III_U6_an_offer_expires() -> None:
    state, _ = passed(after(given(offer_ms=1_000), (2, offer("L-1"))), 999)
    assert [made.expires_at for made in state.offers] == [AT + 1_000]
    state, steps = passed(state, 1_000)
    assert (state.offers, steps) == ((), [(1_000, "offer_expired")])
    assert refusal(state, 3, accept(1, "G-4")) == "offer_closed"


def test_III_U6_with_null_no_offer_expires() -> None:
    state = after(given(offer_ms=None, stall_ms=86_400_000, deal_ms=86_400_000), (2, offer("L-1")))
    assert passed(state, 86_399_999) == (state, [])
    assert state.offers[0].expires_at is None


def test_III_U7_nobody_else_may_act_before_the_first_offer() -> None:
    state = dealt()
    assert HONORS_3.view(state, None).to_act == (1,)
    for seat in (0, 2, 3):
        assert refusal(state, seat, {"type": "offer", "cards": [min(hand(state, seat))]}) == "not_your_turn"
        assert refusal(state, seat, call_off()) == "wrong_phase"
        assert choices(state, seat) is None


def test_III_U7_play_opens_by_itself() -> None:
    state, steps = passed(dealt(opening_ms=5_000), 5_000)
    assert (steps, state.phase, state.turn) == ([(5_000, "play_opened")], "trading", None)


def test_III_U7_without_a_window_play_opens_with_the_deal() -> None:
    assert as_json(started(HONORS_3, opening_ms=0)[-1]) == {"type": "play_opened", "seat": None}
    assert as_json(started(HONORS_3, opening_ms=1)[-1])["type"] == "cards_dealt"
    assert dealt(opening_ms=0).phase == "trading"


BOTH = given(
    {0: "F-123 G-4", 1: "G-123 F-4", 2: "H-12 I-12 J-12 K-1 L-1", 3: "H-34 I-34 J-34 K-234 L-234"}, max_deals=1
)
"""When seats 0 and 1 exchange G-4 and F-4, both have a book and are out."""


@pytest.mark.parametrize(
    ("offerer", "offered", "accepter", "given_for_it", "laid"),
    [(0, "G-4", 1, "F-4", [(0, "F"), (1, "G")]), (1, "F-4", 0, "G-4", [(1, "G"), (0, "F")])],
)
def test_III_U8_after_an_exchange_the_offerer_lays_down_first(
    offerer: int, offered: str, accepter: int, given_for_it: str, laid: list[tuple[int, str]]
) -> None:
    _, events = when(after(BOTH, (offerer, offer(offered))), accepter, accept(1, given_for_it))
    assert [(event["seat"], event["book"]) for event in events if event["type"] == "book_laid"] == laid


@pytest.mark.parametrize("dealer", [0, 1, 3])
def test_III_U8_after_the_deal_from_the_dealers_left(dealer: int) -> None:
    order = deck({0: "L-1234 A-1234", 1: "B-1234", 3: "D-1234 C-1234"}, dealer=dealer)
    laid = [event for event in map(as_json, started(HONORS_3, order, dealer=dealer)) if event["type"] == "book_laid"]
    books = {0: "AL", 1: "B", 2: "", 3: "CD"}
    seats = [(dealer + step) % 4 for step in (1, 2, 3, 4)]
    assert [(event["seat"], event["book"]) for event in laid] == [
        (seat, book) for seat in seats for book in books[seat]
    ]
    state = dealt(order, dealer=dealer)
    assert (["".join(each) for each in state.books], state.phase) == (["AL", "B", "", "CD"], "opening")


FIVE_SEATS = {
    0: "F-123 G-1 H-1",
    1: "F-4 B-1 I-1 J-1 K-1 L-1",
    2: "B-234 G-234 H-234 L-2",
    3: "I-23 J-23 K-2 L-3",
    4: "I-4 J-4 K-34 L-4",
}
SEVEN_SEATS = {
    0: "F-123 G-1 H-1 I-1",
    1: "F-4 A-1 B-1 C-1 D-1 E-1 J-1",
    2: "A-234 B-234 C-2",
    3: "C-34 D-234 E-23",
    4: "E-4 G-234 H-234",
    5: "I-234 J-23 K-4 L-4",
    6: "J-4 K-123 L-123",
}


@pytest.mark.parametrize(
    ("hands", "laid", "left", "points"),
    [(HANDS, LAID, 0, 30), (FIVE_SEATS, {0: "A", 1: "D", 3: "C", 4: "E"}, 1, 20), (SEVEN_SEATS, {}, 2, 10)],
)
def test_III_U9_a_player_who_has_fewer_than_four_cards_is_out(
    hands: dict[int, str], laid: dict[int, str], left: int, points: int
) -> None:
    state = after(given(hands, laid, max_deals=1), (1, offer("F-4")), (0, accept(1, "G-1")))
    assert (state.out, len(hand(state, 0)), state.match.totals[0]) == (0, left, points)


def test_III_U10_the_exchange_itself_calls_honors() -> None:
    _, events = when(after(given(max_deals=1), (1, offer("F-4"))), 0, accept(1, "G-1"))
    assert kinds(events) == ["cards_exchanged", "book_laid", "seat_went_out", "deal_ended", "game_finished"]


@pytest.mark.parametrize(
    ("offerer", "offered", "accepter", "given_for_it", "scores"),
    [(0, "G-4", 1, "F-4", [30, 15, 5, 0]), (1, "F-4", 0, "G-4", [15, 30, 5, 0])],
)
def test_III_U11_if_an_exchange_puts_both_out_it_is_the_offerer(
    offerer: int, offered: str, accepter: int, given_for_it: str, scores: list[int]
) -> None:
    _, events = when(after(BOTH, (offerer, offer(offered))), accepter, accept(1, given_for_it))
    assert only(events, "seat_went_out")["seat"] == offerer
    assert only(events, "deal_ended")["scores"] == scores


@pytest.mark.parametrize(("dealer", "out"), [(0, 2), (2, 4), (3, 4), (4, 2)])
def test_III_U11_if_the_deal_puts_several_out_it_is_the_first_from_the_dealers_left(dealer: int, out: int) -> None:
    order = deck({2: "A-1234", 4: "B-1234"}, players=7, dealer=dealer)
    events = [as_json(event) for event in started(HONORS_3, order, players=7, dealer=dealer, max_deals=1, opening_ms=0)]
    assert kinds(events)[-5:] == ["book_laid", "book_laid", "seat_went_out", "deal_ended", "game_finished"]
    assert only(events, "seat_went_out")["seat"] == out
    scores = {2: 5, 4: 5} | {out: 10}
    assert only(events, "deal_ended")["scores"] == [scores.get(seat, 0) for seat in range(7)]


def test_III_U11_deals_may_put_somebody_out_again_and_again() -> None:
    decks = [deck({(number + 1) % 7: "A-1234"}, players=7, dealer=number % 7) for number in range(200)]
    state = dealt(*decks, players=7, max_deals=200, target_score=1000)
    assert (state.phase, len(state.match.deal_scores)) == ("finished", 200)
    assert sum(state.match.totals) == 200 * 10


def called(state: State, *seats: int) -> State:
    """Return the table after these seats have called the deal off."""
    return after(state, *((seat, call_off()) for seat in seats))


def test_III_U12_a_the_deal_ends_when_all_seats_have_called_it_off() -> None:
    state, events = when(called(given(), 3, 0, 1), 2, call_off())
    assert kinds(events)[:3] == ["end_called", "deal_ended", "deal_started"]
    ended = {"type": "deal_ended", "deal": 1, "why": "called_off", "out": None, "scores": [10, 10, 5, 0]}
    assert events[1] == ended | {"totals": [10, 10, 5, 0]}
    assert (state.match.deal, state.calls) == (2, ())


def test_III_U12_a_a_call_may_be_taken_back_and_an_exchange_clears_all() -> None:
    state = called(given(), 3, 0, 1)
    assert state.calls == (0, 1, 3)
    assert after(state, (0, call_off(on=False))).calls == (1, 3)
    state = after(state, (2, offer("L-1")))
    assert state.calls == (0, 1, 3)
    assert after(state, (3, accept(1, "L-2"))).calls == ()


def test_III_U12_b_the_deal_ends_a_stated_time_after_the_last_exchange() -> None:
    state = after(given(stall_ms=10_000), (2, offer("L-1")))
    state, _ = when(state, 3, accept(1, "L-2"), at=AT + 9_999)
    state, steps = passed(state, 19_998)
    assert (steps, state.stall_at) == ([], AT + 19_999)
    state, steps = passed(state, 19_999)
    assert [kind for _, kind in steps][:3] == ["trading_stalled", "deal_ended", "deal_started"]
    assert {at for at, _ in steps} == {19_999}
    assert state.match.deal_scores == ((10, 10, 5, 0),)


def test_III_U12_b_or_if_there_was_none_after_the_opening() -> None:
    state, _ = when(dealt(stall_ms=10_000), 1, offer("A-1"), at=AT + 7)
    _, steps = passed(state, 10_007)
    assert steps[0] == (10_007, "trading_stalled")


def test_III_U12_c_the_deal_ends_a_stated_time_after_the_opening() -> None:
    state, _ = when(after(given(deal_ms=30_000, stall_ms=30_000), (2, offer("L-1"))), 3, accept(1, "L-2"), at=AT + 9)
    state, steps = passed(state, 29_999)
    assert steps == []
    state, steps = passed(state, 30_000)
    assert [kind for _, kind in steps][:3] == ["time_ran_out", "deal_ended", "deal_started"]
    assert state.match.deal_scores == ((10, 10, 5, 0),)


def test_III_U13_after_honors_all_offers_are_closed_and_nobody_may_act() -> None:
    offers = ((1, offer("F-4")), (2, offer("L-1")), (3, offer("G-4")))
    state = after(given(max_deals=1), *offers, (0, accept(1, "G-1")))
    assert state.offers == ()
    assert HONORS_3.view(state, None).to_act == ()
    assert [choices(state, seat) for seat in range(4)] == [None] * 4


def test_III_U13_offers_are_numbered_through_the_whole_match() -> None:
    state = after(given(), (1, offer("F-4")), (2, offer("L-1")), (0, accept(1, "G-1")))
    state, events = when(state, 2, {"type": "offer", "cards": [min(hand(state, 2))]})
    assert only(events, "offer_made")["offer"] == 3
    for late in (1, 2):
        assert refusal(state, 3, {"type": "accept", "offer": late, "cards": [min(hand(state, 3))]}) == "offer_closed"


@pytest.mark.parametrize("viewer", [None, 0, 1, 2, 3])
def test_III_U14_cards_left_in_hand_count_nothing_and_are_not_shown(viewer: int | None) -> None:
    state = after(given(max_deals=1), (1, offer("F-4")), (0, accept(1, "G-1")))
    left = {None: None, 0: "", 1: "G-12 H-1 I-1", 2: HANDS[2], 3: HANDS[3]}[viewer]
    view = HONORS_3.view(state, viewer)
    assert view.hand == (None if left is None else cards(left))
    assert (view.hand_sizes, view.totals) == ((0, 4, 8, 12), (30, 10, 5, 0))


def test_III_U14_points_are_given_at_the_end_of_the_deal_only() -> None:
    view = HONORS_3.view(given(), None)
    assert (view.books, view.totals) == ((("A", "B"), ("C", "D"), ("E",), ()), (0, 0, 0, 0))


@pytest.mark.parametrize(
    ("players", "sizes"), [(5, [10, 10, 10, 9, 9]), (7, [7, 7, 7, 7, 7, 7, 6]), (4, [12] * 4), (6, [8] * 6)]
)
@pytest.mark.parametrize("dealer", [0, 3])
def test_III_U15_uneven_deals(players: int, sizes: list[int], dealer: int) -> None:
    state = dealt(deck({}, players=players, dealer=dealer), players=players, dealer=dealer)
    assert [len(hand(state, (dealer + 1 + place) % players)) for place in range(players)] == sizes

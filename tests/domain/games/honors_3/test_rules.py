"""The rules as they are quoted from the source: III-R1 to III-R11."""

import pytest
from msgspec.structs import replace

from domain.game import Refused
from domain.games.honors_3 import HONORS_3
from tests.domain.games.honors.table import cards, hand
from tests.domain.games.honors_3.table import HANDS, accept, call_off, dealt, deck, given, offer
from tests.domain.scenario import AT, after, as_json, kinds, only, refusal, seen, started, when


@pytest.mark.parametrize("players", [4, 5, 6, 7])
def test_III_R1_from_four_to_seven_may_play(players: int) -> None:
    assert len(dealt(deck({}, players=players), players=players).hands) == players


@pytest.mark.parametrize("players", [3, 8])
def test_III_R1_nobody_else_may(players: int) -> None:
    with pytest.raises(Refused, match=r"^invalid_option: .*\$\.players"):
        HONORS_3.options({"players": players})


@pytest.mark.parametrize("players", [4, 5, 6, 7])
def test_III_R2_the_entire_pack_is_dealt_around(players: int) -> None:
    order = deck({}, players=players, dealer=2)
    _, start, *hands = [as_json(event) for event in started(HONORS_3, order, players=players, dealer=2)]
    assert start == {"type": "deal_started", "deal": 1, "dealer": 2, "stock_size": 0, "deck": [*order]}
    for place, event in enumerate(hands):
        share = [*order[place::players]]
        seat = (3 + place) % players
        assert event == {"type": "cards_dealt", "seat": seat, "count": len(share), "cards": share}
    assert len(hands) == players


@pytest.mark.parametrize("text", ["A-1", "A-1 B-1", "A-1 B-1 C-1"])
def test_III_R3_the_dealers_left_opens_by_offering_one_two_or_three_cards(text: str) -> None:
    state, events = when(dealt(), 1, offer(text))
    assert kinds(events) == ["play_opened", "offer_made"]
    assert events[0]["seat"] == 1
    assert (state.phase, state.offers[0].cards) == ("trading", cards(text))


@pytest.mark.parametrize("listed", [[], ["A-1", "B-1", "C-1", "D-1"]])
def test_III_R3_a_player_does_not_offer_none_or_four(listed: list[str]) -> None:
    assert refusal(dealt(), 1, {"type": "offer", "cards": listed}) == "malformed_move"


@pytest.mark.parametrize("viewer", [None, 0, 2, 3])
def test_III_R4_a_player_says_how_many_and_not_which(viewer: int | None) -> None:
    state, (made,) = when(given(), 1, offer("G-2 H-1"))
    assert seen(state, made, viewer) == {
        "type": "offer_made",
        "offer": 1,
        "seat": 1,
        "count": 2,
        "expires_at": AT + 60_000,
    }


def test_III_R5_once_the_play_is_opened_all_play_simultaneously() -> None:
    state = after(dealt(), (1, offer("A-1")))
    for seat in (3, 2, 0):
        assert HONORS_3.view(state, None).to_act == (0, 1, 2, 3)
        assert HONORS_3.view(state, None).turn is None
        state = after(state, (seat, {"type": "offer", "cards": [min(hand(state, seat))]}))
    assert [made.seat for made in state.offers] == [1, 3, 2, 0]


def test_III_R6_a_complete_book_is_laid_down_as_soon_as_a_player_gets_it() -> None:
    hands = HANDS | {0: "F-12 G-12", 1: "F-34 H-1 I-1"}
    state, events = when(after(given(hands), (1, offer("F-34"))), 0, accept(1, "G-12"))
    assert kinds(events)[:3] == ["cards_exchanged", "book_laid", "seat_went_out"]
    assert events[1] == {"type": "book_laid", "seat": 0, "book": "F"}
    assert kinds(events[2:]) == ["seat_went_out", "deal_ended", "deal_started", *["cards_dealt"] * 4]
    assert state.match.deal == 2


def test_III_R6_a_book_that_does_not_put_a_player_out_is_laid_down_too() -> None:
    hands = {0: "E-123 F-1 G-1 H-1 I-1 J-1", 1: "E-4 F-2 G-2 H-2", 2: "F-34 G-34 H-34 K-12", 3: "I-234 J-234 K-34"}
    state = given(hands, {0: "A", 1: "BC", 2: "D", 3: "L"})
    state, events = when(after(state, (1, offer("E-4"))), 0, accept(1, "F-1"))
    assert kinds(events) == ["cards_exchanged", "book_laid"]
    assert hand(state, 0) == {*cards("G-1 H-1 I-1 J-1")}
    assert state.books[0] == ("A", "E")


def test_III_R7_the_first_to_go_out_has_honors_and_the_play_ceases() -> None:
    state, events = when(after(given(), (1, offer("F-4")), (2, offer("L-1"))), 0, accept(1, "G-1"))
    assert only(events, "seat_went_out") == {"type": "seat_went_out", "seat": 0}
    ended = only(events, "deal_ended")
    assert (ended["deal"], ended["why"], ended["out"]) == (1, "out", 0)
    assert (state.phase, state.offers, state.match.deal) == ("opening", (), 2)


def test_III_R8_no_cards_may_be_played_after_honors() -> None:
    offers = ((1, offer("F-4")), (2, offer("L-1")))
    next_deal = after(given(), *offers, (0, accept(1, "G-1")))
    assert refusal(next_deal, 3, accept(2, "A-4")) == "offer_closed"
    finished = after(given(max_deals=1), *offers, (0, accept(1, "G-1")))
    assert finished.phase == "finished"
    for seat, move in ((3, accept(2, "G-4")), (2, offer("L-1")), (2, {"type": "cancel", "offer": 2}), (3, call_off())):
        assert refusal(finished, seat, move) == "game_over"


def test_III_R9_ten_points_a_book_for_the_player_who_is_out() -> None:
    _, events = when(after(given(), (1, offer("F-4"))), 0, accept(1, "G-1"))
    assert only(events, "deal_ended")["scores"][0] == 30


def test_III_R10_five_points_a_book_for_the_others() -> None:
    """The worked example: three books against 2, 1, 0."""
    state, events = when(after(given(), (1, offer("F-4"))), 0, accept(1, "G-1"))
    assert only(events, "deal_ended")["scores"] == [30, 10, 5, 0]
    assert (state.match.deal_scores, state.match.totals) == (((30, 10, 5, 0),), (30, 10, 5, 0))


@pytest.mark.parametrize(("before", "winners"), [((169, 100), None), ((170, 100), (0,)), ((180, 200), None)])
def test_III_R11_a_total_of_200_points_completes_the_game(before: tuple[int, int], winners: tuple[int] | None) -> None:
    state = given()
    state = replace(state, match=replace(state.match, deal=9, totals=(*before, 0, 0)))
    state = after(state, (1, offer("F-4")), (0, accept(1, "G-1")))
    assert (state.phase, state.match.deal) == (("opening", 10) if winners is None else ("finished", 9))
    assert (None if state.result is None else state.result.winners) == winners

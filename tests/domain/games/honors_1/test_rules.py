"""The rules I-R1 to I-R14 of the rulebook, by number."""

import pytest

from domain.games.honors_1 import HONORS_1
from domain.match import Result
from tests.domain.games.honors.table import cards, hand
from tests.domain.games.honors_1.table import TWO_BOOKS_EACH, ask, dealt, deck, given
from tests.domain.scenario import kinds, refusal, refused_options, started, when


def test_I_R1_from_two_to_eight_may_play() -> None:
    assert [HONORS_1.options({"players": players}).players for players in range(2, 9)] == [2, 3, 4, 5, 6, 7, 8]
    for players in (0, 1, 9):
        assert refused_options(HONORS_1, players=players) == "invalid_option"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_I_R2_two_three_or_four_seats_get_six_cards_each(players: int) -> None:
    state = dealt(deck({}, players=players), players=players)
    assert [len(hand(state, seat)) for seat in range(players)] == [6] * players


@pytest.mark.parametrize(("players", "left"), [(2, 36), (3, 30), (4, 24)])
def test_I_R3_the_remainder_goes_to_the_centre(players: int, left: int) -> None:
    order = deck({}, players=players)
    state = dealt(order, players=players)
    assert state.stock == order[6 * players :]
    assert HONORS_1.view(state, None).stock_size == left
    assert [event.stock_size for event in started(HONORS_1, order, players=players)[1:2]] == [left]


@pytest.mark.parametrize("players", [5, 6, 7, 8])
def test_I_R4_with_more_seats_all_the_cards_are_dealt(players: int) -> None:
    state = dealt(deck({}, players=players), players=players)
    assert sum(len(hand(state, seat)) for seat in range(players)) == 48
    assert HONORS_1.view(state, None).stock_size == 0


def test_I_R5_the_cards_are_dealt_one_at_a_time_from_left_to_right() -> None:
    order = deck({}, players=3, dealer=1)
    hands = [(event.seat, event.cards) for event in started(HONORS_1, order, players=3, dealer=1)[2:]]
    assert hands == [(2, order[0:18:3]), (0, order[1:18:3]), (1, order[2:18:3])]


@pytest.mark.parametrize(("dealer", "first"), [(0, 1), (2, 3), (3, 0)])
def test_I_R6_the_play_begins_on_the_left_of_the_dealer(dealer: int, first: int) -> None:
    assert dealt(deck({}, dealer=dealer), dealer=dealer).turn == first


@pytest.mark.parametrize("target", [1, 2, 3])
def test_I_R7_a_player_asks_anyone_for_any_card_of_a_book_that_they_have_begun(target: int) -> None:
    state = given({0: "A-1", 1: "A-2", 2: "A-3", 3: "A-4"})
    _, (asked, *_) = when(state, 0, ask(target, "A-2"))
    answer = "given" if target == 1 else "not_held"
    assert asked == {"type": "card_asked", "seat": 0, "target": target, "card": "A-2", "answer": answer}


def test_I_R8_a_player_calls_as_long_as_their_calls_are_correct() -> None:
    state = given({0: "A-1 B-1", 1: "A-2 B-2", 2: "A-34 B-34"})
    state, _ = when(state, 0, ask(1, "A-2"))
    assert (state.turn, hand(state, 0), hand(state, 1)) == (0, set(cards("A-12 B-1")), {"B-2"})
    state, _ = when(state, 0, ask(2, "A-3"))
    assert (state.turn, hand(state, 0), hand(state, 2)) == (0, set(cards("A-123 B-1")), set(cards("A-4 B-34")))
    assert refusal(state, 1, ask(0, "B-1")) == "not_your_turn"


def test_I_R9_after_a_wrong_call_the_play_passes_to_the_left() -> None:
    state = given({0: "A-1", 1: "A-2", 2: "A-3", 3: "A-4"})
    state, _ = when(state, 0, ask(3, "A-2"))
    assert state.turn == 1
    state, _ = when(state, 1, ask(0, "A-3"))
    state, _ = when(state, 2, ask(0, "A-4"))
    state, _ = when(state, 3, ask(0, "A-2"))
    assert state.turn == 0


def test_I_R10_a_complete_book_is_laid_aside_at_once() -> None:
    state = given({0: "A-123 B-1", 1: "A-4 B-234"})
    state, (_, laid) = when(state, 0, ask(1, "A-4"))
    assert laid == {"type": "book_laid", "seat": 0, "book": "A"}
    assert (state.books[0], hand(state, 0)) == (("A",), {"B-1"})


def test_I_R11_the_hand_is_filled_out_as_soon_as_a_book_is_completed() -> None:
    state = given({0: "A-123 B-1", 1: "A-4 B-234"}, "C-12 D-12 C-34 D-34")
    state, (_, _, drawn) = when(state, 0, ask(1, "A-4"))
    assert drawn == {"type": "cards_drawn", "seat": 0, "count": 5, "cards": [*cards("C-12 D-12 C-3")]}
    assert hand(state, 0) == set(cards("B-1 C-123 D-12"))
    assert state.stock == cards("C-4 D-34")


def test_I_R12_book_a_counts_ten_and_each_other_book_five() -> None:
    state = given({0: "A-12", 1: "A-3 B-12", 2: "A-4 B-34"}, max_deals=1)
    for seat, target, card in ((0, 1, "A-3"), (0, 2, "A-4"), (1, 2, "B-3"), (1, 2, "B-4")):
        state, events = when(state, seat, ask(target, card))
    count = next(event for event in events if event["type"] == "deal_ended")
    premium = 5
    assert state.books == (("A",), ("B",), tuple("CDEFGHIJKL"))
    assert count["scores"] == [10 + premium, 5, 10 * 5]


def test_I_R13_the_first_to_get_rid_of_their_cards_receives_five_points_more() -> None:
    state = given({0: "A-1 B-1", 1: "A-2 B-234", 2: "A-34"}, turn=2, max_deals=1)
    state, _ = when(state, 2, ask(0, "A-1"))
    state, (_, laid, out) = when(state, 2, ask(1, "A-2"))
    assert laid == {"type": "book_laid", "seat": 2, "book": "A"}
    assert out == {"type": "seat_went_out", "seat": 2}
    state, events = when(state, 0, ask(1, "B-2"))
    assert kinds(events) == ["card_asked"]
    state, _ = when(state, 0, ask(1, "B-3"))
    _, (_, laid, count, _) = when(state, 0, ask(1, "B-4"))
    assert laid == {"type": "book_laid", "seat": 0, "book": "B"}
    assert (count["out"], count["scores"]) == (2, [5, 0, 10 + 10 * 5 + 5])


def test_I_R14_the_game_is_of_as_many_points_as_desired() -> None:
    assert [HONORS_1.options({"target_score": points}).target_score for points in (5, 1000)] == [5, 1000]
    won_by_deals = {}
    for target_score in (20, 30):
        end = dealt(TWO_BOOKS_EACH, players=6, target_score=target_score)
        won_by_deals[target_score] = end.match.deal, end.result
    assert won_by_deals == {
        20: (1, Result((10, 20, 10, 10, 10, 10), (1,))),
        30: (7, Result((80, 90, 80, 80, 80, 80), (1,))),
    }

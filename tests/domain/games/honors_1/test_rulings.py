"""The rulings I-U1 to I-U16 of the rulebook, by number."""

import pytest

from domain.games.honors_1 import HONORS_1
from domain.games.honors_1.state import State
from tests.domain.games.honors.table import cards, hand
from tests.domain.games.honors_1.table import ask, dealt, deck, given
from tests.domain.playout import Dice, playout
from tests.domain.scenario import as_json, choices, kinds, refusal, seen, started, when


def test_I_U1_one_call_moves_one_card() -> None:
    state = given({0: "A-1 B-12", 1: "A-234 B-34"})
    state, (asked,) = when(state, 0, ask(1, "A-3"))
    assert asked == {"type": "card_asked", "seat": 0, "target": 1, "card": "A-3", "answer": "given"}
    assert (hand(state, 0), hand(state, 1)) == (set(cards("A-13 B-12")), set(cards("A-24 B-34")))


def test_I_U1_calls_for_a_card_in_hand_or_of_a_book_laid_aside_are_void() -> None:
    state = given({0: "A-1 B-12", 1: "A-234 B-34"}, ask_rule="any_card")
    assert refusal(state, 0, ask(1, "B-2")) == "card_already_held"
    assert refusal(state, 0, ask(1, "C-1")) == "book_complete"


def test_I_U2_a_player_holds_a_card_of_the_book_that_they_call_for() -> None:
    hands = {0: "A-1", 1: "A-234 B-1", 2: "B-234"}
    assert refusal(given(hands), 0, ask(1, "B-1")) == "book_not_held"
    state, (asked,) = when(given(hands, ask_rule="any_card"), 0, ask(1, "B-1"))
    assert (asked["answer"], hand(state, 0)) == ("given", {"A-1", "B-1"})


@pytest.mark.parametrize("card", cards("A-234"))
def test_I_U3_the_answer_is_given_at_once_and_true(card: str) -> None:
    state = given({0: "A-1 B-12", 1: "A-23 B-3", 2: "A-4 B-4"})
    for target in (1, 2):
        _, (asked, *_) = when(state, 0, ask(target, card))
        assert (asked["answer"] == "given") == (card in hand(state, target))


def test_I_U4_after_a_wrong_call_a_player_draws_the_top_card_of_the_centre() -> None:
    state = given({0: "A-1 B-12", 1: "A-2 B-3", 2: "A-4 B-4"}, "A-3 C-1234")
    state, (asked, drawn) = when(state, 0, ask(1, "A-4"))
    assert asked["answer"] == "not_held"
    assert drawn == {"type": "cards_drawn", "seat": 0, "count": 1, "cards": ["A-3"]}
    assert (state.turn, state.stock, hand(state, 0)) == (1, cards("C-1234"), set(cards("A-13 B-12")))


def test_I_U4_from_an_empty_centre_a_player_draws_nothing() -> None:
    state, events = when(given({0: "A-1 B-12", 1: "A-234 B-34"}, turn=1), 1, ask(0, "B-2"))
    assert kinds(events) == ["card_asked"]
    state, events = when(given({0: "A-1 B-12", 1: "A-23 B-3", 2: "A-4 B-4"}), 0, ask(2, "A-2"))
    assert (kinds(events), state.turn) == (["card_asked"], 1)


def lucky(**options: bool) -> State:
    """Return a table where the card on top of the centre is A-3."""
    return given({0: "A-1 B-12", 1: "A-2 B-3", 2: "A-4 B-4"}, "A-3 C-1234", **options)


def test_I_U5_drawing_the_very_card_is_no_correct_call_and_told_to_nobody() -> None:
    state, events = when(lucky(), 0, ask(1, "A-3"))
    assert (kinds(events), state.turn) == (["card_asked", "cards_drawn"], 1)
    assert hand(state, 0) == set(cards("A-13 B-12"))
    for viewer in (1, 2, None):
        assert "A-3" not in repr(seen(state, events[1], viewer))


def test_I_U5_with_lucky_draw_it_is_shown_to_all_and_the_player_calls_again() -> None:
    state, (asked, drawn, shown) = when(lucky(lucky_draw=True), 0, ask(1, "A-3"))
    assert (asked["answer"], drawn["cards"]) == ("not_held", ["A-3"])
    assert shown == {"type": "lucky_card_drawn", "seat": 0, "card": "A-3"}
    assert state.turn == 0


def test_I_U5_a_call_is_not_lucky_unless_the_player_draws_the_very_card() -> None:
    state, events = when(lucky(lucky_draw=True), 0, ask(1, "A-4"))
    assert (kinds(events), state.turn) == (["card_asked", "cards_drawn"], 1)


def test_I_U5_a_lucky_card_may_complete_a_book() -> None:
    state = given({0: "A-124 B-12", 1: "B-3", 2: "B-4"}, "A-3 C-1234", lucky_draw=True)
    state, events = when(state, 0, ask(1, "A-3"))
    assert kinds(events)[:4] == ["card_asked", "cards_drawn", "lucky_card_drawn", "book_laid"]
    assert state.turn == 0


def test_I_U5_a_lucky_card_that_puts_a_player_out_leaves_nothing_to_call() -> None:
    state = given({0: "A-124", 1: "B-1", 2: "B-234"}, "A-3", lucky_draw=True)
    state, events = when(state, 0, ask(1, "A-3"))
    assert kinds(events) == ["card_asked", "cards_drawn", "lucky_card_drawn", "book_laid", "seat_went_out"]
    assert state.turn == 1


@pytest.mark.parametrize(
    ("own", "others", "centre", "drawn"),
    [
        ("A-123", "A-4 B-1", "B-234 C-1234", "B-234 C-123"),
        ("A-123 B-12", "A-4 B-34", "C-1234 D-1234", "C-1234"),
        ("A-123 B-12", "A-4 B-34 C-123", "C-4", "C-4"),
    ],
)
def test_I_U6_a_player_who_laid_a_book_aside_draws_until_they_have_six_or_the_centre_is_empty(
    own: str, others: str, centre: str, drawn: str
) -> None:
    _, (_, _, first, *_) = when(given({0: own, 1: others}, centre), 0, ask(1, "A-4"))
    assert (first["seat"], first["cards"]) == (0, [*cards(drawn)])


@pytest.mark.parametrize(
    ("own", "others"),
    [("A-123 B-12 C-12 D-12", "A-4 B-34 C-34 D-34"), ("A-123 B-12 C-12 D-123", "A-4 B-34 C-34 D-4")],
)
def test_I_U6_with_six_cards_or_more_a_player_draws_none(own: str, others: str) -> None:
    _, events = when(given({0: own, 1: others}, "E-1234"), 0, ask(1, "A-4"))
    assert kinds(events) == ["card_asked", "book_laid"]


def test_I_U6_the_other_seats_do_not_draw() -> None:
    state = given({0: "A-123 B-12", 1: "A-4 B-3", 2: "B-4"}, "C-123 D-1234 C-4")
    _, events = when(state, 0, ask(1, "A-4"))
    assert [event["seat"] for event in events if event["type"] == "cards_drawn"] == [0]


def test_I_U7_a_hand_that_is_emptied_by_giving_is_filled_out_to_six() -> None:
    state = given({0: "A-1 B-12", 1: "A-2", 2: "A-34 B-34"}, "C-123 D-123 C-4 D-4")
    state, (_, drawn) = when(state, 0, ask(1, "A-2"))
    assert drawn == {"type": "cards_drawn", "seat": 1, "count": 6, "cards": [*cards("C-123 D-123")]}
    assert (hand(state, 1), state.stock, state.out) == (set(cards("C-123 D-123")), cards("C-4 D-4"), None)


def test_I_U7_a_hand_that_is_emptied_by_a_book_is_filled_out_to_six() -> None:
    state = given({0: "A-123", 1: "A-4 B-1"}, "C-123 B-234 C-4")
    state, (_, _, drawn) = when(state, 0, ask(1, "A-4"))
    assert (drawn["seat"], drawn["cards"]) == (0, [*cards("C-123 B-234")])
    assert (state.turn, state.out) == (0, None)


def test_I_U8_books_among_the_drawn_cards_are_laid_aside_until_nothing_changes() -> None:
    state = given({0: "A-123 B-1", 1: "A-4 B-234"}, "C-1234 D-1 D-23 E-1 D-4 E-23 F-12 E-4 F-34")
    state, events = when(state, 0, ask(1, "A-4"))
    assert [(event["type"], event.get("book") or event.get("cards")) for event in events[1:]] == [
        ("book_laid", "A"),
        ("cards_drawn", [*cards("C-1234 D-1")]),
        ("book_laid", "C"),
        ("cards_drawn", [*cards("D-23 E-1 D-4")]),
        ("book_laid", "D"),
        ("cards_drawn", [*cards("E-23 F-12")]),
    ]
    assert (state.books[0], state.stock) == (("A", "C", "D"), cards("E-4 F-34"))


def test_I_U8_several_books_at_once_are_laid_aside_in_the_order_of_their_letters() -> None:
    order = deck({1: "L-1234 D-1234", 4: "K-1234 E-1234"}, players=5)
    laid = [event for event in map(as_json, started(HONORS_1, order, players=5)) if event["type"] == "book_laid"]
    assert [(event["seat"], event["book"]) for event in laid] == [(1, "D"), (1, "L"), (4, "E"), (4, "K")]


def test_I_U8_a_card_drawn_after_a_wrong_call_may_complete_a_book() -> None:
    state = given({0: "A-124 B-12", 1: "B-3", 2: "B-4"}, "A-3 C-1234")
    state, events = when(state, 0, ask(1, "B-4"))
    assert kinds(events)[:4] == ["card_asked", "cards_drawn", "book_laid", "cards_drawn"]
    assert (state.turn, state.books[0]) == (1, ("A", "C"))


def test_I_U9_a_book_that_was_dealt_is_laid_aside_before_the_first_turn() -> None:
    order = deck({3: "K-1234 A-1 B-1", 0: "J-1234 C-1 D-1"}, "E-1 F-1 G-1 H-1 I-1 L-1", dealer=2)
    opening = [as_json(event) for event in started(HONORS_1, order, dealer=2)[6:]]
    assert opening == [
        {"type": "book_laid", "seat": 3, "book": "K"},
        {"type": "cards_drawn", "seat": 3, "count": 4, "cards": [*cards("E-1 F-1 G-1 H-1")]},
        {"type": "book_laid", "seat": 0, "book": "J"},
        {"type": "cards_drawn", "seat": 0, "count": 4, "cards": [*cards("I-1 L-1"), *order[30:32]]},
    ]
    assert dealt(order, dealer=2).turn == 3


def test_I_U10_a_player_who_gives_their_last_card_to_a_full_table_is_out() -> None:
    state = given({0: "A-1 B-12", 1: "A-2", 2: "A-34 B-34"})
    state, events = when(state, 0, ask(1, "A-2"))
    assert events[1:] == [{"type": "seat_went_out", "seat": 1}]
    assert (state.out, HONORS_1.view(state, None).out) == (1, 1)


def test_I_U10_if_an_ask_empties_both_the_asked_seat_is_first() -> None:
    state = given({0: "A-123", 1: "A-4", 2: "B-12", 3: "B-34"})
    state, events = when(state, 0, ask(1, "A-4"))
    assert events[1:] == [
        {"type": "seat_went_out", "seat": 1},
        {"type": "book_laid", "seat": 0, "book": "A"},
    ]
    assert state.out == 1


def test_I_U10_nobody_is_out_while_the_asked_seat_can_fill_out() -> None:
    state = given({0: "A-123", 1: "A-4", 2: "B-12"}, "B-34")
    state, events = when(state, 0, ask(1, "A-4"))
    assert kinds(events) == ["card_asked", "cards_drawn", "book_laid", "seat_went_out"]
    assert (hand(state, 1), state.out) == (set(cards("B-34")), 0)


def test_I_U11_the_others_play_on_until_all_books_are_laid_aside() -> None:
    state = given({0: "A-123", 1: "A-4 B-12", 2: "B-34"}, max_deals=1)
    state, events = when(state, 0, ask(1, "A-4"))
    assert (kinds(events)[-1], state.phase, state.turn) == ("seat_went_out", "ask", 1)
    state, _ = when(state, 1, ask(2, "B-3"))
    state, events = when(state, 1, ask(2, "B-4"))
    assert (events[-2]["why"], state.phase) == ("all_books", "finished")


def test_I_U11_with_first_out_the_deal_closes_when_the_ask_is_settled() -> None:
    state = given({0: "A-123 B-1", 1: "A-4", 2: "B-234"}, max_deals=1, deal_ends="first_out")
    state, events = when(state, 0, ask(1, "A-4"))
    assert kinds(events) == ["card_asked", "seat_went_out", "book_laid", "deal_ended", "game_finished"]
    assert (events[3]["why"], events[3]["out"], events[3]["scores"]) == ("first_out", 1, [10, 5, 50])


def test_I_U11_with_first_out_the_deal_may_close_in_the_dealing() -> None:
    order = deck({3: "A-1234 B-1234", 5: "C-1234 D-1234"}, players=6)
    *_, count, end = map(as_json, started(HONORS_1, order, players=6, deal_ends="first_out", max_deals=1))
    assert (count["why"], count["out"], count["scores"]) == ("first_out", 3, [0, 0, 0, 20, 0, 10])
    assert end["result"]["winners"] == [3]


def test_I_U11_the_last_book_ends_a_deal_with_all_books_also_with_first_out() -> None:
    state = given({0: "A-123", 1: "A-4"}, max_deals=1, deal_ends="first_out")
    _, events = when(state, 0, ask(1, "A-4"))
    assert events[-2]["why"] == "all_books"


def test_I_U12_a_seat_without_cards_is_passed_over_and_cannot_be_asked() -> None:
    state = given({0: "A-12", 1: "", 2: "", 3: "A-34 B-1", 4: "B-234"})
    assert refusal(state, 0, ask(2, "A-3")) == "target_has_no_cards"
    state, _ = when(state, 0, ask(4, "A-3"))
    assert state.turn == 3


def test_I_U12_a_player_who_has_no_cards_after_their_ask_passes_the_play_to_the_left() -> None:
    state = given({0: "B-1", 1: "", 2: "A-123", 3: "A-4 B-2", 4: "B-34"}, turn=2)
    state, (*_, out) = when(state, 2, ask(3, "A-4"))
    assert (out, state.turn) == ({"type": "seat_went_out", "seat": 2}, 3)


def test_I_U12_the_dealers_left_is_passed_over_if_they_went_out_in_the_dealing() -> None:
    state = dealt(deck({1: "A-1234 B-1234", 2: "C-1234 D-1234"}, players=6), players=6)
    assert (state.out, state.turn) == (1, 3)


def stalling(misses: int) -> State:
    """Return a table where this is the count of misses, and seat 0 is going to miss at seat 1."""
    return given({0: "A-1 B-12", 1: "A-2 B-3", 2: "A-34 B-4"}, misses=misses, max_deals=1, stall_rounds=5)


def test_I_U13_wrong_calls_without_a_centre_are_counted() -> None:
    state, _ = when(stalling(0), 0, ask(1, "A-4"))
    assert state.misses == 1
    state, _ = when(state, 1, ask(0, "A-1"))
    assert (state.misses, HONORS_1.view(state, None).misses) == (1, 1)


def test_I_U13_wrong_calls_with_a_centre_are_not_counted() -> None:
    state, _ = when(given({0: "A-1", 1: "A-234", 2: "B-12"}, "B-34"), 0, ask(2, "A-2"))
    assert state.misses == 0
    state, _ = when(given({0: "A-1", 1: "A-23", 2: "A-4"}, "B-1234"), 0, ask(2, "A-2"))
    assert state.misses == 0


def test_I_U13_a_book_laid_aside_sets_the_count_to_nothing() -> None:
    state = given({0: "A-123 B-12", 1: "A-4 B-34"}, misses=7)
    state, _ = when(state, 0, ask(1, "A-4"))
    assert state.misses == 0


def test_I_U13_at_stall_rounds_for_each_seat_the_deal_closes() -> None:
    state, events = when(stalling(13), 0, ask(1, "A-4"))
    assert (kinds(events), state.misses) == (["card_asked"], 14)
    state, (_, count, _) = when(stalling(14), 0, ask(1, "A-4"))
    assert (count["why"], state.phase, state.misses) == ("stall", "finished", 15)


def test_I_U14_at_a_stall_unfinished_books_count_for_nobody_and_there_is_no_premium() -> None:
    _, (_, count, _) = when(stalling(14), 0, ask(1, "A-4"))
    assert (count["out"], count["scores"]) == (None, [0, 0, 10 * 5])


def test_I_U14_at_a_stall_the_premium_of_the_player_who_went_out_stands() -> None:
    state = given({0: "A-1", 1: "A-2", 2: "A-34 B-12", 3: "B-34"}, misses=38, max_deals=1, stall_rounds=10)
    state, _ = when(state, 0, ask(1, "A-2"))
    state, _ = when(state, 0, ask(3, "A-3"))
    state, events = when(state, 2, ask(3, "A-1"))
    assert (events[1]["why"], events[1]["out"], events[1]["scores"]) == ("stall", 1, [0, 5, 0, 10 * 5])


@pytest.mark.parametrize(("players", "sizes"), [(5, [10, 10, 10, 9, 9]), (7, [7, 7, 7, 7, 7, 7, 6])])
def test_I_U15_an_uneven_deal_begins_on_the_dealers_left(players: int, sizes: list[int]) -> None:
    opening = [
        as_json(event) for event in started(HONORS_1, deck({}, players=players, dealer=2), players=players, dealer=2)
    ]
    hands = [(event["seat"], event["count"]) for event in opening if event["type"] == "cards_dealt"]
    assert hands == [((3 + place) % players, size) for place, size in enumerate(sizes)]


@pytest.mark.parametrize("seed", range(5))
def test_I_U16_an_acting_seat_always_has_a_legal_ask(seed: int) -> None:
    for step in playout(HONORS_1, Dice(seed)):
        state: State = step.after
        if state.turn is not None:
            assert choices(state, state.turn) is not None
            assert all(state.hands) or not state.stock

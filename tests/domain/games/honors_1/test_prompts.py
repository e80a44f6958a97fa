from domain.games.honors_1 import HONORS_1
from domain.games.honors_1.moves import Ask
from tests.domain.games.honors_1.table import ask, dealt, given
from tests.domain.scenario import done_for, prompt, when

HANDS = {0: "A-13 B-1", 1: "A-2 B-23", 2: "", 3: "A-4 B-4 D-1234"}


def test_a_seat_is_asked_whom_it_asks_and_for_what() -> None:
    assert prompt(given(HANDS), 0) == ("Ask one of seats 1 and 3 for a card of a book that you have begun: A and B.")
    assert prompt(given({0: "A-12 J-1", 1: "A-34 J-234"}), 0) == (
        "Ask seat 1 for a card of a book that you have begun: A and J."
    )


def test_with_any_card_the_books_are_open() -> None:
    assert prompt(given(HANDS, ask_rule="any_card"), 0) == (
        "Ask one of seats 1 and 3 for a card of any book that is not laid aside yet."
    )


def test_the_call_is_for_the_first_card_that_is_missing_of_the_fullest_book_at_the_fullest_hand() -> None:
    assert done_for(given(HANDS), 0) == Ask(3, "A-2")
    assert done_for(given({0: "A-1 B-13", 1: "A-23 B-24", 2: "A-4"}), 0) == Ask(1, "B-2")


def test_of_equal_books_it_is_the_first_and_of_equal_hands_the_next_on_the_left() -> None:
    state = given({0: "A-1 B-1", 1: "A-2 B-2", 2: "A-3 B-3", 3: "A-4 B-4"}, turn=2)
    assert done_for(state, 2) == Ask(3, "A-1")


def test_no_call_is_made_for_a_player_who_is_not_in_turn() -> None:
    assert [done_for(dealt(), seat) is None for seat in range(4)] == [True, False, True, True]


def test_who_acts_is_nobody_at_the_end() -> None:
    state, _ = when(given({0: "A-123", 1: "A-4"}, max_deals=1), 0, ask(1, "A-4"))
    assert (HONORS_1.to_act(state), done_for(state, 0), done_for(state, 1)) == ((), None, None)

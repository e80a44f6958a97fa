import pytest
from msgspec.structs import replace

from domain.games.literature import LITERATURE
from domain.games.literature.moves import Ask, Declare, PassTurn
from domain.games.literature.sets import SETS
from domain.games.literature.state import State
from tests.domain.games.literature.table import ask, declare, given
from tests.domain.scenario import done_for, prompt, when

HANDS = {0: "3S 4S 9H", 1: "5S 6S", 2: "7S", 3: "8S 10H JH", 4: "QH KH AH"}
"""Low spades and high hearts are open; seat 5 is out of cards."""

STAYS = {"false_declaration": "set_stays_turn_passes"}


def said(set_id: str, *seats: int) -> Declare:
    """Return the declaration that these seats hold the cards of the set, in its order."""
    return Declare(set_id, dict(zip(SETS[set_id], seats, strict=True)))


# What is asked


def test_in_turn_one_asks_or_declares() -> None:
    assert prompt(given(HANDS), 0) == "Ask an opponent for a card of a set that you have begun, or declare a set."


def test_with_whole_sets_only_one_declares() -> None:
    assert prompt(given({0: "low_spades", 1: "low_hearts"}), 0) == "You hold whole sets only: declare one."


def test_one_is_told_that_asking_is_out() -> None:
    assert prompt(given({0: "3S 4S 5S", 2: "6S 7S 8S"}), 0) == "You may no longer ask: declare a set."


def passing() -> State:
    """Return a table where seat 0 has declared its last set and has two mates with cards."""
    state, _ = when(given({0: "low_spades", 2: "3H 4H 5H", 4: "6H 7H", 5: "8H"}), 0, declare("low_spades", 0))
    return state


def test_a_player_who_is_out_of_cards_is_asked_for_a_mate() -> None:
    assert prompt(passing(), 0) == "You are out of cards: hand the turn to a team mate."


def test_out_of_turn_one_may_ask_for_counts() -> None:
    state = given(HANDS, {"report_counts": True})
    assert prompt(state, 3) == "You may ask another seat how many cards it holds."


# What is done for a player who is late


def test_the_first_opponent_with_cards_is_asked_for_the_first_card_lacking_in_the_fullest_set() -> None:
    assert done_for(given(HANDS), 0) == Ask(1, "5S")
    assert done_for(given(HANDS, turn=4), 4) == Ask(1, "9H")
    assert done_for(given(HANDS, turn=3), 3) == Ask(4, "9H")


def test_of_sets_as_full_it_is_the_first() -> None:
    assert done_for(given({0: "5H 5S", 1: "3H 4H 6H 7H 8H 3S 4S 6S 7S 8S"}), 0) == Ask(1, "3H")


def test_one_goes_on_with_the_set_of_which_one_was_just_given_a_card() -> None:
    state = given({0: "3S 4S 5S 9H", 1: "6S 7S 8S 10H JH QH KH AH"})
    assert done_for(state, 0) == Ask(1, "6S")
    given_one, _ = when(state, 0, ask(1, "10H"))
    assert done_for(given_one, 0) == Ask(1, "JH")


def test_a_set_that_is_whole_now_is_not_asked_for_but_the_next() -> None:
    state, _ = when(given({0: "3S 4S 5S 6S 7S 9H", 1: "8S 10H JH QH KH AH"}), 0, ask(1, "8S"))
    assert done_for(state, 0) == Ask(1, "10H")


def test_an_ask_in_vain_changes_nothing() -> None:
    state, _ = when(given(HANDS, turn=3), 3, ask(0, "QH"))
    assert done_for(state, 0) == Ask(1, "5S")


def test_after_a_false_declaration_the_last_ask_of_another_seat_changes_nothing() -> None:
    state = given({0: "3S 9H 10H JH", 1: "8S QH KH AH", 2: "7S", 5: "4S 5S 6S"}, STAYS, turn=5)
    state, _ = when(state, 5, ask(2, "7S"))
    state, _ = when(state, 5, declare("low_spades", 5))
    assert done_for(state, 0) == Ask(1, "QH")


def test_nor_does_an_own_ask_in_vain() -> None:
    state = given({0: "3S 9H 10H JH", 1: "4S 5S 6S 7S", 5: "8S QH KH AH"}, STAYS)
    state, _ = when(state, 0, ask(5, "7S"))
    state, _ = when(state, 5, declare("high_hearts", 5))
    assert done_for(state, 0) == Ask(1, "QH")


def test_whole_sets_are_declared() -> None:
    assert done_for(given({0: "low_hearts low_spades", 1: "high_spades"}), 0) == said("low_hearts", 0, 0, 0, 0, 0, 0)


@pytest.mark.parametrize(
    ("hands", "declared"),
    [
        ({0: "3S 4S 5S 9H", 2: "6S 7S 8S", 4: "10H JH QH KH AH"}, said("low_spades", 0, 0, 0, 2, 2, 2)),
        ({0: "3S 4S 5S", 4: "6S 7S 8S"}, said("low_spades", 0, 0, 0, 4, 4, 4)),
    ],
)
def test_where_one_must_declare_the_rest_is_with_the_first_mate_who_has_cards(
    hands: dict[int, str], declared: Declare
) -> None:
    assert done_for(given(hands), 0) == declared


def test_where_one_must_declare_and_no_mate_has_cards_one_says_that_one_holds_all() -> None:
    state = given({0: "3S 4S 5S", 1: "6S 7S 8S"}, {"stall_limit": 6})
    assert done_for(replace(state, moves_since_close=6), 0) == said("low_spades", 0, 0, 0, 0, 0, 0)


def test_a_player_who_is_out_of_cards_hands_the_turn_to_the_first_mate() -> None:
    assert [done_for(passing(), seat) for seat in range(6)] == [PassTurn(2), None, None, None, None, None]


def test_nothing_is_done_out_of_turn_or_at_the_end() -> None:
    assert done_for(given(HANDS, {"report_counts": True}), 3) is None
    state, _ = when(given({0: "low_spades"}), 0, declare("low_spades", 0))
    assert (LITERATURE.to_act(state), done_for(state, 0)) == ((), None)

from itertools import product

import pytest

from domain.games.honors.deck import DECK
from domain.games.honors_1.moves import Ask
from tests.domain.games.honors_1.table import CHANCE, ask, dealt, given
from tests.domain.scenario import answer, choices, some_choices, when

HANDS = {0: "A-13 B-1", 1: "A-2 B-23", 2: "", 3: "A-4 B-4 D-12 E-1234"}
CENTRE = "D-34"


@pytest.mark.parametrize(("ask_rule", "count"), [("held_book", 2 * (2 + 3)), ("any_card", 2 * (2 + 3 + 4 + 4))])
def test_all_legal_asks_are_offered_and_nothing_else(ask_rule: str, count: int) -> None:
    state = given(HANDS, CENTRE, ask_rule=ask_rule)
    decision = some_choices(state, 0)
    assert decision.grade == "enumerated"
    offered = {(move.target, move.card) for move in decision.moves if isinstance(move, Ask)}
    assert len(offered) == len(decision.moves) == count
    every_ask = product(range(-1, 5), DECK)
    legal = {each for each in every_ask if answer(state, 0, ask(*each), chance=CHANCE) == "accepted"}
    assert offered == legal


def test_a_player_who_is_not_in_turn_has_no_choice() -> None:
    assert [choices(dealt(), seat) is None for seat in range(4)] == [True, False, True, True]


def test_nobody_has_a_choice_at_the_end() -> None:
    state, _ = when(given({0: "A-123", 1: "A-4"}, max_deals=1), 0, ask(1, "A-4"))
    assert [choices(state, seat) for seat in range(2)] == [None, None]

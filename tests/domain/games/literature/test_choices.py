from itertools import product

import pytest

from domain.games.literature import LITERATURE
from domain.games.literature.moves import Ask, AskCount, Declare, PassTurn
from tests.domain.games.literature.table import ask, ask_count, declare, given
from tests.domain.scenario import answer, choices, refusal, some_choices, when


@pytest.mark.parametrize("own_card_ask", ["refused", "announced"])
def test_all_legal_asks_are_offered(own_card_ask: str) -> None:
    state = given(
        {0: "3S 4S 9H", 1: "5S 6S 10H JH QH", 3: "7S 8S KH AH", 4: "low_clubs"}, {"own_card_ask": own_card_ask}
    )
    offered = {(move.target, move.card) for move in some_choices(state, 0).moves if isinstance(move, Ask)}
    asks = product(range(6), LITERATURE.deck)
    assert offered == {(target, card) for target, card in asks if answer(state, 0, ask(target, card)) == "accepted"}


def test_declarations_give_a_seat_its_own_cards_and_share_out_the_others() -> None:
    state = given({0: "3S 4S 5S 6S", 1: "7S 8S", 2: "low_hearts", 4: "low_clubs"})
    decision = some_choices(state, 0)
    assert decision.grade == "factored"
    said = [
        tuple(move.holders.values()) for move in decision.moves if isinstance(move, Declare) and "3S" in move.holders
    ]
    assert said == [(0, 0, 0, 0, 2, 2), (0, 0, 0, 0, 4, 4), (0, 0, 0, 0, 2, 4)]
    assert {move.set for move in decision.moves if isinstance(move, Declare)} == {
        "low_spades",
        "low_hearts",
        "low_clubs",
    }


def test_cards_are_given_only_to_team_mates_that_have_some() -> None:
    state = given({0: "3S 4S 5S 6S", 1: "7S 8S", 4: "low_clubs"})
    said = [tuple(move.holders.values()) for move in some_choices(state, 0).moves if isinstance(move, Declare)]
    assert said == [(4, 4, 4, 4, 4, 4), (0, 0, 0, 0, 4, 4)]
    alone = given({0: "3S 4S 5S 6S", 1: "7S 8S"})
    assert [tuple(move.holders.values()) for move in some_choices(alone, 0).moves if isinstance(move, Declare)] == [
        (0,) * 6
    ]


def test_nobody_to_ask_leaves_declarations() -> None:
    state = given({0: "3S 4S 5S", 2: "6S 7S 8S"})
    assert {type(move) for move in some_choices(state, 0).moves} == {Declare}


def test_passing_is_enumerated() -> None:
    state = given({0: "low_spades", 1: "3H", 2: "4H 5H", 4: "6H 7H 8H"}, {"report_counts": True})
    state, _ = when(state, 0, declare("low_spades", 0))
    decision = some_choices(state, 0)
    assert decision.grade == "enumerated"
    assert decision.moves == (PassTurn(2), PassTurn(4), *(AskCount(seat) for seat in range(1, 6)))


def test_counts_are_offered_to_every_seat_as_long_as_they_may_be_asked() -> None:
    state = given({0: "3S 4S 5S", 1: "6S 7S 8S"}, {"report_counts": True})
    assert sum(isinstance(move, AskCount) for move in some_choices(state, 0).moves) == 5
    for target in (0, 1, 2, 3, 4):
        decision = some_choices(state, 5)
        assert (decision.grade, len(decision.moves)) == ("enumerated", 5 - target)
        state, _ = when(state, 5, ask_count(target))
    assert choices(state, 5) is None
    assert some_choices(state, 4).moves == (AskCount(5),)
    assert refusal(state, 4, ask_count(0)) == "already_reported"


def test_nobody_else_may_act_and_nobody_at_the_end() -> None:
    state = given({0: "low_spades"}, {"report_counts": True})
    assert choices(given({0: "low_spades"}), 1) is None
    state, _ = when(state, 0, declare("low_spades", 0))
    assert [choices(state, seat) for seat in range(6)] == [None] * 6

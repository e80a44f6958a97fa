from itertools import product
from typing import Any

import pytest

from domain.game import Decision, Refused
from domain.games.literature import LITERATURE
from domain.games.literature.moves import Ask, AskCount, Declare, PassTurn
from domain.games.literature.state import State
from tests.domain.games.literature.table import AT, CHANCE, declare, given, refusal, when


def is_legal(state: State, seat: int, move: Any) -> bool:
    """Return whether a seat may make this move."""
    try:
        LITERATURE.decide(state, seat, move, AT, CHANCE)
    except Refused:
        return False
    return True


def choices(state: State, seat: int) -> Decision:
    """Return what a seat may do, which must be something, and legal."""
    decision = LITERATURE.choices(state, seat)
    assert decision is not None
    assert decision.moves
    assert len(decision.moves) == len({repr(move) for move in decision.moves})
    for move in decision.moves:
        assert is_legal(state, seat, move)
    return decision


@pytest.mark.parametrize("own_card_ask", ["refused", "announced"])
def test_all_legal_asks_are_offered(own_card_ask: str) -> None:
    state = given(
        {0: "3S 4S 9H", 1: "5S 6S 10H JH QH", 3: "7S 8S KH AH", 4: "low_clubs"}, {"own_card_ask": own_card_ask}
    )
    offered = {(move.target, move.card) for move in choices(state, 0).moves if isinstance(move, Ask)}
    asks = product(range(6), LITERATURE.deck)
    assert offered == {(target, card) for target, card in asks if is_legal(state, 0, Ask(target, card))}


def test_declarations_give_a_seat_its_own_cards_and_share_out_the_others() -> None:
    state = given({0: "3S 4S 5S 6S", 1: "7S 8S", 2: "low_hearts", 4: "low_clubs"})
    decision = choices(state, 0)
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
    said = [tuple(move.holders.values()) for move in choices(state, 0).moves if isinstance(move, Declare)]
    assert said == [(4, 4, 4, 4, 4, 4), (0, 0, 0, 0, 4, 4)]
    alone = given({0: "3S 4S 5S 6S", 1: "7S 8S"})
    assert [tuple(move.holders.values()) for move in choices(alone, 0).moves if isinstance(move, Declare)] == [(0,) * 6]


def test_nobody_to_ask_leaves_declarations() -> None:
    state = given({0: "3S 4S 5S", 2: "6S 7S 8S"})
    assert {type(move) for move in choices(state, 0).moves} == {Declare}


def test_passing_is_enumerated() -> None:
    state = given({0: "low_spades", 1: "3H", 2: "4H 5H", 4: "6H 7H 8H"}, {"report_counts": True})
    state, _ = when(state, 0, **declare("low_spades", 0))
    decision = choices(state, 0)
    assert decision.grade == "enumerated"
    assert decision.moves == (PassTurn(2), PassTurn(4), *(AskCount(seat) for seat in range(1, 6)))


def test_counts_are_offered_to_every_seat_as_long_as_they_may_be_asked() -> None:
    state = given({0: "3S 4S 5S", 1: "6S 7S 8S"}, {"report_counts": True})
    assert sum(isinstance(move, AskCount) for move in choices(state, 0).moves) == 5
    for target in (0, 1, 2, 3, 4):
        decision = choices(state, 5)
        assert (decision.grade, len(decision.moves)) == ("enumerated", 5 - target)
        state, _ = when(state, 5, type="ask_count", target=target)
    assert LITERATURE.choices(state, 5) is None
    assert choices(state, 4).moves == (AskCount(5),)
    assert refusal(state, 4, type="ask_count", target=0) == "already_reported"


def test_nobody_else_may_act_and_nobody_at_the_end() -> None:
    state = given({0: "low_spades"}, {"report_counts": True})
    assert LITERATURE.choices(given({0: "low_spades"}), 1) is None
    state, _ = when(state, 0, **declare("low_spades", 0))
    assert [LITERATURE.choices(state, seat) for seat in range(6)] == [None] * 6

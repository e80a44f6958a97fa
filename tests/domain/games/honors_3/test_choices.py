from typing import Any

import pytest

from domain.game import Decision
from domain.games.honors_3.moves import Accept, CallOff, Cancel, Offer
from tests.domain.games.honors.table import cards
from tests.domain.games.honors_3.table import accept, call_off, dealt, deck, given, offer
from tests.domain.scenario import after, choices, some_choices

TRADING = after(given(), (1, offer("I-1")), (2, offer("G-3 H-2")), (3, call_off()))


def of_kind(decision: Decision, kind: type[Any]) -> list[Any]:
    """Return the moves of a kind."""
    return [move for move in decision.moves if isinstance(move, kind)]


@pytest.mark.parametrize("players", [4, 5, 6, 7])
def test_only_the_dealers_left_may_open_with_offers_of_all_sizes(players: int) -> None:
    state = dealt(deck({}, players=players), players=players)
    decision = some_choices(state, 1)
    assert decision.grade == "factored"
    assert [len(move.given) for move in of_kind(decision, Offer)] == [1, 1, 2, 2, 3, 3]
    assert [choices(state, seat) for seat in range(players) if seat != 1] == [None] * (players - 1)


def test_cards_of_books_with_few_in_hand_are_offered() -> None:
    state = dealt(deck({1: "F-123 G-1 H-12 I-1 J-12 K-123"}))
    offered = [move.given for move in of_kind(some_choices(state, 1), Offer)]
    assert offered == [cards(text) for text in ("G-1", "I-1", "G-1 I-1", "I-1 H-1", "G-1 I-1 H-1", "I-1 H-12")]


def test_all_kinds_while_trading() -> None:
    decision = some_choices(TRADING, 0)
    assert decision.grade == "factored"
    assert {type(move) for move in decision.moves} == {Offer, Accept, CallOff}
    assert [(move.offer, len(move.given)) for move in of_kind(decision, Accept)] == [(1, 1), (1, 1), (2, 2), (2, 2)]
    assert of_kind(decision, CallOff) == [CallOff(True)]


def test_a_player_who_offers_may_cancel_or_accept_another() -> None:
    decision = some_choices(TRADING, 2)
    assert of_kind(decision, Cancel) == [Cancel(2)]
    assert {move.offer for move in of_kind(decision, Accept)} == {1}
    assert of_kind(decision, Offer) == []


def test_a_call_may_be_taken_back() -> None:
    assert of_kind(some_choices(TRADING, 3), CallOff) == [CallOff(False)]


def test_nobody_may_act_at_the_end() -> None:
    state = after(given(max_deals=1), (1, offer("F-4")), (0, accept(1, "G-1")))
    assert [choices(state, seat) for seat in range(4)] == [None] * 4

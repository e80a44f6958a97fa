"""The choices are all legal moves, and nothing else, in every phase."""

from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest
from msgspec import structs

from domain.game import Move, Refused
from domain.games.honors.deck import DECK
from domain.games.honors_2 import HONORS_2
from domain.games.honors_2.moves import (
    Add,
    Challenge,
    Discard,
    DrawStock,
    Give,
    Lay,
    Pass,
    TakePile,
    Waive,
)
from domain.games.honors_2.state import State
from tests.domain.games.honors.table import cards
from tests.domain.games.honors_2.table import CHANCE, challenge, discard, given, lay, take, waive
from tests.domain.scenario import AT, after, choices

HANDS = ("A-1234 B-123 C-4 D-1", "E-1 F-12", "G-1")
TABLE = {1: "C-123"}
WITH_A_CARD: tuple[Callable[[str], Move], ...] = (Add, Discard, Challenge, Waive, Give)
SOME = cards("A-1234 B-1234 C-1234 D-12 E-1 F-12 G-1 H-12")
"""Those of the hands, the table and the pile, and what is drawn; all others lie in the pack."""
EVERY_MOVE: tuple[Move, ...] = (
    DrawStock(),
    Pass(),
    *map(TakePile, range(1, 9)),
    *map(Lay, combinations(SOME, 3)),
    *(kind(card) for card in DECK for kind in WITH_A_CARD),
)


def is_legal(state: State, seat: int, move: Move) -> bool:
    """Return whether a seat may make this move."""
    try:
        HONORS_2.decide(state, seat, move, AT, CHANCE)
    except Refused:
        return False
    return True


def drawing(**options: Any) -> State:
    return given(HANDS, "B-4 H-1 H-2", table=TABLE, phase="draw", **options)


def empty(state: State) -> State:
    return structs.replace(state, stock=())


def playing(**options: Any) -> State:
    return given(HANDS, "H-1", table=TABLE, **options)


def challenging() -> State:
    return after(playing(), (0, discard("A-1")))


STATES = {
    "draw": drawing(),
    "draw_what_can_be_played": drawing(take_rule="play_wished"),
    "draw_from_an_empty_pack": empty(drawing()),
    "draw_or_pass": empty(drawing(stock_out="end_deal")),
    "draw_without_a_pile": structs.replace(drawing(), pile=()),
    "play": playing(),
    "play_after_taking_one": after(drawing(), (0, take(1))),
    "play_after_taking_more": after(drawing(), (0, take(2))),
    "play_the_wished_card": after(
        given(HANDS, "H-1 B-4", phase="draw", take_rule="play_wished"), (0, take(2)), (0, lay("B-123"))
    ),
    "play_the_only_card_taken": after(
        given(("A-123", "B-1", "B-2"), "C-1", phase="draw"), (0, take(1)), (0, lay("A-123"))
    ),
    "challenge": challenging(),
    "challenge_after_a_waive": after(challenging(), (2, waive("A-1"))),
    "challenge_when_barred": structs.replace(challenging(), barred=(1,)),
    "fine": after(challenging(), (1, challenge("A-1"))),
    "finished": after(given(("A-123", "B-1", "B-2"), max_deals=1), (0, lay("A-123"))),
}


@pytest.mark.parametrize("state", STATES.values(), ids=STATES)
def test_all_legal_moves_are_offered_and_nothing_else(state: State) -> None:
    for seat in range(3):
        decision = choices(state, seat)
        legal = {move for move in EVERY_MOVE if is_legal(state, seat, move)}
        if decision is None:
            assert legal == set()
        else:
            assert decision.grade == "enumerated"
            assert len(decision.moves) == len(set(decision.moves))
            assert set(decision.moves) == legal != set()


@pytest.mark.parametrize(
    ("state", "acting"),
    [
        ("draw", {0}),
        ("play", {0}),
        ("challenge", {1, 2}),
        ("challenge_after_a_waive", {1}),
        ("challenge_when_barred", {2}),
        ("fine", {1}),
        ("finished", set()),
    ],
)
def test_a_player_who_may_act_has_a_choice(state: str, acting: set[int]) -> None:
    assert {seat for seat in range(3) if choices(STATES[state], seat)} == acting


@pytest.mark.parametrize(("state", "count"), [("draw", 4), ("play", 4 + 1 + 1 + 9), ("challenge", 2), ("fine", 3)])
def test_how_many_choices_there_are(state: str, count: int) -> None:
    decisions = [choices(STATES[state], seat) for seat in range(3)]
    assert {len(decision.moves) for decision in decisions if decision} == {count}

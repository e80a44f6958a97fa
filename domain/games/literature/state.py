"""The state of a game of Literature, and how each event changes it."""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from domain.dispatch import Evolve
from domain.events import DealStarted
from domain.games.literature.events import (
    CardAsked,
    CardsDealt,
    CountReported,
    GameFinished,
    GameStarted,
    Outcome,
    Result,
    SetDeclared,
    TurnPassed,
)
from domain.games.literature.options import SEATS, Options, opponents, team_mates
from domain.games.literature.sets import BIT, SET_IDS, SET_MASK, SET_NUMBER, mask
from domain.match import match_over
from domain.seats import with_entry

Phase = Literal["playing", "passing", "finished"]

POINTS: dict[Outcome, int] = {"won": 1, "void": 0, "lost": -1}


class State(Struct, frozen=True, gc=False):
    """All that is so at a moment. `hands` are masks (see `sets`); `sets` has the declaration that closed each set."""

    options: Options
    turn: int | None
    phase: Phase = "playing"
    hands: tuple[int, ...] = (0,) * SEATS
    sets: tuple[SetDeclared | None, ...] = (None,) * len(SET_IDS)
    scores: tuple[int, int] = (0, 0)
    last_ask: CardAsked | None = None
    last_declaration: SetDeclared | None = None
    moves_since_close: int = 0
    reported_counts: tuple[int | None, ...] = (None,) * SEATS
    up_to_date: frozenset[int] = frozenset()
    """The seats whose hands have not changed since their number was reported (U28)."""
    result: Result | None = None


def must_declare(state: State) -> bool:
    """Return whether asking is out: nobody can be asked (U23), or the moves have gone in circles (U24)."""
    if state.turn is None:
        return False
    hands = state.hands
    first, second, third = opponents(state.options.teams, state.turn)
    return state.moves_since_close >= state.options.stall_limit or not (hands[first] or hands[second] or hands[third])


evolve = Evolve[State]()
evolve.on(match_over, GameFinished)  # U25: nobody has the turn any more
evolve.unchanged(DealStarted)  # The hands follow, each with an event of its own


@evolve.on
def game_started(_: None, event: GameStarted) -> State:
    """R16, U3: the starter, or the dealer, has the first turn."""
    options = event.options
    return State(options, options.dealer if options.starter is None else options.starter)


@evolve.on
def cards_dealt(state: State, event: CardsDealt) -> State:
    """R3: a seat has its hand."""
    return replace(state, hands=with_entry(state.hands, event.seat, mask(event.cards or ())))


@evolve.on
def card_asked(state: State, event: CardAsked) -> State:
    """R19, R20: a given card goes to the asker, who keeps the turn; R21, U11: else the turn is the target's."""
    moves = state.moves_since_close + 1
    if event.answer != "given":
        return replace(state, turn=event.target, last_ask=event, moves_since_close=moves)
    hands = list(state.hands)
    hands[event.target] &= ~BIT[event.card]
    hands[event.seat] |= BIT[event.card]
    return replace(
        state,
        hands=tuple(hands),
        last_ask=event,
        moves_since_close=moves,
        up_to_date=state.up_to_date - {event.seat, event.target},
    )


@evolve.on
def set_declared(state: State, event: SetDeclared) -> State:
    """R13 to R15 give the points; U15 and U18 say whether the set is closed and its cards leave the hands."""
    hands, sets, up_to_date = state.hands, state.sets, state.up_to_date
    if event.held:
        number = SET_NUMBER[event.set]
        rest = ~SET_MASK[number]
        hands = tuple([hand & rest for hand in hands])
        sets = with_entry(sets, number, event)
        up_to_date = up_to_date.difference(event.held.values())
    phase, turn = turn_after(state.options, hands, event)
    return replace(
        state,
        phase=phase,
        turn=turn,
        hands=hands,
        sets=sets,
        scores=scores_after(state, event),
        last_declaration=event,
        moves_since_close=0 if event.closed else state.moves_since_close + 1,
        up_to_date=up_to_date,
    )


def scores_after(state: State, event: SetDeclared) -> tuple[int, int]:
    """R9, R13 to R15, U19: only the declaring team gains or loses."""
    first, second = state.scores
    points = POINTS[event.outcome]
    return (first, second + points) if state.options.teams[event.seat] else (first + points, second)


def turn_after(options: Options, hands: tuple[int, ...], event: SetDeclared) -> tuple[Phase, int | None]:
    """Return the phase and the seat in turn after a declaration; no seat if all sets are closed."""
    seat = event.seat
    theirs = opponents(options.teams, seat)
    if event.outcome != "won" and options.false_declaration != "set_closes":  # U17, U18
        for other in theirs:
            if hands[other]:
                return "playing", other
    if hands[seat]:  # U16, U20
        return "playing", seat
    first, second = team_mates(options.teams, seat)
    if hands[first] and hands[second]:  # U21
        return "passing", seat
    return "playing", next((other for other in (first, second, *theirs) if hands[other]), None)  # U21, U22


@evolve.on
def turn_passed(state: State, event: TurnPassed) -> State:
    """U21: the team mate plays on."""
    return replace(state, phase="playing", turn=event.to)


@evolve.on
def count_reported(state: State, event: CountReported) -> State:
    """U28: the last report of each seat stays to be seen."""
    counts = with_entry(state.reported_counts, event.target, event.count)
    return replace(state, reported_counts=counts, up_to_date=state.up_to_date | {event.target})

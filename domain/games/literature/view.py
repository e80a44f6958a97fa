"""What a seat sees: the table *What a seat sees* of the rulebook, row by row, and nothing else.

Nothing here tells the size of a hand (R6, U28), and earlier asks are not repeated (U29).
"""

from typing import Annotated

from msgspec import UNSET, Meta, Struct

from domain import game
from domain.game import Seat, Secret, in_turn
from domain.games.literature.events import Answer, Holders, Outcome, Result, SetDeclared
from domain.games.literature.options import SEATS, Options, Team, Teams
from domain.games.literature.sets import SETS, Card, SetId, cards_in
from domain.games.literature.state import Phase, State, must_declare

Said = Annotated[Holders, Meta(description="Who holds each card, as the declarer said.")]


class LastAsk(Struct, frozen=True, gc=False):
    """The last ask and its answer."""

    seat: Seat
    target: Seat
    card: Card
    answer: Answer


class LastDeclaration(Struct, frozen=True, gc=False):
    """The last declaration and its outcome."""

    seat: Seat
    set: SetId
    said: Said
    outcome: Outcome
    closed: Annotated[bool, Meta(description="Whether it closed the set.")]


class SetView(Struct, frozen=True, gc=False):
    """One of the eight sets; while it is open, there is no field but `status`."""

    status: Annotated[str, Meta(extra_json_schema={"enum": ["open", "won", "void", "lost"]})]
    team: Annotated[Secret[Team], Meta(description="The team that declared it.")] = UNSET
    seat: Annotated[Secret[Seat], Meta(description="The seat that declared it.")] = UNSET
    said: Secret[Said] = UNSET
    held: Annotated[Secret[Holders], Meta(description="Who held each card.")] = UNSET


class Sets(Struct, frozen=True, gc=False):
    """The eight sets."""

    low_clubs: SetView
    high_clubs: SetView
    low_diamonds: SetView
    high_diamonds: SetView
    low_hearts: SetView
    high_hearts: SetView
    low_spades: SetView
    high_spades: SetView


class View(game.View, frozen=True, kw_only=True, tag_field="game", tag="literature"):
    """A game of Literature as one seat or a spectator sees it."""

    phase: Annotated[Phase, Meta(description="`passing`: a declarer without cards chooses who has the turn (U21).")]
    options: Options
    teams: Annotated[Teams, Meta(description="The team of each seat.")]
    scores: Annotated[tuple[int, int], Meta(description="The points of team 0 and of team 1; may be negative.")]
    out_of_cards: Annotated[tuple[Seat, ...], Meta(description="The seats that have no cards (U6).")]
    reported_counts: Annotated[
        Secret[tuple[int | None, ...]],
        Meta(description="By seat, how many cards it held when last asked; absent unless `report_counts` (U28)."),
    ] = UNSET
    last_ask: LastAsk | None
    last_declaration: LastDeclaration | None
    sets: Sets
    moves_since_close: Annotated[int, Meta(description="Moves since a set was closed, or since the deal (U24).")]
    must_declare: Annotated[bool, Meta(description="Whether the seat must declare, by what all can see (U23, U24).")]
    result: Annotated[Result | None, Meta(description="null before the end.")]


def view(state: State, seat: int | None) -> View:
    """Return what `seat` (None: a spectator) sees."""
    return View(
        phase=state.phase,
        dealer=state.options.dealer,
        turn=state.turn,
        to_act=in_turn(state),
        deadline=None,
        hand=None if seat is None else cards_in(state.hands[seat]),
        options=state.options,
        teams=state.options.teams,
        scores=state.scores,
        out_of_cards=tuple(other for other in range(SEATS) if not state.hands[other]),
        reported_counts=state.reported_counts if state.options.report_counts else UNSET,
        last_ask=last_ask(state),
        last_declaration=last_declaration(state),
        sets=Sets(*(set_view(state, closed_by) for closed_by in state.sets)),
        moves_since_close=state.moves_since_close,
        must_declare=must_declare(state),
        result=state.result,
    )


def last_ask(state: State) -> LastAsk | None:
    """Return the last ask, or None before the first."""
    ask = state.last_ask
    return None if ask is None else LastAsk(ask.seat, ask.target, ask.card, ask.answer)


def last_declaration(state: State) -> LastDeclaration | None:
    """Return the last declaration, or None before the first."""
    last = state.last_declaration
    if last is None:
        return None
    return LastDeclaration(last.seat, last.set, in_order(last.set, last.said), last.outcome, last.closed)


def set_view(state: State, closed_by: SetDeclared | None) -> SetView:
    """Return a set as all see it; `closed_by` is None while it is open."""
    if closed_by is None or closed_by.held is None:
        return SetView("open")
    seat, set_id = closed_by.seat, closed_by.set
    said, held = in_order(set_id, closed_by.said), in_order(set_id, closed_by.held)
    return SetView(closed_by.outcome, state.options.teams[seat], seat, said, held)


def in_order(set_id: str, holders: Holders) -> Holders:
    """Return the holders in the order of the set: an object that was stored may come back in another."""
    return {card: holders[card] for card in SETS[set_id]}

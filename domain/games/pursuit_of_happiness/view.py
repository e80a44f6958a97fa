"""What a seat sees: the table *What a seat sees* of the rulebook, row by row, and nothing else."""

from typing import Annotated

from msgspec import Meta

from domain import game
from domain.games.pursuit_of_happiness.clock import due
from domain.games.pursuit_of_happiness.deck import Plain
from domain.games.pursuit_of_happiness.events import Result
from domain.games.pursuit_of_happiness.melds import DIAMONDS, LaidMeld, MeldId
from domain.games.pursuit_of_happiness.options import Options
from domain.games.pursuit_of_happiness.state import PendingAttack, Phase, State, melded, to_act
from domain.viewing import shown


class View(game.View, frozen=True, kw_only=True, tag_field="game", tag="pursuit_of_happiness"):
    """A game of Pursuit of Happiness as one seat or a spectator sees it."""

    phase: Annotated[Phase, Meta(description="The phase of the game.")]
    options: Options
    turn_number: Annotated[int, Meta(description="The number of this turn, from 1.")]
    scores: Annotated[tuple[int, ...], Meta(description="The happiness points so far, by seat.")]
    hand: Annotated[tuple[Plain, ...] | None, Meta(description="The viewer's own cards; null for spectators.")]
    hand_sizes: Annotated[tuple[int, ...], Meta(description="The number of cards in each hand, by seat.")]
    melds: Annotated[tuple[LaidMeld, ...], Meta(description="The melds on the table, in the order of laying.")]
    activated: Annotated[
        tuple[MeldId, ...], Meta(description="The melds that the seat on turn has activated in this turn (R30).")
    ]
    attack: Annotated[PendingAttack | None, Meta(description="The attack that is being carried out; null if none is.")]
    stock_size: int
    stock_number: Annotated[int, Meta(description="The number of this stock (U35).")]
    times_through_deck: Annotated[int, Meta(description="The number of the last stock (R57).")]
    final_turn: Annotated[bool, Meta(description="Whether this is the final turn (R61).")]
    temporary: Annotated[tuple[Plain, ...], Meta(description="What was discarded in this turn, in order (R56).")]
    discard_size: int
    discard_top: Annotated[
        tuple[Plain, ...], Meta(description="What the viewer may see of the discard pile, top card first (U21, U22).")
    ]
    result: Annotated[Result | None, Meta(description="null before the end.")]


def view(state: State, seat: int | None) -> View:
    """Return what `seat` (None: a spectator) sees, at the end as before (U39)."""
    return View(
        **shown(state, seat, to_act=to_act(state), deadline=due(state)),
        turn_number=state.turn_number,
        scores=state.scores,
        melds=state.melds,
        activated=state.activated,
        attack=state.attack,
        stock_size=len(state.stock),
        stock_number=state.stock_number,
        times_through_deck=state.options.last_stock,
        final_turn=state.final_turn,
        temporary=state.temporary,
        discard_size=len(state.discards),
        discard_top=state.discards[: inspected(state, seat)],
    )


def inspected(state: State, seat: int | None) -> int:
    """R38, U21, U22: return how many cards from the top of the discard pile the seat may see, if they are there.

    U23: this is what the view lays out; the events tell all that was played openly.
    """
    if state.options.open_discard:
        return len(state.discards)
    if seat is None or seat != state.turn or state.phase == "melding":
        return 1
    return max(1, melded(state, seat, DIAMONDS))

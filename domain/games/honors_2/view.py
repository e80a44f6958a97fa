"""What a seat sees: the table *What a seat sees* of the rulebook, row by row, and nothing else."""

from typing import Annotated

from msgspec import Meta, Struct

from domain.game import Seat, Time
from domain.games.honors import match
from domain.games.honors.deck import Card
from domain.games.honors.hands import cards_in
from domain.games.honors_2.options import Options
from domain.games.honors_2.state import Fine, Phase, State, to_act


class Window(Struct, frozen=True, gc=False):
    """A discard that may be challenged (II-U8)."""

    seat: Annotated[Seat, Meta(description="The discarder.")]
    card: Card
    closes_at: Time
    waived: Annotated[tuple[Seat, ...], Meta(description="The seats that have waived their right to challenge it.")]


class View(match.View, frozen=True, kw_only=True, tag_field="game", tag="honors_2"):
    """A game of Honors No. II as one seat or a spectator sees it."""

    phase: Phase
    options: Options
    stock_size: Annotated[int, Meta(description="The number of cards in the pack.")]
    discard_size: Annotated[int, Meta(description="The number of cards in the pile.")]
    discard_top: Annotated[tuple[Card, ...], Meta(description="The whole pile, its top card first (II-R7).")]
    table: Annotated[tuple[tuple[Card, ...], ...], Meta(description="The cards on the table, by seat.")]
    window: Annotated[Window | None, Meta(description="The discard that may be challenged; null if none may.")]
    fine: Annotated[Fine | None, Meta(description="The fine to be given; null if there is none.")]
    barred: Annotated[tuple[Seat, ...], Meta(description="The seats that may not challenge in this deal (II-U10).")]
    idle_turns: Annotated[int, Meta(description="Turns in a row without a lay or an add (II-U14).")]


def view(state: State, seat: int | None) -> View:
    """Return what `seat` (None: a spectator) sees."""
    return View(
        phase=state.phase,
        dealer=state.match.dealer,
        turn=None if state.phase == "finished" else state.turn,
        to_act=to_act(state),
        deadline=state.closes_at,
        hand=None if seat is None else cards_in(state.hands[seat]),
        deal=state.match.deal,
        deal_scores=state.match.deal_scores,
        totals=state.match.totals,
        out=state.out,
        hand_sizes=tuple([hand.bit_count() for hand in state.hands]),
        result=state.result,
        options=state.options,
        stock_size=len(state.stock),
        discard_size=len(state.pile),
        discard_top=state.pile,
        table=tuple(map(cards_in, state.table)),
        window=window(state),
        fine=state.fine,
        barred=state.barred,
        idle_turns=state.idle_turns,
    )


def window(state: State) -> Window | None:
    """Return the discard that may be challenged now."""
    if state.closes_at is None:
        return None
    return Window(state.turn, state.pile[0], state.closes_at, state.waived)

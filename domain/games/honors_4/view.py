"""What a seat sees: the table *What a seat sees* of the rulebook, row by row, and nothing else."""

from typing import Annotated

from msgspec import Meta

from domain.game import Seat
from domain.games.honors import match
from domain.games.honors.deck import Card
from domain.games.honors_4.options import Options
from domain.games.honors_4.state import Phase, State, to_act


class View(match.View, frozen=True, kw_only=True):
    """A game of Honors No. IV as one seat or a spectator sees it."""

    phase: Phase
    dealer: Annotated[  # type: ignore[assignment] # wider than in other games, which all have a dealer from the start
        Seat | None, Meta(description="The seat on the right of the opener (IV-U3); null in `opening`.")
    ]
    options: Options
    stock_size: Annotated[int, Meta(description="The number of cards in the pack.")]
    discard_size: Annotated[int, Meta(description="The number of cards in the pile.")]
    discard_top: Annotated[
        tuple[Card, ...], Meta(description="The top card of the pile alone; empty if there is none (IV-U12).")
    ]
    opener: Annotated[Seat | None, Meta(description="Who drew first in this deal; null in `opening`.")]
    discards_made: Annotated[int, Meta(description="The number of discards in this deal (IV-U10).")]


def view(state: State, seat: int | None) -> View:
    """Return what `seat` (None: a spectator) sees."""
    opening = state.phase == "opening"
    return View(
        phase=state.phase,
        dealer=None if opening else state.match.dealer,
        turn=state.turn,
        to_act=to_act(state),
        deadline=None,
        hand=None if seat is None else state.hands[seat],
        deal=1 if opening else state.match.deal,
        deal_scores=state.match.deal_scores,
        totals=state.match.totals,
        out=state.out,
        hand_sizes=tuple([len(hand) for hand in state.hands]),
        result=state.result,
        options=state.options,
        stock_size=len(state.stock),
        discard_size=len(state.pile),
        discard_top=state.pile[:1],
        opener=state.opener,
        discards_made=state.discards_made,
    )

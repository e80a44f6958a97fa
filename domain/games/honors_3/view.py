"""What a seat sees: the table *What a seat sees* of the rulebook, row by row, and nothing else."""

from typing import Annotated

from msgspec import UNSET, Meta, Struct

from domain.game import Seat, Secret, Time
from domain.games.honors import match
from domain.games.honors.deck import Book
from domain.games.honors.hands import cards_in
from domain.games.honors_3.events import Cards, Count, ExpiresAt
from domain.games.honors_3.moves import OfferNumber
from domain.games.honors_3.options import Options
from domain.games.honors_3.rules import due
from domain.games.honors_3.state import Phase, State, to_act


class OpenOffer(Struct, frozen=True, gc=False):
    """An offer that anybody else may accept (III-U3)."""

    offer: OfferNumber
    seat: Seat
    count: Count
    expires_at: ExpiresAt
    cards: Annotated[Secret[Cards], Meta(description="What is offered; only its owner sees it (III-U4).")] = UNSET


class View(match.View, frozen=True, kw_only=True, tag_field="game", tag="honors_3"):
    """A game of Honors No. III as one seat or a spectator sees it."""

    phase: Phase
    options: Options
    books: Annotated[tuple[tuple[Book, ...], ...], Meta(description="The books laid down, by seat, in the order laid.")]
    offers: Annotated[tuple[OpenOffer, ...], Meta(description="The open offers, by number.")]
    calls: Annotated[tuple[Seat, ...], Meta(description="The seats whose call to end the deal stands (III-U12 a).")]
    stall_at: Annotated[
        Time | None, Meta(description="When the deal ends without another exchange (III-U12 b); null in `opening`.")
    ]
    ends_at: Annotated[
        Time | None, Meta(description="When the deal ends at the latest (III-U12 c); null in `opening`.")
    ]


def view(state: State, seat: int | None) -> View:
    """Return what `seat` (None: a spectator) sees."""
    return View(
        phase=state.phase,
        dealer=state.match.dealer,
        turn=state.turn,
        to_act=to_act(state),
        deadline=due(state),
        hand=None if seat is None else cards_in(state.hands[seat]),
        deal=state.match.deal,
        deal_scores=state.match.deal_scores,
        totals=state.match.totals,
        out=state.out,
        hand_sizes=tuple([hand.bit_count() for hand in state.hands]),
        result=state.result,
        options=state.options,
        books=state.books,
        offers=tuple(
            [
                OpenOffer(
                    made.offer, made.seat, made.count, made.expires_at, made.cards if made.seat == seat else UNSET
                )
                for made in state.offers
            ]
        ),
        calls=state.calls,
        stall_at=state.stall_at,
        ends_at=state.ends_at,
    )

"""What a seat sees: the table *What a seat sees* of the rulebook, row by row, and nothing else."""

from typing import Annotated

from msgspec import Meta

from domain.game import in_turn
from domain.games.honors import match
from domain.games.honors.deck import Book
from domain.games.honors.hands import cards_in
from domain.games.honors_1.options import Options
from domain.games.honors_1.state import Phase, State


class View(match.View, frozen=True, kw_only=True, tag_field="game", tag="honors_1"):
    """A game of Honors No. I as one seat or a spectator sees it."""

    phase: Phase
    options: Options
    stock_size: Annotated[int, Meta(description="The number of cards in the centre.")]
    books: Annotated[
        tuple[tuple[Book, ...], ...], Meta(description="The books laid aside, by seat, in the order laid.")
    ]
    misses: Annotated[int, Meta(description="Wrong calls without a centre since a book was laid aside (I-U13).")]


def view(state: State, seat: int | None) -> View:
    """Return what `seat` (None: a spectator) sees."""
    return View(
        phase=state.phase,
        dealer=state.match.dealer,
        turn=state.turn,
        to_act=in_turn(state),
        deadline=None,
        hand=None if seat is None else cards_in(state.hands[seat]),
        deal=state.match.deal,
        deal_scores=state.match.deal_scores,
        totals=state.match.totals,
        out=state.out,
        hand_sizes=tuple([hand.bit_count() for hand in state.hands]),
        result=state.result,
        options=state.options,
        stock_size=len(state.stock),
        books=state.books,
        misses=state.misses,
    )

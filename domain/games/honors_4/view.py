"""What a seat sees: the table *What a seat sees* of the rulebook, row by row; and what lies where."""

from typing import Annotated

from msgspec import Meta

from domain.game import Seat
from domain.games.honors import match
from domain.games.honors.deck import Card
from domain.games.honors.layout import laid_out
from domain.games.honors_4.moves import Options
from domain.games.honors_4.state import Phase, State, to_act
from domain.layout import PACK, PILE, Layout, Zone, hands, items, stock, turns_left
from domain.messages import Template
from domain.wording import labelled

DISCARDS_LEFT = Template("honors_4", "counter", "discards left in this deal")


class View(match.View, frozen=True, kw_only=True, tag_field="game", tag="honors_4"):
    """A game of Honors No. IV as one seat or a spectator sees it."""

    phase: Phase
    dealer: Annotated[  # type: ignore[assignment] # wider than in other games, which all have a dealer from the start
        Seat | None, Meta(description="The seat on the right of the opener (IV-U3); null in `opening`.")
    ]
    options: Options
    stock_size: Annotated[int, Meta(description="The number of cards in the pack.")]
    discard_size: Annotated[int, Meta(description="The number of cards in the pile.")]
    discard_top: Annotated[tuple[Card, ...], Meta(description="The top card of the pile alone, if any (IV-U12).")]
    opener: Annotated[Seat | None, Meta(description="Who drew first in this deal; null in `opening`.")]
    discards_made: Annotated[int, Meta(description="The number of discards in this deal (IV-U10).")]


def view(state: State, seat: int | None) -> View:
    """Return what `seat` (None: a spectator) sees."""
    return View(
        phase=state.phase,
        dealer=None if state.phase == "opening" else state.match.dealer,
        turn=state.turn,
        to_act=to_act(state),
        deadline=None,
        hand=None if seat is None else state.hands[seat],
        deal=max(state.match.deal, 1),  # it has its number before it is dealt
        deal_scores=state.match.deal_scores,
        totals=state.match.totals,
        out=state.out,
        result=state.result,
        hand_sizes=tuple([len(hand) for hand in state.hands]),
        options=state.options,
        stock_size=len(state.stock),
        discard_size=len(state.pile),
        discard_top=state.pile[:1],
        opener=state.opener,
        discards_made=state.discards_made,
    )


def layout(view: View, seat: int | None) -> Layout:
    """Return the table as `seat` (None: a spectator) sees it; IV-U12: of the pile, the top card alone."""
    most = view.options.max_rounds * len(view.hand_sizes)  # IV-U10
    top = items(view.discard_top)
    pile = Zone(id="discard", kind="discard", count=view.discard_size, cards=top, label=labelled(PILE))
    return laid_out(
        view,
        (stock(view.stock_size, PACK), pile, *hands(view.hand_sizes, seat, view.hand)),
        turns_left(DISCARDS_LEFT, view.discards_made, most),
    )

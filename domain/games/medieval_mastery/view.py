"""What a seat sees: the table *What a seat sees* of the rulebook, row by row, and nothing else."""

from typing import Annotated

from msgspec import UNSET, Meta

from domain import game
from domain.cards import may_follow
from domain.game import Secret
from domain.games.medieval_mastery.deck import Cards
from domain.games.medieval_mastery.groups import Layout
from domain.games.medieval_mastery.options import Options
from domain.games.medieval_mastery.state import Phase, State
from domain.games.medieval_mastery.tricks import PlayedCard
from domain.match import Result
from domain.viewing import shown


class View(game.View, frozen=True, kw_only=True, tag_field="game", tag="medieval_mastery"):
    """A game of Medieval Mastery as one seat or a spectator sees it."""

    phase: Annotated[Phase, Meta(description="The phase of the game.")]
    options: Options
    hand: Annotated[Cards | None, Meta(description="The viewer's own cards; null for spectators.")]
    hand_sizes: Annotated[tuple[int, ...], Meta(description="The number of cards in each hand, by seat.")]
    legal_cards: Annotated[
        Secret[Cards | None],
        Meta(description="What the viewer may play now; absent unless it is to act, null when it is to build."),
    ] = UNSET
    trick: Annotated[tuple[PlayedCard, ...], Meta(description="The trick on the table in order of play.")]
    groups: Annotated[tuple[Layout, ...], Meta(description="All families and communes, by seat.")]
    scores: Annotated[tuple[int, ...], Meta(description="The points of the groups now, by seat.")]
    stock_size: Annotated[int, Meta(description="The number of cards in the stock.")]
    deal: Annotated[int, Meta(description="The number of this deal, from 1.")]
    totals: Annotated[tuple[int, ...], Meta(description="The totals of the deals that have ended, by seat.")]
    idle_tricks: Annotated[int, Meta(description="How many tricks in a row have passed without a new card laid (U27).")]
    result: Annotated[Result | None, Meta(description="null before the end.")]


def view(state: State, seat: int | None) -> View:
    """Return what the seat sees; None: a spectator."""
    return View(
        **shown(state, seat, dealer=state.match.dealer),
        legal_cards=UNSET if seat is None or seat != state.turn else legal_cards(state, seat),
        trick=state.trick,
        groups=state.layouts,
        scores=state.scores,
        stock_size=len(state.stock),
        deal=state.match.deal,
        totals=state.match.totals,
        idle_tricks=state.idle_tricks,
    )


def legal_cards(state: State, seat: int) -> Cards | None:
    """R6: return what the seat to act may play; None when it is to build."""
    if state.phase != "play":
        return None
    hand = state.hands[seat]
    return tuple(may_follow(hand, state.trick[0].card)) if state.trick else hand

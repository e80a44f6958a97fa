"""The match of Honors: when a deal ends it, and what all see of it (C-U3, C-U7, C-U8)."""

from collections.abc import Sequence
from typing import Annotated, Any, TypeVar

from msgspec import Meta, Struct
from msgspec.structs import replace

from domain import events, game
from domain.game import UNSET, Event, Seat, ToAll, ToNobody
from domain.match import Result, leaders

S = TypeVar("S", bound=Struct)

Out = Annotated[Seat | None, Meta(description="Who went out (first) in this deal; null if nobody yet.")]


class DealEnded(Event, frozen=True, kw_only=True):
    """A deal has been counted. Each game says with its own class why deals end."""

    deal: ToAll[int]
    why: ToAll[str]
    out: ToAll[Out]
    scores: ToAll[Annotated[tuple[int, ...], Meta(description="The points of this deal, by seat.")]]
    totals: ToAll[Annotated[tuple[int, ...], Meta(description="The totals after it, by seat.")]]


class StockFormed(events.StockFormed, frozen=True):
    """The pile, but for its top card, has been shuffled to a new pack; `order` has its top card first."""

    size: ToAll[int]
    order: ToNobody[tuple[str, ...]] = UNSET  # C-U5


class View(game.View, frozen=True, kw_only=True):
    """The fields that the views of all four games have."""

    deal: Annotated[int, Meta(description="The number of this deal, from 1.")]
    deal_scores: Annotated[
        tuple[tuple[int, ...], ...], Meta(description="The points of each deal that has ended, in order, by seat.")
    ]
    totals: Annotated[tuple[int, ...], Meta(description="The sums of these, by seat.")]
    out: Out
    hand_sizes: Annotated[tuple[int, ...], Meta(description="How many cards each seat holds.")]
    result: Annotated[Result | None, Meta(description="null before the end.")]


def winners(totals: Sequence[int], target_score: int, *, last_deal: bool) -> tuple[int, ...]:
    """C-U8: return who has won the match after a deal; nobody if there is another deal."""
    ahead = leaders(totals)
    if last_deal or (len(ahead) == 1 and totals[ahead[0]] >= target_score):
        return ahead
    return ()


def gone_out(state: S, event: Any) -> S:
    """Note in `state.out` who is out (first); the count follows."""
    return replace(state, out=event.seat)


def pack_formed(state: S, event: StockFormed) -> S:
    """Make the pile, but for its top card, the new `state.stock` (II-U12, IV-U9)."""
    pile: tuple[str, ...] = state.pile  # type: ignore[attr-defined] # the games with a pile have one
    return replace(state, stock=event.order or (), pile=pile[:1])

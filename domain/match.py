"""A match of several deals: its running totals, who leads, and how it ends."""

from collections.abc import Sequence
from typing import Annotated, Protocol, TypeVar

from msgspec import Meta, Struct
from msgspec.structs import replace

from domain import events
from domain.events import CardsDealt, DealStarted
from domain.game import Seat, ToAll
from domain.seats import with_entry


class Result(Struct, frozen=True, gc=False):
    """How a match ended."""

    totals: Annotated[tuple[int, ...], Meta(description="The points of all deals together, by seat.")]
    winners: Annotated[tuple[Seat, ...], Meta(description="The seats that have won; several share it.")]


class GameFinished(events.GameFinished, frozen=True):
    """The match is over."""

    result: ToAll[Result]


class Counted(Protocol):
    """An event that counts a deal."""

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of this deal, by seat."""

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of all deals so far, by seat."""


class Match(Struct, frozen=True, gc=False):
    """Where a match stands: the number of this deal (0 before the first), its dealer, and the deals that have ended."""

    deal: int
    dealer: int
    totals: tuple[int, ...]
    deal_scores: tuple[tuple[int, ...], ...] = ()


def new_match(players: int, dealer: int) -> Match:
    """Return a match before its first deal."""
    return Match(0, dealer, (0,) * players)


def with_deal(match: Match, event: DealStarted) -> Match:
    """Return the match with the number and the dealer of the deal that begins."""
    return replace(match, deal=event.deal, dealer=event.dealer)


def with_scores(match: Match, scores: tuple[int, ...], totals: tuple[int, ...]) -> Match:
    """Return the match with this deal counted."""
    return replace(match, totals=totals, deal_scores=(*match.deal_scores, scores))


def added(totals: Sequence[int], scores: Sequence[int]) -> tuple[int, ...]:
    """Return the totals with the scores of a deal added, by seat."""
    return tuple(total + score for total, score in zip(totals, scores, strict=True))


def leaders(scores: Sequence[int]) -> tuple[int, ...]:
    """Return the seats with the most points."""
    most = max(scores)
    return tuple(seat for seat, score in enumerate(scores) if score == most)


# How events change the state of every game that has what they change


S = TypeVar("S", bound=Struct)


def hand_dealt(state: S, event: CardsDealt) -> S:
    """Give a seat its hand; `state.hands` has the cards of each."""
    hands: tuple[tuple[str, ...], ...] = state.hands  # type: ignore[attr-defined] # as said above
    return replace(state, hands=with_entry(hands, event.seat, event.cards or ()))


def deal_counted(state: S, event: Counted) -> S:
    """Add the scores of a deal to `state.match`."""
    match: Match = state.match  # type: ignore[attr-defined] # as said above
    return replace(state, match=with_scores(match, event.scores, event.totals))


def match_over(state: S, event: GameFinished) -> S:
    """End the match: the phase is `finished`, and it is nobody's turn."""
    return replace(state, phase="finished", turn=None, result=event.result)

"""The moves of Literature. Who may make them when, and why they are refused, stands in `rules`."""

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta

from domain.game import Move, Seat
from domain.games.literature.sets import Card, SetId


class Ask(Move, frozen=True):
    """Ask an opponent for one exact card of a set of which you hold a card (R16 to R21)."""

    target: Seat
    card: Card


class Declare(Move, frozen=True):
    """Say which member of your team holds each of the six cards of a set (R10 to R15)."""

    set: SetId
    holders: Annotated[dict[Card, Seat], Meta(description="The six cards of the set, each with a seat of your team.")]

    def cards(self) -> Iterable[str]:
        """Return the cards that are attributed to somebody."""
        return self.holders


class PassTurn(Move, frozen=True):
    """Hand the turn to a team mate, having no cards left after a declaration (U21)."""

    to: Seat


class AskCount(Move, frozen=True):
    """Ask any other seat for the number of its cards; only with the option `report_counts` (R7, U28)."""

    target: Seat

"""What happens in a game of Honors No. IV."""

from typing import Annotated, Literal

from msgspec import Meta

from domain import events
from domain.game import Event, Seat, ToAll
from domain.games.honors import match
from domain.games.honors.deck import Card
from domain.games.honors_4.moves import Options

Why = Annotated[
    Literal["out", "max_rounds"], Meta(description="Somebody is out (IV-R11), or too many discards (IV-U10).")
]


class GameStarted(events.GameStarted, frozen=True):
    """A match begins with these options."""

    options: ToAll[Options]


class PlayOpened(Event, frozen=True):
    """A seat opens the first deal, as anybody might (IV-U2)."""

    seat: ToAll[Seat]


class PileTaken(Event, frozen=True):
    """A seat has taken the top card of the pile."""

    seat: ToAll[Seat]
    cards: ToAll[Annotated[tuple[Card, ...], Meta(description="The one card.")]]


class SeatWentOut(Event, frozen=True):
    """A seat has two cards in sequence, and wins the deal (IV-R5, IV-R11)."""

    seat: ToAll[Seat]
    cards: ToAll[Annotated[tuple[Card, ...], Meta(description="The two cards that are shown, the lower one first.")]]


class DealEnded(match.DealEnded, frozen=True, kw_only=True):
    """A deal has been counted."""

    why: ToAll[Why]

"""What happens in a game of Medieval Mastery."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta

from domain import events
from domain.game import Event, Seat, ToAll, ToSeat
from domain.games.medieval_mastery.deck import Card, Cards
from domain.games.medieval_mastery.options import Options
from domain.games.medieval_mastery.tricks import PlayedCard, Why

WhyEnded = Annotated[
    Literal["empty_hand", "stall"],
    Meta(description="A seat has no card left (R43), or too many tricks went by without a new card laid (U27)."),
]


class GameStarted(events.GameStarted, frozen=True):
    """A match begins with these options."""

    options: ToAll[Options]


class CardPlayed(Event, frozen=True):
    """A card has been played to the trick (R4, R5)."""

    seat: ToAll[Seat]
    card: ToAll[Card]


class TrickWon(Event, frozen=True):
    """The trick is complete, and this seat has won it (R8 to R14)."""

    seat: ToAll[Seat]
    cards: ToAll[Annotated[tuple[PlayedCard, ...], Meta(description="The trick in order of play.")]]
    why: ToAll[Why]


class LayoutBuilt(Event, frozen=True):
    """The winner of the trick has built; lists of cards that are not groups are in book order."""

    seat: ToAll[Seat]
    families: ToAll[Annotated[tuple[Cards, ...], Meta(description="All families of the new layout.")]]
    communes: ToAll[Annotated[tuple[Cards, ...], Meta(description="All communes of the new layout.")]]
    laid_from_hand: ToAll[Cards]
    laid_from_trick: ToAll[Cards]
    rejects: ToAll[Annotated[Cards, Meta(description="The laid cards that have left the table (U16).")]]
    under: ToAll[
        Annotated[Cards, Meta(description="The rejects and unused trick cards, which now lie under the stock.")]
    ]
    points: ToAll[Annotated[int, Meta(description="What the new layout scores (R44, R45).")]]
    under_order: Annotated[
        ToSeat[Cards], Meta(description="The same cards as they lie under the stock, the highest first (U23).")
    ] = UNSET


class DealEnded(Event, frozen=True):
    """A deal has been counted."""

    deal: ToAll[int]
    why: ToAll[WhyEnded]
    scores: ToAll[Annotated[tuple[int, ...], Meta(description="The points of this deal, by seat.")]]
    totals: ToAll[Annotated[tuple[int, ...], Meta(description="The totals after it, by seat.")]]
    winners: ToAll[Annotated[tuple[Seat, ...], Meta(description="Who has the most points of this deal (U29).")]]

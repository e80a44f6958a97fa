"""What happens in a game of Honors No. III."""

from typing import Annotated, Literal

from msgspec import Meta

from domain import events
from domain.game import UNSET, Event, Seat, Secret, Time, To, ToAll, ToSeat
from domain.games.honors import match
from domain.games.honors.deck import Book, Card
from domain.games.honors_3.moves import OfferNumber
from domain.games.honors_3.options import Options

Cards = tuple[Card, ...]
Count = Annotated[int, Meta(description="How many cards are offered, or change hands either way: one to three.")]
ExpiresAt = Annotated[Time | None, Meta(description="When the offer expires; null if offers do not (III-U6).")]
Why = Annotated[
    Literal["out", "called_off", "stall", "time_up"],
    Meta(
        description="Honors; or nobody is out: all call it off, no exchange for too long, or the time is up (III-U12)."
    ),
]


class GameStarted(events.GameStarted, frozen=True):
    """A match begins with these options."""

    options: ToAll[Options]


class BookLaid(Event, frozen=True):
    """A seat has laid down a book (III-R6, III-U8)."""

    seat: ToAll[Seat]
    book: ToAll[Book]


class PlayOpened(Event, frozen=True):
    """From now on all play simultaneously (III-R3, III-R5)."""

    seat: ToAll[
        Annotated[Seat | None, Meta(description="Whose offer opens it; null: the clock, or the deal (III-U7).")]
    ]


class OfferMade(Event, frozen=True):
    """A seat has said “Change one”, two or three (III-R4); nobody else sees the cards (III-U4)."""

    offer: ToAll[OfferNumber]
    seat: ToAll[Seat]
    count: ToAll[Count]
    expires_at: ToAll[ExpiresAt]
    cards: ToSeat[Cards] = UNSET


class OfferWithdrawn(Event, frozen=True):
    """A seat that is about to accept another's offer has its own no longer open (III-U5)."""

    offer: ToAll[OfferNumber]
    seat: ToAll[Seat]


class CardsExchanged(Event, frozen=True):
    """A seat has accepted the offer of another; only the two see the cards (III-U1, III-U3)."""

    offer: ToAll[OfferNumber]
    seat: ToAll[Seat]
    offerer: ToAll[Seat]
    count: ToAll[Count]
    offered: Annotated[
        Secret[Cards], Meta(description="The cards of the offer, now the accepter's."), To(("seat", "offerer"))
    ] = UNSET
    returned: Annotated[
        Secret[Cards], Meta(description="The cards of the accepter, now the offerer's."), To(("seat", "offerer"))
    ] = UNSET


class OfferCancelled(Event, frozen=True):
    """A seat has taken its offer back (III-U4)."""

    offer: ToAll[OfferNumber]
    seat: ToAll[Seat]


class OfferExpired(Event, frozen=True):
    """Nobody has accepted an offer in time (III-U6)."""

    offer: ToAll[OfferNumber]
    seat: ToAll[Seat]


class EndCalled(Event, frozen=True):
    """A seat calls the deal off, or no longer does (III-U12 a)."""

    seat: ToAll[Seat]
    on: ToAll[Annotated[bool, Meta(description="Whether its call to end the deal stands now.")]]


class SeatWentOut(Event, frozen=True):
    """A seat is out, and “Honors” is called for it (III-R7, III-U9, III-U10)."""

    seat: ToAll[Seat]


class TradingStalled(Event, frozen=True):
    """Nobody has exchanged anything for too long (III-U12 b)."""


class TimeRanOut(Event, frozen=True):
    """The deal has lasted too long (III-U12 c)."""


class DealEnded(match.DealEnded, frozen=True, kw_only=True):
    """A deal has been counted."""

    why: ToAll[Why]

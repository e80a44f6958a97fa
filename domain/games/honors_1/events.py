"""What happens in a game of Honors No. I."""

from typing import Annotated, Literal

from msgspec import Meta

from domain import events
from domain.game import Event, Seat, ToAll
from domain.games.honors import match
from domain.games.honors.deck import Book, Card
from domain.games.honors_1.options import Options

Answer = Annotated[
    Literal["given", "not_held"], Meta(description="The target gave the card (a hit), or does not have it (a miss).")
]
Why = Annotated[
    Literal["all_books", "first_out", "stall"],
    Meta(description="All books are laid aside; somebody is out (I-U11); or too many wrong calls (I-U13)."),
]


class GameStarted(events.GameStarted, frozen=True):
    """A match begins with these options."""

    options: ToAll[Options]


class CardAsked(Event, frozen=True):
    """A seat has called for a card of another seat, and got it or not; all hear it (I-U1, I-U3)."""

    seat: ToAll[Seat]
    target: ToAll[Seat]
    card: ToAll[Card]
    answer: ToAll[Answer]


class LuckyCardDrawn(Event, frozen=True):
    """The card just drawn is the one that was called for; the seat shows it and calls again (I-U5)."""

    seat: ToAll[Seat]
    card: ToAll[Card]


class BookLaid(Event, frozen=True):
    """A seat has laid a book aside (I-R10, I-U8)."""

    seat: ToAll[Seat]
    book: ToAll[Book]


class SeatWentOut(Event, frozen=True):
    """The first seat of the deal is out (I-R13, I-U10)."""

    seat: ToAll[Seat]


class DealEnded(match.DealEnded, frozen=True, kw_only=True):
    """A deal has been counted."""

    why: ToAll[Why]

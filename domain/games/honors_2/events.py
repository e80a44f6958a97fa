"""What happens in a game of Honors No. II."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta

from domain import events
from domain.game import Event, Seat, Secret, Time, To, ToAll
from domain.games.honors import match
from domain.games.honors.deck import Card
from domain.games.honors_2.options import Options

Cards = tuple[Card, ...]
Why = Annotated[
    Literal["out", "stall", "passed", "nothing_to_draw"],
    Meta(
        description="Somebody is out (II-R15); too many turns without a play (II-U14); a seat has passed (II-U12); "
        "or pack and pile are empty (II-U13)."
    ),
]


class GameStarted(events.GameStarted, frozen=True):
    """A match begins with these options."""

    options: ToAll[Options]


class CardTurnedUp(Event, frozen=True):
    """The top card of the pack is the first of the pile (II-R3)."""

    card: ToAll[Card]


class PileTaken(Event, frozen=True):
    """A seat has taken cards from the top of the pile (II-R9)."""

    seat: ToAll[Seat]
    cards: ToAll[Annotated[Cards, Meta(description="The cards, the top one first.")]]


class DrawPassed(Event, frozen=True):
    """A seat draws nothing, since the pack is empty, and the deal ends (II-U12)."""

    seat: ToAll[Seat]


class CardsLaid(Event, frozen=True):
    """A seat has laid three cards of a book, or the fourth, on the table before it (II-R5, II-R11)."""

    seat: ToAll[Seat]
    cards: ToAll[Cards]


class CardDiscarded(Event, frozen=True):
    """A seat has put a card on top of the pile (II-R6)."""

    seat: ToAll[Seat]
    card: ToAll[Card]
    window_closes_at: ToAll[
        Annotated[Time | None, Meta(description="Until when it may be challenged; null if it may not (II-U8).")]
    ]


class DiscardChallenged(Event, frozen=True):
    """A seat has challenged a discard, and is right or wrong (II-U9 to II-U11)."""

    seat: ToAll[Seat]
    card: ToAll[Card]
    upheld: ToAll[Annotated[bool, Meta(description="Whether the card could have been played (II-U7).")]]


class ChallengeWaived(Event, frozen=True):
    """A seat will not challenge a discard (II-U8)."""

    seat: ToAll[Seat]
    card: ToAll[Card]


class FineGiven(Event, frozen=True):
    """The challenger has given a card of their choice to the discarder (II-U9)."""

    seat: ToAll[Seat]
    to: ToAll[Seat]
    card: Annotated[Secret[Card], To(("seat", "to"))] = UNSET


class WindowClosed(Event, frozen=True):
    """Clock step: nobody has challenged the discard in time (II-U8)."""


class SeatWentOut(Event, frozen=True):
    """A seat has no cards left; the deal ends (II-R15, II-U5)."""

    seat: ToAll[Seat]


class DealEnded(match.DealEnded, frozen=True, kw_only=True):
    """A deal has been counted; for that the hands are laid open (II-U17)."""

    why: ToAll[Why]
    hands: ToAll[Annotated[tuple[Cards, ...], Meta(description="The cards left, by seat.")]]

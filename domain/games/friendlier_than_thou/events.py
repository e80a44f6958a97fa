"""What happens in a game of Friendlier Than Thou."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta

from domain import events
from domain.cards import FrenchCard
from domain.game import Event, Seat, Time, ToAll, ToSeat
from domain.games.friendlier_than_thou.moves import Humble, Recipient
from domain.games.friendlier_than_thou.options import Options
from domain.games.friendlier_than_thou.scoring import Result
from domain.games.friendlier_than_thou.tricks import PlayedCard

Why = Annotated[
    Literal["clash", "eldered"],
    Meta(description="Two or more spoke at once (R15), or the seat led without speaking (R16)."),
]


class GameStarted(events.GameStarted, frozen=True):
    """A game begins with these options."""

    options: ToAll[Options]


class CardsLaidAside(Event, frozen=True):
    """A seat has put its cards on the care committee's pile (R8 to R10)."""

    seat: ToAll[Seat]
    count: ToAll[int]
    cards: ToSeat[tuple[FrenchCard, ...]] = UNSET


class SoMovedSaid(Event, frozen=True):
    """A seat has said “So moved”; which card it means to lead stays hidden until the window closes (U6)."""

    seat: ToAll[Seat]
    window_closes_at: ToAll[Time]
    card: ToSeat[FrenchCard] = UNSET
    humble: ToSeat[Humble] = UNSET


class WindowClosed(Event, frozen=True):
    """The time is over in which a speech is at once with the first one (U8)."""


class SilenceBroken(Event, frozen=True):
    """The silence has lasted too long (U14)."""

    turn: ToAll[Annotated[Seat, Meta(description="The seat that must lead.")]]


class CardDiscarded(Event, frozen=True):
    """A card that was to be led has gone to the discards, face up (U11)."""

    seat: ToAll[Seat]
    card: ToAll[FrenchCard]
    why: ToAll[Why]


class CardPlayed(Event, frozen=True):
    """A card has been led, or has followed."""

    seat: ToAll[Seat]
    card: ToAll[FrenchCard]
    humble: ToAll[Humble]


class TrickWon(Event, frozen=True):
    """The trick is complete, and this seat collects it (R21)."""

    seat: ToAll[Seat]
    cards: ToAll[Annotated[tuple[PlayedCard, ...], Meta(description="The trick in order of play.")]]


class TrickDisplayed(Event, frozen=True):
    """The trick lies before its collector, one card face up (R22)."""

    seat: ToAll[Seat]
    face_up: ToAll[FrenchCard]
    size: ToAll[int]


class ProposalMade(Event, frozen=True):
    """A seat has proposed who receives the pile (U24)."""

    seat: ToAll[Seat]
    recipient: ToAll[Recipient]


class SeatUnited(Event, frozen=True):
    """A seat is in unity with the standing proposal (U24)."""

    seat: ToAll[Seat]
    recipient: ToAll[Recipient]


class ProposalFallen(Event, frozen=True):
    """A seat has objected, and the proposal has fallen (U25)."""

    seat: ToAll[Seat]
    recipient: ToAll[Recipient]
    fallen: ToAll[Annotated[int, Meta(description="How many proposals have fallen now.")]]


class UnityLapsed(Event, frozen=True):
    """The Meeting has sought unity for too long: the matter is laid over (U27)."""


class GameFinished(events.GameFinished, frozen=True):
    """The Meeting has its score."""

    result: ToAll[Result]

"""What happens in a game of Friendlier Than Thou."""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal, TypeAlias

from msgspec import UNSET, Meta

from domain import events
from domain.cards import FrenchCard
from domain.events import CardsDealt, DealStarted
from domain.game import Event, Seat, Secret, Time
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

    options: Options

    everyone: ClassVar[tuple[str, ...]] = ("options",)


class CardsLaidAside(Event, frozen=True):
    """A seat has put its cards on the care committee's pile (R8 to R10)."""

    seat: Seat
    count: int
    cards: Secret[tuple[FrenchCard, ...]] = UNSET

    everyone: ClassVar[tuple[str, ...]] = ("seat", "count")
    only: ClassVar[Mapping[str, tuple[str, ...]]] = {"cards": ("seat",)}


class SoMovedSaid(Event, frozen=True):
    """A seat has said “So moved”; which card it means to lead stays hidden until the window closes (U6)."""

    seat: Seat
    window_closes_at: Time
    card: Secret[FrenchCard] = UNSET
    humble: Secret[Humble] = UNSET

    everyone: ClassVar[tuple[str, ...]] = ("seat", "window_closes_at")
    only: ClassVar[Mapping[str, tuple[str, ...]]] = {"card": ("seat",), "humble": ("seat",)}


class WindowClosed(Event, frozen=True):
    """The time is over in which a speech is at once with the first one (U8)."""


class SilenceBroken(Event, frozen=True):
    """The silence has lasted too long (U14)."""

    turn: Annotated[Seat, Meta(description="The seat that must lead.")]

    everyone: ClassVar[tuple[str, ...]] = ("turn",)


class CardDiscarded(Event, frozen=True):
    """A card that was to be led has gone to the discards, face up (U11)."""

    seat: Seat
    card: FrenchCard
    why: Why

    everyone: ClassVar[tuple[str, ...]] = ("seat", "card", "why")


class CardPlayed(Event, frozen=True):
    """A card has been led, or has followed."""

    seat: Seat
    card: FrenchCard
    humble: Humble

    everyone: ClassVar[tuple[str, ...]] = ("seat", "card", "humble")


class TrickWon(Event, frozen=True):
    """The trick is complete, and this seat collects it (R21)."""

    seat: Seat
    cards: Annotated[tuple[PlayedCard, ...], Meta(description="The trick in order of play.")]

    everyone: ClassVar[tuple[str, ...]] = ("seat", "cards")


class TrickDisplayed(Event, frozen=True):
    """The trick lies before its collector, one card face up (R22)."""

    seat: Seat
    face_up: FrenchCard
    size: int

    everyone: ClassVar[tuple[str, ...]] = ("seat", "face_up", "size")


class ProposalMade(Event, frozen=True):
    """A seat has proposed who receives the pile (U24)."""

    seat: Seat
    recipient: Recipient

    everyone: ClassVar[tuple[str, ...]] = ("seat", "recipient")


class SeatUnited(Event, frozen=True):
    """A seat is in unity with the standing proposal (U24)."""

    seat: Seat
    recipient: Recipient

    everyone: ClassVar[tuple[str, ...]] = ("seat", "recipient")


class ProposalFallen(Event, frozen=True):
    """A seat has objected, and the proposal has fallen (U25)."""

    seat: Seat
    recipient: Recipient
    fallen: Annotated[int, Meta(description="How many proposals have fallen now.")]

    everyone: ClassVar[tuple[str, ...]] = ("seat", "recipient", "fallen")


class UnityLapsed(Event, frozen=True):
    """The Meeting has sought unity for too long: the matter is laid over (U27)."""


class GameFinished(events.GameFinished, frozen=True):
    """The Meeting has its score."""

    result: Result

    everyone: ClassVar[tuple[str, ...]] = ("result",)


FriendlierThanThouEvent: TypeAlias = (
    GameStarted
    | DealStarted
    | CardsDealt
    | CardsLaidAside
    | SoMovedSaid
    | WindowClosed
    | SilenceBroken
    | CardDiscarded
    | CardPlayed
    | TrickWon
    | TrickDisplayed
    | ProposalMade
    | SeatUnited
    | ProposalFallen
    | UnityLapsed
    | GameFinished
)

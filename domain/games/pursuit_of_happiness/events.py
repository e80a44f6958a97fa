"""What happens in a game of Pursuit of Happiness."""

from collections.abc import Mapping
from typing import Annotated, ClassVar, TypeAlias

from msgspec import UNSET, Meta, Struct

from domain import events
from domain.events import CardDiscarded, CardsDealt, CardsDrawn, DealStarted
from domain.game import NOBODY, Event, Seat, Secret
from domain.games.pursuit_of_happiness.deck import Act, Plain
from domain.games.pursuit_of_happiness.melds import MeldId, Pattern, Row
from domain.games.pursuit_of_happiness.options import Options

Position = Annotated[int, Meta(description="Where the meld has the card, from 1 at the front (R28).")]
Power = Annotated[int, Meta(description="The power of the card (R28).")]
Target = Annotated[MeldId, Meta(description="The meld that is attacked.")]
Net = Annotated[int, Meta(description="The power of the attack less that of the defence (R43); may be negative.")]


class GameStarted(events.GameStarted, frozen=True):
    """A game begins with these options."""

    options: Options

    everyone: ClassVar[tuple[str, ...]] = ("options",)


class StockFormed(events.StockFormed, frozen=True):
    """The discard pile and the temporary pile have been shuffled to a new stock (R58 to R60)."""

    number: Annotated[int, Meta(description="The number of this stock, 2 or 3 (U35).")]
    size: int
    order: Secret[tuple[Plain, ...]] = UNSET

    everyone: ClassVar[tuple[str, ...]] = ("number", "size")
    only: ClassVar[Mapping[str, tuple[str, ...]]] = {"order": NOBODY}


class TurnStarted(Event, frozen=True):
    """It is the next seat's turn (R7, R9)."""

    turn_number: int
    seat: Seat

    everyone: ClassVar[tuple[str, ...]] = ("turn_number", "seat")


class HeartsScored(Event, frozen=True):
    """A seat has scored for the hearts before it (R10)."""

    seat: Seat
    points: int
    total: int

    everyone: ClassVar[tuple[str, ...]] = ("seat", "points", "total")


class HeartActivated(Event, frozen=True):
    """A heart meld has been activated, for points (R34)."""

    seat: Seat
    card: Act
    meld: MeldId
    position: Position
    power: Power
    points: int
    total: int

    everyone: ClassVar[tuple[str, ...]] = ("seat", "card", "meld", "position", "power", "points", "total")


class DiamondActivated(Event, frozen=True):
    """A diamond meld has been activated, for cards; those from the stock follow (R35, R36)."""

    seat: Seat
    card: Act
    meld: MeldId
    position: Position
    power: Power
    from_discard: Annotated[
        tuple[Plain, ...], Meta(description="The cards that were taken from the discard pile, top card first.")
    ]

    everyone: ClassVar[tuple[str, ...]] = ("seat", "card", "meld", "position", "power", "from_discard")


class AttackDeclared(Event, frozen=True):
    """A spade meld has been activated, to attack a meld (R40, R42)."""

    seat: Seat
    card: Act
    meld: MeldId
    position: Position
    power: Power
    defender: Seat
    target: Target

    everyone: ClassVar[tuple[str, ...]] = ("seat", "card", "meld", "position", "power", "defender", "target")


class PlayedDefence(Struct, frozen=True, gc=False):
    """A card that has activated a club meld."""

    card: Act
    meld: MeldId
    position: Position
    power: Power


class AttackAnswered(Event, frozen=True):
    """The defender has played these cards, perhaps none (R43)."""

    seat: Annotated[Seat, Meta(description="The defender.")]
    cards: Annotated[tuple[PlayedDefence, ...], Meta(description="The cards in the order in which they are discarded.")]
    total: Annotated[int, Meta(description="Their powers together.")]
    net: Net

    everyone: ClassVar[tuple[str, ...]] = ("seat", "cards", "total", "net")


class CardsCaptured(Event, frozen=True):
    """The attacker has taken cards from the meld attacked (R43, R50)."""

    seat: Annotated[Seat, Meta(description="The attacker.")]
    defender: Seat
    target: Target
    front: Annotated[int, Meta(description="How many from the front.")]
    back: Annotated[int, Meta(description="How many from the back.")]
    cards: Annotated[tuple[Act, ...], Meta(description="The cards as they lay, those of the front first.")]
    left: Annotated[int, Meta(description="How many remain.")]

    everyone: ClassVar[tuple[str, ...]] = ("seat", "defender", "target", "front", "back", "cards", "left")


class RemnantDiscarded(Event, frozen=True):
    """A meld of fewer than three cards has been discarded (R44, R54)."""

    seat: Annotated[Seat, Meta(description="Who loses the meld.")]
    meld: MeldId
    cards: Annotated[tuple[Plain, ...], Meta(description="The cards in the order in which they are discarded.")]

    everyone: ClassVar[tuple[str, ...]] = ("seat", "meld", "cards")


class MeldLaid(Event, frozen=True):
    """A meld has been laid (R21)."""

    seat: Seat
    meld: MeldId
    cards: Row
    pattern: Pattern

    everyone: ClassVar[tuple[str, ...]] = ("seat", "meld", "cards", "pattern")


class MeldExtended(Event, frozen=True):
    """A meld has been extended (R20)."""

    seat: Seat
    meld: MeldId
    front: Row
    back: Row
    cards: Annotated[Row, Meta(description="The whole row now.")]

    everyone: ClassVar[tuple[str, ...]] = ("seat", "meld", "front", "back", "cards")


class Lapsed(Event, frozen=True):
    """A seat has taken too long (U42); what is done in its place follows."""

    seat: Seat

    everyone: ClassVar[tuple[str, ...]] = ("seat",)


class TurnLapsed(Lapsed, frozen=True):
    """The seat on turn has taken too long, and discards its lowest card."""


class DefenceLapsed(Lapsed, frozen=True):
    """The defender has taken too long, and does not defend."""


class CaptureLapsed(Lapsed, frozen=True):
    """The attacker has taken too long, and takes all he may from the front."""


class RemnantLapsed(Lapsed, frozen=True):
    """The loser of a meld has taken too long, and discards the front card of the two first."""


class Result(Struct, frozen=True, gc=False):
    """How a game ended."""

    scores: Annotated[tuple[int, ...], Meta(description="The happiness points, by seat.")]
    winners: Annotated[tuple[Seat, ...], Meta(description="The seats with the most; several share the win (U40).")]
    next_dealer: Annotated[Seat, Meta(description="The seat that deals the next game.")]


class GameFinished(events.GameFinished, frozen=True):
    """The final turn is over (R64)."""

    result: Result

    everyone: ClassVar[tuple[str, ...]] = ("result",)


PursuitOfHappinessEvent: TypeAlias = (
    GameStarted
    | DealStarted
    | CardsDealt
    | TurnStarted
    | HeartsScored
    | CardsDrawn
    | StockFormed
    | HeartActivated
    | DiamondActivated
    | AttackDeclared
    | AttackAnswered
    | CardsCaptured
    | RemnantDiscarded
    | MeldLaid
    | MeldExtended
    | CardDiscarded
    | TurnLapsed
    | DefenceLapsed
    | CaptureLapsed
    | RemnantLapsed
    | GameFinished
)

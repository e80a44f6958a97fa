"""What happens in a game of Pursuit of Happiness."""

from typing import Annotated

from msgspec import UNSET, Meta, Struct

from domain import events
from domain.game import Event, Seat, ToAll, ToNobody
from domain.games.pursuit_of_happiness.deck import Act, Plain
from domain.games.pursuit_of_happiness.melds import MeldId, Pattern, Row
from domain.games.pursuit_of_happiness.options import Options

Position = Annotated[int, Meta(description="Where the meld has the card, from 1 at the front (R28).")]
Power = Annotated[int, Meta(description="The power of the card (R28).")]
Target = Annotated[MeldId, Meta(description="The meld that is attacked.")]
Net = Annotated[int, Meta(description="The power of the attack less that of the defence (R43); may be negative.")]


class GameStarted(events.GameStarted, frozen=True):
    """A game begins with these options."""

    options: ToAll[Options]


class StockFormed(events.StockFormed, frozen=True):
    """The discard pile and the temporary pile have been shuffled to a new stock (R58 to R60)."""

    number: ToAll[Annotated[int, Meta(description="The number of this stock, 2 or 3 (U35).")]]
    size: ToAll[int]
    order: ToNobody[tuple[Plain, ...]] = UNSET  # U34


class TurnStarted(Event, frozen=True):
    """It is the next seat's turn (R7, R9)."""

    turn_number: ToAll[int]
    seat: ToAll[Seat]


class HeartsScored(Event, frozen=True):
    """A seat has scored for the hearts before it (R10)."""

    seat: ToAll[Seat]
    points: ToAll[int]
    total: ToAll[int]


class HeartActivated(Event, frozen=True):
    """A heart meld has been activated, for points (R34)."""

    seat: ToAll[Seat]
    card: ToAll[Act]
    meld: ToAll[MeldId]
    position: ToAll[Position]
    power: ToAll[Power]
    points: ToAll[int]
    total: ToAll[int]


class DiamondActivated(Event, frozen=True):
    """A diamond meld has been activated, for cards; those from the stock follow (R35, R36)."""

    seat: ToAll[Seat]
    card: ToAll[Act]
    meld: ToAll[MeldId]
    position: ToAll[Position]
    power: ToAll[Power]
    from_discard: ToAll[  # U20
        Annotated[
            tuple[Plain, ...], Meta(description="The cards that were taken from the discard pile, top card first.")
        ]
    ]


class AttackDeclared(Event, frozen=True):
    """A spade meld has been activated, to attack a meld (R40, R42)."""

    seat: ToAll[Seat]
    card: ToAll[Act]
    meld: ToAll[MeldId]
    position: ToAll[Position]
    power: ToAll[Power]
    defender: ToAll[Seat]
    target: ToAll[Target]


class PlayedDefence(Struct, frozen=True, gc=False):
    """A card that has activated a club meld."""

    card: Act
    meld: MeldId
    position: Position
    power: Power


class AttackAnswered(Event, frozen=True):
    """The defender has played these cards, perhaps none (R43)."""

    seat: ToAll[Annotated[Seat, Meta(description="The defender.")]]
    cards: ToAll[
        Annotated[tuple[PlayedDefence, ...], Meta(description="The cards in the order in which they are discarded.")]
    ]
    total: ToAll[Annotated[int, Meta(description="Their powers together.")]]
    net: ToAll[Net]


class CardsCaptured(Event, frozen=True):
    """The attacker has taken cards from the meld attacked (R43, R50)."""

    seat: ToAll[Annotated[Seat, Meta(description="The attacker.")]]
    defender: ToAll[Seat]
    target: ToAll[Target]
    front: ToAll[Annotated[int, Meta(description="How many from the front.")]]
    back: ToAll[Annotated[int, Meta(description="How many from the back.")]]
    cards: ToAll[  # U29
        Annotated[tuple[Act, ...], Meta(description="The cards as they lay, those of the front first.")]
    ]
    left: ToAll[Annotated[int, Meta(description="How many remain.")]]


class RemnantDiscarded(Event, frozen=True):
    """A meld of fewer than three cards has been discarded (R44, R54)."""

    seat: ToAll[Annotated[Seat, Meta(description="Who loses the meld.")]]
    meld: ToAll[MeldId]
    cards: ToAll[Annotated[tuple[Plain, ...], Meta(description="The cards in the order in which they are discarded.")]]


class MeldLaid(Event, frozen=True):
    """A meld has been laid (R21)."""

    seat: ToAll[Seat]
    meld: ToAll[MeldId]
    cards: ToAll[Row]
    pattern: ToAll[Pattern]


class MeldExtended(Event, frozen=True):
    """A meld has been extended (R20)."""

    seat: ToAll[Seat]
    meld: ToAll[MeldId]
    front: ToAll[Row]
    back: ToAll[Row]
    cards: ToAll[Annotated[Row, Meta(description="The whole row now.")]]


class Lapsed(Event, frozen=True):
    """A seat has taken too long (U42); what is done in its place follows."""

    seat: ToAll[Seat]


class TurnLapsed(Lapsed, frozen=True):
    """The seat on turn has taken too long, and discards its lowest card."""


class DefenceLapsed(Lapsed, frozen=True):
    """The defender has taken too long, and does not defend."""


class CaptureLapsed(Lapsed, frozen=True):
    """The attacker has taken too long, and takes as much as allowed from the front."""


class RemnantLapsed(Lapsed, frozen=True):
    """The loser of a meld has taken too long, and discards the front card of the two first."""


class Result(Struct, frozen=True, gc=False):
    """How a game ended."""

    scores: Annotated[tuple[int, ...], Meta(description="The happiness points, by seat.")]
    winners: Annotated[tuple[Seat, ...], Meta(description="The seats with the most; several share the win (U40).")]
    next_dealer: Annotated[Seat, Meta(description="The seat that deals the next game.")]


class GameFinished(events.GameFinished, frozen=True):
    """The final turn is over (R64)."""

    result: ToAll[Result]

"""The moves of Pursuit of Happiness. `rules` says who may make them when, and why they are refused."""

from collections.abc import Iterable
from functools import partial
from typing import Annotated, ClassVar, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType, field

from domain import game
from domain.games.pursuit_of_happiness.deck import FACE, JOKER, Act, Plain
from domain.games.pursuit_of_happiness.melds import LONGEST, MeldId, Row
from domain.saying import Label, label, values

label_of = partial(label, "pursuit_of_happiness")

Count = Annotated[int, Meta(ge=0)]
Position = Annotated[
    int | UnsetType,
    Meta(description="The position in the meld, from 1; needed only where the card is at several (U13)."),
    values("position"),
]


Held = Annotated[Act, values("card", "hand", joker=True)]
HeldRow = Annotated[Row, values("card", "hand", joker=True)]
OwnMeld = Annotated[MeldId, values("meld", of="own")]


def at_a_position(text: str) -> tuple[Label, ...]:
    """Return the labels of a move that may say at which position of a meld its card is."""
    return label_of(text + ", at position {position:number}"), label_of(text)


def printed(act: str) -> str:
    """Return the card on which a well-formed declaration is written: `JK=5H` → `JK`; anything else as it is."""
    return JOKER if act.startswith(JOKER) and act in FACE else act


class Move(game.Move, frozen=True):
    """A move of Pursuit of Happiness."""

    def acts(self) -> Iterable[str]:
        """Return the cards for which jokers must be declared."""
        return ()

    def cards(self) -> Iterable[str]:
        """Return every card code in the move, declared jokers as `JK`."""
        return map(printed, self.acts())

    def melds(self) -> Iterable[int]:
        """Return every meld that the move names."""
        return ()


class Activation(Move, frozen=True, kw_only=True):
    """Activate a meld of your own with a card that is identical to one in it (R27 to R29)."""

    card: Held
    meld: OwnMeld
    position: Position = UNSET

    def acts(self) -> Iterable[str]:
        """Return the activation card."""
        return (self.card,)

    def melds(self) -> Iterable[int]:
        """Return the meld that is activated."""
        return (self.meld,)


class ActivateHeart(Activation, frozen=True):
    """Score the length of the meld, times the power (R34)."""

    labels = at_a_position("activate meld {meld:number} with {card}")


class ActivateDiamond(Activation, frozen=True, kw_only=True):
    """Take as many cards as the power (R35 to R37)."""

    labels = at_a_position("take {from_discard:amount.card} from the discard pile by meld {meld:number} with {card}")

    from_discard: Annotated[
        Count, Meta(description="How many of them come from the discard pile (U18)."), values("amount", "discard")
    ]


class Attack(Activation, frozen=True, kw_only=True):
    """Attack a meld of an opponent (R40, R42)."""

    labels = at_a_position("attack meld {target:number} from meld {meld:number} with {card}")

    target: Annotated[MeldId, Meta(description="The meld that is attacked."), values("meld", of="others")]

    def melds(self) -> Iterable[int]:
        """Return the meld that is activated, and the one that is attacked."""
        return self.meld, self.target


class DefendingCard(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A card that activates a club meld of the defender (R41)."""

    labels: ClassVar[tuple[Label, ...]] = at_a_position("{card} on meld {meld:number}")

    card: Held
    meld: OwnMeld
    position: Position = UNSET


class Defend(Move, frozen=True):
    """Answer the attack with some cards, each for another club meld, or with none (R47, R48, U25)."""

    labels = (label_of("defend with {cards:parts}"),)

    defending: Annotated[
        tuple[DefendingCard, ...], Meta(description="The cards in the order in which they are discarded.")
    ] = field(name="cards")

    def acts(self) -> Iterable[str]:
        """Return the cards of the defence."""
        return [defending.card for defending in self.defending]

    def melds(self) -> Iterable[int]:
        """Return the melds that are activated."""
        return [defending.meld for defending in self.defending]


class Capture(Move, frozen=True):
    """Take cards from the ends of the meld attacked (R43, R50, U28)."""

    labels = (
        label_of("take no cards", front=0, back=0),
        label_of("take {front:amount.card} from the front", back=0),
        label_of("take {back:amount.card} from the back", front=0),
        label_of("take {front:amount.card} from the front and {back:amount.card} from the back"),
    )

    front: Annotated[Count, Meta(description="How many from the front."), values("amount", most=LONGEST)]
    back: Annotated[Count, Meta(description="How many from the back."), values("amount", most=LONGEST)]


class OrderRemnant(Move, frozen=True):
    """Choose the order in which the two cards that are left of your meld are discarded (R54)."""

    labels = (label_of("discard first what is left at the {first:message}"),)

    first: Annotated[
        Literal["front", "back"], Meta(description="Which of the two is put down first."), values("choice")
    ]


class Meld(Move, frozen=True):
    """Lay a meld (R21)."""

    labels = (label_of("lay {cards}"),)

    row: HeldRow = field(name="cards")

    def acts(self) -> Iterable[str]:
        """Return the cards of the meld."""
        return self.row


class Extend(Move, frozen=True):
    """Add cards to a meld of your own, at one end or at both (R20, R23)."""

    labels = (
        label_of("extend meld {meld:number}: {front:cards} in front", back=()),
        label_of("extend meld {meld:number}: {back:cards} behind", front=()),
        label_of("extend meld {meld:number}: {front:cards} in front, {back:cards} behind"),
    )

    meld: OwnMeld
    front: HeldRow
    back: HeldRow

    def acts(self) -> Iterable[str]:
        """Return the cards that are added."""
        return self.front + self.back

    def melds(self) -> Iterable[int]:
        """Return the meld that is extended."""
        return (self.meld,)


class Discard(Move, frozen=True):
    """Discard a card, which ends your turn (R9, R52)."""

    labels = (label_of("discard {card}"),)

    card: Annotated[Plain, values("card", "hand")]

    def cards(self) -> Iterable[str]:
        """Return the card."""
        return (self.card,)


Play: TypeAlias = Activation | DefendingCard
"""A card that is played on a meld."""

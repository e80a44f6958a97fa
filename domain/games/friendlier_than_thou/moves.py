"""The moves of Friendlier Than Thou. `rules` says who may make them when, and why they are refused."""

from collections.abc import Iterable
from functools import partial
from typing import Annotated

from msgspec import Meta, field

from domain.cards import FrenchCard
from domain.game import Move, Seat
from domain.saying import label, values

label_of = partial(label, "friendlier_than_thou")

Humble = Annotated[bool, Meta(description="Whether the card is a humble ace, the lowest of its suit (R24, U20).")]
Held = Annotated[FrenchCard, values("card", "hand")]
Recipient = Annotated[Seat, Meta(description="The seat that is to receive the care committee's pile (U24, U26).")]


class LayAside(Move, frozen=True):
    """Put a card face down on the care committee's pile (R8); the dealer of three puts two (R10, U4)."""

    labels = (label_of("lay {cards} aside"),)

    laid: Annotated[
        tuple[FrenchCard, ...],
        Meta(description="One card; two from the dealer of three."),
        values("card", "hand", most=2),
    ] = field(name="cards")

    def cards(self) -> Iterable[str]:
        """Return the cards that are laid aside."""
        return self.laid


class CardMove(Move, frozen=True):
    """A move with one card, which may be a humble ace."""

    card: Held
    humble: Annotated[Humble, values("bool")] = False


class SoMoved(CardMove, frozen=True):
    """Say “So moved” into the silence, meaning to lead this card (R13, U6)."""

    labels = (
        label_of("say “So moved”, to lead {card} as a humble ace", humble=True),
        label_of("say “So moved”, to lead {card}"),
    )


class Lead(CardMove, frozen=True):
    """Lead this card, if it is your turn (R17, U14); in a silence, lead it without speaking, and be eldered (R16)."""

    labels = (label_of("lead {card} as a humble ace", humble=True), label_of("lead {card}"))


class Play(CardMove, frozen=True):
    """Follow the leading with this card (R18 to R20)."""

    labels = (label_of("play {card} as a humble ace", humble=True), label_of("play {card}"))


class Display(Move, frozen=True):
    """Lay down the trick that you have collected, with this card of it face up (R22)."""

    labels = (label_of("display {card}"),)

    card: Annotated[FrenchCard, values("card", "trick")]


class UnityMove(Move, frozen=True):
    """A move about who receives the care committee's pile."""

    recipient: Annotated[Recipient, values("seat")]


class Propose(UnityMove, frozen=True):
    """Propose the seat that is to receive the pile (U24)."""

    labels = (label_of("propose {recipient:seat}"),)


class Unite(UnityMove, frozen=True):
    """Say that you are in unity with the standing proposal (U24)."""

    labels = (label_of("unite with the proposal for {recipient:seat}"),)


class Object(UnityMove, frozen=True):
    """Object to the standing proposal, which falls (U25)."""

    labels = (label_of("object to the proposal for {recipient:seat}"),)

"""What happens in a game of Literature. No event tells the size of a hand but `count_reported` (R6, U28)."""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct

from domain import events
from domain.events import DealStarted
from domain.game import Event, Seat, Secret
from domain.games.literature.options import Options, Team
from domain.games.literature.sets import Card, SetId

Answer = Annotated[
    Literal["given", "not_held", "own_card"],
    Meta(description="The target gave the card; has not got it; or the asker himself holds it (U11)."),
]
Outcome = Annotated[
    Literal["won", "void", "lost"],
    Meta(
        description="Right: +1 (R13). Wrong, but the team had all six: 0 (R14). Wrong, an opponent had one: −1 (R15)."
    ),
]
Holders = dict[Card, Seat]


class Result(Struct, frozen=True, gc=False):
    """How the game ended (U25, U26)."""

    scores: Annotated[tuple[int, int], Meta(description="The points of team 0 and of team 1.")]
    winners: Annotated[tuple[Seat, ...], Meta(description="The seats of the winning team; none for a draw.")]
    winning_team: Annotated[Team | None, Meta(description="The team with more points; null for a draw.")]


class GameStarted(events.GameStarted, frozen=True):
    """A game begins with these options."""

    options: Options

    everyone: ClassVar[tuple[str, ...]] = ("options",)


class CardsDealt(Event, frozen=True):
    """A seat has got its cards of the deal; how many is told to nobody (U28)."""

    seat: Seat
    cards: Secret[tuple[Card, ...]] = UNSET

    everyone: ClassVar[tuple[str, ...]] = ("seat",)
    only: ClassVar[Mapping[str, tuple[str, ...]]] = {"cards": ("seat",)}


class CardAsked(Event, frozen=True):
    """A seat has asked another for a card; all hear it (U8)."""

    seat: Seat
    target: Seat
    card: Card
    answer: Answer

    everyone: ClassVar[tuple[str, ...]] = ("seat", "target", "card", "answer")


class SetDeclared(Event, frozen=True):
    """A seat has declared a set; if that closed it (U15, U18), all see who held its cards."""

    seat: Seat
    set: SetId
    said: Annotated[Holders, Meta(description="Who holds each card, as the declarer said.")]
    outcome: Outcome
    closed: Annotated[bool, Meta(description="Whether the set is closed now; only a false declaration leaves it open.")]
    held: Annotated[Holders | None, Meta(description="Who held each card; null if the set stays open.")]

    everyone: ClassVar[tuple[str, ...]] = ("seat", "set", "said", "outcome", "closed", "held")


class TurnPassed(Event, frozen=True):
    """A declarer without cards has handed the turn to a team mate (U21)."""

    seat: Seat
    to: Seat

    everyone: ClassVar[tuple[str, ...]] = ("seat", "to")


class CountReported(Event, frozen=True):
    """A seat has told how many cards it holds, since `seat` asked (U28)."""

    seat: Seat
    target: Seat
    count: Annotated[int, Meta(description="The number of the target's cards at this moment.")]

    everyone: ClassVar[tuple[str, ...]] = ("seat", "target", "count")


class GameFinished(events.GameFinished, frozen=True):
    """The eighth set has been closed (U25)."""

    result: Result

    everyone: ClassVar[tuple[str, ...]] = ("result",)


LiteratureEvent: TypeAlias = (
    GameStarted | DealStarted | CardsDealt | CardAsked | SetDeclared | TurnPassed | CountReported | GameFinished
)

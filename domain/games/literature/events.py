"""What happens in a game of Literature. No event tells the size of a hand but `count_reported` (R6, U28)."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct

from domain import events
from domain.game import Event, Seat, ToAll, ToSeat
from domain.games.literature.options import Options, Team
from domain.games.literature.sets import Card, SetId

Answer = Annotated[
    Literal["given", "not_held", "own_card"],
    Meta(description="The target gave the card; does not have it; or the asker holds it (U11)."),
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

    options: ToAll[Options]


class CardsDealt(Event, frozen=True):
    """A seat has got its cards of the deal; their number is not shown (U28)."""

    seat: ToAll[Seat]
    cards: ToSeat[tuple[Card, ...]] = UNSET


class CardAsked(Event, frozen=True):
    """A seat has asked another for a card; all hear it (U8)."""

    seat: ToAll[Seat]
    target: ToAll[Seat]
    card: ToAll[Card]
    answer: ToAll[Answer]


class SetDeclared(Event, frozen=True):
    """A seat has declared a set; if that closed it (U15, U18), all see who held its cards."""

    seat: ToAll[Seat]
    set: ToAll[SetId]
    said: ToAll[Annotated[Holders, Meta(description="Who holds each card, as the declarer said.")]]
    outcome: ToAll[Outcome]
    closed: ToAll[
        Annotated[bool, Meta(description="Whether the set is closed now; only a false declaration leaves it open.")]
    ]
    held: ToAll[Annotated[Holders | None, Meta(description="Who held each card; null if the set stays open.")]]


class TurnPassed(Event, frozen=True):
    """A declarer without cards has handed the turn to a team mate (U21)."""

    seat: ToAll[Seat]
    to: ToAll[Seat]


class CountReported(Event, frozen=True):
    """A seat has told how many cards it holds, since `seat` asked (U28)."""

    seat: ToAll[Seat]
    target: ToAll[Seat]
    count: ToAll[Annotated[int, Meta(description="The number of the target's cards at this moment.")]]


class GameFinished(events.GameFinished, frozen=True):
    """The eighth set has been closed (U25)."""

    result: ToAll[Result]

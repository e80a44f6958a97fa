"""One vocabulary for every card table: zones with cards, counters, seats. Who can draw this can draw every game.

A game says what lies where by `Game.tabletop`, from the view of one viewer and from nothing else, so it shows no more.
"""

from collections.abc import Sequence
from typing import Annotated, Literal

from msgspec import Meta, Struct

from domain.seats import Seat, Time

Kind = Annotated[
    Literal["hand", "stock", "discard", "trick", "meld", "won", "aside"],
    Meta(description="What a zone is for; `aside`: out of play for now, or for good."),
]
Layout = Annotated[
    Literal["pile", "fan", "row", "group"],
    Meta(description="How cards lie: one on the other, as a hand, in a row whose order counts, or in any order."),
]


class Item(Struct, frozen=True, gc=False):
    """A card that the viewer can see. Its id stays with it as long as she can follow it."""

    card: Annotated[str, Meta(description="Its code; the catalogue has what is on it.")]
    id: Annotated[str, Meta(description="Which of the viewer's cards it is; no other viewer has the same ids.")] = ""


class Zone(Struct, frozen=True, kw_only=True, gc=False):
    """A place where cards lie, or where further zones do. Zones come and go in play."""

    id: Annotated[str, Meta(description="The same as long as the zone is there.", examples=["hand-0"])]
    kind: Kind
    owner: Annotated[Seat | None, Meta(description="Whose it is; null: everybody's.")] = None
    layout: Layout = "pile"
    face: Annotated[Literal["up", "down"], Meta(description="How its cards lie for those who do not hold them.")] = "up"
    count: Annotated[int | None, Meta(description="How many cards lie there; null: the rules do not tell.")] = None
    cards: Annotated[
        tuple[Item, ...] | None, Meta(description="Those that the viewer sees, the top or first one first; null: none.")
    ] = None
    label: Annotated[str, Meta(description="What a person calls it, in English.", examples=["hand of seat 0"])]
    zones: Annotated[tuple["Zone", ...], Meta(description="The zones in it.")] = ()


class Counter(Struct, frozen=True, kw_only=True, gc=False):
    """A number that everybody at the table keeps an eye on: points, books, rounds."""

    id: Annotated[str, Meta(examples=["score-0"])]
    label: Annotated[str, Meta(description="What a person calls it, in English.", examples=["points of seat 0"])]
    value: int
    owner: Annotated[Seat | None, Meta(description="Whose it is; null: the table's.")] = None


class SeatAtTable(Struct, frozen=True, kw_only=True, gc=False):
    """A seat as all see it."""

    seat: Seat
    team: Annotated[int | None, Meta(description="Its team; null: it plays for itself, or all play together.")] = None
    to_act: bool = False
    deadline: Annotated[Time | None, Meta(description="When its time is over; null: it has all the time.")] = None


class Tabletop(Struct, frozen=True, kw_only=True, gc=False):
    """The whole table as one viewer sees it."""

    zones: tuple[Zone, ...]
    counters: tuple[Counter, ...]
    seats: tuple[SeatAtTable, ...]


def items(cards: Sequence[str]) -> tuple[Item, ...]:
    """Return cards that the viewer sees; their ids are given later, by who has seen what lay where before."""
    return tuple([Item(card) for card in cards])

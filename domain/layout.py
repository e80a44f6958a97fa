"""One vocabulary for every card table: zones with cards, counters, seats. What can draw this can draw every game.

A game says what lies where by `Game.layout`, from the view of one viewer and from nothing else, so it shows no more.
"""

from collections.abc import Sequence
from functools import cache, lru_cache, partial
from typing import Annotated, Literal, Protocol

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

from domain.messages import FormattedMessage, Template
from domain.seats import Seat, Time
from domain.wording import labelled

Kind = Annotated[
    Literal["hand", "stock", "discard", "trick", "meld", "won", "aside"],
    Meta(description="What a zone is for; `aside` is out of play."),
]
Arrangement = Annotated[
    Literal["pile", "fan", "row", "group"],
    Meta(description="How cards lie: on one another, as a hand, in a row whose order counts, or in any order."),
]

CounterKind = Annotated[
    Literal[
        "score",
        "total",
        "deal",
        "turn",
        "stock",
        "turns_left",
        "stocks_left",
        "votes",
        "cards",
        "power",
        "meld",
        "mark",
    ],
    Meta(
        description="What a counter counts. `score`: points of this deal, or of a game that has but one. `total`:"
        " points of all deals that have ended; where there is one, it decides. `deal`, `turn`, `stock`: the number"
        " of this one, from 1. `turns_left`: how many more turns, or what the label says, there may be."
        " `stocks_left`: how many stocks follow. `votes`: how many seats are for something. `cards`: a number of"
        " cards. `power`: the strength of an attack. `meld`: the number of a meld. `mark`: 1 if it is set, else 0."
    ),
]


zone = partial(Template, None, "zone")

HAND = zone("hand of {seat}")
STOCK = zone("stock")
PACK = zone("pack")
PILE = zone("pile")
DISCARDS = zone("discards")
TRICK = zone("trick")
CARD_OF_SEAT = zone("card of {seat}")

POINTS = Template(None, "counter", "points of {seat}")
DEAL = Template(None, "counter", "deal")


class Owner(Struct, frozen=True, gc=False):
    """The owner: a seat or a team. It has one of the two fields."""

    seat: Seat | UnsetType = UNSET
    team: Annotated[int, Meta(description="The number of a team in `teams`.")] | UnsetType = UNSET


@cache
def of_seat(seat: int) -> Owner:
    """Return what says that something is a seat's."""
    return Owner(seat=seat)


@cache
def of_team(team: int) -> Owner:
    """Return what says that something is a team's."""
    return Owner(team=team)


class Item(Struct, frozen=True, gc=False):
    """A card that the viewer can see. It keeps its id as long as the viewer can follow it."""

    card: Annotated[str, Meta(description="Its code; the catalogue has the faces.")]
    id: Annotated[str, Meta(description="Identifies the card for this viewer only.")] = ""


class Zone(Struct, frozen=True, kw_only=True, gc=False):
    """A place for cards or for further zones. Zones come and go during play."""

    id: Annotated[str, Meta(description="Constant as long as the zone exists.", examples=["hand-0"])]
    kind: Kind
    owner: Annotated[Owner | None, Meta(description="The owner; null: everybody.")] = None
    arrangement: Arrangement = "pile"
    face: Annotated[Literal["up", "down"], Meta(description="How its cards lie for those who do not hold them.")] = "up"
    count: Annotated[
        int | None,
        Meta(description="Number of cards, without those in its inner zones; null: secret by the rules."),
    ] = None
    cards: Annotated[
        tuple[Item, ...] | None,
        Meta(description="The cards that the viewer sees, the top or first one first; null: none."),
    ] = None
    label: Annotated[FormattedMessage, Meta(description="Its name.")]
    zones: Annotated[tuple["Zone", ...], Meta(description="The zones in this zone.")] = ()


class Counter(Struct, frozen=True, kw_only=True, gc=False):
    """A number that everybody can see, such as points or deals; or a mark, as on the seat that proposes."""

    id: Annotated[str, Meta(examples=["score-0"])]
    kind: CounterKind
    label: Annotated[FormattedMessage, Meta(description="Its name.")]
    value: int
    owner: Annotated[Owner | None, Meta(description="The owner; null: the table.")] = None


class SeatAtTable(Struct, frozen=True, kw_only=True, gc=False):
    """The public state of a seat."""

    seat: Seat
    team: Annotated[int | None, Meta(description="The number of the seat's team; null: there are no teams.")] = None
    to_act: Annotated[
        bool, Meta(description="Whether the seat must or may act now; not between two events of one move.")
    ] = False
    deadline: Annotated[
        Time | None,
        Meta(
            description="When its time is over, and a default is done for it; null: it need not act, or has no limit."
        ),
    ] = None
    won: Annotated[
        bool | None, Meta(description="Whether the seat has won; null: the game goes on, or nobody has won.")
    ] = None


class TeamAtTable(Struct, frozen=True, kw_only=True, gc=False):
    """The seats that win and lose together."""

    team: Annotated[int, Meta(description="The number of the team, from 0.")]
    seats: tuple[Seat, ...]


class Moved(Struct, frozen=True, gc=False):
    """Cards that an event has moved from one zone to another, as far as everybody sees it."""

    source: Annotated[str, Meta(description="The id of the zone where they lay.")]
    target: Annotated[str, Meta(description="The id of the zone where they lie now.")]
    count: int = 1


class Result(Protocol):
    """How a game with winners ended."""

    @property
    def winners(self) -> Sequence[int]:
        """The seats that have won; none after a draw."""


class Layout(Struct, frozen=True, kw_only=True, gc=False):
    """The cards and counters on the table, as one viewer sees them."""

    zones: tuple[Zone, ...]
    counters: tuple[Counter, ...]
    seats: tuple[SeatAtTable, ...]
    teams: Annotated[
        tuple[TeamAtTable, ...], Meta(description="The teams by their numbers; none if each seat plays for itself.")
    ] = ()


def items(cards: Sequence[str]) -> tuple[Item, ...]:
    """Return cards that the viewer sees; their ids are given later, by what this viewer has seen before."""
    return tuple([Item(card) for card in cards])


def hands(counts: Sequence[int | None], viewer: int | None, own: Sequence[str] | None) -> tuple[Zone, ...]:
    """Return the hands by seat, each with its number of cards (None: the rules do not tell); viewers see their own."""
    zones = [hidden_hand(seat, count) for seat, count in enumerate(counts)]
    if own is not None and viewer is not None:
        zones[viewer] = replace(zones[viewer], cards=items(own))
    return tuple(zones)


@lru_cache(maxsize=1024)
def hidden_hand(seat: int, count: int | None) -> Zone:
    """Return a hand whose cards the viewer does not see. Hands come again and again, so they are kept."""
    label = labelled(HAND, seat=seat)
    return Zone(
        id=f"hand-{seat}", kind="hand", owner=of_seat(seat), arrangement="fan", face="down", count=count, label=label
    )


def stock(count: int, label: Template = STOCK) -> Zone:
    """Return the stock, of which nobody sees a card."""
    return Zone(id="stock", kind="stock", face="down", count=count, label=labelled(label))


def called(label: FormattedMessage | Template) -> FormattedMessage:
    """Return a label as a message, if it is a template without gaps."""
    return labelled(label) if isinstance(label, Template) else label


def face_up(
    name: str,
    kind: Kind,
    cards: Sequence[str],
    label: FormattedMessage | Template,
    *,
    owner: Owner | None = None,
    arrangement: Arrangement = "row",
) -> Zone:
    """Return a zone whose cards all lie open, the top or first one first; `name` is its id."""
    return Zone(
        id=name,
        kind=kind,
        owner=owner,
        arrangement=arrangement,
        count=len(cards),
        cards=items(cards),
        label=called(label),
    )


def place(
    name: str,
    kind: Kind,
    zones: Sequence[Zone],
    label: FormattedMessage | Template,
    *,
    owner: Owner | None = None,
    arrangement: Arrangement = "group",
) -> Zone:
    """Return a zone that holds other zones and no cards; `name` is its id."""
    named = called(label)
    return Zone(id=name, kind=kind, owner=owner, arrangement=arrangement, count=0, label=named, zones=tuple(zones))


def counters(kind: CounterKind, label: Template, values: Sequence[int]) -> tuple[Counter, ...]:
    """Return a counter for each seat: `counters("score", POINTS, (3,))` is `score-0`, the `points of seat 0`."""
    return tuple([counter_of_seat(kind, label, seat, value) for seat, value in enumerate(values)])


@lru_cache(maxsize=4096)
def counter_of_seat(kind: CounterKind, label: Template, seat: int, value: int) -> Counter:
    """Return a counter of a seat. Between two events nearly all stay as they are, so they are kept."""
    return Counter(id=f"{kind}-{seat}", kind=kind, label=labelled(label, seat=seat), value=value, owner=of_seat(seat))


def turns_left(label: Template, so_far: int, most: int) -> Counter:
    """Return how many more turns, or what the label says, there may be at most, after `so_far` of `most`."""
    return Counter(id="turns-left", kind="turns_left", label=labelled(label), value=max(0, most - so_far))


def seats(
    players: int, to_act: Sequence[int], result: Result | None = None, teams: Sequence[int] | None = None
) -> tuple[SeatAtTable, ...]:
    """Return all seats, those in `to_act` marked, at the end also those that have won; `teams` are by seat."""
    winners = () if result is None else result.winners
    return tuple(
        [
            SeatAtTable(
                seat=seat,
                team=None if teams is None else teams[seat],
                to_act=seat in to_act,
                won=seat in winners if winners else None,
            )
            for seat in range(players)
        ]
    )


def teams(by_seat: Sequence[int]) -> tuple[TeamAtTable, ...]:
    """Return all teams; `by_seat` has the number of the team of each seat."""
    return tuple(
        [
            TeamAtTable(team=team, seats=tuple(seat for seat, own in enumerate(by_seat) if own == team))
            for team in sorted(set(by_seat))
        ]
    )

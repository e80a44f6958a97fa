"""A table's life: opened, seats taken and left, the game on it, finished.

Everything that happens at a table stands in one stream of events, its own and those of its game, so one fold (`evolve`)
rebuilds it at any version, and one chain of hashes proves it (`domain.record`). The functions named after commands
decide: each looks at a snapshot and returns events, or raises `Refused`.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal
from uuid import UUID

import msgspec
from msgspec import UNSET, Meta, Struct
from msgspec.structs import replace

from domain import GAMES
from domain.fairness import FairChance, commitment
from domain.game import NOBODY, Event, Game, Refused, Seat, Secret, Time

AnyGame = Game[Any, Any, Any, Any, Any]
Visibility = Literal["public", "private"]
Status = Literal["open", "playing", "finished"]
Entropy = Annotated[
    str, Meta(max_length=200, description="A text of the player's choice that goes into every shuffle.")
]


class TableOpened(Event, frozen=True):
    """A table is open for players. `commitment` is the SHA-256 of the secret that all its shuffles come from."""

    game: str
    rules_version: str
    options: dict[str, Any]
    visibility: Visibility
    auto_start: bool
    creator: UUID
    commitment: str
    decks_given: Annotated[int, Meta(description="How many deals have a deck that an operator has given.")]
    secret: Secret[str] = UNSET
    decks: Secret[tuple[tuple[str, ...], ...]] = UNSET

    everyone: ClassVar[tuple[str, ...]] = (
        "game", "rules_version", "options", "visibility", "auto_start", "creator", "commitment", "decks_given",
    )  # fmt: skip
    only: ClassVar[Mapping[str, tuple[str, ...]]] = {"secret": NOBODY, "decks": NOBODY}


class SeatTaken(Event, frozen=True):
    """A player has sat down, and may have added entropy to the shuffles."""

    seat: Seat
    player: UUID
    entropy: Entropy | None = None

    everyone: ClassVar[tuple[str, ...]] = ("seat", "player", "entropy")


class SeatLeft(Event, frozen=True):
    """A player has stood up before the start; her entropy goes with her."""

    seat: Seat
    player: UUID

    everyone: ClassVar[tuple[str, ...]] = ("seat", "player")


TableEvent = TableOpened | SeatTaken | SeatLeft
TABLE_EVENTS = frozenset({TableOpened, SeatTaken, SeatLeft})


class Table(Struct, frozen=True, kw_only=True, gc=False):
    """What is known of a table apart from the state of its game."""

    game: str
    rules_version: str
    options: dict[str, Any]
    visibility: Visibility
    auto_start: bool
    creator: UUID
    commitment: str
    secret: bytes
    decks: tuple[tuple[str, ...], ...]
    seats: tuple[UUID | None, ...]
    entropy: tuple[str | None, ...]
    opened_at: Time
    started_at: Time | None = None
    finished_at: Time | None = None

    @property
    def rules(self) -> AnyGame:
        """The game that is played here."""
        return GAMES[self.game]

    @property
    def status(self) -> Status:
        """Where the table is in its life."""
        if self.started_at is None:
            return "open"
        return "playing" if self.finished_at is None else "finished"

    def seat_of(self, player: UUID | None) -> int | None:
        """Return the player's seat; None: a spectator."""
        try:
            return None if player is None else self.seats.index(player)
        except ValueError:
            return None


class Snapshot(Struct, frozen=True, gc=False):
    """A table at a version: after so many events, the last of them recorded at `at`.

    `state` is the state of the game by its own rules, None before the start.
    """

    version: int
    at: Time
    table: Table
    state: Any = None
    stocks_formed: int = 0

    def chance(self) -> FairChance:
        """Return the chance that decides the next order of cards."""
        return FairChance(self.table.secret, self.table.entropy, self.table.decks, self.stocks_formed)

    def due(self) -> int | None:
        """Return when the game owes its next clock step, in ms, or None."""
        return None if self.state is None else self.table.rules.due(self.state)


# What happened


def evolve(snapshot: Snapshot | None, event: Any) -> Snapshot:
    """Fold one event of the stream into the snapshot (None: before the first, which is `table_opened`)."""
    if snapshot is None:
        return opened(event)
    version, table = snapshot.version + 1, snapshot.table
    if type(event) in TABLE_EVENTS:
        return Snapshot(version, event.at, with_seat(table, event))
    stocks_formed = snapshot.stocks_formed
    match event.__struct_config__.tag:
        case "game_started":
            table = replace(table, started_at=event.at)
        case "game_finished":
            table = replace(table, finished_at=event.at)
        case "stock_formed":
            stocks_formed += 1
    return Snapshot(version, event.at, table, table.rules.evolve(snapshot.state, event), stocks_formed)


def opened(event: TableOpened) -> Snapshot:
    """Return the snapshot of a table that has just been opened."""
    if event.secret is UNSET or event.decks is UNSET:
        raise ValueError("a redacted stream cannot be folded")
    nobody = (None,) * int(event.options["players"])
    table = Table(
        game=event.game,
        rules_version=event.rules_version,
        options=event.options,
        visibility=event.visibility,
        auto_start=event.auto_start,
        creator=event.creator,
        commitment=event.commitment,
        secret=bytes.fromhex(event.secret),
        decks=event.decks,
        seats=nobody,
        entropy=nobody,
        opened_at=event.at,
    )
    return Snapshot(1, event.at, table)


def with_seat(table: Table, event: TableEvent) -> Table:
    """Return the table after somebody has sat down or stood up."""
    match event:
        case SeatTaken(seat=seat, player=player, entropy=entropy):
            return replace(table, seats=put(table.seats, seat, player), entropy=put(table.entropy, seat, entropy))
        case SeatLeft(seat=seat):
            return replace(table, seats=put(table.seats, seat, None), entropy=put(table.entropy, seat, None))
    raise ValueError("a table is opened once")


def put(row: tuple[Any, ...], seat: int, value: object) -> tuple[Any, ...]:
    """Return the row with another value at a seat."""
    return (*row[:seat], value, *row[seat + 1 :])


def fold(events: Iterable[Any], snapshot: Snapshot | None = None) -> Snapshot:
    """Fold one or more events. Raises ValueError if there is neither a snapshot nor an event."""
    for event in events:
        snapshot = evolve(snapshot, event)
    if snapshot is None:
        raise ValueError("a table without events does not exist")
    return snapshot


# What may happen


def open_table(
    game_id: str,
    options: Mapping[str, object],
    creator: UUID,
    secret: bytes,
    at: int,
    *,
    visibility: Visibility = "public",
    auto_start: bool = False,
    decks: Sequence[Sequence[str]] = (),
) -> tuple[TableOpened]:
    """Open a table. `secret` is 32 random bytes; `decks` are deck orders for the deals 1, 2, …, top card first.

    Raises `Refused` with `no_such_game`, `invalid_option` or `invalid_deck`.
    """
    game = GAMES.get(game_id)
    if game is None:
        raise Refused("no_such_game", f"The games are: {', '.join(GAMES)}.")
    chosen = game.options(options)
    for number, deck in enumerate(decks, start=1):
        if sorted(deck) != sorted(game.deck):
            size = len(game.deck)
            raise Refused("invalid_deck", f"Deck {number} is not an order of the {size} cards of {game.title}.")
    event = TableOpened(
        game=game.id,
        rules_version=game.rules_version,
        options=msgspec.to_builtins(chosen),
        visibility=visibility,
        auto_start=auto_start,
        creator=creator,
        commitment=commitment(secret),
        decks_given=len(decks),
        secret=secret.hex(),
        decks=tuple(map(tuple, decks)),
        at=at,
    )
    return (event,)


def take_seat(
    snapshot: Snapshot, player: UUID, at: int, *, seat: int | None = None, entropy: str | None = None
) -> tuple[Any, ...]:
    """Seat a player on a given seat, or on the first free one. Starts the game if the table does so by itself.

    Raises `Refused` with `already_started`, `already_seated`, `table_full`, `no_such_seat` or `seat_taken`.
    """
    table = snapshot.table
    must_be_open(table)
    if player in table.seats:
        raise Refused("already_seated", f"You have seat {table.seats.index(player)} here; a player has one seat.")
    if None not in table.seats:
        raise Refused("table_full", "All seats are taken.")
    if seat is None:
        seat = table.seats.index(None)
    must_be_seat(table, seat)
    if table.seats[seat] is not None:
        free = ", ".join(str(number) for number, holder in enumerate(table.seats) if holder is None)
        raise Refused("seat_taken", f"Seat {seat} is taken; free: {free}.")
    event = SeatTaken(seat, player, entropy, at=at)
    after = evolve(snapshot, event)
    if table.auto_start and None not in after.table.seats:
        return (event, *opening(after, at))
    return (event,)


def leave_seat(snapshot: Snapshot, player: UUID, seat: int, at: int) -> tuple[SeatLeft]:
    """Stand up before the start.

    Raises `Refused` with `already_started`, `no_such_seat` or `seat_not_yours`.
    """
    must_be_open(snapshot.table)
    must_be_seat(snapshot.table, seat)
    if snapshot.table.seats[seat] != player:
        raise Refused("seat_not_yours", f"You do not sit on seat {seat}; only its player may leave it.")
    return (SeatLeft(seat, player, at=at),)


def start(snapshot: Snapshot, player: UUID, at: int) -> tuple[Any, ...]:
    """Start the game on a full table.

    Raises `Refused` with `already_started`, `not_the_creator` or `seats_not_filled`.
    """
    table = snapshot.table
    must_be_open(table)
    if player != table.creator:
        raise Refused("not_the_creator", "Only who has opened the table may start its game.")
    if None in table.seats:
        raise Refused("seats_not_filled", f"{table.seats.count(None)} of {len(table.seats)} seats are still free.")
    return opening(snapshot, at)


def opening(snapshot: Snapshot, at: int) -> tuple[Any, ...]:
    """Return the opening events of the game, the deal included."""
    rules = snapshot.table.rules
    return rules.start(rules.options(snapshot.table.options), snapshot.chance(), at)


def tick(snapshot: Snapshot, at: int) -> tuple[Any, ...]:
    """Return the clock steps that the game owes at or before `at`."""
    if snapshot.state is None or snapshot.table.finished_at is not None:
        return ()
    return snapshot.table.rules.tick(snapshot.state, at, snapshot.chance())


def make_move(snapshot: Snapshot, player: UUID | None, raw: object, at: int) -> tuple[int, Any, tuple[Any, ...]]:
    """Judge a move, given as JSON gives it. The clock has been ticked up to `at`.

    Returns the seat, the move, typed, and its events. Raises `Refused` with `not_seated`, `not_started`, or the
    rulebook's code.
    """
    table = snapshot.table
    seat = table.seat_of(player)
    if seat is None:
        raise Refused("not_seated", "You have no seat at this table; spectators do not move.")
    if snapshot.state is None:
        raise Refused("not_started", "The game has not begun yet.")
    if table.finished_at is not None:
        raise Refused("game_over", "The game is finished.")
    move = table.rules.parse(raw)
    return seat, move, table.rules.decide(snapshot.state, seat, move, at, snapshot.chance())


def must_be_open(table: Table) -> None:
    """Raise `Refused("already_started", …)` once the game has begun."""
    if table.started_at is not None:
        raise Refused("already_started", "The game has begun; its seats are fixed.")


def must_be_seat(table: Table, seat: int) -> None:
    """Raise `Refused("no_such_seat", …)` for a number that is no seat here."""
    if not 0 <= seat < len(table.seats):
        raise Refused("no_such_seat", f"The seats are 0 to {len(table.seats) - 1}.")


def deck_digest(deck: Sequence[str]) -> bytes:
    """Return what tells whether two tables share a deck: the SHA-256 of its codes, joined by commas."""
    return hashlib.sha256(",".join(deck).encode()).digest()

"""The port of the event store: what goes into the log and comes out of it, wherever it is kept.

A table is a stream of events, versions 1, 2, 3, …; it is always in the same one of `LANES` lanes. In a lane the events
have positions 1, 2, 3, … without gaps, which become visible in this order: a reader of a lane who has seen position n
has missed no event before it. Every query names a table or a lane, or its answers can be merged by time and id; so
lanes may lie on several servers.

All times are whole milliseconds since 1970.
"""

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING, Protocol, Self
from uuid import UUID, uuid4

from msgspec import UNSET, Struct, UnsetType

from service.runtime.unavailable import Unavailable
from service.store.lobby_row import Lobby, LobbyRow
from service.store.tournament_row import TournamentList, TournamentRow

if TYPE_CHECKING:
    from service.store.log_seals import LogSeals

LANES = 64
"""Number of lanes. The SQL function `lane_of` has the same number, and a test compares the two."""

LAST_VERSION = 2**31 - 1
"""Largest version that a table can have."""

ID_BYTES, HASH_BYTES = 16, 32
"""Lengths of the key and the request of a command, and of the link of an event."""


def lane_of(table_id: UUID) -> int:
    """Return the lane of a table, which never changes: the low six bits of its id."""
    return table_id.int % LANES


def new_table_id(lanes_away: Collection[int] = ()) -> UUID:
    """Return an id for a new table, in a lane that is not away, unless all are."""
    table_id = uuid4()
    while lane_of(table_id) in lanes_away and len(lanes_away) < LANES:
        table_id = uuid4()
    return table_id


class NewEvent(Struct, frozen=True, gc=False):
    """An event to append, with its header; `event` and `command` are JSON.

    `seat` is the one that acted (None: the table or the clock). `command` stands on the first event of a step. `key`
    (16 bytes) is the id of the command, from its idempotency key, and `request` (16 bytes) the fingerprint of what was
    asked: both or neither. `hash` is the link of the table's chain (32 bytes).
    """

    seat: int | None
    type: str
    at: int
    event: bytes
    command: bytes | None
    key: bytes | None
    request: bytes | None
    hash: bytes


class Seal(Struct, frozen=True):
    """The signature of the last hash of a finished game."""

    version: int
    hash: bytes
    key_id: str
    signature: bytes
    at: int


class Epoch(Struct, frozen=True, gc=False):
    """A history of the log: the first, or one that began when a backup was restored or a standby promoted.

    `id`, eight hexadecimal digits, distinguishes epochs of the same number.
    """

    number: int
    id: str

    def __str__(self) -> str:
        """Return it as cursors and entity tags have it."""
        return f"{self.number}-{self.id}"

    @classmethod
    def parsed(cls, text: str) -> Self:
        """Return the epoch that a text names, as `str` gives it."""
        number, _, id_ = text.partition("-")
        return cls(int(number), id_)


FIRST_EPOCH = Epoch(1, "00000000")
"""The epoch of a log that exists only in memory."""


class Append(Struct, frozen=True, gc=False):
    """What one command writes, all of it or nothing: its events, if the table is at version `expected`.

    A tournament is a stream as a table is: `table_id` is its id then, and `lobby` its row in the list of tournaments.

    In the same transaction: `due`, when the table owes its next clock step (None: never; UNSET: as before), `lobby`,
    the table's row in the lobby, and `seal`, if the game is finished.

    `link` is the hash of the event at that version, as the command was decided on it: after the restore of a backup
    the same version may be another event. None: it may be any.
    """

    table_id: UUID
    expected: int
    events: tuple[NewEvent, ...]
    due: int | UnsetType | None = UNSET
    lobby: LobbyRow | TournamentRow | None = None
    seal: Seal | None = None
    link: bytes | None = None


class StoredEvent(Struct, frozen=True, gc=False):
    """An event of the log: a `NewEvent` at its place in its lane and at its table.

    `step` is the version of the first event of the same command.
    """

    lane: int
    position: int
    table_id: UUID
    version: int
    step: int
    seat: int | None
    type: str
    at: int
    event: bytes
    command: bytes | None
    key: bytes | None
    request: bytes | None
    hash: bytes

    @property
    def key_text(self) -> str | None:
        """The key of the command as entries have it; None: it has none, or it is not its first event."""
        return self.key.hex() if self.key else None


class Over(Struct, frozen=True, gc=False):
    """A game that was over at a time, and how many of its events can go to the archive: none if they are there."""

    table_id: UUID
    at: int
    events: int


WHOLE_TABLE = "table"
"""The part of a checkpoint that holds a table's snapshot."""


class Checkpoint(Struct, frozen=True, gc=False):
    """A table folded up to a version: a projection, which saves the reading of all events before.

    `hash` is the chain's link at that version, `snapshot` what the fold gave, encoded by the caller. The reader
    compares `game` and `rules_version` with those of the table. `part` says what was folded, in the caller's words:
    each part of a table has checkpoints of its own.
    """

    table_id: UUID
    version: int
    game: str
    rules_version: str
    hash: bytes
    snapshot: bytes
    part: str = WHOLE_TABLE


class Conflict(Exception):
    """The table is not at the version on which the command was decided; nothing of the command was written."""

    def __init__(self, table_id: UUID, expected: int, actual: int) -> None:
        super().__init__(f"table {table_id} is at version {actual}, not {expected}")
        self.table_id = table_id
        self.expected = expected
        self.actual = actual


class HistoryChanged(Exception):
    """The log has another event at the version on which a command was decided; nothing of the command was written."""


class StoreUnavailable(Unavailable):
    """The store cannot be reached, or has too much to do. An append that raises this may be in the log or not."""


class NotStorable(ValueError):
    """The store refuses what a command would write, such as a text with U+0000; nothing of it was written."""


class LogCorrupt(Exception):
    """The log lacks events that it had, or has others: a lane has a hole, a table has gone back, a chain is broken."""


class EventStore(Protocol):
    """The store as one process uses it. Everything raises `StoreUnavailable`."""

    @property
    def epoch(self) -> Epoch:
        """The epoch that the last answer was from, or a later one: what was read in another may be lost."""

    def shard_of(self, table_id: UUID) -> int:
        """Return the shard of the log that a table is in: if that is away for one table, it is for all of them."""

    @property
    def lanes_away(self) -> Collection[int]:
        """The lanes of shards that are known to be away: what is new should not be put there."""

    @property
    def lobby(self) -> Lobby:
        """The lobby: what can be asked of tables without reading their events."""

    @property
    def log_seals(self) -> "LogSeals":
        """The store of the seals, and of the tiles of hashes from which proofs are made."""

    @property
    def tournaments(self) -> TournamentList:
        """The list of tournaments."""

    async def in_common(self, table_ids: Collection[UUID], epoch: Epoch) -> dict[UUID, int]:
        """Return up to which version the log surely has the history that tables had in an epoch.

        It is 0 for a table that is not there, and for all tables if the log knows of no such epoch.
        """

    async def append(self, append: Append) -> None:
        """Write what a command has decided, durably; it is then in the log exactly once.

        Raises `Conflict` if the table is not at the expected version, `HistoryChanged`, and `NotStorable`: then nothing
        was written. After `StoreUnavailable` it is unknown whether it was written. The same append may be repeated: it
        is not written twice.
        """

    async def read(self, table_id: UUID, after: int = 0, up_to: int | None = None) -> list[StoredEvent]:
        """Return the events of a table in order, those with versions above `after` and not above `up_to`."""

    async def heads(self, table_ids: Iterable[UUID]) -> dict[UUID, int]:
        """Return the versions that tables are at now; a table without events is left out."""

    async def executed(self, table_id: UUID, key: bytes) -> tuple[bytes, int] | None:
        """Return the request and the step of the command with this key at the table; None if there was none."""

    async def lane_positions(self) -> dict[int, int]:
        """Return the last position of every lane."""

    async def read_lane(self, lane: int, after: int, limit: int) -> list[StoredEvent]:
        """Return the events of a lane after a position, at most `limit`, in order. Raises `LogCorrupt`."""

    async def due(self, at: int, limit: int, after: tuple[int, UUID] | None = None) -> list[tuple[UUID, int]]:
        """Return tables that owe a clock step by `at`, at most `limit`, and when it was due; the earliest first.

        `after` is the due time and the id of the last table of the page before (keyset paging).
        """

    async def seal_of(self, table_id: UUID) -> Seal | None:
        """Return the seal of a finished game; None for any other."""

    async def record_open(self, table_id: UUID) -> bool:
        """Return whether everybody may see all of a table: it is over, and so are all that share a deck with it."""

    async def checkpoint(
        self, table_id: UUID, at_most: int | None = None, part: str = WHOLE_TABLE
    ) -> Checkpoint | None:
        """Return the newest checkpoint of a part of a table at or below a version, of those that fit its hashes."""

    async def keep_checkpoint(self, checkpoint: Checkpoint) -> None:
        """Keep a checkpoint, in place of another of the same table, part and version."""

    async def over(self, before: int, limit: int, after: tuple[int, UUID] | None = None) -> list[Over]:
        """Return games that were over before a time, archived or not, the earliest first, at most `limit`.

        `after` is the time and the id of the last of the page before (keyset paging).
        """

    async def archive(self, table_id: UUID, before: int) -> int:
        """Move what led to the end of a game to the archive, if it was over before a time; return how many events.

        All of them or none; nobody who reads notices. The last event of the game, and what came later, stay.
        """

    async def time(self) -> int | None:
        """Return the time by the store's own clock, in ms since 1970; None: it uses that of the process."""

    async def answers(self) -> None:
        """Return if the store answers. Raises `StoreUnavailable`."""

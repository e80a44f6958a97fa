"""The port of the seeks: who looks for others to play with, wherever that is kept. All times are ms since 1970.

A seek waits, until it is *paired*: a table is chosen for it, with a seat. When that table is open in the log, the seek
is *seated*. Everything that brings players together is one step of the store. So fewer players wait for the same than
would fill a table, except for those who are `missed` among people who block others. Opening the table is a step of the
log, which may lie on another server: any process may do it, any number of times, since the id of the table is fixed
with the pairing.
"""

import hashlib
from collections.abc import Collection, Sequence
from typing import Literal, Protocol
from uuid import UUID

from msgspec import Struct

from domain.table import RawOptions, TableSettings, canonical
from service.play.stream import CommandKey
from service.runtime.time import DAY_MS

State = Literal["waiting", "paired", "seated", "withdrawn", "expired", "dropped"]
"""What has become of a seek; `dropped`: another one of the same player found a table first."""

MOST_SEEKS = 5
"""Maximum number of seeks of a player that wait at the same time."""

LONGEST_MS = 60 * 60 * 1000
"""Milliseconds for which a seek waits; to seek the same again lets it wait anew."""

KEPT_MS = DAY_MS
"""Milliseconds for which a seek that has ended, and its idempotency key, is known."""

LEASE_MS = 15_000
"""Milliseconds for which a seek outlives the stream that it ends with, if the process of that stream dies."""

PATIENCE_MS = 2_000
"""Milliseconds after which any process opens the table of a pairing: the one that made it must have died."""

MOST_SEARCHED = 200
"""Maximum number of seeks for the same among which a table is searched that was missed: the oldest ones."""


class Sought(Struct, frozen=True):
    """What is sought: a game, all its options, defaults included, and the settings of the table."""

    game: str
    options: RawOptions
    settings: TableSettings

    @property
    def players(self) -> int:
        """The number of seats."""
        return int(self.options["players"])

    @property
    def kind(self) -> bytes:
        """The SHA-256 of it: equal for all who seek the same."""
        return hashlib.sha256(canonical([self.game, self.options, self.settings])).digest()


class NewSeek(Struct, frozen=True):
    """A seek to make: `id` is its own if it is a new one, and from `house_at` house players are welcome (None: never).

    `key` makes it safe to send twice.
    """

    id: UUID
    player: UUID
    sought: Sought
    house_at: int | None = None
    key: CommandKey | None = None


class Draw(Struct, frozen=True):
    """What chance and time give to a pairing: the id of its table, an order of seats, and when it is made."""

    table: UUID
    places: tuple[int, ...]
    at: int


class Seek(Struct, frozen=True):
    """A seek, as it stands; `table` and `seat` are there from the pairing on."""

    id: UUID
    player: UUID
    sought: Sought
    asked_at: int
    house_at: int | None
    expires_at: int
    state: State = "waiting"
    table: UUID | None = None
    seat: int | None = None
    ended_at: int | None = None


class Pairing(Struct, frozen=True):
    """A table that is to be opened, with the player on each seat, house players included; `creator` waited longest."""

    table: UUID
    sought: Sought
    creator: UUID
    seats: tuple[UUID, ...]


class Demand(Struct, frozen=True):
    """How many seek the same, how many of them take house players, and since when the first of them does."""

    sought: Sought
    waiting: int
    with_house: int
    since: int


class Missed(Struct, frozen=True):
    """Seeks for the same that may fill a table which nobody has seen yet: the oldest first, at most `MOST_SEARCHED`.

    `apart` has for each of them the places in `seeks` of those with whom it does not sit; who blocks whom does not
    matter. `mark` changes with each reason to search.
    """

    kind: bytes
    mark: UUID
    seats: int
    seeks: tuple[UUID, ...]
    apart: tuple[frozenset[int], ...]


class TooManySeeks(Exception):
    """The player has `MOST_SEEKS` that wait."""


class SeekStore(Protocol):
    """Where seeks are kept. Everything raises `StoreUnavailable`."""

    async def add(self, wanted: NewSeek, draw: Draw) -> UUID:
        """Make a seek, and a pairing if that fills a table; return the id of the seek.

        A player who seeks the same already has that one, with the new time for house players, and it waits anew; but it
        keeps its place. The same holds for a key that was sent before. A player who is paired has no other seek that
        waits.

        Raises `TooManySeeks`, and `KeyReused` for a key that was sent with another request.
        """

    async def avoid(self, player: UUID, others: Collection[UUID]) -> None:
        """From now on do not seat a player with these, nor these with the player: they block these, and no one else.

        What they seek is `missed` if they blocked somebody else before.
        """

    async def missed(self, at: int) -> Missed | None:
        """Return seeks that may fill a table, though no full one was found when the last of them was made."""

    async def searched(self, missed: Missed) -> None:
        """Note that these fill no table, unless there is a newer reason to search."""

    async def seat(self, seeks: Sequence[UUID], draw: Draw) -> bool:
        """Pair seeks for the same that fill a table; return whether all of them wait, and nobody blocks another."""

    async def repeated(self, key: CommandKey) -> Seek | None:
        """Return the seek that was made with a key; None: there is none. Raises `KeyReused`."""

    async def one(self, seek: UUID) -> Seek | None:
        """Return a seek; None: there is none of this id."""

    async def of_player(self, player: UUID) -> list[Seek]:
        """Return the seeks of a player that wait or are paired, the oldest first."""

    async def demand(self, at: int, limit: int, game: str | None = None) -> list[Demand]:
        """Return what is sought, by the `limit` newest seeks that wait; most sought first, then longest."""

    async def extend(self, seek: UUID, until: int) -> None:
        """Let a seek that waits do so until a time, and no longer."""

    async def withdraw(self, seek: UUID, player: UUID, at: int) -> None:
        """End a seek of a player, if it waits."""

    async def has_work(self, at: int) -> bool:
        """Return whether `fill`, `missed`, `due` or `clean` may find something at a time."""

    async def fill(self, house: UUID, draw: Draw) -> UUID | None:
        """Pair the first who waits for house players no longer, with this one on the seats that are missing.

        All who seek the same and take house players, whether their time has come or not, sit down together. Returns the
        table; None: nobody has waited for long enough.
        """

    async def pairing(self, table: UUID) -> Pairing | None:
        """Return the pairing for a table that may not be open yet; None: there is none."""

    async def due(self, at: int, limit: int) -> list[Pairing]:
        """Return pairings that nobody has opened in time; each is due again after `PATIENCE_MS`."""

    async def settle(self, table: UUID, at: int, state: Literal["seated", "expired"]) -> list[Seek]:
        """End the seeks of a pairing, whose table is open, or never will be; return those that had not ended."""

    async def forget(self, player: UUID) -> None:
        """Delete all seeks of a player."""

    async def clean(self, at: int, limit: int) -> None:
        """End seeks that have waited for too long, and delete those that ended `KEPT_MS` ago, at most `limit` each."""

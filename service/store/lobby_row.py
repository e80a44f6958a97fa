"""The lobby: one row a table, written in the same transaction as the events that change it."""

from collections.abc import Collection, Iterable
from typing import NamedTuple, Protocol
from uuid import UUID

from msgspec import Struct

from domain.game import Time
from domain.table import RawOptions, Snapshot, Status, Visibility

ENDED: frozenset[Status] = frozenset({"finished", "aborted"})
"""The statuses of tables at which nothing happens any more."""

MOST_OF_A_PLAYER = 500
"""Maximum number of tables that the lobby names for one player."""


class LobbyRow(Struct, frozen=True):
    """What the lobby knows of a table; `decks` are its `Table.deck_digests`.

    A fork has none here as long as it goes on: the record of the game before is open, and stays so while the fork is
    played.
    """

    table_id: UUID
    game: str
    rules_version: str
    status: Status
    visibility: Visibility
    creator: UUID
    seats: tuple[UUID | None, ...]
    reserved: tuple[UUID | None, ...]
    invited: tuple[UUID, ...]
    options: RawOptions
    decks: tuple[str, ...]
    created_at: Time
    started_at: Time | None
    finished_at: Time | None


class TableOfDecks(NamedTuple):
    """A table with given decks, by their digests, and who sits there."""

    table_id: UUID
    decks: tuple[str, ...]
    players: frozenset[UUID]


class TableFilter(Struct, frozen=True, kw_only=True):
    """Which tables a page of the lobby shows; None: any.

    `player` has a seat there. `viewer` is who reads the page; None: a stranger. `before` is the opening time and the id
    of the last table of the page before (keyset paging).
    """

    game: str | None = None
    status: Status | None = None
    player: UUID | None = None
    viewer: UUID | None = None
    before: tuple[int, UUID] | None = None


class Lobby(Protocol):
    """The questions to the lobby. Everything raises `StoreUnavailable`."""

    async def decks_going_on(self) -> list[TableOfDecks]:
        """Return the tables with given decks that are open or played."""

    async def any_going_on(self, decks: Collection[str]) -> bool:
        """Return whether a table that is open or played has one of the decks."""

    async def decks_going_on_since(self) -> int | None:
        """Return when the first of these tables was opened; None: there is none."""

    async def has_played(self, player: UUID, decks: Collection[str], but: UUID) -> bool:
        """Return whether a player sits, or has played, at a table that shares one of the decks; one table apart."""

    async def page(self, wanted: TableFilter, limit: int = 50) -> list[LobbyRow]:
        """Return tables, the newest first: public ones, and those that the viewer created, sits at or is invited to."""

    async def concerning(self, player: UUID) -> list[LobbyRow]:
        """Return the open and running tables where the player sits, and the open ones that they are invited to.

        They are the newest `MOST_OF_A_PLAYER`, the oldest of them first.
        """

    async def seats_of(self, player: UUID) -> list[LobbyRow]:
        """Return the open and running tables where the player sits, the newest first, at most `MOST_OF_A_PLAYER`."""

    async def waiting_of(self, creator: UUID) -> list[LobbyRow]:
        """Return the open tables of a creator, the newest first, at most `MOST_OF_A_PLAYER`."""

    async def opened_by(self, creator: UUID, house: Collection[UUID]) -> tuple[int, int]:
        """Return how many open and running tables a player has opened, and at how many only the `house` has seats."""

    async def rows(self, table_ids: Collection[UUID]) -> dict[UUID, LobbyRow]:
        """Return the rows of tables by their ids; tables that do not exist are left out."""


def players_of(seats: Iterable[UUID | None]) -> frozenset[UUID]:
    """Return who sits on the seats."""
    return frozenset(player for player in seats if player is not None)


def lobby_row(table_id: UUID, snapshot: Snapshot) -> LobbyRow:
    """Return what the store keeps of a table for lists of tables, so that these need not read its events."""
    table = snapshot.table
    return LobbyRow(
        table_id=table_id,
        game=table.game,
        rules_version=table.rules_version,
        status=table.status,
        visibility=table.visibility,
        creator=table.creator,
        seats=table.seats,
        reserved=table.reserved,
        invited=tuple(sorted(table.guests)),
        options=table.options,
        decks=table.deck_digests if table.fork_of is None or table.status in ENDED else (),
        created_at=table.opened_at,
        started_at=table.started_at,
        finished_at=table.finished_at,
    )

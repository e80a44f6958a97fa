"""The lobby: one row a table, written in the same transaction as the events that change it."""

from collections.abc import Iterable
from typing import NamedTuple
from uuid import UUID

from msgspec import Struct

from domain.game import Time
from domain.table import RawOptions, Snapshot, Status, Visibility

ENDED: frozenset[Status] = frozenset({"finished", "aborted"})
"""The statuses of tables at which nothing happens any more."""


class LobbyRow(Struct, frozen=True):
    """What the lobby knows of a table; `decks` are its `Table.deck_digests`.

    A fork has none here: the record of the game before is open, and stays so while the fork is played.
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
        decks=table.deck_digests if table.fork_of is None else (),
        created_at=table.opened_at,
        started_at=table.started_at,
        finished_at=table.finished_at,
    )

"""The lobby: one row a table, written in the same transaction as the events that change it."""

from typing import Any
from uuid import UUID

import msgspec
from asyncpg import Pool, Record
from msgspec import Struct

from domain.game import Time
from domain.table import Snapshot, Status, Visibility, deck_digest


class LobbyRow(Struct, frozen=True):
    """What the lobby knows of a table; `decks` are hexadecimal digests of the deck orders that were given for it."""

    game: UUID
    rules: str
    rules_version: str
    status: Status
    visibility: Visibility
    creator: UUID
    seats: tuple[UUID | None, ...]
    reserved: tuple[UUID | None, ...]
    invited: tuple[UUID, ...]
    options: dict[str, Any]
    decks: tuple[str, ...]
    created_at: Time
    started_at: Time | None
    finished_at: Time | None


CHANGES_LOBBY = frozenset(
    {
        "table_opened",
        "player_invited",
        "seat_taken",
        "seat_left",
        "seat_released",
        "game_started",
        "game_finished",
        "table_aborted",
    }
)


def changes_lobby(event: Any) -> bool:
    """Return whether an event changes the table's row in the lobby."""
    return event.__struct_config__.tag in CHANGES_LOBBY


def lobby_row(game: UUID, snapshot: Snapshot) -> LobbyRow:
    """Return the table's row in the lobby."""
    table = snapshot.table
    return LobbyRow(
        game=game,
        rules=table.game,
        rules_version=table.rules_version,
        status=table.status,
        visibility=table.visibility,
        creator=table.creator,
        seats=table.seats,
        reserved=table.reserved,
        invited=tuple(sorted(table.guests)),
        options=table.options,
        decks=tuple(deck_digest(deck).hex() for deck in table.decks),
        created_at=table.opened_at,
        started_at=table.started_at,
        finished_at=table.finished_at,
    )


class Lobby:
    """The lobby as it is asked for. `pool` is an asyncpg pool on the database of the log."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def page(
        self,
        *,
        rules: str | None = None,
        status: Status | None = None,
        player: UUID | None = None,
        viewer: UUID | None = None,
        before: tuple[int, UUID] | None = None,
        limit: int = 50,
    ) -> list[LobbyRow]:
        """Return tables, the newest first: public ones, and those that `viewer` has opened, sits at or is invited to.

        `before` is the opening time and the id of the last table of the page before (keyset paging).
        """
        opened_at, game = before or (None, None)
        query = ALL if player is None else OF_PLAYER
        rows = await self._pool.fetch(query, rules, status, player, viewer, opened_at, game, limit)
        return [row_of(record) for record in rows]

    async def concerning(self, player: UUID) -> list[LobbyRow]:
        """Return the open and running tables where the player sits, and the open ones that she is invited to.

        They are the newest, the oldest of them first, 500 at the most.
        """
        return [row_of(record) for record in reversed(await self._pool.fetch(CONCERNING, player))]

    async def seats_of(self, player: UUID) -> list[LobbyRow]:
        """Return the open and running tables where the player sits, the newest first, 500 at the most."""
        return [row_of(record) for record in await self._pool.fetch(SEATS_OF, player)]


PAGE = """
with seated as materialized (select * from lobby where seats @> array[$3::uuid])
select * from {tables}
where ($1::text is null or rules = $1)
  and ($2::text is null or status = $2)
  and (visibility = 'public' or creator = $4 or seats @> array[$4] or invited @> array[$4])
  and ($5::bigint is null or (created_at, game) < ($5, $6))
order by created_at desc, game desc
limit $7
"""
ALL, OF_PLAYER = (PAGE.format(tables=tables) for tables in ("lobby", "seated"))
"""A player's tables are found first, by the index of the seats: a walk from the newest one may pass all there are."""

SEATS_OF = """
select * from lobby
where seats @> array[$1::uuid] and status in ('open', 'playing')
order by created_at desc, game desc
limit 500
"""

CONCERNING = """
select * from lobby
where seats @> array[$1::uuid] and status in ('open', 'playing') or invited @> array[$1::uuid] and status = 'open'
order by created_at desc, game desc
limit 500
"""


def row_of(record: Record) -> LobbyRow:
    """Return a row of the table `lobby`."""
    return LobbyRow(
        game=record["game"],
        rules=record["rules"],
        rules_version=record["rules_version"],
        status=record["status"],
        visibility=record["visibility"],
        creator=record["creator"],
        seats=tuple(record["seats"]),
        reserved=tuple(record["reserved"] or [None] * len(record["seats"])),
        invited=tuple(record["invited"]),
        options=msgspec.json.decode(record["options"], type=dict[str, Any]),
        decks=tuple(digest.hex() for digest in record["decks"]),
        created_at=record["created_at"],
        started_at=record["started_at"],
        finished_at=record["finished_at"],
    )

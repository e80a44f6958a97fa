"""Commands for the log, and ways to wait for what a test needs, never for a time."""

import asyncio
import hashlib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any
from uuid import UUID, uuid4

import asyncpg
import msgspec

from service.store import LANES, Append, NewEvent, Seal, lane_of
from service.store.lobby_row import LobbyRow
from service.store.migrate import LOG_SCHEMA
from service.store.postgres.citus import on_citus
from service.store.postgres.connections import Connection

AT = 1_764_547_200_000
CREATOR = UUID(int=1)


def table_in(lane: int) -> UUID:
    """Return the id of a new table in a lane."""
    return UUID(int=uuid4().int // LANES * LANES + lane)


def command(table_id: UUID, expected: int, events: int = 1, **more: Any) -> Append:
    """Return a command with this number of events; no two have the same key or the same hashes."""
    mark = uuid4()
    return Append(
        table_id,
        expected,
        tuple(
            NewEvent(
                seat=1,
                type="card_played",
                at=AT + place,
                event=msgspec.json.encode({"type": "card_played", "at": AT + place, "card": "QS", "mark": mark}),
                command=b'{"type":"make_move"}' if place == 0 else None,
                key=mark.bytes,
                request=bytes(16),
                hash=hashlib.sha256(b"%s %d" % (mark.bytes, place)).digest(),
            )
            for place in range(events)
        ),
        **more,
    )


def lobby(table_id: UUID, status: str = "open", **more: Any) -> LobbyRow:
    """Return the row of a table in the lobby."""
    row: dict[str, Any] = {
        "table_id": table_id,
        "game": "literature",
        "rules_version": "1",
        "status": status,
        "visibility": "public",
        "creator": CREATOR,
        "seats": (CREATOR, None),
        "reserved": (None, None),
        "invited": (),
        "options": {"players": 2},
        "decks": (),
        "created_at": AT,
        "started_at": None if status == "open" else AT + 1,
        "finished_at": AT + 2 if status in {"finished", "aborted"} else None,
    }
    return LobbyRow(**(row | more))


def seal(append: Append) -> Seal:
    """Return a seal for a command that finishes its game."""
    return Seal(append.expected + len(append.events), append.events[-1].hash, "0123456789abcdef", bytes(64), AT)


def finished(table_id: UUID, events: int = 2, **row: Any) -> Append:
    """Return the only command of a table whose game is finished by it."""
    append = command(table_id, 0, events, lobby=lobby(table_id, "finished", **row))
    return msgspec.structs.replace(append, seal=seal(append))


async def owner_of(url: str) -> Connection:
    """Connect to a database with all rights, so that statements find the log's tables."""
    return await asyncpg.connect(url, server_settings={"search_path": LOG_SCHEMA})


async def move_the_log(owner: Connection) -> None:
    """Let the log believe that it was on another server, as after a restore or a promotion."""
    async with unguarded(owner, "epoch", "append_only"):
        await owner.execute("update epoch set server = 'elsewhere/00000001'")


@asynccontextmanager
async def unguarded(owner: Connection, table: str, trigger: str) -> AsyncIterator[None]:
    """Let a trigger of a table rest meanwhile."""
    change, name = f"alter table {table} {{}}", trigger
    if await on_citus(owner):  # that of the worker's table
        name += f"_{await owner.fetchval(SHARD, table)}"
        change = f"select run_command_on_placements('{table}', 'alter table %s {{}}')"
    await owner.execute(change.format(f"disable trigger {name}"))
    yield
    await owner.execute(change.format(f"enable always trigger {name}"))


SHARD = "select shardid from pg_dist_shard where logicalrelid = to_regclass($1)"


async def lose(owner: Connection, table_id: UUID, version: int) -> None:
    """Lose what stands in a lane after a version of a table."""
    async with unguarded(owner, "event", "archived_only"):
        await owner.execute(LOSE.format(lane=lane_of(table_id), table=table_id, version=version))


LOSE = """
with last as (
    select position from event where lane = {lane} and table_id = '{table}' and version = {version}
), lost as (
    delete from event using last where event.lane = {lane} and event.position > last.position
)
update lane set position = last.position from last where lane.lane = {lane};
"""


async def until(condition: Callable[[], Awaitable[object]]) -> None:
    """Wait until a condition holds."""
    async with asyncio.timeout(60):
        while not await condition():  # noqa: ASYNC110 - what another process does sets no event here
            await asyncio.sleep(0.01)


async def somebody_waits_for(event_type: str, connection: Connection) -> bool:
    """Return whether a statement in this database waits: for a `Lock`, say, or for another server (`IPC`)."""
    return bool(await connection.fetchval(WAITING, event_type))


WAITING = """
select exists (select from pg_stat_activity where datname = current_database() and wait_event_type = $1)
"""

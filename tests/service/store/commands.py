"""Commands for the log, and ways to wait for what a test needs, never for a time."""

import asyncio
import hashlib
from collections.abc import Awaitable, Callable
from typing import Any
from uuid import UUID, uuid4

import asyncpg
import msgspec

from service.store import LANES, Append, NewEvent, Seal

AT = 1_764_547_200_000


def game_in(lane: int) -> UUID:
    """Return the id of a new game in a lane."""
    return UUID(int=uuid4().int // LANES * LANES + lane)


def command(game: UUID, expected: int, events: int = 1, **more: Any) -> Append:
    """Return a command with so many events; no two have the same hashes."""
    mark = uuid4()
    return Append(
        game,
        expected,
        tuple(
            NewEvent(
                seat=1,
                type="card_played",
                at=AT + place,
                event=msgspec.json.encode({"type": "card_played", "at": AT + place, "card": "QS", "mark": mark}),
                move=b'{"type":"play_card"}' if place == 0 else None,
                command=mark.bytes,
                request=bytes(16),
                hash=hashlib.sha256(b"%s %d" % (mark.bytes, place)).digest(),
            )
            for place in range(events)
        ),
        **more,
    )


def lobby(game: UUID, status: str = "open", **more: Any) -> bytes:
    """Return the row of a table in the lobby, as JSON."""
    row = {
        "game": game,
        "rules": "literature",
        "rules_version": "1",
        "status": status,
        "visibility": "public",
        "creator": UUID(int=1),
        "seats": [UUID(int=1), None],
        "options": {"players": 2},
        "decks": [],
        "created_at": AT,
        "started_at": None if status == "open" else AT + 1,
        "finished_at": AT + 2 if status == "finished" else None,
    }
    return msgspec.json.encode(row | more)


def seal(append: Append) -> Seal:
    """Return a seal for a command that finishes its game."""
    return Seal(append.expected + len(append.events), append.events[-1].hash, "0123456789abcdef", bytes(64), AT)


def finished(game: UUID, events: int = 2, **row: Any) -> Append:
    """Return the only command of a game that is finished by it."""
    append = command(game, 0, events, lobby=lobby(game, "finished", **row))
    return msgspec.structs.replace(append, seal=seal(append))


async def until(condition: Callable[[], Awaitable[object]]) -> None:
    """Wait until a condition holds."""
    async with asyncio.timeout(20):
        while not await condition():  # noqa: ASYNC110 - what another process does sets no event here
            await asyncio.sleep(0.01)


async def somebody_waits_for(event_type: str, connection: "asyncpg.Connection[asyncpg.Record]") -> bool:
    """Return whether a statement in this database waits: for a `Lock`, say, or for another server (`IPC`)."""
    return bool(await connection.fetchval(WAITING, event_type))


WAITING = """
select exists (select from pg_stat_activity where datname = current_database() and wait_event_type = $1)
"""

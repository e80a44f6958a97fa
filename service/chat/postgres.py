"""The chat in PostgreSQL, in a schema of its own: `service/store/migrations/chat/` makes its tables."""

import contextlib
from collections.abc import AsyncIterator, Collection, Mapping
from typing import Self
from uuid import UUID

import asyncpg

from service.chat.port import (
    KEPT_MS,
    MOST_KEPT,
    MOST_MUTES,
    Entry,
    Message,
    NewReport,
    Report,
    Room,
    Said,
    TooManyMutes,
    Verdict,
)
from service.play.engine import KeyReused
from service.play.stream import CommandKey
from service.store.migrate import CHAT_SCHEMA
from service.store.postgres.asking import Asking
from service.store.postgres.bounds import LATER_THAN_ALL
from service.store.postgres.connections import Pool, connected
from service.store.postgres.ids import plain

COLUMNS = "number, at, version, author, seat, text, phrase, removes"
SAY = "select say($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)"
KEYED = f"select request, {COLUMNS} from entry where key = $1"  # noqa: S608 - only the names of columns are put in
PAGE = f"""
select {COLUMNS} from entry where table_id = $1 and channel = $2 and number > $3 and version <= $4
order by number limit $5
"""  # noqa: S608
ENTRY = f"select {COLUMNS} from entry where table_id = $1 and channel = $2 and number = $3"  # noqa: S608
LASTS = """
select room.table_id, room.channel, room.last from unnest($1::uuid[], $2::text[]) as wanted (table_id, channel)
cross join lateral (
    select * from room where room.table_id = wanted.table_id and room.channel = wanted.channel
) as room
"""
TAKE_DOWN = "select take_down($1, $2, $3, $4, $5, $6, $7)"
FORGET_SAID = "select table_id, channel from forget_some_said($1, $2, $3, $4)"
MUTE = """
insert into mute (player, muted, made_at) select $1, $2, $3
where exists (select from mute where player = $1 and muted = $2)
    or (select count(*) from (select from mute where player = $1 limit $4) as known) < $4
on conflict (player, muted) do update set made_at = mute.made_at returning true
"""
UNMUTE = "delete from mute where player = $1 and muted = $2 returning true"
MUTES_OF = "select muted, made_at from mute where player = $1 order by made_at desc, muted desc"
REPORT = """
insert into report (id, table_id, channel, number, author, said_at, text, phrase, reporter, reason, at)
select $4, table_id, channel, number, author, at, text, phrase, $5, $6, $7 from entry
where table_id = $1 and channel = $2 and number = $3 and not removed and removes = '{}'
on conflict (table_id, channel, number, reporter) do nothing
"""
REPORTED_BY = "select id from report where table_id = $1 and channel = $2 and number = $3 and reporter = $4"
WAITING = """
select * from report where resolved_at is null and (at, id) < ($1, $2) order by at desc, id desc limit $3
"""
DONE = """
select * from report where resolved_at is not null and (at, id) < ($1, $2) order by at desc, id desc limit $3
"""
REPORTED = "select * from report where id = $1"
RESOLVE = """
update report set resolved_at = $2, resolved_by = $3, verdict = $4, text = null, phrase = null
from (select * from report where id = $1 and resolved_at is null) as one
where report.table_id = one.table_id and report.channel = one.channel and report.number = one.number
    and report.resolved_at is null
returning true
"""
CLEAN_ENTRIES = """
delete from entry where (table_id, channel, number) in (
    select table_id, channel, number from entry where at <= $1 order by at limit $2 for update skip locked
)
"""
CLEAN_REPORTS = """
delete from report where id = any (array(
    select id from report where resolved_at is not null and resolved_at <= $1 order by resolved_at limit $2
    for update skip locked
))
"""
LAST_VERSION = 2**62
ROOMS_AT_ONCE = 1_000
"""Rooms in which all that somebody has said is deleted by one statement: it takes a fraction of a second."""


class PostgresChat:
    """A `ChatStore` in a database that has been migrated."""

    def __init__(self, pool: Pool, most_kept: int = MOST_KEPT, rooms_at_once: int = ROOMS_AT_ONCE) -> None:
        self._ask = Asking(pool)
        self._most_kept = most_kept
        self._rooms_at_once = rooms_at_once

    @classmethod
    @contextlib.asynccontextmanager
    async def open(
        cls, url: str, connections: int = 2, most_kept: int = MOST_KEPT, rooms_at_once: int = ROOMS_AT_ONCE
    ) -> AsyncIterator[Self]:
        """Open the chat with at most `connections`; `most_kept` entries are kept of a room.

        Somebody is forgotten in `rooms_at_once` rooms by each statement.

        Raises `StoreUnavailable`, or what asyncpg raises if there is no such database.
        """
        async with connected(url, CHAT_SCHEMA, connections) as pool:
            yield cls(pool, most_kept, rooms_at_once)

    async def add(self, room: Room, message: Message) -> Entry:
        """Keep a message; see `ChatStore.add`."""
        said, key = message.said, message.key
        keyed = (None, None) if key is None else (key.id, key.request)
        given = (message.author, message.seat, message.version, message.at, said.text, said.phrase)
        try:
            number = await self._ask.value(SAY, *room, *given, *keyed, self._most_kept)
            row = await self._ask.row(ENTRY, *room, number)
        except asyncpg.UniqueViolationError:
            raise KeyReused from None
        if row is None:  # so much was said meanwhile that it is gone
            return Entry(number, message.at, message.version, message.author, message.seat)
        return entry_of(row)

    async def repeated(self, key: CommandKey) -> Entry | None:
        """Return the message that was kept with a key. Raises `KeyReused`."""
        row = await self._ask.row(KEYED, key.id)
        if row is None:
            return None
        if row["request"] != key.request:
            raise KeyReused
        return entry_of(row)

    async def page(self, room: Room, after: int, limit: int, up_to: int | None = None) -> list[Entry]:
        """Return the entries after a number; see `ChatStore.page`."""
        last = LAST_VERSION if up_to is None else up_to
        return [entry_of(row) for row in await self._ask.rows(PAGE, *room, after, last, limit)]

    async def one(self, room: Room, number: int) -> Entry | None:
        """Return an entry; None: there is none of this number."""
        row = await self._ask.row(ENTRY, *room, number)
        return None if row is None else entry_of(row)

    async def lasts(self, rooms: Collection[Room]) -> Mapping[Room, int]:
        """Return the number of the last entry of each room in which anything was said."""
        tables, channels = [room.table for room in rooms], [room.channel for room in rooms]
        rows = await self._ask.rows(LASTS, tables, channels)
        return {Room(plain(row["table_id"]), row["channel"]): row["last"] for row in rows}

    async def remove(self, room: Room, number: int, by: UUID, version: int, at: int) -> bool:
        """Delete what a message says, and put a mark at the end; return whether it said anything."""
        return bool(await self._ask.value(TAKE_DOWN, *room, number, by, version, at, self._most_kept))

    async def forget(self, player: UUID, at: int) -> list[Room]:
        """Delete all that a player has said, and whom they mute; see `ChatStore.forget`."""
        rooms: list[Room] = []
        more = True
        while more:
            rows = await self._ask.rows(FORGET_SAID, player, at, self._most_kept, self._rooms_at_once)
            rooms += [Room(plain(row["table_id"]), row["channel"]) for row in rows]
            more = len(rows) == self._rooms_at_once
        return rooms

    async def mute(self, player: UUID, muted: UUID, at: int) -> None:
        """Let a player mute another one. Raises `TooManyMutes`."""
        if not await self._ask.value(MUTE, player, muted, at, MOST_MUTES):
            raise TooManyMutes

    async def unmute(self, player: UUID, muted: UUID) -> bool:
        """Remove a player's mute of another one; return whether there was one."""
        return bool(await self._ask.value(UNMUTE, player, muted))

    async def mutes_of(self, player: UUID) -> list[tuple[UUID, int]]:
        """Return whom a player mutes, and since when, the last first."""
        return [(plain(row["muted"]), row["made_at"]) for row in await self._ask.rows(MUTES_OF, player)]

    async def report(self, room: Room, number: int, new: NewReport) -> UUID | None:
        """Keep a report; see `ChatStore.report`."""
        await self._ask.do(REPORT, *room, number, new.id, new.reporter, new.reason, new.at)
        found = await self._ask.value(REPORTED_BY, *room, number, new.reporter)
        return None if found is None else plain(found)

    async def reports(
        self, limit: int, before: tuple[int, UUID] | None = None, *, resolved: bool = False
    ) -> list[Report]:
        """Return reports, the last first; see `ChatStore.reports`."""
        rows = await self._ask.rows(DONE if resolved else WAITING, *(before or LATER_THAN_ALL), limit)
        return [report_of(row) for row in rows]

    async def reported(self, report: UUID) -> Report | None:
        """Return a report; None: there is none of this id."""
        row = await self._ask.row(REPORTED, report)
        return None if row is None else report_of(row)

    async def resolve(self, report: UUID, verdict: Verdict, by: UUID, at: int) -> bool:
        """Resolve all reports of a message; see `ChatStore.resolve`."""
        return bool(await self._ask.value(RESOLVE, report, at, by, verdict))

    async def clean(self, at: int, limit: int) -> None:
        """Delete what is old; see `ChatStore.clean`."""
        await self._ask.do(CLEAN_ENTRIES, at - KEPT_MS, limit)
        await self._ask.do(CLEAN_REPORTS, at - KEPT_MS, limit)


def entry_of(row: asyncpg.Record) -> Entry:
    """Return a row of the table `entry`."""
    return Entry(
        row["number"],
        row["at"],
        row["version"],
        plain(row["author"]),
        row["seat"],
        Said(row["text"], row["phrase"]),
        tuple(row["removes"]),
    )


def report_of(row: asyncpg.Record) -> Report:
    """Return a row of the table `report`."""
    return Report(
        plain(row["id"]),
        Room(plain(row["table_id"]), row["channel"]),
        row["number"],
        plain(row["author"]),
        row["said_at"],
        Said(row["text"], row["phrase"]),
        plain(row["reporter"]),
        row["reason"],
        row["at"],
        row["resolved_at"],
        None if row["resolved_by"] is None else plain(row["resolved_by"]),
        row["verdict"],
    )

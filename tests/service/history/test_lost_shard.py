"""A shard in a database of its own loses its end, and the history, which is beside shard 0, loses nothing."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import NamedTuple
from uuid import UUID

import asyncpg
import pytest

from domain import GAMES
from domain import table as rules
from service.history.cursors import HistoryCursor
from service.history.pages import Events, Walk, events_page
from service.history.port import GameFilter
from service.history.postgres import PostgresHistory
from service.history.projector import Projector
from service.history.statements import POSITIONS
from service.log_address import LogAddress
from service.store import EventStore
from service.store.migrate import LogShard
from service.store.postgres.opening import open_log, prepare
from tests.databases import new_database
from tests.service.history.contract import abort
from tests.service.store.commands import command, lose, move_the_log, table_in
from tests.service.workers import PLAYERS, Process

SHARDS = 2
LANE, OTHER_LANE = 5, 4
"""A lane of the shard that loses its end, and one of shard 0."""
LOST = ("seal", "lobby", "checkpoint")
"""What else is lost of tables whose events are."""


class Open(NamedTuple):
    """A log of two shards, and its history."""

    log: EventStore
    history: PostgresHistory
    projector: Projector

    async def catch_up(self) -> list[UUID]:
        """Let the history take in what has happened; return the tables of the ledger."""
        async with asyncio.timeout(60):
            while await self.projector.step():
                pass
        return [each.table_id for each in await self.history.openings(0, 1000)]


class Shards:
    """Two shards in two databases; a table in `LANE` is the last that shard 1 keeps when it loses its end."""

    def __init__(self, first: str, second: str) -> None:
        self._first, self._second = first, second
        self._kept = table_in(LANE)

    @contextlib.asynccontextmanager
    async def open(self) -> AsyncIterator[Open]:
        """Open the log and its history, as a process that begins does."""
        async with open_log(f"{self._first} {self._second}") as log, PostgresHistory.open(self._first, 2) as history:
            yield Open(log, history, Projector(log, history))

    async def begin(self) -> None:
        """Make the shards, and what stays."""
        await prepare(LogAddress((self._first, self._second)), SHARDS)
        async with self.open() as opened:
            await opened.log.append(command(self._kept, 0))

    async def lose(self) -> None:
        """Let shard 1 lose all that came after, as by the restore of a backup."""
        settings = {"search_path": LogShard(1, SHARDS).schema}
        owner = await asyncpg.connect(self._second, server_settings=settings)
        await lose(owner, self._kept, 1)
        for table in LOST:
            await owner.execute(f"alter table {table} disable trigger user")
            await owner.execute(f"delete from {table} where lane = {LANE}")  # noqa: S608 - names of ours
            await owner.execute(f"alter table {table} enable trigger user")
        await move_the_log(owner)
        await owner.close()


@pytest.fixture
async def shards(postgres_server: str) -> AsyncIterator[Shards]:
    async with new_database(postgres_server) as first, new_database(postgres_server) as second:
        shards = Shards(first, second)
        await shards.begin()
        yield shards


async def begin(log: EventStore, table: UUID, *decks: tuple[str, ...]) -> Process:
    """Begin a game at a table that is new."""
    process = Process(log)
    opening = rules.OpenTable(player=PLAYERS[0], game="honors_4", options={"players": 2}, secret="00" * 32, decks=decks)
    await process.engine.execute(table, opening)
    await process.fill(table)
    return process


async def play(log: EventStore, table: UUID, *decks: tuple[str, ...]) -> None:
    """Play a game at a table that is new until an operator ends it."""
    await abort(await begin(log, table, *decks), table)


async def test_a_lost_game_that_ends_again_keeps_its_number_and_holds_up_no_other(shards: Shards) -> None:
    lost, other = table_in(LANE), table_in(OTHER_LANE)
    async with shards.open() as opened:
        await play(opened.log, lost)
        assert await opened.catch_up() == [lost]
    await shards.lose()

    async with shards.open() as opened:
        await opened.log.append(command(table_in(LANE), 0, 100))  # beyond where the history was
        await play(opened.log, lost)
        await play(opened.log, other)

        assert await opened.catch_up() == [lost, other]


async def test_a_game_that_ends_where_lost_ones_were_is_not_missed(shards: Shards) -> None:
    lost, later, other = table_in(LANE), table_in(LANE), table_in(OTHER_LANE)
    async with shards.open() as opened:
        await play(opened.log, lost)
        await opened.log.append(command(table_in(LANE), 0, POSITIONS + 1))  # more than one look
        assert await opened.catch_up() == [lost]
        before = (await opened.log.lane_positions())[LANE]
    await shards.lose()

    async with shards.open() as opened:
        await play(opened.log, later)
        await play(opened.log, other)
        ends = (await opened.log.lane_positions())[LANE]

        assert ends < before
        assert set(await opened.catch_up()) == {lost, later, other}
        assert not await opened.projector.step()


async def test_readers_pass_over_what_a_shard_has_lost(shards: Shards) -> None:
    lost, other = table_in(LANE), table_in(OTHER_LANE)
    async with shards.open() as opened:
        await play(opened.log, lost)
        await opened.catch_up()
        await play(opened.log, other)
        await opened.catch_up()
    await shards.lose()

    async with shards.open() as opened:
        await opened.catch_up()
        beginning = HistoryCursor(0, 0, opened.log.epoch)
        walk = Walk(opened.history, opened.log, GameFilter(), beginning, at_once=100)
        page = await events_page(walk, Events(opened.history, opened.log, None, at_once=100), limit=1000)

        assert {row.table_id for row in page.rows} == {other}
        assert (page.cursor.number, page.cursor.version, page.more) == (2, 0, False)


async def test_a_game_that_waited_and_is_lost_waits_no_longer(shards: Shards) -> None:
    deck = tuple(GAMES["honors_4"].deck)
    lost, other = table_in(LANE), table_in(OTHER_LANE)
    waiting = "select array(select table_id from waiting)"
    async with shards.open() as opened:
        await begin(opened.log, other, deck)
        await play(opened.log, lost, deck)
        assert await opened.catch_up() == []
        assert await opened.history.pool.fetchval(waiting) == [lost]
    await shards.lose()

    async with shards.open() as opened:
        await opened.catch_up()
        assert await opened.history.pool.fetchval(waiting) == []

        await abort(Process(opened.log), other)
        await play(opened.log, lost, deck)

        assert set(await opened.catch_up()) == {lost, other}

"""One of two servers is killed under play: its tables wait for it and lose nothing, and those of the other go on."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from uuid import UUID

import pytest

from service.embedded import Postgres, socket_folder
from service.store import EventStore, LogAddress, open_log, prepare
from tests.faults.promises import Match, broken_promises

KILLED_AT = (5, 12)
"""Numbers of moves at the first table after which the server of its shard is killed."""


class Servers:
    """Two servers, with a shard each."""

    def __init__(self, servers: list[Postgres]) -> None:
        self.servers = servers
        self.addresses = " ".join(each.url for each in servers)

    def kill(self, shard: int) -> None:
        """Kill the server of a shard; whoever keeps it starts it again."""
        pid = self.servers[shard].pid
        assert pid is not None
        os.kill(pid, signal.SIGKILL)


@pytest.fixture
async def servers(tmp_path: Path) -> AsyncIterator[Servers]:
    async with AsyncExitStack() as stack:
        servers = []
        for name in ("one", "other"):
            folder = tmp_path / name
            folder.mkdir()
            run = stack.enter_context(socket_folder(folder))
            servers.append(stack.enter_context(Postgres(folder / "postgres", run)))
        pair = Servers(servers)
        await prepare(LogAddress.parsed(pair.addresses), 2)
        yield pair


async def table_in(log: EventStore, shard: int, match: Match) -> UUID:
    """Begin a game at a table in a shard."""
    while True:
        table_id = await match.processes[0].open("honors_4", players=3, max_deals=4, max_rounds=6)
        if log.shard_of(table_id) == shard:
            await match.processes[0].fill(table_id)
            return table_id


async def test_a_server_of_two_is_killed_and_nothing_is_lost(servers: Servers) -> None:
    moves = {0: 0, 1: 0}

    async def between(shard: int, made: int) -> None:
        moves[shard] = made
        if shard == 1 and made in KILLED_AT:
            await asyncio.to_thread(servers.kill, 1)

    async with open_log(servers.addresses) as log:
        matches = [Match(log, shard, partial(between, shard)) for shard in (0, 1)]
        tables = [await table_in(log, shard, matches[shard]) for shard in (0, 1)]
        await asyncio.gather(*(match.play_at(table) for match, table in zip(matches, tables, strict=True)))
        broken = [await broken_promises(match, table) for match, table in zip(matches, tables, strict=True)]

        assert [log.shard_of(table) for table in tables] == [0, 1]
        assert broken == [[], []]
        assert min(moves.values()) > max(KILLED_AT)
        assert log.epoch.number == 1, "a server that comes back by itself is the same one"

"""One of two servers is killed under play: its tables wait for it and lose nothing, and those of the other go on."""

import asyncio
import random
import time
from collections.abc import AsyncIterator, Callable, Sequence
from functools import partial
from pathlib import Path
from uuid import UUID

import pytest

from service.cli.tally import Tally
from service.embedded import Postgres
from service.log_address import LogAddress
from service.store import EventStore
from service.store.postgres.opening import open_log, prepare
from tests.faults.audit import wrong_history, wrong_lanes
from tests.faults.campaign import until
from tests.faults.players import Play
from tests.faults.promises import Match, broken_promises
from tests.serving import Service
from tests.two_servers import addresses_of, frozen, kill, two_servers

KILLED_AT = (5, 12)
"""Numbers of moves at the first table after which the server of its shard is killed."""


MOVES = 10
"""Number of moves that are acknowledged before something happens, while a server stands still, and after its death."""


@pytest.fixture(scope="module")
async def servers(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[tuple[Postgres, Postgres]]:
    """Two servers, with a shard each."""
    with two_servers(tmp_path_factory.mktemp("servers")) as pair:
        await prepare(LogAddress.parsed(addresses_of(pair)), 2)
        yield pair


async def table_in(log: EventStore, shard: int, match: Match) -> UUID:
    """Begin a game at a table in a shard: one that nobody has won before the server is killed."""
    while True:
        table_id = await match.processes[0].open("honors_4", players=3, max_deals=3, max_rounds=6, target_score=100)
        if log.shard_of(table_id) == shard:
            await match.processes[0].fill(table_id)
            return table_id


async def test_a_server_of_two_is_killed_and_nothing_is_lost(servers: tuple[Postgres, Postgres]) -> None:
    moves = {0: 0, 1: 0}

    async def between(shard: int, made: int) -> None:
        moves[shard] = made
        if shard == 1 and made in KILLED_AT:
            kill(servers[1])

    async with open_log(addresses_of(servers)) as log:
        matches = [Match(log, shard, partial(between, shard)) for shard in (0, 1)]
        tables = [await table_in(log, shard, matches[shard]) for shard in (0, 1)]
        await asyncio.gather(*(match.play_at(table) for match, table in zip(matches, tables, strict=True)))
        broken = [await broken_promises(match, table) for match, table in zip(matches, tables, strict=True)]

        assert [log.shard_of(table) for table in tables] == [0, 1]
        assert broken == [[], []]
        assert min(moves.values()) > max(KILLED_AT)
        assert log.epoch.number == 1, "a server that comes back by itself is the same one"


def made(plays: Sequence[Play]) -> int:
    """Return how many moves were acknowledged at the table that is behind the others."""
    return min(len(play.acknowledged) for play in plays)


def shard_of(play: Play) -> int:
    """Return the shard in which the table of a game is, by the last digit of its id."""
    return int(play.path[-1], 16) % 2


async def test_games_go_on_while_a_server_of_two_stands_still_and_is_killed(
    servers: tuple[Postgres, Postgres], fresh: Callable[[], Path]
) -> None:
    """Over HTTP: as long as one server says nothing, tables of the other are played on, then all; nothing is lost."""
    plays: list[Play] = []
    with Service(fresh(), "--workers", "2", "--postgres-url", addresses_of(servers)) as service:
        service.ready()
        async with asyncio.TaskGroup() as tasks:
            while len({shard_of(play) for play in plays}) < 2:
                plays.append(Play(service, "pursuit_of_happiness", random.Random(len(plays)), Tally()))
                tasks.create_task(plays[-1].run(f"http://127.0.0.1:{service.port}"))
                await until(lambda: plays[-1].path)
            await until(lambda: made(plays) >= MOVES)
            there = [play for play in plays if shard_of(play) == 0]
            with frozen(servers[1]):
                before = made(there)
                await until(lambda: made(there) >= before + MOVES or all(play.is_over for play in there))
                listed = await asyncio.to_thread(service.ask, "GET", "/v1/tables")
                kill(servers[1])
            killed_at = time.monotonic()
            assert not all(play.is_over for play in plays if shard_of(play) == 1)
            for play in plays:
                tasks.create_task(play.stop(MOVES, since=killed_at))

        assert (listed[0], listed[1]["incomplete"]) == (200, [1])
        assert [difference for play in plays for difference in await play.differences()] == []
        assert [client.transcript.lost for play in plays for client in play.clients] == [0] * 3 * len(plays)
        assert await wrong_lanes(servers[0].url) == []
        assert await wrong_history(servers[0].url) == []

"""A service on a primary with a standby: the primary is killed under play, and the standby takes its place.

How long players waited is told, and not asserted.
"""

import asyncio
import base64
import json
import random
from collections.abc import Awaitable, Callable, Iterator, Sequence
from pathlib import Path

import asyncpg
import click
import pytest
from click.testing import CliRunner

from service.cli import parlour
from service.cli.tally import Tally
from service.embedded.data_folder import signing_seed
from tests.faults.audit import wrong_history, wrong_lanes
from tests.faults.campaign import Fault, until
from tests.faults.players import Play
from tests.faults.replicas import Replicas, Server, replicas
from tests.serving import Service

MOVES = 10
"""Number of moves that are acknowledged before something happens, and after it: more than are under way at a time."""

LONG = "pursuit_of_happiness"
"""A game that is not over before all has happened."""


@pytest.fixture(scope="module")
def servers(fresh: Callable[[], Path]) -> Iterator[Replicas]:
    with replicas(3, fresh()) as servers:
        yield servers


@pytest.fixture(scope="module")
def service(servers: Replicas, fresh: Callable[[], Path]) -> Iterator[Service]:
    with Service(fresh(), "--workers", "2", "--postgres-url", servers.url) as service:
        yield service.ready()


def made(plays: Sequence[Play]) -> int:
    """Return how many moves were acknowledged; 0 as long as there is a table without any."""
    moves = [len(play.acknowledged) for play in plays]
    return sum(moves) if all(moves) else 0


async def played(
    service: Service, servers: Replicas, games: Sequence[str], befall: Callable[[Sequence[Play]], Awaitable[None]]
) -> list[Play]:
    """Play games while the primary is lost, and some moves more; tell how long each table stood still."""
    plays = [Play(service, game, random.Random(number), Tally()) for number, game in enumerate(games)]
    async with asyncio.TaskGroup() as tasks:
        for play in plays:
            tasks.create_task(play.run(f"http://127.0.0.1:{service.port}"))
        await until(lambda: made(plays) >= MOVES)
        await befall(plays)
        assert not all(play.is_over for play in plays)
        for play in plays:
            if play.game == LONG:
                tasks.create_task(play.stop(MOVES, since=servers.lost_at))
    waits = Fault("the primary lost", servers.lost_at, plays).waits()
    click.echo(f"ms until a move was acknowledged that was sent after the loss, by tables: {[*map(round, waits)]}")
    return plays


def must_have_been_calm(service: Service) -> None:
    """Assert that the service has met nothing but an absence of its database."""
    lines = [json.loads(line) for line in service.stderr().splitlines()]
    assert {each["status"] for each in lines if each.get("status", 0) >= 500} <= {503}
    assert [each for each in lines if each["level"] in ("ERROR", "CRITICAL") or "LogCorrupt" in str(each)] == []


async def epochs(url: str) -> int:
    """Return how many histories the log has had."""
    connection = await asyncpg.connect(url)
    try:
        return int(await connection.fetchval("select count(*) from parlour.epoch"))
    finally:
        await connection.close()


async def test_the_primary_is_lost_under_play_and_no_move_that_was_acknowledged(
    servers: Replicas, service: Service
) -> None:
    async def befall(_: Sequence[Play]) -> None:
        await servers.lose_primary()

    await servers.be_followed(synchronous=True)
    before = await epochs(servers.url)
    plays = await played(service, servers, [LONG, LONG, "honors_2"], befall)

    # Whatever players were told is done, and streams have told, is in the log of the new primary; and nothing else.
    assert [difference for play in plays for difference in await play.differences()] == []
    assert [client.transcript.lost for play in plays for client in play.clients] == [0] * 3 * len(plays)
    assert await wrong_lanes(servers.url) == []
    assert await wrong_history(servers.url) == []
    assert await epochs(servers.url) == before + 1
    must_have_been_calm(service)


async def test_what_is_lost_with_a_primary_that_waits_for_nobody_is_taken_back(
    servers: Replicas, service: Service
) -> None:
    """Players and streams are told which events are lost, and go on from those that are left."""

    async def befall(plays: Sequence[Play]) -> None:
        await servers.cut()
        cut_at = made(plays)
        await until(lambda: made(plays) >= cut_at + MOVES)
        await servers.lose_primary()

    await servers.be_followed(synchronous=False)
    before = await epochs(servers.url)
    plays = await played(service, servers, [LONG] * 3, befall)

    # That moves were lost is seen by the same comparison as above.
    differences = [difference for play in plays for difference in await play.differences()]
    assert any("was acknowledged and is not in the log" in each for each in differences)
    # Each stream has told what is in the log now, except what it has taken back.
    assert [difference for play in plays for client in play.clients for difference in await play.missed(client)] == []
    assert sum(client.transcript.lost for play in plays for client in play.clients) > 0
    assert await wrong_lanes(servers.url) == []
    assert await wrong_history(servers.url) == []
    assert await epochs(servers.url) == before + 1
    must_have_been_calm(service)


async def test_a_primary_that_goes_on_although_another_one_has_taken_its_place_is_left(
    servers: Replicas, service: Service
) -> None:
    """Nobody stops it, it stands before the other one in the URL, and it waits for a standby that is none any more."""

    async def befall(_: Sequence[Play]) -> None:
        left.append(await servers.leave_primary())

    left: list[Server] = []
    await servers.be_followed(synchronous=True)
    before = await epochs(servers.url)
    plays = await played(service, servers, [LONG, LONG], befall)

    await left[0].becomes("not pg_is_in_recovery()")
    assert [difference for play in plays for difference in await play.differences()] == []
    assert [client.transcript.lost for play in plays for client in play.clients] == [0] * 3 * len(plays)
    assert await wrong_lanes(servers.primary.url) == []
    assert await wrong_history(servers.primary.url) == []
    assert await epochs(servers.primary.url) == before + 1
    must_have_been_calm(service)


@pytest.mark.parametrize("command", ["token list", "audit", "seal", "archive --dry-run", "export --to {folder}"])
def test_commands_find_the_server_that_takes_writes(
    servers: Replicas, service: Service, command: str, tmp_path: Path
) -> None:
    given = [*command.format(folder=tmp_path / "all").split(), "--postgres-url", servers.url]
    key = base64.b64encode(signing_seed(service.data)).decode()

    done = CliRunner().invoke(parlour, given, env={"PARLOUR_SIGNING_KEY": key})

    assert done.exit_code == 0, done.output

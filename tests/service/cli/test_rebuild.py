"""`parlour rebuild` makes the projections of a database anew."""

import asyncio

import msgspec
import pytest
from click.testing import CliRunner

from service.cli import parlour
from service.cli.rebuild import made_anew
from service.history.postgres import PostgresHistory
from service.history.projector import PROJECTIONS, Projector
from service.history.statements import NEW_BUILD
from service.store.postgres.store import PostgresStore
from tests.service.history.contract import ended
from tests.service.workers import Process


async def filled(url: str) -> int:
    """Fill a database with a game; return the number of the last build of each projection together."""
    async with PostgresStore.open(url) as event_log, PostgresHistory.open(url) as history:
        await ended(Process(event_log))
        projector = Projector(event_log, history)
        while await projector.step():
            pass
        return sum([(await history.builds(each.name))[-1].build for each in PROJECTIONS])


async def builds(url: str) -> int:
    """Return the same sum."""
    async with PostgresHistory.open(url) as history:
        return sum([(await history.builds(each.name))[-1].build for each in PROJECTIONS])


@pytest.mark.parametrize("name", ["games", "all"])
async def test_it_says_what_it_has_made(postgres_url: str, name: str) -> None:
    before = await filled(postgres_url)

    run = ["rebuild", name, "--postgres-url", postgres_url]
    result = await asyncio.to_thread(CliRunner().invoke, parlour, run)

    assert result.exit_code == 0, result.output
    reports = msgspec.json.decode(result.stdout)
    names = [each.name for each in PROJECTIONS if name in (each.name, "all")]
    assert [each["name"] for each in reports] == names
    assert all(each["games"] >= 1 for each in reports)
    assert await builds(postgres_url) == before + len(names)


async def test_several_at_once_make_the_same_builds(postgres_url: str) -> None:
    before = await filled(postgres_url)

    async with PostgresHistory.open(postgres_url) as history:
        name = PROJECTIONS[0].name
        async with history.pool.acquire() as another, another.transaction():
            await another.execute(NEW_BUILD, name)
            begun = asyncio.create_task(history.new_build(name))
            await asyncio.sleep(0.3)  # it sees nothing of what the other one begins at this moment
        assert (await begun).build == (await history.builds(name))[-1].build
    reports = await asyncio.gather(*(made_anew(postgres_url, PROJECTIONS) for _ in range(3)))

    assert [[each.name for each in some] for some in reports] == [[each.name for each in PROJECTIONS]] * 3
    assert await builds(postgres_url) >= before + len(PROJECTIONS)
    async with PostgresHistory.open(postgres_url) as history:
        assert [[build.served for build in await history.builds(each.name)] for each in PROJECTIONS] == [[True]] * len(
            PROJECTIONS
        )


def test_what_cannot_be_rebuilt_is_a_mistake() -> None:
    result = CliRunner().invoke(parlour, ["rebuild", "weather"])

    assert result.exit_code == 2
    assert "'games'" in result.output
    assert "'all'" in result.output

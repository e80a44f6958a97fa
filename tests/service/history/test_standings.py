"""Statistics, ratings and hints in Postgres are what the pure folds give, however many games come at once."""

import random
from collections.abc import AsyncIterator, Iterator, Sequence
from itertools import count, permutations
from typing import Any

import asyncpg
import msgspec
import pytest

from domain.table import HOUSE_PLAYERS
from projections.history import Rows
from projections.history.hints import Hints, hints_after
from projections.history.ratings import Rating, RatingChange, ratings_after
from projections.history.rows import Dealing
from projections.history.statistics import meetings_after, options_after, players_after
from service.history import standings
from service.history.kept import Kept, state_of
from service.history.postgres import PostgresHistory
from service.history.projector import PROJECTIONS, Projection, Projector, rebuild
from service.history.standings import HintsOfGames, Ratings, Statistics
from service.store.migrate import HISTORY_SCHEMA
from service.store.postgres.connections import Connection
from service.store.postgres.store import PostgresStore
from tests.projections.history.made import ADA, BEN, CY, DEE, EVE, LAPSE, aborted, game
from tests.service.history.contract import ended
from tests.service.workers import Process

PEOPLE = [ADA, BEN, CY, DEE, EVE]
BUILDS = count(1000)


@pytest.fixture
async def connection(postgres_url: str) -> AsyncIterator[Connection]:
    """A connection to the tables of the history, with the rights of the service."""
    async with PostgresStore.open(postgres_url):
        connection = await asyncpg.connect(postgres_url, server_settings={"search_path": HISTORY_SCHEMA})
        await connection.execute("set role parlour_service")
        yield connection
        await connection.close()


def season(games: int) -> Iterator[Rows]:
    """Yield games of all kinds."""
    dice = random.Random(games)
    for number in range(1, games + 1):
        players = dice.sample([*PEOPLE, HOUSE_PLAYERS["random"]], 4)
        given: dict[str, Any] = {
            "number": number,
            "game": dice.choice(["literature", "honors_4"]),
            "options": dice.choice(['{"players":4}', '{"max_deals":2,"players":4}']),
            "decisions": [
                (seat, 90 if players[seat] == DEE else dice.choice([90, 900, 9000, LAPSE])) for seat in range(4)
            ],
            "for_all": dice.random() < 0.9,
        }
        if dice.random() < 0.1:
            yield aborted(players, **given)
        elif dice.random() < 0.2:
            yield game(
                players, "1111", teams=[0] * 4, points=[9] * 4, **given | {"score": 9, "band": dice.choice("ab")}
            )
        else:
            dealings = [Dealing(*pair, "ask", 9, dice.randint(0, 9)) for pair in permutations(range(4), 2)]
            outcomes = dice.choice(["1234", "==34", "3142"])
            yield game(players, outcomes, points=[3, 1, 2, 0], dealings=dealings, **given)


def batches(games: Sequence[Rows], size: int) -> list[Sequence[Rows]]:
    return [games[begin : begin + size] for begin in range(0, len(games), size)]


async def built(connection: Connection, projection: Projection, games: Sequence[Rows], size: int) -> int:
    """Return a new build of a projection into which games have come, this number at once."""
    build = next(BUILDS)
    for batch in batches(games, size):
        for change in await projection.changes(connection, build, batch):
            await change(connection)
    return build


async def states(connection: Connection, kept: Kept[Any, Any], build: int) -> dict[Any, Any]:
    """Return all states of a build."""
    rows = await connection.fetch(f"select * from {kept.table} where build = $1", build)  # noqa: S608 - a name of ours
    return {kept.key_of(state): state for state in [state_of(row, kept.kind) for row in rows]}


@pytest.mark.parametrize("size", [1, 7, 100])
async def test_statistics_are_those_of_the_pure_folds(connection: Connection, size: int) -> None:
    games = list(season(60))
    build = await built(connection, Statistics(), games, size)

    for kept, after in (
        (standings.PLAYERS, players_after),
        (standings.MEETINGS, meetings_after),
        (standings.OPTIONS, options_after),
    ):
        known: dict[Any, Any] = {}
        for rows in games:
            known |= after(known, rows)
        assert await states(connection, kept, build) == known
        assert len(known) >= 4


@pytest.mark.parametrize("size", [1, 7, 100])
async def test_ratings_and_their_changes_are_those_of_the_pure_fold_to_the_byte(
    connection: Connection, size: int
) -> None:
    games = list(season(80))
    known: dict[tuple[Any, str], Rating] = {}
    changes: list[RatingChange] = []
    for rows in games:
        after, caused = ratings_after(known, rows)
        known |= after
        changes += caused

    build = await built(connection, Ratings(), games, size)

    stored = await states(connection, standings.RATINGS, build)
    assert msgspec.json.encode([stored[key] for key in known]) == msgspec.json.encode([*known.values()])
    rows_of_changes = await connection.fetch(
        "select * from rating_change where build = $1 order by number, player", build
    )
    told = [state_of(row, RatingChange) for row in rows_of_changes]
    assert msgspec.json.encode(told) == msgspec.json.encode(
        sorted(changes, key=lambda each: (each.number, each.player))
    )
    board = await connection.fetch("select player, game, standing, provisional from rating where build = $1", build)
    assert {(each["player"], each["game"]): (each["standing"], each["provisional"]) for each in board} == {
        key: (each.standing, each.provisional) for key, each in known.items()
    }


@pytest.mark.parametrize("size", [1, 7, 100])
async def test_hints_are_those_of_the_pure_fold(connection: Connection, size: int) -> None:
    games = list(season(60))
    known = Hints({}, {}, {})
    for rows in games:
        known |= hints_after(known, rows)

    build = await built(connection, HintsOfGames(), games, size)

    assert await states(connection, standings.GIVINGS, build) == known.giving
    assert await states(connection, standings.PACES, build) == known.pace
    assert await states(connection, standings.USUALS, build) == known.usual
    assert known.giving


async def test_each_projection_takes_in_every_game_once_and_is_the_same_when_made_anew(
    postgres_url: str, connection: Connection
) -> None:
    async with PostgresStore.open(postgres_url) as event_log, PostgresHistory.open(postgres_url) as history:
        process, projector = Process(event_log), Projector(event_log, history)
        for players in (2, 3):
            await ended(process, players=players)
        while await projector.step():
            pass
        for projection in PROJECTIONS[1:]:
            (before,) = await history.builds(projection.name)
            rows = [await contents(connection, table, before.build) for table in projection.tables]

            await rebuild(projector, history, projection, lambda _: None)

            (now,) = await history.builds(projection.name)
            assert (now.build, now.number) == (before.build + 1, await history.last_number())
            assert [await contents(connection, table, now.build) for table in projection.tables] == rows
            assert [await contents(connection, table, before.build) for table in projection.tables] == [
                [] for _ in projection.tables
            ]


async def contents(connection: Connection, table: str, build: int) -> list[str]:
    """Return the rows of a build as text."""
    question = f"select (to_jsonb({table}) - 'build')::text as row from {table} where build = $1 order by row"  # noqa: S608 - a name of ours
    return [row["row"] for row in await connection.fetch(question, build)]

"""What readers are told of statistics, ratings and hints: the same from Postgres and from memory."""

from collections.abc import AsyncIterator, Mapping, Sequence
from itertools import pairwise
from uuid import UUID

import asyncpg
import pytest

from domain.table import HOUSE_PLAYERS
from projections.history import Rows
from projections.history.ratings import Rating
from projections.history.statistics import OptionStatistics
from service.history import postgres_results
from service.history.cached_results import CachedResults
from service.history.memory import MemoryHistory
from service.history.memory_results import MemoryResults
from service.history.port import Build
from service.history.postgres import PostgresHistory
from service.history.postgres_results import ABOVE_ALL_STANDINGS, PostgresResults
from service.history.projector import PROJECTIONS, Projection
from service.history.results import ABOVE_ALL, MOST_MET
from service.store import MemoryStore
from service.store.migrate import HISTORY_SCHEMA
from service.store.postgres.connections import PLANS
from service.store.postgres.store import PostgresStore
from tests.projections.history.made import ADA, BEN, CY, DEE, EVE, FAY, game
from tests.service.history.test_standings import season

HOUSE = HOUSE_PLAYERS["random"]
EVERYBODY = [ADA, BEN, CY, DEE, EVE, FAY, HOUSE]


class Given(MemoryHistory):
    """A history of games that are given."""

    def __init__(self, games: Sequence[Rows]) -> None:
        super().__init__(MemoryStore())
        self.given = list(games)

    async def last_number(self) -> int:
        return len(self.given)

    async def rows(self, after: int, up_to: int) -> list[Rows]:
        return self.given[after:up_to]


@pytest.fixture(scope="module")
def games() -> list[Rows]:
    return [*season(90)]


@pytest.fixture
def memory(games: list[Rows]) -> MemoryResults:
    return MemoryResults(Given(games))


@pytest.fixture
async def postgres(postgres_url: str, games: list[Rows]) -> AsyncIterator[PostgresResults]:
    """The results of the games in Postgres, into which they have come once."""
    async with PostgresStore.open(postgres_url), PostgresHistory.open(postgres_url) as history:
        for projection in PROJECTIONS:
            await fill(history, projection, games)
        yield PostgresResults(history.pool)


async def fill(history: PostgresHistory, projection: Projection, games: Sequence[Rows]) -> None:
    """Let the games come into the build of a projection that is served, if none have."""
    (build,) = await history.builds(projection.name)

    if not build.number:
        await history.advance(build, len(games), await projection.changes(history.pool, build.build, games))


async def test_both_have_reached_the_last_game(memory: MemoryResults, postgres: PostgresResults) -> None:
    for results in (memory, postgres):
        reached = await results.reached()
        assert {name: build.number for name, build in reached.items()} == dict.fromkeys(
            ("games", "statistics", "ratings", "hints"), 90
        )


@pytest.mark.parametrize("player", EVERYBODY)
async def test_both_tell_the_same_of_a_player(memory: MemoryResults, postgres: PostgresResults, player: UUID) -> None:
    told = await postgres.of_player(player)

    assert told == await memory.of_player(player)
    assert all(len([each for each in told.meetings if each.game == own.game]) <= MOST_MET for own in told.statistics)
    assert bool(told.statistics) == (player != FAY)


@pytest.mark.parametrize("private", [False, True])
@pytest.mark.parametrize("player", [ADA, HOUSE, FAY])
async def test_both_list_the_same_games_of_a_player_page_by_page(
    memory: MemoryResults, postgres: PostgresResults, player: UUID, private: bool
) -> None:
    before, pages = ABOVE_ALL, 0
    while page := await postgres.games_of(player, before, 7, private=private):
        assert page == await memory.games_of(player, before, 7, private=private)
        before, pages = page[-1].number, pages + 1

    every = await memory.games_of(player, ABOVE_ALL, 1000, private=private)
    assert -(-len(every) // 7) == pages
    assert (pages > 2) == (player != FAY)


async def test_strangers_see_fewer_games_and_changes_of_ratings_with_theirs(memory: MemoryResults) -> None:
    own = await memory.games_of(ADA, ABOVE_ALL, 1000, private=True)
    shown = await memory.games_of(ADA, ABOVE_ALL, 1000, private=False)

    assert 0 < len(shown) < len(own)
    assert any(each.mu is not None for each in shown)
    assert all(each.mu is None for each in own if each not in shown)


@pytest.mark.parametrize("provisional", [False, True])
@pytest.mark.parametrize("game_id", ["literature", "honors_4", "no_such_game"])
async def test_both_have_the_same_boards_page_by_page(
    memory: MemoryResults, postgres: PostgresResults, game_id: str, provisional: bool
) -> None:
    after, found = None, list[Rating]()
    while page := await postgres.board(game_id, "person", after, 2, provisional=provisional):
        assert page == await memory.board(game_id, "person", after, 2, provisional=provisional)
        after = page[-1].standing, page[-1].player
        found += page

    assert [each.standing for each in found] == sorted((each.standing for each in found), reverse=True)
    assert found == await memory.board(game_id, "person", None, 1000, provisional=provisional)


async def test_both_have_the_same_options_the_most_played_first(
    memory: MemoryResults, postgres: PostgresResults
) -> None:
    found = await postgres.options_of("literature", 50)

    assert found == await memory.options_of("literature", 50)
    assert [each.played for each in found] == sorted((each.played for each in found), reverse=True)
    assert await postgres.options_of("literature", 1) == found[:1]


async def test_both_find_the_same_unusual(memory: MemoryResults, postgres: PostgresResults) -> None:
    told, expected = await postgres.unusual(3), await memory.unusual(3)

    assert (told.givings, told.paces, told.usual) == (expected.givings, expected.paces, expected.usual)
    assert told.givings
    assert told.paces
    assert told.statistics.items() <= expected.statistics.items()
    assert {key for key in expected.meetings if key in told.meetings} == {
        (each.giver, each.taker, each.game) for each in told.givings
    }


QUESTIONS: dict[str, tuple[object, ...]] = {
    "STATISTICS_OF": (ADA,),
    "MEETINGS_OF": (ADA, MOST_MET),
    "RATINGS_OF": (ADA,),
    "BOARD": ("literature", "person", False, *ABOVE_ALL_STANDINGS, 10),
    "OPTIONS_OF": ("literature", 10),
    "PLAYED": (ADA, ABOVE_ALL, 10),
    "SAT": (ADA, ABOVE_ALL, 10),
    "GIVINGS": (10,),
    "PACES": (10,),
}


@pytest.mark.parametrize("name", QUESTIONS)
async def test_a_question_goes_through_indexes_and_sorts_no_more_than_it_answers(
    postgres: PostgresResults, postgres_url: str, name: str
) -> None:
    settings = {"search_path": HISTORY_SCHEMA, "plan_cache_mode": "force_generic_plan", **PLANS}
    connection = await asyncpg.connect(postgres_url, server_settings=settings)
    await connection.execute("analyze")  # as the server does by itself, at a time that nobody knows
    question = getattr(postgres_results, name)
    plan = await connection.fetch(f"explain (costs off) {question}", *QUESTIONS[name])
    await connection.close()

    lines = [row[0] for row in plan]
    assert any("Index" in line for line in lines)
    assert not [line for line in lines if "Seq Scan" in line and "projection" not in line]
    assert not [line for line in lines if "Bitmap" in line]
    whole = [key for line, key in pairwise(lines) if "Sort" in line and "Key" not in line and "Incremental" not in line]
    assert name == "MEETINGS_OF" or all(key.endswith(".seat") for key in whole), "more is sorted than a game's seats"


# The cache


class Counting(MemoryResults):
    """Results that count how often they are asked."""

    asked = 0

    async def options_of(self, game: str, limit: int) -> list[OptionStatistics]:
        self.asked += 1
        return await super().options_of(game, limit)


async def test_a_question_is_asked_once_until_there_is_another_game() -> None:
    history = Given([game([ADA, BEN], "12")])
    results = Counting(history)
    cached = CachedResults(results, lambda: 1)

    first = [await cached.options_of("literature", 5) for _ in range(3)]
    assert results.asked == 1
    assert (await cached.options_of("literature", 4), results.asked) == (first[0], 2)

    history.given.append(game([ADA, BEN], "12", number=2))
    (after,) = await cached.options_of("literature", 5)
    assert (after.played, results.asked) == (2, 3)


async def test_what_is_kept_takes_a_limited_number_of_bytes_and_the_oldest_goes_first() -> None:
    results = Counting(Given([game([ADA, BEN], "12")]))
    cached = CachedResults(results, lambda: 1, most_bytes=20_000)

    for limit in range(1, 101):
        await cached.options_of("literature", limit)
        assert cached.size <= 20_000
    asked = results.asked
    await cached.options_of("literature", 100)
    assert results.asked == asked
    await cached.options_of("literature", 1)
    assert results.asked == asked + 1


async def test_another_build_and_another_history_of_the_log_are_asked_anew() -> None:
    epoch = 1

    class Moving(Counting):
        build = 1

        async def reached(self) -> Mapping[str, Build]:
            return {"ratings": Build("ratings", self.build, 1, served=True)}

    results = Moving(Given([]))
    cached = CachedResults(results, lambda: epoch)
    await cached.options_of("literature", 5)
    results.build = 2
    await cached.options_of("literature", 5)
    assert results.asked == 2
    epoch = 2
    await cached.options_of("literature", 5)
    assert results.asked == 3

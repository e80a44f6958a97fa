"""What Postgres gives an export is what Python makes of the games; and analysts ask the live database, and only ask."""

import contextlib
import json
import random
from collections import Counter, defaultdict
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple
from uuid import UUID

import asyncpg
import pytest

from domain.table import HOUSE_PLAYERS
from projections.history import HISTORY
from projections.history.answers import Answer
from service.analysis.exporting import ExportOptions, export
from service.analysis.querying import answer
from service.analysis.reading import Selection, opened
from service.history.exports import ExportedHistory
from service.history.live import NotAnswered, ask_live
from service.history.postgres import PostgresHistory
from service.history.projector import Projector
from service.runtime.background import running
from service.store import StoreUnavailable
from service.store.migrate import LOG_SCHEMA
from service.store.postgres.away import reason_of
from service.store.postgres.store import PostgresStore
from tests.benchmarks.corpus import Host
from tests.service.analysis.played import SERVICE, Collecting, MemoryHistory, Played, told

GAMES = 14
VERSION_OF_BOTS = 8
PLAYED_AGAIN = """
update lobby set status = 'playing' where table_id = (select table_id from game where number = $1)
"""


class Database(NamedTuple):
    url: str
    games: tuple[Played, ...]


@pytest.fixture(scope="module")
async def database(postgres_url: str) -> AsyncIterator[Database]:
    """Give a database with games, the first of which is archived, and the history of which is up to date."""
    async with PostgresStore.open(postgres_url, 2) as store, PostgresHistory.open(postgres_url) as history:
        collected = Collecting()
        host = Host(store, 9, random.Random(5), collected.told)
        async with running(host.engine.checkpoints.run):
            for number in range(GAMES):
                await host.play(number / GAMES)
        projector = Projector(store, history)
        while await projector.step():
            pass
        games = collected.games()
        assert await store.archive(games[0].rows.game.table_id, 2**60) > 0
        yield Database(postgres_url, games)


def comparable(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return rows without their numbers, JSON decoded, in an order of their own."""
    known = [{name: value for name, value in row.items() if name not in {"number", "opened_at"}} for row in rows]
    for row in known:
        for name in row.keys() & {"options", "winners", "command", "event", "offered_types", "move"}:
            row[name] = None if row[name] is None else json.loads(row[name])
    return sorted(known, key=lambda row: json.dumps(row, default=str, sort_keys=True))


@pytest.mark.parametrize("table", ["games", "seats", "events", "decisions"])
@pytest.mark.parametrize("private", [True, False], ids=["with private games", "public"])
async def test_postgres_gives_what_python_makes(database: Database, tmp_path: Path, table: str, private: bool) -> None:
    async with ExportedHistory.open(database.url, private=private) as history:
        await export(history, SERVICE, ExportOptions(tmp_path, ids=True, private=private), told)
    columns = ", ".join(
        f"epoch_ms({each.name}) as {each.name}" if each.type == "timestamp" else each.name
        for each in HISTORY[table].columns
    )
    with opened(tmp_path) as connection:
        found = [*answer(connection, f"select {columns} from {table}").records()]  # noqa: S608 - columns

    wanted = [each for each in database.games if private or each.rows.game.visibility == "public"]
    assert 0 < len(wanted) <= GAMES + 3
    names = [each.name for each in HISTORY[table].columns]
    expected = [
        {name: str(each) if isinstance(each, UUID) else each for name, each in zip(names, row, strict=True)}
        for row in MemoryHistory(database.games).rows(table, wanted)
    ]
    assert comparable(found) == comparable(expected)


async def test_players_are_counted(database: Database, tmp_path: Path) -> None:
    async with ExportedHistory.open(database.url, private=True) as history:
        await export(history, SERVICE, ExportOptions(tmp_path, private=True), told)
    with opened(tmp_path) as connection:
        found = answer(connection, "select player, kind, games from players")

    sat = [{seat.player for seat in each.rows.seats} - {None} for each in database.games]
    counted = {
        SERVICE.pseudonyms.of(player): sum(player in each for each in sat) for each in sat for player in each if player
    }
    assert {row[0]: row[2] for row in found.rows} == counted
    kinds = {kind: {row[0] for row in found.rows if row[1] == kind} for kind in ("house", "bot")}
    bots = {player for each in sat for player in each if player and player.version == VERSION_OF_BOTS}
    assert kinds == {"house": {*HOUSE_PLAYERS}, "bot": {*map(SERVICE.pseudonyms.of, bots)}}
    assert bots


@pytest.mark.parametrize("game", ["literature", None])
async def test_the_players_of_a_part_are_those_of_its_games(
    database: Database, tmp_path: Path, game: str | None
) -> None:
    days = sorted(datetime.fromtimestamp(each.rows.game.finished_at / 1000, UTC).date() for each in database.games)
    until = days[GAMES // 2]
    async with ExportedHistory.open(database.url, private=True) as history:
        await export(history, SERVICE, ExportOptions(tmp_path, private=True), told)
    with opened(tmp_path, Selection(game, until=until)) as connection:
        found = answer(connection, "select player, epoch_ms(first_game_at), games from players")

    played: dict[str, list[int]] = defaultdict(list)
    for each in database.games:
        ended = each.rows.game.finished_at
        if game in {None, each.rows.game.game} and datetime.fromtimestamp(ended / 1000, UTC).date() <= until:
            for player in {seat.player for seat in each.rows.seats if seat.player}:
                played[SERVICE.pseudonyms.of(player)].append(ended)
    assert {*found.rows} == {(player, min(ended), len(ended)) for player, ended in played.items()}


@contextlib.asynccontextmanager
async def closed_again(database: Database) -> AsyncIterator[int]:
    """Close the record of the first public game, as if another table played with its cards; give its number."""
    owner = await asyncpg.connect(database.url, server_settings={"search_path": f"parlour_history, {LOG_SCHEMA}"})
    number = await owner.fetchval("select min(number) from game where for_all")
    await owner.execute("update game set deal_kind = 'given' where number = $1", number)
    await owner.execute(PLAYED_AGAIN, number)
    try:
        yield number
    finally:
        await owner.execute("update lobby set status = 'finished' where status = 'playing'")
        await owner.execute("update game set deal_kind = 'drawn' where number = $1", number)
        await owner.close()


async def test_what_is_closed_again_is_held_back(database: Database) -> None:
    async with closed_again(database) as number, ExportedHistory.open(database.url, private=False) as history:
        piece = await history.piece(0, await history.last_number(), None)
        again = await history.open_of([number, number + 1])

    assert piece.held_back == (number,)
    assert number not in piece.numbers
    assert (again.numbers, again.held_back) == ((number + 1,), (number,))


async def test_players_are_not_told_of_what_is_closed_again(database: Database, tmp_path: Path) -> None:
    async with closed_again(database), ExportedHistory.open(database.url, private=True) as history:
        await export(history, SERVICE, ExportOptions(tmp_path, private=True), told)
    sat = "select player, count(distinct number) from seats where player is not null group by player order by player"

    with opened(tmp_path) as connection:
        found = answer(connection, "select player, games from players order by player").rows
        assert found == answer(connection, sat).rows


async def test_the_live_database_is_asked_as_an_analyst(database: Database) -> None:
    found = await ask_live(database.url, "select count(*) as games, current_user as who from games", 5)

    assert found == Answer(("games", "who"), ((len(database.games), "parlour_analyst"),))


async def test_the_live_database_tells_bots_from_people(database: Database) -> None:
    found = await ask_live(database.url, "select kind, count(*) as players from players group by kind", 5)

    sat = {seat.player for each in database.games for seat in each.rows.seats} - {None}
    bots = [player for player in sat if player and player.version == VERSION_OF_BOTS]
    house = len(HOUSE_PLAYERS)
    expected = {("bot", len(bots)), ("house", house), ("person", len(sat) - len(bots) - house)}
    assert {*found.rows} == expected


async def test_the_live_database_counts_a_game_once_for_who_has_several_seats(database: Database) -> None:
    found = await ask_live(database.url, "select player, games from players", 5)

    sat = [[seat.player for seat in each.rows.seats if seat.player] for each in database.games]
    counted = Counter(player for each in sat for player in {*each})
    assert {row["player"]: row["games"] for row in found.records()} == counted
    assert any(len({*each}) < len(each) for each in sat)


@pytest.mark.parametrize(
    ("sql", "why"),
    [
        ("select * from event", "permission denied"),
        ("delete from games", "permission denied|cannot execute DELETE"),
        ("select 1; select 2", "cannot insert multiple commands"),
        ("create temporary table x as select 1", "cannot execute|permission denied"),
        ("select pg_sleep(9)", "It takes longer than 1 s"),
        ("select $1::int", "It has parameters, up to \\$1: write the values"),
        ("select number from games where number > $2 and game = $1", "up to \\$2"),
        ("select '10000-01-01'::date", "year 10000 is out of range.*as text"),
        ("select '0044-03-15 BC'::date", "as text"),
    ],
)
async def test_the_live_database_no_longer_answers(database: Database, sql: str, why: str) -> None:
    with pytest.raises(NotAnswered, match=why):
        await ask_live(database.url, sql, 1)


@pytest.mark.parametrize("table", ["games", "seats", "events", "decisions"])
async def test_a_full_disk_ends_an_export(database: Database, table: str) -> None:
    async with ExportedHistory.open(database.url, private=True) as history:
        for games in (range(1, 2), range(1, await history.last_number() + 1)):
            with pytest.raises(StoreUnavailable) as why:
                await history.write(table, games, Path("/dev/full"))
            assert reason_of(why.value) == "No space left on device"

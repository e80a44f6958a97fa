"""The history in Postgres keeps the contract; rows of projections change together with their cursors or not at all."""

import asyncio
import itertools
import os
import signal
import sys
from collections.abc import AsyncIterator, Sequence
from importlib import import_module
from typing import Any

import asyncpg
import pytest

from domain import GAMES as RULES
from projections.history import HISTORY, Opening, Rows
from service.history.games import Games
from service.history.port import GAMES, Build, HistoryStore, Refusals
from service.history.postgres import AnyConnection, Change, PostgresHistory, Reader, standing_by
from service.history.projector import PROJECTIONS, Projection, Projector, rebuild
from service.history.reading import rows_from_log
from service.history.standings import Statistics
from service.runtime.metrics import HISTORY_LAG_GAMES, HISTORY_LAG_SECONDS, HISTORY_STEP
from service.store import Epoch, EventStore, LogCorrupt, StoreUnavailable
from service.store.migrate import ACCOUNTS_SCHEMA, HISTORY_SCHEMA, LOG_SCHEMA
from service.store.postgres.connections import Connection, Pool, connected
from service.store.postgres.store import PostgresStore
from tests.databases import new_database
from tests.service.history.contract import CaughtUp, HistoryContract, abort, ended, with_deck
from tests.service.measured import measured
from tests.service.store.commands import move_the_log, owner_of
from tests.service.workers import Process, eventually


@pytest.fixture
async def event_log(postgres_url: str) -> AsyncIterator[EventStore]:
    async with PostgresStore.open(postgres_url) as store:
        yield store


@pytest.fixture
async def history(postgres_url: str) -> AsyncIterator[PostgresHistory]:
    async with PostgresHistory.open(postgres_url) as history:
        yield history


@pytest.fixture
def projector(event_log: EventStore, history: PostgresHistory) -> Projector:
    return Projector(event_log, history)


@pytest.fixture
def caught_up(projector: Projector) -> CaughtUp:
    return lambda: all_done(projector)


@pytest.fixture
async def owner(postgres_url: str) -> AsyncIterator[Connection]:
    """A connection that may do everything."""
    connection = await asyncpg.connect(postgres_url, server_settings={"search_path": HISTORY_SCHEMA})
    yield connection
    await connection.close()


async def all_done(projector: Projector) -> None:
    """Let a projector take in what has happened."""
    while await projector.step():
        pass


class TestPostgresHistory(HistoryContract):
    @pytest.fixture(autouse=True)
    def ask_by_sql(self, owner: Connection) -> None:
        self.owner = owner

    async def refused(self, history: HistoryStore, counted: Refusals) -> int:
        return int(await self.owner.fetchval("select count from refusal where code = $1", counted.code))


async def test_where_there_is_nothing_to_add_no_statement_is_left_open(
    history: PostgresHistory, owner: Connection
) -> None:
    await history.add_refusals([])

    open_statements = """
    select query from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend'
      and state <> 'idle' and pid <> pg_backend_pid()
    """
    assert await owner.fetch(open_statements) == []


async def test_a_look_at_nothing_new_locks_nothing_so_that_a_service_at_rest_writes_nothing(
    event_log: EventStore, projector: Projector, owner: Connection
) -> None:
    locker = "select xmax from lane_cursor where lane = 0"
    before = await owner.fetchval(locker)
    await ended(Process(event_log))
    await all_done(projector)
    after_a_game = await owner.fetchval(locker)

    assert not await projector.step()

    assert before != after_a_game == await owner.fetchval(locker)


async def test_several_projectors_number_and_derive_every_game_once(
    event_log: EventStore, history: PostgresHistory
) -> None:
    process = Process(event_log)
    tables = [await ended(process) for _ in range(5)]
    before = (await history.builds(GAMES))[0].number

    await asyncio.gather(*(all_done(Projector(event_log, history)) for _ in range(3)))
    await all_done(Projector(event_log, history))

    openings = await history.openings(0, 1000)
    assert [each.number for each in openings] == list(range(1, len(openings) + 1))
    assert {each.table_id for each in openings} >= set(tables)
    games = await history.rows(before, before + 1000)
    assert [each.game.number for each in games] == [each.number for each in openings if each.number > before]


WORK = (
    "service.history.converting.converted",
    "service.history.games.asdict",
    "service.history.kept.state_of",
    "service.history.kept.as_column",
    "service.history.standings.ratings_after",
    "service.history.standings.hints_after",
)
"""What takes the time of a projector's own process, in all projections."""


async def test_an_epoch_that_was_over_before_the_ledger_heard_of_it_has_lost_nothing(postgres_server: str) -> None:
    """Its cursors have the numbers that were there before."""
    async with new_database(postgres_server) as url:
        async with PostgresStore.open(url) as log, PostgresHistory.open(url) as history:
            await ended(Process(log))
            await all_done(Projector(log, history))
            (opening,) = await history.openings(0, 10)
            owner = await owner_of(url)
            await move_the_log(owner)
        async with PostgresStore.open(url) as log:
            short = log.epoch
            await move_the_log(owner)
            await owner.close()
        async with PostgresStore.open(url) as log, PostgresHistory.open(url) as history:
            await ended(Process(log))
            await all_done(Projector(log, history))

            assert short.number < log.epoch.number
            assert await history.in_common(short) == opening.number
            assert await history.in_common(Epoch(short.number, "ffffffff")) == 0


class Killed(BaseException):
    """What a process does not survive."""


class Dying(Games):
    """A projection whose process is killed when it has written, and its transaction has not ended."""

    async def changes(self, reader: Reader, build: int, batch: Sequence[Rows]) -> list[Change]:
        async def die(_: AnyConnection) -> None:
            raise Killed

        return [*await super().changes(reader, build, batch), die]


async def test_a_projector_that_is_killed_leaves_nothing_behind(
    event_log: EventStore, history: PostgresHistory, projector: Projector
) -> None:
    await all_done(projector)
    last = await history.last_number()
    await ended(Process(event_log))

    with pytest.raises(Killed):
        await Projector(event_log, history, projections=(Dying(),)).step()
    assert await history.last_number() == last
    assert await history.rows(last, last + 10) == []

    await all_done(projector)
    assert len(await history.rows(last, last + 10)) == 1


async def test_a_game_of_which_nothing_can_be_derived_holds_up_no_other(
    event_log: EventStore,
    history: PostgresHistory,
    owner: Connection,
    monkeypatch: Any,
    caplog: pytest.LogCaptureFixture,
) -> None:
    projector = Projector(event_log, history)
    await all_done(projector)
    last = await history.last_number()
    bad, good = await ended(Process(event_log)), await ended(Process(event_log))
    derive = rows_from_log

    async def failing(event_log: EventStore, opening: Opening) -> Rows:
        if opening.table_id == bad:
            raise LogCorrupt("a text that may quote cards")
        return await derive(event_log, opening)

    monkeypatch.setattr("service.history.projector.rows_from_log", failing)
    await all_done(projector)

    assert [each.game.table_id for each in await history.rows(last, last + 10)] == [good]
    assert [(row["table_id"], row["why"]) for row in await owner.fetch("select * from underived")] == [
        (bad, "LogCorrupt")
    ]
    told = [record for record in caplog.records if record.levelname == "ERROR"]
    assert [(record.__dict__["why"], record.exc_info) for record in told] == [("LogCorrupt", None)]
    assert "cards" not in caplog.text
    builds = [(await history.builds(each.name))[-1].number for each in PROJECTIONS]
    assert set(builds) == {last + 2}

    monkeypatch.undo()
    await rebuild(projector, history, Games(), lambda _: None)
    assert {each.game.table_id for each in await history.rows(last, last + 10)} == {bad, good}
    assert await owner.fetchval("select count(*) from underived") == 0


async def test_a_record_opens_by_the_clock_of_postgres_even_if_that_of_the_host_is_wrong(
    event_log: EventStore, history: PostgresHistory, projector: Projector, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The ledger keeps that time for ever."""
    await all_done(projector)
    last = await history.last_number()
    monkeypatch.setattr("service.history.projector.now", lambda: 2**42)
    before = await event_log.time()
    await ended(Process(event_log))

    await all_done(projector)

    (opening,) = await history.openings(last, 10)
    _, waited = await history.behind(last)
    after = await event_log.time()
    assert before is not None
    assert after is not None
    assert before <= opening.opened_at <= after
    assert waited is not None
    assert 0 <= waited <= after - before


async def test_records_that_stay_closed_hold_up_no_other_however_many_they_are(
    event_log: EventStore, history: PostgresHistory, owner: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only some are looked at at once, and those that were not for the longest time come first."""
    monkeypatch.setattr("service.history.postgres.LOOKS", 1)
    process = Process(event_log)
    deck = tuple(RULES["honors_4"].deck)
    goes_on, closed = await with_deck(process, deck), await with_deck(process, deck)
    await abort(process, closed)
    others = [await ended(process)]
    while others[-1] < closed:  # of those that were never looked at, the one with the smallest id comes first
        others.append(await ended(process))
    last = await history.last_number()

    await history.follow()
    for _ in range(await owner.fetchval("select count(*) from waiting")):
        await history.follow()

    assert {each.table_id for each in await history.openings(last, 100)} == {*others}
    await abort(process, goes_on)


async def test_batches_are_bounded_by_their_events(
    event_log: EventStore, history: PostgresHistory, projector: Projector
) -> None:
    await all_done(projector)
    last = await history.last_number()
    for _ in range(3):
        await ended(Process(event_log))
    while await history.follow():
        pass

    await Projector(event_log, history, most_events=1).step()
    assert await history.last_number() == last + 1
    assert (await history.builds("statistics"))[-1].number in (last, last + 1)
    await all_done(projector)

    assert await history.last_number() == last + 3
    assert (await history.builds("statistics"))[-1].number == last + 3


class Counted(PostgresHistory):
    """A history that notes what it is asked."""

    def __init__(self, pool: Pool) -> None:
        super().__init__(pool)
        self.asked: list[str] = []

    def __getattribute__(self, name: str) -> Any:
        if not name.startswith("_") and name != "asked":
            self.asked.append(name)
        return super().__getattribute__(name)


async def test_a_step_with_nothing_new_takes_three_questions(event_log: EventStore, history: PostgresHistory) -> None:
    counted = Counted(history.pool)
    projector = Projector(event_log, counted)
    await ended(Process(event_log))
    await all_done(projector)
    counted.asked.clear()

    assert not await projector.step()

    assert counted.asked == ["follow", "served", "behind"]


async def test_a_projector_that_ends_measures_no_lag(
    event_log: EventStore, history: PostgresHistory, projector: Projector
) -> None:
    lags = list[float]()

    class Measured(Dying):
        async def changes(self, reader: Reader, build: int, batch: Sequence[Rows]) -> list[Change]:
            lags.append(measured(HISTORY_LAG_GAMES))
            return await super().changes(reader, build, batch)

    await all_done(projector)
    await ended(Process(event_log))

    with pytest.raises(Killed):
        await Projector(event_log, history, projections=(Measured(),)).run(lambda: True)

    assert lags == [1]
    assert (measured(HISTORY_LAG_GAMES), measured(HISTORY_LAG_SECONDS)) == (0, 0), "another process works now"


async def test_a_step_that_fails_is_none_for_those_who_watch(
    event_log: EventStore, history: PostgresHistory, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[float] = []

    class Over(Exception):
        """The last step ends the test."""

    class Troubled(Projector):
        async def step(self) -> bool:
            seen.append(measured(HISTORY_STEP))
            match len(seen):
                case 2:
                    raise StoreUnavailable("away")
                case 4:
                    raise Over
            return True

    times = itertools.count(7_000, 1_000)
    monkeypatch.setattr("service.history.projector.now", lambda: next(times))
    monkeypatch.setattr("service.history.projector.PAUSE_SECONDS", 0)

    with pytest.raises(Over):
        await Troubled(event_log, history).run(lambda: True)

    assert seen[1:] == [7, 7, 8]


async def test_projections_that_are_behind_that_of_games_come_after_it(
    event_log: EventStore, history: PostgresHistory, projector: Projector
) -> None:
    await all_done(projector)
    await ended(Process(event_log))
    while await history.follow():
        pass
    await projector.advance(Games(), (await history.served([GAMES]))[GAMES])
    assert (await history.behind(await history.last_number()))[0] == 0

    await projector.step()

    builds = await history.served([each.name for each in PROJECTIONS])
    assert {each.number for each in builds.values()} == {await history.last_number()}


async def test_a_rebuild_gives_the_same_beside_what_is_served(
    event_log: EventStore, history: PostgresHistory, projector: Projector, owner: Connection
) -> None:
    await ended(Process(event_log))
    await all_done(projector)
    before = await history.rows(0, 1000)
    served = next(each for each in await history.builds(GAMES) if each.served)
    told: list[Build] = []
    while_it_ran: list[int] = []

    async def look() -> None:
        while_it_ran.append(len(await history.rows(0, 1000)))

    await look()
    await rebuild(projector, history, Games(), told.append)

    (now,) = await history.builds(GAMES)
    assert (now.build, now.number, now.served) == (served.build + 1, served.number, True)
    assert await history.rows(0, 1000) == before
    assert told[0].number == 0
    assert not told[0].served
    assert while_it_ran == [len(before)]
    for table in Games.tables:
        assert await owner.fetchval(f"select count(distinct build) from {table}") <= 1  # noqa: S608 - names of ours


async def test_a_rebuild_goes_on_with_what_was_begun(
    event_log: EventStore, history: PostgresHistory, projector: Projector
) -> None:
    await ended(Process(event_log))
    await all_done(projector)
    begun = await history.new_build(GAMES)
    assert await projector.advance(Games(), begun)
    told: list[Build] = []

    await rebuild(projector, history, Games(), told.append)

    assert told[0].build == begun.build
    assert told[0].number > 0


@pytest.mark.parametrize("projection", PROJECTIONS, ids=lambda each: each.name)
async def test_no_transaction_waits_while_rows_are_derived(
    event_log: EventStore, postgres_url: str, projection: Projection, monkeypatch: Any
) -> None:
    """A server ends a session that does nothing in a transaction for long, so a slow machine would never finish."""
    lent: list[int] = []
    async with PostgresHistory.open(postgres_url, 1) as history:
        for name in WORK:
            module, _, function = name.rpartition(".")
            do = getattr(import_module(module), function)

            def looked(*given: Any, do: Any = do) -> Any:
                lent.append(history.pool.get_size() - history.pool.get_idle_size())
                return do(*given)

            monkeypatch.setattr(name, looked)
        await ended(Process(event_log))
        projector = Projector(event_log, history)
        await all_done(projector)
        lent.clear()

        await rebuild(projector, history, projection, lambda _: None)

        assert lent
        assert not any(lent)


class CutOff(Statistics):
    """A projection whose sessions the server ends in their transactions, a number of times."""

    def __init__(self, owner: Connection, times: int) -> None:
        self._owner = owner
        self._times = times

    async def changes(self, reader: Reader, build: int, batch: Sequence[Rows]) -> list[Change]:
        async def cut_off(_: AnyConnection) -> None:
            if self._times:
                self._times -= 1
                await self._owner.execute("""
                    select pg_terminate_backend(pid, 5000) from pg_stat_activity
                    where datname = current_database() and pid <> pg_backend_pid() and state = 'idle in transaction'
                """)

        return [cut_off, *await super().changes(reader, build, batch)]


async def test_a_rebuild_that_is_cut_off_goes_on_by_itself(
    event_log: EventStore, history: PostgresHistory, owner: Connection
) -> None:
    await ended(Process(event_log))
    projector = Projector(event_log, history)
    await all_done(projector)

    await rebuild(projector, history, CutOff(owner, 2), lambda _: None, (0.0, 0.0))

    (now,) = await history.builds(Statistics.name)
    assert now.number == await history.last_number()


async def test_a_rebuild_gives_up_when_the_server_cuts_it_off_time_after_time(
    event_log: EventStore, history: PostgresHistory, owner: Connection
) -> None:
    await ended(Process(event_log))
    projector = Projector(event_log, history)
    await all_done(projector)

    with pytest.raises(StoreUnavailable):
        await rebuild(projector, history, CutOff(owner, 3), lambda _: None, (0.0, 0.0))

    await rebuild(projector, history, Statistics(), lambda _: None)


async def test_a_build_that_is_behind_is_not_served(
    event_log: EventStore, history: PostgresHistory, projector: Projector
) -> None:
    await ended(Process(event_log))
    await all_done(projector)
    await history.new_build(GAMES)

    assert not await history.exchange(GAMES)

    await rebuild(projector, history, Games(), lambda _: None)


async def test_a_build_is_dropped_a_few_blocks_at_a_time_and_no_other(
    history: PostgresHistory, owner: Connection
) -> None:
    await owner.execute("""
        insert into played (build, player, number)
        select 90 + number % 2, gen_random_uuid(), number from generate_series(1, 2000) as number
    """)

    await PostgresHistory(history.pool, 2).drop(Build(name="statistics", build=90, number=0, served=False), ["played"])

    counted = await owner.fetch("select build, count(*) from played where build >= 90 group by build")
    assert [tuple(row) for row in counted] == [(91, 1000)]


async def test_the_process_that_stands_by_goes_on_when_the_other_is_gone(postgres_url: str) -> None:
    async def second() -> bool:
        async with standing_by(postgres_url):
            return True

    async with standing_by(postgres_url):
        waiting = asyncio.create_task(second())
        done, _ = await asyncio.wait([waiting], timeout=0.2)
        assert not done
    assert await waiting


STANDS_BY = """
import asyncio, sys
from service.history.postgres import standing_by

async def stand_by():
    async with standing_by(sys.argv[1]):
        pass

asyncio.run(stand_by())
"""


async def asking(owner: Connection) -> list[bool]:
    """Return whether each session keeps Postgres from cleaning up, of those that keep the projections or stand by."""
    found = await owner.fetch("""
        select backend_xmin is not null from pg_stat_activity
        where datname = current_database() and query like '%parlour projector%' and pid <> pg_backend_pid()
    """)
    return [kept for (kept,) in found]


async def test_a_process_that_stands_by_keeps_nothing_from_others_even_if_it_stands_still(
    postgres_url: str, owner: Connection
) -> None:
    """As one whose network was lost, of which Postgres does not hear."""
    async with standing_by(postgres_url):
        other = await asyncio.create_subprocess_exec(sys.executable, "-c", STANDS_BY, postgres_url)
        try:

            async def both_have_asked() -> bool:
                return await asking(owner) == [False, False]

            await eventually(both_have_asked)
            other.send_signal(signal.SIGSTOP)
        except BaseException:
            other.kill()
            raise
    try:
        async with standing_by(postgres_url) as holds:
            assert holds()
    finally:
        other.kill()
        await other.wait()


async def test_a_process_whose_connection_breaks_leaves_the_projections_to_the_one_that_stands_by(
    postgres_url: str, projector: Projector, owner: Connection
) -> None:
    async def second() -> bool:
        async with standing_by(postgres_url) as holds:
            return holds()

    async with standing_by(postgres_url) as holds:
        waiting = asyncio.create_task(second())
        assert holds()
        await owner.execute("""
            select pg_terminate_backend(pid, 5000) from pg_locks join pg_database as here on here.oid = database
            where locktype = 'advisory' and granted and datname = current_database()
        """)
        await projector.run(holds)
        assert await waiting


async def test_a_process_whose_connection_says_nothing_any_more_keeps_no_projections(
    postgres_url: str, projector: Projector, owner: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where the network to the server was lost, or the server with all its connections."""
    monkeypatch.setattr("service.history.postgres.ANSWER_SECONDS", 0.2)
    async with standing_by(postgres_url) as holds:
        pid = await owner.fetchval("""
            select pid from pg_locks join pg_database as here on here.oid = database
            where locktype = 'advisory' and granted and datname = current_database()
        """)
        os.kill(pid, signal.SIGSTOP)
        try:
            await asyncio.wait_for(projector.run(holds), 60)
        finally:
            os.kill(pid, signal.SIGCONT)

    async with standing_by(postgres_url) as holds:
        assert holds()


# Rights

LEDGER = ("update opening set opened_at = 1", "delete from opening", "truncate opening")
"""What nobody may do."""


@pytest.mark.parametrize(
    "statement",
    [
        "update opening set opened_at = 1",
        "delete from opening",
        "truncate opening",
        "drop table game",
        "delete from refusal",
    ],
)
async def test_the_service_works_with_few_rights(postgres_url: str, statement: str) -> None:
    async with connected(postgres_url, HISTORY_SCHEMA, 1) as pool:
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            await pool.execute(statement)


@pytest.mark.parametrize("statement", LEDGER)
async def test_not_even_the_owner_changes_the_ledger(
    event_log: EventStore, projector: Projector, owner: Connection, statement: str
) -> None:
    await ended(Process(event_log))
    await all_done(projector)
    for replication in ("origin", "replica"):
        await owner.execute(f"set session_replication_role = {replication}")
        with pytest.raises(asyncpg.IntegrityConstraintViolationError, match="append-only"):
            await owner.execute(statement)


async def test_analysts_read_the_columns_that_are_documented(
    event_log: EventStore, history: PostgresHistory, projector: Projector, owner: Connection
) -> None:
    table = await ended(Process(event_log))
    await all_done(projector)
    for name in HISTORY:
        rows = await owner.fetch(
            "select attname, col_description(attrelid, attnum) from pg_attribute"
            " where attrelid = $1::regclass and attnum > 0 order by attnum",
            name,
        )
        assert [tuple(row) for row in rows] == [(column.name, column.text) for column in HISTORY[name].columns]

    await owner.execute("set role parlour_analyst")
    (game,) = await owner.fetch("select * from games where table_id = $1", table)
    events = await owner.fetch("select * from events where table_id = $1 order by version", table)
    (expected,) = [each for each in await history.rows(0, 1000) if each.game.table_id == table]
    assert int(game["finished_at"].timestamp() * 1000) == expected.game.finished_at
    assert [each["version"] for each in events] == list(range(1, expected.game.events + 1))
    for name, count in (("seats", len(expected.seats)), ("decisions", len(expected.decisions))):
        assert await owner.fetchval(f"select count(*) from {name} where table_id = $1", table) == count  # noqa: S608


@pytest.mark.parametrize(
    "table",
    [
        *("opening", "lane_cursor", "waiting", "projection", "game", "seat", "decision", "refusal"),
        *(f"{LOG_SCHEMA}.event", f"{ACCOUNTS_SCHEMA}.player"),
    ],
)
async def test_analysts_read_nothing_but_their_views(owner: Connection, table: str) -> None:
    await owner.execute("set role parlour_analyst")
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        await owner.execute(f"select from {table}")

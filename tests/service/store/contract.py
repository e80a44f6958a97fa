"""What an event log on Postgres must do, wherever that Postgres is. A subclass gives the fixture `url`."""

import asyncio
from collections.abc import AsyncIterator

import asyncpg
import msgspec
import pytest
from msgspec.structs import replace

from service.store import Conflict, EventLog, NotStorable, Seal, lane_of, new_game_id
from tests.service.store.commands import AT, command, finished, game_in, lobby, seal
from tests.service.store.races import Races

APPEND_ONLY = [
    f"{statement} {table}{change}"
    for table in ("event", "seal")
    for statement, change in (("update", " set version = 1"), ("delete from", ""), ("truncate", ""))
]


class EventStoreContract(Races):
    @pytest.fixture
    async def log(self, url: str) -> AsyncIterator[EventLog]:
        async with EventLog.open(url) as log:
            yield log

    @pytest.fixture
    async def owner(self, url: str) -> "AsyncIterator[asyncpg.Connection[asyncpg.Record]]":
        """A connection that may do everything."""
        connection = await asyncpg.connect(url)
        yield connection
        await connection.close()

    @pytest.fixture
    async def analyst(
        self, owner: "asyncpg.Connection[asyncpg.Record]"
    ) -> "AsyncIterator[asyncpg.Connection[asyncpg.Record]]":
        await owner.execute("set role parlour_analyst")
        yield owner
        await owner.execute("reset role")

    # Streams

    async def test_what_was_appended_is_read_as_it_was_given(self, log: EventLog) -> None:
        append = command(new_game_id(), 0, 3)
        before = (await log.lane_positions())[lane_of(append.game)]

        await log.append(append)

        for place, (given, found) in enumerate(zip(append.events, await log.read(append.game), strict=True), start=1):
            assert (found.lane, found.position) == (lane_of(append.game), before + place)
            assert (found.game, found.version, found.step) == (append.game, place, 1)
            assert (found.seat, found.type, found.at) == (given.seat, given.type, given.at)
            assert (found.command, found.request, found.hash) == (given.command, given.request, given.hash)
            assert msgspec.json.decode(found.event) == msgspec.json.decode(given.event)
            assert (found.move is None) == (given.move is None) == (place > 1)

    async def test_the_events_of_one_command_share_a_step(self, log: EventLog) -> None:
        game = new_game_id()
        await log.append(command(game, 0, 2))
        await log.append(command(game, 2, 3))

        assert [event.step for event in await log.read(game)] == [1, 1, 3, 3, 3]

    async def test_a_part_of_a_stream_can_be_read(self, log: EventLog) -> None:
        game = new_game_id()
        await log.append(command(game, 0, 5))

        assert [event.version for event in await log.read(game, after=2)] == [3, 4, 5]
        assert [event.version for event in await log.read(game, after=1, up_to=3)] == [2, 3]

    async def test_heads_are_the_versions_of_the_games_that_exist(self, log: EventLog) -> None:
        one, other, unknown = new_game_id(), new_game_id(), new_game_id()
        await asyncio.gather(log.append(command(one, 0, 2)), log.append(command(other, 0)))

        heads = await asyncio.gather(log.heads([one, unknown]), log.heads([other]), log.heads([]))

        assert list(heads) == [{one: 2}, {other: 1}, {}]

    # Versions

    @pytest.mark.parametrize("expected", [0, 1, 3, 7])
    async def test_a_command_for_another_version_is_told_the_version(self, log: EventLog, expected: int) -> None:
        game = new_game_id()
        await log.append(command(game, 0, 2))

        with pytest.raises(Conflict) as conflict:
            await log.append(command(game, expected))

        assert (conflict.value.game, conflict.value.expected, conflict.value.actual) == (game, expected, 2)

    async def test_a_losing_command_leaves_nothing_behind(self, log: EventLog) -> None:
        game = new_game_id()
        won = command(game, 0, due=AT, lobby=lobby(game))
        await log.append(won)
        before = await log.lane_positions()

        lost = command(game, 0, 3, due=None, lobby=lobby(game, "finished"))
        with pytest.raises(Conflict):
            await log.append(replace(lost, seal=seal(lost)))

        assert [event.hash for event in await log.read(game)] == [won.events[0].hash]
        assert await log.lane_positions() == before
        assert (game, AT) in await log.due(AT, 1000)
        assert await log.pool.fetchval("select status from lobby where game = $1", game) == "open"
        assert await log.seal_of(game) is None

    async def test_a_conflict_does_not_concern_the_others(self, log: EventLog) -> None:
        games = [game_in(5) for _ in range(9)]
        await asyncio.gather(*(log.append(command(game, 0, 2)) for game in games))
        stale = games[::3]

        outcomes = await asyncio.gather(
            *(log.append(command(game, 1 if game in stale else 2, 2)) for game in games), return_exceptions=True
        )

        assert [isinstance(outcome, Conflict) for outcome in outcomes] == [game in stale for game in games]
        assert await log.heads(games) == {game: 2 if game in stale else 4 for game in games}
        await log.read_lane(5, 0, 10_000)

    async def test_a_command_may_be_repeated_for_ever_and_is_written_once(self, log: EventLog) -> None:
        game = new_game_id()
        append = command(game, 0, 2, due=AT)
        await log.append(append)
        await log.append(append)
        await log.append(command(game, 2, due=AT + 5))

        await log.append(append)

        assert [event.version for event in await log.read(game)] == [1, 2, 3]
        assert (game, AT + 5) in await log.due(AT + 5, 1000)

    async def test_a_command_that_begins_like_another_is_not_its_repetition(self, log: EventLog) -> None:
        long = command(new_game_id(), 0, 3)
        await log.append(replace(long, events=long.events[:2]))

        with pytest.raises(Conflict):
            await log.append(long)

        assert await log.heads([long.game]) == {long.game: 2}

    async def test_what_postgres_cannot_store_fails_alone_and_is_not_quoted(self, log: EventLog) -> None:
        good = [command(new_game_id(), 0) for _ in range(4)]
        bad = command(new_game_id(), 0)
        bad = replace(bad, events=(replace(bad.events[0], event=b'{"secret":"QS","entropy":"\\u0000"}'),))

        *written, refused = await asyncio.gather(*map(log.append, [*good, bad]), return_exceptions=True)

        assert written == [None] * 4
        assert isinstance(refused, NotStorable)
        assert (str(refused), refused.__cause__, refused.__context__) == ("UntranslatableCharacterError", None, None)

    # What changes with the events

    async def test_the_due_time_is_set_kept_changed_and_cleared(self, log: EventLog) -> None:
        game = new_game_id()

        async def due_after(append: object) -> list[int]:
            await log.append(append)  # type: ignore[arg-type]
            return [at for each, at in await log.due(AT + 100, 1000) if each == game]

        assert await due_after(command(game, 0)) == []
        assert await due_after(command(game, 1, due=AT + 10)) == [AT + 10]
        assert await due_after(command(game, 2)) == [AT + 10]
        assert await due_after(command(game, 3, due=AT + 20)) == [AT + 20]
        assert await due_after(command(game, 4, due=AT + 101)) == []
        assert await due_after(command(game, 5, due=None)) == []
        assert await due_after(command(game, 6, due=None)) == []

    async def test_due_games_come_in_the_order_of_their_times(self, log: EventLog) -> None:
        games = [new_game_id() for _ in range(4)]
        for game, at in zip(games, (3, 1, 4, 2), strict=True):
            await log.append(command(game, 0, due=at))

        assert await log.due(3, 2) == [(games[1], 1), (games[3], 2)]
        assert await log.due(3, 9) == [(games[1], 1), (games[3], 2), (games[0], 3)]

    async def test_the_lobby_has_the_last_row_of_each_table(self, log: EventLog) -> None:
        game, deck = new_game_id(), bytes(range(32))
        await log.append(command(game, 0, lobby=lobby(game, decks=[deck.hex()])))
        await log.append(command(game, 1))
        await log.append(command(game, 2, lobby=lobby(game, "playing", decks=[deck.hex()], seats=[game, game])))

        row = await log.pool.fetchrow("select * from lobby where game = $1", game)

        assert row is not None
        assert (row["lane"], row["status"], row["seats"]) == (lane_of(game), "playing", [game, game])
        assert (row["decks"], row["created_at"], row["started_at"]) == ([deck], AT, AT + 1)
        assert msgspec.json.decode(row["options"]) == {"players": 2}

    async def test_only_a_finished_game_has_a_seal(self, log: EventLog) -> None:
        game, unfinished = new_game_id(), new_game_id()
        append = finished(game)
        await log.append(append)
        await log.append(command(unfinished, 0))

        assert await log.seal_of(game) == Seal(2, append.events[-1].hash, "0123456789abcdef", bytes(64), AT)
        assert await log.seal_of(unfinished) is None

    async def test_a_record_opens_when_all_games_with_its_decks_are_finished(self, log: EventLog) -> None:
        one, other, third = (bytes([number]) * 32 for number in (1, 2, 3))
        game, sharing, unlike = new_game_id(), new_game_id(), new_game_id()
        await log.append(finished(game, decks=[one.hex(), other.hex()]))
        assert await log.record_open(game)

        await log.append(command(sharing, 0, lobby=lobby(sharing, "playing", decks=[third.hex(), other.hex()])))
        await log.append(command(unlike, 0, lobby=lobby(unlike, "playing", decks=[third.hex()])))
        assert [await log.record_open(each) for each in (game, sharing)] == [False, False]

        await log.append(command(sharing, 1, lobby=lobby(sharing, "finished", decks=[third.hex(), other.hex()])))
        assert [await log.record_open(each) for each in (game, sharing)] == [True, False]

    # Rights

    async def test_the_service_works_with_few_rights(self, log: EventLog) -> None:
        assert await log.pool.fetchval("select current_user") == "parlour_service"
        for statement in (*APPEND_ONLY, "delete from lobby", "truncate due", "insert into lane values (1)"):
            with pytest.raises(asyncpg.InsufficientPrivilegeError):
                await log.pool.execute(statement)

    @pytest.mark.parametrize("statement", APPEND_ONLY)
    async def test_not_even_the_owner_changes_what_was_written(
        self, log: EventLog, owner: "asyncpg.Connection[asyncpg.Record]", statement: str
    ) -> None:
        append = finished(new_game_id())
        await log.append(append)

        for replication in ("origin", "replica"):
            await owner.execute(f"set session_replication_role = {replication}")
            with pytest.raises(asyncpg.IntegrityConstraintViolationError, match="append-only"):
                await owner.execute(statement)

        assert len(await log.read(append.game)) == 2

    async def test_python_and_sql_agree_on_lanes(self, log: EventLog) -> None:
        games = [new_game_id() for _ in range(200)]

        lanes = await log.pool.fetchval("select array(select lane_of(game) from unnest($1::uuid[]) as game)", games)

        assert lanes == [lane_of(game) for game in games]
        assert lane_of(game_in(63)) == 63

    async def test_an_event_in_a_foreign_lane_is_refused(
        self, log: EventLog, owner: "asyncpg.Connection[asyncpg.Record]"
    ) -> None:
        with pytest.raises(asyncpg.CheckViolationError):
            await owner.execute(
                "insert into event (lane, position, game, version, step, type, at, event, hash)"
                " values ($1, 1000000, $2, 1, 1, 'x', 1, '{}', sha256(''))",
                6,
                game_in(5),
            )

    # Analysts

    async def test_analysts_see_open_records_only(
        self, log: EventLog, analyst: "asyncpg.Connection[asyncpg.Record]"
    ) -> None:
        deck = bytes([9]) * 32
        opened, private, shut, sharing = (new_game_id() for _ in range(4))
        await log.append(finished(opened, 3))
        await log.append(finished(private, visibility="private"))
        await log.append(finished(shut, decks=[deck.hex()]))
        await log.append(command(sharing, 0, 4, lobby=lobby(sharing, "playing", decks=[deck.hex()])))

        games = [opened, private, shut, sharing]
        events = await analyst.fetch("select game, count(*) from game_event where game = any ($1) group by game", games)
        summaries = await analyst.fetch("select game, events, players from game_summary where game = any ($1)", games)

        assert {row["game"]: row["count"] for row in events} == {opened: 3, private: 2}
        assert {row["game"]: row["events"] for row in summaries} == {opened: 3, private: 2}

    async def test_an_analyst_reads_events_by_named_columns(
        self, log: EventLog, analyst: "asyncpg.Connection[asyncpg.Record]"
    ) -> None:
        append = finished(new_game_id())
        await log.append(append)

        first, last = await analyst.fetch("select * from game_event where game = $1 order by version", append.game)
        finish = await analyst.fetchval("select finish->>'mark' from game_summary where game = $1", append.game)

        assert (first["rules"], first["type"], first["seat"], first["step"]) == ("literature", "card_played", 1, 1)
        assert int(first["at"].timestamp() * 1000) == AT
        assert msgspec.json.decode(first["move"]) == {"type": "play_card"}
        assert finish == msgspec.json.decode(last["event"])["mark"]

    @pytest.mark.parametrize("table", ["event", "lobby", "due", "lane", "seal", "player", "token", "open_record"])
    async def test_analysts_read_nothing_but_their_views(
        self, log: EventLog, analyst: "asyncpg.Connection[asyncpg.Record]", table: str
    ) -> None:
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            await analyst.execute(f"select from {table}")

    async def test_an_analyst_cannot_peek_with_a_condition_that_tells(
        self, log: EventLog, analyst: "asyncpg.Connection[asyncpg.Record]"
    ) -> None:
        opened, live = new_game_id(), new_game_id()
        await log.append(finished(opened))
        await log.append(command(live, 0, lobby=lobby(live, "playing")))
        told: list[str] = []
        analyst.add_log_listener(lambda _, message: told.append(message.message))
        await analyst.execute("""
            set enable_indexscan = off; set enable_indexonlyscan = off; set enable_bitmapscan = off;
            create function pg_temp.peek(game uuid) returns boolean cost 0.0001 language plpgsql
            as $$ begin raise notice '%', game; return true; end $$
        """)

        await analyst.fetch("select from game_event where pg_temp.peek(game)")

        assert str(opened) in told
        assert str(live) not in told

    async def test_every_column_for_analysts_is_described(
        self, log: EventLog, owner: "asyncpg.Connection[asyncpg.Record]"
    ) -> None:
        undescribed = await owner.fetch("""
            select attrelid::regclass, attname from pg_attribute
            where attrelid in ('game_event'::regclass, 'game_summary'::regclass) and attnum > 0
                and col_description(attrelid, attnum) is null
        """)

        assert undescribed == []

"""Those who wait for a table hear of every change, whichever process made it, with Redis and without."""

import asyncio
import contextlib
import itertools
import logging
import random
from collections.abc import AsyncIterator
from contextlib import aclosing
from uuid import UUID, uuid4

import psutil
import pytest
from msgspec import UNSET
from redis.asyncio import Redis as Client
from redis.asyncio.client import PubSub
from redis.exceptions import ConnectionError as LostConnectionError

from domain.events import CardsDealt
from domain.table import TableSettings
from projections.feed import FeedEntry
from service.embedded import Redis
from service.live import views, wakeups
from service.live.cursors import Cursor
from service.live.lines import ViewLine
from service.live.pace import Pace
from service.live.wakeups import CHANNEL, Wakeups
from service.parlour import Parlour
from service.runtime.background import running
from service.runtime.metrics import OPEN_LONG_POLLS
from service.runtime.redis_clients import AWAY, Cluster, publish, subscribed
from service.runtime.redis_clients import Client as RedisClient
from service.store import MemoryStore
from tests.redis_cluster import patient_redis
from tests.service.measured import measured
from tests.service.workers import PLAYERS, Players, account, any_move, eventually, is_finished, worker

NEVER = 3600.0
WOKEN, LOOKING = Pace(poll_seconds=NEVER), Pace(poll_seconds=0.05)
"""The pace of a process that finds nothing by itself, and of one that often looks at the log."""

PATIENCE_SECONDS = 180


@contextlib.asynccontextmanager
async def two_workers(redis_url: str | None, pace: Pace = WOKEN) -> AsyncIterator[tuple[Parlour, Parlour]]:
    """Give two workers on one log; with Redis, both hear what the other says."""
    log = MemoryStore()
    async with worker(log, redis_url, pace) as here, worker(log, redis_url, pace) as there:
        if redis_url is not None:
            await both_hear(redis_url)
        yield here, there


async def both_hear(redis_url: str) -> None:
    async def heard() -> bool:
        with contextlib.suppress(*AWAY):
            return await listeners(client) == 2
        return False

    async with patient_redis(redis_url) as client:
        await eventually(heard)


async def listeners(client: RedisClient) -> int:
    """Return how many listen; each node of a cluster knows of those that listen there."""
    if isinstance(client, Cluster):
        await client.initialize()
        counts = [await client.pubsub_numsub(CHANNEL, target_nodes=node) for node in client.get_nodes()]
    else:
        counts = [await client.pubsub_numsub(CHANNEL)]
    return sum(count for ((_, count),) in counts)


async def fed(
    parlour: Parlour, table_id: UUID, after: int, *, seat: int = 0, limit: int = 1_000, wait: float = NEVER
) -> tuple[FeedEntry, ...]:
    """Return the events after a version, and wait for them."""
    return (await parlour.views.feed(table_id, account(seat), Cursor(after), limit, wait))[1]


@contextlib.asynccontextmanager
async def waiting(
    parlour: Parlour, table_id: UUID, seat: int = 0
) -> AsyncIterator["asyncio.Task[tuple[FeedEntry, ...]]"]:
    """Let a player wait for what comes after the current version, and for nothing else from here on."""
    before, version = open_polls(), await parlour.history.head(table_id)
    task = asyncio.create_task(fed(parlour, table_id, version, seat=seat))

    async def waits() -> bool:
        return open_polls() > before

    await eventually(waits)
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            yield task
    finally:
        task.cancel()
        await asyncio.wait([task])


def open_polls() -> float:
    return measured(OPEN_LONG_POLLS)


def kinds(entries: tuple[FeedEntry, ...]) -> list[str]:
    return [entry.event.__struct_config__.tag for entry in entries]


@pytest.mark.parametrize("tables", [1, 3, 9])
async def test_those_who_hear_of_a_change_wake_up_a_few_at_a_time(tables: int) -> None:
    wakeups, changed = Wakeups(None, MemoryStore(), Pace(woken_at_once=2)), [uuid4() for _ in range(tables)]
    with contextlib.ExitStack() as stack:
        waiting = [stack.enter_context(wakeups.listening(table)) for table in changed * (9 // tables)]
        wakeups.announce(*changed)
        wakeups.announce(*changed)
        numbers = []
        for _ in range(5):
            await asyncio.sleep(0)
            numbers.append(sum([each.is_set() for each in waiting]))
        heard = [await each.within(NEVER) for each in waiting]
        await asyncio.sleep(0)

        assert numbers == [2, 4, 6, 8, 9]
        assert heard == [{table} for table in changed] * (9 // tables)
        assert not any(each.is_set() for each in waiting), "each wakes up once"


@pytest.mark.parametrize("mover", [0, 1])
async def test_redis_wakes_readers_in_any_process(any_redis_url: str, mover: int) -> None:
    async with two_workers(any_redis_url) as houses:
        game = await Players(houses[0]).open()
        async with waiting(houses[0], game) as poll:
            await Players(houses[mover]).sit(game, 1)

            assert kinds(await poll) == ["seat_taken"]


async def test_a_process_that_is_alone_tells_redis_nothing_until_another_one_comes(redis_url: str) -> None:
    log, alone = MemoryStore(), Pace(poll_seconds=NEVER, gathering_alone_seconds=NEVER)
    async with Client.from_url(redis_url) as client:

        async def told() -> int:
            return int((await client.info("commandstats")).get("cmdstat_publish", {}).get("calls", 0))

        async def told_once_more() -> bool:
            return await told() > known

        known = await told()
        async with worker(log, redis_url, alone) as here:
            await eventually(told_once_more)
            known = await told()
            game = await Players(here).open()
            await eventually(told_once_more)
            known = await told()
            await Players(here).sit(game, 0)
            await asyncio.sleep(10 * alone.gathering_seconds)

            assert await told() == known

            async with worker(log, redis_url, alone) as there:
                await both_hear(redis_url)
                async with waiting(there, game) as poll:
                    await Players(here).sit(game, 1)

                    assert kinds(await poll) == ["seat_taken"]


async def test_without_redis_the_log_is_looked_at() -> None:
    async with two_workers(None, LOOKING) as (here, there):
        game = await Players(here).open()
        async with waiting(here, game) as poll:
            await Players(there).sit(game, 1)

            assert kinds(await poll) == ["seat_taken"]


async def test_the_look_at_the_log_wakes_a_few_at_a_time() -> None:
    wakeups = Wakeups(None, MemoryStore(), Pace(poll_seconds=0.01, woken_at_once=2))
    async with contextlib.AsyncExitStack() as stack:
        waiting = [stack.enter_context(wakeups.listening(uuid4())) for _ in range(9)]
        await stack.enter_async_context(running(*wakeups.loops()))
        most, woken = 0, 0
        while woken < len(waiting):
            before, woken = woken, sum([each.is_set() for each in waiting])
            most = max(most, woken - before)
            await asyncio.sleep(0)

    assert most == 2


async def test_a_spectator_who_sees_moves_late_hears_of_those_that_another_process_records() -> None:
    """What is in memory stays ahead of what they see, so it must not pass for the table as it is now."""
    async with two_workers(None, LOOKING) as (here, there):
        players, chance = Players(there), random.Random(5)
        game = await players.open("literature", settings=TableSettings(spectator_delay=2))
        await players.fill(game)
        await some_moves(players, game, 4, chance)
        async with aclosing(here.streams.of_table(game, account(9), None)) as lines, asyncio.timeout(PATIENCE_SECONDS):
            view = await anext(lines)
            await some_moves(players, game, 6, chance)
            seen, _ = await there.views.view(game, account(9))

            assert isinstance(view, ViewLine)
            version = Cursor.parsed(view.cursor).version
            assert version < seen
            while version < seen:
                line = await anext(lines)
                version = max(version, Cursor.parsed(line.cursor).version)


async def some_moves(players: Players, table_id: UUID, number: int, chance: random.Random) -> None:
    for _ in range(number):
        chosen = any_move(await players.snapshot(table_id), chance)
        assert chosen is not None
        await players.move(table_id, *chosen)


async def test_what_could_not_be_told_is_told_later(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A player who was invited is in no lane of the log: nobody who looks there would be woken for them."""
    tried = list[bytes]()

    async def lost_at_first(redis: RedisClient, channel: str, message: bytes) -> int | None:
        if message:
            tried.append(message)
            if len(tried) == 1:
                here.announce(PLAYERS[1])
                raise LostConnectionError
        return await publish(redis, channel, message)

    async def is_told() -> bool:
        return len(tried) > 1

    monkeypatch.setattr(wakeups, "publish", lost_at_first)
    async with Client.from_url(redis_url) as client:
        here = Wakeups(client, MemoryStore(), WOKEN)
        async with running(*here.loops()):
            here.announce(PLAYERS[0])
            await eventually(is_told)

    first, second = tried
    assert (first, {second[:16], second[16:]}) == (PLAYERS[0].bytes, {each.bytes for each in PLAYERS[:2]})


async def test_of_changes_that_cannot_be_told_no_more_are_kept_than_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = list[int]()

    async def lost(_: RedisClient, __: str, message: bytes) -> int | None:
        tried.append(len(message) // 16)
        raise LostConnectionError

    async def one_was_lost() -> bool:
        return bool(tried)

    async def three_were_lost() -> bool:
        return len(tried) > 2

    monkeypatch.setattr(wakeups, "publish", lost)
    monkeypatch.setattr(wakeups, "MOST_KEPT", 2)
    here = Wakeups(Client(), MemoryStore(), Pace(poll_seconds=NEVER, longest_pause_seconds=0.04))
    _, publishing, _ = here.loops()
    async with running(publishing):
        here.announce(*PLAYERS[:3])
        await eventually(one_was_lost)
        here.announce(*PLAYERS[:2])
        await eventually(three_were_lost)

    assert tried[:3] == [3, 2, 2], "three are too many to be kept"


async def test_while_redis_hangs_the_log_is_looked_at(own_redis: Redis) -> None:
    async with two_workers(own_redis.url, LOOKING) as (here, there):
        game = await Players(here).open()
        process = psutil.Process(own_redis.pid)
        process.suspend()
        try:
            async with waiting(here, game) as poll:
                await Players(there).sit(game, 1)

                assert kinds(await poll) == ["seat_taken"]
        finally:
            process.resume()


async def test_a_process_notices_that_redis_hangs_and_says_once_that_it_is_away_and_once_that_it_is_back(
    own_redis: Redis, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.INFO)
    tried = list[str]()

    def noted(redis: RedisClient, channel: str) -> contextlib.AbstractAsyncContextManager[PubSub]:
        tried.append(channel)
        return subscribed(redis, channel)

    monkeypatch.setattr(wakeups, "subscribed", noted)
    async with Client.from_url(own_redis.url) as client:
        here = Wakeups(client, MemoryStore(), Pace(silence_seconds=0.05))

        async def hears() -> bool:
            return here.hears_others

        async def has_failed_again() -> bool:
            return not here.hears_others and len(tried) > 2

        async with running(*here.loops()):
            await eventually(hears)
            process = psutil.Process(own_redis.pid)
            process.suspend()
            try:
                await eventually(has_failed_again)
            finally:
                process.resume()
            await eventually(hears)

    away, back = "Redis is away; wake-ups come from polling", "Redis is back; it carries wake-ups again"
    told = [each for each in caplog.messages if each in (away, back)]
    assert (told[0], told[-1]) == (away, back)
    assert all(before != after for before, after in itertools.pairwise(told))


async def test_when_redis_was_killed_a_reader_looks_again_and_is_woken_as_before(
    own_redis: Redis, caplog: pytest.LogCaptureFixture
) -> None:
    async with two_workers(own_redis.url) as (here, there):
        game = await Players(here).open()
        async with waiting(here, game) as poll:
            psutil.Process(own_redis.pid).kill()
            await Players(there).sit(game, 1)

            assert kinds(await poll) == ["seat_taken"]

        await both_hear(own_redis.url)
        async with waiting(here, game) as poll:
            await Players(there).sit(game, 2)

            assert kinds(await poll) == ["seat_taken"]
    assert "failed" not in caplog.text


async def test_a_change_wakes_only_those_who_wait_for_that_table() -> None:
    async with worker(MemoryStore()) as parlour:
        wakeups, game, other = parlour.wakeups, uuid4(), uuid4()
        with wakeups.listening(game) as woken, wakeups.listening(game) as too, wakeups.listening(other) as not_woken:
            wakeups.announce(game)
            await asyncio.sleep(0)

            assert (woken.is_set(), too.is_set(), not_woken.is_set()) == (True, True, False)


async def test_a_reader_who_waits_too_long_is_answered_with_nothing() -> None:
    async with worker(MemoryStore()) as parlour:
        game = await Players(parlour).open()

        assert await fed(parlour, game, 1, wait=0.05) == ()


async def test_a_reader_who_need_not_wait_does_not() -> None:
    async with worker(MemoryStore()) as parlour:
        players = Players(parlour)
        game = await players.started(players=2, so_moved_window_ms=100)
        end = await players.play(game, random.Random(1), is_finished)

        assert await fed(parlour, game, end.version) == ()
        assert len(await fed(parlour, game, 0)) == end.version
        assert kinds(await fed(parlour, game, 1, limit=2)) == [
            "seat_taken",
            "seat_taken",
        ]


async def test_a_process_that_is_about_to_stop_answers_all_who_wait(any_redis_url: str) -> None:
    async with two_workers(any_redis_url) as (here, _):
        game, other = [await Players(here).open() for _ in range(2)]
        async with waiting(here, game) as first, waiting(here, other) as second:
            here.wakeups.close()

            assert (await first, await second) == ((), ())
        assert await fed(here, game, 1) == ()


async def test_nobody_is_remembered_who_does_not_wait_any_more() -> None:
    async with worker(MemoryStore()) as parlour:
        players = Players(parlour)
        game = await players.open()
        async with waiting(parlour, game) as gone_away:
            gone_away.cancel()
        async with waiting(parlour, game) as answered, waiting(parlour, game, 1) as too:
            await players.sit(game, 0)
            await asyncio.gather(answered, too)
        await parlour.views.feed(game, account(0), Cursor(2), 100, 0.01)

        assert parlour.wakeups.waiting == {}


async def test_somebody_who_sees_less_than_before_when_they_have_waited_gets_no_events_and_pays_for_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """They may see moves late from now on: their right to see hidden cards was revoked."""
    async with worker(MemoryStore()) as parlour:
        game = await Players(parlour).open()
        head = await parlour.history.head(game)
        seen, paid, before = iter([head, head + 1]), list[int](), open_polls()

        async def waits() -> bool:
            return open_polls() > before

        async def shown(*_: object) -> int:
            return next(seen, 0)

        async def found(number: int) -> None:
            paid.append(number)

        monkeypatch.setattr(views, "shown_version", shown)
        async with asyncio.timeout(PATIENCE_SECONDS):
            poll = asyncio.create_task(parlour.views.feed(game, account(0), Cursor(head), 9, 60, found=found))
            await eventually(waits)
            await Players(parlour).sit(game, 1)
            _, entries = await poll

    assert (entries, paid) == ((), [0])


async def test_a_player_who_has_left_their_seat_while_they_wait_does_not_see_the_cards_of_the_next() -> None:
    """A player is woken late: others have sat down and begun, all in another process, before the player looks again."""
    async with two_workers(None) as (here, there):
        players = Players(there)
        game = await players.open(players=2)
        await players.sit(game, 0)
        async with waiting(here, game, seat=0) as poll:
            await players.leave(game, 0)
            await players.sit(game, 0, player=PLAYERS[5])
            await players.sit(game, 1)
            await players.start(game)
            here.wakeups.wake_all()

            hands = [entry.event for entry in await poll if isinstance(entry.event, CardsDealt)]
    assert [(hand.count, hand.cards) for hand in hands] == [(26, UNSET), (26, UNSET)]

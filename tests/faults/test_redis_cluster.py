"""A Redis Cluster of which a node dies, hangs, is replaced or gives slots away: slower, not wrong, soon as before."""

import asyncio
import contextlib
import logging
import random
import signal
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from pathlib import Path
from uuid import uuid4

import pytest
from redis.asyncio.cluster import ClusterPubSub
from redis.crc import key_slot

from service.cli.tally import Tally
from service.limits.budgets import Budget, BudgetName, budgets
from service.limits.limits import Limits, key_of, open_limits
from service.limits.script import counting
from service.limits.stream_slots import StreamSlots, open_slots
from service.runtime.redis_clients import opened_redis, publish, subscribed
from service.settings import Settings
from tests.faults.players import Play
from tests.redis_cluster import Node, RedisCluster
from tests.service.live.test_wakeups import kinds, two_workers, waiting
from tests.service.workers import Players, eventually
from tests.serving import Service
from tests.serving import eventually as soon

QUOTA = 40
EXPENSIVE = Budget("invitations", "Invitations", QUOTA, "requests", "player", 36_000)
"""Of such a budget each worker that counts alone lets only its share pass."""
CHEAP = Budget("reads", "Reads", QUOTA, "requests", "player", 36_000)
"""Of such a budget each worker that counts alone lets all pass."""

WORKERS = 2
SETTINGS = Settings(workers=WORKERS)
FEW = 6
"""Number of callers that a node has at least, and all others together."""

PATIENCE_SECONDS = 60.0
PAUSE_SECONDS = 0.05
"""Seconds between two calls to a node that is away: the tests need not wait for long."""


@pytest.fixture(scope="module")
def folder(fresh: Callable[[], Path]) -> Path:
    return fresh()


@pytest.fixture(scope="module")
def cluster(folder: Path) -> Iterator[RedisCluster]:
    """Give a cluster of which any node may be lost; a spare one has no slots, and may be given some."""
    with RedisCluster(folder, spare=1) as cluster:
        yield cluster


@contextlib.asynccontextmanager
async def worker(url: str) -> AsyncIterator[tuple[Limits, StreamSlots]]:
    budget = budgets(Settings(limit_streams=QUOTA))["streams"]
    async with (
        counting(url) as redis,
        open_limits(SETTINGS, redis, patience=0.5, pause=PAUSE_SECONDS) as limits,
        open_slots(budget, redis, workers=WORKERS) as slots,
    ):
        yield limits, slots


async def spent(workers: Sequence[Limits], caller: bytes, times: int = QUOTA, *, budget: Budget = EXPENSIVE) -> int:
    """Let a caller send many requests to each worker; return how many passed."""
    counts = await asyncio.gather(*(each.spend(budget, caller) for each in workers for _ in range(times)))
    return sum(count.passed for count in counts if count)


def slot_of(name: BudgetName, caller: bytes) -> int:
    """Return the slot of what a caller has of a budget."""
    return int(key_slot(key_of(name, caller)))


def callers_of(cluster: RedisCluster, node: Node, name: BudgetName) -> tuple[list[bytes], list[bytes]]:
    """Return new callers whose budget a node has, and such of the other nodes."""
    its: list[bytes] = []
    others: list[bytes] = []
    while min(len(its), len(others)) < FEW:
        caller = uuid4().bytes
        (its if cluster.at(slot_of(name, caller)) is node else others).append(caller)
    return its, others


@contextlib.contextmanager
def hanging(node: Node) -> Iterator[Node]:
    """Let a node stand still: it takes connections, and answers none."""
    node.signal(signal.SIGSTOP)
    try:
        yield node
    finally:
        node.signal(signal.SIGCONT)


def said(caplog: pytest.LogCaptureFixture, node: Node) -> list[str]:
    """Return the levels of what the log tells of a node."""
    records = [record for record in caplog.records if record.name == "service.limits.by_node"]
    return [record.levelname for record in records if vars(record)["node"].endswith(f":{node.port}")]


@pytest.mark.parametrize(("how", "number"), [("killed", 0), ("killed", 1), ("hanging", 0)])
async def test_a_node_is_lost_and_only_its_callers_are_counted_by_each_worker_alone(
    cluster: RedisCluster, caplog: pytest.LogCaptureFixture, how: str, number: int
) -> None:
    node = cluster.nodes[number]
    caplog.set_level(logging.INFO, "service.limits.by_node")
    async with worker(cluster.url) as (here, _), worker(cluster.url) as (there, _):
        workers = [here, there]
        assert await spent(workers, uuid4().bytes) == QUOTA
        its, others = callers_of(cluster, node, "invitations")
        with cluster.without(number) if how == "killed" else hanging(node):
            counts = await asyncio.gather(*(spent(workers, each) for each in its + others))

            assert counts[: len(its)] == [QUOTA] * len(its), "two workers, each of which lets its half pass"
            assert counts[len(its) :] == [QUOTA] * len(others), "counted together"
            assert said(caplog, node) == ["WARNING"] * WORKERS

        async def is_back() -> bool:
            for each in workers:
                await each.spend(EXPENSIVE, its[0])
            return said(caplog, node).count("INFO") == WORKERS

        await eventually(is_back)
        new, _ = callers_of(cluster, node, "reads")
        assert [await spent(workers, each, budget=CHEAP) for each in new] == [QUOTA] * len(new)
    assert await asyncio.to_thread(soon, cluster.is_whole)


async def test_a_worker_that_starts_while_a_node_is_away_counts_with_the_others(cluster: RedisCluster) -> None:
    """The first node is the one that the client asks for its commands."""
    _, others = callers_of(cluster, cluster.nodes[0], "reads")
    with cluster.without(0):
        async with worker(cluster.url) as (here, _), worker(cluster.url) as (there, _):
            assert await spent([here, there], others[0], budget=CHEAP) == QUOTA


async def test_slots_go_to_a_new_node_and_nobody_gets_more_or_less(cluster: RedisCluster) -> None:
    (new,), ada = cluster.spare, uuid4().bytes
    slot = slot_of("invitations", ada)
    old = cluster.at(slot)
    async with worker(cluster.url) as (here, _), worker(cluster.url) as (there, _):
        assert await spent([here, there], ada, 5) == 10
        new.ask("CLUSTER SETSLOT", slot, "IMPORTING", old.id)
        old.ask("CLUSTER SETSLOT", slot, "MIGRATING", new.id)
        assert await spent([here, there], ada, 5) == 10, "what is there already stays until it is moved"
        move_key(old, new, key_of("invitations", ada))
        assert await spent([here, there], ada, 5) == 10, "the old node sends everybody to one that has no slots yet"
        for node in (new, old, *cluster.nodes):
            node.ask("CLUSTER SETSLOT", slot, "NODE", new.id)
        assert await spent([here, there], ada) == QUOTA - 30


def move_key(old: Node, new: Node, key: bytes) -> None:
    """Move a key of a slot that is on its way."""
    value, left = old.ask("DUMP", key), old.ask("PTTL", key)
    with new.client.client() as connection:
        connection.execute_command("ASKING")
        connection.execute_command("RESTORE", key, left, value)
    old.ask("DEL", key)


async def test_a_replica_takes_the_place_of_a_node_and_all_workers_count_together_again(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    folder = tmp_path_factory.mktemp("replicated")
    folder.chmod(0o755)
    with RedisCluster(folder, spare=1) as cluster:
        (replica,), first = cluster.spare, cluster.nodes[0]
        replica.ask("CLUSTER REPLICATE", first.id)
        assert await asyncio.to_thread(soon, lambda: b"connected" in replica.ask("ROLE"))
        async with worker(cluster.url) as (here, _), worker(cluster.url) as (there, _):
            ada, _ = callers_of(cluster, first, "reads")
            assert await spent([here, there], ada[0], budget=CHEAP) == QUOTA
            first.kill()
            assert await spent([here, there], ada[1], budget=CHEAP) == 2 * QUOTA, "each alone, and all of it"

            async def counts_together() -> bool:
                (caller, *_), _ = callers_of(cluster, first, "reads")
                return await spent([here, there], caller, budget=CHEAP) == QUOTA

            await eventually(counts_together)


async def test_a_stream_has_its_place_while_a_node_is_away(cluster: RedisCluster) -> None:
    """A caller of that node has what this worker may give away alone; all others have what there is."""
    async with worker(cluster.url) as (_, slots):
        its, others = callers_of(cluster, cluster.nodes[0], "streams")
        with cluster.without(0):
            for caller, most in ((its[0], QUOTA // WORKERS), (others[0], QUOTA)):
                async with contextlib.AsyncExitStack() as stack:
                    places = [await stack.enter_async_context(slots.place(caller)) for _ in range(QUOTA + 5)]
                assert sum(place.passed for place in places if place) == most


async def test_a_process_that_listens_anywhere_hears_what_is_told_while_a_node_is_away(cluster: RedisCluster) -> None:
    async with (
        opened_redis(cluster.url, node_seconds=PATIENCE_SECONDS) as redis,
        subscribed(redis, "parlour:test") as words,
    ):
        assert isinstance(words, ClusterPubSub)
        listening_at = words.get_pubsub_node()
        assert listening_at is not None
        other = next(number for number, node in enumerate(cluster.nodes) if node.port != listening_at.port)
        with cluster.without(other):
            for number in range(9):
                await publish(redis, "parlour:test", b"%d" % number)
            heard_words = [await anext(words.listen()) for _ in range(10)]
    assert heard_words[0]["type"] == "subscribe"
    assert sorted(each["data"] for each in heard_words[1:]) == [b"%d" % number for number in range(9)]


async def test_a_reader_who_waits_is_woken_whichever_node_is_away(cluster: RedisCluster) -> None:
    """Nobody looks at the log by themselves here; the listeners at that node listen at another one."""
    async with two_workers(cluster.url) as (here, there):
        game = await Players(here).open()
        for number in range(len(cluster.nodes)):
            with cluster.without(number):
                async with waiting(here, game) as poll:
                    await Players(there).sit(game, number)

                    assert kinds(await poll) == ["seat_taken"]


async def test_each_node_is_lost_while_games_are_played_and_no_journal_differs(
    cluster: RedisCluster, data: Path
) -> None:
    limit = ("--limit-recoveries", str(QUOTA))
    with Service(data, "--workers", str(WORKERS), "--redis-url", cluster.url, *limit) as service:
        address = f"http://127.0.0.1:{service.ready().port}"
        assert service.ask("GET", "/ready")[1]["redis"] == "answers"
        plays: list[Play] = []
        async with asyncio.TaskGroup() as tasks:
            for number, node in enumerate(cluster.nodes):
                new = [Play(service, game, random.Random(game), Tally()) for game in ("literature", "honors_2")]
                for play in new:
                    tasks.create_task(play.run(address))
                await gone_on(new)
                with cluster.without(number) if number else hanging(node):
                    await gone_on(new)
                    if number == 0:
                        passed = await asyncio.to_thread(recoveries, service)
                        assert QUOTA // WORKERS <= passed <= 2 * QUOTA, "alone, together, or first this, then that"
                plays += new
        assert [each for play in plays for each in await play.differences()] == []
        assert await asyncio.to_thread(soon, lambda: service.ask("GET", "/ready")[1]["redis"] == "answers")


async def gone_on(plays: Sequence[Play]) -> None:
    """Wait until a move has been acknowledged at each table where there is play that was sent from now on."""
    now = time.monotonic()

    async def holds() -> bool:
        return all(play.is_over or any(move["sent_at"] > now for move in play.acknowledged) for play in plays)

    await eventually(holds)


def recoveries(service: Service) -> int:
    """Ask for many recoveries from one address; return how many were let through."""
    codes = [service.ask("POST", "/v1/recoveries", {"code": "nobody's"})[0] for _ in range(3 * QUOTA)]
    return len(codes) - codes.count(429)

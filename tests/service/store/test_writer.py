"""The writer's discipline: what goes into a batch, and what becomes of those who wait. Postgres is played here."""

import asyncio
import logging
from collections import deque
from typing import Any, Self
from uuid import UUID

import asyncpg
import pytest
from prometheus_client import REGISTRY

from service.store import Append, Conflict, NotStorable, StoreUnavailable, new_table_id
from service.store.postgres.connections import KeptConnection
from service.store.postgres.writer import BATCH_EVENTS, IN_THE_LOG, Writer
from tests.service.store.commands import command, table_in


class Postgres:
    """Answers each statement when the test lets it: with success, or with what stands in `answers`."""

    def __init__(self) -> None:
        self.statements: list[list[UUID]] = []
        self.answers: deque[Exception | list[int] | None] = deque()
        self.may_answer = asyncio.Semaphore(0)
        self.busy = False
        self.held: set[int] = set()
        """The lanes that somebody else holds."""
        self.mistake: Exception | None = None
        self.connections = 0
        self.lost = False
        """Whether the present connection has been lost."""

    async def connect(self) -> Self:
        self.connections += 1
        self.lost = False
        return self

    def is_closed(self) -> bool:
        return self.lost

    async def close(self, **_: float) -> None:
        self.lost = True

    def terminate(self) -> None:
        raise AssertionError("an answer took too long")

    async def fetch(self, query: str, lanes: list[int]) -> list[tuple[int]]:
        assert "skip locked" in query
        if self.mistake is not None:
            raise self.mistake
        return [(lane,) for lane in lanes if lane not in self.held]

    async def fetchval(self, query: str, *arguments: Any) -> list[int] | None:
        assert not self.busy, "two statements in flight"
        self.statements.append(arguments[3])
        self.busy = True
        await self.may_answer.acquire()
        self.busy = False
        answer = self.answers.popleft() if self.answers else None
        if isinstance(answer, Exception):
            raise answer
        return answer


@pytest.fixture
def postgres() -> Postgres:
    return Postgres()


@pytest.fixture
def writer(postgres: Postgres) -> Writer:
    return Writer(KeptConnection(postgres.connect))  # type: ignore[arg-type]


async def appending(writer: Writer, *appends: Append) -> list[asyncio.Task[None]]:
    """Begin to append, and let all of them get as far as they can."""
    tasks = [asyncio.create_task(writer.append(append)) for append in appends]
    for _ in range(5):
        await asyncio.sleep(0)
    return tasks


def commands(number: int, events: int = 1) -> list[Append]:
    return [command(new_table_id(), 0, events) for _ in range(number)]


def tables(appends: list[Append]) -> list[Any]:
    return [append.table_id for append in appends]


async def test_the_connection_is_kept_until_it_is_lost(postgres: Postgres, writer: Writer) -> None:
    for lost, connections in ((False, 1), (False, 1), (True, 2), (False, 2)):
        postgres.lost |= lost
        (task,) = await appending(writer, *commands(1))
        postgres.may_answer.release()
        await task
        assert postgres.connections == connections

    await writer.close()
    assert postgres.lost, "it is closed in the end"


async def test_what_queues_while_a_statement_is_in_flight_goes_in_the_next(writer: Writer, postgres: Postgres) -> None:
    first, *others = commands(10)
    tasks = await appending(writer, first)
    tasks += await appending(writer, *others)
    assert postgres.statements == [[first.table_id]]

    postgres.may_answer.release()
    await tasks[0]
    await asyncio.sleep(0)
    postgres.may_answer.release()
    await asyncio.gather(*tasks)

    assert postgres.statements == [[first.table_id], tables(others)]


async def test_a_batch_is_bounded(writer: Writer, postgres: Postgres) -> None:
    appends = commands(BATCH_EVENTS // 3 + 5, events=3)
    tasks = await appending(writer, *appends)
    postgres.may_answer.release()
    postgres.may_answer.release()
    await asyncio.gather(*tasks)

    assert [len(batch) * 3 < BATCH_EVENTS + 3 for batch in postgres.statements] == [True, True]
    assert [table_id for batch in postgres.statements for table_id in batch] == tables(appends)


async def test_commands_of_one_table_go_in_order_in_batches_of_their_own(writer: Writer, postgres: Postgres) -> None:
    table_id, (other,) = new_table_id(), commands(1)
    tasks = await appending(writer, command(table_id, 0), command(table_id, 1), other, command(table_id, 2))
    for _ in range(3):
        postgres.may_answer.release()
    await asyncio.gather(*tasks)

    assert postgres.statements == [[table_id, other.table_id], [table_id], [table_id]]


async def test_what_waits_for_a_command_of_its_table_goes_before_what_came_later(
    writer: Writer, postgres: Postgres
) -> None:
    table_id, (full,) = new_table_id(), commands(1, BATCH_EVENTS)
    tasks = await appending(writer, command(table_id, 0), command(table_id, 1), full, command(table_id, 2))
    for _ in range(2):
        postgres.may_answer.release()
    await asyncio.gather(tasks[0], tasks[2], tasks[1])
    assert not tasks[3].done()

    postgres.may_answer.release()
    await tasks[3]


async def test_a_command_that_nobody_waits_for_any_more_is_not_written(writer: Writer, postgres: Postgres) -> None:
    first, second, third = commands(3)
    tasks = await appending(writer, first)
    tasks += await appending(writer, second, third)
    tasks[1].cancel()
    postgres.may_answer.release()
    postgres.may_answer.release()
    await asyncio.gather(tasks[0], tasks[2])

    assert postgres.statements == [[first.table_id], [third.table_id]]


async def test_a_caller_who_stops_waiting_in_flight_disturbs_nobody(writer: Writer, postgres: Postgres) -> None:
    first, second = await appending(writer, *commands(2))
    first.cancel()
    postgres.may_answer.release()

    await second
    assert first.cancelled()


async def test_each_is_told_what_became_of_its_own(writer: Writer, postgres: Postgres) -> None:
    won, lost, repeated, other = commands(4)
    postgres.answers.append([0, 7, IN_THE_LOG, 0])
    tasks = await appending(writer, won, lost, repeated, other)
    postgres.may_answer.release()

    with pytest.raises(Conflict) as conflict:
        await tasks[1]
    await tasks[2]
    assert (conflict.value.table_id, conflict.value.actual) == (lost.table_id, 7)
    assert not tasks[0].done()

    postgres.may_answer.release()
    await asyncio.gather(tasks[0], tasks[3])
    assert postgres.statements == [tables([won, lost, repeated, other]), tables([won, other])]


async def test_too_many_are_refused_at_once(postgres: Postgres) -> None:
    writer = Writer(KeptConnection(postgres.connect), queue_commands=3)  # type: ignore[arg-type]
    tasks = await appending(writer, *commands(1))
    tasks += await appending(writer, *commands(3))

    with pytest.raises(StoreUnavailable, match="overloaded"):
        await writer.append(*commands(1))

    postgres.may_answer.release()
    postgres.may_answer.release()
    assert await asyncio.gather(*tasks) == [None] * 4


async def test_after_a_failure_the_same_commands_are_written_again(
    writer: Writer, postgres: Postgres, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    first, second = commands(2)
    postgres.answers += [ConnectionResetError(), asyncpg.DeadlockDetectedError("deadlock")]
    tasks = await appending(writer, first)
    tasks += await appending(writer, second)
    for _ in range(3):
        postgres.may_answer.release()
    await asyncio.gather(*tasks)

    assert postgres.statements == [
        [first.table_id],
        [first.table_id, second.table_id],
        [first.table_id, second.table_id],
    ]
    assert caplog.messages == ["The log takes no events now; it is tried again", "The log takes events again"]


async def test_patience_ends(postgres: Postgres) -> None:
    writer = Writer(KeptConnection(postgres.connect), patience_seconds=0)  # type: ignore[arg-type]
    postgres.answers.append(asyncpg.CannotConnectNowError("the database system is starting up"))
    tasks = [*await appending(writer, *commands(1)), *await appending(writer, *commands(1))]
    postgres.may_answer.release()

    for task in tasks:
        with pytest.raises(StoreUnavailable, match="CannotConnectNowError"):
            await task
    await writer.close()
    assert len(postgres.statements) == 1


async def test_only_those_of_a_lane_that_somebody_holds_wait_for_it(writer: Writer, postgres: Postgres) -> None:
    held, free = [command(table_in(3), 0) for _ in range(4)], [command(table_in(lane), 0) for lane in (1, 4, 5)]
    postgres.held = {3}
    postgres.answers += [asyncpg.LockNotAvailableError("canceling statement due to lock timeout")]
    tasks = await appending(writer, *held, *free)
    postgres.may_answer.release()
    postgres.may_answer.release()

    await asyncio.gather(*tasks[4:])
    late = (await appending(writer, command(table_in(6), 0)))[0]
    postgres.may_answer.release()
    await late
    assert not any(task.done() for task in tasks[:4])
    assert postgres.statements[1:] == [tables(free), [postgres.statements[2][0]]]

    postgres.held.clear()
    postgres.may_answer.release()
    await asyncio.gather(*tasks[:4])
    assert postgres.statements[3] == tables(held)


@pytest.mark.parametrize("mistake", [None, asyncpg.UndefinedColumnError('column "lane" does not exist')])
async def test_a_lane_that_is_held_for_long_is_given_up(postgres: Postgres, mistake: Exception | None) -> None:
    writer = Writer(KeptConnection(postgres.connect), patience_seconds=0.01)  # type: ignore[arg-type]
    postgres.held, postgres.mistake = {3}, mistake
    postgres.answers += [asyncpg.LockNotAvailableError("canceling statement due to lock timeout")]
    (task,) = await appending(writer, command(table_in(3), 0))
    postgres.may_answer.release()

    with pytest.raises(StoreUnavailable if mistake is None else asyncpg.UndefinedColumnError):
        await task
    await writer.close()
    assert len(postgres.statements) == 1


async def test_a_lane_that_is_held_for_long_is_given_up_while_others_are_written(postgres: Postgres) -> None:
    writer = Writer(KeptConnection(postgres.connect), patience_seconds=0.05)  # type: ignore[arg-type]
    postgres.held = {3}
    postgres.answers += [asyncpg.LockNotAvailableError("canceling statement due to lock timeout")]
    (held,) = await appending(writer, command(table_in(3), 0))
    postgres.may_answer.release()

    async with asyncio.timeout(5):
        while not held.done():
            postgres.may_answer.release()
            await writer.append(command(table_in(4), 0))

    with pytest.raises(StoreUnavailable, match="somebody holds the lane"):
        await held
    await writer.close()


async def test_a_table_of_the_log_that_is_locked_for_long_is_given_up(postgres: Postgres) -> None:
    """As by `create index` or `vacuum full` of an operator: nobody holds a lane, and no append comes through."""
    writer = Writer(KeptConnection(postgres.connect), patience_seconds=0.05)  # type: ignore[arg-type]
    (task,) = await appending(writer, command(table_in(3), 0))

    async with asyncio.timeout(5):
        while not task.done():
            postgres.answers.append(asyncpg.LockNotAvailableError("canceling statement due to lock timeout"))
            postgres.may_answer.release()
            await asyncio.sleep(0.01)

    with pytest.raises(StoreUnavailable):
        await task
    await writer.close()


async def test_a_batch_that_fails_for_one_is_written_one_by_one(writer: Writer, postgres: Postgres) -> None:
    error, told = asyncpg.CheckViolationError("new row violates check constraint"), NotStorable
    appends = commands(3)
    postgres.answers += [error, None, error, None]
    tasks = await appending(writer, *appends)
    for _ in range(4):
        postgres.may_answer.release()

    outcomes = await asyncio.gather(*tasks, return_exceptions=True)

    assert [type(outcome) for outcome in outcomes] == [type(None), told, type(None)]
    assert postgres.statements == [tables(appends), *([table_id] for table_id in tables(appends))]


async def test_a_mistake_in_the_program_is_told_and_not_tried_again(writer: Writer, postgres: Postgres) -> None:
    postgres.answers.append(asyncpg.UndefinedColumnError('column "game" does not exist'))
    (task,) = await appending(writer, *commands(1))
    postgres.may_answer.release()

    with pytest.raises(asyncpg.UndefinedColumnError):
        await task
    await writer.close()
    assert len(postgres.statements) == 1


async def test_closing_writes_what_has_queued_and_takes_no_more(writer: Writer, postgres: Postgres) -> None:
    tasks = await appending(writer, *commands(1))
    tasks += await appending(writer, *commands(2))
    closing = asyncio.create_task(writer.close())
    await asyncio.sleep(0)
    with pytest.raises(StoreUnavailable, match="closed"):
        await writer.append(*commands(1))
    assert not closing.done()

    postgres.may_answer.release()
    postgres.may_answer.release()
    await closing

    assert await asyncio.gather(*tasks) == [None] * 3


async def test_batches_are_counted(writer: Writer, postgres: Postgres) -> None:
    names = ("parlour_append_events_count", "parlour_append_events_sum", "parlour_append_seconds_count")
    before = [REGISTRY.get_sample_value(name) or 0 for name in names]
    postgres.may_answer.release()
    await asyncio.gather(*await appending(writer, *commands(4, events=2)))

    after = [REGISTRY.get_sample_value(name) or 0 for name in names]

    assert [new - old for new, old in zip(after, before, strict=True)] == [1, 8, 1]

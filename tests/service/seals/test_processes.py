"""Processes that seal one log at the same time, and are killed: the seals follow each other, and none is half made."""

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from itertools import count, pairwise

import pytest

from service.seals.hashes import NO_SEAL, hash_of_seal
from service.seals.schemas import document_of
from service.seals.sealing import make_seal
from service.store import LogSeal
from service.store.postgres.store import PostgresStore
from service.store.signing import Signer, log_seal_holds
from tests.service.seals.recomputed import check_sealed
from tests.service.store.commands import command, move_the_log, owner_of, table_in

SIGNER = Signer(bytes(32))
PAUSE_SECONDS = 0.1
"""Seconds between two moves: the log need not be long."""
SEALER = """
import asyncio, sys
from itertools import count
from service.store.signing import Signer
from service.seals.sealing import make_seal
from service.store.postgres.store import PostgresStore

async def main():
    times = count(1)
    async with PostgresStore.open(sys.argv[1], 2) as store:
        while True:
            seal = await make_seal(store, Signer(bytes(32)), lambda: next(times))
            print(seal.number, flush=True)

asyncio.run(main())
"""


class Sealing:
    """A process that makes one seal after the other, and says the number of each."""

    def __init__(self, url: str) -> None:
        self.process = subprocess.Popen([sys.executable, "-c", SEALER, url], stdout=subprocess.PIPE, text=True)

    def numbers(self, many: int) -> list[int]:
        """Return the next numbers that it says."""
        assert self.process.stdout is not None
        return [int(self.process.stdout.readline()) for _ in range(many)]

    def kill(self) -> list[int]:
        """Kill it, and return what it has said before."""
        self.process.kill()
        assert self.process.stdout is not None
        rest = [int(line) for line in self.process.stdout if line.endswith("\n")]
        self.process.wait()
        self.process.stdout.close()
        return rest


@contextmanager
def sealing(url: str, processes: int) -> Iterator[list[Sealing]]:
    """Give some processes that seal; they are gone in the end."""
    running = [Sealing(url) for _ in range(processes)]
    try:
        yield running
    finally:
        for each in running:
            if each.process.poll() is None:
                each.kill()


async def all_seals(store: PostgresStore) -> list[LogSeal]:
    """Return all seals that there are, the oldest first."""
    return (await store.log_seals.page(None, 100_000))[::-1]


async def playing(store: PostgresStore) -> None:
    """Append events to some lanes, for ever."""
    tables = [table_in(lane) for lane in range(5)]
    for step in count():
        await asyncio.gather(*(store.append(command(table, 20 * step, 20)) for table in tables))
        await asyncio.sleep(PAUSE_SECONDS)


async def must_hold_together(store: PostgresStore) -> None:
    """Assert that the seals are numbered, name each other, are signed, and say what is in the log."""
    seals = await all_seals(store)
    assert [seal.number for seal in seals] == [*range(1, len(seals) + 1)]
    assert [seal.previous for seal in seals] == [NO_SEAL, *map(hash_of_seal, seals[:-1])]
    assert all(log_seal_holds(SIGNER.public_key, seal) for seal in seals)
    assert all(one.at < other.at for one, other in pairwise(seals))
    for seal in (seals[0], seals[-1]):
        faults = await check_sealed(document_of(seal, SIGNER), store.log_seals, str(store.epoch), SIGNER.public_key)
        assert faults == []


@pytest.fixture
async def store(empty_database: str) -> AsyncIterator[PostgresStore]:
    async with PostgresStore.open(empty_database) as store:
        yield store


async def test_what_processes_seal_at_the_same_time_follows_each_other(
    empty_database: str, store: PostgresStore
) -> None:
    playing_on = asyncio.create_task(playing(store))
    with sealing(empty_database, 2) as processes:
        said = [await asyncio.to_thread(each.numbers, 5) for each in processes]
        said += [await asyncio.to_thread(each.kill) for each in processes]
    playing_on.cancel()

    numbers = [number for each in said for number in each]
    assert len(numbers) == len(set(numbers)), "no number is made by two"
    assert set(numbers) <= {seal.number for seal in await all_seals(store)}
    await must_hold_together(store)


async def test_a_process_that_is_killed_leaves_no_half_seal(empty_database: str, store: PostgresStore) -> None:
    playing_on = asyncio.create_task(playing(store))
    said: list[int] = []
    for many in (1, 2, 3):
        with sealing(empty_database, 1) as (process,):
            said += await asyncio.to_thread(process.numbers, many)
            said += await asyncio.to_thread(process.kill)
        assert set(said) <= {seal.number for seal in await all_seals(store)}, "what was told is there"
    playing_on.cancel()

    await must_hold_together(store)


async def test_a_log_that_was_restored_says_so_in_its_next_seal(empty_database: str, store: PostgresStore) -> None:
    table_id = table_in(5)
    await store.append(command(table_id, 0, 300))
    first = await make_seal(store, SIGNER, lambda: 1)
    await store.append(command(table_id, 300, 300))
    owner = await owner_of(empty_database)
    await move_the_log(owner)
    await owner.close()
    async with PostgresStore.open(empty_database) as restored:
        seals = [await make_seal(restored, SIGNER, lambda: 3) for _ in range(2)]

        assert [(seal.number, seal.cut) for seal in seals] == [(2, True), (3, False)]
        assert seals[0].epoch != first.epoch
        assert await check_sealed(document_of(seals[1], SIGNER), restored.log_seals, seals[1].epoch) == []
        assert await check_sealed(document_of(first, SIGNER), restored.log_seals, seals[1].epoch) == []

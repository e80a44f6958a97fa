"""The shards of a log, and which of them answer: one that hangs holds up its own tables alone, and those not for long.

A shard that does not answer a question to all in time is asked no such question until it answers a probe. If it has not
for some seconds more, it is silent: whatever is asked of it raises `StoreUnavailable` at once, and so does what still
waits for its answer.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from contextvars import Context
from functools import partial
from typing import Any, TypeVar

from service.runtime.metrics import SHARD_AWAY
from service.store.port import EventStore, StoreUnavailable

T = TypeVar("T")

MOST_SECONDS = 3.2
"""Seconds in which a shard has to answer what all are asked."""
LAST_SECONDS = 5.0
"""Seconds after which a shard that was late, or away, counts as silent: until then commands wait for its restart."""
PAUSE_SECONDS = 0.5
"""Seconds between two probes."""

log = logging.getLogger(__name__)


class Shards:
    """The stores of the shards by number; None: it is not open yet. They may be opened later.

    `most_seconds` and `last_seconds` are those of `MOST_SECONDS` and `LAST_SECONDS`.
    """

    def __init__(
        self,
        stores: Sequence[EventStore | None],
        *,
        most_seconds: float = MOST_SECONDS,
        last_seconds: float = LAST_SECONDS,
    ) -> None:
        self._stores = stores
        self._most_seconds = most_seconds
        self._last_seconds = last_seconds
        self._probes: dict[int, asyncio.Task[None]] = {}
        """What asks the shards that were late, or away, whether they answer again."""
        self._silent: set[int] = set()
        self._waiting: defaultdict[int, set[asyncio.Future[Any]]] = defaultdict(set)
        for number in range(len(stores)):
            SHARD_AWAY.labels(number)

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self._stores)

    def number_of(self, store: EventStore) -> int:
        """Return the number of the shard that has a store."""
        return self._stores.index(store)

    def away(self) -> set[int]:
        """Return the shards that are not open, or have not answered when they were asked last."""
        return {number for number, store in enumerate(self._stores) if store is None or number in self._probes}

    async def ask(self, number: int, question: Callable[[EventStore], Awaitable[T]]) -> T:
        """Return what a shard answers. Raises `StoreUnavailable`, at once if the shard is silent or not open yet."""
        store = self._stores[number]
        if store is None or number in self._silent:
            raise away(number)
        outcome: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        answer = asyncio.ensure_future(question(store))  # its own task: one that is cancelled may take its time
        answer.add_done_callback(partial(pass_on, outcome))
        self._waiting[number].add(outcome)
        try:
            return await outcome
        finally:
            self._waiting[number].discard(outcome)
            if not answer.done():
                answer.cancel()

    async def ask_among_all(self, number: int, question: Callable[[EventStore], Awaitable[T]]) -> T:
        """Return what a shard answers that is asked like all others, who should not wait for it.

        Raises `StoreUnavailable`, also if it is late.
        """
        if number in self._probes:
            raise away(number)
        try:
            async with asyncio.timeout(self._most_seconds):
                return await self.ask(number, question)
        except TimeoutError:
            self._doubt(number)
            raise StoreUnavailable(f"shard {number} is late") from None
        except StoreUnavailable:
            self._doubt(number)
            raise

    def _doubt(self, number: int) -> None:
        """Ask a shard whether it answers again, until it does."""
        if self._stores[number] is not None and number not in self._probes:
            self._probes[number] = asyncio.create_task(self._probe(number), context=Context())

    async def _probe(self, number: int) -> None:
        silence = asyncio.get_running_loop().call_later(self._last_seconds, self._fall_silent, number)
        try:
            while True:
                if await answers(self._stores[number]):
                    break
                await asyncio.sleep(PAUSE_SECONDS)
        finally:
            silence.cancel()
            del self._probes[number]
            if number in self._silent:
                self._silent.remove(number)
                log.warning("A shard of the log answers again", extra={"shard": number})

    def _fall_silent(self, number: int) -> None:
        self._silent.add(number)
        log.warning("A shard of the log does not answer; its tables wait for it", extra={"shard": number})
        for outcome in self._waiting[number]:
            if not outcome.done():
                outcome.set_exception(away(number))

    async def close(self) -> None:
        """Ask nobody any more whether they answer."""
        probes = list(self._probes.values())
        for probe in probes:
            probe.cancel()
        await asyncio.gather(*probes, return_exceptions=True)


def away(number: int) -> StoreUnavailable:
    """Return what is raised for a shard that is not there."""
    return StoreUnavailable(f"shard {number} is away")


def pass_on(outcome: "asyncio.Future[T]", answer: "asyncio.Future[T]") -> None:
    """Give an outcome to the caller that waits for it, if it still does."""
    if answer.cancelled():
        outcome.cancel()
    elif (error := answer.exception()) is not None:  # asked for in any case, or it would count as lost
        if not outcome.done():
            outcome.set_exception(error)
    elif not outcome.done():
        outcome.set_result(answer.result())


async def answers(store: EventStore | None) -> bool:
    """Return whether a store answers, in its own time."""
    if store is None:
        return False
    try:
        await store.answers()
    except StoreUnavailable:
        return False
    return True

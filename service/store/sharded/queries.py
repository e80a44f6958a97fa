"""Queries of all shards at once, whose answers are merged."""

import asyncio
import heapq
from collections.abc import Awaitable, Callable, Iterable, Sequence
from itertools import islice
from typing import TypeVar
from uuid import UUID

from service.runtime.metrics import SHARD_AWAY
from service.store.gathered import Incomplete
from service.store.port import EventStore, StoreUnavailable
from service.store.sharded.shards import Shards

T = TypeVar("T")
R = TypeVar("R")


async def ask_all(
    shards: Shards, ask: Callable[[EventStore], Awaitable[T]], merge: Callable[[Sequence[T]], R], *, but: int = -1
) -> R:
    """Ask all shards at once, one perhaps excepted, and merge their answers, which are in the order of the shards.

    Raises `Incomplete` with what the others have said if some are away or late, and `StoreUnavailable` if all are. All
    other errors pass.
    """

    async def answer(number: int) -> T | StoreUnavailable:
        try:
            return await shards.ask_among_all(number, ask)
        except StoreUnavailable as error:
            SHARD_AWAY.labels(number).inc()
            return error

    numbers = [number for number in range(len(shards)) if number != but]
    answers = await asyncio.gather(*map(answer, numbers))
    away = [each for each in zip(numbers, answers, strict=True) if isinstance(each[1], StoreUnavailable)]
    if len(away) == len(numbers):
        raise StoreUnavailable("no shard of the log answers")
    found = merge([each for each in answers if not isinstance(each, StoreUnavailable)])
    if away:
        raise Incomplete(found, tuple([number for number, _ in away]))
    return found


def in_order(
    key: Callable[[T], tuple[int, UUID]], limit: int, *, newest: bool = False
) -> Callable[[Iterable[list[T]]], list[T]]:
    """Return how to merge lists that are in the order of a key, or in the reverse one, into one of at most `limit`."""

    def merge(answers: Iterable[list[T]]) -> list[T]:
        return list(islice(heapq.merge(*answers, key=key, reverse=newest), limit))

    return merge


def joined(answers: Iterable[list[T]]) -> list[T]:
    """Return what all have answered, as one list."""
    return [each for answer in answers for each in answer]


def by_time(due: tuple[UUID, int]) -> tuple[int, UUID]:
    """Return the place of a table, or a tournament, among those that are due."""
    return due[1], due[0]

"""Answers that are gathered from several shards of the log, some of which may be away."""

from collections.abc import Awaitable
from typing import TypeVar, cast

from service.store.port import StoreUnavailable

T = TypeVar("T")


class Incomplete(StoreUnavailable):
    """Some shards of the log did not answer; `found` is the answer of the others, in the form of a complete one.

    Callers that have no use for a part of the answer handle it like any `StoreUnavailable`.
    """

    def __init__(self, found: object, shards: tuple[int, ...]) -> None:
        super().__init__(f"no answer from shard {', '.join(map(str, shards))}")
        self.found = found
        self.shards = shards


async def as_far_as_known(question: Awaitable[T]) -> tuple[T, tuple[int, ...]]:
    """Return the answer to a query, and the shards that are missing in it. Raises `StoreUnavailable`."""
    try:
        return await question, ()
    except Incomplete as part:
        return cast("T", part.found), part.shards

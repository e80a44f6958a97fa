"""Answers that are gathered from several shards of the log, some of which may be away."""

from collections.abc import Awaitable
from typing import Any, TypeVar

from service.store.port import StoreUnavailable

T = TypeVar("T")


class Incomplete(StoreUnavailable):
    """Some shards of the log did not answer; `found` is what the others have, in the form that was asked for.

    Who does not care for parts takes it for what it is: the store is unavailable.
    """

    def __init__(self, found: Any, shards: tuple[int, ...]) -> None:
        super().__init__(f"no answer from shard {', '.join(map(str, shards))}")
        self.found = found
        self.shards = shards


async def as_far_as_known(question: Awaitable[T]) -> tuple[T, tuple[int, ...]]:
    """Return the answer to a question, and the shards that are missing in it. Raises `StoreUnavailable`."""
    try:
        return await question, ()
    except Incomplete as part:
        found: T = part.found
        return found, part.shards

"""Group read: one statement in flight, and callers that come meanwhile share the next one."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")

Found = Mapping[K, V]
"""What was found, by what was asked for; what is not there is left out."""


class Grouped(Generic[K, V]):
    """Asks one question for many; `ask` answers it for some keys, each of them once."""

    def __init__(self, ask: Callable[[list[K]], Awaitable[Found[K, V]]]) -> None:
        self._ask = ask
        self._waiting: list[tuple[tuple[K, ...], asyncio.Future[Found[K, V]]]] = []
        self._task: asyncio.Task[None] | None = None

    async def read(self, keys: Iterable[K]) -> dict[K, V]:
        """Return what there is of some keys, as it is at some moment after this call. Raises what `ask` raises."""
        wanted = tuple(keys)
        answer: asyncio.Future[Found[K, V]] = asyncio.get_running_loop().create_future()
        self._waiting.append((wanted, answer))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._ask_all())
        found = await answer
        return {key: found[key] for key in wanted if key in found}

    async def _ask_all(self) -> None:
        while self._waiting:
            asked, self._waiting = self._waiting, []
            answers = [answer for _, answer in asked]
            try:
                found = await self._ask(list(dict.fromkeys([key for keys, _ in asked for key in keys])))
            except Exception as error:  # noqa: BLE001 - whatever it is, those who wait must hear of it
                for answer in filter(is_awaited, answers):
                    answer.set_exception(error)
            else:
                for answer in filter(is_awaited, answers):
                    answer.set_result(found)


def is_awaited(answer: asyncio.Future[Found[K, V]]) -> bool:
    """Return whether somebody waits for an answer: cancelled callers do not."""
    return not answer.done()

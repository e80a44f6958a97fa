"""Group read: one statement in flight, and callers that come meanwhile share the next one."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Generic, TypeVar, cast

from service.runtime.unavailable import Unavailable

K = TypeVar("K")
V = TypeVar("V")

TOLD_AT_ONCE = 16
"""Number of callers who go on before others have their turn."""

Found = Mapping[K, V]
"""What was found, by what was asked for; what is not there is left out."""


class Grouped(Generic[K, V]):
    """Asks one question for many; `ask` answers it for some keys, each of them once."""

    def __init__(self, ask: Callable[[list[K]], Awaitable[Found[K, V]]]) -> None:
        self._ask = ask
        self._waiting: list[tuple[tuple[K, ...], asyncio.Future[Found[K, V]]]] = []
        self._task: asyncio.Task[None] | None = None

    async def read(self, keys: Iterable[K]) -> dict[K, V]:
        """Return what is found under some keys, as it is at some moment after this call.

        Raises what `ask` raises, or what is `Unavailable` to those who have asked before.
        """
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
            keys = list(dict.fromkeys([key for keys, _ in asked for key in keys]))
            answers = [answer for _, answer in asked]
            await told(self._found(keys, answers), answers)

    async def _found(self, keys: list[K], answers: list[asyncio.Future[Found[K, V]]]) -> Found[K, V]:
        try:
            return await self._ask(keys)
        except Unavailable:  # who has come meanwhile would wait for as long again
            answers += [answer for _, answer in self._waiting]
            self._waiting = []
            raise


async def told(found: Awaitable[V], answers: Sequence[asyncio.Future[V]]) -> None:
    """Give a result to all callers that wait for it, or raise its error in them, a few at a time.

    Each caller then goes on with its work; a thousand at once would hold up all others.
    """
    result: V | None = None
    failure: BaseException | None = None
    try:
        result = await found
    except asyncio.CancelledError:
        for answer in answers:
            answer.cancel()
        raise
    except BaseException as error:  # noqa: BLE001 - whatever it is, those who wait must hear of it
        failure = error
    for place, answer in enumerate(answers, start=1):
        if answer.done():
            continue  # cancelled callers do not wait
        if failure is None:
            answer.set_result(cast("V", result))
        else:
            answer.set_exception(failure)
        if place % TOLD_AT_ONCE == 0:
            await asyncio.sleep(0)

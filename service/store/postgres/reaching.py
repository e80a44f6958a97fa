"""One connection to the server that a URL asks for, of those that it names.

asyncpg tries one host after the other within one time limit. So a first host that is gone without a word, because its
machine or its network is lost, would use up the time of all others, and nobody would come to the server that has taken
its place. Here a host has a short head start; then the next one is tried beside it.
"""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from typing import Any, Final, TypeAlias

import asyncpg

from service.postgres_url import kind_asked_for, places

Connection: TypeAlias = "asyncpg.Connection[asyncpg.Record]"
Attempt: TypeAlias = Callable[[], Coroutine[Any, Any, Connection]]

CONNECT_SECONDS: Final = 5.0
"""Seconds to wait for a new connection."""

HEAD_START_SECONDS: Final = 0.3
"""After these, the next host is tried as well: one that is there has nearly always answered."""

NOT_THIS_ONE: Final = (OSError, asyncpg.CannotConnectNowError, asyncpg.TargetServerAttributeNotMatched)
"""What leads to the next host: this one is away, starts or stops, or is not of the kind that is asked for."""

ROUNDS: Final = {"prefer-standby": ("standby", "any")}
"""What all hosts are asked to be, one after the other, instead of a kind that no single one can be."""


async def reached(url: str, **settings: Any) -> Connection:
    """Connect as `asyncpg.connect` does, with these settings; of several hosts none keeps the others waiting.

    Raises what asyncpg raises; TimeoutError after `CONNECT_SECONDS`; `BadUrl`.
    """
    hosts = places(url)
    if len(hosts) == 1:
        return await asyncpg.connect(url, timeout=CONNECT_SECONDS, **settings)
    asked = kind_asked_for(url)
    *others, last = ROUNDS.get(asked or "", (asked,))
    for kind in others:
        try:
            return await _first(url, hosts, kind, settings)
        except NOT_THIS_ONE:
            continue
    return await _first(url, hosts, last, settings)


async def _first(
    url: str, hosts: Sequence[tuple[str, int | None]], kind: str | None, settings: dict[str, Any]
) -> Connection:
    """Return a connection to the first of these hosts that turns out to be of a kind. Raises as `reached` does."""
    one = partial(asyncpg.connect, url, target_session_attrs=kind, **settings)
    async with asyncio.timeout(CONNECT_SECONDS):
        return await first_of([partial(one, host=host, port=port) for host, port in hosts])


async def first_of(attempts: Sequence[Attempt], head_start: float = HEAD_START_SECONDS) -> Connection:
    """Return the first connection that opens. An attempt begins when the one before has failed, or had its head start.

    Raises what is none of `NOT_THIS_ONE` at once; if all attempts fail, rather that one is away than that it is of
    another kind.
    """
    waiting, errors = [*reversed(attempts)], []
    running: set[asyncio.Task[Connection]] = set()
    try:
        while waiting or running:
            if waiting:
                running.add(asyncio.create_task(waiting.pop()()))
            patience = head_start if waiting else None
            done, _ = await asyncio.wait(running, timeout=patience, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                running.remove(task)
                try:
                    return task.result()
                except NOT_THIS_ONE as error:
                    errors.append(error)
    finally:
        for task in running:
            task.add_done_callback(_drop)
            task.cancel()
    raise max(errors, key=lambda error: not isinstance(error, asyncpg.TargetServerAttributeNotMatched))


def _drop(task: "asyncio.Task[Connection]") -> None:
    """Cut off a connection that nobody waits for any more, if it has been opened all the same."""
    if not task.cancelled() and task.exception() is None:
        task.result().terminate()

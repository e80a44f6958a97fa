"""One connection to the server that a URL asks for, of those that it names.

asyncpg tries one host after the other within one time limit. If the machine or the network of the first host is lost,
that host would use up the time of all others, and nobody would reach the server that has replaced it. Here a host has a
short head start; then the next one is tried beside it.

Of several that take writes one is the primary. All are asked before the first connection, and every few seconds.
"""

import asyncio
import contextlib
from collections.abc import Callable, Collection, Coroutine, Sequence
from functools import partial
from typing import Any, Final, TypeAlias

import asyncpg

from service.postgres_url import WRITABLE, kind_asked_for, places
from service.store.postgres.primary import Host, Hosts, Primaries

Connection: TypeAlias = "asyncpg.Connection[asyncpg.Record]"
Attempt: TypeAlias = Callable[[], Coroutine[Any, Any, Connection]]

CONNECT_SECONDS: Final = 5.0
"""Seconds to wait for a new connection."""

HEAD_START_SECONDS: Final = 0.3
"""After these, the next host is tried as well: one that is there has nearly always answered."""

LOOK_SECONDS: Final = 2.0
"""A host that has not said within these whether it is the primary is left out."""

BETWEEN_LOOKS_SECONDS: Final = 5.0
"""Seconds until the hosts of a URL are all asked again."""

LEAST_PAUSE_SECONDS: Final = 1.0
"""Least number of seconds between two such looks of a process, however many URLs it has."""

NOT_THIS_ONE: Final = (OSError, asyncpg.CannotConnectNowError, asyncpg.TargetServerAttributeNotMatched)
"""What leads to the next host: this one is away, starts or stops, or is not of the kind that is asked for."""

ROUNDS: Final = {"prefer-standby": ("standby", "any")}
"""What all hosts are asked to be, one after the other, instead of a kind that no single one can be."""

PRIMARIES: Final = Primaries()
"""What this process knows."""

_asked: set[Hosts] = set()
"""The lists of hosts that have been asked."""


async def reached(url: str, **settings: Any) -> Connection:
    """Connect as `asyncpg.connect` does, with these settings; of several hosts none keeps the others waiting.

    Raises what asyncpg raises; TimeoutError after `CONNECT_SECONDS`; `BadUrl`.
    """
    hosts = tuple(places(url))
    if len(hosts) == 1:
        return await asyncpg.connect(url, timeout=CONNECT_SECONDS, **settings)
    asked = kind_asked_for(url)
    if asked in WRITABLE and hosts not in _asked:
        await look(url)
    *others, last = ROUNDS.get(asked or "", (asked,))
    for kind in others:
        try:
            return await _first(url, hosts, kind, settings)
        except NOT_THIS_ONE:
            continue
    return await _first(url, hosts, last, settings)


async def look(url: str) -> None:
    """Ask all hosts of a URL, which asks for the one that takes writes, so that it is known who is the primary."""
    hosts, kind = tuple(places(url)), kind_asked_for(url)

    async def ask(host: Host) -> None:
        with contextlib.suppress(OSError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError):
            connection = await _opened(url, host, hosts, kind)
            await connection.close()

    _asked.add(hosts)
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(LOOK_SECONDS):
            await asyncio.gather(*(ask(each) for each in hosts))


async def keep_looking(urls: Collection[str]) -> None:
    """Ask all hosts of all URLs that name several, one list of hosts after the other, until cancelled."""
    lists = {tuple(places(url)): url for url in urls if kind_asked_for(url) in WRITABLE}
    several = [url for hosts, url in lists.items() if len(hosts) > 1]
    while True:
        for url in several:
            await asyncio.sleep(max(LEAST_PAUSE_SECONDS, BETWEEN_LOOKS_SECONDS / len(several)))
            await look(url)
        if not several:
            await asyncio.Event().wait()


async def _first(url: str, hosts: Hosts, kind: str | None, settings: dict[str, Any]) -> Connection:
    """Return a connection to the first of these hosts that turns out to be of a kind. Raises as `reached` does."""
    async with asyncio.timeout(CONNECT_SECONDS):
        return await first_of([partial(_opened, url, each, hosts, kind, **settings) for each in hosts])


async def _opened(url: str, host: Host, hosts: Hosts, kind: Any, **settings: Any) -> Connection:
    """Return a connection to one of the hosts of a URL, if it is of a kind. Raises what asyncpg raises."""
    name, port = host
    connection: Connection = await asyncpg.connect(url, host=name, port=port, target_session_attrs=kind, **settings)
    if kind in WRITABLE:
        try:
            await PRIMARIES.admit(connection, host, hosts)
        except BaseException:
            connection.terminate()
            raise
    return connection


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

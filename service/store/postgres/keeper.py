"""Keeps the store of a shard open, which may be away when a process starts."""

import asyncio
import contextlib
import logging
from collections.abc import Callable
from typing import TypeAlias

from service.store.migrate import LogShard
from service.store.port import EventStore, StoreUnavailable

PAUSE_SECONDS = 0.5
"""Seconds between two attempts to open a shard that is away."""

log = logging.getLogger(__name__)

OpenStore: TypeAlias = Callable[[], contextlib.AbstractAsyncContextManager[EventStore]]


class Keeper:
    """Keeps the store of a shard open in its place among the others, as soon as that can be done."""

    def __init__(self, shard: LogShard, shards: list[EventStore | None], open_store: OpenStore) -> None:
        self._shard = shard
        self._shards = shards
        self._open = open_store
        self._closing = asyncio.Event()
        self._tried: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._task: asyncio.Task[None] | None = None
        self._told: tuple[str, str] | None = None
        """What was said last of why the shard is not open."""

    async def start(self) -> None:
        """Try to open the store, then go on to try beside all else. Raises what forbids it, but not that it is away."""
        self._task = asyncio.create_task(self._keep())
        await self._tried

    async def close(self) -> None:
        """Close the store."""
        self._closing.set()
        if self._task is not None:
            await self._task

    async def _keep(self) -> None:
        while not self._closing.is_set():
            try:
                async with self._open() as store:
                    self._shards[self._shard.number] = store
                    if self._told is not None:
                        log.warning("A shard of the log is back", extra={"shard": self._shard.number})
                    self._have_tried(None)
                    await self._closing.wait()
            except StoreUnavailable as error:
                self._tell("A shard of the log is away; its tables wait for it", error)
                self._have_tried(None)
            except Exception as error:  # noqa: BLE001 - of the first attempt somebody hears, of later ones the log
                if self._tried.done():
                    self._tell("A shard of the log cannot be opened; it is tried again", error, logging.ERROR)
                self._have_tried(error)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._closing.wait(), PAUSE_SECONDS)

    def _tell(self, told: str, error: Exception, level: int = logging.WARNING) -> None:
        """Say why the shard is not open, unless that was the last that was said of it."""
        if self._told != (told, str(error)):
            self._told = told, str(error)
            log.log(level, told, extra={"shard": self._shard.number, "cause": str(error)})

    def _have_tried(self, error: Exception | None) -> None:
        if self._tried.done():
            return
        if error is None:
            self._tried.set_result(None)
        else:
            self._closing.set()
            self._tried.set_exception(error)

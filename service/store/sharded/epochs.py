"""The epochs of a log of several shards: one for each combination of epochs that its shards were in together."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Protocol

from service.store.port import Epoch, StoreUnavailable

PATIENCE_SECONDS = 1.0
"""Seconds that a new connection to a shard waits for the register, which others have to ask, too."""


class LogEpochs(Protocol):
    """The epochs of the log, and of which epochs of its shards they are made. Everything raises `StoreUnavailable`."""

    @property
    def current(self) -> Epoch:
        """The epoch that this process is in."""

    async def parts(self, epoch: Epoch) -> Sequence[Epoch] | None:
        """Return the epochs of the shards in an epoch of the log; None: the log knows of no such epoch."""


class Register(Protocol):
    """Where all processes look up the epochs of the log."""

    async def epoch_of(self, parts: Sequence[Epoch]) -> Epoch:
        """Return the epoch of the log in which its shards are in these, a new one if they never were together."""

    async def parts_of(self, epoch: Epoch) -> Sequence[Epoch] | None:
        """Return the epochs of the shards in an epoch of the log; None: the log knows of no such epoch."""

    async def has_left(self, shard: int, epoch: Epoch) -> bool:
        """Return whether a shard has been in this epoch, and in another one since."""


class RegisteredEpochs:
    """The epochs of a log as this process finds them: each new connection to a shard tells that shard's.

    A newer epoch of a shard counts here before the first statement on the connection that told it. So the answers of a
    process belong to the epoch that it names.
    """

    def __init__(self, register: Register, epoch: Epoch, parts: Sequence[Epoch]) -> None:
        self._register = register
        self._parts = tuple(parts)
        self._lock = asyncio.Lock()
        self.current = epoch

    async def found(self, shard: int, epoch: Epoch) -> None:
        """Take note of a shard's epoch. Raises `StoreUnavailable` if it is left behind, or cannot be registered.

        A server with an older history of the shard is a copy, or a primary that was replaced. This process may not know
        its replacement yet.
        """
        if self._parts[shard] == epoch and await self._has_left(shard, epoch):
            raise left_behind(shard)
        async with self._lock:
            if self._parts[shard] != epoch:
                if await self._register.has_left(shard, epoch):
                    raise left_behind(shard)
                parts = (*self._parts[:shard], epoch, *self._parts[shard + 1 :])
                self.current, self._parts = await self._register.epoch_of(parts), parts

    async def _has_left(self, shard: int, epoch: Epoch) -> bool:
        """Return whether a shard has left an epoch, if that can be found out at once: it must not wait for another."""
        with suppress(StoreUnavailable, TimeoutError):
            async with asyncio.timeout(PATIENCE_SECONDS):
                return await self._register.has_left(shard, epoch)
        return False

    async def parts(self, epoch: Epoch) -> Sequence[Epoch] | None:
        """Return the epochs of the shards in an epoch of the log; see `LogEpochs.parts`."""
        return self._parts if epoch == self.current else await self._register.parts_of(epoch)


def left_behind(shard: int) -> StoreUnavailable:
    """Return what is raised for a server that has a history of a shard which the shard has left."""
    return StoreUnavailable(f"shard {shard} has a newer history elsewhere: the one here was left behind")

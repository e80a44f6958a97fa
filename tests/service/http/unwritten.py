"""A service in memory that is watched: what each request has changed of players and of what they type.

These stores are changed by requests alone, and now and then by what takes care of them. The log is not watched: clocks
and house players go on while a request is answered.
"""

import contextlib
import dataclasses
from collections.abc import AsyncIterator, Sequence
from typing import Any

import httpx
from litestar import Litestar

from service.accounts.memory import MemoryAccounts
from service.chat.memory import MemoryChat
from tests.service.http.occasions import Clock, Scene
from tests.service.http.surface import IN_MEMORY, InProcess, in_memory, served


class Watched(InProcess):
    """A client that notes what is in some stores of a service before each request, and after it."""

    def __init__(self, app: Litestar, stores: Sequence[object]) -> None:
        super().__init__(app)
        self._stores = stores
        self.before: list[str] = []
        self.after: list[str] = []

    async def send(self, request: httpx.Request, *, stream: bool = False, **how: Any) -> httpx.Response:
        """Return the answer, and note what is in the stores around it."""
        self.before = self._kept()
        answer = await super().send(request, stream=stream, **how)
        self.after = self._kept()
        return answer

    def _kept(self) -> list[str]:
        return [repr(vars(store)) for store in self._stores]


@contextlib.asynccontextmanager
async def watched() -> AsyncIterator[tuple[Scene, Watched]]:
    """Open a service whose clock a test moves, and a client that watches its stores."""
    clock, accounts, chat = Clock(), MemoryAccounts(), MemoryChat()
    outside = dataclasses.replace(in_memory(now=clock), accounts=accounts, chat=chat)
    async with served(IN_MEMORY, outside) as app, Watched(app, (accounts, chat)) as client:
        yield Scene(app, client, clock), client

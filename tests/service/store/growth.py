"""A database that grows: what questions cost whose plans were made while it was empty, or when it was long."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Self

import asyncpg

from service.store.postgres.connections import PLANS, Connection


class Grown:
    """Connections to a database that is filled once, as that takes most of the time.

    `early` plans while all is empty, and keeps its plans until the tables are analyzed, for whoever plans late. `path`
    names the schemas, `plan` makes the plans of all questions on a connection. What Postgres shall not know of when it
    analyzes, `hide` takes away and `show` brings back.
    """

    def __init__(
        self, url: str, path: str, plan: Callable[[Connection], Awaitable[None]], hide: str = "", show: str = ""
    ) -> None:
        self._url, self._plan, self._hide, self._show = url, plan, hide, show
        self._settings = {"search_path": path, "plan_cache_mode": "force_generic_plan", **PLANS}
        self._is_late = False
        self._stack = AsyncExitStack()

    async def __aenter__(self) -> Self:
        self.early = await self._stack.enter_async_context(self._connected())
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._stack.aclose()

    async def plan_early(self) -> None:
        """Make all plans for empty tables."""
        await self.early.execute("analyze")
        await self._plan(self.early)

    @asynccontextmanager
    async def planned(self, *, late: bool) -> AsyncIterator[Connection]:
        """Give the connection that has planned early, or one that does so now that the tables are long."""
        if not late:
            assert not self._is_late, (
                "since the tables were analyzed, no plan is left that was made while they were empty"
            )
            yield self.early
            return
        self._is_late = True
        for statement in filter(None, (self._hide, "analyze", self._show)):
            await self.early.execute(statement)
        async with self._connected() as connection:
            await self._plan(connection)
            yield connection

    @asynccontextmanager
    async def _connected(self) -> AsyncIterator[Connection]:
        connection = await asyncpg.connect(self._url, server_settings=self._settings)
        try:
            yield connection
        finally:
            await connection.close()

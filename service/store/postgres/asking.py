"""Single statements on the connections of a database: whoever asks is told by one error when it is away."""

from typing import Any

import asyncpg

from service.store.postgres.away import unless_away
from service.store.postgres.connections import Pool, PoolShare


class Asking:
    """Gives each statement a connection of its own. Raises `StoreUnavailable`, and what asyncpg raises for mistakes."""

    def __init__(self, connections: "Pool | PoolShare") -> None:
        self._connections = connections

    async def do(self, statement: str, *given: object) -> None:
        """Execute a statement."""
        with unless_away():
            await self._connections.execute(statement, *given)

    async def rows(self, statement: str, *given: object) -> list[asyncpg.Record]:
        """Return the rows of a statement."""
        with unless_away():
            return await self._connections.fetch(statement, *given)

    async def row(self, statement: str, *given: object) -> asyncpg.Record | None:
        """Return the first row of a statement; None: it has none."""
        return next(iter(await self.rows(statement, *given)), None)

    async def value(self, statement: str, *given: object) -> Any:
        """Return the first value of a statement's first row; None: it has no row."""
        with unless_away():
            return await self._connections.fetchval(statement, *given)

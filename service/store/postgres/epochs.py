"""The epoch of the log, which each new connection asks for before it is used."""

from collections.abc import Sequence
from typing import TypeAlias
from uuid import UUID

import asyncpg

from service.store.migrate import LOG_SCHEMA, migrate
from service.store.port import FIRST_EPOCH, Append, Epoch, lane_of
from service.store.postgres.connections import Connection

AnyConnection: TypeAlias = "Connection | asyncpg.pool.PoolConnectionProxy[asyncpg.Record]"

CURRENT_EPOCH = "select number, id from current_epoch()"
LINK = "select hash from event where lane = $1 and table_id = $2 and version = $3"


class Epochs:
    """The epoch that this process knows. A server is another one, or has another history, only for new connections."""

    def __init__(self) -> None:
        self.current = FIRST_EPOCH

    async def look(self, connection: Connection) -> None:
        """Ask a new connection which epoch it is in."""
        self.current = epoch_of(await connection.fetchrow(CURRENT_EPOCH))

    async def strays(self, connection: AnyConnection, appends: Sequence[Append]) -> set[UUID]:
        """Return the tables at which the event that a command was decided on, in another epoch, is there no more."""
        found = set()
        for append in appends:
            if append.epoch in {None, self.current} or not append.expected:
                continue
            table_id = append.table_id
            link = await connection.fetchval(LINK, lane_of(table_id), table_id, append.expected)
            if link not in {None, append.link}:
                found.add(table_id)
        return found


async def begun_epoch(url: str) -> Epoch:
    """Bring a database to the form that this service needs; return the epoch that begins with it, if one does.

    Raises what `migrate` raises.
    """
    await migrate(url)
    connection = await asyncpg.connect(url, server_settings={"search_path": LOG_SCHEMA})
    try:
        return epoch_of(await connection.fetchrow(CURRENT_EPOCH))
    finally:
        await connection.close()


def epoch_of(row: asyncpg.Record | None) -> Epoch:
    """Return the epoch of a row."""
    if row is None:
        raise ValueError("an epoch has a row")
    return Epoch(row["number"], row["id"].hex[:8])

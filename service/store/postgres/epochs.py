"""The epoch of the log, which each new connection asks for before it is used."""

import asyncpg

from service.store.migrate import LOG_SCHEMA, migrate
from service.store.port import FIRST_EPOCH, Epoch
from service.store.postgres.connections import Connection

CURRENT_EPOCH = "select number, id from current_epoch()"


class Epochs:
    """The epoch that this process knows. A server is another one, or has another history, only for new connections."""

    def __init__(self) -> None:
        self.current = FIRST_EPOCH

    async def look(self, connection: Connection) -> None:
        """Ask a new connection which epoch it is in."""
        self.current = epoch_of(await connection.fetchrow(CURRENT_EPOCH))


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

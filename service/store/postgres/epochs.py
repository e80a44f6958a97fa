"""The epoch of the log, which each new connection asks for before it is used."""

import asyncpg

from service.store.migrate import LOG_SCHEMA, migrate
from service.store.port import FIRST_EPOCH, Epoch
from service.store.postgres.connections import Connection

IN_COMMON = """
select array(
    select case when exists (select from epoch where number = $3 and left(id::text, 8) = $4) then coalesce((
        select event.version from event
        where event.lane = asked.lane and event.table_id = asked.table_id and event.position <= coalesce(
            (select positions[asked.lane + 1] from epoch where number = $3 + 1), event.position
        )
        order by event.version desc limit 1
    ), (
        select max(version) from archive cross join unnest(archive.events)
        where archive.lane = asked.lane and archive.table_id = asked.table_id and position <= coalesce(
            (select positions[asked.lane + 1] from epoch where number = $3 + 1), position
        )
    ), 0) else 0 end
    from unnest($1::smallint[], $2::uuid[]) with ordinality as asked (lane, table_id, place)
    order by asked.place
)
"""
"""An epoch shares with the next one what that began with, and with all later ones, which began with more."""

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

"""The epoch of the log, which each new connection asks for before it is used."""

from collections.abc import Awaitable, Callable

import asyncpg

from service.store.migrate import LogShard
from service.store.port import FIRST_EPOCH, Epoch
from service.store.postgres.connections import ANSWER_SECONDS, Connection, closed_after
from service.store.postgres.reaching import reached

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
PRESENT_EPOCH = """
select number, id from epoch where to_jsonb(epoch) -> 'late' is distinct from 'true'::jsonb
order by number desc limit 1
"""
"""The present epoch, which of several shards need not be the last one that was registered.

A process that is late registers one in which another shard is still in an epoch that it has left, when the present one
may be there already. A log in one piece has no such epochs.
"""


class Epochs:
    """The epoch that this process knows. Only a new connection can lead to another server, or to another history.

    `tell` hears of it before the connection is used, and before it is the current one here. A connection has
    `answer_seconds` to say it.
    """

    def __init__(
        self, tell: Callable[[Epoch], Awaitable[None]] | None = None, answer_seconds: float = ANSWER_SECONDS
    ) -> None:
        self.current = FIRST_EPOCH
        self._answer_seconds = answer_seconds
        self._tell = tell

    async def look(self, connection: Connection) -> None:
        """Ask a new connection which epoch it is in; one that does not answer is closed, and nothing is cancelled."""
        with closed_after(connection, self._answer_seconds):
            row = await connection.fetchrow(CURRENT_EPOCH)
        found = epoch_of(row)
        if self._tell is not None:
            await self._tell(found)
        self.current = found


async def present_epoch(url: str, shard: LogShard) -> Epoch:
    """Return the epoch of a shard that is there, which begins with this question if the server is another one."""
    connection = await reached(url, server_settings={"search_path": shard.schema})
    try:
        return epoch_of(await connection.fetchrow(CURRENT_EPOCH))
    finally:
        await connection.close()


def epoch_of(row: asyncpg.Record | None) -> Epoch:
    """Return the epoch that a row of the database describes. Raises `ValueError` if there is no row."""
    if row is None:
        raise ValueError("an epoch has a row")
    return Epoch(row["number"], row["id"].hex[:8])

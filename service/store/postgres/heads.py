"""Versions of tables, many of them by one question."""

from collections.abc import Sequence
from uuid import UUID

from service.store.port import lane_of
from service.store.postgres.away import unless_away
from service.store.postgres.connections import Pool

HEADS = """
select array(
    select coalesce((
        select event.version from event
        where event.lane = asked.lane and event.table_id = asked.table_id
        order by event.version desc limit 1
    ), 0)
    from unnest($1::smallint[], $2::uuid[]) with ordinality as asked (lane, table_id, number)
    order by asked.number
)
"""


async def versions(pool: Pool, table_ids: Sequence[UUID]) -> dict[UUID, int]:
    """Return the versions that tables are at; a table without events is left out."""
    with unless_away():
        found = await pool.fetchval(HEADS, [lane_of(each) for each in table_ids], table_ids)
    return {table_id: version for table_id, version in zip(table_ids, found, strict=True) if version}

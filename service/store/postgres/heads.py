"""Group read of versions: one statement in flight, and whoever has asked meanwhile shares the next one."""

import asyncio
from collections.abc import Iterable
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

Versions = dict[UUID, int]


class Heads:
    """Reads the versions that tables are at."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._asked: set[UUID] = set()
        self._answer: asyncio.Future[Versions] | None = None
        self._task: asyncio.Task[None] | None = None

    async def read(self, table_ids: Iterable[UUID]) -> Versions:
        """Return the versions as they are at some moment after this call; see `EventStore.heads`."""
        wanted = set(table_ids)
        self._asked |= wanted
        if self._answer is None:
            self._answer = asyncio.get_running_loop().create_future()
        answer = self._answer
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._read_all())
        versions = await asyncio.shield(answer)
        return {table_id: versions[table_id] for table_id in wanted if versions[table_id]}

    async def _read_all(self) -> None:
        while self._answer is not None:
            table_ids, self._asked = list(self._asked), set()
            answer, self._answer = self._answer, None
            try:
                with unless_away():
                    versions = await self._pool.fetchval(HEADS, [lane_of(each) for each in table_ids], table_ids)
            except Exception as error:  # noqa: BLE001 - whatever it is, those who wait must hear of it
                answer.set_exception(error)
                answer.exception()  # nobody may wait any more
            else:
                answer.set_result(dict(zip(table_ids, versions, strict=True)))

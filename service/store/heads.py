"""Group read of versions: one statement in flight, and whoever has asked meanwhile shares the next one."""

import asyncio
from collections.abc import Iterable
from uuid import UUID

import asyncpg

from service.store.connections import unless_away
from service.store.events import lane_of

HEADS = """
select array(
    select coalesce((
        select event.version from event
        where event.lane = asked.lane and event.game = asked.game
        order by event.version desc limit 1
    ), 0)
    from unnest($1::smallint[], $2::uuid[]) with ordinality as asked (lane, game, number)
    order by asked.number
)
"""

Versions = dict[UUID, int]


class Heads:
    """Reads the versions that games are at."""

    def __init__(self, pool: "asyncpg.Pool[asyncpg.Record]") -> None:
        self._pool = pool
        self._asked: set[UUID] = set()
        self._answer: asyncio.Future[Versions] | None = None
        self._task: asyncio.Task[None] | None = None

    async def read(self, games: Iterable[UUID]) -> Versions:
        """Return the versions as they are at some moment after this call; see `EventLog.heads`."""
        wanted = set(games)
        self._asked |= wanted
        if self._answer is None:
            self._answer = asyncio.get_running_loop().create_future()
        answer = self._answer
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._read_all())
        versions = await asyncio.shield(answer)
        return {game: versions[game] for game in wanted if versions[game]}

    async def _read_all(self) -> None:
        while self._answer is not None:
            games, self._asked = list(self._asked), set()
            answer, self._answer = self._answer, None
            try:
                with unless_away():
                    versions = await self._pool.fetchval(HEADS, [lane_of(game) for game in games], games)
            except Exception as error:  # noqa: BLE001 - whatever it is, those who wait must hear of it
                answer.set_exception(error)
                answer.exception()  # nobody may wait any more
            else:
                answer.set_result(dict(zip(games, versions, strict=True)))

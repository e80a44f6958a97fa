"""The projector: a process of its own that numbers the records that open, and keeps all projections of them.

It is started by `parlour serve`, beside the workers, and takes no part in any move. Of several that run on one
database, one works and the others stand by. It may be killed at any instant: numbers, rows and cursors change together.

A projection has a name, tables with a column `build`, and `apply`, which adds the rows of some games to a build. It is
in `PROJECTIONS`, and gets every game once, in the order of the numbers.
"""

import asyncio
import contextlib
import logging
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Protocol

from projections.history import Rows
from service.embedded.parent_death import die_with
from service.history.games import Games
from service.history.port import GAMES, Build
from service.history.postgres import AnyConnection, PostgresHistory, standing_by
from service.history.reading import rows_from_log
from service.history.standings import HintsOfGames, Ratings, Statistics
from service.runtime import logs
from service.runtime.metrics import HISTORY_LAG_GAMES, HISTORY_LAG_SECONDS
from service.runtime.time import now
from service.settings import Settings
from service.store import EventStore, PostgresStore, StoreUnavailable

BATCH = 20
"""Number of games that are written in one transaction."""
PAUSE_SECONDS = 1.0
"""Seconds until somebody looks again when there was nothing to do."""
NICE = 10
"""By how much the process lets others go first."""

log = logging.getLogger(__name__)


class Projection(Protocol):
    """What is derived of the openings, in tables of its own in the schema of the history, each with a `build`."""

    @property
    def name(self) -> str:
        """What it is called, by who rebuilds it too."""

    @property
    def tables(self) -> tuple[str, ...]:
        """Its tables."""

    async def apply(self, connection: AnyConnection, build: int, batch: Sequence[Rows]) -> None:
        """Add games to a build, in the transaction that moves its cursor. They come in order, each once."""


PROJECTIONS: tuple[Projection, ...] = (Games(), Statistics(), Ratings(), HintsOfGames())
"""All projections; that of games first, as the others are made of its rows."""


class Projector:
    """Keeps projections of a log. `now` gives ms since 1970."""

    def __init__(
        self,
        event_log: EventStore,
        history: PostgresHistory,
        now: Callable[[], int] = now,
        projections: Sequence[Projection] = PROJECTIONS,
    ) -> None:
        self._event_log = event_log
        self._history = history
        self._now = now
        self._projections = projections

    async def step(self) -> bool:
        """Number what has opened, and bring each projection on by some games; return whether there may be more."""
        more = await self._history.follow(self._now())
        for projection in self._projections:
            served = next(each for each in await self._history.builds(projection.name) if each.served)
            more |= await self.advance(projection, served)
            if projection.name == GAMES:
                await self._measure(served)
        return more

    async def advance(self, projection: Projection, build: Build) -> bool:
        """Bring a build on by some games; return whether there were any."""
        batch = await self._batch(projection, build.number)
        if not batch:
            return False

        async def write(connection: AnyConnection) -> None:
            await projection.apply(connection, build.build, batch)

        await self._history.advance(build, batch[-1].game.number, write)
        return True

    async def _batch(self, projection: Projection, after: int) -> list[Rows]:
        """Return the games after a number: from the log for the projection of games, from its rows for all others."""
        if projection.name != GAMES:
            return await self._history.rows(after, after + BATCH)
        return [await rows_from_log(self._event_log, each) for each in await self._history.openings(after, BATCH)]

    async def _measure(self, served: Build) -> None:
        count, since = await self._history.behind(served.number)
        HISTORY_LAG_GAMES.set(count)
        HISTORY_LAG_SECONDS.set(0 if since is None else max(0, self._now() - since) / 1000)

    async def run(self) -> None:
        """Go on for ever; what fails is tried again."""
        while True:
            try:
                more = await self.step()
            except StoreUnavailable:
                more = False
            if not more:
                await asyncio.sleep(PAUSE_SECONDS)


async def rebuild(
    projector: Projector, history: PostgresHistory, projection: Projection, tell: Callable[[Build], None]
) -> None:
    """Make a projection anew from the first game on, beside what is served; then serve it, and drop what was.

    `tell` hears how far it is. What was begun before is gone on with. Raises `StoreUnavailable`.
    """
    while True:
        build = await history.new_build(projection.name)
        tell(build)
        if not await projector.advance(projection, build) and await history.exchange(projection.name):
            break
    for old in await history.builds(projection.name):
        if not old.served:
            await history.drop(old, projection.tables)


# The process


@contextlib.asynccontextmanager
async def opened(url: str) -> AsyncIterator[tuple[PostgresStore, PostgresHistory]]:
    """Open the log and the history, however long Postgres is away."""
    while True:
        async with contextlib.AsyncExitStack() as stack:
            try:
                event_log = await stack.enter_async_context(PostgresStore.open(url, 1))
                history = await stack.enter_async_context(PostgresHistory.open(url, 1))
            except StoreUnavailable:
                await asyncio.sleep(PAUSE_SECONDS)
                continue
            yield event_log, history
            return


async def project(url: str) -> None:
    """Keep the projections of a database, as soon as nobody else does."""
    async with opened(url) as (event_log, history), standing_by(url):
        await Projector(event_log, history).run()


def main() -> None:
    """Keep the projections of the database that the environment names, as long as the parent process lives."""
    die_with(int(sys.argv[1]), signal.SIGKILL)
    os.nice(NICE)
    settings = Settings.from_environment()
    logs.configure(settings.log_level)
    while True:
        try:
            asyncio.run(project(str(settings.postgres_url)))
        except Exception:
            log.exception("The history is not kept; it is tried again")


if __name__ == "__main__":
    main()

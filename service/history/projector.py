"""The projector: a process of its own that numbers the records that open, and keeps all projections of them.

It is started by `parlour serve`, beside the workers, and takes no part in any move. Of several that run on one
database, one works and the others stand by. It may be killed at any instant: numbers, rows and cursors change together.

A projection has a name, tables with a column `build`, and `changes`, which add the rows of some games to a build. It is
in `PROJECTIONS`, and gets every game once, in the order of the numbers.
"""

import asyncio
import contextlib
import logging
import os
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from functools import partial
from typing import Protocol, TypeVar

from msgspec import Struct
from msgspec.structs import asdict

from projections.history import Rows
from service.history.games import Games, copying
from service.history.port import GAMES, Build, Underived
from service.history.postgres import Change, PostgresHistory, Reader, standing_by
from service.history.reading import rows_from_log
from service.history.standings import HintsOfGames, Ratings, Statistics
from service.log_address import first_url
from service.runtime import logs
from service.runtime.metrics import HISTORY_LAG_GAMES, HISTORY_LAG_SECONDS, HISTORY_STEP, HISTORY_UNDERIVED
from service.runtime.outages import BACKGROUND
from service.runtime.time import now
from service.settings import Settings
from service.store import EventStore, StoreUnavailable
from service.store.postgres.away import unless_away
from service.store.postgres.opening import open_log

BATCH = 100
"""Number of games that are written in one transaction."""
MOST_EVENTS = 20_000
"""Number of events after which no more games are added to that."""
LONGEST_PAUSE_SECONDS = 60.0
"""Maximum number of seconds until a process that has failed tries again."""
PAUSE_SECONDS = 1.0
"""Seconds until somebody looks again when there was nothing to do."""
PAUSES_SECONDS = (1.0, 2.0, 4.0, 8.0)
"""Seconds after which a rebuild tries again what has failed, the first time and so on."""
NICE = 10
"""By how much the process lets others go first."""

WORK = "keep the history"
"""What waits while the log is away."""

log = logging.getLogger(__name__)

T = TypeVar("T")


class Projection(Protocol):
    """What is derived from the openings, in tables of its own in the schema of the history, each with a `build`."""

    @property
    def name(self) -> str:
        """Its name, by which `parlour rebuild` takes it, too."""

    @property
    def tables(self) -> tuple[str, ...]:
        """The tables that it fills: a rebuild makes new rows in them, and then drops the old ones."""

    async def changes(self, reader: Reader, build: int, batch: Sequence[Rows]) -> list[Change]:
        """Return what adds games to a build. They come in order, each once.

        This may take its time, as no transaction waits for it. The changes are made in the transaction that moves the
        cursor of the build, and only if the cursor has not moved meanwhile. So what was read of the build still holds.
        """


class Batch(Struct, frozen=True):
    """Games that are added to a build together, up to a number; and those of which nothing could be derived."""

    rows: Sequence[Rows]
    up_to: int
    underived: Sequence[Underived] = ()


PROJECTIONS: tuple[Projection, ...] = (Games(), Statistics(), Ratings(), HintsOfGames())
"""All projections; that of games first, as the others are made of its rows."""


class Projector:
    """Keeps projections of a log; a batch ends after `most_events` events."""

    def __init__(
        self,
        event_log: EventStore,
        history: PostgresHistory,
        projections: Sequence[Projection] = PROJECTIONS,
        most_events: int = MOST_EVENTS,
    ) -> None:
        self._event_log = event_log
        self._history = history
        self._projections = projections
        self._most_events = most_events

    async def step(self) -> bool:
        """Number what has opened, and bring each projection on by some games; return whether there may be more."""
        more = await self._history.follow()
        builds = await self._history.served([each.name for each in self._projections])
        games = builds[GAMES].number
        if not await self._behind(games) and all(each.number == games for each in builds.values()):
            return more
        read: dict[int, Batch] = {}
        for projection in self._projections:
            served = builds[projection.name]
            if projection.name == GAMES:
                more |= await self.advance(projection, served)
                continue
            if served.number not in read:  # most of them are at the same number
                read[served.number] = await self._from_games(served.number)
            more |= await self._take_in(projection, served, read[served.number])
        return more

    async def advance(self, projection: Projection, build: Build) -> bool:
        """Bring a build on by some games; return whether there were any."""
        from_log = projection.name == GAMES
        batch = await (self._from_log(build.number) if from_log else self._from_games(build.number))
        return await self._take_in(projection, build, batch)

    async def _take_in(self, projection: Projection, build: Build, batch: Batch) -> bool:
        """Add a batch to a build; return whether it has any games."""
        if batch.up_to == build.number:
            return False
        with unless_away():
            changes = await projection.changes(self._history.pool, build.build, batch.rows)
        underived = [asdict(each) for each in batch.underived]
        await self._history.advance(build, batch.up_to, [*changes, copying("underived", build.build, underived)])
        return True

    async def _from_log(self, after: int) -> Batch:
        """Return the games after a number as the log gives them.

        A game of which nothing can be derived, as this program does not know its rules, is passed over: the others must
        not wait for it.
        """
        rows: list[Rows] = []
        underived: list[Underived] = []
        up_to = after
        for opening in await self._history.openings(after, BATCH):
            up_to = opening.number
            try:
                rows.append(await rows_from_log(self._event_log, opening))
            except StoreUnavailable:
                raise
            except Exception as error:  # noqa: BLE001 - whatever it is, the others must not wait
                why = type(error).__name__  # no more: its cards may be played again elsewhere
                log.error("Nothing can be derived from a game", extra={"number": opening.number, "why": why})  # noqa: TRY400
                HISTORY_UNDERIVED.inc()
                underived.append(Underived(opening.number, opening.table_id, why))
            if sum(each.game.events for each in rows) >= self._most_events:
                break
        return Batch(rows, up_to, underived)

    async def _from_games(self, after: int) -> Batch:
        """Return the games after a number as the projection of games has them."""
        up_to = await self._history.end_of_batch(after, BATCH, self._most_events)
        return Batch(await self._history.rows(after, up_to) if up_to > after else (), up_to)

    async def _behind(self, number: int) -> int:
        """Return how many games have opened after a number, and measure that."""
        count, waited_ms = await self._history.behind(number)
        HISTORY_LAG_GAMES.set(count)
        HISTORY_LAG_SECONDS.set(max(0, waited_ms or 0) / 1000)
        return count

    async def run(self, holds: Callable[[], bool]) -> None:
        """Work while something `holds`; what fails is tried again. It leaves no lag behind: others measure then."""
        try:
            while holds():
                if not await self._stepped():
                    await asyncio.sleep(PAUSE_SECONDS)
        finally:
            HISTORY_LAG_GAMES.set(0)
            HISTORY_LAG_SECONDS.set(0)

    async def _stepped(self) -> bool:
        """Take a step, and return whether there may be more; not while the log is away."""
        more = False
        with BACKGROUND.noticed(WORK):
            more = await self.step()
            HISTORY_STEP.set(now() / 1000)  # a projector that stands still measures no lag
        return more


async def rebuild(
    projector: Projector,
    history: PostgresHistory,
    projection: Projection,
    tell: Callable[[Build], None],
    pauses_seconds: Sequence[float] = PAUSES_SECONDS,
) -> None:
    """Make a projection anew from the first game on, beside what is served; then serve it, and drop what was.

    `tell` hears how far it is. What was begun before is gone on with. A step that fails, as the machine was too slow
    for a moment, say, is tried again after each of the pauses. Raises `StoreUnavailable` if that does not help.
    Several processes may do this at once: they make the same build.
    """
    begun = await again(partial(history.new_build, projection.name), pauses_seconds)

    async def step() -> bool:
        """Bring the new build on; return whether it is served."""
        builds = await history.builds(projection.name)
        build = next((each for each in builds if each.build == begun.build), None)
        if build is None:  # somebody has made a newer one since
            return True
        tell(build)
        return build.served or (
            not await projector.advance(projection, build) and await history.exchange(projection.name)
        )

    async def drop() -> None:
        for old in await history.builds(projection.name):
            if not old.served and old.build < begun.build:
                await history.drop(old, projection.tables)

    while not await again(step, pauses_seconds):
        pass
    await again(drop, pauses_seconds)


async def again(step: Callable[[], Awaitable[T]], pauses_seconds: Sequence[float]) -> T:
    """Return what a step returns, tried again after each pause. Raises `StoreUnavailable` if it fails every time."""
    for pause in pauses_seconds:
        try:
            return await step()
        except StoreUnavailable:
            await asyncio.sleep(pause)
    return await step()


# The process


@contextlib.asynccontextmanager
async def opened(addresses: str) -> AsyncIterator[tuple[EventStore, PostgresHistory]]:
    """Open the log and the history, however long Postgres is away."""
    while True:
        async with contextlib.AsyncExitStack() as stack:
            try:
                event_log = await stack.enter_async_context(open_log(addresses, 1))
                history = await stack.enter_async_context(PostgresHistory.open(first_url(addresses), 1))
            except StoreUnavailable as error:
                BACKGROUND.begin(WORK, error)
                await asyncio.sleep(PAUSE_SECONDS)
                continue
            BACKGROUND.end(WORK)
            yield event_log, history
            return


async def project(addresses: str) -> None:
    """Keep the projections of a log, in the database of its shard 0, as soon as nobody else does, until others may."""
    async with opened(addresses) as (event_log, history), standing_by(first_url(addresses)) as alone:
        await Projector(event_log, history).run(alone)


def main() -> None:
    """Keep the projections of the database that the environment names, for as long as the process lives."""
    os.nice(NICE)
    settings = Settings.from_environment()
    logs.configure(settings.log_level)
    pause = PAUSE_SECONDS
    while True:
        began = time.monotonic()
        try:
            asyncio.run(project(str(settings.postgres_url)))
        except StoreUnavailable as error:
            BACKGROUND.begin(WORK, error)
            pause = PAUSE_SECONDS
        except Exception:
            if time.monotonic() - began > LONGEST_PAUSE_SECONDS:
                pause = PAUSE_SECONDS
            log.exception("The history is not kept; it is tried again", extra={"pause_s": pause})
        else:
            pause = PAUSE_SECONDS
        time.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE_SECONDS)

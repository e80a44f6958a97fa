"""The time of this host, as long as it agrees with that of the log's server.

Each process decides by its own time what is due. If the clock of one host were fast, it would let everybody's decisions
lapse. So each process compares its clock with that of Postgres, and does nothing at tables while they differ by too
much. Between two comparisons the monotonic clock counts the time, so a leap of the host's clock is noticed at once.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from typing import NamedTuple

from service.runtime.metrics import CLOCK_SKEW_SECONDS
from service.runtime.outages import BACKGROUND
from service.runtime.unavailable import Unavailable
from service.store import EventStore

MOST_SKEW_MS = 2_000
"""Maximum number of milliseconds by which the clock of a host may differ from that of the log."""
EVERY_SECONDS = 5.0
"""Seconds between two comparisons."""
UNTIL_FIRST_SECONDS = 0.25
"""Seconds between two tries as long as no comparison has been made."""

log = logging.getLogger(__name__)


class ClockIsWrong(Unavailable):
    """The clock of this host differs from that of the log, or has not been compared with it yet."""

    is_told = True


class Compared(NamedTuple):
    """A comparison: by how many ms the host was fast, at which time of its own, and of its monotonic clock."""

    skew: float
    at: int
    seconds: float


class HostClock:
    """Gives whole milliseconds since 1970, as `now` does, or raises `ClockIsWrong`."""

    def __init__(
        self,
        store: EventStore,
        now: Callable[[], int],
        *,
        monotonic: Callable[[], float] = time.monotonic,
        most_ms: int = MOST_SKEW_MS,
        every_seconds: float = EVERY_SECONDS,
    ) -> None:
        self._store = store
        self._now = now
        self._monotonic = monotonic
        self._most_ms = most_ms
        self._every_seconds = every_seconds
        self._compared: Compared | None = None
        self._has_another = True
        """Whether the log's clock is another one than the host's."""
        self._told = False

    def __call__(self) -> int:
        """Return the time. Raises `ClockIsWrong`."""
        now = self._now()
        if self._has_another and not self._is_right(now):
            raise ClockIsWrong(self.wrong or "the clock of this host was wrong")
        return now

    @property
    def wrong(self) -> str | None:
        """Why the clock is not to be trusted, for operators; None: it is."""
        now = self._now()
        if not self._has_another or self._is_right(now):
            return None
        if self._compared is None:
            return "The clock of this host has not been compared with that of PostgreSQL yet."
        skew = round(self._skew(self._compared, now))
        return f"The clock of this host is {abs(skew)} ms {'fast' if skew > 0 else 'slow'}, by that of PostgreSQL."

    def _is_right(self, now: int) -> bool:
        return self._compared is not None and abs(self._skew(self._compared, now)) <= self._most_ms

    def _skew(self, compared: Compared, now: int) -> float:
        """Return by how many ms the host is fast now: as compared, and by what it has leapt since."""
        return compared.skew + (now - compared.at) - (self._monotonic() - compared.seconds) * 1000

    async def compare(self) -> None:
        """Compare the clocks. The time of the answer counts for neither. Raises `StoreUnavailable`."""
        sent, seconds = self._now(), self._monotonic()
        theirs = await self._store.time()
        took = (self._monotonic() - seconds) * 1000
        if theirs is None:
            self._has_another = False
            return
        early, late = sent - theirs, sent + took - theirs
        skew = early if early > 0 else min(late, 0)
        self._compared = Compared(skew, sent, seconds)
        CLOCK_SKEW_SECONDS.set(skew / 1000)
        was_told, self._told = self._told, self.wrong is not None
        if self._told and not was_told:
            log.error("The clock of this host is wrong; nothing is done at tables", extra={"skew_ms": round(skew)})
        if was_told and not self._told:
            log.info("The clock of this host is right again; tables go on", extra={"skew_ms": round(skew)})

    async def run(self) -> None:
        """Compare the clocks now and then, until cancelled."""
        while self._has_another:
            with BACKGROUND.noticed("compare clocks"):
                await self.compare()
            await asyncio.sleep(UNTIL_FIRST_SECONDS if self._compared is None else self._every_seconds)
        await asyncio.Event().wait()

"""Counts of refused moves, which are not in the log: kept in memory, and added to the history once a minute."""

import asyncio
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime

from service.history.port import HistoryStore, Refusals
from service.runtime.time import DAY_MS
from service.store import StoreUnavailable

PERIOD_SECONDS = 60.0
"""Seconds between two additions: a process that is killed loses what it has counted since the last one."""


class RefusalCounts:
    """The refusals that a process has counted, by day, game and code. `now` gives ms since 1970."""

    def __init__(self, history: HistoryStore, now: Callable[[], int]) -> None:
        self._history = history
        self._now = now
        self._counts: Counter[tuple[int, str, str]] = Counter()

    def count(self, game: str, code: str) -> None:
        """Count a move of a game that was refused with a code."""
        self._counts[self._now() // DAY_MS, game, code] += 1

    async def add(self) -> None:
        """Add what was counted to the history; it is counted on if the history is out of reach."""
        counted, self._counts = self._counts, Counter()
        rows = [Refusals(day_of(day), game, code, number) for (day, game, code), number in counted.items()]
        try:
            await self._history.add_refusals(rows)
        except StoreUnavailable:
            self._counts.update(counted)

    async def run(self) -> None:
        """Add what was counted now and then, until cancelled."""
        while True:
            await asyncio.sleep(PERIOD_SECONDS)
            await self.add()


def day_of(number: int) -> str:
    """Return a day by its number since 1970, as ISO 8601 has it."""
    return datetime.fromtimestamp(number * DAY_MS / 1000, UTC).date().isoformat()

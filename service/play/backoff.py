"""Backoff for tables that the clock could do nothing for: each waits longer each time, and holds up no other."""

import random
import time
from collections.abc import Set as AbstractSet
from typing import Literal, NamedTuple
from uuid import UUID

from service.runtime.metrics import CLOCK_FAILING_TABLES

Why = Literal["failed", "away", "waits", "idle", "not_readable", "lost"]
"""`failed`: the step of the table fails. `away`: the log does not take it. `idle`: the table owes nothing.

`waits`: it owes nothing either, and is rightly listed, as where a house player has to move.

`not_readable`: another version of the service plays there. `lost`: the log has no such table.
"""

FIRST_SECONDS = 1.0
"""Seconds, at the most, for which a table waits the first time; each further time they are doubled."""

LONGEST_SECONDS: dict[Why, float] = {
    "failed": 300.0,
    "away": 5.0,
    "waits": 10.0,
    "idle": 10.0,
    "not_readable": 300.0,
    "lost": 300.0,
}
"""Maximum number of seconds for which a table waits."""


class Delay(NamedTuple):
    """Why nothing could be done for a table that was `due`, how many `times` in a row, and `until` when it waits."""

    why: Why
    due: int
    times: int
    until: float


class Backoff:
    """The tables that wait, at first for `first_seconds`."""

    def __init__(self, first_seconds: float = FIRST_SECONDS) -> None:
        self._first_seconds = first_seconds
        self._tables: dict[UUID, Delay] = {}

    def waits(self, table_id: UUID, due: int) -> bool:
        """Return whether a step of a table is not to be tried yet; one with another due time is, if it is readable."""
        delay = self._tables.get(table_id)
        if delay is None or time.monotonic() >= delay.until:
            return False
        return delay.due == due or delay.why == "not_readable"

    def add(self, table_id: UUID, due: int, why: Why) -> int:
        """Let a table wait; return how often in a row the outcome was the same. What is due may change meanwhile.

        A table that was `idle` when something else was due has gone on: another process has recorded its moves.
        """
        last = self._tables.get(table_id)
        again = last is not None and last.why == why and (why != "idle" or last.due == due)
        times = last.times + 1 if last is not None and again else 1
        longest = min(LONGEST_SECONDS[why], self._first_seconds * 2 ** min(times - 1, 30))
        pause = longest * random.uniform(0.5, 1)  # those that have failed together are not tried together again
        self._tables[table_id] = Delay(why, due, times, time.monotonic() + pause)
        self._tell()
        return times

    def end(self, table_id: UUID) -> Why | None:
        """Note that the clock of a table goes on again; return why it had stopped; None: it had not."""
        delay = self._tables.pop(table_id, None)
        if delay is None:
            return None
        self._tell()
        return delay.why

    def forget_all_but(self, due: AbstractSet[UUID]) -> None:
        """Forget the tables that are no longer due, and wait for nothing."""
        now = time.monotonic()
        self._tables = {each: found for each, found in self._tables.items() if each in due or now < found.until}
        self._tell()

    def _tell(self) -> None:
        CLOCK_FAILING_TABLES.set(sum(each.why == "failed" for each in self._tables.values()))

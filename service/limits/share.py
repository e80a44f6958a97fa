"""What one worker knows of one budget of one caller."""

import asyncio

from service.limits.budgets import Budget, Count

AHEAD = 64
"""A call grants this fraction of a quota ahead."""

EXACT = 500
"""Largest quota of which nothing is granted ahead: in so small a quota, one lost request would matter."""


class Share:
    """What was granted ahead until when, which requests wait, and what has passed at this worker in this window.

    Requests wait with their costs. What has passed here is counted whether Redis knows of it or not, so that this
    worker can go on alone.
    """

    __slots__ = ("_ahead", "_asked", "_left", "_until", "_used", "budget", "waiting")

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self._ahead = 0
        self._left = 0
        self._until = 0.0
        self._used = 0
        self._asked: list[tuple[int, asyncio.Future[Count]]] = []
        self.waiting: list[tuple[int, asyncio.Future[Count]]] = []

    def is_over(self, now: float) -> bool:
        """Return whether nothing is to be remembered: nobody waits, and the window has ended."""
        return not self.waiting and self._until <= now

    def take(self, cost: int, now: float) -> Count | None:
        """Return the count of a request that is paid from what was granted ahead; None: there is too little of it."""
        if self._ahead < cost or self._until <= now:
            return None
        self._ahead -= cost
        self._left -= cost
        self._used += cost
        return Count(passed=True, left=self._left, ends_ms=int(1000 * (self._until - now)))

    def is_short(self, now: float) -> bool:
        """Give the waiting requests what was granted ahead meanwhile; return whether it was too little."""
        while self.waiting and (count := self.take(self.waiting[0][0], now)) is not None:
            _, outcome = self.waiting.pop(0)
            if not outcome.done():
                outcome.set_result(count)
        return bool(self.waiting)

    def ask(self) -> tuple[int, int, int, int]:
        """Return what the script has to know: the quota, the window in milliseconds, what is wanted, what ahead."""
        self._asked, self.waiting = self.waiting, []
        quota, window = self.budget.quota, self.budget.window_seconds or 0
        wanted = sum([cost for cost, _ in self._asked])
        return quota, 1000 * window, wanted, quota // AHEAD if quota > EXACT else 0

    def settle(self, spent: int, granted: int, ends_ms: int, asked_at: float, now: float) -> None:
        """Tell the requests that have been asked for what the script says: the first ones pass, as far as granted.

        What was granted before is still there, unless its window may have ended before the script was run.
        """
        self._begin(now)
        self._until = asked_at + ends_ms / 1000
        granted += self._ahead
        self._left = max(0, self.budget.quota - spent) + self._ahead
        for cost, outcome in self._asked:
            passed = cost <= granted
            if passed:
                granted -= cost
                self._left -= cost
                self._used += cost
            if not outcome.done():
                outcome.set_result(Count(passed, self._left, ends_ms))
        self._asked = []
        self._ahead = granted

    def count_alone(self, quota: int, now: float) -> None:
        """Count the requests that have been asked for without Redis, of which this worker may let `quota` pass."""
        asked, self._asked = self._asked, []
        for cost, outcome in asked:
            count = self.spend_alone(cost, quota, now)
            if not outcome.done():
                outcome.set_result(count)

    def spend_alone(self, cost: int, quota: int, now: float) -> Count:
        """Count a request without Redis, of which this worker may let `quota` pass in a window."""
        if self._begin(now):
            self._until = now + (self.budget.window_seconds or 0)
        cost = min(cost, quota)
        passed = self._used + cost <= quota
        if passed:
            self._used += cost
        return Count(passed, max(0, quota - self._used), int(1000 * (self._until - now)))

    def give_back(self) -> None:
        """Take back the unit that a request has spent here."""
        self._used = max(0, self._used - 1)

    def _begin(self, now: float) -> bool:
        """Forget what has passed in a window that has ended; return whether it has."""
        if self._until > now:
            return False
        self._used = self._ahead = 0
        return True

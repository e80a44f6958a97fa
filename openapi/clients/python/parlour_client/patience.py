"""How long to wait before something is tried again, and for how long at all."""

import random
import time

FAILED = 500
FIRST_PAUSE_SECONDS = 0.2
LONGEST_PAUSE_SECONDS = 20.0
MOST_DOUBLINGS = 10
TRIES_OF_FAILURE = 3
"""Number of times that a request is sent which the service fails at (500)."""


class Patience:
    """Counts the failed tries since the last success."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self.renew()

    def renew(self) -> None:
        """Begin anew: it went well."""
        self._tries = self._failures = 0
        self._end = time.monotonic() + self._seconds

    def pause(self, status: int | None = None, wanted: str | None = None) -> float | None:
        """Return the seconds until the next try; None: give up.

        `status` is that of the answer, if there was one, and `wanted` its `Retry-After`. The pause is partly random, so
        that clients that lost the service together do not come back together.
        """
        self._tries += 1
        self._failures += status == FAILED
        longest = min(LONGEST_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** min(self._tries, MOST_DOUBLINGS))
        seconds = random.uniform(0, longest) + (float(wanted) if wanted and wanted.isdecimal() else 0)
        hopeless = self._failures >= TRIES_OF_FAILURE
        return None if hopeless or time.monotonic() + seconds > self._end else seconds

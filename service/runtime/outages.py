"""Outages are logged twice: when what is needed goes away, and when it is back.

In between, many who need it try again and again, and a line for each try would hide all others.
"""

import contextlib
import logging
import time
from collections.abc import Iterator
from typing import Final

from service.runtime.unavailable import Unavailable


class Outage:
    """What this process needs and may have to do without, however many notice: `away` and `back` tell of it."""

    def __init__(self, log: logging.Logger, away: str, back: str) -> None:
        self._log = log
        self._away = away
        self._back = back
        self._failing: set[str] = set()
        """Who has noticed it, and has not succeeded since."""
        self._since = 0.0
        self._over = 0.0

    def begin(self, by: str, error: Exception) -> None:
        """Log that it is away, as `by` has noticed by an error, unless somebody has noticed that before."""
        if not self._failing:
            self._since = time.monotonic()
            cause = str(error) if isinstance(error, Unavailable) else type(error).__name__  # others may quote values
            self._log.warning(self._away, extra={"by": by, "cause": cause})
        self._failing.add(by)

    def end(self, by: str) -> None:
        """Log that it is back, and for how long it was away, if `by` had noticed that it was."""
        if by in self._failing:
            self._failing.clear()
            self._over = time.monotonic()
            self._log.info(self._back, extra={"by": by, "away_s": round(self._over - self._since, 1)})

    @contextlib.contextmanager
    def noticed(self, by: str) -> Iterator[None]:
        """Let a try end early while something is `Unavailable`; all other errors pass.

        A try that had begun before it was back says nothing about it. What somebody else logs is not logged here.
        """
        began = time.monotonic()
        try:
            yield
        except Unavailable as error:
            if not error.is_told and began >= self._over:
                self.begin(by, error)
        else:
            self.end(by)


BACKGROUND: Final = Outage(
    logging.getLogger(__name__),
    "Work beside the requests waits for what is away; it is tried again",
    "What was away is back; work beside the requests goes on",
)
"""What the endless loops of this process need: nearly always PostgreSQL."""

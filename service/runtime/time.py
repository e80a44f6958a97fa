"""The time, as the whole service measures it."""

import time

DAY_MS = 24 * 60 * 60 * 1000
"""Milliseconds of a day."""


def now() -> int:
    """Return the time in whole milliseconds since 1970."""
    return time.time_ns() // 1_000_000

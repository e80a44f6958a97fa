"""The time, as the whole service tells it."""

import time


def now() -> int:
    """Return the time in whole milliseconds since 1970."""
    return time.time_ns() // 1_000_000

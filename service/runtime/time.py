"""The time, as the whole service measures it."""

import time
from datetime import UTC, datetime

DAY_MS = 24 * 60 * 60 * 1000
"""Milliseconds of a day."""


def now() -> int:
    """Return the time in whole milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def iso(at: int) -> str:
    """Return a time in ms since 1970 as ISO 8601 and RFC 3339 have it, in UTC with milliseconds."""
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")

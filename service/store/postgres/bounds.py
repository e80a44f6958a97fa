"""Where a list begins that goes by time, then by id, if nobody says after which row: beyond all rows."""

from uuid import UUID

LAST_TIME = 2**63 - 1
"""A time that comes after all others."""
LATER_THAN_ALL = (LAST_TIME, UUID(int=2**128 - 1))
"""A time and an id that come after those of all rows."""
BEFORE_ALL = (-1, UUID(int=0))
"""A time and an id that come before those of all rows."""

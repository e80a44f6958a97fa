"""The store: an append-only log of events in Postgres, and what changes in the same transaction."""

from service.store.events import (
    LANES,
    Append,
    Conflict,
    LogCorrupt,
    NewEvent,
    NotStorable,
    Seal,
    StoredEvent,
    StoreUnavailable,
    lane_of,
    new_game_id,
)
from service.store.log import EventLog
from service.store.migrate import MigrationFailed, migrate

__all__ = [
    "LANES",
    "Append",
    "Conflict",
    "EventLog",
    "LogCorrupt",
    "MigrationFailed",
    "NewEvent",
    "NotStorable",
    "Seal",
    "StoreUnavailable",
    "StoredEvent",
    "lane_of",
    "migrate",
    "new_game_id",
]

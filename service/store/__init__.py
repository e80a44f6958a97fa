"""The store: an append-only log of events, and what changes in the same transaction.

Here are its port and the log in memory; the log in PostgreSQL is imported from `postgres`, by those who need it.
"""

from service.store.gathered import Incomplete, as_far_as_known
from service.store.lobby_row import LobbyRow
from service.store.log_seals import LogSeal
from service.store.memory import MemoryStore
from service.store.port import (
    LANES,
    Append,
    Checkpoint,
    Conflict,
    Epoch,
    EventStore,
    HistoryChanged,
    LogCorrupt,
    NewEvent,
    NotStorable,
    Over,
    Seal,
    StoredEvent,
    StoreUnavailable,
    lane_of,
    new_table_id,
)

__all__ = [
    "LANES",
    "Append",
    "Checkpoint",
    "Conflict",
    "Epoch",
    "EventStore",
    "HistoryChanged",
    "Incomplete",
    "LobbyRow",
    "LogCorrupt",
    "LogSeal",
    "MemoryStore",
    "NewEvent",
    "NotStorable",
    "Over",
    "Seal",
    "StoreUnavailable",
    "StoredEvent",
    "as_far_as_known",
    "lane_of",
    "new_table_id",
]

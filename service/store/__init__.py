"""The store: an append-only log of events, and what changes in the same transaction."""

from service.store.addresses import BadAddress, LogAddress, first_url
from service.store.gathered import Incomplete, as_far_as_known
from service.store.lobby_row import LobbyRow
from service.store.log_seals import LogSeal
from service.store.memory import MemoryStore
from service.store.migrate import MigrationFailed, migrate
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
from service.store.postgres.audit import AuditedLog, DerivedRows, LobbyPlayer
from service.store.postgres.away import DATABASE_ERRORS, reason_of
from service.store.postgres.opening import begun_epoch, connections_to_log, must_be_prepared, open_log, prepare
from service.store.postgres.store import PostgresStore

__all__ = [
    "DATABASE_ERRORS",
    "LANES",
    "Append",
    "AuditedLog",
    "BadAddress",
    "Checkpoint",
    "Conflict",
    "DerivedRows",
    "Epoch",
    "EventStore",
    "HistoryChanged",
    "Incomplete",
    "LobbyPlayer",
    "LobbyRow",
    "LogAddress",
    "LogCorrupt",
    "LogSeal",
    "MemoryStore",
    "MigrationFailed",
    "NewEvent",
    "NotStorable",
    "Over",
    "PostgresStore",
    "Seal",
    "StoreUnavailable",
    "StoredEvent",
    "as_far_as_known",
    "begun_epoch",
    "connections_to_log",
    "first_url",
    "lane_of",
    "migrate",
    "must_be_prepared",
    "new_table_id",
    "open_log",
    "prepare",
    "reason_of",
]

"""A client of Parlour: players, seeks, tables, moves, and streams that go on where they broke off.

It knows no rules.
"""

from .asynchronous import AsyncClient, AsyncSeek, AsyncTable
from .errors import (
    BadRequest,
    Conflict,
    DecisionOver,
    HistoryLost,
    NotAllowed,
    NotFound,
    ParlourError,
    Problem,
    RateLimited,
    Unavailable,
    Unreachable,
)
from .synchronous import Client, Seek, Table

__all__ = [
    "AsyncClient",
    "AsyncSeek",
    "AsyncTable",
    "BadRequest",
    "Client",
    "Conflict",
    "DecisionOver",
    "HistoryLost",
    "NotAllowed",
    "NotFound",
    "ParlourError",
    "Problem",
    "RateLimited",
    "Seek",
    "Table",
    "Unavailable",
    "Unreachable",
]

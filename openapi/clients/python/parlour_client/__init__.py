"""A client of Parlour: players, tables, moves, and streams that go on where they broke off. It knows no rules."""

from .asynchronous import AsyncClient, AsyncTable
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
from .synchronous import Client, Table

__all__ = [
    "AsyncClient",
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
    "Table",
    "Unavailable",
    "Unreachable",
]

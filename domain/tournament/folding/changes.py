"""What all parts of the fold have in common."""

from collections.abc import Callable
from typing import Any, TypeVar

from msgspec import UNSET, UnsetType

from domain.game import Event
from domain.tournament.state import Tournament

T = TypeVar("T")
Changed = dict[str, Any]
"""Fields of the tournament with their new values."""

Changes = dict[type[Event], Callable[[Any, Tournament], Changed]]
"""By kind of event: what changes."""


def whole(value: T | UnsetType) -> T:
    """Return what stands in a field that not everybody sees. Raises ValueError if it was redacted."""
    if value is UNSET:
        raise ValueError("a redacted stream cannot be folded")
    return value

"""What follows from a value that never changes, worked out once."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

F = TypeVar("F")


class fact(Generic[F]):  # noqa: N801 - it is used as a decorator
    """A property that is computed on first access, and is then kept in the object's own dictionary.

    `functools.cached_property` does the same, and until Python 3.12 takes a lock each time: that costs more than what
    most snapshots are asked.
    """

    def __init__(self, work_out: Callable[[Any], F]) -> None:
        self._work_out = work_out
        self._name = work_out.__name__
        self.__doc__ = work_out.__doc__

    def __get__(self, snapshot: Any, _: type | None = None) -> F:
        """Compute it. Python calls this only as long as the object's dictionary does not have it."""
        found = snapshot.__dict__[self._name] = self._work_out(snapshot)
        return found

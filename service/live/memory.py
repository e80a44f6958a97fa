"""What readers cache, in a limited number of bytes: the least recently used is forgotten first."""

from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar, cast
from uuid import UUID

from service.runtime.metrics import HISTORY_BYTES

V = TypeVar("V")
Key = tuple[str, int, Hashable]
"""What it is, the number of the table's id (a dictionary finds it several times as fast as a UUID), and which of it."""


class Memory:
    """All that the readers of a process cache, on several shelves. Sizes are estimates of the callers."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._items: OrderedDict[Key, tuple[int, object]] = OrderedDict()
        self.size = 0
        """Bytes that everything takes."""

    def get(self, key: Key) -> object | None:
        """Return what is cached under a key; None: nothing is."""
        found = self._items.get(key)
        if found is None:
            return None
        self._items.move_to_end(key)
        return found[1]

    def put(self, key: Key, value: object, size: int) -> None:
        """Cache a value with its size in bytes; what is larger than the whole memory is not cached."""
        self._drop(key)
        self._items[key] = size, value
        self.size += size
        while self.size > self._limit:
            self._drop(next(iter(self._items)))
        HISTORY_BYTES.set(self.size)

    def forget(self, table_id: UUID) -> None:
        """Forget everything about a table."""
        for key in [key for key in self._items if key[1] == table_id.int]:
            self._drop(key)

    def clear(self) -> None:
        """Forget everything."""
        self._items.clear()
        self.size = 0
        HISTORY_BYTES.set(0)

    def _drop(self, key: Key) -> None:
        size, _ = self._items.pop(key, (0, None))
        self.size -= size


class Shelf(Generic[V]):
    """The values of one kind in a memory, by table and something else."""

    def __init__(self, memory: Memory, name: str) -> None:
        self._memory = memory
        self._name = name

    def get(self, table_id: UUID, which: Hashable = None) -> V | None:
        """Return what is cached; None: nothing is."""
        return cast("V | None", self._memory.get((self._name, table_id.int, which)))

    def put(self, table_id: UUID, which: Hashable, value: V, size: int) -> None:
        """Cache a value with its size in bytes."""
        self._memory.put((self._name, table_id.int, which), value, size)

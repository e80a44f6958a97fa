"""The streams that a process has in memory, as many as fit: those that were longest not asked for are forgotten."""

from collections import OrderedDict
from uuid import UUID

from service.play.stream import Stream
from service.runtime.metrics import TABLES_BYTES


class Memory:
    """Streams by table, in at most `limit` bytes; one that is being written to stays."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._streams: OrderedDict[UUID, Stream] = OrderedDict()
        self._sizes: dict[UUID, int] = {}
        self.size = 0
        """Bytes that the streams take, roughly."""

    def stream(self, table_id: UUID) -> Stream:
        """Return the stream of a table; a new one has nothing in it yet."""
        stream = self._streams.get(table_id)
        if stream is None:
            stream = self._streams[table_id] = Stream(table_id)
        else:
            self._streams.move_to_end(table_id)
        return stream

    def holds(self, table_id: UUID) -> bool:
        """Return whether the table is in memory."""
        stream = self._streams.get(table_id)
        return stream is not None and stream.head is not None

    def settle(self, stream: Stream) -> None:
        """Note what became of a stream: it may be empty, or have another size. Forget others if there are too many."""
        if stream.head is None:
            if self._streams.get(stream.table_id) is stream and not stream.lock.locked():
                self._drop(stream.table_id)
            return
        if self._streams.setdefault(stream.table_id, stream) is stream:
            self._weigh(stream.table_id, stream.size)
        while self.size > self._limit and (oldest := self._oldest(stream)) is not None:
            self._drop(oldest)

    def _oldest(self, present: Stream) -> UUID | None:
        others = (each for each in self._streams.values() if each is not present and not each.lock.locked())
        oldest = next(others, None)
        return None if oldest is None else oldest.table_id

    def _drop(self, table_id: UUID) -> None:
        del self._streams[table_id]
        self._weigh(table_id, 0)

    def _weigh(self, table_id: UUID, size: int) -> None:
        self.size += size - self._sizes.pop(table_id, 0)
        if size:
            self._sizes[table_id] = size
        TABLES_BYTES.set(self.size)

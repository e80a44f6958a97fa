"""The streams that a process has in memory, as many as fit: the least recently used are forgotten first."""

from collections import OrderedDict
from uuid import UUID

from service.play.stream import Stream
from service.runtime.metrics import TABLES_BYTES


class Memory:
    """Streams by table, in at most `limit` bytes; one that is being written to stays."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._streams: OrderedDict[int, Stream] = OrderedDict()
        """By the number of the table's id: a dictionary finds it several times as fast as a UUID."""
        self.size = 0
        """Bytes that the streams take, roughly."""

    def stream(self, table_id: UUID) -> Stream:
        """Return the stream of a table; a new one has nothing in it yet."""
        number = table_id.int
        stream = self._streams.get(number)
        if stream is None:
            stream = self._streams[number] = Stream(table_id)
        else:
            self._streams.move_to_end(number)
        return stream

    def holds(self, table_id: UUID) -> bool:
        """Return whether the head of a table is in memory, so that nothing need be read from the log."""
        stream = self._streams.get(table_id.int)
        return stream is not None and stream.head is not None

    def settle(self, stream: Stream) -> None:
        """Note what became of a stream: it may be empty, or have another size. Forget others if there are too many."""
        if stream.head is None:
            if self._streams.get(stream.table_id.int) is stream and not stream.lock.locked():
                self._drop(stream)
        elif stream.size != stream.counted and self._streams.setdefault(stream.table_id.int, stream) is stream:
            self._count(stream, stream.size)
            while self.size > self._limit and (oldest := self._oldest(stream)) is not None:
                self._drop(oldest)

    def _oldest(self, current: Stream) -> Stream | None:
        others = (each for each in self._streams.values() if each is not current and not each.lock.locked())
        return next(others, None)

    def _drop(self, stream: Stream) -> None:
        del self._streams[stream.table_id.int]
        self._count(stream, 0)

    def _count(self, stream: Stream, size: int) -> None:
        self.size += size - stream.counted
        stream.counted = size
        TABLES_BYTES.set(self.size)

"""The tournaments that a process has in memory: the least recently used are forgotten first."""

from collections import OrderedDict
from uuid import UUID

from service.tournaments.stream import TournamentStream

MOST_STREAMS = 64
MOST_BYTES = 256 * 2**20
"""Maximum number of tournaments in memory, and of bytes that they take, about."""


class TournamentMemory:
    """Streams by tournament, at most `MOST_STREAMS` of them, in about `limit` bytes; one that is locked stays."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._streams: OrderedDict[UUID, TournamentStream] = OrderedDict()

    def stream(self, tournament_id: UUID) -> TournamentStream:
        """Return the stream of a tournament; a new one has nothing in it yet. Others may be forgotten."""
        stream = self._streams.setdefault(tournament_id, TournamentStream(tournament_id))
        self._streams.move_to_end(tournament_id)
        size = sum(each.size for each in self._streams.values())
        for each, other in [*self._streams.items()]:
            if len(self._streams) <= MOST_STREAMS and size <= self._limit:
                break
            if other is not stream and not other.lock.locked():
                size -= other.size
                del self._streams[each]
        return stream

    def drop(self, tournament_id: UUID) -> None:
        """Forget a tournament that does not exist."""
        self._streams.pop(tournament_id, None)

"""Results that a process has read, kept until newer ones exist; in a limited number of bytes, the oldest go first."""

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable, Mapping
from typing import ParamSpec, TypeVar, cast
from uuid import UUID

from projections.history.ratings import Rating
from projections.history.statistics import OptionStatistics
from projections.kinds import PlayerKind
from service.history.memory_results import MemoryResults
from service.history.port import Build, HistoryStore
from service.history.postgres import PostgresHistory
from service.history.postgres_results import PostgresResults
from service.history.results import PlayedGame, PlayerResults, ResultStore, Unusual

CACHE_BYTES = 8 * 2**20
"""Bytes that results may take in a process."""
BYTES_IN_MEMORY = 6
"""Bytes in memory for each byte of an encoded result, roughly."""

T = TypeVar("T")
P = ParamSpec("P")


class CachedResults:
    """A `ResultStore` that asks another one again only when its projections have gone on.

    `epoch` tells which history of the log there is: a restored one may have come to the same numbers by other games.
    """

    def __init__(self, results: ResultStore, epoch: Callable[[], Hashable], most_bytes: int = CACHE_BYTES) -> None:
        self._results = results
        self._epoch = epoch
        self._most_bytes = most_bytes
        self._kept: OrderedDict[Hashable, tuple[int, object]] = OrderedDict()
        self.size = 0
        """Bytes that all that is kept takes."""

    async def reached(self) -> Mapping[str, Build]:
        """Return the builds that are served; see `ResultStore.reached`."""
        return await self._results.reached()

    async def _cached(self, load: Callable[P, Awaitable[T]], *given: P.args, **named: P.kwargs) -> T:
        """Return the answer to a query, which is asked only if the projections have gone on since the last time.

        If they go on meanwhile, the newer answer is kept under the older state: it is asked again next time.
        """
        reached = await self.reached()
        key = (load.__name__, given, *named.values(), self._epoch(), *reached.values())
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
            return cast("T", found[1])
        loaded = await load(*given, **named)
        size = BYTES_IN_MEMORY * (len(repr(key)) + len(repr(loaded)))
        self._keep(key, loaded, size)
        return loaded

    def _keep(self, key: Hashable, loaded: object, size: int) -> None:
        self.size += size - self._kept.pop(key, (0, None))[0]
        self._kept[key] = size, loaded
        while self.size > self._most_bytes:
            _, (gone, _) = self._kept.popitem(last=False)
            self.size -= gone

    async def of_player(self, player: UUID) -> PlayerResults:
        """Return what is kept of a player; see `ResultStore.of_player`."""
        return await self._cached(self._results.of_player, player)

    async def games_of(self, player: UUID, before: int, limit: int, *, private: bool) -> list[PlayedGame]:
        """Return games of a player, the last first; see `ResultStore.games_of`."""
        return await self._cached(self._results.games_of, player, before, limit, private=private)

    async def board(
        self, game: str, kind: PlayerKind, after: tuple[float, UUID] | None, limit: int, *, provisional: bool
    ) -> list[Rating]:
        """Return ratings, the best standing first; see `ResultStore.board`."""
        return await self._cached(self._results.board, game, kind, after, limit, provisional=provisional)

    async def options_of(self, game: str, limit: int) -> list[OptionStatistics]:
        """Return how games went by their options; see `ResultStore.options_of`."""
        return await self._cached(self._results.options_of, game, limit)

    async def unusual(self, limit: int) -> Unusual:
        """Return what is most surprising; see `ResultStore.unusual`."""
        return await self._cached(self._results.unusual, limit)


def results_beside(history: HistoryStore, epoch: Callable[[], Hashable]) -> CachedResults:
    """Return the results that are kept where a history is; see `CachedResults` for `epoch`."""
    if isinstance(history, PostgresHistory):
        return CachedResults(PostgresResults(history.pool), epoch)
    return CachedResults(MemoryResults(history), epoch)

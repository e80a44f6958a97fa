"""The store of a log of several shards: a command goes to one of them, some questions go to all.

Shard n of K has the lanes whose numbers are n modulo K. It is a whole store by itself: nothing is written to two
shards. K divides the number of lanes, so the id of a table alone tells its shard.
"""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection, Iterable
from typing import TypeVar
from uuid import UUID

from service.store.log_seals import LogSeals
from service.store.port import (
    LANES,
    LAST_VERSION,
    WHOLE_TABLE,
    Append,
    Checkpoint,
    Epoch,
    EventStore,
    Over,
    Seal,
    StoredEvent,
    StoreUnavailable,
)
from service.store.sharded.epochs import LogEpochs
from service.store.sharded.lobby import ShardedLobby
from service.store.sharded.log_seals import ShardedLogSeals
from service.store.sharded.queries import ask_all, by_time, in_order
from service.store.sharded.shards import Shards
from service.store.sharded.tournaments import ShardedTournaments

T = TypeVar("T")


class ShardedStore:
    """An `EventStore` over the stores of its shards, which may be opened later.

    While a shard is away, questions about its tables raise `StoreUnavailable`, those that all shards have to answer
    raise `Incomplete`, and everything else goes on. `seals` has all of the log seals but the leaves.
    """

    def __init__(self, shards: Shards, epochs: LogEpochs, seals: LogSeals) -> None:
        self._shards = shards
        self._epochs = epochs
        self.log_seals = ShardedLogSeals(shards, epochs, seals)
        self.lobby = ShardedLobby(shards)
        self.tournaments = ShardedTournaments(shards)

    def shard_of(self, table_id: UUID) -> int:
        """Return the number of the shard that a table is in."""
        return table_id.int % len(self._shards)

    @property
    def lanes_away(self) -> Collection[int]:
        """The lanes of shards that do not answer, as far as is known."""
        away = self._shards.away()
        return [lane for lane in range(LANES) if lane % len(self._shards) in away] if away else ()

    async def _ask(self, table_id: UUID, question: Callable[[EventStore], Awaitable[T]]) -> T:
        return await self._shards.ask(self.shard_of(table_id), question)

    async def _versions(
        self, table_ids: Iterable[UUID], ask: Callable[[int, list[UUID]], Awaitable[dict[UUID, int]]]
    ) -> dict[UUID, int]:
        """Return the versions of tables, for which each shard is asked, by its number, about its own."""
        tables: defaultdict[int, list[UUID]] = defaultdict(list)
        for table_id in table_ids:
            tables[self.shard_of(table_id)].append(table_id)

        found = await asyncio.gather(*(ask(at, some) for at, some in tables.items()))
        return {table_id: version for each in found for table_id, version in each.items()}

    @property
    def epoch(self) -> Epoch:
        """The epoch of the log; see `EventStore.epoch`."""
        return self._epochs.current

    async def in_common(self, table_ids: Collection[UUID], epoch: Epoch) -> dict[UUID, int]:
        """Return up to which version the log has the history of tables in an epoch; see `EventStore.in_common`.

        A shard that is away and still in the epoch that it was in then has lost nothing: all versions count as common.
        """
        present, parts = await self._epochs.parts(self.epoch), await self._epochs.parts(epoch)
        if parts is None or present is None:
            return dict.fromkeys(table_ids, 0)

        async def of(at: int, tables: list[UUID]) -> dict[UUID, int]:
            try:
                return await self._shards.ask(at, lambda each: each.in_common(tables, parts[at]))
            except StoreUnavailable:
                if parts[at] != present[at]:
                    raise
                return dict.fromkeys(tables, LAST_VERSION)

        return await self._versions(table_ids, of)

    # One table, one shard

    async def append(self, append: Append) -> None:
        """Write what a command has decided; see `EventStore.append`."""
        await self._ask(append.table_id, lambda each: each.append(append))

    async def read(self, table_id: UUID, after: int = 0, up_to: int | None = None) -> list[StoredEvent]:
        """Return the events of a table between two versions; see `EventStore.read`."""
        return await self._ask(table_id, lambda each: each.read(table_id, after, up_to))

    async def heads(self, table_ids: Iterable[UUID]) -> dict[UUID, int]:
        """Return the versions that tables are at now; a table without events is left out."""
        return await self._versions(table_ids, lambda at, some: self._shards.ask(at, lambda each: each.heads(some)))

    async def executed(self, table_id: UUID, key: bytes) -> tuple[bytes, int] | None:
        """Return the request and the step of the command with this key at the table; None if there was none."""
        return await self._ask(table_id, lambda each: each.executed(table_id, key))

    async def read_lane(self, lane: int, after: int, limit: int) -> list[StoredEvent]:
        """Return the events of a lane after a position, at most `limit`, in order. Raises `LogCorrupt`."""
        return await self._shards.ask(lane % len(self._shards), lambda each: each.read_lane(lane, after, limit))

    async def seal_of(self, table_id: UUID) -> Seal | None:
        """Return the seal of a finished game; None for any other."""
        return await self._ask(table_id, lambda each: each.seal_of(table_id))

    async def checkpoint(
        self, table_id: UUID, at_most: int | None = None, part: str = WHOLE_TABLE
    ) -> Checkpoint | None:
        """Return the newest checkpoint that fits; see `EventStore.checkpoint`."""
        return await self._ask(table_id, lambda each: each.checkpoint(table_id, at_most, part))

    async def keep_checkpoint(self, checkpoint: Checkpoint) -> None:
        """Keep a checkpoint, in place of another of the same table, part and version."""
        await self._ask(checkpoint.table_id, lambda each: each.keep_checkpoint(checkpoint))

    async def archive(self, table_id: UUID, before: int) -> int:
        """Move the events of a game to the archive; see `EventStore.archive`."""
        return await self._ask(table_id, lambda each: each.archive(table_id, before))

    async def record_open(self, table_id: UUID) -> bool:
        """Return whether everybody may see all of a table; see `EventStore.record_open`.

        Its own shard knows the tables that share a deck with it there; so the others are asked about its decks, if it
        has any. Raises `Incomplete` if one of them is away: what nobody knows to be open stays closed.
        """
        if not await self._ask(table_id, lambda each: each.record_open(table_id)):
            return False
        rows = await self._ask(table_id, lambda each: each.lobby.rows([table_id]))
        decks = rows[table_id].decks if table_id in rows else ()
        if not decks:
            return True
        here = self.shard_of(table_id)
        return not await ask_all(self._shards, lambda each: each.lobby.any_going_on(decks), any, but=here)

    # All shards

    async def lane_positions(self) -> dict[int, int]:
        """Return the last position of every lane; raises `Incomplete` with those of the shards that answer."""
        count = len(self._shards)

        async def of(each: EventStore) -> dict[int, int]:
            number, positions = self._shards.number_of(each), await each.lane_positions()
            return {lane: position for lane, position in positions.items() if lane % count == number}

        def merged(answers: Iterable[dict[int, int]]) -> dict[int, int]:
            return dict(sorted((lane, position) for each in answers for lane, position in each.items()))

        return await ask_all(self._shards, of, merged)

    async def due(self, at: int, limit: int, after: tuple[int, UUID] | None = None) -> list[tuple[UUID, int]]:
        """Return tables that owe a clock step by `at`; see `EventStore.due`."""
        order = in_order(by_time, limit)
        return await ask_all(self._shards, lambda each: each.due(at, limit, after), order)

    async def over(self, before: int, limit: int, after: tuple[int, UUID] | None = None) -> list[Over]:
        """Return games that were over before a time; see `EventStore.over`."""
        order = in_order(by_end, limit)
        return await ask_all(self._shards, lambda each: each.over(before, limit, after), order)

    # The servers

    async def time(self) -> int | None:
        """Return the time by the clock of the first shard that answers, in ms since 1970."""
        for number in range(len(self._shards)):
            try:
                return await self._shards.ask_among_all(number, lambda each: each.time())
            except StoreUnavailable:
                continue
        raise StoreUnavailable("no shard of the log answers")

    async def answers(self) -> None:
        """Return if shard 0 answers, where accounts are: without one of the others, most tables are still played."""
        await self._shards.ask(0, lambda each: each.answers())


def by_end(over: Over) -> tuple[int, UUID]:
    """Return the place of a game among those that are over."""
    return over.at, over.table_id

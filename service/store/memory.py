"""The event store in the memory of one process: for tests, and to try parts of the service without a database.

It keeps the port's promises except durability. Several engines on one `MemoryStore` race as processes on one database.
"""

import asyncio
from collections.abc import Collection, Iterable
from uuid import UUID

from msgspec import UNSET
from msgspec.structs import asdict

from service.store.lobby_row import ENDED
from service.store.memory_database import MemoryDatabase
from service.store.memory_lobby import MemoryLobby
from service.store.memory_log_seals import MemoryLogSeals
from service.store.memory_storable import must_be_storable
from service.store.memory_tournaments import MemoryTournaments
from service.store.port import (
    WHOLE_TABLE,
    Append,
    Checkpoint,
    Conflict,
    Epoch,
    HistoryChanged,
    Over,
    Seal,
    StoredEvent,
    lane_of,
)
from service.store.tournament_row import TournamentRow


class MemoryStore:
    """An `EventStore` that is gone with its process."""

    def __init__(self, database: MemoryDatabase | None = None) -> None:
        self.database = MemoryDatabase() if database is None else database
        """What it has; another store may have it, too."""

    @property
    def epoch(self) -> Epoch:
        """The epoch of the log; see `EventStore.epoch`."""
        return self.database.epoch

    @property
    def lobby(self) -> MemoryLobby:
        """The lobby."""
        return MemoryLobby(self.database)

    @property
    def tournaments(self) -> MemoryTournaments:
        """The list of tournaments."""
        return MemoryTournaments(self.database)

    @property
    def log_seals(self) -> MemoryLogSeals:
        """What is kept for the seals of the log."""
        return MemoryLogSeals(self.database)

    def shard_of(self, table_id: UUID) -> int:
        """Return 0: the log is in one piece."""
        return 0

    @property
    def lanes_away(self) -> Collection[int]:
        """Return none: the log is in one piece, or this is itself a shard."""
        return ()

    def begin(self, epoch: Epoch) -> None:
        """Begin a new epoch: the log is as it is, whatever had happened in the one before."""
        self.database.begin(epoch)

    async def in_common(self, table_ids: Collection[UUID], epoch: Epoch) -> dict[UUID, int]:
        """Return up to which version the log has the history of tables in an epoch; see `EventStore.in_common`."""
        if epoch not in self.database.epochs:
            return dict.fromkeys(table_ids, 0)
        later = [heads for each, heads in self.database.epochs.items() if each.number > epoch.number]
        now = await self.heads(table_ids)
        return {each: min(heads.get(each, 0) for heads in (*later, now)) for each in table_ids}

    async def append(self, append: Append) -> None:
        """Write what a command has decided; see `EventStore.append`."""
        # Nothing is written before all who are ready have had their turn, as with a database.
        await asyncio.sleep(0)
        stream = self.database.streams.get(append.table_id, [])
        if len(stream) != append.expected:
            if is_repeated(append, stream):
                return
            raise Conflict(append.table_id, append.expected, len(stream))
        if stream and append.link not in {None, stream[-1].hash}:
            raise HistoryChanged
        must_be_storable(append, self.database)
        self._write_events(append)
        if append.due is None:
            self.database.due.pop(append.table_id, None)
        elif append.due is not UNSET:
            self.database.due[append.table_id] = append.due
        if isinstance(append.lobby, TournamentRow):
            self.database.tournaments[append.table_id] = append.lobby
        elif append.lobby is not None:
            self.database.lobby[append.table_id] = append.lobby
        if append.seal is not None:
            self.database.seals[append.table_id] = append.seal

    def _write_events(self, append: Append) -> None:
        number = lane_of(append.table_id)
        lane, stream = self.database.lanes[number], self.database.streams[append.table_id]
        step = append.expected + 1
        for version, new in enumerate(append.events, step):
            stored = StoredEvent(
                lane=number,
                position=len(lane) + 1,
                table_id=append.table_id,
                version=version,
                step=step,
                **asdict(new),
            )
            lane.append(stored)
            stream.append(stored)
        first = append.events[0]
        if first.key is not None and first.request is not None:
            self.database.executed[append.table_id, first.key] = first.request, step

    async def read(self, table_id: UUID, after: int = 0, up_to: int | None = None) -> list[StoredEvent]:
        """Return the events of a table between two versions; see `EventStore.read`."""
        return self.database.streams.get(table_id, [])[after:up_to]

    async def heads(self, table_ids: Iterable[UUID]) -> dict[UUID, int]:
        """Return the versions that tables are at now; a table without events is left out."""
        return {each: len(self.database.streams[each]) for each in table_ids if each in self.database.streams}

    async def executed(self, table_id: UUID, key: bytes) -> tuple[bytes, int] | None:
        """Return the request and the step of the command with this key at the table; None if there was none."""
        return self.database.executed.get((table_id, key))

    async def lane_positions(self) -> dict[int, int]:
        """Return the last position of every lane."""
        return {number: len(lane) for number, lane in enumerate(self.database.lanes)}

    async def read_lane(self, lane: int, after: int, limit: int) -> list[StoredEvent]:
        """Return the events of a lane after a position, at most `limit`, in order."""
        return self.database.lanes[lane][after : after + limit]

    async def due(self, at: int, limit: int, after: tuple[int, UUID] | None = None) -> list[tuple[UUID, int]]:
        """Return tables that owe a clock step by `at`; see `EventStore.due`."""
        fallen = sorted((due, table_id) for table_id, due in self.database.due.items() if due <= at)
        rest = (each for each in fallen if after is None or each > after)
        return [(table_id, due) for (due, table_id), _ in zip(rest, range(limit), strict=False)]

    async def seal_of(self, table_id: UUID) -> Seal | None:
        """Return the seal of a finished game; None for any other."""
        return self.database.seals.get(table_id)

    async def record_open(self, table_id: UUID) -> bool:
        """Return whether everybody may see all of a table; see `EventStore.record_open`."""
        row = self.database.lobby.get(table_id)
        if row is None or row.status not in ENDED:
            return False
        in_play = (set(other.decks) for other in self.database.lobby.values() if other.status not in ENDED)
        return all(decks.isdisjoint(row.decks) for decks in in_play)

    async def checkpoint(
        self, table_id: UUID, at_most: int | None = None, part: str = WHOLE_TABLE
    ) -> Checkpoint | None:
        """Return the newest checkpoint that fits; see `EventStore.checkpoint`."""
        stream, kept = self.database.streams.get(table_id, []), self.database.checkpoints.get((table_id, part), {})
        last = len(stream) if at_most is None else min(at_most, len(stream))
        fitting = (version for version in kept if version <= last and kept[version].hash == stream[version - 1].hash)
        return kept.get(max(fitting, default=0))

    async def keep_checkpoint(self, checkpoint: Checkpoint) -> None:
        """Keep a checkpoint, in place of another of the same table, part and version."""
        self.database.checkpoints[checkpoint.table_id, checkpoint.part][checkpoint.version] = checkpoint

    async def over(self, before: int, limit: int, after: tuple[int, UUID] | None = None) -> list[Over]:
        """Return games that were over before a time; see `EventStore.over`."""
        ended = sorted((seal.at, table_id) for table_id, seal in self.database.seals.items() if seal.at < before)
        return [
            Over(table_id, at, 0 if table_id in self.database.archived else self.database.seals[table_id].version - 1)
            for at, table_id in ended
            if after is None or (at, table_id) > after
        ][:limit]

    async def archive(self, table_id: UUID, before: int) -> int:
        """Mark a game as archived, and forget its checkpoints: memory has no cheaper place for its events."""
        seal = self.database.seals.get(table_id)
        if seal is None or seal.at >= before or table_id in self.database.archived:
            return 0
        self.database.archived.add(table_id)
        for kept in [each for each in self.database.checkpoints if each[0] == table_id]:
            del self.database.checkpoints[kept]
        return seal.version - 1

    async def time(self) -> int | None:
        """Return None: the time is that of the process."""
        return None

    async def answers(self) -> None:
        """Return: this process is there."""


def is_repeated(append: Append, stream: list[StoredEvent]) -> bool:
    """Return whether the very events of a command stand in the stream already."""
    last = append.expected + len(append.events)
    return last <= len(stream) and stream[last - 1].hash == append.events[-1].hash

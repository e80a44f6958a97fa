"""What a log in memory has, where a store in Postgres has the tables of a database."""

from collections import defaultdict
from dataclasses import dataclass, field
from uuid import UUID

from service.store.lobby_row import LobbyRow
from service.store.log_seals import LogSeal, Place, Tile
from service.store.port import FIRST_EPOCH, LANES, Checkpoint, Epoch, Seal, StoredEvent, lane_of
from service.store.tournament_row import TournamentRow


@dataclass
class MemoryDatabase:
    """The rows of a log. Several stores may have the same ones, as processes reach one database.

    It can also do what no store does: change and lose events, as an attacker with all rights could, or a disaster.
    """

    epochs: dict[Epoch, dict[UUID, int]] = field(default_factory=lambda: {FIRST_EPOCH: {}})
    """Each with the versions of the tables when it began; the last one is the present."""
    lanes: tuple[list[StoredEvent], ...] = field(default_factory=lambda: tuple([] for _ in range(LANES)))
    streams: defaultdict[UUID, list[StoredEvent]] = field(default_factory=lambda: defaultdict(list))
    """The same events by table."""
    executed: dict[tuple[UUID, bytes], tuple[bytes, int]] = field(default_factory=dict)
    """The request and the step of each command that has a key, by table and key."""
    due: dict[UUID, int] = field(default_factory=dict)
    lobby: dict[UUID, LobbyRow] = field(default_factory=dict)
    tournaments: dict[UUID, TournamentRow] = field(default_factory=dict)
    staff: set[tuple[UUID, UUID]] = field(default_factory=set)
    """People, each with a tournament that they were to direct."""
    seals: dict[UUID, Seal] = field(default_factory=dict)
    archived: set[UUID] = field(default_factory=set)
    checkpoints: defaultdict[tuple[UUID, str], dict[int, Checkpoint]] = field(default_factory=lambda: defaultdict(dict))
    """By table and part, then by version."""
    tiles: dict[Place, Tile] = field(default_factory=dict)
    log_seals: list[LogSeal] = field(default_factory=list)

    @property
    def epoch(self) -> Epoch:
        """The present epoch."""
        return next(reversed(self.epochs))

    def begin(self, epoch: Epoch) -> None:
        """Begin a new epoch: the log is as it is, whatever had happened in the one before."""
        self.epochs[epoch] = {table_id: len(stream) for table_id, stream in self.streams.items()}

    def lose(self, table_id: UUID, last: int) -> None:
        """Lose the events of a table after a version, and the keys of their commands, as by the restore of a backup."""
        lane = self.lanes[lane_of(table_id)]
        lane[:] = [row for row in lane if row.table_id != table_id or row.version <= last]
        self.executed = {
            (each, key): (request, step)
            for (each, key), (request, step) in self.executed.items()
            if each != table_id or step <= last
        }
        self._index(table_id)
        if not last:
            self.lobby.pop(table_id, None)

    def rewrite(self, row: StoredEvent) -> None:
        """Put an event in the place of the one at its position in its lane."""
        lane = self.lanes[row.lane]
        at = next(at for at, each in enumerate(lane) if each.position == row.position)
        before, lane[at] = lane[at], row
        for table_id in {before.table_id, row.table_id}:
            self._index(table_id)

    def _index(self, table_id: UUID) -> None:
        rows = [row for row in self.lanes[lane_of(table_id)] if row.table_id == table_id]
        if rows:
            self.streams[table_id] = sorted(rows, key=lambda row: row.version)
        else:
            self.streams.pop(table_id, None)

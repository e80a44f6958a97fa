"""The capacity model: from what a move costs to what many tables need, and to what ends first.

Pure arithmetic. It stands beside the benchmarks, which make its figures; nothing of the service uses it.

Some of what is needed can be bought: workers, servers, disks. The rest has an end, however much is bought;
`shares` says which part of each is used up, and `ends` at how many tables it is all of it.
"""

from collections.abc import Mapping
from math import ceil, inf
from types import MappingProxyType
from typing import NamedTuple

from msgspec import Struct

MOST_SHARDS = 64
HEARING = "a worker's time to hear the others"
MOST_TABLES = 10**9
"""Maximum number of tables at which an end is looked for."""
ID_BYTES = 16
YEAR_DAYS = 365
DAY_SECONDS = 86_400
SECOND_US = 1e6
GIGABIT = 1e9


class Costs(Struct, frozen=True, kw_only=True):
    """What was measured, or stands in the code. `_us`: microseconds of a core."""

    worker_us: float
    """Of a worker, for a move: from the request to the answer."""
    postgres_us: float
    """Of PostgreSQL, for a move."""
    redis_us: float
    """Of Redis, for a move: limits, views, and telling others of it."""
    reader_us: float
    """Of a worker, for a move, for each stream on which it is told."""
    message_us: float
    """Of each worker, for a message by which a worker tells all others what has changed."""
    id_us: float
    """Of each worker, for each table that is named in these messages."""
    delivery_us: float
    """Of Redis, for a message, for each worker that hears it."""
    look_us: float
    """Of PostgreSQL, for a worker's question to a shard what is due, or where its lanes are."""
    commit_ms: float
    """How long an append keeps its lanes: from the lock to the commit."""
    events_per_move: float
    event_bytes: float
    """On the disk of PostgreSQL, indexes included."""
    archived_event_bytes: float
    wal_bytes: float
    """Of the write-ahead log, for a move: what standbys are sent."""
    table_bytes: float
    """In the memory of a worker, as the service counts it."""
    worker_bytes: float
    """In the memory of a worker that has no tables."""
    stream_bytes: float
    """In the memory of a worker, for an open stream."""
    request_bytes: float
    """Over the network, for a move: request and answer."""
    line_bytes: float
    """Over the network, for a move, for each stream on which it is told."""
    connections: float
    """Of each worker, to each shard."""


class Service(Struct, frozen=True, kw_only=True):
    """What stands in the code of the service, or is set."""

    lanes: int = 64
    gathering_seconds: float = 0.005
    """For which a worker gathers what it tells the others."""
    looks_a_second: float = 2.0
    """Questions of each worker to each shard: what is due, and where the lanes are."""
    tables_bytes: float = 256 * 2**20
    """Memory of a worker for tables (`PARLOUR_TABLES_MIB`)."""
    streams: int = 20_000
    """Maximum number of open streams of a worker."""
    hot_days: int = 90
    """Days after which games go to the archive."""
    standbys: int = 2


class Host(Struct, frozen=True, kw_only=True):
    """A machine, and how far it is used."""

    cores: int = 16
    memory_bytes: float = 64 * 2**30
    gigabits: float = 10.0
    disk_bytes: float = 20e12
    """Of a PostgreSQL server: what a year leaves behind must have room."""
    connections: int = 1_000
    """Maximum number of connections of a PostgreSQL server."""
    busy: float = 0.6
    """Part of a core, a lane or a network that may be in use: beyond it everything waits."""


class Load(Struct, frozen=True, kw_only=True):
    """Tables that are played at the same time, each at the same speed, all day."""

    tables: int
    moves_a_minute: float = 6.0
    """At each table."""
    readers: float = 4.0
    """Open streams at each table, players' and spectators'."""

    @property
    def moves(self) -> float:
        """Moves a second at all tables."""
        return self.tables * self.moves_a_minute / 60


class Need(NamedTuple):
    """What a load needs. `shares`: which part of what cannot be bought is used up; above 1 it does not suffice."""

    moves_per_s: float
    workers: int
    worker_hosts: int
    postgres_servers: int
    """Each with one shard."""
    redis_nodes: int
    people_gigabits: float
    standby_gigabits: float
    disk_bytes_a_year: float
    shares: Mapping[str, float]

    @property
    def first(self) -> str:
        """What is used up most of all that cannot be bought."""
        return max(self.shares, key=lambda name: self.shares[name])


class Model(NamedTuple):
    """What any load needs, given what things cost."""

    costs: Costs
    service: Service = Service()
    host: Host = Host()

    def need(self, load: Load) -> Need:
        """Return what a load needs."""
        costs, service, moves = self.costs, self.service, load.moves
        workers, suffice = self.workers(load)
        servers = self.postgres_servers(moves, workers)
        shares = self.shares(moves, workers)
        if not suffice:
            shares[HEARING] = inf
        return Need(
            moves_per_s=moves,
            workers=workers,
            worker_hosts=self.worker_hosts(load, workers),
            postgres_servers=servers,
            redis_nodes=ceil(moves * costs.redis_us / SECOND_US / self.host.busy),
            people_gigabits=moves * (costs.request_bytes + load.readers * costs.line_bytes) * 8 / GIGABIT,
            standby_gigabits=moves * costs.wal_bytes * service.standbys * 8 / GIGABIT,
            disk_bytes_a_year=self.disk_bytes(moves),
            shares=MappingProxyType(shares),
        )

    def messages(self, moves: float, workers: int) -> float:
        """Return how many messages a second all workers together send: each gathers for a while after a first move."""
        each = moves / workers
        return moves / (1 + each * self.service.gathering_seconds)

    def hearing(self, moves: float, workers: int) -> float:
        """Return the part of a core that each worker needs to hear what the others do; one alone hears nobody."""
        if workers == 1:
            return 0.0
        heard = self.messages(moves, workers) * self.costs.message_us + moves * self.costs.id_us
        return heard / SECOND_US

    def workers(self, load: Load) -> tuple[int, bool]:
        """Return the least number of workers with enough cores, memory and streams, and whether it suffices.

        The more there are, the more each hears of the others; if no number suffices, it is that without hearing.
        """
        work = load.moves * (self.costs.worker_us + load.readers * self.costs.reader_us) / SECOND_US
        by_memory = load.tables * self.costs.table_bytes / self.service.tables_bytes
        by_streams = load.tables * load.readers / self.service.streams
        least = tried = max(1, ceil(work / self.host.busy), ceil(by_memory), ceil(by_streams))
        while (hearing := self.hearing(load.moves, tried)) < self.host.busy:
            enough = ceil(work / (self.host.busy - hearing))
            if enough <= tried:
                return tried, True
            tried = enough
        return least, False

    def worker_hosts(self, load: Load, workers: int) -> int:
        """Return the number of machines for workers: a core for each, and memory."""
        costs = self.costs
        of_a_table = costs.table_bytes + load.readers * costs.stream_bytes
        memory = workers * costs.worker_bytes + load.tables * of_a_table
        return max(ceil(workers / self.host.cores), ceil(memory / self.host.memory_bytes))

    def postgres_work(self, moves: float, workers: int, servers: int) -> float:
        """Return how many cores each of some servers uses, with a shard each."""
        looks = workers * self.service.looks_a_second * self.costs.look_us
        return (moves * self.costs.postgres_us / servers + looks) / SECOND_US

    def disk_bytes(self, moves: float) -> float:
        """Return what a year leaves on the disks of PostgreSQL: the last days in the log, the rest in the archive."""
        costs, days = self.costs, self.service.hot_days
        an_event = days * costs.event_bytes + (YEAR_DAYS - days) * costs.archived_event_bytes
        return moves * costs.events_per_move * DAY_SECONDS * an_event

    def postgres_servers(self, moves: float, workers: int) -> int:
        """Return the number of servers, by cores and disks.

        It is a power of two; if no number suffices, as many as there may be shards.
        """
        servers, cores = 1, self.host.cores * self.host.busy
        disks = self.disk_bytes(moves) / self.host.disk_bytes
        while servers < MOST_SHARDS and (self.postgres_work(moves, workers, servers) > cores or disks > servers):
            servers *= 2
        return servers

    def shares(self, moves: float, workers: int) -> dict[str, float]:
        """Return the parts that are used up of what has an end."""
        host, costs, service = self.host, self.costs, self.service
        deliveries = 0.0 if workers == 1 else self.messages(moves, workers) * workers
        heard_bytes = 0.0 if workers == 1 else moves * ID_BYTES * workers
        # Beyond the most shards, servers cannot be bought either.
        cores = self.postgres_work(moves, workers, MOST_SHARDS)
        return {
            HEARING: self.hearing(moves, workers) / host.busy,
            "one Redis for wake-ups": deliveries * costs.delivery_us / SECOND_US / host.busy,
            "network of that Redis": heard_bytes * 8 / GIGABIT / host.gigabits / host.busy,
            "connections of a PostgreSQL server": workers * costs.connections / host.connections,
            "lanes": moves / service.lanes * costs.commit_ms / 1000 / host.busy,
            "cores of PostgreSQL in 64 shards": cores / host.cores / host.busy,
            "disks of PostgreSQL in 64 shards": self.disk_bytes(moves) / host.disk_bytes / MOST_SHARDS,
        }

    def ends(self, load: Load) -> dict[str, int]:
        """Return at how many tables each thing is used up that has an end, by bisection, the first end first."""

        def share(name: str, tables: int) -> float:
            moves = Load(tables=tables, moves_a_minute=load.moves_a_minute, readers=load.readers)
            return self.need(moves).shares[name]

        found = {}
        for name in self.need(load).shares:
            low, high = 1, MOST_TABLES
            while high - low > max(1, low // 200):
                middle = int((low * high) ** 0.5) if high > 2 * low else (low + high) // 2
                low, high = (low, middle) if share(name, middle) > 1 else (middle, high)
            found[name] = low
        return dict(sorted(found.items(), key=lambda item: item[1]))

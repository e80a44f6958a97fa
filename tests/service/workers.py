"""Tables without HTTP: worker processes on one log, faults of the log, and players who know only their choices."""

import asyncio
import contextlib
import hashlib
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from typing import Any, NamedTuple, Protocol
from uuid import UUID, uuid4

from msgspec import UnsetType
from msgspec.structs import replace

from domain import table as rules
from domain.game import Refused
from domain.record import check_chain, check_rules
from domain.table import Entry, Snapshot, TableSettings, Visibility, canonical, evolve
from service.accounts.port import Account
from service.accounts.scopes import Role
from service.live.history import History
from service.live.memory import Memory
from service.live.pace import PACE, Pace
from service.parlour import Parlour
from service.play.clock import Clock
from service.play.engine import Engine, Outcome
from service.play.house_pace import AT_EASE
from service.play.house_players import PLAYERS as PLAYERS_OF_THE_HOUSE
from service.play.house_players import HousePlayers
from service.play.stream import CommandKey, entry_of
from service.runtime.background import running
from service.runtime.secret_ids import SecretIds
from service.store import Append, Epoch, EventStore, MemoryStore, StoredEvent, StoreUnavailable
from service.store.signing import Signer, signature_holds
from tests.redis_cluster import patient_redis

SIGNER = Signer(bytes(32))
IDS = SecretIds(bytes(32))
MEMORY = 64 * 2**20
PLAYERS = tuple(UUID(int=number) for number in range(1, 15))
"""The player on each seat; the one on seat 0 opens the tables."""


class Time:
    """The time of day, with a shift that a test can change: nobody waits for minutes."""

    def __init__(self, shift: int = 0) -> None:
        self.shift = shift

    def __call__(self) -> int:
        return time.time_ns() // 1_000_000 + self.shift

    def go_to(self, at: int) -> None:
        """Let it be `at`, or later if it is later already."""
        self.shift += max(0, at - self())


class FaultyLog(MemoryStore):
    """A log that can go away, and whose answers can get lost."""

    def __init__(self) -> None:
        super().__init__()
        self.away = False
        self.asked_in_vain = 0
        self.answer_lost = False
        self.broken: set[UUID] = set()
        """Tables where every append fails, by a fault of the program."""
        self.tried: list[UUID] = []
        """The tables for which something was to be appended, each time."""
        self.sizes: list[int] = []
        """How many events were appended, each time."""
        self.dues: list[int | UnsetType | None] = []
        """When the table was to be listed as due from then on, each time; unset: as it was."""
        self.reads: list[tuple[UUID, int]] = []
        """What was read: of which table, after which version."""
        self._altered: set[tuple[UUID, int]] = set()

    def elsewhere(self) -> MemoryStore:
        """Return the same log as another process reaches it, without any faults."""
        return MemoryStore(self.database)

    def alter(self, table_id: UUID, version: int) -> None:
        """Give another time to an event, as somebody with the right to might do."""
        self._altered.add((table_id, version))

    async def append(self, append: Append) -> None:
        """Append, and lose the answer if that is wanted."""
        self._must_be_there()
        self.tried.append(append.table_id)
        if append.table_id in self.broken:
            raise ZeroDivisionError
        await super().append(append)
        self.sizes.append(len(append.events))
        self.dues.append(append.due)
        if self.answer_lost:
            self.answer_lost = False
            raise StoreUnavailable("nobody knows whether it was written")

    async def read(self, table_id: UUID, after: int = 0, up_to: int | None = None) -> list[StoredEvent]:
        """Read, if the log is there."""
        self._must_be_there()
        self.reads.append((table_id, after))
        rows = await super().read(table_id, after, up_to)
        return [later(row) if (table_id, row.version) in self._altered else row for row in rows]

    async def heads(self, table_ids: Iterable[UUID]) -> dict[UUID, int]:
        """Read, if the log is there."""
        self._must_be_there()
        return await super().heads(table_ids)

    async def due(self, at: int, limit: int, after: tuple[int, UUID] | None = None) -> list[tuple[UUID, int]]:
        """Read, if the log is there."""
        self._must_be_there()
        return await super().due(at, limit, after)

    async def list_as_due(self, table_id: UUID, at: int) -> None:
        """List a table as due that owes nothing, as a fault of an earlier version might have left it."""
        self.database.due[table_id] = at

    def _must_be_there(self) -> None:
        if self.away:
            self.asked_in_vain += 1
            raise StoreUnavailable("away")


class Fork(MemoryStore):
    """A log whose end can be lost, as by the restore of a backup; a new epoch begins then, if anybody notices."""

    def lose(self, table_id: UUID, last: int, epoch: Epoch | None) -> None:
        """Lose all events of a table after a version."""
        self.database.lose(table_id, last)
        if epoch is not None:
            self.begin(epoch)


def later(row: StoredEvent) -> StoredEvent:
    """Return a row whose event happens a millisecond later."""
    return replace(row, event=row.event.replace(b'"at":%d' % row.at, b'"at":%d' % (row.at + 1)))


class HasTables(Protocol):
    """What players need of a process: an `Engine` to play by, a `History` to look at."""

    @property
    def engine(self) -> Engine:
        """What executes commands."""

    @property
    def history(self) -> History:
        """What is looked at."""


class Players:
    """Players at the tables of one process."""

    def __init__(self, process: HasTables) -> None:
        self.engine = process.engine
        self.history = process.history
        self.now = Time()

    async def open(
        self,
        game: str = "friendlier_than_thou",
        key: str | None = None,
        visibility: Visibility = "public",
        settings: TableSettings | None = None,
        **options: Any,
    ) -> UUID:
        """Open a table with no player at it."""
        opening = rules.OpenTable(
            player=PLAYERS[0],
            game=game,
            options=options,
            secret=random.randbytes(32).hex(),
            visibility=visibility,
            settings=settings or TableSettings(),
        )
        command_key = key_of(key, f"open {game} {options}")
        table_id = IDS.of_table(command_key.id) if command_key else uuid4()
        return (await self.engine.execute(table_id, opening, command_key)).table_id

    async def sit(self, table_id: UUID, seat: int, key: str | None = None, player: UUID | None = None) -> Outcome:
        """Sit down on a seat that is free."""
        sitting = rules.TakeSeat(player or PLAYERS[seat], seat)
        return await self.engine.execute(table_id, sitting, key_of(key, f"sit {seat}"))

    async def ask_house(self, table_id: UUID, *seats: int) -> None:
        """Ask a house player to each of these seats, or to all seats that are free."""
        free = [seat for seat, player in enumerate((await self.snapshot(table_id)).table.seats) if player is None]
        for seat in seats or free:
            await self.engine.execute(table_id, rules.SeatHouse(PLAYERS[0], "random", seat))

    async def leave(self, table_id: UUID, seat: int) -> Outcome:
        """Stand up."""
        return await self.engine.execute(table_id, rules.LeaveSeat(PLAYERS[seat], seat))

    async def start(self, table_id: UUID, key: str | None = None) -> Outcome:
        """Start the game at a full table."""
        return await self.engine.execute(table_id, rules.StartGame(PLAYERS[0]), key_of(key, "start"))

    async def started(self, game: str = "friendlier_than_thou", **options: Any) -> UUID:
        """Open a table, seat all players, start the game."""
        table = await self.open(game, **options)
        await self.fill(table)
        return table

    async def fill(self, table_id: UUID) -> None:
        """Seat all players at a table, and start the game."""
        for seat in range(len((await self.snapshot(table_id)).table.seats)):
            await self.sit(table_id, seat)
        await self.start(table_id)

    async def move(
        self, table_id: UUID, seat: int, move: Any, *, key: str | None = None, expected: int | None = None
    ) -> Outcome:
        """Make a move, given as the struct that `choices` offers."""
        making = rules.MakeMove(PLAYERS[seat], move, expected_version=expected)
        return await self.engine.execute(table_id, making, key_of(key, f"move {move}"))

    async def tick(self, table_id: UUID) -> bool:
        """Record the clock steps that are due; return whether this process has recorded any."""
        return bool((await self.engine.execute(table_id, rules.Tick())).recorded)

    async def snapshot(self, table_id: UUID) -> Snapshot:
        """Return the table as it is in the log."""
        return await self.history.current(table_id)

    async def play(self, table_id: UUID, chance: random.Random, until: Callable[[Snapshot], bool]) -> Snapshot:
        """Make moves at random until something is so; where only the clock can go on, wait for it."""
        while not until(snapshot := await self.snapshot(table_id)):
            if chosen := any_move(snapshot, chance):
                await self._move_unless_the_clock_was_first(table_id, *chosen, snapshot.version)
            else:
                due = snapshot.due
                assert due is not None, "the game ended before"
                await self.wait_until(due)
                await self.tick(table_id)
        return snapshot

    async def _move_unless_the_clock_was_first(self, table_id: UUID, seat: int, move: Any, seen: int) -> None:
        try:
            await self.move(table_id, seat, move)
        except Refused:
            if (await self.snapshot(table_id)).version == seen:
                raise

    async def wait_until(self, at: int) -> None:
        """Wait until it is `at`."""
        await asyncio.sleep(max(0, at - self.now()) / 1000)


class Process(Players):
    """What a worker process has in its memory, and its players: tables on a log, the clock and the house players."""

    def __init__(self, log: EventStore, now: Time | None = None, **settings: Any) -> None:
        self.now = now or Time()
        pace, players = settings.pop("pace", AT_EASE), settings.pop("players", PLAYERS_OF_THE_HOUSE)
        sweep = {name: settings.pop(name) for name in ("sweep_seconds", "sweep_page", "backoff") if name in settings}
        self.history = History(log, Memory(MEMORY))
        self.engine = Engine(log, SIGNER, self.now, self._told, **settings)
        self.house = HousePlayers(self.engine, self.now, pace, players)
        self.clock = Clock(self.engine, log, self.now, self.house.notice, **sweep)
        self.changes: list[tuple[UUID, int]] = []

    def _told(self, outcome: Outcome) -> None:
        table_id, snapshot = outcome.table_id, outcome.snapshot
        self.history.tell(outcome)
        self.changes.append((table_id, snapshot.version))
        self.clock.watch(table_id, snapshot)
        self.house.watch(table_id, snapshot)

    async def wait_until(self, at: int) -> None:
        """Let it be `at`, without waiting."""
        self.now.go_to(at)

    def ticking(self) -> contextlib.AbstractAsyncContextManager[None]:
        """Let the clock run for as long as the context is open."""
        return running(self.clock.run)

    def playing(self) -> contextlib.AbstractAsyncContextManager[None]:
        """Let the clock run, and the house players play, for as long as the context is open."""
        return running(self.clock.run, self.house.run)


@contextlib.asynccontextmanager
async def worker(log: EventStore, redis_url: str | None = None, pace: Pace = PACE) -> AsyncIterator[Parlour]:
    """Open what one worker process has, except HTTP. Its client of Redis has no patience of its own to end."""
    async with contextlib.AsyncExitStack() as stack:
        redis = None
        if redis_url is not None:
            client = patient_redis(redis_url, socket_timeout=None)
            redis = await stack.enter_async_context(client)
        yield await stack.enter_async_context(Parlour(log, redis, SIGNER, pace=pace).open())


def account(seat: int, role: Role = "player") -> Account:
    """Return the account of the player on a seat; beyond the last seat: of a stranger."""
    return Account(PLAYERS[seat], role, b"")


def key_of(key: str | None, body: str) -> CommandKey | None:
    """Return the key of the command of a client that sends this key and this body; None without a key."""
    if key is None:
        return None
    return CommandKey(hashlib.sha256(key.encode()).digest()[:16], hashlib.sha256(body.encode()).digest()[:16])


def any_move(snapshot: Snapshot, chance: random.Random) -> tuple[int, Any] | None:
    """Return a seat that may act and one of its moves; None if only the clock can go on."""
    seats = list(range(len(snapshot.table.seats)))
    chance.shuffle(seats)
    for seat in seats:
        decision = snapshot.offered(seat)
        if decision is not None:
            return seat, chance.choice(decision.moves)
    return None


def first_move(snapshot: Snapshot, seat: int) -> Any:
    """Return the first move that a seat may make."""
    decision = snapshot.offered(seat)
    assert decision is not None
    return decision.moves[0]


async def silent(process: Players, **options: Any) -> UUID:
    """Return a table of Friendlier Than Thou in the silence: all may act at once, and the clock is ticking."""
    game = await process.started(players=2, **options)
    await process.play(game, random.Random(1), in_phase("silence"))
    return game


def is_finished(snapshot: Snapshot) -> bool:
    """Return whether the game is over."""
    return snapshot.table.finished_at is not None


def in_phase(phase: str) -> Callable[[Snapshot], bool]:
    """Return a condition: the game is in a phase."""
    return lambda snapshot: bool(snapshot.state.phase == phase)


class Stored(NamedTuple):
    """A table as an independent reader of the log folds it."""

    entries: list[Entry]
    snapshots: list[Snapshot]

    @property
    def version(self) -> int:
        """The number of events."""
        return len(self.entries)

    @property
    def snapshot(self) -> Snapshot:
        """The table in the end."""
        return self.snapshots[-1]

    def at(self, version: int) -> Snapshot:
        """Return the table at a version."""
        return self.snapshots[version - 1]


async def stored(log: EventStore, table_id: UUID) -> Stored:
    """Return the table as an independent reader of the log folds it."""
    found = Stored([], [])
    for row in await log.read(table_id):
        before = found.snapshots[-1] if found.snapshots else None
        entry = entry_of(row, before.rules if before else None)
        found.entries.append(entry)
        found.snapshots.append(evolve(before, entry))
    return found


async def must_be_sound(log: EventStore, table_id: UUID) -> None:
    """Check the game in the log by its chain of hashes and by its rules, and its seal if it is finished."""
    live = await stored(log, table_id)
    hashes = [row.hash for row in await log.read(table_id)]
    check_chain(table_id, live.entries, hashes)
    assert canonical(check_rules(live.entries)) == canonical(live.snapshot)
    seal = await log.seal_of(table_id)
    assert (seal is not None) == is_finished(live.snapshot)
    if seal is not None:
        assert (seal.version, seal.hash) == (live.version, hashes[-1])
        assert signature_holds(SIGNER.public_key, table_id, seal.version, seal.hash, seal.signature)


async def eventually(condition: Callable[[], Awaitable[Any]], seconds: float = 180) -> None:
    """Wait until something is true."""
    async with asyncio.timeout(seconds):
        while not await condition():  # noqa: ASYNC110 - what is waited for happens in a server
            await asyncio.sleep(0.01)

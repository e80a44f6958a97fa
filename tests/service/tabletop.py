"""Tables without HTTP: worker processes on one log, faults of the log, and players who know only their choices."""

import asyncio
import contextlib
import hashlib
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any
from uuid import UUID, uuid4

import msgspec
from redis.asyncio import Redis

from domain import table as rules
from domain.record import canonical, check_chain, check_rules
from domain.table import Snapshot, TableSettings, Visibility
from service.accounts.port import Account, Role
from service.http.idempotency import table_id
from service.parlour import Parlour, open_parlour
from service.play.clock import Clock
from service.play.house_players import HousePlayers
from service.play.tables import LiveTable, Outcome, Retryable, Step, Tables, must_be_in_time
from service.records.signing import Signer, signature_holds
from service.runtime.background import running
from service.store import Append, PostgresStore, StoreUnavailable

SIGNER = Signer(bytes(32))
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


class FaultyLog(PostgresStore):
    """A log that can go away, and whose answers can get lost."""

    away = False
    asked_in_vain = 0
    answer_lost = False

    async def append(self, append: Append) -> None:
        self._must_be_there()
        await super().append(append)
        if self.answer_lost:
            self.answer_lost = False
            raise StoreUnavailable("nobody knows whether it was written")

    async def read(self, *arguments: Any, **options: Any) -> Any:
        self._must_be_there()
        return await super().read(*arguments, **options)

    async def heads(self, *arguments: Any) -> Any:
        self._must_be_there()
        return await super().heads(*arguments)

    async def due(self, *arguments: Any) -> Any:
        self._must_be_there()
        return await super().due(*arguments)

    def _must_be_there(self) -> None:
        if self.away:
            self.asked_in_vain += 1
            raise StoreUnavailable("away")


class Players:
    """Players at the tables of one process."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
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
        secret, at = random.randbytes(32), self.now()
        opening = rules.open_table(game, options, PLAYERS[0], secret, at, visibility=visibility, settings=settings)
        retryable = command(key, f"open {game} {options}")
        outcome = await self.tables.open(table_id(retryable) if retryable else uuid4(), opening, retryable)
        return outcome.game

    async def sit(self, game: UUID, seat: int, key: str | None = None, player: UUID | None = None) -> Outcome:
        """Sit down on a seat that is free."""

        def decide(snapshot: Snapshot, at: int) -> Step:
            return Step(seat, None, rules.take_seat(snapshot, player or PLAYERS[seat], at, seat=seat))

        return await self.tables.execute(game, decide, retryable=command(key, f"sit {seat}"))

    async def ask_house(self, game: UUID, *seats: int) -> None:
        """Ask a house player to each of these seats, or to all seats that are free."""
        free = [seat for seat, player in enumerate((await self.snapshot(game)).table.seats) if player is None]
        for seat in seats or free:

            def decide(snapshot: Snapshot, at: int, seat: int = seat) -> Step:
                return Step(seat, None, rules.seat_house(snapshot, PLAYERS[0], "random", at, seat=seat))

            await self.tables.execute(game, decide)

    async def leave(self, game: UUID, seat: int) -> Outcome:
        """Stand up."""

        def decide(snapshot: Snapshot, at: int) -> Step:
            return Step(seat, None, rules.leave_seat(snapshot, PLAYERS[seat], seat, at))

        return await self.tables.execute(game, decide)

    async def start(self, game: UUID, key: str | None = None) -> Outcome:
        """Start the game at a full table."""

        def decide(snapshot: Snapshot, at: int) -> Step:
            return Step(None, None, rules.start(snapshot, PLAYERS[0], at))

        return await self.tables.execute(game, decide, retryable=command(key, "start"))

    async def started(self, game: str = "friendlier_than_thou", **options: Any) -> UUID:
        """Open a table, seat all players, start the game."""
        table = await self.open(game, **options)
        await self.fill(table)
        return table

    async def fill(self, game: UUID) -> None:
        """Seat all players at a table, and start the game."""
        for seat in range(len((await self.snapshot(game)).table.seats)):
            await self.sit(game, seat)
        await self.start(game)

    async def move(
        self, game: UUID, seat: int, move: Any, *, key: str | None = None, expected: int | None = None
    ) -> Outcome:
        """Make a move, given as the struct that `choices` offers."""
        raw = msgspec.to_builtins(move)

        def decide(snapshot: Snapshot, at: int) -> Step:
            must_be_in_time(snapshot, PLAYERS[seat], None, expected)
            return Step(*rules.make_move(snapshot, PLAYERS[seat], raw, at))

        return await self.tables.execute(game, decide, retryable=command(key, f"move {raw}"))

    async def snapshot(self, game: UUID) -> Snapshot:
        """Return the table as it is in the log."""
        return (await self.tables.present(game)).snapshot

    async def play(self, game: UUID, chance: random.Random, until: Callable[[Snapshot], bool]) -> Snapshot:
        """Make moves at random until something is so; where only the clock can go on, wait for it."""
        while not until(snapshot := await self.snapshot(game)):
            if chosen := any_move(snapshot, chance):
                await self.move(game, *chosen)
            else:
                due = rules.due(snapshot)
                assert due is not None, "the game ended before"
                await self.wait_until(due)
                await self.tables.tick(game)
        return snapshot

    async def wait_until(self, at: int) -> None:
        """Wait until it is `at`."""
        await asyncio.sleep(max(0, at - self.now()) / 1000)


class Process(Players):
    """What a worker process has in its memory, and its players: tables on a log, the clock and the house players."""

    def __init__(self, log: PostgresStore, now: Time | None = None, limit: int = 20_000) -> None:
        self.now = now or Time()
        self.tables = Tables(log, SIGNER, self.now, self._changed, limit)
        self.house = HousePlayers(self.tables, self.now)
        self.clock = Clock(self.tables, log, self.now, self.house.notice)
        self.changes: list[tuple[UUID, int]] = []

    def _changed(self, game: UUID, snapshot: Snapshot) -> None:
        self.changes.append((game, snapshot.version))
        self.clock.watch(game, snapshot)
        self.house.watch(game, snapshot)

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
async def worker(postgres_url: str, redis_url: str | None) -> AsyncIterator[Parlour]:
    """Open what one worker process has, but for HTTP. Its client of Redis has no patience of its own to end."""
    async with contextlib.AsyncExitStack() as stack:
        log = await stack.enter_async_context(PostgresStore.open(postgres_url))
        redis = Redis.from_url(redis_url, socket_timeout=None) if redis_url else None
        if redis is not None:
            stack.push_async_callback(redis.aclose)
        yield await stack.enter_async_context(open_parlour(log, redis, SIGNER))


def account(seat: int, role: Role = "player") -> Account:
    """Return the account of the player on a seat; beyond the last seat: of a stranger."""
    return Account(PLAYERS[seat], role, b"")


def command(key: str | None, body: str) -> Retryable | None:
    """Return the command of a client that sends this key and this body; None without a key."""
    if key is None:
        return None
    return Retryable(hashlib.sha256(key.encode()).digest()[:16], hashlib.sha256(body.encode()).digest()[:16])


def any_move(snapshot: Snapshot, chance: random.Random) -> tuple[int, Any] | None:
    """Return a seat that may act and one of its moves; None if only the clock can go on."""
    seats = list(range(len(snapshot.table.seats)))
    chance.shuffle(seats)
    for seat in seats:
        decision = snapshot.table.rules.choices(snapshot.state, seat)
        if decision is not None:
            return seat, chance.choice(decision.moves)
    return None


def first_move(snapshot: Snapshot, seat: int) -> Any:
    """Return the first move that a seat may make."""
    decision = snapshot.table.rules.choices(snapshot.state, seat)
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


async def stored(log: PostgresStore, game: UUID) -> LiveTable:
    """Return the table as an independent reader of the log folds it."""
    live = LiveTable(game)
    live.take_in(await log.read(game))
    return live


async def must_be_sound(log: PostgresStore, game: UUID) -> None:
    """Check the game in the log by its chain of hashes and by its rules, and its seal if it is finished."""
    live = await stored(log, game)
    hashes = [row.hash for row in await log.read(game)]
    check_chain(game, live.history, hashes)
    assert canonical(check_rules(live.history)) == canonical(live.snapshot)
    seal = await log.seal_of(game)
    assert (seal is not None) == is_finished(live.snapshot)
    if seal is not None:
        assert (seal.version, seal.hash) == (live.version, hashes[-1])
        assert signature_holds(SIGNER.public_key, game, seal.version, seal.hash, seal.signature)


async def eventually(condition: Callable[[], Awaitable[Any]], seconds: float = 20) -> None:
    """Wait until something is true."""
    async with asyncio.timeout(seconds):
        while not await condition():  # noqa: ASYNC110 - what is waited for happens in a server
            await asyncio.sleep(0.01)

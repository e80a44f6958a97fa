"""A log of many finished games of all kinds: each really played at random, and written by the engine and the store.

    nice python -m tests.benchmarks.corpus URL 10000 [SEED]

No two games are the same. People and house players sit side by side, options differ, some people think long, let their
decisions lapse or call the game off, some tables are private, some are forks, and the games spread over a quarter of a
year. Times are those of the games, not of the making. A process plays `TOGETHER` tables side by side, so that the
store's appends are grouped as in a service.
"""

import asyncio
import os
import random
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from contextvars import ContextVar
from typing import Any, NamedTuple
from uuid import UUID

from domain.table import (
    HOUSE_PLAYERS,
    CallOff,
    Command,
    MakeHouseMove,
    MakeMove,
    OpenTable,
    Recorded,
    SeatHouse,
    Sitter,
    Snapshot,
    StartGame,
    TableSettings,
    TakeSeat,
    Tick,
    Visibility,
    as_bot,
)
from domain.table.forking import fork
from service.play.engine import Engine, Outcome
from service.play.stream import CommandKey
from service.runtime.background import running
from service.store import EventStore
from service.store.migrate import migrate
from service.store.postgres.store import PostgresStore
from service.store.signing import Signer

STARTED_AT = 1_767_225_600_000
SPREAD_MS = 90 * 86_400_000
TOGETHER = 48
"""Number of tables that a process plays at the same time."""
MOST_EVENTS = 1_500
"""Number of events after which a game is called off by all."""
ABORTED, FORKED, PRIVATE, BY_HOUSE = 0.04, 0.03, 0.1, 0.4
"""The share of games that are called off, of those that have a fork, of private tables, of seats of house players."""
SIGNER = Signer(bytes(32))
TURN_LIMITS_MS = (None, None, 30_000, 60_000)


class Kind(NamedTuple):
    """A kind of game, how often it is played, and the values that its options have."""

    game: str
    weight: int
    options: dict[str, tuple[Any, ...]]


KINDS = (
    Kind("honors_2", 30, {
        "players": (2, 2, 3), "max_deals": (1,), "stall_rounds": (2, 3, 4), "take_rule": ("free", "play_wished"),
        "challenge_ms": (0, 0, 3000), "stock_out": ("reshuffle", "end_deal"),
    }),
    Kind("honors_4", 26, {
        "players": (2, 2, 3), "max_deals": (1,), "max_rounds": (5, 5, 8), "opener": ("left_of_dealer", "any"),
    }),
    Kind("literature", 24, {
        "stall_limit": (6, 8, 12, 20), "own_card_ask": ("refused", "announced"), "report_counts": (False, False, True),
        "false_declaration": ("set_closes", "set_closes_turn_passes", "set_stays_turn_passes"),
    }),
    Kind("honors_1", 6, {
        "players": (2, 2, 3), "max_deals": (1,), "stall_rounds": (5,), "ask_rule": ("held_book", "any_card"),
        "deal_ends": ("all_books", "first_out"), "lucky_draw": (False, True),
    }),
    Kind("friendlier_than_thou", 5, {
        "players": (2, 3, 4), "leading": ("silent", "programmed"), "unity_proposals": (3,),
    }),
    Kind("pursuit_of_happiness", 3, {"players": (2, 3), "open_discard": (False, True)}),
    Kind("medieval_mastery", 4, {"players": (3, 4), "stall_limit": (2, 4, 6)}),
    Kind("honors_3", 2, {"players": (4,), "max_deals": (1,), "deal_ms": (60_000, 120_000)}),
)  # fmt: skip

clock: ContextVar[int] = ContextVar("clock")
"""The time at the table that a task plays, in ms since 1970."""


class Host:
    """Plays tables at random through an engine, which tells what is recorded; `people` is how many people there are."""

    def __init__(
        self, store: EventStore, people: int, dice: random.Random, told: Callable[[Outcome], None] = lambda _: None
    ) -> None:
        self.engine = Engine(store, SIGNER, clock.get, told, memory=32 * 2**20)
        self.dice = dice
        self.people = people

    async def play(self, age: float) -> None:
        """Play a table to its end; `age` is its place in the time of all tables, 0 to 1. Some have a fork."""
        clock.set(STARTED_AT + int(age * SPREAD_MS))
        kind = self.dice.choices(KINDS, [each.weight for each in KINDS])[0]
        options = {name: self.dice.choice(values) for name, values in kind.options.items()}
        table_id, now = await self.opened(kind.game, options)
        middle = await self.finished(table_id, now)
        if middle is not None and self.dice.random() < FORKED:
            await self.forked(table_id, middle)

    async def forked(self, table_id: UUID, middle: Recorded[Snapshot]) -> None:
        """Play a game from its middle on once more: somebody against the house."""
        house: list[Sitter] = ["random"] * (len(middle.snapshot.table.places) - 1)
        command = fork(table_id, middle.snapshot, middle.hash, self.person(), ("me", *house))
        new_id = UUID(int=self.dice.getrandbits(128))
        await self.finished(new_id, (await self.do(new_id, command)).snapshot)

    async def opened(self, game: str, options: dict[str, Any]) -> tuple[UUID, Snapshot]:
        """Open a table, seat people and house players, and start the game."""
        table_id, creator = UUID(int=self.dice.getrandbits(128)), self.person()
        settings = TableSettings(turn_limit_ms=self.dice.choice(TURN_LIMITS_MS), defaults_until_absent=2)
        visibility: Visibility = "private" if self.dice.random() < PRIVATE else "public"
        opening = OpenTable(
            player=creator, game=game, options=options, secret=self.dice.randbytes(32).hex(), settings=settings,
            visibility=visibility,
        )  # fmt: skip
        now = (await self.do(table_id, opening)).snapshot
        people = {creator}
        await self.do(table_id, TakeSeat(creator))
        for _ in now.table.places[1:]:
            clock.set(clock.get() + self.dice.randrange(1, 20_000))
            guest = self.person()
            if guest in people or self.dice.random() < BY_HOUSE:
                await self.do(table_id, SeatHouse(creator, "random"))
            else:
                people.add(guest)
                await self.do(table_id, TakeSeat(guest, entropy=self.dice.randbytes(32).hex()))
        return table_id, (await self.do(table_id, StartGame(creator))).snapshot

    async def finished(self, table_id: UUID, now: Snapshot) -> Recorded[Snapshot] | None:
        """Play a table to its end, or until all people there have called it off; return an entry of its middle."""
        middle = None
        fork_at, calls_off_at = self.dice.randrange(12, 30), MOST_EVENTS
        if self.dice.random() < ABORTED:
            calls_off_at = self.dice.randrange(8, 40)
        while now.table.finished_at is None:
            if now.version >= calls_off_at:
                await self.called_off(table_id, now)
                return None
            outcome = await self.next(table_id, now)
            if middle is None and outcome.snapshot.version >= fork_at and outcome.snapshot.going_on:
                middle = outcome.recorded[-1]
            now = outcome.snapshot
        return middle

    async def called_off(self, table_id: UUID, now: Snapshot) -> None:
        """Let all people at a table call the game off."""
        for place in now.table.places:
            if place.player is not None and place.player not in HOUSE_PLAYERS.values():
                await self.do(table_id, CallOff(place.player))

    async def next(self, table_id: UUID, now: Snapshot) -> Outcome:
        """Let somebody act, or the clock."""
        if not now.to_act:
            return await self.ticked(table_id, now)
        seat = self.dice.choice(now.to_act)
        house = now.table.places[seat].house
        took = self.dice.randrange(5, 40) if house else int(self.dice.lognormvariate(8, 1))
        decision, player = now.offered(seat), now.table.seats[seat]
        if decision is None or player is None or (now.due is not None and now.due <= now.at + took):
            return await self.ticked(table_id, now)
        clock.set(now.at + took)
        move = self.dice.choice(decision.moves)
        if house:
            return await self.do(table_id, MakeHouseMove(seat, house, move, now.decision_id(seat)))
        return await self.do(table_id, MakeMove(player, move))

    async def ticked(self, table_id: UUID, now: Snapshot) -> Outcome:
        """Let the clock do what is due next."""
        clock.set(max(now.at, now.due or 0))
        return await self.do(table_id, Tick())

    async def do(self, table_id: UUID, command: Command) -> Outcome:
        """Give a command, with a key if somebody gives it."""
        keyed = not isinstance(command, Tick | MakeHouseMove)
        key = CommandKey(self.dice.randbytes(16), self.dice.randbytes(16)) if keyed else None
        return await self.engine.execute(table_id, command, key)

    def person(self) -> UUID:
        """Return somebody; a few play much, most seldom. One of four is a bot."""
        number = int(self.people * self.dice.random() ** 3)
        player = UUID(int=(0xA << 124) + (1 << 63) + number)
        return as_bot(player) if number % 4 == 1 else player


async def play_share(url: str, games: int, of: int, seed: int) -> None:
    """Play a number of games of `of` in one process."""
    dice = random.Random(seed)
    async with PostgresStore.open(url, 2) as store:
        host = Host(store, max(20, of // 20), dice)
        ages = iter([number / games for number in range(games)])

        async def table_after_table() -> None:
            for age in ages:
                await host.play(age)

        async with running(host.engine.checkpoints.run):
            await asyncio.gather(*(table_after_table() for _ in range(TOGETHER)))


def played(url: str, games: int, of: int, seed: int) -> None:
    """Play a share, as the work of a process."""
    asyncio.run(play_share(f"{url}{'&' if '?' in url else '?'}synchronous_commit=off", games, of, seed))


def fill(url: str, games: int, *, seed: int = 1) -> None:
    """Fill a database with finished games, on all cores."""
    asyncio.run(migrate(url))
    jobs = len(os.sched_getaffinity(0))
    shares = [games // jobs + (number < games % jobs) for number in range(jobs)]
    with ProcessPoolExecutor(jobs) as pool:
        list(pool.map(played, [url] * jobs, shares, [games] * jobs, range(seed, seed + jobs)))


if __name__ == "__main__":
    began = time.monotonic()
    url_given, wanted, *seeds = sys.argv[1:]
    fill(url_given, int(float(wanted)), seed=int(*seeds or ["1"]))
    sys.stdout.write(f"{int(float(wanted)):,} games in {time.monotonic() - began:.0f} s\n")

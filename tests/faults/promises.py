"""What the log promises to processes that race on it, and to those who read it: examined in the memory of one process.

Two processes play tables to their end on one log. Each command is sent by both, more than once, on what each of them
takes for the newest version, and some answers are lost. Meanwhile a reader follows the lanes.
"""

import asyncio
import random
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple
from uuid import UUID

from domain.game import Refused
from domain.table import MakeMove, canonical
from service.runtime.unavailable import Unavailable
from service.store import EventStore, LogCorrupt, StoredEvent, StoreUnavailable, lane_of
from tests.service.workers import PLAYERS, Process, any_move, is_finished, key_of, must_be_sound, stored

SENT = 2
"""Number of times that each process sends a command, at once."""

TRIES = 15
"""Maximum number of times that a move is chosen anew."""

AWAY_SECONDS = 0.03
"""Seconds after which a command is sent again that had no answer."""

PATIENCE_SECONDS = 60
"""Seconds until the sender of a command gives up: a server that was killed may take some to be back."""

PAUSE = 50
"""Maximum number of turns of the event loop between two looks of the reader."""

LOOKS = 10
"""Number of looks in vain after which the reader rests between two: nobody makes a move then."""

MOST_MOVES = 150
"""Maximum number of moves of a match: of a log that loses half of a step a game may never end."""


class Outcome(NamedTuple):
    """What a player was told of a command: its key, and the versions of its events; none, if it was refused."""

    key: bytes
    versions: tuple[int, ...] = ()


async def undisturbed(moves: int) -> None:
    """Let nothing happen."""


class Match:
    """Two processes at one table, and the reader of its lane. Faults of the log end a match, they do not raise.

    `between` is awaited before each move, with the number of moves so far.
    """

    def __init__(self, log: EventStore, seed: int, between: Callable[[int], Awaitable[None]] = undisturbed) -> None:
        self.log = log
        self.dice = random.Random(seed)
        self.processes = (Process(log), Process(log))
        self.outcomes: list[Outcome] = []
        self.seen: list[StoredEvent] = []
        self.between = between
        self.ended_by: Exception | None = None

    async def play(self, game: str, **options: Any) -> UUID:
        """Play a game to its end; return its table."""
        return await self.play_at(await self.processes[0].started(game, **options))

    async def play_at(self, table_id: UUID) -> UUID:
        """Play a game that has begun to its end; return its table."""
        reading = asyncio.create_task(self.follow(table_id))
        try:
            await self.play_on(table_id)
        except (AssertionError, LogCorrupt, Refused, Unavailable, LookupError, TypeError, ValueError) as error:
            self.ended_by = error
        reading.cancel()
        with suppress(asyncio.CancelledError):
            await reading
        await self.look(table_id)
        return table_id

    async def play_on(self, table_id: UUID) -> None:
        """Play until the game is over. Raises LookupError if it does not end."""
        for moves in range(MOST_MOVES):
            await self.between(moves)
            if not await self.move(table_id):
                return
        raise LookupError("the game does not end")

    async def move(self, table_id: UUID) -> bool:
        """Let any seat make a move by both processes; return whether the game goes on."""
        for _ in range(TRIES):
            snapshot = self.dice.choice([await process.engine.head(table_id) for process in self.processes])
            if is_finished(snapshot):
                return False
            chosen = any_move(snapshot, self.dice)
            assert chosen is not None, "only the clock can go on"
            key = self.dice.randbytes(16).hex()
            command = MakeMove(PLAYERS[chosen[0]], chosen[1], expected_version=snapshot.version)
            sent = [self.send(process, table_id, command, key) for process in self.processes for _ in range(SENT)]
            outcomes = await asyncio.gather(*sent)
            self.outcomes += outcomes
            if any(each.versions for each in outcomes):
                return True
        raise LookupError("no move was made")

    async def send(self, process: Process, table_id: UUID, command: MakeMove[Any], key: str) -> Outcome:
        """Send a command until it is answered; return what was told."""
        command_key = key_of(key, key)
        assert command_key is not None
        end = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < end:
            try:
                outcome = await process.engine.execute(table_id, command, command_key)
            except Unavailable:
                await asyncio.sleep(AWAY_SECONDS)
            except Refused:
                return Outcome(command_key.id)
            else:
                return Outcome(command_key.id, tuple(entry.version for entry, _ in outcome.entries))
        raise Unavailable("no answer")

    async def follow(self, table_id: UUID) -> None:
        """Read the lane of a table as far as it has come, for ever; rest when nothing has come for long."""
        in_vain = 0
        while True:
            known = len(self.seen)
            with suppress(StoreUnavailable):
                await self.look(table_id)
            in_vain = in_vain + 1 if len(self.seen) == known else 0
            if in_vain > LOOKS:
                await asyncio.sleep(AWAY_SECONDS / 3)
            for _ in range(self.dice.randrange(PAUSE)):
                await asyncio.sleep(0)

    async def look(self, table_id: UUID) -> None:
        """Read what is new in the lane of a table."""
        lane = lane_of(table_id)
        self.seen += await self.log.read_lane(lane, self.seen[-1].position if self.seen else 0, 7)


async def broken_promises(match: Match, table_id: UUID) -> Sequence[str]:
    """Return the names of the promises that the log has broken in a match."""
    log = match.log
    while (known := len(match.seen)) < (await log.lane_positions())[lane_of(table_id)]:
        await match.look(table_id)
        if len(match.seen) == known:
            break
    rows = await log.read(table_id)
    holds = {
        "goes on": match.ended_by is None,
        "kept": all(is_kept(rows, outcome) for outcome in match.outcomes),
        "same answer": len({each.key for each in match.outcomes}) == len(set(match.outcomes)),
        "once": all(count == 1 for count in steps_by_key(rows).values()),
        "dense": [row.version for row in rows] == [*range(1, len(rows) + 1)],
        "followed": [row.position for row in match.seen] == [*range(1, len(match.seen) + 1)]
        and [row for row in match.seen if row.table_id == table_id] == rows,
        "sound": await is_sound(match, table_id),
    }
    return [promise for promise, held in holds.items() if not held]


def is_kept(rows: Sequence[StoredEvent], outcome: Outcome) -> bool:
    """Return whether the events that a player was told of are in the log, as theirs."""
    return (
        tuple(row.version for row in rows if row.key == outcome.key or is_step_of(rows, row, outcome.key))
        == outcome.versions
    )


def is_step_of(rows: Sequence[StoredEvent], row: StoredEvent, key: bytes) -> bool:
    """Return whether an event is one of the step that the command with a key has begun."""
    return row.step <= len(rows) and rows[row.step - 1].key == key


def steps_by_key(rows: Sequence[StoredEvent]) -> dict[bytes, int]:
    """Return the number of steps that are in the log, by the key of their command."""
    counts: defaultdict[bytes, set[int]] = defaultdict(set)
    for row in rows:
        if row.key is not None:
            counts[row.key].add(row.step)
    return {key: len(steps) for key, steps in counts.items()}


async def is_sound(match: Match, table_id: UUID) -> bool:
    """Return whether chain, rules and seal hold, and all processes know the table as the log has it."""
    try:
        await must_be_sound(match.log, table_id)
        expected = canonical((await stored(match.log, table_id)).snapshot)
        known = [canonical(await process.history.current(table_id)) for process in match.processes]
    except Exception:  # noqa: BLE001 - whatever a broken log does to its readers, it is not sound
        return False
    return known == [expected] * len(known)

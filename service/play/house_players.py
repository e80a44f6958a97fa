"""House players: they sit where they were asked to, or go on for an absent player, and see what their seat sees.

A house player is shown what its seat sees and returns a move; it is no part of the rules, and nothing waits for it:
the moves are made beside the requests, by the process that has recorded the last change at the table. If that process
died, the table is found among the due tables of the store, as long as a house player may act there.

Tables are played in turns, one of each creator, so that one with many waits only for their own. Those where the house
plays on all seats have a turn of their own beside the others, and rest in between: nobody waits for them.

Where people may act as well it is in no hurry: it lets them go first. Where it need not act at all it lets the clock go
first, too, and often does nothing.
"""

import asyncio
import logging
import random
import secrets
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from uuid import UUID

from msgspec import Struct

from domain.game import Move, Refused, View
from domain.table import HouseKind, MakeHouseMove, Moment, Overtaken, Snapshot, Table
from service.play.engine import Engine, UnknownTable
from service.play.house_pace import HousePace
from service.play.round_robin import RoundRobin
from service.play.stream import NotReadable
from service.runtime.metrics import HOUSE_MOVES
from service.runtime.unavailable import Unavailable

log = logging.getLogger(__name__)

NOTHING = 2
"""Weight of doing nothing where a random player need not act; each move that it may make has weight one."""


DICE: random.Random = secrets.SystemRandom()
"""From many of the moves that `suggestMoves` gives one could work out a generator of `random`, and what comes next."""

Act = tuple[UUID, Callable[[], Awaitable[None]]]
"""A table, and what is to be done there."""

Turn = tuple[UUID, bool | None]
"""A table that is to have its turn, and whether in the line of those that are unattended; None: nobody knows yet."""


class Observation(Struct, frozen=True):
    """What a house player is shown: what a person on its seat would see, and may do."""

    table_id: UUID
    seat: int
    decision: str
    view: View
    moves: tuple[Move, ...]
    default: Move | None
    """The move that is made for the seat when its time is over; None: it need not act."""


Choose = Callable[[Observation], Move | None]
"""A house player: from an observation to a move.

None: it does nothing now, and is asked again; where there is a default, it must move.
"""


def random_choice(observation: Observation) -> Move | None:
    """Return any of the moves that are offered."""
    nothing = (None,) * NOTHING if observation.default is None else ()
    return DICE.choice((*observation.moves, *nothing))


PLAYERS: Mapping[HouseKind, Choose] = {"random": random_choice}


class HousePlayers:
    """Makes the moves of the house players. `now` gives whole milliseconds since 1970."""

    def __init__(
        self,
        engine: Engine,
        now: Callable[[], int],
        pace: HousePace,
        players: Mapping[HouseKind, Choose] = PLAYERS,
    ) -> None:
        self._engine = engine
        self._now = now
        self._pace = pace
        self._players = players
        self._attended: RoundRobin[Act] = RoundRobin()
        self._unattended: RoundRobin[Act] = RoundRobin()
        self._noticed: set[Turn] = set()
        self._courteous: set[Turn] = set()

    def watch(self, table_id: UUID, snapshot: Snapshot) -> None:
        """Look at a table that has changed, if a house player may act there."""
        if snapshot.house_seats_to_act:
            self.notice(table_id, snapshot.table)

    def notice(self, table_id: UUID, table: Table | None = None) -> None:
        """Look at a table soon; `table` is what is known of it."""
        self._later(self._pace.thinking_seconds, self._noticed, table_id, table, self._look)

    def _later(
        self,
        seconds: float,
        expected: set[Turn],
        table_id: UUID,
        table: Table | None,
        act: Callable[[UUID], Awaitable[None]],
    ) -> None:
        """Act at a table after a number of seconds, unless that is `expected` there already.

        It is expected until its turn comes. The clock finds a table due again while it waits in a line. If the table
        was put into the line each time, it would get more and more turns, as each turn leads to the next.
        """
        turn: Turn = (table_id, None if table is None else is_unattended(table))

        def ready() -> None:
            if table is None:
                self._attended.put(None, (table_id, partial(self._find_out, table_id)))
            else:
                self._put(table, (table_id, partial(begun, expected, turn, act)))

        if turn not in expected:
            expected.add(turn)
            asyncio.get_running_loop().call_later(seconds, ready)

    def _put(self, table: Table, act: Act) -> None:
        queue = self._unattended if is_unattended(table) else self._attended
        queue.put(table.creator, act)

    async def _find_out(self, table_id: UUID) -> None:
        """Give its turn to a table of which nothing was known."""
        self._noticed.discard((table_id, None))
        table = (await self._engine.head(table_id)).table
        turn: Turn = (table_id, is_unattended(table))
        if turn not in self._noticed:
            self._noticed.add(turn)
            self._put(table, (table_id, partial(begun, self._noticed, turn, self._look)))

    async def run(self) -> None:
        """Play wherever there is something to do, until cancelled."""
        async with asyncio.TaskGroup() as group:
            for _ in range(self._pace.at_once):
                group.create_task(self._play_on(self._attended, 0.0))
            group.create_task(self._play_on(self._unattended, self._pace.rest))

    async def _play_on(self, ready: RoundRobin[Act], rest: float) -> None:
        clock = asyncio.get_running_loop().time
        while True:
            table_id, act = await ready.get()
            began, where = clock(), {"table": str(table_id)}
            try:
                await act()
            except Unavailable as error:
                told = "A house player cannot play now; its table is looked at again"
                log.warning(told, extra=where | {"cause": str(error)})
            except NotReadable as error:
                told = "A table is left to the other version of the service that plays there"
                log.warning(told, extra=where | {"cause": str(error)})
            except UnknownTable:
                log.warning("The log has lost a table where a house player sat", extra=where)
            except Exception:
                log.exception("A house player has failed; the others play on", extra=where)
            if rest:
                await asyncio.sleep(rest * (clock() - began))

    async def _look(self, table_id: UUID) -> None:
        """Make a move that the table waits for; if people may act as well, or for none, let others go first."""
        snapshot = await self._engine.head(table_id)
        needed = snapshot.house_seats_needed
        if needed and (self._is_due_soon(snapshot) or not people_may_act(snapshot)):
            await self._play(table_id, snapshot, DICE.choice(needed))
        elif snapshot.house_seats_to_act:
            self._let_others_go_first(table_id, snapshot)

    async def volunteer(self, table_id: UUID, asked: Moment | None) -> None:
        """Let each house player do what it must, or what it may unless the clock had better go first.

        If the table now asks for something else than when the others were let go first, they have not been yet.
        """
        snapshot = await self._engine.head(table_id)
        moved = await self._play_any(table_id, self._volunteers(snapshot), asked)
        if snapshot.house_seats_to_act and not moved:
            self._let_others_go_first(table_id, snapshot)

    def _volunteers(self, snapshot: Snapshot) -> tuple[int, ...]:
        """Return the seats where the house would move now, in any order."""
        needed = snapshot.house_seats_needed
        if not needed and self._is_due_soon(snapshot) and DICE.random() > self._pace.haste:
            return ()
        seats = needed or snapshot.house_seats_to_act
        return tuple(DICE.sample(seats, len(seats)))

    async def _play_any(self, table_id: UUID, seats: tuple[int, ...], asked: Moment | None) -> bool:
        """Let the house player of each seat move, for as long as the same is asked; return whether any has moved."""
        moved = False
        for seat in seats:
            snapshot = await self._engine.head(table_id)
            if snapshot.asked == asked:
                moved |= await self._play(table_id, snapshot, seat)
        return moved

    def _is_due_soon(self, snapshot: Snapshot) -> bool:
        return snapshot.due is not None and snapshot.due - self._now() <= self._pace.soon_ms

    def _let_others_go_first(self, table_id: UUID, snapshot: Snapshot) -> None:
        seconds = pause(snapshot, self._pace)
        volunteer = partial(self.volunteer, asked=snapshot.asked)
        self._later(seconds, self._courteous, table_id, snapshot.table, volunteer)

    async def _play(self, table_id: UUID, snapshot: Snapshot, seat: int) -> bool:
        """Let the house player of a seat choose, and make its move; return whether it has moved.

        The next move is noticed when that is recorded. A move that comes too late, as somebody else was faster, is not
        made: that one looks at the table, too.
        """
        house, observation = snapshot.table.places[seat].house, observation_of(table_id, snapshot, seat)
        move = self._players[house](observation) if house and observation else None
        if house is None or observation is None or move is None:
            return False
        try:
            await self._engine.execute(table_id, MakeHouseMove(seat, house, move, observation.decision))
        except Overtaken:
            return False
        except Refused as refused:
            if (await self._engine.head(table_id)).version == snapshot.version:
                where = {"table": str(table_id), "seat": seat, "code": refused.code}
                log.warning("A move of a house player was refused", extra=where)
            return False
        HOUSE_MOVES.labels(snapshot.table.game).inc()
        return True


async def begun(expected: set[Turn], turn: Turn, act: Callable[[UUID], Awaitable[None]]) -> None:
    """Act at a table whose turn has come: from now on, another one may be `expected` there."""
    expected.discard(turn)
    await act(turn[0])


def observation_of(table_id: UUID, snapshot: Snapshot, seat: int) -> Observation | None:
    """Return what the house player of a seat is shown; None: it has nothing to decide."""
    offered = snapshot.offered(seat)
    if offered is None:
        return None
    decision, default = snapshot.decision_id(seat), snapshot.default(seat)
    return Observation(table_id, seat, decision, snapshot.view(seat), offered.moves, default)


def pause(snapshot: Snapshot, pace: HousePace) -> float:
    """Return for how many seconds the house lets others go first: only for a moment where no person may act."""
    return DICE.uniform(*pace.courtesy_seconds) if people_may_act(snapshot) else pace.thinking_seconds


def people_may_act(snapshot: Snapshot) -> bool:
    """Return whether the game asks a seat for something on which no house player plays."""
    return any(snapshot.table.places[seat].house is None for seat in snapshot.to_act)


def is_unattended(table: Table) -> bool:
    """Return whether the house plays on all seats, also on those of people who are away: nobody waits for it there."""
    return all(place.house is not None for place in table.places)

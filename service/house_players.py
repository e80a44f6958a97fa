"""House players: they sit where they were asked to, or go on for an absent player, and see what their seat sees.

A house player is given the view of its seat and returns a move; it is no part of the rules, and nothing waits for it:
the moves are made beside the requests, by whichever process notices first that a seat has to act. Where none does,
because the process that held the table died, the table is found among the due games of the log.
"""

import asyncio
import logging
import random
from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

from msgspec import to_builtins

from domain import table as rules
from domain.game import Refused
from domain.table import HouseKind, Snapshot
from projections.seat_view import SeatDecision, SeatView, decision_id, seat_view
from service.store import StoreUnavailable
from service.tables import Overtaken, Step, Tables, UnknownTable
from service.views import sight_of

THINKING_SECONDS = 0.02
"""So long a house player looks at the table before it moves: what changes meanwhile is seen, too."""

log = logging.getLogger(__name__)

Choose = Callable[[SeatView, SeatDecision], Any]
"""A house player: from what its seat sees, and what it may do, to a move; None: it lets others go first."""


def random_choice(_: SeatView, decision: SeatDecision) -> Any:
    """Return any of the moves that are offered."""
    return random.choice(decision.moves)


PLAYERS: Mapping[HouseKind, Choose] = {"random": random_choice}


class HousePlayers:
    """Makes the moves of the house players, one table at a time each."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._waiting: asyncio.Queue[UUID] = asyncio.Queue()
        self._noticed: set[UUID] = set()

    def watch(self, game: UUID, snapshot: Snapshot) -> None:
        """Note whether a house player has to act at the table."""
        if rules.house_seats_to_act(snapshot):
            self.notice(game)

    def notice(self, game: UUID) -> None:
        """Look at a table soon."""
        if game not in self._noticed:
            self._noticed.add(game)
            self._waiting.put_nowait(game)

    async def run(self) -> None:
        """Play wherever there is something to do, for ever."""
        async with asyncio.TaskGroup() as group:
            while True:
                game = await self._waiting.get()
                group.create_task(self._look(game))

    async def _look(self, game: UUID) -> None:
        await asyncio.sleep(THINKING_SECONDS)
        self._noticed.discard(game)
        try:
            await self._play(game)
        except (StoreUnavailable, UnknownTable):
            log.warning("The log is away; the house player waits")
        except Exception:
            log.exception("A house player has failed; the others play on")

    async def _play(self, game: UUID) -> None:
        """Make one move for one of the house's seats at the table; the next one is noticed when it is recorded."""
        live = await self._tables.present(game)
        seats = rules.house_seats_to_act(live.snapshot)
        if not seats:
            return
        seat = random.choice(seats)
        view = seat_view(game, live.snapshot, seat, sight_of(live, live.version, seat))
        house = live.snapshot.table.places[seat].house
        if view.decision is None or house is None:
            return
        move = PLAYERS[house](view, view.decision)
        meant = view.decision.id

        def decide(snapshot: Snapshot, at: int) -> Step:
            if decision_id(snapshot, seat) != meant or snapshot.table.places[seat].house != house:
                raise Overtaken("decision_over", snapshot)
            typed, events = rules.move_of_seat(snapshot, seat, to_builtins(move), at)
            return Step(seat, typed, events)

        try:
            await self._tables.execute(game, decide)
        except (Overtaken, Refused):
            self.notice(game)

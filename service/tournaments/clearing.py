"""Clearing away after the rounds of tournaments: tables that nobody waits for any more are ended.

The tables of a round that has ended are looked at once more a while later: a process that had not heard of the end may
have opened one.
"""

from collections.abc import Callable, Collection
from uuid import UUID

from domain.tournament import Tournament
from domain.tournament.rounds import wants_round
from service.store import Epoch, EventStore
from service.store.lobby_row import ENDED
from service.tournaments.rows import due_of, late_until, uncleared
from service.tournaments.tables import RoundTables, useless

MOST_CLEARED = 10_000
"""Maximum number of tournaments of which it is known that no table of earlier rounds goes on."""


class Clearing:
    """Ends the tables of tournaments that nobody waits for. `now` gives ms since 1970.

    The tables of a round that has ended are looked at once more `late_ms` after it.
    """

    def __init__(self, tables: RoundTables, store: EventStore, now: Callable[[], int], late_ms: int) -> None:
        self._tables = tables
        self._store = store
        self._now = now
        self._late_ms = late_ms
        self._cleared: dict[UUID, tuple[Epoch, frozenset[int]]] = {}
        """The rounds of which no table goes on any more, nor will, as far as this process has looked in an epoch."""

    async def clear_away(self, tournament_id: UUID, tournament: Tournament) -> None:
        """End the tables that nobody waits for any more; note when to look again once none is left."""
        last = tournament.round
        waiting = last is not None and is_waited_for(tournament, last.number)
        epoch, cleared = self._store.epoch, self._cleared_of(tournament_id)
        for each in uncleared(tournament, cleared):
            goes_on = each is last and waiting
            late = self._now() < late_until(tournament, each, self._late_ms)
            await self._end(tournament_id, [*useless(each, everything=not goes_on)])
            cleared |= set() if goes_on or late else {each.number}
        self._note_cleared(tournament_id, epoch, cleared)
        if not waiting and not wants_round(tournament) and due_of(tournament) != tournament.due:
            await self.settle(tournament_id, tournament)

    async def settle(self, tournament_id: UUID, tournament: Tournament) -> None:
        """Note when to look again at a tournament for which nothing is left to do: for late tables, or by its clock."""
        left = uncleared(tournament, self._cleared_of(tournament_id))
        late = [late_until(tournament, each, self._late_ms) for each in left]
        due = [] if tournament.due is None else [tournament.due]
        await self._store.tournaments.settle(tournament_id, tournament.version, min([*late, *due], default=None))

    async def _end(self, tournament_id: UUID, tables: Collection[UUID]) -> None:
        """End those of some tables that go on."""
        rows = await self._store.lobby.rows(tables) if tables else {}
        await self._tables.end(tournament_id, [each for each, row in rows.items() if row.status not in ENDED])

    def _cleared_of(self, tournament_id: UUID) -> frozenset[int]:
        """Return the rounds of a tournament that are cleared; none is yet in a history that has just begun."""
        epoch, rounds = self._cleared.get(tournament_id, (None, frozenset[int]()))
        return rounds if epoch == self._store.epoch else frozenset()

    def _note_cleared(self, tournament_id: UUID, epoch: Epoch, rounds: frozenset[int]) -> None:
        if len(self._cleared) >= MOST_CLEARED:
            self._cleared.clear()
        self._cleared[tournament_id] = epoch, rounds


def is_waited_for(tournament: Tournament, number: int) -> bool:
    """Return whether the tables of a round are waited for: it is published, and not over, nor is its tournament."""
    return not tournament.is_over and tournament.rounds[number - 1].state in {"publishing", "playing"}

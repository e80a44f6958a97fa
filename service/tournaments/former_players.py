"""Players who were forgotten before they sat down at a table of a round: nobody waits for them there.

A forgotten player is absent where they sit (`service.http.resources.forgetting`), and out of that tournament. But
nobody can tell what other tournaments they have entered without reading them all: it is found out in the next round.
"""

from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from uuid import UUID

from domain.game import Refused
from domain.tournament import RoundTable, Tournament
from domain.tournament.commands import Withdraw
from service.store import Epoch
from service.tournaments.engine import TournamentEngine
from service.tournaments.tables import RoundTables, house_players

ASKED_AT_ONCE = 500

MOST_LOOKED_AT = 10_000
"""Maximum number of tournaments for which this process remembers the tables that wait for nobody any more."""

Forgotten = Callable[[Collection[UUID]], Awaitable[Collection[UUID]]]
"""Gives those of some players who were forgotten. Raises `Unavailable`."""


async def nobody_forgotten(_: Collection[UUID]) -> Collection[UUID]:
    """Return nobody, where no players are forgotten."""
    return ()


class FormerPlayers:
    """Lets those be absent from tables that play who never come, and withdraws them; `forgotten` tells who that is."""

    def __init__(self, engine: TournamentEngine, tables: RoundTables, forgotten: Forgotten) -> None:
        self._engine = engine
        self._tables = tables
        self._forgotten = forgotten
        self._looked_at: dict[tuple[Epoch, UUID], frozenset[UUID]] = {}
        """The tables of the round that is played of which it is known already, by tournament."""

    async def give_up(
        self, tournament_id: UUID, tournament: Tournament, playing: Collection[RoundTable], epoch: Epoch
    ) -> None:
        """Wait at no table of a round for players who never come. An entrant whose members are all gone is out.

        In another `epoch` the log may have forgotten it.
        """
        known = self._looked_at.get((epoch, tournament_id), frozenset())
        new = [table for table in playing if table.id not in known]
        if not new:
            return
        seats = list(seats_of_people(tournament, new))
        gone = await self._gone([player for _, player in seats])
        await self._tables.mark_absent([seat for seat in seats if seat[1] in gone])
        for player in gone:
            entrant = tournament.entrant_of(player)
            if entrant is not None and player in entrant.members and gone.issuperset(entrant.members):
                with suppress(Refused):  # they are out already
                    await self._engine.execute(tournament_id, Withdraw(player, entrant.id))
        if len(self._looked_at) >= MOST_LOOKED_AT:
            self._looked_at.clear()
        self._looked_at[epoch, tournament_id] = frozenset([table.id for table in playing])

    async def _gone(self, people: Sequence[UUID]) -> set[UUID]:
        """Return those of some people who were forgotten; of thousands, a few are asked for at a time."""
        gone = set[UUID]()
        for first in range(0, len(people), ASKED_AT_ONCE):
            gone.update(await self._forgotten(people[first : first + ASKED_AT_ONCE]))
        return gone


def seats_of_people(tournament: Tournament, tables: Iterable[RoundTable]) -> Iterator[tuple[UUID, UUID]]:
    """Yield the tables with the people who sit there."""
    for table in tables:
        for player in set(table.seats) - house_players(tournament, table).keys():
            yield table.id, player

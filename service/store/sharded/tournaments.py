"""The list of tournaments over several shards: each is in the shard of its own stream."""

from collections.abc import Awaitable, Callable
from typing import TypeVar
from uuid import UUID

from service.store.port import EventStore
from service.store.sharded.queries import ask_all, by_time, in_order, joined
from service.store.sharded.shards import Shards
from service.store.tournament_row import TournamentFilter, TournamentRow

T = TypeVar("T")


class ShardedTournaments:
    """A `TournamentList` over those of the shards; what all have to answer raises `Incomplete` if one is away."""

    def __init__(self, shards: Shards) -> None:
        self._shards = shards

    async def _ask(self, tournament_id: UUID, question: Callable[[EventStore], Awaitable[T]]) -> T:
        return await self._shards.ask(tournament_id.int % len(self._shards), question)

    async def one(self, tournament_id: UUID) -> TournamentRow | None:
        """Return the row of a tournament; None: there is none."""
        return await self._ask(tournament_id, lambda each: each.tournaments.one(tournament_id))

    async def settle(self, tournament_id: UUID, version: int, due: int | None) -> None:
        """Note when somebody has to look at a tournament; see `TournamentList.settle`."""
        await self._ask(tournament_id, lambda each: each.tournaments.settle(tournament_id, version, due))

    async def page(self, wanted: TournamentFilter, limit: int = 50) -> list[TournamentRow]:
        """Return tournaments, the newest first; see `TournamentList.page`."""
        order = in_order(by_age, limit, newest=True)
        return await ask_all(self._shards, lambda each: each.tournaments.page(wanted, limit), order)

    async def due(self, at: int, limit: int, after: tuple[int, UUID] | None = None) -> list[tuple[UUID, int]]:
        """Return tournaments that somebody has to look at by `at`; see `TournamentList.due`."""
        order = in_order(by_time, limit)
        return await ask_all(self._shards, lambda each: each.tournaments.due(at, limit, after), order)

    async def going_on(self, director: UUID) -> list[UUID]:
        """Return the tournaments that somebody has announced and that go on."""
        return await ask_all(self._shards, lambda each: each.tournaments.going_on(director), joined)

    async def note_staff(self, tournament_id: UUID, person: UUID) -> None:
        """Note that somebody is to be on the staff of a tournament; see `TournamentList.note_staff`."""
        await self._ask(tournament_id, lambda each: each.tournaments.note_staff(tournament_id, person))

    async def staffed(self, person: UUID) -> list[UUID]:
        """Return the tournaments that go on and that somebody has announced, or was to be on the staff of."""
        return await ask_all(self._shards, lambda each: each.tournaments.staffed(person), joined)


def by_age(row: TournamentRow) -> tuple[int, UUID]:
    """Return the place of a tournament in the list, the oldest first."""
    return row.created_at, row.tournament_id

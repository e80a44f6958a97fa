"""The people of a tournament: its staff, and who plays for an entrant or has asked to."""

from collections.abc import Awaitable, Callable, Collection
from uuid import UUID

from service.play.stream import NotReadable
from service.store import LogCorrupt
from service.tournaments.engine import TournamentEngine, UnknownTournament


def people_in(tournaments: TournamentEngine) -> Callable[[UUID], Awaitable[Collection[UUID]]]:
    """Return what gives the people of a tournament: none, if this version of the service cannot read it."""

    async def people(tournament_id: UUID) -> Collection[UUID]:
        try:
            tournament = await tournaments.current(tournament_id)
        except (UnknownTournament, NotReadable, LogCorrupt):
            return ()
        return dict.fromkeys([*tournament.staff, *tournament.plays_for])

    return people

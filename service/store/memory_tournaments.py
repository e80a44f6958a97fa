"""The list of tournaments in the memory of one process."""

from uuid import UUID

from msgspec.structs import replace

from service.store.memory_database import MemoryDatabase
from service.store.tournament_row import TournamentFilter, TournamentRow


class MemoryTournaments:
    """A `TournamentList` over the rows of a database, which others write."""

    def __init__(self, database: MemoryDatabase) -> None:
        self._rows = database.tournaments
        self._staff = database.staff

    async def one(self, tournament_id: UUID) -> TournamentRow | None:
        """Return the row of a tournament; None: there is none."""
        return self._rows.get(tournament_id)

    async def page(self, wanted: TournamentFilter, limit: int = 50) -> list[TournamentRow]:
        """Return tournaments, the newest first; see `TournamentList.page`."""
        found = [
            row
            for row in self._rows.values()
            if wanted.game in {None, row.game}
            and wanted.status in {None, row.status}
            and (wanted.before is None or (row.created_at, row.tournament_id) < wanted.before)
        ]
        return sorted(found, key=lambda row: (row.created_at, row.tournament_id), reverse=True)[:limit]

    async def due(self, at: int, limit: int, after: tuple[int, UUID] | None = None) -> list[tuple[UUID, int]]:
        """Return tournaments that somebody has to look at by `at`; see `TournamentList.due`."""
        fallen = sorted((row.due, row.tournament_id) for row in self._rows.values() if row.due is not None)
        rest = [each for each in fallen if each[0] <= at and (after is None or each > after)]
        return [(tournament_id, due) for due, tournament_id in rest[:limit]]

    async def settle(self, tournament_id: UUID, version: int, due: int | None) -> None:
        """Note when somebody has to look at a tournament; see `TournamentList.settle`."""
        row = self._rows.get(tournament_id)
        if row is not None and row.version == version:
            self._rows[tournament_id] = replace(row, due=due)

    async def going_on(self, director: UUID) -> list[UUID]:
        """Return the tournaments that somebody has announced and that go on."""
        rows = self._rows.values()
        return [row.tournament_id for row in rows if row.director == director and row.finished_at is None]

    async def note_staff(self, tournament_id: UUID, person: UUID) -> None:
        """Note that somebody is to be on the staff of a tournament; see `TournamentList.note_staff`."""
        self._staff.add((person, tournament_id))

    async def staffed(self, person: UUID) -> list[UUID]:
        """Return the tournaments that go on and that somebody has announced, or was to be on the staff of."""
        rows = [row for row in self._rows.values() if row.finished_at is None]
        mine = [row.tournament_id for row in rows if (person, row.tournament_id) in self._staff]
        return [*dict.fromkeys([*await self.going_on(person), *mine])]

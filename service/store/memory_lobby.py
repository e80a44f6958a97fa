"""The lobby in the memory of one process."""

from collections.abc import Collection
from uuid import UUID

from service.store.lobby_row import ENDED, MOST_OF_A_PLAYER, LobbyRow, TableFilter, TableOfDecks, players_of
from service.store.memory_database import MemoryDatabase

HAS_SEATS = frozenset({"open", "playing"})


class MemoryLobby:
    """A `Lobby` over the rows of a database, which others write."""

    def __init__(self, database: MemoryDatabase) -> None:
        self._rows = database.lobby

    async def decks_going_on(self) -> list[TableOfDecks]:
        """Return the tables with given decks that are open or played."""
        going_on = [row for row in self._rows.values() if row.decks and row.status not in ENDED]
        return [TableOfDecks(row.table_id, row.decks, players_of(row.seats)) for row in going_on]

    async def any_going_on(self, decks: Collection[str]) -> bool:
        """Return whether a table that is open or played has one of the decks."""
        return any(not set(decks).isdisjoint(each.decks) for each in await self.decks_going_on())

    async def decks_going_on_since(self) -> int | None:
        """Return when the first of these tables was opened; None: there is none."""
        rows = self._rows.values()
        return min((row.created_at for row in rows if row.decks and row.status not in ENDED), default=None)

    async def has_played(self, player: UUID, decks: Collection[str], but: UUID) -> bool:
        """Return whether a player sits, or has played, at a table that shares one of the decks; one table apart."""
        return any(
            player in row.seats and row.table_id != but and not (row.finished_at and row.started_at is None)
            for row in self._rows.values()
            if not set(decks).isdisjoint(row.decks)
        )

    async def page(self, wanted: TableFilter, limit: int = 50) -> list[LobbyRow]:
        """Return tables of the lobby, the newest first; see `Lobby.page`."""
        rows = (
            row
            for row in self._newest_first()
            if wanted.game in {None, row.game}
            and wanted.status in {None, row.status}
            and (wanted.player is None or wanted.player in row.seats)
            and (row.visibility == "public" or (wanted.viewer is not None and concerns(row, wanted.viewer)))
            and (wanted.before is None or (row.created_at, row.table_id) < wanted.before)
        )
        return [row for row, _ in zip(rows, range(limit), strict=False)]

    async def concerning(self, player: UUID) -> list[LobbyRow]:
        """Return the tables where the player sits or is invited; see `Lobby.concerning`."""
        rows = [
            row
            for row in self._newest_first()
            if (player in row.seats and row.status in HAS_SEATS) or (player in row.invited and row.status == "open")
        ]
        return rows[MOST_OF_A_PLAYER - 1 :: -1]

    async def seats_of(self, player: UUID) -> list[LobbyRow]:
        """Return the tables where the player sits, the newest first; see `Lobby.seats_of`."""
        rows = [row for row in self._newest_first() if player in row.seats and row.status in HAS_SEATS]
        return rows[:MOST_OF_A_PLAYER]

    async def waiting_of(self, creator: UUID) -> list[LobbyRow]:
        """Return the open tables of a creator; see `Lobby.waiting_of`."""
        rows = [row for row in self._newest_first() if row.creator == creator and row.status == "open"]
        return rows[:MOST_OF_A_PLAYER]

    async def opened_by(self, creator: UUID, house: Collection[UUID]) -> tuple[int, int]:
        """Return how many tables of a player go on; see `Lobby.opened_by`."""
        rows = [row for row in self._rows.values() if row.creator == creator and row.finished_at is None]
        return len(rows), len([row for row in rows if set(row.seats) <= set(house)])

    async def rows(self, table_ids: Collection[UUID]) -> dict[UUID, LobbyRow]:
        """Return the rows of tables by their ids; tables that do not exist are left out."""
        return {each: self._rows[each] for each in table_ids if each in self._rows}

    def _newest_first(self) -> list[LobbyRow]:
        return sorted(self._rows.values(), key=lambda row: (row.created_at, row.table_id), reverse=True)


def concerns(row: LobbyRow, player: UUID) -> bool:
    """Return whether a table is a player's own business: they created it, sit there or are invited."""
    return player == row.creator or player in row.seats or player in row.invited

"""Tables of one round of a tournament, as the service opens them for it; players are at them over HTTP."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID, uuid4

from litestar import Litestar

from domain.table import AbortByOperator, AssignSeat, OpenTable, StartGame, TableSettings, TournamentPlace
from service.play.engine import Engine
from service.store import new_table_id
from tests.service.http.party import SHORT, Header, Party, id_of, newcomer
from tests.service.http.surface import Client

SECRET = "5e" * 32
GAME = "friendlier_than_thou"


class Round:
    """A round: its tables share one deal, unless they have been opened otherwise."""

    def __init__(self, app: Litestar, client: Client, *, shares_deal: bool = True) -> None:
        self._client = client
        self.engine: Engine = app.state.services.parlour.engine
        self.tournament = uuid4()
        self._shares_deal = shares_deal
        self._tables = 0

    async def table(self, players: Sequence[Header] = (), **settings: Any) -> Party:
        """Open a table for two players, new ones if none are given; nobody sits there yet."""
        self._tables += 1
        table_id = new_table_id()
        await self.engine.execute(
            table_id,
            OpenTable(
                player=self.tournament,
                game=GAME,
                options=SHORT["options"],
                secret=SECRET,
                visibility="private",
                settings=TableSettings(**settings),
                tournament=TournamentPlace(self.tournament, 1, self._tables),
                shares_deal=self._shares_deal,
            ),
        )
        found = list(players) or [await newcomer(self._client) for _ in range(2)]
        return Party(self._client, found, f"/v1/tables/{table_id}")

    async def seat(self, table: Party) -> None:
        """Give the players their seats."""
        for seat, player in enumerate(table.players[:2]):
            guest = UUID(await id_of(self._client, player))
            await self.engine.execute(UUID(table.id), AssignSeat(self.tournament, guest, seat))

    async def begin(self, table: Party) -> None:
        """Seat the players, and begin the game."""
        await self.seat(table)
        await self.engine.execute(UUID(table.id), StartGame(self.tournament))

    async def end(self, table: Party) -> None:
        """End the game without a result."""
        await self.engine.execute(UUID(table.id), AbortByOperator(self.tournament))

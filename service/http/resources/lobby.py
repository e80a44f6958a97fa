"""The lobby: a list of tables, and how its rows travel."""

from collections.abc import Sequence
from typing import Annotated
from uuid import UUID

from litestar import get
from litestar.params import QueryParameter
from msgspec import UNSET

from domain import GAMES
from domain.table import Status
from projections.header import Sitting
from projections.kinds import kind_of
from projections.names import Names, names_of
from service.http.middleware.authentication import OPEN, AccountRequest
from service.http.problems import THE_GAMES, AnyRequest
from service.http.resources.players import hides
from service.http.services import services_of
from service.http.wire.headers import wrong
from service.http.wire.paging import PageCursor, cursor_after, next_page, place_of
from service.http.wire.responses import Answer, json_answer
from service.http.wire.tables import Lobby, LobbyTable
from service.store import as_far_as_known
from service.store.lobby_row import LobbyRow, TableFilter

PAGE = 200


@get("/tables", operation_id="listTables", opt=OPEN)
async def list_tables(
    request: AccountRequest,
    *,
    game: Annotated[
        str | None, QueryParameter(description="Only tables of this game.", schema_extra={"enum": list(GAMES)})
    ] = None,
    status: Annotated[Status | None, QueryParameter(description="Only tables with this status.")] = None,
    player: Annotated[UUID | None, QueryParameter(description="Only tables where this player has a seat.")] = None,
    cursor: PageCursor = None,
    limit: Annotated[int, QueryParameter(ge=1, le=PAGE, description="Maximum number of tables.")] = 50,
) -> Answer:
    """List the tables of the lobby, the newest first: public ones, and private ones of the caller.

    With a `player` who does not show their tables, the list is empty.
    """
    if game is not None and game not in GAMES:
        raise wrong("game", THE_GAMES)
    if player is not None and await hides(request, player, "tables"):
        return json_answer(Lobby((), None))
    viewer, before = request.auth.player, place_of(cursor)
    wanted = TableFilter(game=game, status=status, player=player, viewer=viewer, before=before)
    rows, missing = await as_far_as_known(services_of(request).parlour.event_log.lobby.page(wanted, limit + 1))
    last = rows[limit - 1] if len(rows) > limit else None
    following = None if last is None else cursor_after(last.created_at, last.table_id)
    page = Lobby(await lobby_tables(request, rows[:limit]), following, missing or UNSET)
    return json_answer(page, link=next_page(request, following))


async def lobby_tables(request: AnyRequest, rows: Sequence[LobbyRow]) -> tuple[LobbyTable, ...]:
    """Return rows of the lobby as they travel, with the names of all who are in them."""
    people = {player for row in rows for player in (row.creator, *row.seats)}
    names = await services_of(request).parlour.views.named.of(people)
    return tuple([lobby_table(row, names) for row in rows])


def lobby_table(row: LobbyRow, names: Names) -> LobbyTable:
    """Return a row of the lobby as the contract shows it, with names."""
    sitting = zip(row.seats, names_of(row.seats, names), strict=True)
    return LobbyTable(
        id=row.table_id,
        game=row.game,
        status=row.status,
        visibility=row.visibility,
        creator=row.creator,
        creator_name=names.get(row.creator),
        seats=row.seats,
        presence=tuple(Sitting(player, name, None if player is None else kind_of(player)) for player, name in sitting),
        reserved=row.reserved,
        options=row.options,
        opened_at=row.created_at,
        started_at=row.started_at,
        finished_at=row.finished_at,
    )

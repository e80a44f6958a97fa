"""Who has looked at what: for operators and analysts, and for those who played, when the game is over."""

from typing import Annotated
from uuid import UUID

from litestar import get
from litestar.params import QueryParameter
from msgspec import Meta, Struct

from domain import codes
from domain.game import Refused
from service.accounts.looks import ShownLook
from service.http.middleware.authentication import AccountRequest, must_be
from service.http.problems import Problem
from service.http.resources.access import table_now
from service.http.resources.tables import TableId
from service.http.services import services_of
from service.http.wire.paging import next_page
from service.http.wire.responses import Answer, json_answer

PAGE = 200

Cursor = Annotated[
    str | None, QueryParameter(description="The `next_cursor` of the page before.", pattern=r"^[0-9]{1,18}\Z")
]
Limit = Annotated[int, QueryParameter(ge=1, le=PAGE, description="Maximum number of looks.")]


class LooksPage(Struct, frozen=True):
    """Looks, the newest first."""

    looks: tuple[ShownLook, ...]
    next_cursor: Annotated[str | None, Meta(description="The cursor of the next page; null on the last page.")]


@get("/audit/looks", operation_id="listLooks")
async def list_looks(
    request: AccountRequest,
    table: Annotated[UUID | None, QueryParameter(description="Only looks at this table.")] = None,
    player: Annotated[UUID | None, QueryParameter(description="Only looks by this player.")] = None,
    cursor: Cursor = None,
    limit: Limit = 50,
) -> Answer:
    """List who has seen more of tables than they could by playing or watching, the newest first.

    For operators and analysts.
    """
    must_be(request.auth, "operator", "analyst")
    return await page(request, table, player, cursor, limit)


@get("/tables/{table:uuid}/looks", operation_id="listTableLooks")
async def list_table_looks(request: AccountRequest, table: TableId, cursor: Cursor = None, limit: Limit = 50) -> Answer:
    """List who has seen more of a table than they could by playing or watching, once it has ended, the newest first.

    For those who sat there, and for operators and analysts.
    """
    snapshot = await table_now(request, table)
    if request.auth.role == "player":
        if snapshot.table.seat_of(request.auth.player) is None:
            raise Problem("forbidden", "Only those who sit at the table are told who looked.")
        if snapshot.table.finished_at is None:
            raise Refused(codes.NOT_FINISHED, "The looks are shown when the table has ended.")
    return await page(request, table, None, cursor, limit)


async def page(
    request: AccountRequest, table: UUID | None, player: UUID | None, cursor: str | None, limit: int
) -> Answer:
    """Answer with a page of looks."""
    looks = services_of(request).looks
    before = None if cursor is None else int(cursor)
    shown, following = await looks.page(limit, table=table, player=player, before=before)
    found = LooksPage(tuple(shown), None if following is None else str(following))
    return json_answer(found, link=next_page(request, following))

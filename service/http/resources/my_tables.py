"""My tables, for clients that ask now and then: where I sit, and where I am invited."""

import logging
from collections.abc import Sequence
from uuid import UUID

from litestar import get
from msgspec import UNSET

from domain.table import Snapshot
from projections.seat_view import waits_for
from service.http.middleware.admission import read_more
from service.http.middleware.authentication import AccountRequest
from service.http.resources.lobby import lobby_tables
from service.http.services import services_of
from service.http.wire.responses import Answer, json_answer
from service.http.wire.tables import MOST_INVITATIONS, MyInvitation, MySeat, MyTables
from service.live.few import few_at_a_time
from service.live.invitations import invited_by, is_invited
from service.parlour import Parlour
from service.play.stream import NotReadable
from service.store import LogCorrupt, StoreUnavailable, as_far_as_known
from service.store.lobby_row import LobbyRow

TABLES_FOR_ONE = 8
"""Number of tables whose headers are about as much work as a view."""

log = logging.getLogger(__name__)


@get("/me/tables", operation_id="listMyTables")
async def list_my_tables(request: AccountRequest) -> Answer:
    """List my seats at open and running tables, where it is my turn first, then the newest, and my invitations.

    It costs one more for every 8 tables.
    """
    player = request.auth.player
    parlour = services_of(request).parlour
    lobby = parlour.event_log.lobby
    rows, away = await as_far_as_known(lobby.seats_of(player))
    concerning, away_then = await as_far_as_known(lobby.concerning(player))
    waiting = [row for row in reversed(concerning) if player in row.invited and player not in row.seats]
    waiting = waiting[:MOST_INVITATIONS]
    if more := (len(rows) + len(waiting)) // TABLES_FOR_ONE:
        await read_more(request, more)
    missing = {*away, *away_then}

    async def seat_at(found: tuple[LobbyRow, Snapshot | None]) -> MySeat | None:
        row, snapshot = found
        seat = None if snapshot is None or snapshot.table.finished_at is not None else snapshot.table.seat_of(player)
        if snapshot is None or seat is None:
            return None
        return MySeat(seat, waits_for(snapshot, seat), await parlour.views.named.header(row.table_id, snapshot))

    found = await looked_at(parlour, rows, missing)
    mine = [each for each in await few_at_a_time(seat_at, found) if each is not None]
    not_readable = await lobby_tables(request, [row for row, snapshot in found if snapshot is None])
    invitations = await invitations_to(parlour, player, waiting, missing)
    mine.sort(key=lambda each: not each.to_act)
    return json_answer(MyTables(tuple(mine), not_readable, invitations, tuple(sorted(missing)) or UNSET))


async def invitations_to(
    parlour: Parlour, player: UUID, rows: Sequence[LobbyRow], missing: set[int]
) -> tuple[MyInvitation, ...]:
    """Return a player's invitations to tables that have not begun, of these rows of the lobby; see `looked_at`."""
    found = []
    for row, snapshot in await looked_at(parlour, rows, missing):
        if snapshot is not None and is_invited(snapshot.table, player):
            by, expires_at = await invited_by(parlour.history, row.table_id, snapshot, player)
            found.append(MyInvitation(by, expires_at, await parlour.views.named.header(row.table_id, snapshot)))
    return tuple(found)


async def looked_at(
    parlour: Parlour, rows: Sequence[LobbyRow], missing: set[int]
) -> list[tuple[LobbyRow, Snapshot | None]]:
    """Return rows of the lobby with their tables: None where this version of the service cannot read it.

    If the shard of a table is away by now, the table is left out, and the shard is added to `missing`.
    """

    async def look(row: LobbyRow) -> tuple[LobbyRow, Snapshot | None] | None:
        try:
            return row, await parlour.history.current(row.table_id)
        except NotReadable:
            return row, None
        except LogCorrupt:
            log.exception("The log of a table does not hold together", extra={"table": str(row.table_id)})
            return row, None
        except StoreUnavailable:
            missing.add(parlour.event_log.shard_of(row.table_id))
            return None

    return [each for each in await few_at_a_time(look, rows) if each is not None]

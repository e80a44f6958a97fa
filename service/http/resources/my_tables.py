"""My tables, for clients that ask now and then: where I sit, and where I am invited."""

import asyncio
from collections.abc import Awaitable
from uuid import UUID

from litestar import get
from msgspec import UNSET

from domain.table import Snapshot
from projections.seat_view import waits_for
from service.http.middleware.authentication import Asked
from service.http.resources.lobby import lobby_tables
from service.http.wire.responses import Answer, json_answer, parlour_of
from service.http.wire.tables import MOST_INVITATIONS, MyInvitation, MySeat, MyTables
from service.live.invitations import invited_by, is_invited
from service.parlour import Parlour
from service.play.stream import NotReadable
from service.store import LogCorrupt, as_far_as_known


@get("/me/tables", operation_id="listMyTables")
async def list_my_tables(request: Asked) -> Answer:
    """List my seats at open and running tables, those that wait for me first, then the newest; and my invitations."""
    player = request.auth.player
    parlour = parlour_of(request)
    rows, missing = await as_far_as_known(parlour.event_log.lobby_seats_of(player))
    mine, others = [], []
    snapshots = await asyncio.gather(*(if_readable(parlour.history.current(row.table_id)) for row in rows))
    for row, snapshot in zip(rows, snapshots, strict=True):
        if snapshot is None:
            others.append(row)
        elif (seat := snapshot.table.seat_of(player)) is not None and snapshot.table.finished_at is None:
            shown = await parlour.views.named.header(row.table_id, snapshot)
            mine.append(MySeat(seat, waits_for(snapshot, seat), shown))
    not_readable = await lobby_tables(request, others)
    invitations = await invitations_of(parlour, player)
    mine.sort(key=lambda each: not each.to_act)
    return json_answer(MyTables(tuple(mine), not_readable, invitations, missing or UNSET))


async def invitations_of(parlour: Parlour, player: UUID) -> tuple[MyInvitation, ...]:
    """Return a player's invitations to tables that have not begun, the newest tables first."""
    concerning, _ = await as_far_as_known(parlour.event_log.lobby_concerning(player))
    rows = [row for row in reversed(concerning) if player in row.invited and player not in row.seats]
    ids = [row.table_id for row in rows[:MOST_INVITATIONS]]
    snapshots = await asyncio.gather(*(if_readable(parlour.history.current(table)) for table in ids))
    found = []
    for table, snapshot in zip(ids, snapshots, strict=True):
        if snapshot is not None and is_invited(snapshot.table, player):
            by, expires_at = await invited_by(parlour.history, table, snapshot, player)
            found.append(MyInvitation(by, expires_at, await parlour.views.named.header(table, snapshot)))
    return tuple(found)


async def if_readable(looked_at: Awaitable[Snapshot]) -> Snapshot | None:
    """Return a table; None if this version of the service cannot read it."""
    try:
        return await looked_at
    except (NotReadable, LogCorrupt):
        return None

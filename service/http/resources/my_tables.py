"""My tables, for clients that ask now and then: where I sit, and where I am invited."""

import asyncio
import logging
from collections.abc import Sequence
from uuid import UUID

from litestar import get
from msgspec import UNSET

from domain.table import Snapshot
from projections.seat_view import waits_for
from service.http.middleware.authentication import AccountRequest
from service.http.resources.lobby import lobby_tables
from service.http.wire.responses import Answer, json_answer, parlour_of
from service.http.wire.tables import MOST_INVITATIONS, MyInvitation, MySeat, MyTables
from service.live.invitations import invited_by, is_invited
from service.parlour import Parlour
from service.play.stream import NotReadable
from service.store import LogCorrupt, StoreUnavailable, as_far_as_known
from service.store.lobby_row import LobbyRow

log = logging.getLogger(__name__)


@get("/me/tables", operation_id="listMyTables")
async def list_my_tables(request: AccountRequest) -> Answer:
    """List my seats at open and running tables, where it is my turn first, then the newest, and my invitations."""
    player = request.auth.player
    parlour = parlour_of(request)
    rows, away = await as_far_as_known(parlour.event_log.lobby_seats_of(player))
    missing, mine, others = set(away), [], []
    for row, snapshot in await looked_at(parlour, rows, missing):
        if snapshot is None:
            others.append(row)
        elif (seat := snapshot.table.seat_of(player)) is not None and snapshot.table.finished_at is None:
            shown = await parlour.views.named.header(row.table_id, snapshot)
            mine.append(MySeat(seat, waits_for(snapshot, seat), shown))
    not_readable = await lobby_tables(request, others)
    invitations = await invitations_of(parlour, player, missing)
    mine.sort(key=lambda each: not each.to_act)
    return json_answer(MyTables(tuple(mine), not_readable, invitations, tuple(sorted(missing)) or UNSET))


async def invitations_of(parlour: Parlour, player: UUID, missing: set[int]) -> tuple[MyInvitation, ...]:
    """Return a player's invitations to tables that have not begun, the newest tables first; see `looked_at`."""
    concerning, away = await as_far_as_known(parlour.event_log.lobby_concerning(player))
    missing.update(away)
    rows = [row for row in reversed(concerning) if player in row.invited and player not in row.seats]
    found = []
    for row, snapshot in await looked_at(parlour, rows[:MOST_INVITATIONS], missing):
        if snapshot is not None and is_invited(snapshot.table, player):
            by, expires_at = await invited_by(parlour.history, row.table_id, snapshot, player)
            found.append(MyInvitation(by, expires_at, await parlour.views.named.header(row.table_id, snapshot)))
    return tuple(found)


async def looked_at(
    parlour: Parlour, rows: Sequence[LobbyRow], missing: set[int]
) -> list[tuple[LobbyRow, Snapshot | None]]:
    """Return rows of the lobby with their tables: None where this version of the service cannot read it.

    Those whose shard of the log is away since are left out, and the shard is added to those that are `missing`.
    """

    async def look(row: LobbyRow) -> tuple[LobbyRow, Snapshot | None] | None:
        try:
            return row, await parlour.history.current(row.table_id)
        except NotReadable:
            return row, None
        except LogCorrupt:
            log.exception("The log of a table does not hold together", extra={"table": row.table_id})
            return row, None
        except StoreUnavailable:
            missing.add(parlour.event_log.shard_of(row.table_id))
            return None

    return [each for each in await asyncio.gather(*map(look, rows)) if each is not None]

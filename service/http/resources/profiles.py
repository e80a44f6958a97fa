"""The page of a player: what others may know of them, as far as the player shows it."""

from collections.abc import Awaitable
from datetime import UTC, date, datetime
from typing import Annotated
from uuid import UUID

from litestar import get
from litestar.params import PathParameter
from msgspec import UNSET

from domain.table import Status, is_bot
from service.accounts.port import STRANGER, Page
from service.http.middleware.authentication import OPEN
from service.http.problems import AnyRequest
from service.http.resources.lobby import lobby_tables
from service.http.resources.players import page_of
from service.http.services import services_of
from service.http.wire.headers import IfNoneMatch
from service.http.wire.responses import Answer, tagged_answer
from service.http.wire.results import MOST_TABLES, Profile, fared
from service.http.wire.tables import LobbyTable
from service.store import as_far_as_known
from service.store.lobby_row import LobbyRow, TableFilter

GOING_ON: tuple[Status, ...] = ("playing", "open")


@get("/players/{player_id:uuid}", operation_id="getPlayer", opt=OPEN)
async def get_player(
    request: AnyRequest,
    player_id: Annotated[UUID, PathParameter(description="The id of the player.")],
    *,
    if_none_match: IfNoneMatch = None,
) -> Answer:
    """Show the page of a player: their name, and what they have chosen to show. It is the same for everybody.

    `house` is set for a house player, a program of the service. `former`: the player was deleted, and the name is a
    placeholder.
    """
    page = await page_of(request, player_id)
    player = page.player
    has_results = "statistics" in page.shows
    tables, missing = await tables_of(request, page) if "tables" in page.shows else ((), set[int]())
    shown = Profile(
        player.id,
        player.name,
        player.house,
        player.former,
        fared(await services_of(request).results.of_player(player_id)) if has_results else (),
        is_bot(player.id),
        tuple(sorted(page.shows)),
        day_of(page.since) if "since" in page.shows else None,
        tables,
        tuple(sorted(missing)) or UNSET,
    )
    return tagged_answer(shown, if_none_match)


async def tables_of(request: AnyRequest, page: Page) -> tuple[tuple[LobbyTable, ...], set[int]]:
    """Return the open and running tables where a player sits, as far as the lobby shows them to strangers.

    And the shards of the log that are missing in them.
    """
    log, player = services_of(request).parlour.event_log, page.player.id

    def question(status: Status) -> Awaitable[list[LobbyRow]]:
        return log.lobby.page(TableFilter(status=status, player=player, viewer=STRANGER.player), MOST_TABLES)

    found = [await as_far_as_known(question(status)) for status in GOING_ON]
    rows = [row for rows, _ in found for row in rows]
    return await lobby_tables(request, rows[:MOST_TABLES]), {shard for _, missing in found for shard in missing}


def day_of(at: int) -> date:
    """Return the day of a time in ms, in UTC: a time of the day would tell more of a person than others need."""
    return datetime.fromtimestamp(at / 1000, UTC).date()

"""A game played again, from version to version, in one answer."""

from typing import Annotated, Literal

from litestar import get
from litestar.params import HeaderParameter, QueryParameter

from domain.validation import LARGEST_INTEGER
from service.http.middleware.admission import pay_for
from service.http.middleware.authentication import OPEN, AccountRequest
from service.http.resources.oversight import Reason, seen_as
from service.http.resources.play import AsSeat
from service.http.resources.streaming import StreamingAnswer, streamed
from service.http.resources.streams import is_secret
from service.http.resources.tables import TableId
from service.http.services import services_of
from service.http.wire.headers import wrong
from service.limits.budgets import ALL_SEATS
from service.live.steps import ReplayRange

First = Annotated[int, QueryParameter(name="from", ge=1, le=LARGEST_INTEGER, description="The version to begin with.")]
Last = Annotated[
    int | None,
    QueryParameter(name="to", ge=1, le=LARGEST_INTEGER, description="The version to end with, if not the current one."),
]
Shown = Annotated[
    Literal["view", "changes"],
    QueryParameter(
        name="with",
        description="What comes with each event: the whole `view` after it, or what it `changes` in the view.",
    ),
]
LastVersion = Annotated[
    str | None,
    HeaderParameter(
        name="Last-Event-ID",
        pattern=r"^([1-9][0-9]{0,14})?\Z",
        description="The cursor of the last line, as `EventSource` sends it. It takes precedence over `from`.",
    ),
]


@get("/tables/{table:uuid}/replay", operation_id="replayTable", opt=OPEN)
async def replay_table(
    request: AccountRequest,
    table: TableId,
    *,
    seat: AsSeat = None,
    first: First = 1,
    last: Last = None,
    kind: Shown = "changes",
    last_event_id: LastVersion = None,
    reason: Reason = None,
) -> StreamingAnswer:
    """Replay a table: its view at a version, then each event as my seat saw it, with what it changed in the view.

    It ends with a line `end`. After a broken connection send the last cursor: the replay begins again with the view
    there. When the record of the game is open, the replay is available from any `seat`; before that, only from seats
    whose cards the caller may see (`grantSight`).
    """
    first = int(last_event_id) if last_event_id else first
    if last is not None and last < first:
        raise wrong("to", f"The replay begins with version {first}.")
    times = ALL_SEATS if seat == "all" else 1
    account, perspective = await seen_as(request, table, reason, seat=seat, version=last, with_secrets=seat == "all")
    stretch = ReplayRange(first, last, perspective, kind)
    views = services_of(request).parlour.views
    lines = views.replay(table, account, stretch, found=lambda events: pay_for(request, times * events))
    return await streamed(request, lines, secret=perspective is not None or await is_secret(request, table, account))

"""Streams of events: `GET …/stream`."""

from collections.abc import AsyncGenerator, Callable, Collection
from functools import partial
from typing import Annotated, Literal
from uuid import UUID

from litestar import get
from litestar.params import HeaderParameter, QueryParameter

from service.accounts.port import Account
from service.chat.streams import MARK, Talk, split
from service.http.middleware.admission import pay_for, read_more
from service.http.middleware.authentication import BY_TICKET, OPEN_STREAM, AccountRequest
from service.http.problems import Problem
from service.http.resources.access import cursor_of, no_such_cursor
from service.http.resources.my_tables import TABLES_FOR_ONE
from service.http.resources.oversight import Reason, seen_as
from service.http.resources.streaming import Line, StreamingAnswer, streamed
from service.http.resources.tables import TableId
from service.http.services import services_of
from service.http.wire.headers import wrong
from service.http.wire.tables import CURSOR_OF_TABLE
from service.live.cursors import FORM, BadCursor, Cursor
from service.live.places import Places
from service.store import Epoch

LONGEST_CURSOR = 16_384
TALKED = FORM.removesuffix(r"\Z") + rf"({MARK}[A-Za-z0-9_-]{{0,40}})?\Z"
"""The form of cursors of a table's stream, which may tell what was said, too."""

With = Annotated[
    Literal["view", "changes"] | None,
    QueryParameter(
        name="with",
        description="What comes with each event: the whole `view` after it, or what it `changes` in the view.",
    ),
]

WithChat = Annotated[
    bool,
    QueryParameter(
        description="Whether to stream the chat that I may read, as lines `chat`: first all stored messages, or"
        " those after the cursor, then new ones. They end with the lines of the table. This needs a token."
    ),
]

LastEventId = Annotated[
    str | None,
    HeaderParameter(
        name="Last-Event-ID",
        max_length=LONGEST_CURSOR,
        description="The cursor of the last line, as `EventSource` sends it. It takes precedence over `after`.",
    ),
]


async def is_secret(request: AccountRequest, table: UUID, account: Account) -> bool:
    """Return whether a stream of a table may show hidden cards to its reader: they have a seat, or may get one yet.

    At a table of a tournament somebody may be given the seat of another as long as its game goes on.
    """
    if account.is_stranger:
        return False
    parlour = services_of(request).parlour
    snapshot = await parlour.history.current(table)
    shown = snapshot.table
    if shown.started_at is None or (shown.tournament is not None and shown.finished_at is None):
        return True
    return (await parlour.decks.viewer(table, snapshot, account)).seat is not None


@get("/tables/{table:uuid}/stream", operation_id="streamTable", opt=OPEN_STREAM)
async def stream_table(
    request: AccountRequest,
    table: TableId,
    after: Annotated[
        str | None,
        QueryParameter(pattern=TALKED, description=f"Continue after this, without a view: {CURSOR_OF_TABLE}"),
    ] = None,
    *,
    last_event_id: LastEventId = None,
    kind: With = None,
    chat: WithChat = False,
    reason: Reason = None,
) -> StreamingAnswer:
    """Stream a table: its view, then each event as my seat sees it, as soon as it happens.

    With `with=view` each event comes with the whole view after it, with `with=changes` with the changes to the view, as
    a JSON Patch (RFC 6902). A client that shows the table then needs no further views.

    A connection may break at any time: send the last cursor, and the stream continues with the next event; with
    `with=changes` there is a view before it. The stream ends with a line `end`. There is a line at least every ten
    seconds, a `heartbeat` if nothing has happened. If the history of a cursor is lost, for example after a backup was
    restored, a line `history_lost` has the last valid version, and the stream continues there.
    """
    name, sent = ("Last-Event-ID", last_event_id) if last_event_id else ("after", after)
    try:
        plain, heard = split(sent or "")
    except BadCursor:
        raise no_such_cursor(name) from None
    place = cursor_of(plain, name) if sent else None
    account, _ = await seen_as(request, table, reason)
    if place is not None:
        await pay_for_events(request, table, account, place)
    plain_lines = services_of(request).parlour.streams.of_table(table, account, place, kind)
    lines: AsyncGenerator[Line, None] = plain_lines
    if chat:
        epoch = None if place is None else place.epoch
        lines = talk_of(request, account, lambda: (table,), heard, epoch).lines(plain_lines)
    return await streamed(request, lines, secret=await is_secret(request, table, account))


async def pay_for_events(request: AccountRequest, table: UUID, account: Account, after: Cursor) -> None:
    """Let a reader pay for the events that the stream of a table begins with.

    Raises `UnknownTable`, `NotForYou` and `Problem`: rate_limited.
    """
    parlour = services_of(request).parlour
    seen = await parlour.views.seen(table, await parlour.history.current(table), account)
    await pay_for(request, number_after(request, after, seen.version))


def number_after(request: AccountRequest, after: Cursor, shown: int) -> int:
    """Return how many of the events up to a version may come after a cursor.

    If it is of another history, that is all of them: nobody knows yet how much of that there still is.
    """
    epoch = services_of(request).parlour.event_log.epoch
    return shown - (after.version if after.epoch in {None, epoch} else 0)


def talk_of(
    request: AccountRequest,
    account: Account,
    tables: Callable[[], Collection[UUID]],
    heard: Collection[int],
    epoch: Epoch | None,
) -> Talk:
    """Return what puts the chat of tables into a stream. Raises `Problem`: unauthenticated, for a stranger."""
    if account.is_stranger:
        raise Problem("unauthenticated", "The chat is for players with a token.")
    return Talk(services_of(request).chats, account, tables, heard, epoch)


@get("/me/stream", operation_id="streamMe", opt=BY_TICKET)
async def stream_me(
    request: AccountRequest,
    after: Annotated[
        str | None,
        QueryParameter(
            max_length=LONGEST_CURSOR,
            description="Continue after this cursor, without views of the tables that it names.",
        ),
    ] = None,
    last_event_id: LastEventId = None,
    kind: With = None,
    chat: WithChat = False,
) -> StreamingAnswer:
    """Stream all my tables: a view of each, then their events, new tables and invitations.

    A table where I take a seat begins with a view. A table that ends, or that I leave, ends with a line `end`. If the
    history of a cursor is lost, for example after a backup was restored, a line `history_lost` has the last valid
    versions, and the stream continues there. The stream follows my 500 newest tables and invitations; a table beyond
    them ends with `too_many`, and comes back with a view when there is room. It does not have tables that I joined and
    that ended while no stream was open: `GET /v1/tables` with `player` lists those, too.
    """
    try:
        plain, heard = split(last_event_id or after or Places().cursor())
        places = Places.parsed(plain)
    except BadCursor:
        name = "Last-Event-ID" if last_event_id else "after"
        raise wrong(name, "The stream of a player has no such cursor.") from None
    streams = services_of(request).parlour.streams
    listed = partial(pay_for_tables, request, chat=chat)
    plain_lines = streams.of_player(request.auth, places, kind, listed=listed, found=partial(pay_for, request))
    lines: AsyncGenerator[Line, None] = plain_lines
    if chat:
        lines = talk_of(request, request.auth, lambda: places.tables, heard, places.epoch).lines(plain_lines)
    return await streamed(request, lines)


async def pay_for_tables(request: AccountRequest, tables: int, *, chat: bool) -> None:
    """Let a player pay for the tables that their stream begins with, and twice with what is said at them.

    Raises `Problem`: rate_limited.
    """
    if more := (2 * tables if chat else tables) // TABLES_FOR_ONE:
        await read_more(request, more)

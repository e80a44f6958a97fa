"""Streams of events: `GET …/stream`, as lines of JSON or as events for a browser's `EventSource`.

Each line is written as soon as it is there, and a reader who does not take it is let go: they come back with the cursor
of the last line they have got.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable, Collection
from contextlib import AsyncExitStack, aclosing, suppress
from typing import Annotated, Final, Literal, TypeAlias
from uuid import UUID

from litestar import get
from litestar.params import HeaderParameter, QueryParameter
from litestar.types import Receive, Scope, Send

from service.accounts.accounts import Accounts
from service.accounts.port import Account
from service.chat.lines import ChatLine
from service.chat.streams import MARK, Talk, split
from service.http.exchange import exchange_of
from service.http.middleware.authentication import BY_TICKET, OPEN_STREAM, Asked
from service.http.middleware.compression import takes_gzip
from service.http.middleware.limits import stream_slot
from service.http.problems import Problem
from service.http.resources.access import cursor_of
from service.http.resources.oversight import Reason, seen_as
from service.http.resources.tables import TableId
from service.http.wire.compression import Gzip
from service.http.wire.headers import wrong
from service.http.wire.media_types import NDJSON, SSE, form_of
from service.http.wire.responses import parlour_of
from service.http.wire.tables import CURSOR_OF_TABLE
from service.live.cursors import FORM, BadCursor
from service.live.lines import AnyLine, EndLine, HeartbeatLine
from service.live.named import encoder
from service.live.pace import PACE, Pace
from service.live.places import Places
from service.meeting.lines import SeekStreamLine
from service.store import StoreUnavailable

LONGEST_CURSOR = 16_384
TALKED = f"{FORM.removesuffix('$')}({MARK}[A-Za-z0-9_-]{{0,40}})?$"
"""The form of cursors of a table's stream, which may tell what was said, too."""

log = logging.getLogger(__name__)

Line: TypeAlias = AnyLine | SeekStreamLine | ChatLine
"""A line of any stream."""

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


def encoded(line: Line) -> bytes:
    """Return a line of a stream as JSON."""
    return encoder.encode(line)


def as_line(line: Line) -> bytes:
    """Return a line of a stream as NDJSON."""
    return encoded(line) + b"\n"


def as_event(line: Line) -> bytes:
    """Return a line of a stream as an event (HTML, 9.2): its cursor is the id, its data the same JSON.

    A heartbeat has a name: `onmessage` does not hear of it, but who listens to `heartbeat` may tell that nothing comes.
    """
    name = b"event: heartbeat\n" if isinstance(line, HeartbeatLine) else b""
    return b"%sid: %s\ndata: %s\n\n" % (name, line.cursor.encode(), encoded(line))


FORMS: Final[dict[str, Callable[[Line], bytes]]] = {NDJSON: as_line, SSE: as_event}


class Streamed:
    """An answer that goes on as long as there are lines, and somebody who reads them."""

    __slots__ = ("_account", "_accounts", "_first", "_form", "_gzip", "_lines", "_pace", "_slot")

    def __init__(
        self,
        form: str,
        first: Line,
        lines: AsyncGenerator[Line, None],
        accounts: Accounts,
        account: Account,
        *,
        slot: AsyncExitStack,
        pace: Pace = PACE,
        gzip: Gzip | None = None,
    ) -> None:
        self._form = form
        self._first = first
        self._lines = lines
        self._slot = slot
        self._gzip = gzip
        self._accounts = accounts
        self._account = account
        self._pace = pace

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the lines (ASGI), until there are no more or the reader is gone; then leave the stream's place."""
        async with self._slot:
            await self._send(receive, send)

    async def _send(self, receive: Receive, send: Send) -> None:
        tasks = [asyncio.ensure_future(self._write(send)), asyncio.ensure_future(hung_up(receive))]
        async with aclosing(self._lines):
            try:
                await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.wait(tasks)
        if not tasks[0].cancelled():
            tasks[0].result()

    async def _write(self, send: Send) -> None:
        headers = [
            (b"content-type", self._form.encode()),
            (b"vary", b"Accept, Accept-Encoding, Authorization"),
            (b"x-accel-buffering", b"no"),
        ]
        if self._gzip is not None:
            headers.append((b"content-encoding", b"gzip"))
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        async with aclosing(self._allowed()) as lines:
            async for line in lines:
                content = FORMS[self._form](line)
                if self._gzip is not None:
                    content = self._gzip.piece(content)
                if not await taken(send, content, self._pace.patience_seconds):
                    log.info("A stream is broken off: its reader takes nothing")
                    return
        end = b"" if self._gzip is None else self._gzip.end()
        await send({"type": "http.response.body", "body": end, "more_body": False})

    async def _allowed(self) -> AsyncGenerator[Line, None]:
        """Yield the lines for as long as the token is good."""
        clock = asyncio.get_running_loop().time
        cursor, next_look = self._first.cursor, clock() + self._pace.token_seconds
        yield self._first
        try:
            end = self._end()
            async for line in self._lines if end is None else until(self._lines, end):
                if not isinstance(line, HeartbeatLine) or clock() >= next_look:
                    next_look = clock() + self._pace.token_seconds
                    if await self._is_revoked():
                        yield EndLine(cursor, None, "revoked")
                        return
                cursor = line.cursor
                yield line
        except TimeoutError:
            yield EndLine(cursor, None, "expired")

    def _end(self) -> float | None:
        """Return when the token expires, by the clock of the loop; None: never by itself."""
        if self._account.expires_at is None:
            return None
        return asyncio.get_running_loop().time() + (self._account.expires_at - self._accounts.now()) / 1000

    async def _is_revoked(self) -> bool:
        if self._account.is_stranger:
            return False
        try:
            account = await self._accounts.account_of(self._account.token_hash)
        except StoreUnavailable:
            return False
        return account is None or account.revoked


async def until(lines: AsyncGenerator[Line, None], end: float) -> AsyncGenerator[Line, None]:
    """Yield lines until a time by the clock of the loop. Raises TimeoutError then."""
    while True:
        async with asyncio.timeout_at(end):
            try:
                line = await anext(lines)
            except StopAsyncIteration:
                return
        yield line


async def taken(send: Send, content: bytes, patience: float) -> bool:
    """Send a line; return whether its reader has taken it in time."""
    try:
        async with asyncio.timeout(patience):
            await send({"type": "http.response.body", "body": content, "more_body": True})
    except TimeoutError:
        return False
    return True


async def hung_up(receive: Receive) -> None:
    """Return when the reader has gone away, even before anybody has looked at the request."""
    with suppress(Problem):
        while (await receive())["type"] != "http.disconnect":
            pass


async def streamed(request: Asked, lines: AsyncGenerator[Line, None], *, secret: bool = True) -> Streamed:
    """Answer with a stream, which holds one of the caller's places; compressed, if it is not `secret`.

    Raises what is wrong with it: that is known when its first line is asked for.
    """
    state = request.app.state
    exchange = exchange_of(request.scope)
    paid, exchange.answer_headers = exchange.answer_headers, []
    async with AsyncExitStack() as slot:
        of_stream = await slot.enter_async_context(stream_slot(request.scope))
        exchange.answer_headers = paid + of_stream
        form = form_of(request.headers.get("accept") or "*/*")
        first = await anext(lines)
        gzip = Gzip() if not secret and takes_gzip(exchange) else None
        account, slots = request.auth, slot.pop_all()
        return Streamed(form, first, lines, state.accounts, account, slot=slots, pace=state.pace, gzip=gzip)


async def is_secret(request: Asked, table: UUID, account: Account) -> bool:
    """Return whether a stream of a table may show hidden cards to its reader: they have a seat, or may get one yet.

    At a table of a tournament somebody may be given the seat of another as long as its game goes on.
    """
    if account.is_stranger:
        return False
    parlour = parlour_of(request)
    snapshot = await parlour.history.current(table)
    shown = snapshot.table
    if shown.started_at is None or (shown.tournament is not None and shown.finished_at is None):
        return True
    return (await parlour.decks.viewer(table, snapshot, account)).seat is not None


@get("/tables/{table:uuid}/stream", operation_id="streamTable", opt=OPEN_STREAM)
async def stream_table(
    request: Asked,
    table: TableId,
    after: Annotated[
        str | None,
        QueryParameter(
            pattern=TALKED,
            description=f"Continue after this, without a view: {CURSOR_OF_TABLE}",
        ),
    ] = None,
    *,
    last_event_id: LastEventId = None,
    kind: With = None,
    chat: WithChat = False,
    reason: Reason = None,
) -> Streamed:
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
        raise wrong(name, "The events of a table have no such cursor.") from None
    place = cursor_of(plain, name) if sent else None
    account, _ = await seen_as(request, table, reason)
    plain_lines = parlour_of(request).streams.of_table(table, account, place, kind)
    lines: AsyncGenerator[Line, None] = plain_lines
    if chat:
        lines = talk_of(request, account, lambda: (table,), heard).lines(plain_lines)
    return await streamed(request, lines, secret=await is_secret(request, table, account))


def talk_of(request: Asked, account: Account, tables: Callable[[], Collection[UUID]], heard: Collection[int]) -> Talk:
    """Return what puts the chat of tables into a stream. Raises `Problem`: unauthenticated, for a stranger."""
    if account.is_stranger:
        raise Problem("unauthenticated", "The chat is for players with a token.")
    return Talk(request.app.state.chats, account, tables, heard)


@get("/me/stream", operation_id="streamMe", opt=BY_TICKET)
async def stream_me(
    request: Asked,
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
) -> Streamed:
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
    plain_lines = parlour_of(request).streams.of_player(request.auth, places, kind)
    lines: AsyncGenerator[Line, None] = plain_lines
    if chat:
        lines = talk_of(request, request.auth, lambda: places.tables, heard).lines(plain_lines)
    return await streamed(request, lines)

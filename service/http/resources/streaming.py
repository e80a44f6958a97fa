"""Answers that are streams: lines of JSON, or events for a browser's `EventSource`.

Each line is written as soon as it is there. A reader who does not take it is disconnected: they come back with the
cursor of the last line they have got.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable
from contextlib import AsyncExitStack, aclosing
from typing import Final, TypeAlias

from litestar.types import Receive, Scope, Send

from service.accounts.accounts import Accounts
from service.accounts.port import Account
from service.chat.lines import ChatLine
from service.http.exchange import exchange_of, hung_up
from service.http.middleware.authentication import AccountRequest
from service.http.middleware.compression import takes_gzip
from service.http.middleware.limits import stream_slot
from service.http.middleware.sending import taken
from service.http.services import services_of
from service.http.wire.compression import Gzip
from service.http.wire.media_types import NDJSON, SSE, STREAMED, form_of
from service.live.lines import AnyLine, EndLine, HeartbeatLine
from service.live.named import encoder
from service.live.pace import Pace
from service.meeting.lines import SeekStreamLine
from service.store import StoreUnavailable

log = logging.getLogger(__name__)

Line: TypeAlias = AnyLine | SeekStreamLine | ChatLine
"""A line of any stream."""


def encoded(line: Line) -> bytes:
    """Return a line of a stream as JSON."""
    return encoder.encode(line)


def as_line(line: Line) -> bytes:
    """Return a line of a stream as NDJSON."""
    return encoded(line) + b"\n"


def as_event(line: Line) -> bytes:
    """Return a line of a stream as an event (HTML, 9.2): its cursor is the id, its data the same JSON.

    A heartbeat has a name: `onmessage` does not hear of it, but one that listens to `heartbeat` notices if nothing
    comes.
    """
    name = b"event: heartbeat\n" if isinstance(line, HeartbeatLine) else b""
    return b"%sid: %s\ndata: %s\n\n" % (name, line.cursor.encode(), encoded(line))


FORMS: Final[dict[str, Callable[[Line], bytes]]] = {NDJSON: as_line, SSE: as_event}


class StreamingAnswer:
    """An answer that goes on as long as there are lines, and somebody who reads them."""

    __slots__ = ("_account", "_accounts", "_ask_at", "_first", "_form", "_gzip", "_lines", "_pace", "_slot")

    def __init__(
        self,
        form: str,
        first: Line,
        lines: AsyncGenerator[Line, None],
        accounts: Accounts,
        account: Account,
        *,
        slot: AsyncExitStack,
        pace: Pace,
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
        self._ask_at = 0.0
        """When accounts that have not answered are asked again, by the clock of the loop."""

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
        """Yield the lines for as long as the token is valid."""
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
        """Return whether the token is known to be invalid: not each line waits for accounts that do not answer."""
        clock = asyncio.get_running_loop().time
        if self._account.is_stranger or clock() < self._ask_at:
            return False
        try:
            account = await self._accounts.account_of(self._account.token_hash)
        except StoreUnavailable:
            self._ask_at = clock() + self._pace.heartbeat_seconds
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


async def streamed(
    request: AccountRequest, lines: AsyncGenerator[Line, None], *, secret: bool = True
) -> StreamingAnswer:
    """Answer with a stream, which holds one of the caller's places; compressed, if it is not `secret`.

    Raises what is wrong with it: that is known when its first line is asked for.
    """
    services = services_of(request)
    exchange = exchange_of(request.scope)
    async with AsyncExitStack() as slot:
        of_stream = await slot.enter_async_context(stream_slot(request.scope))
        form = form_of(exchange.accept, "A stream", STREAMED)
        first = await anext(lines)
        exchange.answer_headers += of_stream
        gzip = Gzip() if not secret and takes_gzip(exchange) else None
        account, slots = request.auth, slot.pop_all()
        return StreamingAnswer(
            form, first, lines, services.accounts, account, slot=slots, pace=services.pace, gzip=gzip
        )

"""What surrounds every request, whatever its route: its id, its line in the log, its time, the headers of its answer.

It is plain ASGI around Litestar's router, so that it also covers what no route answers. It gives every GET a HEAD, and
answers OPTIONS with all methods of a path (Litestar 2 has no HEAD, and names the methods of one handler only).
"""

import asyncio
import logging
import os
import re
import time
from collections.abc import Sequence
from functools import cache
from typing import Any

from litestar import Litestar
from litestar.enums import ScopeType
from litestar.exceptions import MethodNotAllowedException, NotFoundException
from litestar.types import HTTPReceiveMessage, HTTPScope, Message, Receive, Scope, Send
from litestar.utils import normalize_path
from prometheus_client import Counter, Histogram

from service.http.problems import Problem, with_head
from service.runtime.logs import REQUEST_ID
from service.runtime.metrics import REQUEST_SECONDS, REQUESTS

log = logging.getLogger("parlour.access")

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
SANE_ID = re.compile(rb"[A-Za-z0-9._-]{1,64}")

READ_OUT = 4 * 1024 * 1024
"""So many bytes of a body that nobody wants are still read."""

Headers = list[tuple[bytes, bytes]]

SECURITY_HEADERS: Headers = [
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
]
NOT_KEPT = (b"cache-control", b"no-store")
"""No answer is kept on its way, unless its handler says otherwise: hands are for one pair of eyes."""

EXPOSED = (
    b"access-control-expose-headers",
    b"ETag, Link, Location, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id",
)
PREFLIGHT: Headers = [
    (
        b"access-control-allow-headers",
        b"Authorization, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID, X-Request-Id",
    ),
    (b"access-control-max-age", b"600"),
]


class Shell:
    """The ASGI application around Litestar's own. `origins`: whose pages may ask (CORS); `*`: those of everybody."""

    def __init__(self, app: Litestar, *, origins: Sequence[str], security_headers: bool) -> None:
        self._router = app.asgi_router
        self._app = app.asgi_handler
        self._origins = frozenset(origin.encode() for origin in origins)
        self._always = [NOT_KEPT, *(SECURITY_HEADERS if security_headers else [])]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != ScopeType.HTTP:
            await self._app(scope, receive, send)
            return
        began = time.perf_counter()
        method = scope["method"]
        given = header(scope, b"x-request-id")
        request_id = given.decode() if SANE_ID.fullmatch(given) else os.urandom(16).hex()
        status = 500
        body = Body(receive)

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                if method not in {"GET", "HEAD"}:
                    await body.read_out()
                status = message["status"]
                message["headers"] = self._completed(scope, list(message["headers"]), request_id)
            await send(message)

        before = REQUEST_ID.set(request_id)
        try:
            await self._answer(scope, body.receive, send_with_headers)
        except Exception:
            log.exception("Broken off")
            raise ConnectionAbortedError("the answer has been broken off") from None
        finally:
            account_for(method, str(scope.get("path_template") or "none"), status, time.perf_counter() - began)
            REQUEST_ID.reset(before)

    async def _answer(self, scope: HTTPScope, receive: Receive, send: Send) -> None:
        if scope["method"] == "OPTIONS" and (allowed := self._allowed(scope["path"])):
            headers = [(b"allow", allowed)]
            if header(scope, b"access-control-request-method"):
                headers += [(b"access-control-allow-methods", allowed), *PREFLIGHT]
            await send({"type": "http.response.start", "status": 204, "headers": headers})
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        elif scope["method"] == "HEAD":
            await self._answer_head(scope, send)
        else:
            await self._app(scope, receive, send)

    async def _answer_head(self, scope: HTTPScope, send: Send) -> None:
        """Run the GET and send its headers only. Whatever streams then finds that nobody listens."""
        headers_sent = asyncio.Event()

        async def send_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                await send(message)
                await send({"type": "http.response.body", "body": b"", "more_body": False})
                headers_sent.set()

        async def hang_up() -> HTTPReceiveMessage:
            await headers_sent.wait()
            return {"type": "http.disconnect"}

        scope["method"] = "GET"
        await self._app(scope, hang_up, send_headers)

    def _allowed(self, path: str) -> bytes:
        """Return all methods of a path; nothing if there is no such path."""
        try:
            self._router.handle_routing(path=normalize_path(path), method="none")
        except MethodNotAllowedException as refusal:
            return with_head((refusal.headers or {})["allow"]).encode()
        except NotFoundException:
            pass
        return b""

    def _completed(self, scope: HTTPScope, headers: Headers, request_id: str) -> Headers:
        """Return the headers of an answer with those that every answer has."""
        names = {name for name, _ in headers}
        headers += [each for each in self._always if each[0] not in names]
        headers.append((b"x-request-id", request_id.encode()))
        if self._origins:
            origin = header(scope, b"origin")
            if b"*" in self._origins:
                headers += [(b"access-control-allow-origin", b"*"), EXPOSED]
            elif origin in self._origins:
                headers += [(b"access-control-allow-origin", origin), EXPOSED]
            headers.append((b"vary", b"Origin"))
        return headers


class Body:
    """The body of a request, which is read to its end before the answer begins.

    A server that answers while the client still sends closes the connection, and the answer may be lost with it.
    """

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._is_left = True

    async def receive(self) -> Any:
        """Return the next message of the client. Raises `Problem` if she hangs up in the middle of her body."""
        was_left, message = self._is_left, await self._next()
        if was_left and message["type"] == "http.disconnect":
            raise Problem("invalid_request", "The body was broken off.")
        return message

    async def read_out(self) -> None:
        """Read what nobody has read, unless it is far too much."""
        most = READ_OUT
        while self._is_left and most > 0:
            most -= len((await self._next()).get("body", b""))

    async def _next(self) -> Any:
        message: Any = await self._receive()
        self._is_left = message.get("more_body", False)
        return message


def header(scope: HTTPScope, name: bytes) -> bytes:
    """Return a header of the request, or nothing."""
    return next((value for each, value in scope["headers"] if each == name), b"")


def account_for(method: str, route: str, status: int, seconds: float) -> None:
    """Count and log an answer, by its route's template: the path itself may name a table or a player."""
    if method not in METHODS:
        method = "other"
    requests, request_seconds = counters(method, route, status)
    requests.inc()
    request_seconds.observe(seconds)
    log.info("answered", extra={"method": method, "route": route, "status": status, "ms": round(seconds * 1000, 3)})


@cache
def counters(method: str, route: str, status: int) -> tuple[Counter, Histogram]:
    """Return what counts and times such answers: there are few kinds of them, and looking them up costs."""
    return REQUESTS.labels(method, route, status), REQUEST_SECONDS.labels(route)

"""What surrounds every request, whatever its route: its id, its line in the log, its time, the headers of its answer.

It is plain ASGI around Litestar's router, so that it also covers what no route answers. It gives every GET a HEAD, and
answers OPTIONS with all methods of a path (Litestar 2 has no HEAD, and names the methods of one handler only).
"""

import asyncio
import logging
import os
import re
import time
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import count

from litestar import Litestar
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException, MethodNotAllowedException, NotFoundException
from litestar.status_codes import HTTP_429_TOO_MANY_REQUESTS
from litestar.types import HTTPReceiveMessage, HTTPScope, Message, Receive, Scope, Send
from prometheus_client import Counter, Histogram

from service.http.exchange import NAME, Exchange, Headers, exchange_of
from service.http.middleware.admission import admit_nowhere
from service.http.middleware.compression import Compressing, is_large
from service.http.middleware.senders import Senders
from service.http.middleware.sending import LargeBodies
from service.http.problems import CODES, MEDIA_TYPE, Problem, respond, with_head
from service.runtime.logs import REQUEST_ID
from service.runtime.metrics import REQUEST_SECONDS, REQUESTS
from service.runtime.unavailable import Unavailable

log = logging.getLogger("parlour.access")

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
AS_ROUTED = frozenset({"GET", "POST", "PUT", "PATCH", "DELETE"})
LOST = "/!lost"
"""Where the page is that tells a person that there is no such page; no request has this path."""

PLAIN_PATH = re.compile(rb"/|(?:/[A-Za-z0-9._~-]++)++")
"""How every path of the service is spelt: without empty parts, without a slash at its end, and without escapes."""

LONGEST_PATH, LONGEST_QUERY = 500, 20_000
"""Maximum number of bytes of a path and of a query, in which the cursor of a player's stream may stand."""

MOST_PARAMETERS = 50
"""Maximum number of parameters of a query: Litestar keeps the last thousand queries in memory, with all their parts."""

HOST = re.compile(rb"[A-Za-z0-9._~!$&'()*+,;=:@%\[\]-]+")
"""The characters of the header Host (RFC 3986, 3.2)."""

SANE_ID = re.compile(rb"[A-Za-z0-9._-]{1,64}")

SECURITY_HEADERS: Headers = [
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
]
NOT_KEPT = (b"cache-control", b"no-store")
"""No cache on the way may store an answer, unless its handler says otherwise: a hand is for one player only."""

EXPOSED = (
    b"access-control-expose-headers",
    (
        b"Deprecation, ETag, Link, Location, RateLimit, RateLimit-Policy, Retry-After, Sunset, WWW-Authenticate,"
        b" X-Request-Id"
    ),
)
PREFLIGHT: Headers = [
    (
        b"access-control-allow-headers",
        b"Authorization, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID, X-Request-Id",
    ),
    (b"access-control-max-age", b"600"),
]


class Shell:
    """The ASGI application around Litestar's own.

    `origins`: whose pages may ask (CORS), `*` for all. `is_missing`: whether nothing is at a path that a route takes.
    """

    def __init__(
        self,
        app: Litestar,
        *,
        origins: Sequence[str],
        security_headers: bool,
        is_missing: Callable[[str], bool] = lambda _: False,
        senders: Senders | None = None,
        bodies: LargeBodies | None = None,
    ) -> None:
        self._find = app.asgi_router.handle_routing
        self._app = app.asgi_handler
        self._is_missing = is_missing
        self._origins = frozenset(origin.encode() for origin in origins)
        self._always = [NOT_KEPT, *(SECURITY_HEADERS if security_headers else [])]
        self._senders = senders or Senders()
        self._bodies = bodies or LargeBodies()
        self._begun = os.urandom(8).hex()
        self._numbers = count()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != ScopeType.HTTP:
            await self._app(scope, receive, send)
            return
        began, method = time.perf_counter(), scope["method"]
        exchange = scope["state"][NAME] = Exchange(scope["headers"], receive)
        exchange.request_id = self._request_id(exchange)
        onward = send

        async def send_completed(message: Message) -> None:
            nonlocal onward
            if message["type"] == "http.response.start":
                exchange.status = message["status"]
                headers = message["headers"] = self._completed(message["headers"], exchange)
                if is_large(headers):
                    onward = Compressing(send, exchange, has_body=method != "HEAD", bodies=self._bodies)
            await onward(message)

        before = REQUEST_ID.set(exchange.request_id)
        try:
            if (wrong := await self._read(scope, exchange)) is not None:
                await refuse(wrong, send_completed, with_body=method != "HEAD")
            elif method in AS_ROUTED:
                await self._app(scope, exchange.receive, send_completed)
            else:
                await self._answer_beside(scope, exchange.receive, send_completed)
        except Exception as error:
            if (away := unavailable(error)) is not None:
                log.warning("Broken off", extra={"cause": str(away)})
            else:
                log.exception("Broken off")
            raise ConnectionAbortedError("the answer has been broken off") from None
        finally:
            account_for(method, str(scope.get("path_template") or "none"), exchange.status, time.perf_counter() - began)
            REQUEST_ID.reset(before)

    def _request_id(self, exchange: Exchange) -> str:
        """Return the id that the client has given to its request, or a new one."""
        given = exchange.header(b"x-request-id")
        if given and SANE_ID.fullmatch(given):
            return given.decode()
        return f"{self._begun}{next(self._numbers):016x}"

    async def _answer_beside(self, scope: HTTPScope, receive: Receive, send: Send) -> None:
        """Answer a method that no route has: HEAD and OPTIONS. Any other is refused by the router."""
        if scope["method"] == "OPTIONS" and (allowed := self._allowed(scope["path"])):
            headers = [(b"allow", allowed)]
            if exchange_of(scope).header(b"access-control-request-method"):
                headers += [(b"access-control-allow-methods", allowed), *PREFLIGHT]
            await send({"type": "http.response.start", "status": 204, "headers": headers})
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        elif scope["method"] == "HEAD":
            await self._answer_head(scope, send)
        else:
            await self._app(scope, receive, send)

    async def _answer_head(self, scope: HTTPScope, send: Send) -> None:
        """Run the GET and send its headers only. A stream then finds that its reader has gone."""
        headers_sent = asyncio.Event()
        exchange_of(scope).head_only = True

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

    async def _read(self, scope: HTTPScope, exchange: Exchange) -> Problem | None:
        """Read the body of a request; return why it is refused, whatever it asks for. None: it is not.

        If no route takes it, its address pays for it first: if its budget is used up, the body is not read.
        """
        wrong = misaddressed(scope, exchange)
        if self._is_lost(scope, exchange, wrong):
            scope["path"], wrong = LOST, None
        if wrong is not None or not self._is_routed(scope):
            try:
                await admit_nowhere(scope)
            except Problem as limited:
                return limited
        if scope["method"] not in {"GET", "HEAD"} or exchange.has_body:
            await self._senders.read(exchange)
        return wrong

    def _is_routed(self, scope: HTTPScope) -> bool:
        """Return whether a route takes a request. The router caches the result."""
        method = "GET" if scope["method"] == "HEAD" else scope["method"]
        if method not in AS_ROUTED:
            return False
        try:
            self._find(path=scope["path"], method=method)
        except HTTPException:
            return False
        return True

    def _is_lost(self, scope: HTTPScope, exchange: Exchange, wrong: Problem | None) -> bool:
        """Return whether a person's browser asks for an address that does not exist: it gets the page (`LOST`)."""
        if scope["method"] not in {"GET", "HEAD"} or b"text/html" not in exchange.header(b"accept"):
            return False
        if wrong is not None:
            return wrong.code == "not_found"
        path = scope["path"]
        return not path.startswith("/v1/") and (self._is_missing(path) or not self._allowed(path))

    def _allowed(self, path: str) -> bytes:
        """Return all methods of a path; nothing if there is no such path."""
        try:
            self._find(path=path, method="none")
        except MethodNotAllowedException as refusal:
            return with_head((refusal.headers or {})["allow"]).encode()
        except NotFoundException:
            pass
        return b""

    def _completed(self, given: Iterable[tuple[bytes, bytes]], exchange: Exchange) -> Headers:
        """Return the headers of an answer with those that every answer has."""
        # An answer that tells of a budget that is used up tells of no other.
        added = [] if exchange.status == HTTP_429_TOO_MANY_REQUESTS else exchange.answer_headers
        headers = [*given, *added, (b"x-request-id", exchange.request_id.encode())]
        existing = dict(headers)
        headers += [each for each in self._always if each[0] not in existing]
        if self._origins:
            origin = exchange.header(b"origin")
            if b"*" in self._origins:
                headers += [(b"access-control-allow-origin", b"*"), EXPOSED]
            elif origin in self._origins:
                headers += [(b"access-control-allow-origin", origin), EXPOSED]
            headers.append((b"vary", b"Origin"))
        return headers


def unavailable(error: Exception) -> Unavailable | None:
    """Return what was unavailable, if that alone has broken off an answer; Litestar wraps it, in a group of errors."""
    cause = error.__cause__ or error
    while isinstance(cause, BaseExceptionGroup) and len(cause.exceptions) == 1:
        (cause,) = cause.exceptions
    return cause if isinstance(cause, Unavailable) else None


def misaddressed(scope: HTTPScope, exchange: Exchange) -> Problem | None:
    """Return what is wrong with how a request is addressed, before anybody looks where it leads; None: nothing.

    A path has one spelling. So a rule of a proxy for a path holds for all that leads there. Granian gives an empty host
    to a request that has none, and says `1` for HTTP/1.0.
    """
    host = exchange.header(b"host")
    if exchange.repeats(b"host") or not (host or scope["http_version"] in {"1", "1.0"}):
        return Problem("invalid_request", "A request has the header `Host` once (RFC 9112, 3.2).")
    if host and HOST.fullmatch(host) is None:
        return Problem("invalid_request", "The header `Host` has characters that no host has (RFC 3986, 3.2).")
    if len(scope["raw_path"]) > LONGEST_PATH or PLAIN_PATH.fullmatch(scope["raw_path"]) is None:
        said = f"No path has empty parts, a slash at its end, escaped characters, or more than {LONGEST_PATH} bytes."
        return Problem("not_found", said)
    query = scope["query_string"]
    if len(query) > LONGEST_QUERY or query.count(b"&") >= MOST_PARAMETERS:
        said = f"A query has at most {LONGEST_QUERY} bytes and {MOST_PARAMETERS} parameters."
        return Problem("invalid_request", said)
    return None


async def refuse(problem: Problem, send: Send, *, with_body: bool) -> None:
    """Answer with a problem (ASGI)."""
    status, title = CODES[problem.code]
    response = respond(problem, status, title, problem.code)
    length = (b"content-length", b"%d" % len(response.content))
    told = [(name.lower().encode(), value.encode()) for name, value in problem.headers.items()]
    headers = [(b"content-type", MEDIA_TYPE.encode()), length, *told]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    body = response.content if with_body else b""
    await send({"type": "http.response.body", "body": body, "more_body": False})


def account_for(method: str, route: str, status: int, seconds: float) -> None:
    """Count and log an answer, by its route's template: the path itself may name a table or a player."""
    if method not in METHODS:
        method = "other"
    requests, request_seconds = counters(method, route, status)
    requests.inc()
    request_seconds.observe(seconds)
    if not log.isEnabledFor(logging.INFO):
        return
    log.info("answered", extra={"method": method, "route": route, "status": status, "ms": round(seconds * 1000, 3)})


@cache
def counters(method: str, route: str, status: int) -> tuple[Counter, Histogram]:
    """Return what counts and times such answers: there are few kinds of them, and looking them up costs."""
    return REQUESTS.labels(method, route, status), REQUEST_SECONDS.labels(route)

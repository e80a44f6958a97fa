"""Which answers are compressed on their way, and how (RFC 9110, 8.4.1 and 12.5.3).

Ordinary answers by gzip, made as they are sent. Documents that stay the same have more codings (`wire/documents.py`).
"""

import asyncio
import gzip
import zlib
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from litestar.types import HTTPResponseBodyEvent, HTTPResponseStartEvent, Message, Send

from service.http.exchange import Exchange, Headers
from service.http.middleware.sending import PIECE_BYTES, LargeBodies

SMALLEST: Final = 1024
"""Bytes from which on an answer is compressed. Below that, one packet carries it anyway."""

LARGEST_AT_ONCE: Final = 32 * 1024
"""Bytes up to which an answer is compressed on the event loop, in less than a millisecond; larger ones in a thread."""

LEVEL: Final = 4
"""The level of gzip: higher ones take much more time, and make hardly anything smaller."""

LONGEST_ACCEPT: Final = 1_000
KINDS: Final = ("text/", "application/json", "application/problem+json", "application/x-ndjson")
"""The beginnings of the media types that are worth compressing."""

NEVER: Final = frozenset({"0", "0.", "0.0", "0.00", "0.000"})
GZIP: Final[Headers] = [(b"content-encoding", b"gzip")]
VARIES: Final = (b"vary", b"Accept-Encoding")


def codings(exchange: Exchange) -> frozenset[str]:
    """Return which of `br` and `gzip` a client takes, by its header `Accept-Encoding`; no header: none."""
    return codings_of(exchange.header(b"accept-encoding")[:LONGEST_ACCEPT])


@lru_cache(maxsize=256)
def codings_of(accept_encoding: bytes) -> frozenset[str]:
    """Return which of `br` and `gzip` such a header accepts. It is short: headers are kept here."""
    taken: dict[str, bool] = {}
    for each in accept_encoding.decode("latin-1").lower().split(","):
        name, _, weight = each.partition(";")
        taken[name.strip()] = weight.replace(" ", "").removeprefix("q=") not in NEVER
    others = taken.get("*", False)
    return frozenset(coding for coding in ("br", "gzip") if taken.get(coding, others))


def takes_gzip(exchange: Exchange) -> bool:
    """Return whether the client takes answers that are compressed by gzip."""
    return "gzip" in codings(exchange)


class Compressing:
    """Sends one answer that `is_large`, compressed if it is worth it and the client takes that (ASGI).

    What has a `Content-Length` comes in one piece. So its head waits for its body, which says how long it becomes. It
    goes on in several, if it is very large, as one of some `bodies`.
    """

    __slots__ = ("_bodies", "_exchange", "_has_body", "_head", "_send")

    def __init__(self, send: Send, exchange: Exchange, *, has_body: bool, bodies: LargeBodies) -> None:
        self._send = send
        self._exchange = exchange
        self._has_body = has_body
        self._bodies = bodies
        self._head: HTTPResponseStartEvent | None = None

    async def __call__(self, message: Message) -> None:
        """Take the next part of the answer, its headers completed."""
        if message["type"] == "http.response.body":
            await self._take_body(message)
            return
        if message["type"] == "http.response.start":
            message = self._begun(message)
        if self._head is None:
            await self._send(message)

    async def _take_body(self, message: HTTPResponseBodyEvent) -> None:
        whole = message["body"]
        if self._head is not None:
            message["body"] = body = await gzipped(whole)
            self._head["headers"] = [*self._head["headers"], *GZIP, (b"content-length", b"%d" % len(body))]
            await self._send(self._head)
            self._head = None
        if len(message["body"]) > PIECE_BYTES:
            await self._bodies.send(self._send, message["body"], whole)
        else:
            await self._send(message)

    def _begun(self, head: HTTPResponseStartEvent) -> HTTPResponseStartEvent:
        """Return the head of an answer; keep it back if the body is to be compressed."""
        if not is_worth_it(dict(head["headers"])):
            return head
        if VARIES not in head["headers"]:
            head["headers"] = [*head["headers"], VARIES]
        if not takes_gzip(self._exchange):
            return head
        head["headers"] = [each for each in head["headers"] if each[0] != b"content-length"]
        if self._has_body:
            self._head = head
        else:
            head["headers"] = [*head["headers"], *GZIP]
        return head


def is_large(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    """Return whether the body of an answer is so long that it may be compressed, by its headers.

    Those of a stream say no length: it passes as it is.
    """
    for name, value in headers:
        if name == b"content-length":
            return int(value) >= SMALLEST
    return False


def is_worth_it(headers: dict[bytes, bytes]) -> bool:
    """Return whether answers with such headers are compressed: text that is in no coding yet."""
    return b"content-encoding" not in headers and headers.get(b"content-type", b"").decode("latin-1").startswith(KINDS)


async def gzipped(body: bytes) -> bytes:
    """Return a body compressed by gzip; a large one while others have their turn."""
    if len(body) <= LARGEST_AT_ONCE:
        return at_once(body)
    return await asyncio.to_thread(gzip.compress, body, LEVEL, mtime=0)


def at_once(body: bytes) -> bytes:
    """Return a body compressed by gzip."""
    coder = zlib.compressobj(LEVEL, zlib.DEFLATED, zlib.MAX_WBITS + 16)
    return coder.compress(body) + coder.flush()

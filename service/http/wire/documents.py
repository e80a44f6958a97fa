"""Documents that stay the same while the service runs: made once, compressed once for each coding, and kept."""

import asyncio
import gzip
from collections.abc import Callable, Mapping
from threading import Lock
from typing import Final

import brotli

from service.http.exchange import Headers, exchange_of
from service.http.middleware.compression import SMALLEST, VARIES, codings
from service.http.problems import AnyRequest
from service.http.wire.headers import names
from service.http.wire.responses import Answer, tag_of

GZIP_LEVEL: Final = 9
BROTLI_QUALITY: Final = 10
"""The contract takes 0.3 s of a core then, once in each worker; with the highest, 11, 0.9 s for a fiftieth less."""

CODERS: Final[Mapping[str, Callable[[bytes], bytes]]] = {
    "br": lambda body: brotli.compress(body, quality=BROTLI_QUALITY),
    "gzip": lambda body: gzip.compress(body, GZIP_LEVEL, mtime=0),
    "": bytes,
}
"""How a document is coded; the best comes first, and nothing is the document as it is."""


class Document:
    """A public document: its bytes, as `make` returns them, and its headers.

    It is made and compressed in a thread, when somebody asks for the first time. Its entity tag is weak: it is the same
    in all codings (RFC 9110, 8.8.1).
    """

    def __init__(self, make: Callable[[], bytes], media_type: str, *, max_age: int, policy: str = "") -> None:
        self._make = make
        self._headers: Headers = [(b"content-type", media_type.encode())]
        self._kept: Headers = [(b"cache-control", b"public, max-age=%d" % max_age), VARIES]
        if policy:
            self._headers.append((b"content-security-policy", policy.encode()))
        self._tag = ""
        self._coded: dict[str, bytes] = {}
        self._lock = Lock()

    async def answer(self, request: AnyRequest, if_none_match: str | None) -> Answer:
        """Answer with the document in the best coding that the client takes, or with 304 if the client has it."""
        taken = codings(exchange_of(request.scope))
        coding = next(each for each in CODERS if not each or each in taken)
        body = self._coded.get(coding)
        if body is None:
            body = await asyncio.to_thread(self._coding, coding)
        headers = [*self._headers, (b"etag", self._tag.encode())]
        if names(if_none_match, self._tag):
            return Answer(304, headers, b"", kept=self._kept)
        if coding and len(self._coded[""]) >= SMALLEST:
            headers.append((b"content-encoding", coding.encode()))
        return Answer(200, [*headers, (b"content-length", b"%d" % len(body))], body, kept=self._kept)

    def _coding(self, coding: str) -> bytes:
        """Return the document in a coding; make it only once, however many ask."""
        with self._lock:
            if "" not in self._coded:
                whole = self._make()
                self._tag = tag_of(whole)
                self._coded[""] = whole
            if coding not in self._coded:
                whole = self._coded[""]
                self._coded[coding] = CODERS[coding](whole) if len(whole) >= SMALLEST else whole
            return self._coded[coding]

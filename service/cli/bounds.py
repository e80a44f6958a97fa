"""What of an answer is read: a service may be broken, or hostile, and its answers without an end.

Hooks of httpx put a bound around each answer, whoever has asked. Compressed bodies are unpacked here, piece by piece:
httpx unpacks all that it has, and a few bytes may become more than the memory holds.
"""

import time
import zlib
from collections.abc import AsyncIterator, Iterator
from typing import Any

import click
import httpx

from service.cli.files import MOST_BYTES
from service.cli.texts import visible

LONGEST_SECONDS = 600
"""Seconds in which an answer has to end, unless it is a stream."""

STREAM: dict[str, Any] = {"parlour.stream": True}
"""The extension of a request whose answer goes on without an end: only its lines are bounded."""

ACCEPTED = {"Accept-Encoding": "gzip, identity"}
"""The header that asks for what is unpacked here, and for nothing else."""

PIECE = 64 * 1024
GZIP = 16 + zlib.MAX_WBITS


class BadAnswer(click.ClickException):
    """An answer cannot be read, or has no end: exit code 1."""

    def __init__(self, answer: httpx.Response, why: str) -> None:
        request = answer.request
        super().__init__(f"The answer to {request.method} {request.url.copy_with(query=None)} {why}.")


def bound(answer: httpx.Response) -> None:
    """Let an answer be read within bounds. Raises `BadAnswer`, now or while it is read."""
    answer.stream = Bounded(answer)
    answer.headers.pop("Content-Encoding", None)
    answer.encoding = "utf-8"  # a service could name any codec of Python


async def bound_async(answer: httpx.Response) -> None:
    """Let an answer be read within bounds, as `bound` does."""
    bound(answer)


class Bounded(httpx.SyncByteStream, httpx.AsyncByteStream):
    """The body of an answer, unpacked. Raises `BadAnswer`, also while it is read."""

    def __init__(self, answer: httpx.Response) -> None:
        self._answer = answer
        self._stream: Any = answer.stream
        self._is_stream = answer.is_success and STREAM.items() <= answer.request.extensions.items()
        self._until = time.monotonic() + LONGEST_SECONDS
        self._bytes = 0
        coding = answer.headers.get("Content-Encoding", "").lower()
        if coding not in {"", "identity", "gzip"}:
            raise BadAnswer(answer, f"is encoded as {visible(coding)}, which nobody has asked for")
        self._unpacking = zlib.decompressobj(GZIP) if coding == "gzip" else None

    def __iter__(self) -> Iterator[bytes]:
        """Yield what is read, in pieces."""
        for chunk in self._stream:
            yield from self._pieces(chunk)

    async def __aiter__(self) -> AsyncIterator[bytes]:
        """Yield what is read, in pieces."""
        async for chunk in self._stream:
            for piece in self._pieces(chunk):
                yield piece

    def close(self) -> None:
        """Read no more."""
        self._stream.close()

    async def aclose(self) -> None:
        """Read no more."""
        await self._stream.aclose()

    def _pieces(self, chunk: bytes) -> Iterator[bytes]:
        for piece in (chunk,) if self._unpacking is None else self._unpacked(self._unpacking, chunk):
            self._count(piece)
            yield piece

    def _unpacked(self, unpacking: Any, chunk: bytes) -> Iterator[bytes]:
        full = True
        while full:
            try:
                piece = unpacking.decompress(chunk, PIECE)
            except zlib.error as why:
                raise BadAnswer(self._answer, f"cannot be unpacked: {why}") from None
            yield piece
            chunk, full = unpacking.unconsumed_tail, len(piece) == PIECE
        if unpacking.unused_data:
            raise BadAnswer(self._answer, "goes on after the end of what is packed")

    def _count(self, piece: bytes) -> None:
        self._bytes += len(piece)
        if self._is_stream and b"\n" in piece:
            self._bytes = len(piece) - piece.rindex(b"\n") - 1
        if self._bytes > MOST_BYTES:
            what = "has a line that is" if self._is_stream else "is"
            raise BadAnswer(self._answer, f"{what} longer than {MOST_BYTES // 1024**2} MiB")
        if not self._is_stream and time.monotonic() > self._until:
            raise BadAnswer(self._answer, f"has not ended in {LONGEST_SECONDS} seconds")

"""Large answers go out in pieces, and are broken off for readers who take nothing, or for others."""

import asyncio
import gzip
import logging
import random
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from litestar import get
from litestar.types import HTTPReceiveMessage

from service.http.middleware.authentication import PUBLIC
from service.http.middleware.sending import PIECE_BYTES, LargeBodies
from service.http.wire.responses import Answer, json_answer
from tests.service.http.surface import around, started

LARGE = b'"%b"' % random.Random(1).randbytes(2 * PIECE_BYTES).hex().encode()
SMALL = b'"%b"' % (b"a" * (PIECE_BYTES - 2))


@get("/large", opt=PUBLIC)
async def large() -> Answer:
    return json_answer(LARGE)


@get("/small", opt=PUBLIC)
async def small() -> Answer:
    return json_answer(SMALL)


async def receive() -> HTTPReceiveMessage:
    """Say that the client has gone."""
    return {"type": "http.disconnect"}


async def answer(
    path: str,
    send: Callable[[Any], Awaitable[None]],
    *,
    accepted: bytes = b"identity",
    method: str = "GET",
    bodies: LargeBodies | None = None,
) -> None:
    """Send a request for a reader who takes what is sent as `send` does, and has to do so at once."""
    bodies = bodies or LargeBodies(patience=0.05)
    scope = {"type": "http", "method": method, "path": path, "raw_path": path.encode(), "query_string": b""}
    headers = [(b"host", b"parlour.test"), (b"accept-encoding", accepted)]
    async with asyncio.timeout(60), started(around(large, small, own, bodies=bodies)) as app:
        await app({**scope, "headers": headers, "http_version": "1.1"}, receive, send)  # type: ignore[arg-type]


async def sent(path: str, **asked: Any) -> tuple[dict[bytes, bytes], list[Any]]:
    """Return the headers and the parts of an answer, for a reader who takes everything."""
    messages: list[Any] = []

    async def send(message: Any) -> None:
        messages.append(message)

    await answer(path, send, **asked)
    head, *parts = messages
    assert [part["more_body"] for part in parts] == [True] * (len(parts) - 1) + [False]
    return dict(head["headers"]), parts


@pytest.mark.parametrize(("accepted", "read"), [(b"identity", bytes), (b"gzip", gzip.decompress)])
async def test_a_large_answer_goes_out_in_pieces(accepted: bytes, read: Callable[[bytes], bytes]) -> None:
    headers, parts = await sent("/large", accepted=accepted)

    body = b"".join([part["body"] for part in parts])
    assert read(body) == LARGE
    assert int(headers[b"content-length"]) == len(body)
    assert [len(part["body"]) for part in parts[:-1]] == [PIECE_BYTES] * ((len(body) - 1) // PIECE_BYTES)


@pytest.mark.parametrize(("path", "method"), [("/small", "GET"), ("/large", "HEAD")])
async def test_all_others_go_out_at_once(path: str, method: str) -> None:
    _, parts = await sent(path, method=method)

    assert [part["body"] for part in parts] == [SMALL if method == "GET" else b""]


async def test_a_large_answer_of_which_nothing_is_taken_is_broken_off(caplog: pytest.LogCaptureFixture) -> None:
    begun: list[Any] = []

    async def send(message: Any) -> None:
        begun.append(message)
        if len(begun) > 2:
            await asyncio.Event().wait()

    with caplog.at_level(logging.INFO):
        await answer("/large", send)

    assert [message.get("more_body") for message in begun] == [None, True, True]
    assert "An answer is broken off: its reader takes nothing" in caplog.messages
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


@get("/own", opt=PUBLIC)
async def own() -> Answer:
    """Answer with a body that is made for this request alone."""
    return json_answer(bytes(bytearray(LARGE)))


@pytest.mark.parametrize(("accepted", "size"), [(b"identity", len(LARGE)), (b"gzip", 2 * len(LARGE))])
async def test_where_large_answers_are_too_many_the_one_that_began_first_is_broken_off(
    accepted: bytes, size: int, caplog: pytest.LogCaptureFixture
) -> None:
    bodies, begun = LargeBodies(patience=60, most=2 * size), asyncio.Semaphore(0)

    async def send(message: Any) -> None:
        if message["type"] == "http.response.body":
            begun.release()
            await asyncio.Event().wait()

    readers = list[asyncio.Task[None]]()
    with caplog.at_level(logging.INFO):
        for _ in range(4):
            readers.append(asyncio.create_task(answer("/own", send, accepted=accepted, bodies=bodies)))
            await begun.acquire()
        await asyncio.wait_for(asyncio.gather(*readers[:2]), 60)

    assert [reader.done() for reader in readers] == [True, True, False, False]
    assert caplog.messages.count("An answer is broken off: others need its room") == 2
    for reader in readers[2:]:
        reader.cancel()
    await asyncio.gather(*readers, return_exceptions=True)


async def test_what_is_sent_to_several_readers_at_once_is_counted_once(caplog: pytest.LogCaptureFixture) -> None:
    bodies, begun, may_go_on = LargeBodies(patience=60, most=len(LARGE)), asyncio.Semaphore(0), asyncio.Event()

    async def send(message: Any) -> None:
        if message["type"] == "http.response.body":
            begun.release()
            await may_go_on.wait()

    readers = [asyncio.create_task(answer("/large", send, bodies=bodies)) for _ in range(3)]
    with caplog.at_level(logging.INFO):
        for _ in readers:
            await begun.acquire()
        may_go_on.set()
        await asyncio.gather(*readers)

    assert not [said for said in caplog.messages if said.startswith("An answer is broken off")]


async def test_what_has_gone_out_leaves_its_room_to_others(caplog: pytest.LogCaptureFixture) -> None:
    bodies, may_go_on = LargeBodies(patience=60, most=2 * len(LARGE)), asyncio.Event()

    async def wait(message: Any) -> None:
        if message["type"] == "http.response.body":
            await may_go_on.wait()

    async def take(message: Any) -> None:
        await asyncio.sleep(0)

    with caplog.at_level(logging.INFO):
        slow = asyncio.create_task(answer("/own", wait, bodies=bodies))
        for _ in range(3):
            await answer("/own", take, bodies=bodies)
        may_go_on.set()
        await slow

    assert not [said for said in caplog.messages if said.startswith("An answer is broken off")]

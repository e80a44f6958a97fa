"""Those who send their bodies slowly are cut off, and do not keep out the others."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from litestar import Request, get, post
from litestar.types import HTTPReceiveMessage

from service.http.exchange import FEW_PIECES, LARGEST_BODY, MOST_PIECES, SMALL_PIECE, Exchange, Headers, exchange_of
from service.http.middleware.authentication import PUBLIC
from service.http.middleware.senders import Senders
from tests.service.http.surface import Client, InProcess, around, started


@get("/games", opt=PUBLIC)
async def games() -> int:
    return 3


@post("/games", opt=PUBLIC)
async def open_game(request: Request[Any, Any, Any]) -> int:
    return len(exchange_of(request.scope).body)


async def slowly(end: asyncio.Event) -> AsyncIterator[bytes]:
    """Yield a body whose second half is kept back."""
    yield b"half "
    await end.wait()
    yield b"done"


async def ask(client: Client, method: str = "POST", content: AsyncIterator[bytes] | bytes = b"all") -> httpx.Response:
    return await client.request(method, "/games", content=content)


@pytest.mark.parametrize(("method", "status"), [("GET", 200), ("POST", 400)])
async def test_a_body_is_not_waited_for_for_ever(method: str, status: int) -> None:
    async with started(around(games, open_game, senders=Senders(seconds=0.05))) as app, InProcess(app) as client:
        async with asyncio.timeout(60):
            answer = await ask(client, method, slowly(asyncio.Event()))
        after = await ask(client)

    assert answer.status_code == status
    assert after.json() == 3
    if status == 400:
        problem = answer.json()
        assert (problem["code"], problem["detail"]) == ("invalid_request", "The body did not arrive in time.")


@pytest.mark.parametrize(("length", "begins"), [(LARGEST_BODY + 2, b"x"), (None, b"x" * (LARGEST_BODY + 1))])
async def test_a_body_that_is_too_large_and_slow_is_too_large(length: int | None, begins: bytes) -> None:
    async def large() -> AsyncIterator[bytes]:
        yield begins
        await asyncio.Event().wait()

    headers = {} if length is None else {"Content-Length": str(length)}
    async with started(around(open_game, senders=Senders(seconds=0.05))) as app, InProcess(app) as client:
        async with asyncio.timeout(60):
            answer = await client.post("/games", content=large(), headers=headers)

    assert (answer.status_code, answer.json()["code"]) == (413, "body_too_large")


async def sent_in(pieces: int, size: int) -> tuple[httpx.Response, int]:
    """Return the answer to a body in pieces of a size, and how many of them were taken."""
    taken = 0

    async def body() -> AsyncIterator[bytes]:
        nonlocal taken
        for taken in range(1, pieces + 1):  # noqa: B007 - the test looks at it
            yield b"x" * size

    async with started(around(open_game)) as app, InProcess(app) as client:
        return await ask(client, content=body()), taken


@pytest.mark.parametrize(("pieces", "size"), [(FEW_PIECES - 1, 1), (LARGEST_BODY // SMALL_PIECE, SMALL_PIECE)])
async def test_a_body_comes_in_a_few_pieces_or_in_packets(pieces: int, size: int) -> None:
    answer, _ = await sent_in(pieces, size)

    assert (answer.status_code, answer.json()) == (201, pieces * size)


@pytest.mark.parametrize(("size", "most"), [(0, FEW_PIECES), (1, FEW_PIECES), (SMALL_PIECE // 2, 2 * FEW_PIECES - 1)])
async def test_a_body_in_many_small_pieces_is_read_no_further(size: int, most: int) -> None:
    answer, taken = await sent_in(MOST_PIECES, size)

    assert (answer.status_code, taken) == (400, most)
    assert answer.json()["detail"] == f"The body came in more than {most} pieces."


@pytest.mark.parametrize(
    ("headers", "pieces"),
    [
        ([(b"content-length", b"10")], 2),
        ([(b"content-length", b"0")], 0),
        ([(b"content-length", b"10"), (b"transfer-encoding", b"chunked")], 3),
        ([(b"content-length", b"10"), (b"content-length", b"10")], 3),
        ([(b"content-length", b"9" * 30)], 3),
        ([], 3),
    ],
)
async def test_after_as_much_as_the_headers_announce_nothing_is_waited_for(headers: Headers, pieces: int) -> None:
    taken = 0

    async def receive() -> HTTPReceiveMessage:
        nonlocal taken
        taken += 1
        return {"type": "http.request", "body": b"piece", "more_body": taken < 3}

    exchange = Exchange(headers, receive)
    await exchange.read()

    assert (exchange.body, taken) == (b"piece" * pieces, pieces)


async def test_a_body_that_is_too_large_is_not_read_out_in_small_pieces() -> None:
    answer, taken = await sent_in(2 * MOST_PIECES, SMALL_PIECE)

    assert (answer.status_code, taken) == (413, MOST_PIECES)


async def test_each_has_its_own_time(monkeypatch: pytest.MonkeyPatch) -> None:
    loop = asyncio.get_running_loop()
    now, passed = loop.time, list[float]()
    monkeypatch.setattr(loop, "time", lambda: now() + sum(passed))
    begun = asyncio.Queue[bytes]()

    async def beginning(end: asyncio.Event) -> AsyncIterator[bytes]:
        async for piece in slowly(end):
            begun.put_nowait(piece)
            yield piece

    async with started(around(open_game, senders=Senders(seconds=3_600))) as app, InProcess(app) as client:
        end = asyncio.Event()
        first = asyncio.create_task(ask(client, content=beginning(asyncio.Event())))
        await begun.get()
        passed.append(1_800)
        second = asyncio.create_task(ask(client, content=beginning(end)))
        await begun.get()
        passed.append(1_800)
        late = await first
        end.set()

        assert (late.status_code, (await second).json()) == (400, 9)


async def test_somebody_who_began_later_is_cut_off_too() -> None:
    async with started(around(open_game, senders=Senders(seconds=0.1))) as app, InProcess(app) as client:
        first = asyncio.create_task(ask(client, content=slowly(asyncio.Event())))
        await asyncio.sleep(0.05)
        second = asyncio.create_task(ask(client, content=slowly(asyncio.Event())))
        async with asyncio.timeout(60):
            answers = await asyncio.gather(first, second)

    assert [each.status_code for each in answers] == [400, 400]


async def test_one_too_many_takes_the_place_of_the_one_who_has_been_sending_longest() -> None:
    async with started(around(open_game, senders=Senders(most=2))) as app, InProcess(app) as client:
        end = asyncio.Event()
        slow = []
        for _ in range(3):
            slow.append(asyncio.create_task(ask(client, content=slowly(end))))
            await asyncio.sleep(0.01)
        fast = await ask(client)
        end.set()

        assert fast.json() == 3
        assert [(await each).status_code for each in slow] == [400, 400, 201]


async def test_a_request_that_is_cancelled_is_not_answered() -> None:
    async with started(around(open_game, senders=Senders())) as app, InProcess(app) as client:
        asked = asyncio.create_task(ask(client, content=slowly(asyncio.Event())))
        await asyncio.sleep(0.01)
        asked.cancel()

        with pytest.raises(asyncio.CancelledError):
            await asked
        assert (await ask(client)).json() == 3

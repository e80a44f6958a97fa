"""The surface over a real server and real sockets."""

import asyncio
import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path
from typing import IO

import httpx
import pytest
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from service.runtime.metrics import MULTIPROCESS_FOLDER
from service.settings import Settings
from tests.ports import free_port

ARGUMENTS = (
    "-m granian --interface asgi --factory --loop uvloop --no-log --workers-kill-timeout 20"
    " service.app:application --port"
)


class Server:
    """Granian in a process of its own."""

    def __init__(self, settings: Settings, port: int, log: IO[str], metrics: Path) -> None:
        self.url = f"http://127.0.0.1:{port}"
        self.log = log
        command = [sys.executable, *ARGUMENTS.split(), str(port)]
        self.metrics = metrics
        environment = os.environ | settings.environment() | {MULTIPROCESS_FOLDER: str(metrics)}
        self.process = subprocess.Popen(command, env=environment, stderr=log, stdout=log)

    async def ready(self, client: httpx.AsyncClient) -> None:
        """Wait until it answers."""
        while self.process.poll() is None:
            with contextlib.suppress(httpx.TransportError):
                await client.get("/ready")
                return
            await asyncio.sleep(0.05)
        raise AssertionError("the server did not start")

    def logged(self) -> list[dict[str, object]]:
        """Return the log, all of which is JSON."""
        self.log.seek(0)
        return [json.loads(line) for line in self.log]


@contextlib.asynccontextmanager
async def serving(settings: Settings, metrics: Path) -> AsyncIterator[tuple[Server, httpx.AsyncClient]]:
    """Start a server and stop it, if it has not stopped; give a client of it, too."""
    one_connection = httpx.Limits(max_connections=2)
    with tempfile.TemporaryFile("w+") as log:
        server = Server(settings, free_port(), log, metrics)
        try:
            async with httpx.AsyncClient(base_url=server.url, limits=one_connection, timeout=180) as client:
                await server.ready(client)
                yield server, client
        finally:
            server.process.terminate()
            server.process.wait()


@pytest.fixture(scope="module")
async def served(
    settings: Settings, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[tuple[Server, httpx.AsyncClient]]:
    """A server for all tests that do not stop it, and a client of it."""
    async with serving(settings, tmp_path_factory.mktemp("metrics")) as server_and_client:
        yield server_and_client


@pytest.fixture
def server(served: tuple[Server, httpx.AsyncClient]) -> Server:
    return served[0]


@pytest.fixture
def client(served: tuple[Server, httpx.AsyncClient]) -> httpx.AsyncClient:
    return served[1]


async def test_errors_and_heads_leave_the_connection_in_order(server: Server, client: httpx.AsyncClient) -> None:
    async def in_pieces() -> AsyncIterator[bytes]:
        for _ in range(70):
            yield b" " * 1024

    kind = {"Content-Type": "application/json"}
    made = await client.post("/v1/players", json={"name": "Rumpelstiltskin"})
    token = made.json()["token"]
    answers = [
        await client.post("/v1/players", content=b"[" * 70_000, headers=kind),
        await client.post("/v1/players", content=in_pieces(), headers=kind),
        await client.post("/v1/players", content=b"[" * 60_000, headers=kind),
        await client.head("/v1/me", headers={"Authorization": f"Bearer {token}"}),
        await client.head("/v1/me"),
        await client.options("/v1/me"),
        await client.get("/nowhere"),
        await client.get("/v1/me", headers={"Authorization": f"Bearer {token}"}),
    ]

    assert [answer.status_code for answer in answers] == [413, 413, 400, 200, 401, 204, 404, 200]
    assert [answer.content == b"" for answer in answers[3:6]] == [True] * 3
    assert int(answers[3].headers["content-length"]) == len(answers[-1].content)
    assert answers[5].headers["allow"] == "DELETE, GET, HEAD, OPTIONS, PATCH"
    assert "Rumpelstiltskin" not in str(server.logged())
    assert token not in str(server.logged())


async def test_a_client_that_asks_first_sends_no_body_that_is_too_large(
    server: Server, client: httpx.AsyncClient
) -> None:
    reader, writer = await asyncio.open_connection(client.base_url.host, client.base_url.port)
    writer.write(
        b"POST /v1/players HTTP/1.1\r\nHost: parlour\r\nContent-Type: application/json\r\n"
        b"Content-Length: 70000\r\nExpect: 100-continue\r\n\r\n"
    )
    async with asyncio.timeout(60):
        answer = await reader.read()
    writer.close()

    assert answer.startswith(b"HTTP/1.1 413 ")
    assert b'"code":"body_too_large"' in answer


@pytest.mark.parametrize(
    ("address", "headers", "status"),
    [
        (b'/v1/games?a="', 0, 400),
        (b"/v1/a b", 0, 400),
        (b"/v1/a<b", 0, 400),
        (b'/v1/a"b', 0, 404),
        (b"/v1/" + b"a" * 65_531, 0, 414),
        (b"/v1/" + b"a" * 65_530, 0, 404),
        (b"/v1/games", 99, 200),
        (b"/v1/games", 100, 431),
    ],
)
async def test_what_the_server_refuses_itself_has_an_empty_answer(
    client: httpx.AsyncClient, address: bytes, headers: int, status: int
) -> None:
    reader, writer = await asyncio.open_connection(client.base_url.host, client.base_url.port)
    others = b"".join(b"X-%d: a\r\n" % number for number in range(headers - 1))
    writer.write(b"GET %s HTTP/1.1\r\nHost: parlour\r\n%sConnection: close\r\n\r\n" % (address, others))
    async with asyncio.timeout(60):
        head, _, body = (await reader.read()).partition(b"\r\n\r\n")
    writer.close()

    assert head.startswith(b"HTTP/1.1 %d " % status)
    assert (body == b"") is (status in {400, 414, 431})


async def someone_waits(server: Server) -> None:
    """Wait until a long poll is open."""
    registry = CollectorRegistry()
    MultiProcessCollector(registry, str(server.metrics))  # type: ignore[no-untyped-call]
    while True:
        if b"parlour_open_long_polls 1.0" in generate_latest(registry):
            return
        await asyncio.sleep(0.01)


async def test_a_reader_who_waits_is_answered_when_the_server_stops(settings: Settings, tmp_path: Path) -> None:
    async with serving(settings, tmp_path) as (server, client):
        made = await client.post("/v1/players", json={"name": "Ada"})
        client.headers["Authorization"] = f"Bearer {made.json()['token']}"
        opened = await client.post("/v1/tables", json={"game": "literature"})
        events = f"{opened.headers['location']}/events"
        waiting = asyncio.create_task(client.get(events, params={"after": 1, "wait": 30}))
        await someone_waits(server)
        server.process.send_signal(signal.SIGTERM)
        answer = await waiting

        assert answer.status_code == 200
        assert (answer.json()["version"], answer.json()["events"]) == (1, [])
        assert await asyncio.to_thread(server.process.wait, 15) == 0
        assert not [line for line in server.logged() if line["level"] == "ERROR"]

"""Streams of a real service, whose connections, workers and servers go away; and readers that are too slow."""

import asyncio
import contextlib
import json
import random
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import psutil
import pytest

from tests.ports import free_port
from tests.service.http.party import SHORT, Document, Header, Party, newcomer
from tests.service.http.reading import NDJSON, SSE, parsed
from tests.serving import PATIENCE_SECONDS, Service, eventually

GAME_SECONDS = 180
BUFFERS = 16 * 2**20
"""What the server and the kernel may hold for a reader who takes nothing."""


class Follower:
    """Follows a stream through whatever happens: comes back with the last cursor until its game is over."""

    def __init__(self, service: Service, path: str, header: Header, form: str = NDJSON) -> None:
        self.url = f"http://127.0.0.1:{service.port}{path}"
        self.header = header | {"Accept": form}
        self.lines: list[Document] = []
        self.connections = 0

    async def follow(self, dice: random.Random) -> None:
        """Read until the line that says that the game is finished; break off now and then."""
        async with httpx.AsyncClient(timeout=PATIENCE_SECONDS) as client:
            while not self.is_over:
                with contextlib.suppress(httpx.TransportError):
                    await self.read(client, len(self.lines) + dice.randrange(10, 60))
                await asyncio.sleep(0.05)

    async def read(self, client: httpx.AsyncClient, most: int) -> None:
        last = {"Last-Event-ID": self.lines[-1]["cursor"]} if self.lines else {}
        async with client.stream("GET", self.url, headers=self.header | last) as answer:
            if answer.status_code != 200:
                return
            self.connections += 1
            async for line in answer.aiter_lines():
                if line.startswith(("data: ", "{")):
                    self.note(json.loads(line.removeprefix("data: ")))
                if self.is_over or len(self.lines) > most:
                    return

    def note(self, line: Document) -> None:
        """Note a line that says something."""
        if line["type"] != "heartbeat":
            self.lines.append(line)

    @property
    def is_over(self) -> bool:
        """Whether the game is finished."""
        return bool(self.lines) and self.lines[-1].get("why") == "finished"

    @property
    def entries(self) -> list[Document]:
        """The events, as they have come."""
        return [line["entry"] for line in self.lines if line["type"] == "event"]


async def play(table: Party, dice: random.Random, faults: list[Callable[[], None]]) -> None:
    """Play the game to its end; now and then something happens to the service."""
    moves = 0
    while True:
        with contextlib.suppress(httpx.TransportError, AssertionError):
            chosen = await table.choice(dice)
            if chosen is None:
                return
            answer = await table.client.post(f"{table.path}/moves", json=chosen[1], headers=table.players[chosen[0]])
            moves += answer.status_code == 200
        if faults and moves >= 8:
            moves = 0
            await asyncio.to_thread(faults.pop(0))


def kill(service: Service, name: str) -> None:
    """Kill a process of the service; it is started again."""
    victim = service.part(name)
    assert victim is not None
    victim.kill()
    victim.wait()
    assert eventually(service.is_ready)


def kill_all(service: Service) -> None:
    """Kill the whole service, and start it again."""
    service.__exit__()
    service.__enter__()
    service.ready()


def restart(service: Service) -> None:
    """Stop the service in order, although streams are open, and start it again."""
    assert service.stop() == 0
    kill_all(service)


@pytest.fixture(scope="module")
def service(fresh: Callable[[], Path]) -> Iterator[Service]:
    with Service(fresh(), "--workers", "2") as service:
        yield service.ready()


async def test_whatever_goes_away_every_event_comes_once_and_in_order(service: Service) -> None:
    dice = random.Random(1)
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{service.port}", timeout=PATIENCE_SECONDS) as client:
        players = [await newcomer(client) for _ in range(2)]
        opened = await client.post("/v1/tables", json={"game": "friendlier_than_thou", **SHORT}, headers=players[0])
        table = Party(client, players, opened.headers["location"])
        await table.start()
        spectator = await newcomer(client)
        followers = [
            Follower(service, f"{table.path}/stream", players[0]),
            Follower(service, f"{table.path}/stream", spectator, SSE),
            Follower(service, "/v1/me/stream", players[0]),
            Follower(service, "/v1/me/stream", players[1], SSE),
        ]
        faults: list[Callable[[], None]] = [
            lambda: kill(service, "worker"),
            lambda: restart(service),
            lambda: kill(service, "redis"),
            lambda: kill_all(service),
            lambda: kill(service, "postgres"),
        ]
        async with asyncio.timeout(GAME_SECONDS), asyncio.TaskGroup() as group:
            for follower in followers:
                group.create_task(follower.follow(dice))
            group.create_task(play(table, dice, faults))

        for follower, reader in zip(followers, [players[0], spectator, *players], strict=True):
            feed = (await client.get(f"{table.path}/events?limit=1000", headers=reader)).json()["events"]
            (view,) = [line["view"] for line in follower.lines if line["type"] == "view"]
            assert follower.entries == feed[view["table"]["version"] :]
            assert follower.connections > 2
        assert faults == []


def test_a_service_stops_at_once_although_streams_are_open(service: Service) -> None:
    player = service.ask("POST", "/v1/players", {"name": "Ada"})[1]
    head = f"GET /v1/me/stream HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {player['token']}\r\n\r\n".encode()
    with contextlib.ExitStack() as stack:
        streams = [stack.enter_context(socket.create_connection(("127.0.0.1", service.port))) for _ in range(20)]
        for stream in streams:
            stream.sendall(head)
            assert stream.recv(12) == b"HTTP/1.1 200"
        assert service.stop(signal.SIGTERM) == 0
        for stream in streams:
            said = b"".join(iter(lambda: stream.recv(65536), b""))  # noqa: B023 - read before the next one
            assert b'"why":"stopping"' in said
            assert said.endswith(b"0\r\n\r\n"), "the answer is whole"


@pytest.fixture(scope="module")
def flood() -> Iterator[tuple[int, psutil.Process]]:
    """Give the port and the worker of a server with an endless stream."""
    port = free_port()
    command = [sys.executable, "-m", "granian", "--interface", "asginl", "--loop", "uvloop", "--no-ws", "--no-log"]
    server = subprocess.Popen([*command, "--port", str(port), "tests.service.http.flood:application"])
    try:
        assert eventually(lambda: psutil.Process(server.pid).children() and can_connect(port))
        yield port, psutil.Process(server.pid).children()[-1]
    finally:
        server.terminate()
        server.wait()


def can_connect(port: int) -> bool:
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
        return True
    return False


def test_a_reader_who_takes_nothing_is_cut_off_and_costs_no_memory(flood: tuple[int, psutil.Process]) -> None:
    port, worker = flood
    before = worker.memory_info().rss
    with contextlib.ExitStack() as stack:
        slow = [stack.enter_context(socket.create_connection(("127.0.0.1", port))) for _ in range(5)]
        for reader in slow:
            reader.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert reader.recv(12) == b"HTTP/1.1 200"
        client = stack.enter_context(httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE_SECONDS))
        assert eventually(lambda: client.get("/broken-off").text == str(len(slow)))
        assert worker.memory_info().rss - before < len(slow) * BUFFERS

        for reader in slow:
            said = b"".join(iter(lambda: reader.recv(2**20), b""))  # noqa: B023 - read before the next one
            assert 100_000 < len(said) < BUFFERS
            assert not said.endswith(b"0\r\n\r\n"), "the answer is broken off"


def test_a_reader_who_takes_everything_gets_everything(flood: tuple[int, psutil.Process]) -> None:
    port, _ = flood
    answer = httpx.get(f"http://127.0.0.1:{port}/", timeout=PATIENCE_SECONDS)

    lines = answer.text.splitlines()
    assert (len(lines), parsed(lines[-1].encode())["why"]) == (1002, "finished")

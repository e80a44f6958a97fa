"""`parlour serve` stops in the stated time, and in order, whatever its clients do."""

import asyncio
import contextlib
import os
import random
import selectors
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from uuid import UUID

import asyncpg
import httpx
import pytest

from service.store.postgres.store import PostgresStore
from tests.service.http.party import SHORT, Party, newcomer
from tests.serving import PATIENCE_SECONDS, Service, eventually, gone

READERS = 150
"""How many read what is sent to them, and as many who do not."""
CONTRACT = b"GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n"
KERNEL_KEEPS = 2_200_000
"""Bytes that the kernel keeps at most for somebody who reads nothing (half of 4 MiB, tcp(7))."""
HELD = "lock table parlour.event in access exclusive mode"
ATTEMPTS = 5
WAITING = "select count(*) from pg_locks where not granted and relation = 'parlour.event'::regclass"


@pytest.fixture
def service(data: Path) -> Iterator[Service]:
    """Give a service that can be used."""
    with Service(data, "--workers", "2") as running:
        yield running.ready()


def connected(stack: contextlib.ExitStack, service: Service, request: bytes) -> socket.socket:
    """Send a request on a connection that takes little before it is read."""
    client = stack.enter_context(socket.socket())
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    client.settimeout(PATIENCE_SECONDS)
    client.connect(("127.0.0.1", service.port))
    client.sendall(request)
    return client


def contracts_sent(service: Service) -> int:
    """Return how many contracts have been asked for."""
    begin = 'parlour_requests_total{method="GET",route="/openapi.json"'
    return sum(int(float(line.split()[-1])) for line in service.metrics().splitlines() if line.startswith(begin))


def known(service: Service) -> dict[int, str]:
    """Return what the processes are, by their ids; those of Postgres and Python beside them are left out."""
    servers = {part.pid: name for name in ("redis", "postgres") if (part := service.part(name))}
    return {each.pid: "worker" for each in service.workers()} | servers | {service.process.pid: "parlour serve"}


def order_of_ends(names: dict[int, str]) -> list[str]:
    """Wait until all processes have ended; return their names in the order of their ends."""
    order = list[str]()
    with selectors.DefaultSelector() as ends, contextlib.ExitStack() as stack:
        for pid, name in names.items():
            descriptor = os.pidfd_open(pid)
            stack.callback(os.close, descriptor)
            ends.register(descriptor, selectors.EVENT_READ, name)
        while ends.get_map() and (ended := ends.select(PATIENCE_SECONDS)):
            order += [key.data for key, _ in ended]
            for key, _ in ended:
                ends.unregister(key.fd)
    return order


def contract(service: Service) -> bytes:
    """Return the contract, which to compress would take a second."""
    address, plain = f"http://127.0.0.1:{service.port}/openapi.json", {"Accept-Encoding": "identity"}
    return httpx.get(address, headers=plain, timeout=PATIENCE_SECONDS).content


def test_readers_who_read_nothing_do_not_hold_it_up_and_nobody_is_killed(service: Service) -> None:
    player = service.ask("POST", "/v1/players", {"name": "Ada"})[1]
    head = "GET /v1/me/stream HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\n\r\n"
    stream = (head % player["token"]).encode()
    with contextlib.ExitStack() as stack, ThreadPoolExecutor() as beside:
        streams = [connected(stack, service, stream) for _ in range(2 * READERS)]
        for reader in streams:
            assert reader.recv(12) == b"HTTP/1.1 200"
        fit = KERNEL_KEEPS // len(contract(service))
        for _ in range(4):
            connected(stack, service, CONTRACT * 10 * fit)
        assert eventually(lambda: contracts_sent(service) > 4 * fit)
        ends = beside.submit(order_of_ends, known(service))

        assert service.stop() == 0
        for reader in streams[::2]:
            said = b"".join(iter(lambda: reader.recv(65536), b""))  # noqa: B023 - read before the next one
            assert b'"why":"stopping"' in said
            assert said.endswith(b"0\r\n\r\n"), "the answer is whole"
    assert ends.result() == ["worker", "worker", "redis", "postgres", "parlour serve"]
    assert "A worker is killed" not in service.stderr()


@contextlib.asynccontextmanager
async def nobody_reads_or_writes(url: str) -> AsyncIterator[Callable[[], Awaitable[bool]]]:
    """Hold the log for as long as the context is open; give what tells whether two wait for it."""
    holder, looker = await asyncpg.connect(url), await asyncpg.connect(url)

    async def two_wait() -> bool:
        return int(await looker.fetchval(WAITING)) == 2

    try:
        async with holder.transaction():
            await holder.execute(HELD)
            yield two_wait
    finally:
        await holder.close()
        await looker.close()


async def until(holds: Callable[[], Awaitable[bool]]) -> None:
    """Wait until something is true."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while True:
            if await holds():
                return
            await asyncio.sleep(0.02)


async def two_tables(client: httpx.AsyncClient) -> list[Party]:
    """Let two players begin two games."""
    players = [await newcomer(client) for _ in range(2)]
    opening = {"game": "friendlier_than_thou", **SHORT}
    locations = [(await client.post("/v1/tables", json=opening, headers=players[0])).headers["location"] for _ in "12"]
    tables = [Party(client, players, location) for location in locations]
    for table in tables:
        await table.start()
    return tables


def made_forgetful(service: Service) -> None:
    """Kill the worker: the next one remembers nothing."""
    (worker,) = service.workers()
    worker.kill()
    assert gone([worker])
    assert eventually(service.is_ready)


async def in_flight(
    client: httpx.AsyncClient, service: Service, url: str
) -> tuple[Party, httpx.Response, httpx.Response]:
    """Make a move, and read a whole game, which the store lets wait while the service stops; return the answers."""
    played, read = await two_tables(client)
    await asyncio.to_thread(made_forgetful, service)
    chosen = await played.choice(random.Random(1))
    assert chosen is not None
    player = played.players[chosen[0]]

    async def nobody_listens() -> bool:
        try:
            return not await client.get("/health", headers={"Connection": "close"})
        except httpx.TransportError:
            return True

    async with asyncio.TaskGroup() as group, nobody_reads_or_writes(url) as two_wait:
        move = group.create_task(client.post(f"{played.path}/moves", json=chosen[1], headers=player))
        events = group.create_task(client.get(f"{read.path}/events?limit=1000", headers=player))
        await until(two_wait)
        stopped = group.create_task(asyncio.to_thread(service.stop))
        await until(nobody_listens)
    assert stopped.result() == 0
    assert "A worker is killed" not in service.stderr()
    return played, move.result(), events.result()


async def test_a_move_and_a_long_read_that_are_in_flight_are_answered(data: Path, postgres_url: str) -> None:
    for _ in range(ATTEMPTS):
        with Service(data, "--postgres-url", postgres_url) as service:
            address = f"http://127.0.0.1:{service.ready().port}"
            async with httpx.AsyncClient(base_url=address, timeout=PATIENCE_SECONDS) as client:
                played, move, events = await in_flight(client, service, postgres_url)
        if {move.status_code, events.status_code} == {200}:
            break
        # Where it takes long to stop, the service's own patience with the store may end: an answer, too.
        assert {move.status_code, events.status_code} <= {200, 503}
    assert (move.status_code, events.status_code) == (200, 200)

    async with PostgresStore.open(postgres_url) as store:
        assert (await store.read(UUID(played.id)))[-1].version == move.json()["version"]
    assert len(events.json()["events"]) == events.json()["version"]

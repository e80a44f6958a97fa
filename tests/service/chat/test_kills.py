"""The chat at a real service: whatever is killed, each message is said once, and read once and in order."""

import asyncio
import random
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest

from tests.faults.afflictions import kill_redis
from tests.service.meeting.crowd import killing
from tests.serving import Service

MESSAGES = 12
PAUSE_SECONDS = 0.02
LONGEST_WAIT = 5


async def insisted(client: httpx.AsyncClient, method: str, path: str, **how: Any) -> Any:
    """Return the document of an answer, asked again and again until there is a good one."""
    while True:
        with suppress(httpx.TransportError):
            answer = await client.request(method, path, **how)
            if answer.is_success:
                return answer.json()
        await asyncio.sleep(PAUSE_SECONDS)


async def player(url: str) -> httpx.AsyncClient:
    """Return the client of a new player."""
    async with httpx.AsyncClient(base_url=url, timeout=20) as stranger:
        token = (await insisted(stranger, "POST", "/v1/players", json={"name": "Ada"}))["token"]
    return httpx.AsyncClient(base_url=url, timeout=20, headers={"Authorization": f"Bearer {token}"})


async def talk(client: httpx.AsyncClient, path: str, name: str) -> None:
    """Say things, each until it is said, always with the same key."""
    for number in range(MESSAGES):
        key = {"Idempotency-Key": str(uuid4())}
        await insisted(client, "POST", path, json={"text": f"{name} {number}"}, headers=key)


async def read(client: httpx.AsyncClient, path: str, number: int) -> list[tuple[int, str]]:
    """Return this number of entries, read one page after the other."""
    found: list[tuple[int, str]] = []
    while len(found) < number:
        after = found[-1][0] if found else 0
        page = await insisted(client, "GET", path, params={"after": after, "wait": LONGEST_WAIT, "limit": 7})
        found += [(each["number"], each["text"]) for each in page["entries"]]
    return found


async def redis_killed(service: Service) -> int:
    """Kill Redis, which carries the wake-ups; return how often."""
    await asyncio.sleep(0.3)
    with kill_redis(service, random.Random()):
        return 1


@pytest.fixture(scope="module")
def service(fresh: Callable[[], Path]) -> Iterator[Service]:
    with Service(fresh(), "--workers", "2") as service:
        yield service.ready()
    shutil.rmtree(service.data)


@pytest.mark.parametrize("whom", ["worker", "redis"])
async def test_whatever_is_killed_everything_is_said_and_read_once(service: Service, whom: str) -> None:
    url = f"http://127.0.0.1:{service.port}"
    ada, ben, cleo = [await player(url) for _ in range(3)]
    opening = {"game": "honors_4", "options": {"players": 2}, "settings": {"chat": "text"}}
    table = (await insisted(ada, "POST", "/v1/tables", json=opening))["id"]
    for each in (ada, ben):
        await insisted(each, "POST", f"/v1/tables/{table}/seats", json={})
    path = f"/v1/tables/{table}/chat/seats"

    found, killed, *_ = await asyncio.gather(
        read(cleo, path, 2 * MESSAGES),
        killing(service, 1, 0.3) if whom == "worker" else redis_killed(service),
        talk(ada, path, "Ada"),
        talk(ben, path, "Ben"),
    )
    for each in (ada, ben, cleo):
        await each.aclose()

    assert killed == 1
    assert [number for number, _ in found] == [*range(1, 2 * MESSAGES + 1)]
    for name in ("Ada", "Ben"):
        assert [text for _, text in found if text.startswith(name)] == [f"{name} {each}" for each in range(MESSAGES)]

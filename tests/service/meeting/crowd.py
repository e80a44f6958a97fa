"""A crowd of clients of a real service, who seek, retry and come back, whatever becomes of its processes.

    python -m tests.service.meeting.crowd [PLAYERS] [KILLS]

starts a service with two workers, lets the players seek, kills a worker the number of times meanwhile, and says what
has come of it.
"""

import asyncio
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import psutil
from msgspec import Struct

from tests.serving import PATIENCE_SECONDS, Service

HOUSE_AFTER_MS = 3_000
WANTED: Sequence[dict[str, Any]] = [
    {"game": "honors_4", "players": 2},
    {"game": "honors_4", "players": 3},
    {"game": "honors_2", "players": 4},
]
"""What is sought. All take house players in the end, so that nobody is left over."""


class Seated(Struct, frozen=True):
    """What one player was told of their seek, and at which tables they sit."""

    player: str
    seek: dict[str, Any]
    tables: list[str]


class Crowd:
    """Clients of the service at an address."""

    def __init__(self, url: str, dice: random.Random) -> None:
        self._dice = dice
        self._http = httpx.AsyncClient(base_url=url, timeout=PATIENCE_SECONDS, limits=httpx.Limits(max_connections=64))

    async def ask(self, method: str, path: str, token: str = "", **how: Any) -> Any:
        """Return the document of an answer; ask again until there is one. Each command has one key for all tries."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        if method == "POST" and token:
            headers["Idempotency-Key"] = uuid4().hex
        async with asyncio.timeout(PATIENCE_SECONDS):
            while True:
                with suppress(httpx.TransportError):
                    answer = await self._http.request(method, path, headers=headers, **how)
                    if answer.is_success:
                        return answer.json()
                    assert answer.status_code in {429, 503}, answer.text
                await asyncio.sleep(self._dice.uniform(0.05, 0.2))

    async def seated(self, number: int, spread_seconds: float) -> Seated:
        """Let one player come, seek and be seated."""
        await asyncio.sleep(self._dice.uniform(0, spread_seconds))
        made = await self.ask("POST", "/v1/players", json={"name": f"Player {number}"})
        token = made["token"]
        body = self._dice.choice(WANTED) | {"with_house_after": HOUSE_AFTER_MS}
        seek = await self.ask("POST", "/v1/seeks", token, json=body)
        while seek["state"] == "waiting":
            await asyncio.sleep(0.1)
            seek = await self.ask("GET", f"/v1/seeks/{seek['id']}", token)
        tables = (await self.ask("GET", "/v1/me/tables", token))["tables"]
        return Seated(made["id"], seek, [each["table"]["id"] for each in tables])

    async def all_seated(self, players: int, spread_seconds: float) -> list[Seated]:
        """Let a number of players come in some seconds, seek and be seated."""
        async with self._http, asyncio.timeout(2 * PATIENCE_SECONDS):
            return await asyncio.gather(*(self.seated(number, spread_seconds) for number in range(players)))


def must_be_sound(service: Service, found: Sequence[Seated]) -> None:
    """Assert that all are seated, each at one table, on the seat that they were told."""
    assert Counter(each.seek["state"] for each in found) == {"seated": len(found)}
    for each in found:
        assert each.tables in ([each.seek["table"]], []), "nobody sits at two tables"
        status, table = service.ask("GET", f"/v1/tables/{each.seek['table']}")
        assert status == 200, table
        assert table["seats"][each.seek["seat"]] == each.player
        assert [seat for seat in table["seats"] if seat == each.player] == [each.player]
    status, lobby = service.ask("GET", "/v1/seeks")
    assert (status, lobby["seeks"]) == (200, []), "nobody is forgotten"


async def killing(service: Service, kills: int, every_seconds: float) -> int:
    """Kill the oldest worker again and again; return how often."""
    killed = 0
    for _ in range(kills):
        await asyncio.sleep(every_seconds)
        for worker in service.workers()[:1]:
            with suppress(psutil.NoSuchProcess):
                worker.kill()
                killed += 1
    return killed


async def met(service: Service, players: int, kills: int, every_seconds: float) -> tuple[list[Seated], int]:
    """Let players come while workers are killed; return what each was told, and how many were killed."""
    crowd = Crowd(f"http://127.0.0.1:{service.port}", random.Random(1))
    found, killed = await asyncio.gather(
        crowd.all_seated(players, (kills + 1) * every_seconds), killing(service, kills, every_seconds)
    )
    return found, killed


def main(players: int, kills: int) -> None:
    """Run it once, and print what has come of it."""
    with tempfile.TemporaryDirectory() as data, Service(Path(data) / "data", "--workers", "2") as service:
        service.ready()
        found, killed = asyncio.run(met(service, players, kills, every_seconds=20.0))
        must_be_sound(service, found)
        taken = sorted((each.seek["ended_at"] - each.seek["asked_at"]) / 1_000 for each in found)
        tables = {each.seek["table"] for each in found}
        sys.stdout.write(f"{players} players at {len(tables)} tables, each at one; {killed} workers killed\n")
        sys.stdout.write(f"Waiting: {taken[len(taken) // 2]:.2f} s in the middle, {taken[-1]:.2f} s at most\n")


if __name__ == "__main__":
    main(*(int(each) for each in (*sys.argv[1:], "200", "10")[:2]))

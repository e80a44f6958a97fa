"""Kill -9 in the middle of play: workers, the whole service, Postgres, its backends, and Redis, at random moments.

A worker may also be frozen for a while (SIGSTOP), and come back as if nothing had happened.

`PARLOUR_FAULT_ROUNDS` is the number of kills (3); `PARLOUR_FAULT_SEED` repeats the choices of a run, whose seed a
failure tells.
"""

import asyncio
import json
import os
import random
import subprocess
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

import asyncpg
import psutil
import pytest

from service.cli.token import embedded_url
from service.embedded.data_folder import signing_seed
from service.runtime.secret_ids import SecretIds
from tests.faults.audit import faults, holes
from tests.recording import as_file, meeting
from tests.serving import PARLOUR, PATIENCE_SECONDS, Service, command_of, eventually

ROUNDS = int(os.environ.get("PARLOUR_FAULT_ROUNDS", "3"))
SEED = int(os.environ.get("PARLOUR_FAULT_SEED", time.time_ns() % 10**6))

PLAYED = (
    ("literature", "--games", str(4 * ROUNDS)),
    ("friendlier_than_thou", "--games", str(3 * ROUNDS), "--option", "so_moved_window_ms=100"),
)
FROZEN_SECONDS = (0.5, 3.0)
LANES = "select lane, position from parlour.lane order by lane"
EVENTS = "select lane, max(position), count(*) from parlour.event group by lane having min(position) = 1"


class Play:
    """`parlour play` in a process of its own, which notes each move that was acknowledged."""

    def __init__(self, service: Service, folder: Path, *arguments: str) -> None:
        self.noted = folder / f"{arguments[0]}.ndjson"
        options = ["--concurrency", "4", "--url", f"http://127.0.0.1:{service.port}", "--acknowledged", str(self.noted)]
        self.process = subprocess.Popen([*PARLOUR, "play", *arguments, *options], stdout=subprocess.PIPE, text=True)

    def acknowledged(self) -> list[dict[str, Any]]:
        """Return the moves that players were told are made."""
        return [json.loads(line) for line in self.noted.read_text().splitlines()]


def victims(service: Service) -> dict[str, list[psutil.Process]]:
    """Return what may be killed, by name."""
    family = {process: command_of(process) for process in service.family()[1:]}
    workers = [process for process, line in family.items() if "spawn_main" in line]
    return {
        "worker": workers,
        "Postgres": [process for process, line in family.items() if "bin/postgres" in line],
        "backend": [process for process, line in family.items() if "postgres: parlour" in line],
        "Redis": [process for process, line in family.items() if "redis-server" in line],
    }


def kill_one(service: Service, dice: random.Random) -> str:
    """Kill a random process, or the whole service, which is then started again; return what it was."""
    kind = dice.choice(["worker", "frozen worker", "Postgres", "backend", "Redis", "service"])
    if kind == "service":
        service.process.kill()
        service.__exit__()
        service.__enter__()
        service.ready()
        return kind
    if not (found := victims(service)[kind.removeprefix("frozen ")]):
        return kind
    victim = dice.choice(found)
    if kind == "frozen worker":
        victim.suspend()
        time.sleep(dice.uniform(*FROZEN_SECONDS))
        victim.resume()
    else:
        victim.kill()
    return kind


def failures(service: Service) -> str:
    """Return what the service has logged of its own failures."""
    return "\n".join(line for line in service.told().splitlines() if '"ERROR"' in line)


async def lanes_of(data: Path) -> list[str]:
    """Return what is wrong with the lanes of a running service."""
    connection = await asyncpg.connect(embedded_url(data))
    try:
        lanes = [tuple(row) for row in await connection.fetch(LANES)]
        return holes(lanes, [tuple(row) for row in await connection.fetch(EVENTS)])
    finally:
        await connection.close()


def test_whatever_is_killed_every_acknowledged_move_is_in_the_log_once(data: Path, tmp_path: Path) -> None:
    dice = random.Random(SEED)
    service = Service(data, "--workers", "2")
    with service:
        service.ready()
        plays = [Play(service, tmp_path, *arguments) for arguments in PLAYED]
        assert eventually(lambda: all(play.noted.exists() and play.acknowledged() for play in plays))
        killed = []
        for _ in range(ROUNDS):
            time.sleep(dice.uniform(0.2, 1.5))
            killed.append(kill_one(service, dice))
        sums = [json.loads(play.process.communicate(timeout=5 * PATIENCE_SECONDS)[0]) for play in plays]

        what = f"seed {SEED}, killed: {', '.join(killed)}\n{failures(service)}"
        assert [(each["finished"], each["faults"]) for each in sums] == [(each["games"], []) for each in sums], what
        games: dict[str, list[dict[str, Any]]] = defaultdict(list)
        for move in (move for play in plays for move in play.acknowledged()):
            games[move["table"]].append(move)
        create = [*PARLOUR, "token", "create", "--name", "Auditor", "--role", "operator", "--data", str(service.data)]
        token = subprocess.run(create, capture_output=True, text=True, check=True).stdout.strip()
        ids = SecretIds(signing_seed(service.data))
        records = {game: service.ask("GET", f"/v1/tables/{game}/record", token=token)[1] for game in games}
        wrong = {game: faults(json.dumps(records[game]).encode(), moves, ids) for game, moves in games.items()}
        assert len(games) == sum(each["games"] for each in sums)
        assert {game: found for game, found in wrong.items() if found} == {}
        assert asyncio.run(lanes_of(service.data)) == []


def test_the_audit_finds_a_move_that_was_acknowledged_and_is_not_there() -> None:
    lost = {"table": "g", "player": "0b35a1f2-7a1e-4b8e-9d3c-5f6a7b8c9d0e", "key": "lost", "version": 9}
    found = faults(as_file(meeting().record()), [lost], SecretIds(bytes(32)))

    assert sum("was acknowledged and is not in the log" in each for each in found) == 1
    assert sum("was never acknowledged" in each for each in found) == len(found) - 1 > 0


@pytest.mark.parametrize(
    ("lanes", "events"), [([(0, 3)], [(0, 3, 2)]), ([(0, 3)], [(0, 2, 2)]), ([(0, 3)], []), ([(0, 0)], [(0, 1, 1)])]
)
def test_the_audit_finds_a_hole_in_a_lane(lanes: list[tuple[int, int]], events: list[tuple[int, int, int]]) -> None:
    assert len(holes(lanes, events)) == 1
    assert holes([(0, 3), (1, 0)], [(0, 3, 3)]) == []

"""A service of which one worker after the other is killed, then all at once, under load; and that is started again."""

import json
import subprocess
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple
from uuid import UUID

import psutil
import pytest

from service.embedded.data_folder import signing_seed
from service.records.records import check, read
from service.runtime.secret_ids import SecretIds
from tests.serving import PARLOUR, PATIENCE_SECONDS, Service, eventually, gone

LOAD = ("load", "friendlier_than_thou", "--option", "leading=programmed", "--players", "2", "--games", "3")

MORE = 15
"""Number of events that a process may have written before it died, and others have not noticed yet; and then some."""

LONG: dict[str, Any] = {
    "game": "honors_2",
    "options": {"players": 2, "challenge_ms": 0},
    "settings": {"turn_limit_ms": 1_000, "defaults_until_absent": 1, "house_takes_over": True},
    "auto_start": True,
}
"""A game of a hundred deals that a house player goes on with for an absent player."""


class Table:
    """A table where a player and a house player sit, and the player soon is absent."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.seen = 0
        self.befallen_at: list[int] = []
        """The versions at which something was killed."""
        self.token = service.ask("POST", "/v1/players", {"name": "Ada"})[1]["token"]
        self.path = f"/v1/tables/{self.ask('POST', '/v1/tables', LONG)['id']}"
        self.ask("POST", f"{self.path}/seats", {})
        self.ask("POST", f"{self.path}/seats", {"house": "random"})

    def ask(self, method: str, path: str, body: object = None) -> Any:
        """Return the document that a request is answered with."""
        return self.service.must(method, path, self.token, body)

    def version(self) -> int:
        """Return how far the table is, or was when the service answered last."""
        with suppress(OSError):
            self.seen = int(self.ask("GET", self.path)["version"])
        return self.seen

    def is_taken_over(self) -> bool:
        """Return whether the house plays on both seats."""
        return all(seat["house"] for seat in self.ask("GET", self.path)["presence"])

    def goes_on(self) -> bool:
        """Return whether there are soon more events than a dead process can have written, and as many after them."""
        before = self.version()
        self.befallen_at.append(before)
        return eventually(lambda: self.version() > before + 2 * MORE)


class Crashed(NamedTuple):
    """What was there before the crash, and a program that makes moves and notes those that were acknowledged."""

    service: Service
    table: Table
    key: bytes
    processes: list[psutil.Process]
    playing: subprocess.Popen[str]
    moves: Path
    made: int


@pytest.fixture(scope="module")
def crashed(fresh: Callable[[], Path], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Crashed]:
    """Give a service that was started again when all was killed; its workers had been killed one by one before."""
    service, moves = Service(fresh(), "--workers", "2"), tmp_path_factory.mktemp("load") / "moves"
    with service:
        table = Table(service.ready())
        assert eventually(table.is_taken_over)
        for worker in service.workers():
            worker.kill()
            assert table.goes_on(), service.stderr()
        command = [*PARLOUR, *LOAD, "--acknowledged", str(moves), "--url", f"http://127.0.0.1:{service.port}"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as playing:
            assert eventually(lambda: moves.exists() and moves.read_text().count("\n") > 20)
            key, processes = (service.data / "signing.key").read_bytes(), service.family()
            service.process.kill()
            made = moves.read_text().count("\n")
            service.__exit__()
            service.__enter__()
            yield Crashed(service.ready(), table, key, processes, playing, moves, made)


def test_killed_it_leaves_no_process_and_is_itself_again_at_the_next_start(crashed: Crashed) -> None:
    assert gone(crashed.processes)
    assert crashed.table.ask("GET", "/v1/me")["name"] == "Ada"
    assert (crashed.service.data / "signing.key").read_bytes() == crashed.key


def test_whatever_is_killed_house_players_play_on(crashed: Crashed) -> None:
    table = crashed.table
    assert table.goes_on(), crashed.service.stderr()

    seen = table.version()
    assert table.ask("POST", f"{table.path}/abort", {})["status"] == "aborted"
    record = table.ask("GET", f"{table.path}/record")
    assert check(read(json.dumps(record).encode())).events > seen
    made = [event["version"] for event in record["events"] if "move" in (event["command"] or {})]
    for last in table.befallen_at:  # by the clock alone the game would go on, too
        assert [version for version in made if last + MORE < version <= last + 2 * MORE]


def test_load_goes_on_through_a_crash_and_no_acknowledged_move_is_lost_or_made_twice(crashed: Crashed) -> None:
    sum_of_all = json.loads(crashed.playing.communicate(timeout=PATIENCE_SECONDS)[0])

    acknowledged = [json.loads(line) for line in crashed.moves.read_text().splitlines()]
    tables = {move["table"] for move in acknowledged}
    assert crashed.playing.returncode == 0
    assert (sum_of_all["finished"], sum_of_all["faults"]) == (3, [])
    assert sum_of_all["retries"] > 0
    assert crashed.made < len(acknowledged) == sum_of_all["moves"]
    ids = SecretIds(signing_seed(crashed.service.data))
    for table in tables:
        record = crashed.table.ask("GET", f"/v1/tables/{table}/record")
        check(read(json.dumps(record).encode()))
        made = {event["key"]: event["step"] for event in record["events"] if "move" in (event["command"] or {})}
        known = {command_of(move, ids): move["version"] for move in acknowledged if move["table"] == table}
        assert made.keys() == known.keys()
        assert all(made[command] <= version for command, version in known.items())


def command_of(move: dict[str, Any], ids: SecretIds) -> str:
    """Return the id, in the record, of the command that a key has become."""
    return ids.of_command(UUID(move["player"]), move["key"].encode()).hex()

"""Lets Schemathesis ask a service over HTTP: every check is on, except what `schemathesis.toml` says.

    python -m openapi.fuzz [--examples 20] [--seed 1 --seed 2 …]

Each seed makes two runs. In the first the asking player is new: every check is on. In the second they sit at tables of
every game that have been started, and one check is off: Schemathesis takes every move of the contract for one that any
table has to accept, whatever game is played there. Streams are left out: Schemathesis would wait for the end of each,
and they have tests of their own. So are the examples of the contract and its corner cases, which would be most of a
short run, and what ends the token in use: `tests/openapi/every_operation.py` asks for them.
"""

import contextlib
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import click
import httpx

PATIENCE_SECONDS = 120
TABLES = 3
CONFIGURATION = Path(__file__).with_name("schemathesis.toml")
CONTRACT = Path(__file__).with_name("openapi.json")
PROGRAMS = Path(sys.executable).parent
ENDS = ("revokeMyToken", "forgetMe")
"""What ends the token in use: after it all else would be refused."""

BUDGETS = ("ANONYMOUS_READS", "COMMANDS", "READS", "REQUESTS", "SIGN_UPS", "STREAMS", "UNKNOWN_TOKENS")
UNLIMITED = [f"PARLOUR_LIMIT_{name}" for name in BUDGETS]
"""The limits that would refuse most of what is tried."""

STREAMS = ("streamTable", "streamMe", "streamSeek", "streamTournament", "replayTable")


@contextlib.contextmanager
def served() -> Iterator[httpx.Client]:
    """Run a service of its own, and give a client of it."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory(prefix="parlour-fuzz-") as folder:
        settings = {
            "PARLOUR_DATA": str(Path(folder) / "data"),
            "PARLOUR_PORT": str(port),
            "PARLOUR_OPERATIONS_PORT": "0",
            "PARLOUR_LOG_LEVEL": "warning",
            "PARLOUR_LONGEST_WAIT_SECONDS": "0",
        } | dict.fromkeys(UNLIMITED, "0")
        service = subprocess.Popen([PROGRAMS / "parlour", "serve"], env=os.environ | settings)  # noqa: S603 - our own
        try:
            with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE_SECONDS) as client:
                wait_for(client)
                yield client
        finally:
            service.terminate()
            service.wait()


def wait_for(client: httpx.Client) -> None:
    """Return when the service answers. Raises TimeoutError."""
    for _ in range(PATIENCE_SECONDS * 10):
        with contextlib.suppress(httpx.TransportError):
            if client.get("/ready").is_success:
                return
        time.sleep(0.1)
    raise TimeoutError(f"the service has not come up in {PATIENCE_SECONDS} s")


def player(client: httpx.Client) -> dict[str, str]:
    """Return the Authorization header of a new player."""
    token = client.post("/v1/players", json={"name": "Schemathesis"}).raise_for_status().json()["token"]
    return {"Authorization": f"Bearer {token}"}


def seated(client: httpx.Client) -> dict[str, str]:
    """Return the Authorization header of a player at tables of every game."""
    me = player(client)
    for game in client.get("/v1/games").json()["games"] * TABLES:
        seats = min(game["players"])
        wanted = {"game": game["id"], "options": {"players": seats}, "auto_start": True}
        table = client.post("/v1/tables", json=wanted, headers=me).raise_for_status().headers["location"]
        for headers in (me, *(player(client) for _ in range(seats - 1))):
            client.post(f"{table}/seats", json={}, headers=headers).raise_for_status()
    return me


def schemathesis(client: httpx.Client, headers: dict[str, str], *options: str) -> int:
    """Run Schemathesis, and return its exit code: 0 if it has found nothing."""
    named = [part for name, value in headers.items() for part in ("--header", f"{name}: {value}")]
    command: list[str | Path] = [PROGRAMS / "st", "--config-file", CONFIGURATION, "run", CONTRACT, *named, *options]
    command += ["--url", str(client.base_url)]
    hooks = {"SCHEMATHESIS_HOOKS": "openapi.fuzzing_keys"}
    return subprocess.run(command, check=False, env=os.environ | hooks).returncode  # noqa: S603 - our own


@click.command()
@click.option("--examples", default=20, help="How often a run asks for each operation.", show_default=True)
@click.option("--seed", "seeds", type=int, multiple=True, help="Where random numbers begin; default: anywhere.")
def fuzz(examples: int, seeds: tuple[int, ...]) -> None:
    """Send a service all kinds of requests, allowed and not, and see whether it keeps the contract."""
    codes = []
    with served() as client:
        for seed in seeds or (random.getrandbits(32),):
            left_out = [part for each in (*ENDS, *STREAMS) for part in ("--exclude-operation-id", each)]
            bounds = ("--phases", "fuzzing,stateful", "--seed", str(seed), "--max-examples", str(examples), *left_out)
            codes += [
                schemathesis(client, player(client), *bounds),
                schemathesis(client, seated(client), *bounds, "--exclude-checks", "positive_data_acceptance"),
            ]
    sys.exit(max(codes))


if __name__ == "__main__":
    fuzz()

"""A game that the service has not known so far is played over HTTP by a client that knows no rules."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.openapi.hosting import knowing_high_card
from tests.serving import Service

PLAYER = Path(__file__).parents[2] / "openapi" / "clients" / "player.py"
GAME_SECONDS = 120


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service that knows High Card as well."""
    with knowing_high_card(tmp_path_factory.mktemp("ninth") / "data") as service:
        yield service


def test_a_client_without_rules_plays_it_to_its_end(service: Service) -> None:
    url = f"http://127.0.0.1:{service.port}"

    command: list[str | Path] = [sys.executable, PLAYER, url, "high_card", "--seats-by-house"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=GAME_SECONDS)

    assert done.returncode == 0, done.stderr
    told = done.stdout.splitlines()
    assert told[-1].startswith("The game ends: ")


def test_it_stands_in_the_catalogue(service: Service) -> None:
    entry = asked(service, "/v1/games/high_card")

    assert entry["rulebook"].startswith("# High Card — rulebook")


def test_it_stands_in_the_contract(service: Service) -> None:
    contract = asked(service, "/openapi.json")

    assert {"HighCardCardPlayed", "HighCardOptions", "HighCardView"} <= contract["components"]["schemas"].keys()


def asked(service: Service, path: str) -> Any:
    """Return a document of the service."""
    address = f"http://127.0.0.1:{service.port}{path}"
    return httpx.get(address, timeout=GAME_SECONDS).raise_for_status().json()

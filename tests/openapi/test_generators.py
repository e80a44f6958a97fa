"""Clients that generators make of the contract: each compiles strictly, and makes a move.

The types that `openapi-typescript` makes are those of the player in TypeScript: see `test_clients.py`.
"""

import importlib
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from uuid import UUID

import httpx
import pytest

from domain import GAMES
from tests.openapi.npm import made_with_npm
from tests.openapi.typing_strictly import found_by_mypy
from tests.service.http.party import Party, party
from tests.service.http.surface import IN_MEMORY, InProcess, in_memory, served
from tests.serving import Service

DOCUMENT = Path("openapi/openapi.json").absolute()
NOT_GENERATED = ["POST /v1/tournaments/{tournament}/entrants"]
"""The operations that openapi-python-client leaves out: it knows no bodies that are `text/csv`."""

JSON = {"Content-Type": "application/json"}
LIKE_OTHERS = tuple(GAMES.keys() - {"honors_4", "literature"})
"""Games whose modules mypy need not read where each type has one: their types are made like those of other games."""

OF_THE_TEMPLATE = "client.py"
"""The module of openapi-python-client that does not come from the contract, and is not strict."""


def generated(monkeypatch: pytest.MonkeyPatch, folder: Path, *command: str) -> str:
    """Run a generator that makes a package in a folder, from which it can be imported then; return what it says."""
    told = subprocess.run(
        [sys.executable, "-m", *command], cwd=folder, capture_output=True, text=True, check=True, timeout=300
    )
    monkeypatch.syspath_prepend(folder)
    return told.stdout + told.stderr


def wrong(package: Path) -> list[str]:
    """Return what mypy, strict, finds in what was generated, beside the modules of games that are like others."""
    modules = {*package.rglob("*.py")}
    alike = {module for module in modules if module.name.startswith(LIKE_OTHERS)}
    unread = [f"{package.name}.models.{each.stem}" for each in alike]
    return found_by_mypy(package.parent, modules - alike or [package], unread=unread)


@pytest.fixture
async def client() -> AsyncIterator[InProcess]:
    async with served(IN_MEMORY, in_memory()) as app, InProcess(app) as client:
        yield client


@pytest.fixture
async def table(client: InProcess) -> Party:
    """Return a table of Honors No. IV, whose moves of other games are called the same; the game has begun."""
    found = await party(client, "honors_4", 4)
    await found.start()
    return found


async def on_turn(table: Party) -> tuple[dict[str, str], Any]:
    """Return the header of a player who may move, and their view."""
    for player in table.players:
        view = await table.view(player)
        if view["decision"] and view["decision"]["moves"]:
            return player, view
    raise AssertionError("nobody may move")


async def test_openapi_python_client(
    client: InProcess, table: Party, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "config.yml").write_text('post_hooks: ["ruff format --quiet ."]\n')
    told = generated(
        monkeypatch, tmp_path, "openapi_python_client", "generate", "--path", str(DOCUMENT), "--meta", "none",
        "--output-path", "attrs_client", "--config", "config.yml",
    )  # fmt: skip
    found: Any = importlib.import_module("attrs_client")
    models: Any = importlib.import_module("attrs_client.models")
    play: Any = importlib.import_module("attrs_client.api.play.get_view")
    make: Any = importlib.import_module("attrs_client.api.play.make_move")
    player, view = await on_turn(table)
    made_of_contract = found.Client(
        base_url="http://parlour.test", headers=player, raise_on_unexpected_status=True,
        httpx_args={"transport": client.transport},
    )  # fmt: skip

    seen = await play.asyncio(table=UUID(table.id), client=made_of_contract)
    move = seen.decision.moves[0]
    made = await make.asyncio(table=UUID(table.id), client=made_of_contract, body=models.MoveRequest(move=move))

    assert [line.split("parsing ")[1].split(" within")[0] for line in told.splitlines() if "parsing " in line] == (
        NOT_GENERATED
    )
    assert "ERROR" not in told
    assert [each for each in wrong(tmp_path / "attrs_client") if OF_THE_TEMPLATE not in each] == []
    assert (type(seen.state).__name__, move.to_dict()) == ("Honors4View", view["decision"]["moves"][0])
    assert "Honors2" not in type(move).__name__
    assert made.version > seen.table.version


async def test_datamodel_code_generator(table: Party, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    generated(
        monkeypatch, tmp_path, "datamodel_code_generator", "--input", str(DOCUMENT), "--input-file-type", "openapi",
        "--output-model-type", "pydantic_v2.BaseModel", "--use-annotated", "--target-python-version", "3.11",
        "--enum-field-as-literal", "all", "--formatters", "builtin", "--output", "models.py",
    )  # fmt: skip
    models: Any = importlib.import_module("models")
    player, view = await on_turn(table)

    seen = models.SeatView.model_validate(view)
    move = models.MoveRequest(move=seen.decision.moves[0])
    sent = {"content": move.model_dump_json(exclude_unset=True), "headers": player | JSON}
    answer = await table.client.post(f"{table.path}/moves", **sent)

    assert wrong(tmp_path / "models.py") == []
    assert seen.model_dump(mode="json", exclude_unset=True) == view
    assert type(seen.state.root).__name__ == "Honors4View"
    assert answer.status_code == httpx.codes.OK, answer.text


def test_hey_api(live: Service, tmp_path: Path) -> None:
    program = made_with_npm(tmp_path, parts=("generators",), scripts=("generate",)) / "build/generators/hey-api.js"
    command = ["node", str(program), f"http://127.0.0.1:{live.port}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)

    assert (done.stdout, done.stderr) == ("draw draw_stock true\n", "")

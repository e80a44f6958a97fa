"""`parlour seal` and `parlour record --proof`: a stranger verifies what they write, and it shows what is lost."""

import asyncio
import base64
import itertools
import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from service.cli import NOT_WRITTEN
from service.cli.embedded_server import embedded_url
from service.seals.schemas import LogSealDocument, read_seal
from service.store.postgres.store import PostgresStore
from tests.service.cli.conftest import Run
from tests.service.cli.test_archive import played
from tests.service.cli.test_output import FULL, on_a_full_disk
from tests.service.cli.test_tournament import announced_at, asked
from tests.service.seals.recomputed import check_sealed
from tests.serving import Service

VERIFY = Path(__file__).parents[3] / "openapi" / "verify" / "verify.py"


def verified(*files: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-I", str(VERIFY), *map(str, files)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


async def faults(data: Path, seal: LogSealDocument) -> list[Any]:
    async with PostgresStore.open(embedded_url(data)) as store:
        return await check_sealed(seal, store.log_seals, str(store.epoch))


def test_a_game_and_a_tournament_are_sealed_and_proved(run: Run, data: Path, tmp_path: Path) -> None:
    names = ("seal", "record", "proof", "page", "evening", "evening-proof")
    files = seal, record, proof, page, evening, in_seal = [tmp_path / f"{name}.json" for name in names]
    with Service(data) as service:
        path, token = played(service.ready())
        tournament, director = announced_at(service)
        asked(service, tournament, director, type="cancel", reason="other")
        options = [path.rpartition("/")[2], "--url", f"http://127.0.0.1:{service.port}", "--token", token]
        refused = run("record", "--proof", proof, *options)
        assert (refused.exit_code, proof.exists(), refused.stdout) == (1, False, "")

        sealed = run("seal", "--data", data, "--output", seal)
        assert (sealed.exit_code, sealed.stdout) == (0, ""), sealed.output
        game = run("record", "--proof", proof, *options)
        options = [tournament, "--tournament", *options[1:-1], director]
        told = run("record", "--proof", in_seal, *options)
        assert (game.exit_code, told.exit_code) == (0, 0), (game.output, told.output)
        record.write_bytes(game.stdout_bytes)
        evening.write_bytes(told.stdout_bytes)
        assert run("record", "--reason", "an appeal", *options).exit_code == 2
        page.write_text(json.dumps(service.ask("GET", "/v1/seals")[1]))
        assert asyncio.run(faults(data, read_seal(seal.read_bytes()))) == []
        assert service.stop() == 0

    result = verified(*files)
    assert (result.returncode, result.stdout.count(": true")) == (0, 6), result.stderr
    again = json.loads(run("seal", "--data", data).stdout)
    assert (again["number"], again["lanes"]) == (2, json.loads(seal.read_text())["lanes"])
    other = ("seal", "--data", data, "--signing-key", base64.b64encode(bytes(32)).decode())
    wrong = run(*other)
    assert (wrong.exit_code, "The last seal, number 2, is signed by" in " ".join(wrong.stderr.split())) == (1, True)
    assert json.loads(run(*other, "--new-key").stdout)["number"] == 3


def test_a_log_is_sealed_by_the_clock_of_the_database(
    run: Run, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That of the host may be wrong, and all later seals are later."""
    monkeypatch.setattr("service.runtime.time.time.time_ns", lambda: 2**62)

    made = run("seal", "--postgres-url", postgres_url, "--signing-key", base64.b64encode(bytes(32)).decode())

    assert made.exit_code == 0, made.output
    assert json.loads(made.stdout)["at"] < 2**42


def test_a_seal_is_no_older_than_what_it_seals(run: Run, postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It may take long to make, and its time decides for how long games with given decks hide it."""
    began = time.time_ns()
    hours = itertools.count(began, 3_600 * 10**9)
    monkeypatch.setattr("service.runtime.time.time.time_ns", lambda: next(hours))

    made = run("seal", "--postgres-url", postgres_url, "--signing-key", base64.b64encode(bytes(32)).decode())

    assert made.exit_code == 0, made.output
    assert json.loads(made.stdout)["at"] >= began // 10**6 + 3_600_000


@pytest.mark.parametrize(
    ("key", "code", "why"),
    [(base64.b64encode(bytes(31)).decode(), 2, "signing"), ("no base64", 2, "signing"), ("", 1, "signing.key")],
)
def test_without_the_key_of_the_service_nothing_is_sealed(
    run: Run, tmp_path: Path, key: str, code: int, why: str
) -> None:
    result = run("seal", "--data", tmp_path, PARLOUR_SIGNING_KEY=key)

    assert (result.exit_code, why in result.output.lower()) == (code, True), result.output
    assert not (tmp_path / "signing.key").exists()


def test_a_database_that_does_not_answer_is_told_with_the_reason(run: Run) -> None:
    key = base64.b64encode(bytes(32)).decode()

    refused = run("seal", "--postgres-url", "postgresql://127.0.0.1:1/parlour", PARLOUR_SIGNING_KEY=key)

    assert (refused.exit_code, "The log is not sealed" in refused.stderr) == (1, True)


def test_a_seal_that_cannot_be_written_is_made_nevertheless(run: Run, data: Path, tmp_path: Path) -> None:
    output = tmp_path / "nowhere" / "seal.json"
    result = run("seal", "--data", str(data), "--signing-key", "A" * 43 + "=", "--output", str(output))

    assert result.exit_code == 1
    assert "The log is sealed, as number 1, but" in result.stderr
    assert "cannot be written: No such file or directory." in " ".join(result.stderr.split())


@pytest.mark.skipif(not FULL.exists(), reason="this system has no /dev/full")
def test_a_seal_that_finds_no_room_is_made_nevertheless(data: Path) -> None:
    result = on_a_full_disk("seal", "--data", data, "--signing-key", "A" * 43 + "=")

    assert result.returncode == NOT_WRITTEN
    assert "The log is sealed, as number 1; GET /v1/seals/1 has it." in result.stderr

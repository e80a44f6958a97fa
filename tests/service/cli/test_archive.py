"""`parlour archive`: what everybody reads of a game is the same before and after, also by a worker that starts anew."""

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from service.cli.embedded_server import embedded_url
from service.records.records import check, read
from tests.service.cli.conftest import Run
from tests.serving import Service, eventually, gone

TABLE = {"game": "honors_1", "options": {"players": 2}, "auto_start": True}
SEATS = 2


def played(service: Service) -> tuple[str, str]:
    """Play some moves of a game, then end it by all; return its path and the token of a player."""
    tokens = [service.ask("POST", "/v1/players", {"name": f"Ada {number}"})[1]["token"] for number in range(SEATS)]
    path = f"/v1/tables/{done(service, path='/v1/tables', body=TABLE, token=tokens[0])['id']}"
    for token in tokens:
        done(service, path=f"{path}/seats", body={}, token=token)
    for _ in range(8):
        for token in tokens:
            decision = service.ask("GET", f"{path}/view", None, token)[1]["decision"]
            if decision is not None:
                done(service, path=f"{path}/moves", body={"move": decision["moves"][0]}, token=token)
    for token in tokens:
        done(service, path=f"{path}/abort", body={}, token=token)
    return path, tokens[0]


def done(service: Service, *, path: str, body: Any, token: str) -> Any:
    """Return the document that a command is answered with."""
    status, document = service.ask("POST", path, body, token)
    assert status < 300, document
    return document


def told(service: Service, path: str, token: str) -> list[Any]:
    """Return all that a service tells of a game that is over."""
    parts = ("", "/view", "/events?after=0&limit=200", "/record", *(f"/view?version={number}" for number in (1, 5, 9)))
    answers = [service.ask("GET", path + part, None, token) for part in parts]
    assert [status for status, *_ in answers] == [200] * len(parts)
    return [document for _, document, *_ in answers]


async def in_the_log(data: Path, path: str) -> int:
    """Return how many events of a table stand in the log itself."""
    connection = await asyncpg.connect(embedded_url(data))
    try:
        table_id = path.rpartition("/")[2]
        return int(await connection.fetchval("select count(*) from parlour.event where table_id = $1", table_id))
    finally:
        await connection.close()


def test_everything_is_read_as_before(run: Run, data: Path) -> None:
    with Service(data) as service:
        path, token = played(service.ready())
        before = told(service, path, token)
        counted = json.loads(run("archive", "--dry-run", "--older-than", "0h", "--data", data).stdout)
        assert (counted["dry_run"], counted["games"], counted["events"] > 10) == (True, 1, True)
        assert json.loads(run("archive", "--data", data).stdout)["games"] == 0

        result = run("archive", "--older-than", "0h", "--data", data)

        report = json.loads(result.stdout)
        assert (report["dry_run"], report["games"], report["events"]) == (False, 1, counted["events"])
        assert asyncio.run(in_the_log(data, path)) == 1
        assert told(service, path, token) == before

        (worker,) = service.workers()
        worker.kill()
        assert gone([worker])
        assert eventually(service.is_ready)
        assert told(service, path, token) == before
        done(service, path=f"{path}/rematch", body={}, token=token)
        assert service.ask("GET", path, None, token)[1]["version"] == before[0]["version"] + 1
        assert service.stop() == 0

    assert json.loads(run("archive", "--older-than", "0h", "--data", data).stdout)["events"] == 0
    assert check(read(json.dumps(before[3]).encode())).events == before[0]["version"]


def test_an_age_is_measured_by_the_clock_of_the_database(
    run: Run, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That of the host may be wrong, and what has been archived does not come back into the log."""
    monkeypatch.setattr("service.runtime.time.time.time_ns", lambda: 2**62)

    report = json.loads(run("archive", "--dry-run", "--older-than", "0h", "--postgres-url", postgres_url).stdout)

    assert report["over_before"] < "2100"


@pytest.mark.parametrize("given", ["90", "0.5d", "1y", "-1d", ""])
def test_what_is_no_age_is_refused(run: Run, tmp_path: Path, given: str) -> None:
    result = run("archive", f"--older-than={given}", "--data", tmp_path)

    assert (result.exit_code, "such as 36h, 90d or 12w" in result.output) == (2, True)


def test_a_folder_without_a_database_is_named(run: Run, tmp_path: Path) -> None:
    data = tmp_path / "nowhere"

    result = run("archive", "--data", data)

    assert (result.exit_code, str(data) in result.output, data.exists()) == (1, True, False)


def test_a_database_that_does_not_answer_is_told_with_the_reason(run: Run) -> None:
    refused = run("archive", "--postgres-url", "postgresql://127.0.0.1:1/parlour")

    assert refused.exit_code == 1
    assert re.search(r"The database does not answer: .*\b1\b", refused.stderr)
    assert "ConnectionRefusedError" not in refused.stderr


@pytest.mark.parametrize("given", ["999999h", "999999d", "999999w"])
def test_an_age_may_reach_back_further_than_dates_do(run: Run, given: str) -> None:
    asked = run("archive", "--older-than", given, "--postgres-url", "postgresql://127.0.0.1:1/parlour")

    assert (asked.exit_code, "The database does not answer" in asked.stderr) == (1, True)


def test_the_help_has_examples_and_exit_codes(run: Run) -> None:
    shown = run("archive", "--help").output

    assert "parlour archive --dry-run" in shown
    assert "Exit codes: 0" in shown

"""A player is forgotten: their name is nowhere, neither in the database nor in a backup, and records stay true."""

import asyncio
import json
import subprocess
from pathlib import Path
from typing import Any

import asyncpg
import httpx
import pytest

from service.cli.token import embedded_url
from service.embedded.programs import program
from service.records.records import check, read
from tests.service.cli.conftest import Run
from tests.serving import PATIENCE_SECONDS, Service, eventually

NAME = "Zuleika Dobson"
HOOK = {"url": "https://bot.example/hook", "name": NAME, "events": ["turn.began"]}
TABLE = {"game": "friendlier_than_thou", "options": {"players": 2, "leading": "programmed"}, "auto_start": True}


def played(service: Service, token: str) -> str:
    """Let a player begin and give up a game with a house player; return the path of the table."""
    path = f"/v1/tables/{service.must('POST', '/v1/tables', token, TABLE)['id']}"
    service.must("POST", f"{path}/seats", token, {"entropy": f"{NAME} was here"})
    service.must("POST", f"{path}/seats", token, {"house": "random"})
    service.must("POST", f"{path}/abort", token, {})
    return path


def dumped(service: Service) -> str:
    """Return all that is in the service's database, as text."""
    pg_dump = str(Path(program("postgres")).with_name("pg_dump"))
    command = [pg_dump, "--dbname", embedded_url(service.data)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def delete(service: Service, token: str, path: str) -> None:
    """Let a player delete what is at a path: themselves at `/v1/me`."""
    address, headers = f"http://127.0.0.1:{service.port}{path}", {"Authorization": f"Bearer {token}"}
    assert httpx.delete(address, headers=headers, timeout=PATIENCE_SECONDS, trust_env=False).status_code == 204


def mentions(folder: Path) -> list[str]:
    """Return the files below a folder that have the name in them."""
    return [str(file) for file in folder.rglob("*") if file.is_file() and NAME.encode() in file.read_bytes()]


@pytest.fixture
def service(data: Path) -> Any:
    with Service(data) as service:
        yield service.ready()


def test_a_name_is_gone_from_the_database_and_from_backups(run: Run, service: Service, tmp_path: Path) -> None:
    ada, ben = (service.must("POST", "/v1/players", "", {"name": name}) for name in (NAME, "Ben"))
    path = played(service, ada["token"])
    before = service.ask("GET", f"{path}/record", None, ben["token"])
    assert NAME in dumped(service)
    assert run("backup", tmp_path / "early", "--data", service.data).exit_code == 0
    assert mentions(tmp_path / "early")

    delete(service, ada["token"], "/v1/me")

    assert service.ask("GET", f"{path}/record", None, ben["token"]) == before
    assert check(read(json.dumps(before[1]).encode())).events > 5
    assert eventually(lambda: service.ask("GET", "/v1/me", None, ada["token"])[0] == 401)
    assert (NAME in dumped(service), ada["id"] in dumped(service)) == (False, True)
    assert run("backup", tmp_path / "late", "--data", service.data).exit_code == 0
    assert mentions(tmp_path / "late") == []

    listed = run("forgotten", "--data", service.data)
    assert [json.loads(line)["player"] for line in listed.stdout.splitlines()] == [ada["id"]]
    (tmp_path / "list").write_text(listed.stdout)
    restored = run("restore", tmp_path / "early", "--data", tmp_path / "new", "--forget", tmp_path / "list")
    assert restored.exit_code == 0, restored.output
    with Service(tmp_path / "new") as again:
        again.ready()
        assert again.ask("GET", "/v1/me", None, ada["token"])[0] == 401
        assert again.must("GET", f"/v1/players/{ada['id']}", ben["token"])["former"]
        assert NAME not in dumped(again)
        assert run("forgotten", "--data", again.data).stdout == listed.stdout
        assert run("forgotten", "--again", tmp_path / "list", "--data", again.data).exit_code == 0


def test_what_players_have_deleted_themselves_is_in_no_backup(run: Run, service: Service, tmp_path: Path) -> None:
    token = service.must("POST", "/v1/players", "", {"name": "Ada"})["token"]
    table = service.must("POST", "/v1/tables", token, TABLE | {"settings": {"chat": "text"}})["id"]
    service.must("POST", f"/v1/tables/{table}/seats", token, {})
    service.must("POST", f"/v1/tables/{table}/chat/seats", token, {"text": f"I am {NAME}"})
    webhook = service.must("POST", "/v1/me/webhooks", token, HOOK)["webhook"]["id"]
    assert NAME in dumped(service)

    delete(service, token, f"/v1/tables/{table}/chat/seats/1")
    delete(service, token, f"/v1/me/webhooks/{webhook}")

    assert run("backup", tmp_path / "backup", "--data", service.data).exit_code == 0
    assert mentions(tmp_path / "backup") == []


@pytest.mark.parametrize("way", ["restore --forget", "forgotten --again"])
def test_a_player_who_is_forgotten_again_after_a_restore_leaves_nothing_behind(
    run: Run, service: Service, tmp_path: Path, way: str
) -> None:
    ada = service.must("POST", "/v1/players", "", {"name": NAME})
    operator = run("token", "create", "--name", "Olga", "--role", "operator", "--data", service.data).stdout.strip()
    waiting = TABLE | {"auto_start": False, "settings": {"chat": "text"}, "seats": ["me"]}
    table = service.must("POST", "/v1/tables", ada["token"], waiting)["id"]
    service.must("POST", f"/v1/tables/{table}/chat/seats", ada["token"], {"text": f"I am {NAME}"})
    service.must("POST", "/v1/me/webhooks", ada["token"], HOOK)
    service.must("POST", "/v1/seeks", ada["token"], {"game": TABLE["game"], "options": TABLE["options"]})
    assert run("backup", tmp_path / "early", "--data", service.data).exit_code == 0
    delete(service, ada["token"], "/v1/me")
    (tmp_path / "list").write_text(run("forgotten", "--data", service.data).stdout)

    forget = ["--forget", tmp_path / "list"] if way == "restore --forget" else []
    assert run("restore", tmp_path / "early", "--data", tmp_path / "new", *forget).exit_code == 0
    with Service(tmp_path / "new") as again:
        again.ready()
        if not forget:
            told = run("forgotten", "--again", tmp_path / "list", "--data", again.data)
            assert (told.exit_code, "DELETE /v1/players/{player}" in told.stdout) == (0, True)
        rows = [count(again, each) for each in ("parlour_webhooks.webhook", "parlour_meeting.seek")]
        assert (rows, NAME in dumped(again)) == ([0, 0], False)
        assert again.must("GET", f"/v1/tables/{table}", operator)["status"] == "open"
        delete(again, operator, f"/v1/players/{ada['id']}")
        assert again.must("GET", f"/v1/tables/{table}", operator)["status"] == "aborted"


def count(service: Service, table: str) -> int:
    """Return how many rows a table of the service's database has."""

    async def counted() -> int:
        connection = await asyncpg.connect(embedded_url(service.data))
        try:
            return int(await connection.fetchval(f"select count(*) from {table}"))  # noqa: S608 - of this test
        finally:
            await connection.close()

    return asyncio.run(counted())


@pytest.mark.parametrize("content", [b"Ada\n", b'{"a":' * 100_000])
def test_a_file_that_is_no_list_is_refused(run: Run, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "list").write_bytes(content)

    result = run("forgotten", "--again", tmp_path / "list", "--data", tmp_path)

    assert result.exit_code == 1
    assert "is no list of `parlour forgotten`" in result.output

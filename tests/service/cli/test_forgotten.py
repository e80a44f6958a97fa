"""A player is forgotten: their name is nowhere, neither in the database nor in a backup, and records stay true."""

import asyncio
import json
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import asyncpg
import httpx
import pytest

from service.cli.embedded_server import embedded_url
from service.embedded.programs import program
from service.records.records import check, read
from tests.service.cli.conftest import Run, succeeded
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
    assert httpx.delete(address, headers=headers, timeout=PATIENCE_SECONDS).status_code == 204


def mentions(folder: Path, name: str) -> list[str]:
    """Return the files below a folder that have a name in them."""
    return [str(file) for file in folder.rglob("*") if file.is_file() and name.encode() in file.read_bytes()]


@pytest.fixture(scope="module")
def service(fresh: Callable[[], Path]) -> Iterator[Service]:
    with Service(fresh()) as service:
        yield service.ready()
    shutil.rmtree(service.data)


class Ada:
    """A player who has left their name wherever they can, and who is backed up, and then forgotten."""

    def __init__(self, service: Service, folder: Path) -> None:
        made = service.must("POST", "/v1/players", "", {"name": NAME})
        self.id, self.token = made["id"], made["token"]
        self.played = played(service, self.token)
        self.record = service.must("GET", f"{self.played}/record", self.token)
        waiting = TABLE | {"auto_start": False, "settings": {"chat": "text"}, "seats": ["me"]}
        self.waits = f"/v1/tables/{service.must('POST', '/v1/tables', self.token, waiting)['id']}"
        service.must("POST", f"{self.waits}/chat/seats", self.token, {"text": f"I am {NAME}"})
        service.must("POST", "/v1/me/webhooks", self.token, HOOK)
        service.must("POST", "/v1/seeks", self.token, {"game": TABLE["game"], "options": TABLE["options"]})
        assert NAME in dumped(service)
        self.backup, self.listed = folder / "early", folder / "list"
        succeeded("backup", self.backup, "--data", service.data)
        assert mentions(self.backup, NAME)
        delete(service, self.token, "/v1/me")
        self.listed.write_text(succeeded("forgotten", "--data", service.data))


@pytest.fixture(scope="module")
def operator(service: Service) -> str:
    return succeeded("token", "create", "--name", "Olga", "--role", "operator", "--data", service.data).strip()


@pytest.fixture(scope="module")
def ada(service: Service, operator: str, tmp_path_factory: pytest.TempPathFactory) -> Ada:
    return Ada(service, tmp_path_factory.mktemp("forgotten"))


def test_a_name_is_gone_from_the_database_and_from_backups(
    service: Service, ada: Ada, operator: str, tmp_path: Path
) -> None:
    assert service.must("GET", f"{ada.played}/record", operator) == ada.record
    assert check(read(json.dumps(ada.record).encode())).events > 5
    assert eventually(lambda: service.ask("GET", "/v1/me", None, ada.token)[0] == 401)
    left = dumped(service)
    assert (NAME in left, ada.id in left) == (False, True)
    succeeded("backup", tmp_path / "late", "--data", service.data)
    assert mentions(tmp_path / "late", NAME) == []
    assert [json.loads(line)["player"] for line in ada.listed.read_text().splitlines()] == [ada.id]


def test_what_players_have_deleted_themselves_is_in_no_backup(service: Service, tmp_path: Path) -> None:
    name = "Sibyl Vane"
    token = service.must("POST", "/v1/players", "", {"name": "Ada"})["token"]
    table = service.must("POST", "/v1/tables", token, TABLE | {"settings": {"chat": "text"}})["id"]
    service.must("POST", f"/v1/tables/{table}/seats", token, {})
    service.must("POST", f"/v1/tables/{table}/chat/seats", token, {"text": f"I am {name}"})
    webhook = service.must("POST", "/v1/me/webhooks", token, HOOK | {"name": name})["webhook"]["id"]
    assert name in dumped(service)

    delete(service, token, f"/v1/tables/{table}/chat/seats/1")
    delete(service, token, f"/v1/me/webhooks/{webhook}")

    succeeded("backup", tmp_path / "backup", "--data", service.data)
    assert mentions(tmp_path / "backup", name) == []


@pytest.mark.parametrize("way", ["restore --forget", "forgotten --again"])
def test_a_player_who_is_forgotten_again_after_a_restore_leaves_nothing_behind(
    ada: Ada, operator: str, tmp_path: Path, way: str
) -> None:
    listed = tmp_path / "listed-twice"
    listed.write_text(ada.listed.read_text() * 2)
    forget = ["--forget", listed] if way == "restore --forget" else []
    told = succeeded("restore", ada.backup, "--data", tmp_path / "new", *forget)
    with Service(tmp_path / "new") as again:
        again.ready()
        if not forget:
            told = succeeded("forgotten", "--again", listed, "--data", again.data)
        assert "Forgotten again: 1. They leave" in told
        assert again.ask("GET", "/v1/me", None, ada.token)[0] == 401
        assert again.must("GET", f"/v1/players/{ada.id}", operator)["former"]
        rows = [count(again, each) for each in ("parlour_webhooks.webhook", "parlour_meeting.seek")]
        assert (rows, NAME in dumped(again)) == ([0, 0], False)
        assert again.must("GET", ada.waits, operator)["status"] == "open"
        delete(again, operator, f"/v1/players/{ada.id}")
        assert again.must("GET", ada.waits, operator)["status"] == "aborted"
        assert succeeded("forgotten", "--data", again.data) == ada.listed.read_text()
        succeeded("forgotten", "--again", ada.listed, "--data", again.data)


def count(service: Service, table: str) -> int:
    """Return how many rows a table of the service's database has."""

    async def counted() -> int:
        connection = await asyncpg.connect(embedded_url(service.data))
        try:
            return int(await connection.fetchval(f"select count(*) from {table}"))  # noqa: S608 - of this test
        finally:
            await connection.close()

    return asyncio.run(counted())


def test_a_list_without_end_is_not_read_to_its_end(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.cli.files.MOST_BYTES", 1024**2)

    result = run("forgotten", "--again", "/dev/zero", "--data", tmp_path)

    assert (result.exit_code, "/dev/zero is longer than 1 MiB." in result.stderr) == (2, True)


@pytest.mark.parametrize("content", [b"Ada\n", b'{"a":' * 100_000])
def test_a_file_that_is_no_list_is_refused(run: Run, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "list").write_bytes(content)

    result = run("forgotten", "--again", tmp_path / "list", "--data", tmp_path)

    assert result.exit_code == 2
    assert "is no list of `parlour forgotten`" in " ".join(result.stderr.split())

"""`parlour backup` and `parlour restore`: a service that runs is copied, and goes on from the copy elsewhere."""

import asyncio
import contextlib
import errno
import json
import os
import shlex
import shutil
import stat
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from service.cli.embedded_server import embedded_url, kept_for_a_while
from service.embedded import Postgres, socket_folder
from service.embedded.data_folder import LOCK, occupied
from service.records.records import check, read
from tests.ports import free_port
from tests.service.cli.conftest import Run, succeeded
from tests.serving import PARLOUR, Service, finished

TABLE = {
    "game": "friendlier_than_thou",
    "options": {"players": 2, "leading": "programmed"},
    "auto_start": True,
}


class Player:
    """A player of a service, at a table with a house player."""

    def __init__(self, service: Service) -> None:
        self.token = service.ask("POST", "/v1/players", {"name": "Ada"})[1]["token"]
        self.path = f"/v1/tables/{self.asked(service, 'POST', '/v1/tables', TABLE)['id']}"

    def asked(self, service: Service, method: str, path: str, body: object = None) -> Any:
        """Return the document that a request is answered with."""
        status, document = service.ask(method, path, body, self.token)
        assert status < 300, document
        return document

    def sit_down(self, service: Service) -> int:
        """Take a seat; return the version of the table."""
        return int(self.asked(service, "POST", f"{self.path}/seats", {})["table"]["version"])

    def cursor(self, service: Service) -> str:
        """Return the cursor of the last event of the table."""
        return str(self.asked(service, "GET", f"{self.path}/events")["cursor"])

    def version(self, service: Service) -> int:
        """Return the version of the table."""
        return int(self.asked(service, "GET", self.path)["version"])


@pytest.fixture(scope="module")
def backed_up(live: Service, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, Player]]:
    """A backup of a service that runs, where a player has sat down."""
    player = Player(live)
    assert player.sit_down(live) == 2
    folder = tmp_path_factory.mktemp("backups") / "first"
    succeeded("backup", folder, "--data", live.data)
    yield folder, player
    shutil.rmtree(folder)


async def epochs(data: Path) -> list[tuple[int, str]]:
    """Return the epochs of a running service."""
    connection = await asyncpg.connect(embedded_url(data))
    try:
        rows = await connection.fetch("select number, id from parlour.epoch order by number")
        return [(row["number"], row["id"].hex) for row in rows]
    finally:
        await connection.close()


@pytest.fixture(scope="module")
def again(backed_up: tuple[Path, Player], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service that goes on from the backup."""
    data = restored(backed_up[0], tmp_path_factory.mktemp("restored") / "fresh")
    with Service(data) as service:
        yield service.ready()
    shutil.rmtree(data)


def restored(backup: Path, data: Path) -> Path:
    """Restore a backup to a folder, which is returned."""
    succeeded("restore", backup, "--data", data)
    return data


def test_a_fresh_folder_from_a_backup_is_played_on_and_verifies(
    live: Service, again: Service, backed_up: tuple[Path, Player]
) -> None:
    player, data = backed_up[1], again.data
    kept = player.cursor(live)
    ben = live.ask("POST", "/v1/players", {"name": "Ben"})[1]["id"]
    player.asked(live, "POST", f"{player.path}/invitations", {"player": ben})
    lost = player.cursor(live)

    assert player.version(again) == 2
    assert (data / "signing.key").read_bytes() == (live.data / "signing.key").read_bytes()
    assert stat.S_IMODE((data / "signing.key").stat().st_mode) == 0o600
    before, after = asyncio.run(epochs(live.data)), asyncio.run(epochs(data))
    assert (after[:-1], [number for number, _ in after]) == (before, [*range(1, len(before) + 2)])

    player.asked(again, "POST", f"{player.path}/seats", {"house": "random"})
    events = f"{player.path}/events?after="
    assert player.asked(again, "GET", events + kept)["events"][0]["event"]["type"] == "seat_taken"
    status, problem = again.ask("GET", events + lost, token=player.token)
    assert (status, problem["code"], problem["version"]) == (410, "history_lost", 2)
    player.asked(again, "POST", f"{player.path}/abort", {})
    record = json.dumps(player.asked(again, "GET", f"{player.path}/record")).encode()
    assert check(read(record)).events >= 4
    assert player.version(live) == 3


def test_two_folders_from_one_backup_are_in_different_epochs(
    again: Service, backed_up: tuple[Path, Player], tmp_path: Path
) -> None:
    data = restored(backed_up[0], tmp_path / "other")
    with socket_folder(data) as sockets, Postgres(data / "postgres", sockets):
        one, other = (asyncio.run(epochs(each)) for each in (again.data, data))

    assert one[:-1] == other[:-1]
    assert one[-1] != other[-1]


def on_the_database_of(data: Path, *arguments: str) -> str:
    """Return what a command prints that is run on the database of a service which does not run."""
    with socket_folder(data) as sockets, Postgres(data / "postgres", sockets) as postgres:
        return succeeded(*arguments, "--postgres-url", postgres.url)


def test_a_service_that_does_not_run_is_backed_up_too(run: Run, data: Path, tmp_path: Path) -> None:
    (data / "signing.key").write_bytes(bytes(32))
    on_the_database_of(data, "token", "create", "--name", "Ada")

    assert run("backup", tmp_path / "backup", "--data", data).exit_code == 0

    fresh = restored(tmp_path / "backup", tmp_path / "fresh")
    assert (fresh / "signing.key").read_bytes() == bytes(32)
    assert "Ada" in on_the_database_of(fresh, "token", "list")


def test_a_backup_is_for_its_owner_alone(backed_up: tuple[Path, Player]) -> None:
    assert [stat.S_IMODE(path.stat().st_mode) & 0o077 for path in (backed_up[0], backed_up[0] / "signing.key")] == [
        0,
        0,
    ]


def test_a_backup_replaces_nothing(run: Run, live: Service, backed_up: tuple[Path, Player]) -> None:
    result = run("backup", backed_up[0], "--data", live.data)

    assert (result.exit_code, "is there already" in result.output) == (1, True)


@pytest.mark.parametrize("command", ["audit", "seal", "archive", "backup elsewhere"])
def test_no_command_starts_a_server_on_a_backup(
    run: Run, command: str, backed_up: tuple[Path, Player], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    backup = backed_up[0]
    before = sorted(backup.rglob("*"))
    monkeypatch.chdir(tmp_path)

    ended = run(*command.split(), "--data", backup)

    assert (ended.exit_code, ended.stdout) == (3 if command == "audit" else 1, "")
    assert ended.stderr == f"Error: {backup} is a backup: make a data folder from it with `parlour restore`.\n"
    assert sorted(backup.rglob("*")) == before


def test_no_service_starts_on_a_backup(backed_up: tuple[Path, Player]) -> None:
    backup = backed_up[0]
    before = sorted(backup.rglob("*"))

    ended = finished("--data", str(backup), "--port", str(free_port()))

    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr == f"Error: {backup} is a backup: make a data folder from it with `parlour restore`.\n"
    assert sorted(backup.rglob("*")) == before


def test_nothing_is_restored_where_a_service_was(run: Run, data: Path, backed_up: tuple[Path, Player]) -> None:
    before = sorted(path.name for path in (data / "postgres").iterdir())

    result = run("restore", backed_up[0], "--data", data)

    assert (result.exit_code, "is there already" in result.output) == (1, True)
    assert sorted(path.name for path in (data / "postgres").iterdir()) == before


def test_a_disk_without_room_leaves_nothing_of_a_restore(backed_up: tuple[Path, Player], tmp_path: Path) -> None:
    data = tmp_path / "fresh"
    line = shlex.join([*PARLOUR, "restore", str(backed_up[0]), "--data", str(data)])

    ended = subprocess.run(["sh", "-c", f"ulimit -f 64; exec {line}"], capture_output=True, text=True, check=False)

    assert (ended.returncode, ended.stdout, data.exists()) == (1, "", False)
    assert ended.stderr.startswith(f"Error: {backed_up[0]}/postgres/")
    assert ended.stderr.endswith(": File too large.\n")
    assert "Errno" not in ended.stderr


def test_a_restore_that_is_stopped_at_its_end_leaves_nothing(
    run: Run, backed_up: tuple[Path, Player], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def stopped(url: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("service.cli.restore.begun_epoch", stopped)

    result = run("restore", backed_up[0], "--data", tmp_path / "fresh")

    assert (result.exit_code, [*tmp_path.iterdir()]) == (130, [])


def test_a_folder_that_was_there_stays_where_nothing_is_restored(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()

    results = [run("restore", tmp_path, "--data", tmp_path / name) for name in ("mine", "new")]

    assert [result.exit_code for result in results] == [1, 1]
    assert [(tmp_path / name).exists() for name in ("mine", "new")] == [True, False]


def test_no_folder_is_left_of_a_path_where_nothing_is_restored(run: Run, tmp_path: Path) -> None:
    (tmp_path / "backup").mkdir()

    result = run("restore", tmp_path / "backup", "--data", tmp_path / "a" / "b" / "c")

    assert (result.exit_code, [each.name for each in tmp_path.iterdir()]) == (1, ["backup"])


def test_what_was_killed_before_its_end_is_restored_again(
    run: Run, backed_up: tuple[Path, Player], tmp_path: Path
) -> None:
    data = tmp_path / "half"
    (data / "postgres.part").mkdir(parents=True)
    shutil.copy(backed_up[0] / "signing.key", data)

    result = run("restore", backed_up[0], "--data", data)

    assert result.exit_code == 0, result.output
    assert [(data / name).exists() for name in ("postgres", "postgres.part")] == [True, False]


def test_the_key_of_another_service_is_kept(run: Run, backed_up: tuple[Path, Player], tmp_path: Path) -> None:
    data = tmp_path / "other"
    data.mkdir()
    (data / "signing.key").write_bytes(bytes(32))

    result = run("restore", backed_up[0], "--data", data)

    assert (result.exit_code, "signing.key is there already" in result.output) == (1, True)
    assert (data / "signing.key").read_bytes() == bytes(32)
    assert not (data / "postgres").exists()


def test_a_backup_that_has_changed_is_not_restored(run: Run, backed_up: tuple[Path, Player], tmp_path: Path) -> None:
    broken = tmp_path / "broken"
    shutil.copytree(backed_up[0], broken)
    file = next(
        path for path in sorted((broken / "postgres" / "base").rglob("*")) if path.is_file() and path.stat().st_size
    )
    content = bytearray(file.read_bytes())
    content[-1] ^= 1
    file.write_bytes(content)

    result = run("restore", broken, "--data", tmp_path / "fresh")

    assert (result.exit_code, "checksum mismatch" in result.output) == (1, True)
    assert not (tmp_path / "fresh" / "postgres").exists()


@pytest.mark.parametrize("key", [None, b"", bytes(32)])
def test_a_backup_with_another_key_is_not_restored(
    run: Run, backed_up: tuple[Path, Player], tmp_path: Path, key: bytes | None
) -> None:
    broken = tmp_path / "broken"
    shutil.copytree(backed_up[0], broken)
    (broken / "signing.key").unlink()
    if key is not None:
        (broken / "signing.key").write_bytes(key)

    result = run("restore", broken, "--data", tmp_path / "fresh")

    assert (result.exit_code, "is not the key that was backed up" in result.output) == (1, True)
    assert not (tmp_path / "fresh" / "postgres").exists()


def test_a_backup_whose_checksum_of_the_key_is_damaged_is_not_restored(
    run: Run, backed_up: tuple[Path, Player], tmp_path: Path
) -> None:
    broken = tmp_path / "broken"
    shutil.copytree(backed_up[0], broken)
    (broken / "signing.key.sha256").write_bytes(b"\xff" * 64)

    result = run("restore", broken, "--data", tmp_path / "fresh")

    assert (result.exit_code, "is not the key that was backed up" in result.output) == (1, True)


def test_an_operator_who_restores_a_backup_without_a_key_is_told(
    run: Run, backed_up: tuple[Path, Player], tmp_path: Path
) -> None:
    keyless = tmp_path / "keyless"
    shutil.copytree(backed_up[0], keyless)
    for name in ("signing.key", "signing.key.sha256"):
        (keyless / name).unlink()

    result = run("restore", keyless, "--data", tmp_path / "fresh")

    assert (result.exit_code, "The backup has no signing.key" in result.stderr) == (0, True)


@pytest.mark.parametrize("command", ["seal", "export"])
def test_a_key_that_is_damaged_is_named(run: Run, data: Path, tmp_path: Path, command: str) -> None:
    data.mkdir(exist_ok=True)
    (data / "signing.key").write_bytes(bytes(20))
    options = ["--to", tmp_path / "export"] if command == "export" else []

    result = run(command, "--data", data, *options)

    assert (result.exit_code, "has 20 bytes" in result.stderr) == (1, True)


def test_a_folder_without_a_database_has_nothing_to_back_up(run: Run, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()

    result = run("backup", tmp_path / "new", "--data", tmp_path / "empty")

    assert (result.exit_code, "no database" in result.output, (tmp_path / "new").exists()) == (1, True, False)


def test_a_database_that_is_killed_during_a_backup_is_told(
    run: Run, live: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def killed(url: str) -> None:
        raise asyncpg.InternalClientError("cannot switch to state 15; another operation (2) is in progress")

    monkeypatch.setattr("service.cli.backup.without_remnants", killed)

    result = run("backup", tmp_path / "backup", "--data", live.data)

    assert (result.exit_code, result.stderr) == (1, "Error: the connection broke\n")


def test_a_command_waits_for_another_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with contextlib.ExitStack() as first, contextlib.ExitStack() as second:
        first.enter_context(occupied(tmp_path, briefly=True))
        monkeypatch.setattr("time.sleep", lambda _: first.close())

        assert kept_for_a_while(second, tmp_path) == tmp_path

    assert "for a while: waiting for it." in capsys.readouterr().err


def test_a_command_does_not_wait_for_a_service(tmp_path: Path) -> None:
    with occupied(tmp_path), contextlib.ExitStack() as stack:
        assert kept_for_a_while(stack, tmp_path) is None


def test_a_full_disk_is_told_by_the_file_that_it_has_no_room_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_room(*_: object) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("os.write", no_room)
    with pytest.raises(OSError, match="No space left") as full, occupied(tmp_path):
        pass

    assert full.value.filename == str(tmp_path / LOCK)


def test_what_is_no_backup_is_not_restored(run: Run, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()

    result = run("restore", tmp_path / "empty", "--data", tmp_path / "new")

    assert (result.exit_code, "is no backup" in result.output) == (1, True)
    assert not (tmp_path / "new" / "postgres").exists()


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_the_help_has_examples_and_exit_codes(run: Run, command: str) -> None:
    shown = run(command, "--help").output

    assert f"parlour {command} /backups/" in shown
    assert "Exit codes: 0" in shown

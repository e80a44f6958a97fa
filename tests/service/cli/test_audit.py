"""`parlour audit` of a data folder: beside the service that plays there, and of a backup that lost what was sealed."""

import errno
import json
import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from service.embedded.data_folder import occupied
from tests.service.cli.conftest import Run
from tests.service.cli.test_archive import played
from tests.serving import Service


def audited(run: Run, *arguments: object) -> tuple[int, list[str]]:
    """Audit; return the exit code, and the codes of what is wrong."""
    result = run("audit", "--json", "--jobs", 1, *arguments)
    return result.exit_code, sorted({fault["code"] for fault in json.loads(result.stdout)["faults"]})


@pytest.fixture(scope="module")
def service(fresh: Callable[[], Path]) -> Iterator[Service]:
    with Service(fresh()) as service:
        yield service.ready()
    shutil.rmtree(service.data)


def test_a_service_is_audited_while_games_go_on(run: Run, service: Service, tmp_path: Path) -> None:
    over = threading.Event()

    def play() -> None:
        while not over.is_set():
            played(service)

    players = threading.Thread(target=play)
    players.start()
    try:
        found = [audited(run, "--data", service.data, "--since", tmp_path / "audited") for _ in range(3)]
    finally:
        over.set()
        players.join()

    assert found == [(0, [])] * 3
    assert audited(run, "--data", service.data) == (0, [])


def test_a_seal_shows_that_a_restored_backup_lost_the_end_of_the_log(
    run: Run, service: Service, tmp_path: Path
) -> None:
    backup, restored, seal = tmp_path / "backup", tmp_path / "restored", tmp_path / "seal.json"
    played(service)
    assert run("backup", backup, "--data", service.data).exit_code == 0
    played(service)
    assert run("seal", "--data", service.data, "--output", seal).exit_code == 0
    assert audited(run, "--data", service.data, "--seal", seal) == (0, [])
    assert run("restore", backup, "--data", restored).exit_code == 0

    assert audited(run, "--data", restored) == (0, [])
    result = run("audit", "--data", restored, "--seal", seal, "--jobs", 1)

    assert result.exit_code == 1
    assert "WRONG  tail_missing: lane " in result.stdout
    assert "events were sealed; the log is in epoch 2-" in result.stdout


@pytest.mark.parametrize("folder", [".", "nowhere"])
def test_a_folder_without_a_database_is_no_database_that_is_wrong(run: Run, tmp_path: Path, folder: str) -> None:
    result = run("audit", "--data", tmp_path / folder, "--key", "00" * 32)

    assert (result.exit_code, str(tmp_path) in result.output) == (3, True)


def test_a_service_of_somebody_else_is_no_database_that_is_wrong(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(file: Path, **_: object) -> str:
        raise PermissionError(errno.EACCES, "Permission denied", str(file))

    (tmp_path / "postgres").mkdir()
    monkeypatch.setattr(Path, "read_text", refuse)
    with occupied(tmp_path):
        result = run("audit", "--data", tmp_path, "--key", "00" * 32)

    assert (result.exit_code, "postmaster.pid cannot be opened" in result.stderr) == (3, True)


def test_a_key_that_is_none_is_a_mistake_of_usage(run: Run, tmp_path: Path) -> None:
    (tmp_path / "signing.key").write_bytes(b"short")

    damaged = run("audit", "--data", tmp_path, PARLOUR_SIGNING_KEY="")
    no_text = run("audit", "--data", tmp_path, PARLOUR_SIGNING_KEY="%%%")
    too_short = run("audit", "--data", tmp_path, PARLOUR_SIGNING_KEY="QUJD")

    assert [each.exit_code for each in (damaged, no_text, too_short)] == [2, 2, 2]
    assert "signing.key has 5 bytes" in damaged.stderr
    assert all("PARLOUR_SIGNING_KEY: " in each.stderr for each in (no_text, too_short))


def test_the_help_has_examples_and_exit_codes(run: Run) -> None:
    shown = run("audit", "--help").output

    assert "parlour audit --since" in shown
    assert "Exit codes: 0" in shown


@pytest.mark.parametrize("command", [("audit", "--key", "00" * 32), ("rebuild", "games"), ("archive", "--dry-run")])
def test_a_data_folder_of_somebody_else_is_not_taken_for_a_database_that_is_away(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    def refuse(file: Path, *_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", str(file))

    (tmp_path / "postgres").mkdir()
    monkeypatch.setattr(Path, "open", refuse)

    result = run(*command, "--data", tmp_path)

    assert result.stderr == f"Error: {tmp_path}/service.lock cannot be opened: be root, or the user of the service.\n"


@pytest.mark.parametrize(
    ("cursor", "why"),
    [("x" * 300, "File name too long"), ("/dev/zero", "/dev/zero is not a file that can be kept.")],
    ids=["a name that is too long", "a device"],
)
def test_a_cursor_that_cannot_be_read_is_a_mistake_of_usage(run: Run, data: Path, cursor: str, why: str) -> None:
    result = run("audit", "--data", data.parent, "--key", "00" * 32, "--since", cursor)

    assert (result.exit_code, why in " ".join(result.stderr.split())) == (2, True)


def test_progress_that_cannot_be_kept_is_a_mistake_of_usage(run: Run, data: Path, tmp_path: Path) -> None:
    result = run("audit", "--data", str(data), "--key", "00" * 32, "--since", str(tmp_path / "nowhere" / "cursor"))

    assert result.exit_code == 2
    assert "cursor cannot be written: No such file or directory." in " ".join(result.stderr.split())

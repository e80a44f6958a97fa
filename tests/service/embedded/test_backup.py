"""The programs that copy a cluster."""

import os
import sys
from pathlib import Path

import psutil
import pytest

from service.embedded import backup
from service.embedded.backup import BackupFailed, complete, made_whole

COPIES = "import sys, time; print('1/2 kB', file=sys.stderr, flush=True); time.sleep(600)"


def test_a_program_ends_with_the_command_that_is_interrupted() -> None:
    seen: list[psutil.Process] = []

    def interrupted(*_: int) -> None:
        running = psutil.process_iter(["cmdline", "ppid"])  # where others may end meanwhile
        ours = [each for each in running if each.info["ppid"] == os.getpid()]
        seen.extend(each for each in ours if COPIES in (each.info["cmdline"] or ()))
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        complete([sys.executable, "-c", COPIES], interrupted)

    assert [each.is_running() for each in seen] == [False]


def test_a_folder_that_is_made_keeps_its_name_whatever_happens_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lasting: list[list[str]] = []

    def sync(folder: Path) -> None:
        lasting.append(sorted(each.name for each in folder.iterdir()))

    monkeypatch.setattr(backup, "sync_folder", sync)
    with made_whole(tmp_path / "backup") as draft:
        (draft / "new").touch()

    assert lasting == [["new"], ["backup"]]


def test_a_folder_is_made_by_one_at_a_time(tmp_path: Path) -> None:
    folder, left = tmp_path / "backup", tmp_path / "backup.part"
    left.mkdir()
    (left / "remnant").touch()  # of one that was killed

    with made_whole(folder) as draft:
        assert [*draft.iterdir()] == []
        (draft / "new").touch()
        with pytest.raises(BackupFailed, match="backup is being made by somebody else"), made_whole(folder):
            pass

    assert [each.name for each in folder.iterdir()] == ["new"]
    assert not left.exists()

"""The programs that copy a cluster."""

import sys
from pathlib import Path

import psutil
import pytest

from service.embedded import backup
from service.embedded.backup import BackupFailed, complete, made_whole
from tests.serving import command_of, eventually, goes_on

COPIES = """
import os, sys, time
os.fork() or time.sleep(600)
print('1/2 kB', file=sys.stderr, flush=True)
time.sleep(600)
"""
"""A program that copies in two processes, as pg_basebackup does: one of them fetches the write-ahead log."""


def test_all_processes_of_a_program_end_with_the_command_that_is_interrupted() -> None:
    seen: list[psutil.Process] = []

    def interrupted(*_: int) -> None:
        seen.extend(each for each in psutil.Process().children(recursive=True) if COPIES in command_of(each))
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        complete([sys.executable, "-c", COPIES], interrupted)

    assert len(seen) == 2
    assert eventually(lambda: not any(map(goes_on, seen)))


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

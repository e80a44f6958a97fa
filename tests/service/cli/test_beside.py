"""What runs beside the workers is started again when it ends, and ends with the service."""

import os
import time
from multiprocessing import connection
from pathlib import Path
from typing import Any

import pytest

from service.cli import beside
from service.cli.beside import running_beside

PROGRAM = """
import os, time

def main():
    with open({path!r}, "a") as file:
        print(os.getpid(), file=file, flush=True)
    time.sleep(600)
"""
PATIENCE_SECONDS = 180


def starts(path: Path, number: int) -> list[int]:
    """Wait until the program has been started this number of times; return the ids of its processes."""
    until = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < until:
        lines = path.read_text().splitlines() if path.exists() else []
        if len(lines) >= number:
            return [int(line) for line in lines]
        time.sleep(0.02)
    raise AssertionError("it was not started")


def test_it_is_started_again_and_ends_with_the_context(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "started"
    (tmp_path / "beside_for_test.py").write_text(PROGRAM.format(path=str(path)))
    monkeypatch.syspath_prepend(tmp_path)
    waits: list[int] = []

    def counted(ends: list[Any]) -> list[Any]:
        waits.append(len(ends))
        return connection.wait(ends)

    monkeypatch.setattr(beside, "wait", counted)

    with running_beside("beside_for_test", pause_seconds=0.01):
        (first,) = starts(path, 1)
        os.kill(first, 9)
        (_, second) = starts(path, 2)

    assert second != first
    assert len(waits) == 2, "nobody looks again and again at a program that runs"
    with pytest.raises(ProcessLookupError):
        os.kill(second, 0)

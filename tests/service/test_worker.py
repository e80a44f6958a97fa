import os
import subprocess
from pathlib import Path

import pytest

from service.runtime.metrics import MULTIPROCESS_FOLDER
from service.worker import forget_dead_workers


def test_what_a_dead_worker_had_open_is_no_longer_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(MULTIPROCESS_FOLDER, str(tmp_path))
    with subprocess.Popen(["true"]) as dead:
        pass
    for name in (f"gauge_livesum_{dead.pid}.db", f"counter_{dead.pid}.db", f"gauge_livesum_{os.getpid()}.db"):
        (tmp_path / name).touch()

    forget_dead_workers()

    assert {path.name for path in tmp_path.iterdir()} == {f"counter_{dead.pid}.db", f"gauge_livesum_{os.getpid()}.db"}


def test_a_process_of_somebody_else_has_the_number_of_a_dead_worker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def kill(_: int, __: int) -> None:
        raise PermissionError

    monkeypatch.setenv(MULTIPROCESS_FOLDER, str(tmp_path))
    monkeypatch.setattr(os, "kill", kill)
    (tmp_path / "gauge_livesum_1.db").touch()

    forget_dead_workers()

    assert list(tmp_path.iterdir()) == []

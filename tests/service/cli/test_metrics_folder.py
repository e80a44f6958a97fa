"""Processes share their metrics in memory: a full disk would kill whoever writes to a mapped file."""

from pathlib import Path

import pytest

from service.cli.metrics_folder import MEMORY, PREFIX, metrics_folder
from tests.serving import Service


@pytest.fixture
def memory(tmp_path: Path) -> Path:
    """A folder that stands for memory."""
    folder = tmp_path / "memory"
    folder.mkdir()
    return folder


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder."""
    folder = tmp_path / "data"
    folder.mkdir()
    return folder


@pytest.mark.skipif(not MEMORY.is_dir(), reason="this system has no files that are in memory alone")
def test_a_service_writes_no_metrics_to_its_disk(live: Service) -> None:
    assert any((live.data / "metrics").glob("counter_*.db"))
    assert (live.data / "metrics").resolve().parent == MEMORY


def test_metrics_are_in_memory_and_nothing_is_left_of_them(data: Path, memory: Path) -> None:
    with metrics_folder(data, memory) as folder:
        (folder / "counter_1.db").touch()
        assert folder.parent == memory
        assert (data / "metrics" / "counter_1.db").exists()

    assert [*data.iterdir(), *memory.iterdir()] == []


def test_without_files_in_memory_metrics_are_in_the_data_folder(data: Path) -> None:
    with metrics_folder(data, data / "nowhere") as folder:
        assert folder.parent == data

    assert [*data.iterdir()] == []


def test_what_a_killed_service_has_left_is_removed(data: Path, memory: Path) -> None:
    left, others = memory / f"{PREFIX}left", memory / "others"
    for each in (left, others):
        each.mkdir()
        (each / "counter_1.db").touch()
    (data / "metrics").symlink_to(left)
    with metrics_folder(data, memory) as folder:
        assert [*folder.iterdir()] == []
        assert not left.exists()
    (data / "metrics").symlink_to(others)
    with metrics_folder(data, memory):
        assert (others / "counter_1.db").exists(), "it is nobody's metrics"


def test_a_service_on_other_data_removes_what_a_killed_one_has_left_and_nothing_that_is_used(
    data: Path, memory: Path, tmp_path: Path
) -> None:
    (memory / f"{PREFIX}left").mkdir()
    other = tmp_path / "other"
    other.mkdir()

    with metrics_folder(data, memory) as folder, metrics_folder(other, memory) as another:
        assert {*memory.iterdir()} == {folder, another}

    assert [*memory.iterdir()] == []


def test_the_folder_of_an_earlier_version_is_replaced(data: Path, memory: Path) -> None:
    (data / "metrics").mkdir()
    (data / "metrics" / "counter_1.db").touch()

    with metrics_folder(data, memory):
        assert [*(data / "metrics").iterdir()] == []

"""Files are written as a whole, and folders are kept for one process."""

import errno
import fcntl
import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from service.runtime.files import FOR_ITS_OWNER, create_file, locked, replace_file


def test_a_file_takes_the_place_of_another(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"old")

    replace_file(file, b"new")

    assert file.read_bytes() == b"new"
    assert [*tmp_path.iterdir()] == [file]


def test_a_file_is_created_once(tmp_path: Path) -> None:
    file = tmp_path / "file"

    create_file(file, b"first", FOR_ITS_OWNER)
    with pytest.raises(FileExistsError):
        create_file(file, b"second")

    assert (stat.S_IMODE(file.stat().st_mode), file.read_bytes()) == (FOR_ITS_OWNER, b"first")
    assert [*tmp_path.iterdir()] == [file]


def no_links(*_: object) -> None:
    """Link nothing, as a disk does that has no hard links."""
    raise PermissionError(errno.EPERM, "Operation not permitted")


def test_of_two_that_look_at_the_same_moment_one_creates_a_file_on_a_disk_without_hard_links(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "file"

    def in_turn(_: int, how: int) -> None:
        assert how == fcntl.LOCK_EX, "it waits for the other one"
        file.write_bytes(b"of another one, which was first in turn")

    monkeypatch.setattr(os, "link", no_links)
    monkeypatch.setattr("fcntl.flock", in_turn)

    with pytest.raises(FileExistsError):
        create_file(file, b"second")

    assert file.read_bytes() == b"of another one, which was first in turn"
    assert [*tmp_path.iterdir()] == [file]


def no_locks(*_: object) -> None:
    """Lock nothing, as a disk does that has no locks."""
    raise OSError(errno.ENOLCK, "No locks available")


@pytest.mark.parametrize("flock", [fcntl.flock, no_locks], ids=["with locks", "without locks"])
def test_a_file_is_created_on_a_disk_without_hard_links(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, flock: Callable[[int, int], None]
) -> None:
    file = tmp_path / "file"

    monkeypatch.setattr(os, "link", no_links)
    monkeypatch.setattr("fcntl.flock", flock)
    create_file(file, b"first")
    with pytest.raises(FileExistsError):
        create_file(file, b"second")

    assert file.read_bytes() == b"first"
    assert [*tmp_path.iterdir()] == [file]


def test_a_file_for_its_owner_is_for_nobody_else(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch(mode=0o644)

    replace_file(file, b"secret", FOR_ITS_OWNER)

    assert stat.S_IMODE(file.stat().st_mode) == FOR_ITS_OWNER


@pytest.mark.parametrize("mode", [0o600, 0o400])
def test_a_file_is_open_to_nobody_whom_its_owner_has_kept_out(tmp_path: Path, mode: int) -> None:
    file = tmp_path / "file"
    file.touch()
    file.chmod(mode)

    replace_file(file, b"new")

    assert (stat.S_IMODE(file.stat().st_mode), file.read_bytes()) == (mode, b"new")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="Only Linux has a disk that is always full.")
def test_a_full_disk_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"old")

    def no_room(*_: object) -> None:
        Path("/dev/full").write_bytes(b".")

    monkeypatch.setattr("os.fsync", no_room)
    with pytest.raises(OSError, match="No space left") as full:
        replace_file(file, b"new")

    assert full.value.filename == str(file)
    assert file.read_bytes() == b"old"
    assert [*tmp_path.iterdir()] == [file]


def test_a_folder_is_kept_for_one_until_it_is_left(tmp_path: Path) -> None:
    with locked(tmp_path) as first, locked(tmp_path) as second:
        assert (first, second) == (True, False)

    with locked(tmp_path) as third:
        assert third


def test_a_folder_that_was_renamed_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, other = tmp_path / "folder", tmp_path / "other"
    folder.mkdir()
    monkeypatch.setattr("fcntl.flock", lambda *_: folder.rename(other))

    with locked(folder) as is_ours:
        assert not is_ours

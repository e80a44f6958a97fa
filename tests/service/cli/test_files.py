"""Files are written whole or not at all, and it is said why not."""

import os
from pathlib import Path

import click
import pytest

from service.analysis.manifest import BadExport
from service.analysis.reading import opened
from service.cli.files import write_file, written_beside
from tests.service.cli.conftest import Run


def test_a_file_is_replaced(tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    for content in (b"old", b"new"):
        write_file(file, content)

    assert file.read_bytes() == b"new"
    assert [each.name for each in tmp_path.iterdir()] == ["record.json"]


def test_what_a_link_leads_to_is_replaced(tmp_path: Path) -> None:
    file, link = tmp_path / "record.json", tmp_path / "link"
    file.write_bytes(b"old")
    link.symlink_to(file)

    write_file(link, b"new")

    assert (link.is_symlink(), file.read_bytes()) == (True, b"new")


def test_a_pipe_stays_one(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_file(pipe, b"new")
        assert os.read(reader, 10) == b"new"
    finally:
        os.close(reader)

    assert pipe.is_fifo()


def test_where_there_is_no_room_the_old_content_stays(tmp_path: Path) -> None:
    file = tmp_path / ("x" * 250)  # what the new content would be written to first has a longer name
    file.write_bytes(b"old")

    with pytest.raises(click.ClickException, match="cannot be written: File name too long"):
        write_file(file, b"new")

    assert file.read_bytes() == b"old"


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(click.ClickException, match="cannot be written: No such file or directory"):
        write_file(tmp_path / "nowhere" / "record.json", b"new")


def test_a_link_that_leads_back_to_itself_is_named(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to("link")

    with pytest.raises(click.ClickException, match="link cannot be written: Too many levels of symbolic links"):
        write_file(link, b"new")
    with pytest.raises(click.ClickException, match="link cannot be written: Too many"), written_beside(link):
        pass
    with pytest.raises(BadExport, match="Too many levels of symbolic links"), opened(link):
        pass
    assert link.is_symlink()


@pytest.mark.parametrize(
    "arguments",
    [
        ("export", "--to", ""),
        ("backup", ""),
        ("token", "list", "--data", ""),
        ("tournament", "export", "0b35a1f2-7a1e-4b8e-9d3c-5f6a7b8c9d0e", ""),
        ("query", "seats", "--export", ""),
        ("openapi", "--output", ""),
    ],
    ids=" ".join,
)
def test_a_path_that_is_empty_is_a_mistake(run: Run, arguments: tuple[str, ...]) -> None:
    result = run(*arguments)

    assert (result.exit_code, "It is empty." in result.stderr) == (2, True)


@pytest.mark.parametrize("option", ["--tables", "--games"])
def test_an_audit_of_nothing_is_a_mistake(run: Run, option: str) -> None:
    result = run("audit", option, "", "--key", "ab" * 32)

    assert (result.exit_code, option in result.stderr) == (2, True)


def test_the_contract_replaces_a_file_in_one_step(run: Run, tmp_path: Path) -> None:
    file = tmp_path / ("x" * 250)  # what the new content would be written to first has a longer name
    file.write_bytes(b"old")

    result = run("openapi", "--output", file)

    assert (result.exit_code, file.read_bytes()) == (1, b"old")

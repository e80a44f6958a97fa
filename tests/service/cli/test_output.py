"""What commands print finds no room, or a standard stream is closed: that is told, and is no other failure."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from service.cli import NOT_WRITTEN, UNREAD
from tests.service.cli.conftest import Run
from tests.serving import PARLOUR

FULL = Path("/dev/full")

pytestmark = pytest.mark.skipif(not FULL.exists(), reason="this system has no /dev/full")


def on_a_full_disk(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Run a command whose standard output has no room."""
    with FULL.open("wb") as full:
        return subprocess.run(
            [*PARLOUR, *map(str, arguments)], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )


def read_by_nobody(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Run a command whose standard output nobody reads any more."""
    reading, writing = os.pipe()
    os.close(reading)
    try:
        return subprocess.run(
            [*PARLOUR, *map(str, arguments)], stdout=writing, stderr=subprocess.PIPE, text=True, check=False
        )
    finally:
        os.close(writing)


def test_a_full_disk_is_no_record_that_is_not_true(good: Path) -> None:
    ended = on_a_full_disk("verify", good)

    assert (ended.returncode, ended.stderr) == (
        NOT_WRITTEN,
        "Error: The output cannot be written: No space left on device.\n",
    )


def test_a_full_disk_behind_both_outputs_is_no_record_that_is_not_true(good: Path) -> None:
    with FULL.open("wb") as full:
        ended = subprocess.run([*PARLOUR, "verify", str(good)], stdout=full, stderr=full, check=False)

    assert ended.returncode == NOT_WRITTEN


def test_a_record_whose_judgement_nobody_reads_is_not_an_untrue_one(good: Path) -> None:
    ended = read_by_nobody("verify", good)

    assert (ended.returncode, ended.stderr) == (UNREAD, "")


def test_a_document_that_finds_no_room_is_no_refusal() -> None:
    full, unread = on_a_full_disk("openapi"), read_by_nobody("openapi")

    assert (full.returncode, "cannot be written: No space left" in full.stderr) == (NOT_WRITTEN, True)
    assert (unread.returncode, unread.stderr) == (UNREAD, "")


def test_a_help_text_that_finds_no_room_is_told_as_any_output() -> None:
    full, unread = on_a_full_disk("--help"), read_by_nobody("--version")

    assert (full.returncode, full.stderr) == (
        NOT_WRITTEN,
        "Error: The output cannot be written: No space left on device.\n",
    )
    assert (unread.returncode, unread.stderr) == (UNREAD, "")


def test_a_token_that_nobody_has_seen_is_worthless(run: Run, postgres_url: str) -> None:
    ended = on_a_full_disk("token", "create", "--name", "Ada", "--role", "operator", "--postgres-url", postgres_url)

    assert ended.returncode == NOT_WRITTEN
    (only,) = run("token", "list", "--json", "--postgres-url", postgres_url).stdout.splitlines()
    assert json.loads(only)["state"] == "revoked"


def test_no_list_that_is_read_no_further_blames_the_database(run: Run, postgres_url: str) -> None:
    assert run("token", "create", "--name", "Ada", "--postgres-url", postgres_url).exit_code == 0
    command = ["token", "list", "--postgres-url", postgres_url]

    unread = read_by_nobody(*command)

    assert (unread.returncode, unread.stderr) == (UNREAD, "")
    full = on_a_full_disk(*command)
    assert (full.returncode, "database" in full.stderr) == (NOT_WRITTEN, False)


def test_a_standard_input_that_is_closed_is_empty() -> None:
    ended = subprocess.run(
        ["/bin/sh", "-c", 'exec "$@" <&-', "sh", *PARLOUR, "verify", "-"], capture_output=True, text=True, check=False
    )

    assert (ended.returncode, ended.stderr) == (1, "")
    assert "is not a record" in ended.stdout

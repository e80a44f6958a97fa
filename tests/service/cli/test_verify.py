"""`parlour verify`: what it says of true and false records, and how it ends."""

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from domain import table
from service.store.signing import Signer
from tests.domain.versions import release
from tests.recording import AT, GAME, PLAYERS, SIGNER, Recording, as_file, as_json, find, meeting, played, sealed
from tests.service.cli.conftest import Run

KEY = SIGNER.public_key.hex()
EVENTS = len(meeting().entries)
MOVES = sum(entry.mover is not None for entry in meeting().entries)
CLOCK_STEPS = sum(entry.event.__struct_config__.tag == "window_closed" for entry in meeting().entries)


def tampered(good: Path, **fields: Any) -> Path:
    """Write the record with other fields in its first deal, without new hashes."""
    document = as_json(meeting().record())
    document["events"][find(meeting(), "deal_started")]["event"] |= fields
    good.write_text(json.dumps(document))
    return good


def test_a_true_record_is_reported_in_full(run: Run, good: Path) -> None:
    result = run("verify", good, "--key", KEY)

    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        f"The chain of {EVENTS} events holds.",
        f"The signature of its end by the key {SIGNER.key_id} holds; it is the one given.",
        "1 deal and 0 shuffles were repeated from the secret.",
        f"{MOVES} moves and {CLOCK_STEPS} clock steps were played again by the rules.",
        "The record is true.",
    ]


def test_a_key_that_the_record_names_itself_is_told_from_one_that_is_trusted(run: Run, good: Path) -> None:
    result = run("verify", good)

    assert result.exit_code == 0
    assert "compare it with the service's" in result.stdout


def test_a_key_may_be_in_a_file(run: Run, good: Path, tmp_path: Path) -> None:
    (tmp_path / "key").write_text(f"{KEY}\n")

    assert "the one given" in run("verify", good, "--key", tmp_path / "key").stdout


def test_a_record_may_come_from_standard_input(run: Run, good: Path) -> None:
    assert run("verify", "-", "--key", KEY, stdin=good.read_bytes()).exit_code == 0


def test_a_report_may_be_json(run: Run, good: Path) -> None:
    result = run("verify", good, "--key", KEY, "--json")

    assert json.loads(result.stdout) == {
        "true": True,
        "key_given": True,
        "events": EVENTS,
        "moves": MOVES,
        "clock_steps": CLOCK_STEPS,
        "deals": 1,
        "decks_given": 0,
        "shuffles": 0,
        "key_id": SIGNER.key_id,
    }


def test_the_first_bad_event_is_named(run: Run, good: Path) -> None:
    version = find(meeting(), "deal_started") + 1

    result = run("verify", tampered(good, dealer=1))

    assert result.exit_code == 1
    assert result.stdout.startswith(f"NOT TRUE: event {version}: the hash does not fit")


def test_the_first_bad_event_is_named_in_json(run: Run, good: Path) -> None:
    result = run("verify", tampered(good, dealer=1), "--json")

    assert result.exit_code == 1
    report = json.loads(result.stdout)
    assert (report["true"], report["event"]) == (False, find(meeting(), "deal_started") + 1)
    assert "hash" in report["why"]


def test_a_record_that_another_has_signed_is_not_true(run: Run, good: Path) -> None:
    good.write_bytes(as_file(sealed(meeting().entries, meeting().now, Signer(bytes(32)))))

    assert run("verify", good).exit_code == 0
    result = run("verify", good, "--key", KEY, "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout)["event"] is None


@pytest.mark.parametrize("document", [b"", b"{}", b"\xff", b"[" * 100_000])
def test_of_what_is_no_record_just_that_is_said(run: Run, good: Path, document: bytes) -> None:
    good.write_bytes(document)

    result = run("verify", good)

    assert result.exit_code == 1
    assert result.stdout.startswith(f"{good} is not a record: ")
    assert len(result.stdout.splitlines()) == 1
    assert json.loads(run("verify", good, "--json").stdout)["true"] is False


def test_a_file_whose_name_is_no_text_is_named_as_well_as_can_be(run: Run, tmp_path: Path) -> None:
    file = tmp_path / os.fsdecode(b"game-\xff.json")
    file.write_bytes(b"{}")

    text, report = run("verify", file), run("verify", file, "--json")

    assert (text.exit_code, report.exit_code) == (1, 1)
    assert "game-\ufffd.json is not a record" in text.stdout
    assert "game-\ufffd.json is not a record" in json.loads(report.stdout)["why"]


def test_a_file_without_an_end_is_not_read_to_it(run: Run, good: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.cli.files.MOST_BYTES", 1000)

    result = run("verify", good)

    assert (result.exit_code, "is longer than" in result.stderr) == (2, True)


BROKEN = Path("/proc/self/mem")
"""A file that is there, and of which nothing can be read."""


@pytest.mark.skipif(not BROKEN.exists(), reason="this system has no such file")
@pytest.mark.parametrize(
    "arguments", [("verify",), ("verify", "--origin"), ("forgotten", "--again"), ("audit", "--seal")]
)
def test_a_file_that_a_broken_disk_does_not_give_is_named(run: Run, fork: Path, arguments: tuple[str, ...]) -> None:
    given = [*arguments, BROKEN, *([fork] if arguments[1:] == ("--origin",) else ())]
    if arguments[0] == "audit":
        given += ["--key", KEY, "--data", fork.parent]

    result = run(*given)

    assert (result.exit_code in {1, 2}, f"{BROKEN} cannot be read: Input/output error." in result.stderr) == (
        True,
        True,
    )


def test_an_origin_that_is_no_record_is_named(run: Run, fork: Path, good: Path) -> None:
    good.write_bytes(b"{}")

    result = run("verify", fork, "--origin", good)

    assert (result.exit_code, result.stdout.startswith(f"{good} is not a record: ")) == (1, True)


GREEN, YELLOW, RED = "\x1b[32m", "\x1b[33m", "\x1b[31m"
ON_A_TERMINAL = {"TTY_COMPATIBLE": "1", "TERM": "xterm", "NO_COLOR": ""}


def test_on_a_terminal_what_holds_is_green_and_what_is_to_be_compared_is_yellow(run: Run, good: Path) -> None:
    colours = [line[:5] for line in run("verify", good, **ON_A_TERMINAL).stdout.splitlines()]

    assert colours == [GREEN, YELLOW, GREEN, GREEN, GREEN]


def test_on_a_terminal_what_does_not_hold_is_red(run: Run, good: Path) -> None:
    assert run("verify", tampered(good, dealer=1), **ON_A_TERMINAL).stdout.startswith(f"{RED}NOT TRUE")


def test_without_colours_the_text_is_plain(run: Run, good: Path) -> None:
    result = run("verify", good, **ON_A_TERMINAL | {"NO_COLOR": "1"})

    assert result.stdout == run("verify", good).stdout
    assert "\x1b" not in result.stdout


@pytest.mark.parametrize("key", ["", "00", "zz" * 32, KEY[:-2], KEY + "00"])
def test_an_invalid_key_is_a_mistake_of_usage(run: Run, good: Path, key: str) -> None:
    assert run("verify", good, "--key", key).exit_code == 2


def test_a_file_that_holds_no_key_is_a_mistake_of_usage(run: Run, good: Path) -> None:
    assert run("verify", good, "--key", good).exit_code == 2


def test_a_file_that_is_not_there_is_a_mistake_of_usage(run: Run, tmp_path: Path) -> None:
    assert run("verify", tmp_path / "nothing").exit_code == 2


def of_a_later_version(good: Path, **fields: Any) -> Path:
    """Write a record, whole and signed, of a game by rules that are not here; `fields` alter its end without a hash."""
    with pytest.MonkeyPatch.context() as next_program:
        release(next_program, "literature")
        document = as_json(played("literature", seed=3).record())
    document["events"][-1]["event"] |= fields
    good.write_text(json.dumps(document))
    return good


def test_a_record_by_rules_that_are_not_here_is_neither_true_nor_false(run: Run, good: Path) -> None:
    result = run("verify", of_a_later_version(good), "--key", KEY)

    assert result.exit_code == 4
    assert re.match("CANNOT BE JUDGED by this program: .* version '2' of the rules of Literature", result.stdout)


def test_it_is_so_in_json(run: Run, good: Path) -> None:
    result = run("verify", of_a_later_version(good), "--json")

    assert result.exit_code == 4
    assert (report := json.loads(result.stdout))["true"] is None
    assert "version '2'" in report["why"]


def test_its_chain_and_its_signature_are_judged_all_the_same(run: Run, good: Path) -> None:
    result = run("verify", of_a_later_version(good, at=0), "--key", KEY)
    assert (result.exit_code, "the hash does not fit" in result.stdout) == (1, True)

    result = run("verify", of_a_later_version(good), "--key", "00" * 32)
    assert (result.exit_code, "signed by another key" in result.stdout) == (1, True)


# Forks


@pytest.fixture
def fork(tmp_path: Path) -> Path:
    """The file of a true record of a fork of the meeting, which its house players have called off."""
    fork, version = Recording(), find(meeting(), "so_moved_said") + 1
    now = meeting().snapshots[version - 1]
    fork.do(table.fork(GAME, now, meeting().hashes()[version - 1], PLAYERS[0], ("random",) * 3), AT + 10**9)
    fork.do(table.AbortByOperator(PLAYERS[0]), AT + 10**9)
    file = tmp_path / "fork.json"
    file.write_bytes(as_file(fork.record()))
    return file


def test_a_fork_is_true_from_the_state_on_that_it_was_given(run: Run, fork: Path) -> None:
    result = run("verify", fork, "--key", KEY)

    version = find(meeting(), "so_moved_said") + 1
    assert result.exit_code == 0
    begun = (
        f"It goes on from version {version} of table {GAME}, whose state it was given:"
        f" give --origin to compare it with that record."
    )
    assert result.stdout.splitlines()[-2:] == [begun, "The record is true."]
    report = json.loads(run("verify", fork, "--json").stdout)
    assert report["fork_of"] == {
        "table": str(GAME),
        "version": version,
        "hash": meeting().hashes()[version - 1].hex(),
    }


def test_a_fork_is_compared_with_the_game_before(run: Run, fork: Path, good: Path) -> None:
    result = run("verify", fork, "--origin", good, "--key", KEY)

    assert result.exit_code == 0
    assert "the table stood so, and its record is true." in result.stdout


def test_a_fork_of_another_game_is_not_true(run: Run, fork: Path, good: Path) -> None:
    good.write_bytes(as_file(played("friendlier_than_thou", 2, players=3).record()))

    result = run("verify", fork, "--origin", good)

    assert result.exit_code == 1
    assert result.stdout.startswith("NOT TRUE: event 1: ")


def test_a_fork_of_a_record_that_is_not_true_is_not_true(run: Run, fork: Path, good: Path) -> None:
    result = run("verify", fork, "--origin", tampered(good, dealer=1))

    assert result.exit_code == 1
    assert result.stdout.startswith("NOT TRUE: the record that it goes on from is not true: event ")


def test_what_is_no_fork_has_no_origin(run: Run, good: Path) -> None:
    result = run("verify", good, "--origin", good)

    assert result.exit_code == 1
    assert "not_a_fork" in result.stdout


DRAWN = "\x1b]0;true\x07\x1b[1A\x1b[2K\x1b[32m\nThe record is true.\x1b[8m"
"""What a terminal would show in green in place of the answer, with nothing visible after it."""


@pytest.mark.parametrize("command", ["verify", "replay"])
@pytest.mark.parametrize("in_event", [False, True])
def test_a_record_draws_nothing_on_a_terminal(run: Run, good: Path, command: str, *, in_event: bool) -> None:
    document = as_json(meeting().record())
    (document["events"][0] if in_event else document)[DRAWN] = 1
    good.write_text(json.dumps(document))

    result = run(command, good)

    assert result.exit_code == 1
    assert r"`\x1b]0;true\x07\x1b[1A\x1b[2K\x1b[32m\nThe record is true.\x1b[8m`" in result.output

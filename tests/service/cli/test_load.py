"""`parlour load`: what is asked for, what is told in the end, and how it ends."""

import io
import json
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result
from rich.console import Console

from service.cli.load import Plan, as_table, load, sum_up, writer_to
from service.cli.options import named_values
from service.cli.persistence import Gone
from service.cli.random_players import Acknowledged, NoSuchTable
from service.cli.tally import Tally, percentile, summary
from tests.recording import GAME, PLAYERS
from tests.service.cli.conftest import Run


@pytest.mark.parametrize(
    ("given", "options"),
    [
        ((), {}),
        (("stall_limit=100", "report_counts=true"), {"stall_limit": 100, "report_counts": True}),
        (("leading=programmed",), {"leading": "programmed"}),
        (("teams=[0,0,0,1,1,1]",), {"teams": [0, 0, 0, 1, 1, 1]}),
        (("silence_limit_ms=null",), {"silence_limit_ms": None}),
        (("note=a=b",), {"note": "a=b"}),
        (("note=" + "[" * 100_000,), {"note": "[" * 100_000}),
    ],
)
def test_options_are_json_or_plain_text(given: tuple[str, ...], options: dict[str, Any]) -> None:
    context = click.Context(load)

    assert named_values(context, load.params[0], given) == options


@pytest.mark.parametrize(
    "arguments",
    [
        ("load",),
        ("load", "literature", "--option", "players"),
        ("load", "literature", "--option", "players=\udcff"),
        ("load", "literature", "--option", "\udcff=4"),
        ("record", "0b35a1f2-7a1e-4b8e-9d3c-5f6a7b8c9d0e", "--reason", "\udcff"),
        ("query", "select '\udcff'"),
        ("query", "seats", "--param", "most=\udcff"),
        ("load", "literature", "--games", "0"),
        ("load", "literature", "--concurrency", "0"),
        ("load", "literature", "--url", "localhost:8000"),
    ],
)
def test_what_makes_no_sense_is_a_mistake_of_usage(run: Run, arguments: tuple[str, ...]) -> None:
    assert run(*arguments).exit_code == 2


def test_nobody_answers(run: Run) -> None:
    result = run("load", "literature", "--url", "http://127.0.0.1:1")

    assert (result.exit_code, result.stdout) == (3, "")
    assert "Is it running?" in result.stderr


PLAN = Plan("http://127.0.0.1:1", "literature", 2, 1, {}, None)


def sum_of(finished: int, *faults: str, end: Exception | None = None) -> Result:
    """Return how a run ends that comes to this."""

    async def playing(_: Plan, tally: Tally) -> None:
        tally.finished += finished
        tally.faults += faults
        if end is not None:
            raise end

    @click.command()
    def command() -> None:
        sum_up(PLAN, playing, as_json=True)

    return CliRunner().invoke(command)


def test_a_run_in_which_all_games_finish_is_good() -> None:
    result = sum_of(2)

    assert result.exit_code == 0
    assert json.loads(result.stdout)["finished"] == 2


def test_a_run_with_a_fault_is_bad_and_says_which() -> None:
    result = sum_of(1, "500 internal")

    assert result.exit_code == 1
    assert json.loads(result.stdout)["faults"] == ["500 internal"]


def test_a_service_that_goes_away_for_good_is_told_after_the_sum() -> None:
    result = sum_of(1, end=Gone("connection refused"))

    assert result.exit_code == 3
    assert json.loads(result.stdout)["finished"] == 1
    assert "connection refused" in result.stderr


def test_options_that_the_game_refuses_are_a_mistake_of_usage() -> None:
    result = sum_of(0, end=NoSuchTable("`players` is 5"))

    assert (result.exit_code, result.stdout) == (2, "")
    assert "`players` is 5" in result.stderr


def test_with_a_seed_the_dice_of_each_game_fall_alike() -> None:
    one, again, other = (Plan("", "", 2, 2, {}, seed) for seed in (1, 1, 2))

    assert one.dice(0).random() == again.dice(0).random()
    assert len({one.dice(0).random(), one.dice(1).random(), other.dice(0).random()}) == 3


def test_without_a_seed_they_do_not() -> None:
    plan = Plan("", "", 1, 1, {}, None)

    assert plan.dice(0).random() != plan.dice(0).random()


def test_acknowledged_moves_are_written_at_once(tmp_path: Path) -> None:
    with (tmp_path / "moves").open("w") as file:
        writer_to(file)(Acknowledged(GAME, 12, 1, PLAYERS[1], "k1"))

        assert json.loads((tmp_path / "moves").read_text()) == {
            "table": str(GAME),
            "version": 12,
            "seat": 1,
            "player": str(PLAYERS[1]),
            "key": "k1",
        }


# The sum


@pytest.mark.parametrize(
    ("values", "percent", "expected"),
    [
        ([], 50, None),
        ([7.0], 99, 7.0),
        ([3.0, 1.0, 2.0], 50, 2.0),
        ([4.0, 3.0, 1.0, 2.0], 50, 2.0),
        (list(map(float, range(1, 201))), 99, 198.0),
    ],
)
def test_percentiles_are_values_that_were_measured(values: list[float], percent: int, expected: float | None) -> None:
    assert percentile(values, percent) == expected


@pytest.fixture
def tally() -> Tally:
    tally = Tally(finished=3, move_ms=[4.0, 2.0], retries=5, faults=["500 [internal]"])
    tally.refusals.update(["already_spoken", "no_proposal", "no_proposal"])
    return tally


def test_the_sum_of_a_run(tally: Tally) -> None:
    found = summary("literature", 4, 0.5, tally)

    assert (found.games, found.finished, found.moves, found.moves_per_second) == (4, 3, 2, 4.0)
    assert (found.move_p50_ms, found.move_p99_ms, found.retries) == (2.0, 4.0, 5)
    assert list(found.refusals.items()) == [("no_proposal", 2), ("already_spoken", 1)]


def test_the_sum_on_a_terminal(tally: Tally) -> None:
    out = io.StringIO()

    Console(file=out, width=100).print(as_table(summary("literature", 4, 0.5, tally)))

    shown = out.getvalue()
    for text in (
        "3 of 4",
        "2, 4.0 a second",
        "p50 2.0 ms, p99 4.0 ms",
        "no_proposal 2, already_spoken 1",
        "[internal]",
    ):
        assert text in shown

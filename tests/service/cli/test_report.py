"""`parlour report` tells of an export: as a page that is in order, and as JSON."""

import json
import shutil
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from service.analysis.exporting import ExportOptions, export
from service.analysis.querying import questions
from service.cli.report import report
from tests.projections.report.invented import COLUMNS
from tests.projections.report.reading import HTML, faults, tree_of, words
from tests.service.analysis.played import SERVICE, MemoryHistory, Played, played_games, told

GAMES = 50


@pytest.fixture(scope="module")
async def games() -> tuple[Played, ...]:
    """Give some games of all kinds."""
    return await played_games(GAMES, seed=4)


@pytest.fixture(scope="module")
async def folder(games: tuple[Played, ...], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give an export of these games."""
    folder = tmp_path_factory.mktemp("export")
    await export(MemoryHistory(games), SERVICE, ExportOptions(folder), told)
    return folder


def reported(folder: Path, *arguments: str) -> Result:
    """Run the command."""
    return CliRunner().invoke(report, ["--export", str(folder), *arguments])


def numbers(folder: Path, *arguments: str) -> Any:
    """Return the numbers of a report."""
    done = reported(folder, "--json", *arguments)
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def whole(folder: Path) -> Any:
    """Give the numbers of the report of all games."""
    return numbers(folder)


@pytest.fixture(scope="module")
def page(folder: Path) -> str:
    """Give the page of the report of all games."""
    return reported(folder, "-o", "-").stdout


@pytest.fixture(scope="module")
def tree(page: str) -> Any:
    """Give that page as a tree."""
    return tree_of(page)


def test_a_page_is_written_that_is_in_order(folder: Path, tmp_path: Path, page: str, tree: Any, whole: Any) -> None:
    done = reported(folder, "-o", str(tmp_path / "report.html"))

    assert (done.exit_code, done.output) == (0, "")
    assert (tmp_path / "report.html").read_text(encoding="utf-8") == page, "the same export gives the same page"
    assert faults(page) == []
    assert f"{sum(row['games'] for row in rows(whole, 'overview'))} games of 8 kinds" in words(tree)
    assert [each.name for each in tmp_path.iterdir()] == ["report.html"]


def rows(told: Any, question: str) -> list[Any]:
    """Return the rows of a question."""
    found: list[Any] = told["questions"][question]["rows"]
    return found


def test_no_player_is_named(page: str, games: tuple[Played, ...]) -> None:
    players = {str(seat.player) for game in games for seat in game.rows.seats}
    names = players | {SERVICE.pseudonyms.of(each.player) for game in games for each in game.rows.seats if each.player}
    assert len(names) > len(players) > 1
    assert {name for name in names if name in page} == set()


def test_all_questions_are_answered_in_the_form_that_is_drawn(whole: Any) -> None:
    found = {name: " ".join(rows(whole, name)[0]) for name in whole["questions"]}
    assert found == {**found, **COLUMNS}
    assert whole["questions"].keys() == questions().keys()


def test_games_and_days_are_chosen(folder: Path, whole: Any) -> None:
    told = numbers(folder, "--game", "literature", "--game", "honors_4", "--game", "literature")
    days = sorted({row["day"] for row in rows(whole, "games_per_day")})
    some = numbers(folder, "--from", days[1], "--to", days[-2])

    assert [row["game"] for row in rows(told, "overview")] == ["literature", "honors_4"]
    assert (told["games"], told["from"], told["to"]) == (["literature", "honors_4"], None, None)
    assert rows(told, "declarations") == rows(whole, "declarations")
    assert rows(told, "builds") == []
    assert sorted({row["day"] for row in rows(some, "games_per_day")}) == days[1:-1]
    assert (some["from"], some["to"]) == (days[1], days[-2])


def test_all_of_the_rare_moves_are_told(whole: Any) -> None:
    assert any(row["share"] > 0.5 for row in rows(whole, "moves_never_taken"))


def test_a_time_without_games_has_a_page_too(folder: Path, tmp_path: Path) -> None:
    done = reported(folder, "--from", "1999-01-01", "--to", "1999-12-31", "-o", str(tmp_path / "old.html"))

    page = (tmp_path / "old.html").read_text(encoding="utf-8")
    assert (done.exit_code, faults(page)) == (0, [])
    assert "There is nothing to report" in words(tree_of(page))


def test_the_last_day_there_is_may_be_given(folder: Path, whole: Any) -> None:
    assert (
        numbers(folder, "--from", date.min.isoformat(), "--to", date.max.isoformat())["questions"] == whole["questions"]
    )


def test_the_page_says_how_far_it_goes_and_what_is_left_out(tree: Any, whole: Any) -> None:
    counted = [words(each) for each in tree.iter(f"{HTML}li")]

    assert any(f"up to the cursor {whole['cursor']}." in each for each in counted)
    assert any("which strangers may not see, are not among them" in each for each in counted)


@pytest.mark.parametrize(
    ("arguments", "code", "why"),
    [
        ([], 2, "Give -o report.html, or --json."),
        (["--json", "--from", "2026-02-01", "--to", "2026-01-01"], 2, "--from is after --to"),
        (["--json", "--from", "yesterday"], 2, "yesterday"),
        (["--json", "--game", "whist"], 2, "whist"),
        (["-o", "/proc/nowhere/report.html"], 1, "/proc/nowhere/report.html cannot be written: No such file"),
    ],
)
def test_what_cannot_be_done_is_said(folder: Path, arguments: list[str], code: int, why: str) -> None:
    done = reported(folder, *arguments)

    assert (done.exit_code, done.stdout) == (code, "")
    assert why in done.stderr


def test_a_folder_without_an_export_is_said(tmp_path: Path) -> None:
    done = reported(tmp_path, "-o", str(tmp_path / "report.html"))

    assert done.exit_code == 1
    assert "`parlour export` makes one" in done.stderr
    assert [*tmp_path.iterdir()] == []


def test_a_lost_or_truncated_file_of_an_export_is_named(folder: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(folder, tmp_path / "copy")
    file = next((copy / "events").rglob("part-*"))
    for break_it in (lambda: file.write_bytes(b"PAR1"), file.unlink):
        break_it()

        done = reported(copy, "--json")

        assert (done.exit_code, done.stdout) == (1, "")
        assert f"{file} is missing or damaged: export anew, to another folder." in done.stderr

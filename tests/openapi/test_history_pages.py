"""The guide explains every column and every named question, and the notebook runs."""

import asyncio
import json
import sys
from asyncio.subprocess import PIPE
from pathlib import Path
from typing import Any

import pytest

from projections.history import HISTORY, SCHEMA_VERSION, HistoryTable
from service.analysis.exporting import ExportOptions, export
from tests.openapi.history_pages import columns_section, questions_table
from tests.service.analysis.played import SERVICE, MemoryHistory, played_games, told

ROOT = Path(__file__).parents[2]
NOTEBOOK = ROOT / "openapi/notebooks/history.py"
CHARTS = ("days", "first", "house", "times")


def page(name: str) -> str:
    return (ROOT / "openapi/guide" / f"{name}.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("table", HISTORY.values(), ids=HISTORY)
def test_the_page_has_the_columns_as_they_are(table: HistoryTable) -> None:
    assert columns_section(table) in page("columns")


def test_the_page_has_no_other_table() -> None:
    headings = [line[3:] for line in page("columns").splitlines() if line.startswith("## ")]

    assert headings == [*HISTORY]
    assert f"`schema_version` of a manifest, `{SCHEMA_VERSION}`" in page("columns")


def test_the_page_has_the_questions_as_they_are() -> None:
    assert questions_table() in page("questions")


@pytest.fixture(scope="module")
async def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give an export of some games."""
    folder = tmp_path_factory.mktemp("export")
    await export(MemoryHistory(await played_games(20, seed=3)), SERVICE, ExportOptions(folder), told)
    return folder


async def ran(folder: Path, *arguments: object) -> str:
    """Return what Python prints when it runs with these arguments, for the notebook."""
    program = await asyncio.create_subprocess_exec(
        sys.executable, *map(str, arguments), "--history", folder, cwd=ROOT, stdout=PIPE, stderr=PIPE
    )
    printed, told_of = await program.communicate()
    assert (program.returncode, told_of.decode()) == (0, "")
    return printed.decode()


async def test_the_notebook_runs_on_an_export(folder: Path) -> None:
    await ran(folder, NOTEBOOK)


@pytest.fixture(scope="module")
async def charts(folder: Path) -> dict[str, Any]:
    """Give the charts of the notebook by name, as Vega-Lite has them."""
    run = f"""if True:
        import json, runpy
        _, found = runpy.run_path({str(NOTEBOOK)!r})["app"].run()
        print(json.dumps({{name: found[name].to_dict() for name in {CHARTS}}}))
    """
    return dict(json.loads(await ran(folder, "-c", run)))


def test_the_notebook_draws_days_in_utc_wherever_it_is_read(charts: dict[str, Any]) -> None:
    assert charts["days"]["encoding"]["x"]["timeUnit"] == "utcyearmonthdate"


@pytest.mark.parametrize("name", ["first", "house", "times"])
def test_what_the_notebook_compares_in_a_game_is_drawn_side_by_side(charts: dict[str, Any], name: str) -> None:
    drawn = charts[name].get("layer", [charts[name]])

    assert all(each["encoding"]["yOffset"]["field"] in {"kind", "seats"} for each in drawn)

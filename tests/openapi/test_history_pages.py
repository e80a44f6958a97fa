"""The guide explains every column and every named question, and the notebook runs."""

import asyncio
import sys
from asyncio.subprocess import PIPE
from pathlib import Path

import pytest

from projections.history import HISTORY, SCHEMA_VERSION, HistoryTable
from service.analysis.exporting import ExportOptions, export
from tests.openapi.history_pages import columns_section, questions_table
from tests.service.analysis.played import SERVICE, MemoryHistory, played_games, told

ROOT = Path(__file__).parents[2]
NOTEBOOK = ROOT / "openapi/notebooks/history.py"


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


async def test_the_notebook_runs_on_an_export(tmp_path: Path) -> None:
    await export(MemoryHistory(await played_games(20, seed=3)), SERVICE, ExportOptions(tmp_path), told)

    notebook = await asyncio.create_subprocess_exec(
        sys.executable, NOTEBOOK, "--history", tmp_path, cwd=ROOT, stdout=PIPE, stderr=PIPE
    )
    _, told_of = await notebook.communicate()

    assert (notebook.returncode, told_of.decode()) == (0, "")

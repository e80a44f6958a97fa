"""There is one way to the tables of the log: through its store. And one each to accounts, seeks and history."""

import ast
import re
from pathlib import Path

import pytest

import service

SERVICE = Path(service.__file__).parent
PROJECTIONS = SERVICE.parent / "projections"
FOR_OTHER_ROOMS = {"audit", "away", "opening"}
"""The modules of the log in PostgreSQL that others import: it is opened, audited, and may be out of reach."""
QUESTIONS = {"pool", "fetch", "fetchrow", "fetchval", "executemany", "copy_records_to_table"}

OTHER_STORES = {
    SERVICE / name
    for name in (
        "accounts/postgres.py",
        "accounts/postgres_tokens.py",
        "accounts/apps_postgres.py",
        "accounts/devices_postgres.py",
        "chat/postgres.py",
        "meeting/postgres.py",
        "webhooks/postgres.py",
    )
}

outside = pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=str(path.relative_to(SERVICE.parent)))
        for room in (SERVICE, PROJECTIONS)
        for path in sorted(room.rglob("*.py"))
        if not path.is_relative_to(SERVICE / "store")
        and not path.is_relative_to(SERVICE / "history")
        and path not in OTHER_STORES
    ],
)


def questions(code: str) -> set[str]:
    """Return what a module uses of a database connection."""
    found = [*ast.walk(ast.parse(code))]
    attributes = {node.attr for node in found if isinstance(node, ast.Attribute)}
    return attributes & QUESTIONS | {node.id for node in found if isinstance(node, ast.Name)} & {"Asking"}


@outside
def test_nobody_else_asks_the_database(path: Path) -> None:
    code = path.read_text()

    assert questions(code) == set()
    assert set(re.findall(r"service\.store\.postgres\.(\w+)", code)) <= FOR_OTHER_ROOMS


def test_a_question_would_be_found() -> None:
    assert questions("async def ask(log): await log.pool.fetchval('select 1')") == {"pool", "fetchval"}
    assert questions("async def ask(log): await Asking(log).value('select 1')") == {"Asking"}


def test_the_rooms_that_may_ask_do() -> None:
    assert questions((SERVICE / "store" / "postgres" / "store.py").read_text())
    assert all(questions(path.read_text()) for path in OTHER_STORES)
    assert questions((SERVICE / "history" / "postgres.py").read_text())

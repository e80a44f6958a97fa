"""PostgreSQL 15 takes what newer versions take: until 16, each subquery after `from` had to have a name."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

SERVICE = Path(__file__).parents[3] / "service"
SOURCES = [
    path
    for kind in ("*.py", "*.sql")
    for path in sorted(SERVICE.rglob(kind))
    if SERVICE / "analysis" not in path.parents  # that is asked of DuckDB
]

SUBQUERY = re.compile(r"\b(?<!distinct )(?:from|join|lateral) (?=\(\s*(?:select|values|\{))")
NAME = re.compile(r"\s*(?:as )?(?!(?:cross|full|group|inner|join|left|limit|order|union|using|where)\b)[a-z_]+")


def unnamed(text: str) -> Iterator[str]:
    """Yield the subqueries of a text that have no name."""
    for found in SUBQUERY.finditer(text):
        depth = 0
        for end in range(found.end(), len(text)):
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            if depth == 0:
                break
        if NAME.match(text, end + 1) is None:
            yield text[found.start() : end + 1]


@pytest.mark.parametrize(
    "text", ["select from (select 1)", "select from (select f(1)) where true", "x join (values (1))\n"]
)
def test_a_subquery_without_a_name_is_found(text: str) -> None:
    assert len([*unnamed(text)]) == 1


def test_each_subquery_has_a_name() -> None:
    assert {path: found for path in SOURCES if (found := [*unnamed(path.read_text())])} == {}

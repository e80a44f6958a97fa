"""The named questions: files of SQL in `questions/`, in the dialect of DuckDB, over the tables of an export.

A file begins with its title, a sentence what it tells, and its parameters with their types and defaults:

    -- title: Seats
    -- tells: How often each seat wins.
    -- param most bigint 10: The most seats.

They stand in files of their own, so that anybody can read, copy and change them without Python; and in the service,
since `parlour query` and `parlour report` ask them without a checkout of the code.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from projections.history.answers import Answer, Value
from service.analysis.duck import duckdb_error, quoted
from service.runtime.files import followed

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

NAME = re.compile("[a-z_]+")
"""What the name of a question looks like."""
TITLE = re.compile(r"^-- title: (.+)$", re.MULTILINE)
TELLS = re.compile(r"^-- tells: (.+)$", re.MULTILINE)
PARAMETER = re.compile(r"^-- param ([a-z_]+) ([a-z]+) (.*?): (.+)$", re.MULTILINE)
NAMED = re.compile(r"\$([a-z_]+)")
"""Where the SQL of a question has a parameter."""
EXPLAIN = re.compile(
    r"explain(\s+analy[sz]e\b)?(\s*\(\s*(analyze|format\s+\w+)(\s*,\s*(analyze|format\s+\w+))*\s*\))?", re.IGNORECASE
)
"""What stands before a statement whose plan is asked for, and which `analyze` runs."""


class Parameter(Struct, frozen=True):
    """A parameter of a question: its type in SQL, its default as text, and what it means."""

    name: str
    type: str
    default: str
    meaning: str


class Question(Struct, frozen=True):
    """A named question."""

    name: str
    title: str
    tells: str
    parameters: tuple[Parameter, ...]
    sql: str


class BadQuestion(Exception):
    """A question cannot be asked."""


@cache
def questions() -> Mapping[str, Question]:
    """Return all named questions, by name."""
    folder = files("service.analysis") / "questions"
    named = sorted((each.name.removesuffix(".sql"), each.read_text(encoding="utf-8")) for each in folder.iterdir())
    return {name: question(name, text) for name, text in named}


def question(name: str, text: str) -> Question:
    """Return the question of a file. Raises ValueError if it has no title, or does not say what it tells."""
    title, tells = TITLE.search(text), TELLS.search(text)
    if title is None or tells is None:
        raise ValueError(f"the question {name} lacks its title, or what it tells")
    parameters = tuple(Parameter(*found) for found in PARAMETER.findall(text))
    return Question(name, title[1], tells[1], parameters, text)


def answer(connection: "DuckDBPyConnection", question: str, given: Mapping[str, Value] | None = None) -> Answer:
    """Ask the tables that a connection has (`reading.opened`) a named question, or one in SQL.

    `given` are values of the parameters of a named question; the others have their defaults. Raises `BadQuestion`.
    """
    sql, values = sql_of(question, given or {})
    return answer_to(connection, sql, values)


def write_parquet(connection: "DuckDBPyConnection", question: str, given: Mapping[str, Value], result: Path) -> None:
    """Write the answer to a question to a file, which the connection may write to (`reading.opened`).

    Raises `BadQuestion`.
    """
    sql, values = sql_of(question, given)
    with explained():
        connection.execute(f"create temp table answer as {only_question(connection, sql, values)}", values or None)
        path = quoted(str(followed(result)))
        connection.execute(f"copy answer to {path} (format parquet, compression zstd, use_tmp_file false)")


def sql_of(question: str, given: Mapping[str, Value]) -> tuple[str, dict[str, Value]]:
    """Return the SQL of a question, named or not, and the values of its parameters. Raises `BadQuestion`."""
    found = questions().get(question)
    if found is None and NAME.fullmatch(question):
        raise BadQuestion(f"There is no question {question}. There are {', '.join(questions())}.")
    values: dict[str, Value] = {each.name: each.default for each in found.parameters} if found else {}
    if found is None and given:
        raise BadQuestion("Only a named question has parameters: write the values themselves into the SQL.")
    if unknown := set(given) - set(values):
        raise BadQuestion(f"The question has no parameter {min(unknown)}; it has {', '.join(values) or 'none'}.")
    return question if found is None else typed(found), values | dict(given)


def typed(found: Question) -> str:
    """Return the SQL of a question whose parameters have their types, whatever values are given."""
    types = {each.name: each.type for each in found.parameters}
    return NAMED.sub(lambda each: f"cast({each[0]} as {types[each[1]]})" if each[1] in types else each[0], found.sql)


def answer_to(connection: "DuckDBPyConnection", sql: str, values: Mapping[str, Value] | None = None) -> Answer:
    """Return the answer to a question in SQL. Raises `BadQuestion`."""
    with explained():
        cursor = connection.execute(only_question(connection, sql, values or {}), dict(values) if values else None)
        rows = cursor.fetchall()
    return Answer(tuple(column[0] for column in cursor.description or ()), tuple(rows))


def only_question(connection: "DuckDBPyConnection", sql: str, values: Mapping[str, Value]) -> str:
    """Return SQL if it is one question, and nothing that writes, and all its parameters have values.

    Raises `BadQuestion`.
    """
    statements = connection.extract_statements(sql)
    if len(statements) == 1 and statements[0].type.name == "EXPLAIN":
        statements = connection.extract_statements(EXPLAIN.sub("", statements[0].query.lstrip(), count=1))
    if len(statements) != 1 or statements[0].type.name != "SELECT":
        raise BadQuestion("Ask one question: a statement that begins with select, with, from, describe or explain.")
    if lacking := statements[0].named_parameters - set(values):
        raise BadQuestion(f"It has the parameter ${min(lacking)}: write the value itself into the SQL.")
    return sql


@contextmanager
def explained() -> Iterator[None]:
    """Raise `BadQuestion` for what DuckDB does not answer."""
    try:
        yield
    except duckdb_error() as why:
        raise BadQuestion(str(why)) from None

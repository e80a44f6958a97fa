"""The named questions: files of SQL in `questions/`, in the dialect of DuckDB, over the tables of an export.

A file begins with its title, a sentence what it tells, and its parameters with their types and defaults:

    -- title: Seats
    -- tells: How often each seat wins.
    -- param most bigint 10: The most seats.

They stand in files of their own, so that anybody can read, copy and change them without Python; and in the service,
since `parlour query` and `parlour report` ask them without a checkout of the code.
"""

import re
from collections.abc import Mapping
from datetime import date, datetime
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

Value: TypeAlias = int | float | str | bool | date | datetime | None
"""A value of an answer."""

TITLE = re.compile(r"^-- title: (.+)$", re.MULTILINE)
TELLS = re.compile(r"^-- tells: (.+)$", re.MULTILINE)
PARAMETER = re.compile(r"^-- param ([a-z_]+) ([a-z]+) (.*?): (.+)$", re.MULTILINE)


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


class Answer(Struct, frozen=True):
    """The answer to a question: the names of the columns, and the rows."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]


class BadQuestion(Exception):
    """A question is none that can be asked."""


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


def named(name: str) -> Question:
    """Return a named question. Raises `BadQuestion`."""
    found = questions().get(name)
    if found is None:
        raise BadQuestion(f"There is no question {name}. There are {', '.join(questions())}.")
    return found


def answer(connection: "DuckDBPyConnection", name: str, given: Mapping[str, Value] | None = None) -> Answer:
    """Ask a named question of the tables that a connection has (`reading.opened`).

    `given` are values of its parameters; the others have their defaults. Raises `BadQuestion`.
    """
    asked = named(name)
    values: dict[str, Value] = {each.name: each.default for each in asked.parameters}
    if unknown := set(given or {}) - set(values):
        known = ", ".join(values) or "none"
        raise BadQuestion(f"The question {name} has no parameter {min(unknown)}; it has {known}.")
    return answer_to(connection, typed(asked), values | dict(given or {}))


def typed(asked: Question) -> str:
    """Return the SQL of a question whose parameters have their types, whatever values are given."""
    sql = asked.sql
    for each in asked.parameters:
        sql = sql.replace(f"${each.name}", f"cast(${each.name} as {each.type})")
    return sql


def answer_to(connection: "DuckDBPyConnection", sql: str, values: Mapping[str, Value] | None = None) -> Answer:
    """Return the answer to a question in SQL. Raises what DuckDB raises, or `BadQuestion`."""
    cursor = connection.execute(only_question(connection, sql), dict(values) if values else None)
    return Answer(tuple(column[0] for column in cursor.description or ()), tuple(cursor.fetchall()))


def only_question(connection: "DuckDBPyConnection", sql: str) -> str:
    """Return SQL if it is one question, and nothing that writes. Raises `BadQuestion`."""
    statements = connection.extract_statements(sql)
    if len(statements) != 1 or statements[0].type.name not in {"SELECT", "EXPLAIN"}:
        raise BadQuestion("Ask one question: a statement that begins with select, with, from, describe or explain.")
    return sql

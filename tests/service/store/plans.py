"""The plans of questions to a long database: prepared once, and looked at for what their execution has read.

A question is a statement with its arguments; questions have names.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import Any, TypeAlias

import msgspec

from service.store.postgres.connections import Connection

Questions: TypeAlias = Mapping[str, tuple[object, ...]]

MOST_ROWS = 300
"""Maximum number of rows that a question may read for an answer of at most ten."""
MOST_PAGES = 800


async def prepare(connection: Connection, questions: Questions) -> None:
    """Let a connection plan all questions."""
    for number, (name, (question, *_)) in enumerate(questions.items()):
        await connection.execute(f"prepare q{number} as {question}")
        await plan_of(connection, questions, name)


async def plan_of(connection: Connection, questions: Questions, name: str) -> Any:
    """Return the plan of a question and what its execution has read; nothing is changed."""
    number, (_, *arguments) = [*questions].index(name), questions[name]
    given = f"({', '.join(map(literal, arguments))})" if arguments else ""
    changes = connection.transaction()
    await changes.start()
    try:
        plan = await connection.fetchval(f"explain (analyze, buffers, format json) execute q{number} {given}")
    finally:
        await changes.rollback()
    return msgspec.json.decode(plan)[0]["Plan"]


def literal(value: object) -> str:
    """Return a value as it is written in a statement."""
    match value:
        case None:
            return "null"
        case bytes():
            return rf"'\x{value.hex()}'"
        case [bytes(), *_]:
            return f"array[{', '.join(map(literal, value))}]::bytea[]"
        case list() | tuple():
            every = ",".join(f'"{each}"' for each in value)
            return f"'{{{every}}}'"
        case _:
            return f"'{value}'"


def nodes(plan: Any) -> Iterator[Any]:
    """Yield the nodes of a plan."""
    yield plan
    for below in plan.get("Plans", ()):
        yield from nodes(below)


def must_read_little(plan: Any, small: Collection[str]) -> None:
    """Assert that a plan has read few rows and pages, and whole tables only of those that stay small."""
    scans = [each for each in nodes(plan) if "Relation Name" in each and each["Node Type"] != "ModifyTable"]
    assert {each["Relation Name"] for each in scans if each["Node Type"] == "Seq Scan"} <= set(small)
    passed = ("Actual Rows", "Rows Removed by Filter", "Rows Removed by Index Recheck")
    rows = sum(each["Actual Loops"] * sum(each.get(key, 0) for key in passed) for each in scans)
    assert rows <= MOST_ROWS
    assert plan["Shared Hit Blocks"] + plan["Shared Read Blocks"] <= MOST_PAGES

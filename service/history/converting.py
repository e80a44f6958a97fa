"""Rows as Postgres gives them, converted to what the history gives: with JSON in its canonical form."""

from collections import defaultdict
from collections.abc import Sequence
from typing import TypeVar

import asyncpg
import msgspec
from msgspec import Struct

from domain.table import canonical

R = TypeVar("R", bound=Struct)

JSON_FIELDS = {"options", "winners", "offered_types", "move"}


def converted(row: asyncpg.Record, kind: type[R]) -> R:
    """Return a row that has at least the fields of a struct. JSON is brought to its canonical form."""
    given: dict[str, object] = {name: row[name] for name in kind.__struct_fields__}
    for name in JSON_FIELDS & given.keys():
        if row[name] is not None:
            given[name] = canonical(msgspec.json.decode(row[name])).decode()
    return msgspec.convert(given, kind)


def by_number(rows: Sequence[asyncpg.Record], kind: type[R]) -> defaultdict[int, list[R]]:
    """Return rows by the number of their game."""
    found: defaultdict[int, list[R]] = defaultdict(list)
    for row in rows:
        found[row["number"]].append(converted(row, kind))
    return found

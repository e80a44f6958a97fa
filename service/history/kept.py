"""Rows of folds in PostgreSQL: those that some games touch are read, folded, and written back."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Generic, TypeVar, cast

import asyncpg
import msgspec
from msgspec import Struct

from projections.history import Rows
from service.history.postgres import AnyConnection, Change, Reader

K = TypeVar("K", bound=tuple[object, ...])
S = TypeVar("S", bound=Struct)

KEY_TYPES: Mapping[str, str] = {"seats": "integer"} | dict.fromkeys(("player", "other", "giver", "taker"), "uuid")
"""The types of columns of keys that are not text."""


class Kept(Generic[K, S]):
    """A table with a row for each state of a fold. `key` are the columns of its keys, in their order.

    `derived` are properties of a state that have columns, too, so that there is an index on them.
    """

    def __init__(self, table: str, kind: type[S], key: Sequence[str], derived: Sequence[str] = ()) -> None:
        self.table = table
        self.kind = kind
        self._key = tuple(key)
        self._columns = (*kind.__struct_fields__, *derived)
        asked = ", ".join(f"${place}::{KEY_TYPES.get(name, 'text')}[]" for place, name in enumerate(key, 2))
        fields = ", ".join(f"kept.{name}" for name in kind.__struct_fields__)
        names = ", ".join(key)
        self.load_query = f"""
            select {fields} from unnest({asked}) as asked ({names})
            join {table} as kept using ({names}) where kept.build = $1
        """  # noqa: S608 - names of ours
        values = ", ".join(f"${place}" for place in range(1, len(self._columns) + 2))
        changes = ", ".join(f"{name} = excluded.{name}" for name in self._columns if name not in key)
        self.save_query = f"""
            insert into {table} (build, {", ".join(self._columns)}) values ({values})
            on conflict (build, {names}) do update set {changes}
        """  # noqa: S608 - as above

    async def load(self, reader: Reader, build: int, keys: Iterable[K]) -> dict[K, S]:
        """Return those of some states that there are."""
        asked = list(keys)
        if not asked:
            return {}
        rows = await reader.fetch(self.load_query, build, *zip(*asked, strict=True))
        states = [state_of(row, self.kind) for row in rows]
        return {self.key_of(state): state for state in states}

    def saving(self, build: int, states: Iterable[S]) -> Change:
        """Return what writes states, in the place of those that there are."""
        rows = [(build, *[as_column(getattr(state, name)) for name in self._columns]) for state in states]

        async def save(connection: AnyConnection) -> None:
            if rows:  # asyncpg never ends a statement that it is to run for nothing
                await connection.executemany(self.save_query, rows)

        return save

    async def fold(
        self,
        reader: Reader,
        build: int,
        batch: Sequence[Rows],
        after: Callable[[Mapping[K, S], Rows], dict[K, S]],
    ) -> Change:
        """Fold some games into the states that they touch; return what writes these."""
        known = await self.load(reader, build, {key for rows in batch for key in after({}, rows)})
        changed: dict[K, S] = {}
        for rows in batch:
            changed |= after(known | changed, rows)
        return self.saving(build, changed.values())

    def key_of(self, state: S) -> K:
        """Return the values of the columns that make a state's primary key."""
        return cast("K", tuple(getattr(state, name) for name in self._key))


def state_of(row: asyncpg.Record, kind: type[S]) -> S:
    """Return the state that was stored as a row."""
    given = {name: row[name] for name in kind.__struct_fields__}
    if "bands" in given:
        given["bands"] = msgspec.json.decode(str(given["bands"]))
    return msgspec.convert(given, kind)


def as_column(value: object) -> object:
    """Return a value as its column takes it."""
    if isinstance(value, dict):
        return msgspec.json.encode(value, order="sorted").decode()
    return list(value) if isinstance(value, tuple) else value

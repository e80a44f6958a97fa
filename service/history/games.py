"""The projection of games, of their seats and their decisions, in PostgreSQL: all others are made of its rows."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from projections.history import Rows
from service.history.port import GAMES
from service.history.postgres import AnyConnection
from service.store.migrate import HISTORY_SCHEMA


class Games:
    """The projection of games, seats and decisions."""

    name = GAMES
    tables = ("game", "seat", "decision", "dealing", "underived")

    async def apply(self, connection: AnyConnection, build: int, batch: Sequence[Rows]) -> None:
        """Add the rows of games to a build."""
        await copied(
            connection, "game", build, [{**as_record(rows.game), **as_record(rows.audience)} for rows in batch]
        )
        await copied(connection, "seat", build, [as_record(seat) for rows in batch for seat in rows.seats])
        await copied(connection, "decision", build, [as_record(each) for rows in batch for each in rows.decisions])
        dealings = [{"number": rows.game.number, **as_record(each)} for rows in batch for each in rows.dealings]
        await copied(connection, "dealing", build, dealings)


def as_record(row: Struct) -> dict[str, Any]:
    """Return the fields of a row."""
    return {name: getattr(row, name) for name in row.__struct_fields__}


async def copied(connection: AnyConnection, table: str, build: int, records: Sequence[dict[str, Any]]) -> None:
    """Write records to a table, each with its build."""
    if records:
        await connection.copy_records_to_table(
            table,
            records=[(build, *record.values()) for record in records],
            columns=("build", *records[0]),
            schema_name=HISTORY_SCHEMA,
        )

"""The projection of games, of their seats and their decisions, in PostgreSQL: all others are made of its rows."""

from collections.abc import Sequence

from msgspec.structs import asdict

from projections.history import Rows
from service.history.port import GAMES
from service.history.postgres import AnyConnection, Change, Reader
from service.store.migrate import HISTORY_SCHEMA


class Games:
    """The projection of games, seats and decisions."""

    name = GAMES
    tables = ("game", "seat", "decision", "dealing", "underived")

    async def changes(self, reader: Reader, build: int, batch: Sequence[Rows]) -> list[Change]:
        """Return what adds the rows of games to a build."""
        games = [{**asdict(rows.game), **asdict(rows.audience)} for rows in batch]
        seats = [asdict(seat) for rows in batch for seat in rows.seats]
        decisions = [asdict(each) for rows in batch for each in rows.decisions]
        dealings = [{"number": rows.game.number, **asdict(each)} for rows in batch for each in rows.dealings]
        tables = {"game": games, "seat": seats, "decision": decisions, "dealing": dealings}
        return [copying(table, build, records) for table, records in tables.items()]


def copying(table: str, build: int, records: Sequence[dict[str, object]]) -> Change:
    """Return a change that copies records into a table of the history, as rows of this build."""
    values = [(build, *record.values()) for record in records]

    async def copy(connection: AnyConnection) -> None:
        if values:
            columns = ("build", *records[0])
            await connection.copy_records_to_table(table, records=values, columns=columns, schema_name=HISTORY_SCHEMA)

    return copy

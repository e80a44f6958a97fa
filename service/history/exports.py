"""The open history in PostgreSQL as an export reads it: rows as CSV, which Postgres writes and no code here reads."""

import contextlib
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from pathlib import Path
from typing import Self

import asyncpg

from projections.history import HISTORY
from service.analysis.pieces import DELIMITER, QUOTE
from service.analysis.port import Piece
from service.history.statements import GAMES_SERVED
from service.store import Epoch
from service.store.migrate import HISTORY_SCHEMA, LOG_SCHEMA
from service.store.postgres.away import unless_away
from service.store.postgres.connections import Pool, connected
from service.store.postgres.epochs import Epochs

EVENTS = 150_000
"""Number of events after which a piece ends: so much is in memory at a time."""
GAMES = 5_000
"""Maximum number of games of a piece."""

PATIENCE: Mapping[str, str] = {"lock_timeout": "10s", "statement_timeout": "10min"}
PLANS: Mapping[str, str] = {"enable_hashjoin": "off", "enable_mergejoin": "off"}
"""How Postgres plans: game by game through indexes, never through the whole log for a few games."""

OPEN = """
(entry.deal_kind = 'drawn' or exists (
    select from open_record
    where (open_record.lane, open_record.table_id) between (lane_of(entry.table_id), entry.table_id)
        and (lane_of(entry.table_id), entry.table_id)
))
"""
"""Whether a record is open now: it closes again while another table plays with its cards."""
NEXT_GAMES = f"""
select number, events, {OPEN} as open, ($4::text is null or game = $4) and (for_all or $5) as wanted
from game as entry where build = served('games') and number > $1 and number <= $2 order by number limit $3
"""  # noqa: S608 - a condition of ours
THESE_GAMES = f"""
select number, events, {OPEN} as open, true as wanted
from game as entry where build = served('games') and number = any ($1::bigint[]) order by number
"""  # noqa: S608 - as above


def rows_of(table: str, kept_as: str) -> str:
    """Return the query for the columns of a table of the history, which has another name in the database."""
    columns = ", ".join(f"entry.{column.name}" for column in HISTORY[table].columns)
    return f"select {columns} from {kept_as} as entry"  # noqa: S608 - the names of columns


ROWS: Mapping[str, str] = {
    "games": rows_of("games", "game"),
    "seats": rows_of("seats", "seat"),
    "decisions": rows_of("decisions", "decision"),
    "events": """
        select
            entry.number, entry.table_id, entry.game, told.version, told.step, told.seat,
            sitters.players[told.seat + 1], told.type, told.at, told.command, told.event
        from game as entry
        cross join lateral (
            select array_agg(player order by seat) as players from seat
            where seat.build = entry.build and seat.number = entry.number
        ) as sitters
        cross join lateral (
            select version, step, seat, type, at, command, event from event
            where event.lane = lane_of(entry.table_id) and event.table_id = entry.table_id and version <= entry.events
            union all
            select version, step, seat, type, at, command, event from archive cross join unnest(archive.events)
            where archive.lane = lane_of(entry.table_id) and archive.table_id = entry.table_id
                and version <= entry.events
        ) as told
    """,
}
"""The rows of games, without saying of which; times as whole milliseconds. What is archived is read with the log."""
OF_THESE = "where entry.build = served('games') and entry.number = any ($1::bigint[])"

WHOLE: Mapping[str, str] = {
    "players": f"""
        select
            player,
            case when bool_or(kind = 'house') then 'house' when is_bot(player) then 'bot' else 'person' end,
            min(finished_at),
            count(*)
        from (
            select distinct on (seat.number, seat.player) seat.player, seat.kind, entry.finished_at
            from game as entry join seat on seat.build = entry.build and seat.number = entry.number
            where entry.build = served('games') and entry.number <= $1 and ($2::text is null or entry.game = $2)
                and (entry.for_all or $3) and seat.player is not null and {OPEN}
        ) as sat
        group by player
    """,  # noqa: S608 - a condition of ours
    "tournaments": """
        select tournament_id, game, format, status, entrants, round, created_at, finished_at from tournament
        where finished_at is not null and ($2::text is null or game = $2)
            and $1::bigint >= 0 and $3::boolean is not null
            and not exists (select from lobby where lobby.creator = tournament_id and lobby.finished_at is null)
    """,
    "refusals": """
        select day, game, code, count from refusal
        where ($2::text is null or game = $2) and $1::bigint >= 0 and $3::boolean is not null
    """,
}
"""The tables that are one file: up to a game, of a game or all, with private tables or not."""


class ExportedHistory:
    """An `OpenHistory` in a database that has been migrated; with games of private tables if `private`."""

    def __init__(self, pool: Pool, epochs: Epochs, *, private: bool) -> None:
        self._pool = pool
        self._epochs = epochs
        self._private = private

    @classmethod
    @contextlib.asynccontextmanager
    async def open(cls, url: str, *, private: bool) -> AsyncIterator[Self]:
        """Open the history. Raises `StoreUnavailable`, or what asyncpg raises if there is no such database."""
        epochs, schemas = Epochs(), f"{HISTORY_SCHEMA}, {LOG_SCHEMA}"
        async with connected(
            url, schemas, 1, answer_seconds=None, timeouts={**PATIENCE, **PLANS}, look=epochs.look
        ) as pool:
            yield cls(pool, epochs, private=private)

    @property
    def epoch(self) -> Epoch:
        """The epoch of the log."""
        return self._epochs.current

    async def last_number(self) -> int:
        """Return the number of the last game that can be read."""
        with unless_away():
            return int(await self._pool.fetchval(GAMES_SERVED))

    async def piece(self, after: int, last: int, game: str | None) -> Piece:
        """Return the first games after a number, up to another one, that make a piece; with a `game`, those of it."""
        with unless_away():
            rows = await self._pool.fetch(NEXT_GAMES, after, last, GAMES, game, self._private)
        return piece_of(rows, last)

    async def open_of(self, numbers: Collection[int]) -> Piece:
        """Return a piece of these games: those that are open now, and those that are not."""
        with unless_away():
            rows = await self._pool.fetch(THESE_GAMES, list(numbers))
        return piece_of(rows, max(numbers), EVENTS * len(numbers))

    async def write(self, table: str, numbers: Collection[int], rows: Path) -> None:
        """Write the rows of a table that are of these games as CSV without a header."""
        await self._copy(f"{ROWS[table]} {OF_THESE}", rows, list(numbers))

    async def write_whole(self, table: str, last: int, game: str | None, rows: Path) -> None:
        """Write all rows of a table that is one file, as CSV without a header; those about players up to this game."""
        await self._copy(WHOLE[table], rows, last, game, self._private)

    async def _copy(self, question: str, rows: Path, *given: object) -> None:
        with unless_away(), rows.open("wb") as file:

            async def write(data: bytes) -> None:
                file.write(data)  # asyncpg's own way has a thread for each piece, which costs more than to write it

            async with self._pool.acquire() as connection:
                try:
                    await connection.copy_from_query(
                        question, *given, output=write, format="csv", delimiter=DELIMITER, quote=QUOTE
                    )
                except OSError:  # of a full disk, say: asyncpg waits for the end of a question that may be answered
                    connection.terminate()
                    raise


def piece_of(rows: Sequence[asyncpg.Record], last: int, most_events: int = EVENTS) -> Piece:
    """Return the piece that the first of these games make."""
    numbers: list[int] = []
    held_back: list[int] = []
    events, end = 0, last
    for row in rows:
        if row["wanted"]:
            (numbers if row["open"] else held_back).append(row["number"])
            events += row["events"] if row["open"] else 0
        if events >= most_events:
            end = row["number"]
            break
    else:
        end = rows[-1]["number"] if len(rows) == GAMES else last
    return Piece(tuple(numbers), tuple(held_back), end, events)

"""What a question about the history costs must not grow with it: each reads a few pages, as those about the log do."""

import pkgutil
import re
from collections.abc import AsyncIterator, Mapping
from importlib import import_module

import asyncpg
import pytest

import service.history as folder
from service.history import exports, postgres_results, standings, statements
from service.history.kept import Kept
from service.history.port import LAST_NUMBER
from service.store.migrate import HISTORY_SCHEMA, LOG_SCHEMA
from service.store.postgres.connections import Connection
from tests.databases import new_database
from tests.service.store.plans import must_read_little, plan_of, prepare
from tests.service.store.test_growth import (
    BUSY,
    FILL_LOG,
    KEEPING_PLANS,
    LIMIT,
    QUIET,
    STRANGER,
    TABLE,
    TABLES,
)

SMALL = {"epoch", "lane", "lane_cursor", "ledger_epoch", "projection"}
"""Tables that do not grow with the number of games."""

SOME = list(range(70, 70 + LIMIT))
VALUES: Mapping[str, str] = {
    "build": "1",
    "number": "made.number",
    "table_id": "made.id",
    "tournament_id": "case when made.number % 2 = 0 then made.id end",
    "game": "case when made.number = 70 then 'rare' else 'literature' end",
    "events": "3",
    "seats": "2",
    "seat": "made.number % 2",
    "player": "case when made.number % 2 = 0 then made.id else '00000000-0000-0000-0000-000000000000'::uuid end",
    "other": "made.id",
    "giver": "made.number % 2",
    "taker": "1 - made.number % 2",
    "options": "to_jsonb(made.number)",
    "for_all": "made.number % 2 = 0",
    "deal_kind": "'shared'",
    "day": "date '2026-01-01' + made.number::integer",
    "provisional": "false",
}
"""What stands in the columns by their names; others have something of their type."""

OF_TYPE: Mapping[str, str] = {
    "uuid": "made.id",
    "text": "'x'",
    "json": "'{}'",
    "jsonb": "'{}'",
    "boolean": "true",
    "ARRAY": "'{}'",
    "double precision": "made.number",
}
TOLD = ("game", "seat", "decision", "opening", "waiting", "underived", "refusal", "dealing", "played", "rating_change")
STATES = ("player_statistics", "meeting", "option_statistics", "rating", "hint_giving", "hint_pace", "hint_usual")
PLAYERS_OF: Mapping[str, Mapping[str, str]] = {
    "opening": {"table_id": "gen_random_uuid()"},
    "seat": {"player": f"'{BUSY}'"},
    "played": {"player": f"'{BUSY}'"},
    "meeting": {"player": f"'{BUSY}'"},
    "option_statistics": {"options": "made.number::text"},
    "player_statistics": {"player": "made.id"},
    "rating": {"player": "made.id"},
    "rating_change": {"player": f"'{BUSY}'"},
    "hint_pace": {"player": "made.id"},
    "hint_giving": {"giver": "made.id", "taker": f"'{BUSY}'"},
    "hint_usual": {"measure": "made.number::text"},
    "decision": {"player": f"'{BUSY}'"},
}
"""What stands in columns of one table."""

WANTED: Mapping[str, tuple[object, ...]] = {
    "all": (None,) * 9,
    "rare": ("rare", *(None,) * 8),
    "of a viewer": (*(None,) * 6, STRANGER, None, None),
    "of a player": (*(None,) * 7, BUSY, "x"),
    "by options and time": (None, "x", None, 1, LAST_NUMBER, '{"players": 4}', *(None,) * 3),
}
QUESTIONS: Mapping[str, tuple[object, ...]] = {
    **{f"WANTED_GAMES {name}": (statements.WANTED_GAMES, 70, 80, *asked, LIMIT) for name, asked in WANTED.items()},
    **{f"ROWS {name}": (f"{rows} {exports.OF_THESE}", SOME) for name, rows in exports.ROWS.items()},
    "ANYTHING_NEW": (statements.ANYTHING_NEW,),
    "LOCK_LEDGER": (statements.LOCK_LEDGER,),
    "LOOK_AGAIN": (statements.LOOK_AGAIN,),
    "NOTE_EPOCH": (statements.NOTE_EPOCH,),
    "IN_COMMON_WITH": (statements.IN_COMMON_WITH, 1, "00000000", LAST_NUMBER),
    "FOLLOW_LANES": (statements.FOLLOW_LANES, 1),
    "OPEN_RECORDS": (statements.OPEN_RECORDS, LIMIT),
    "OPENINGS": (statements.OPENINGS, 70, LIMIT),
    "BEHIND": (statements.BEHIND, TABLES - LIMIT),
    "END_OF_BATCH": (statements.END_OF_BATCH, 70, LIMIT, 1_000),
    "NEW_PROJECTION": (statements.NEW_PROJECTION, "new"),
    "BUILDS": (statements.BUILDS, "games"),
    "SERVED": (statements.SERVED,),
    "NEW_BUILD": (statements.NEW_BUILD, "games"),
    "LOCK_BUILD": (statements.LOCK_BUILD, "games", 1),
    "LOCK_BUILDS": (statements.LOCK_BUILDS, "games"),
    "ADVANCE": (statements.ADVANCE, "games", 1, TABLES),
    "SERVE": (statements.SERVE, "games", 1, True),
    "BLOCKS": (statements.BLOCKS, f"{HISTORY_SCHEMA}.opening"),
    "DROP_BUILD": (statements.DROP_BUILD, "games", 1),
    "GAMES_SERVED": (statements.GAMES_SERVED,),
    "SEATS": (statements.SEATS, SOME),
    "GAMES_BETWEEN": (statements.GAMES_BETWEEN, 70, 80),
    "SEATS_BETWEEN": (statements.SEATS_BETWEEN, 70, 80),
    "DECISIONS_BETWEEN": (statements.DECISIONS_BETWEEN, 70, 80),
    "DEALINGS_BETWEEN": (statements.DEALINGS_BETWEEN, 70, 80),
    "ADD_REFUSALS": (statements.ADD_REFUSALS, "2026-01-01", "literature", "x", 1),
    "NEXT_GAMES": (exports.NEXT_GAMES, 70, TABLES, LIMIT, None, False),
    "THESE_GAMES": (exports.THESE_GAMES, SOME),
    "STATISTICS_OF": (postgres_results.STATISTICS_OF, TABLE),
    "MEETINGS_OF": (postgres_results.MEETINGS_OF, BUSY, LIMIT),
    "RATINGS_OF": (postgres_results.RATINGS_OF, TABLE),
    "BOARD": (postgres_results.BOARD, "literature", "x", False, 9_000.0, TABLE, LIMIT),
    "OPTIONS_OF": (postgres_results.OPTIONS_OF, "literature", LIMIT),
    "PLAYED": (postgres_results.PLAYED, BUSY, 9_000, LIMIT),
    "SAT": (postgres_results.SAT, BUSY, 9_000, LIMIT),
    "GIVINGS": (postgres_results.GIVINGS, LIMIT),
    "PACES": (postgres_results.PACES, LIMIT),
    "LOAD players": (standings.PLAYERS.load_query, 1, [TABLE], ["literature"]),
    "LOAD meetings": (standings.MEETINGS.load_query, 1, [BUSY], [TABLE], ["literature"]),
    "LOAD options": (standings.OPTIONS.load_query, 1, ["literature"], ["71"]),
    "LOAD ratings": (standings.RATINGS.load_query, 1, [TABLE], ["literature"]),
    "LOAD givings": (standings.GIVINGS.load_query, 1, [TABLE], [BUSY], ["literature"], [2], ["x"]),
    "LOAD paces": (standings.PACES.load_query, 1, [TABLE], ["literature"]),
    "LOAD usuals": (standings.USUALS.load_query, 1, ["literature"], [2], ["71"]),
}
"""The statements with arguments, by their names in the code."""

NOT_HERE = {"STAND_BY", "STAY", "PRESENT_EPOCH", "TIME"}
"""Statements that read no table, and two of the log that others have in them."""


def constants() -> list[tuple[str, object]]:
    """Return the constants of all modules of the history, with their names."""
    modules = [import_module(f"{folder.__name__}.{each.name}") for each in pkgutil.iter_modules(folder.__path__)]
    return [(name, value) for module in modules for name, value in vars(module).items() if name.isupper()]


BEGUN = """
insert into ledger_epoch values (1, '00000000', 0);
insert into projection select name, 1, 20000, true from unnest(array['games', 'statistics', 'ratings', 'hints']) as name
"""
SESSION: Mapping[str, str] = {"search_path": f"{HISTORY_SCHEMA},{LOG_SCHEMA}", **KEEPING_PLANS}


async def filled(connection: Connection) -> None:
    """Fill the tables of the log and of the history with many games."""
    await connection.execute(FILL_LOG)
    columns = await connection.fetch(
        "select table_name, column_name, data_type from information_schema.columns where table_schema = $1",
        HISTORY_SCHEMA,
    )
    for table in (*TOLD, *STATES):
        own = {**VALUES, **PLAYERS_OF.get(table, {})}
        values = {name: own.get(name, OF_TYPE.get(kind, "1")) for told_of, name, kind in columns if told_of == table}
        await connection.execute(
            f"insert into {HISTORY_SCHEMA}.{table} ({', '.join(values)}) select {', '.join(values.values())} from made"  # noqa: S608 - names of ours
        )


@pytest.fixture(scope="module")
async def grown(postgres_server: str, migrated: str) -> AsyncIterator[tuple[str, Connection]]:
    """A database whose tables are long, and a connection that has made its plans while they were empty."""
    async with new_database(postgres_server, migrated) as url:
        connection = await asyncpg.connect(url, server_settings=dict(SESSION))
        await connection.execute(QUIET.replace(f"'{LOG_SCHEMA}'", f"'{HISTORY_SCHEMA}'"))
        await connection.execute(f"{BEGUN}; analyze")
        await prepare(connection, QUESTIONS)
        await filled(connection)
        yield url, connection
        await connection.close()


@pytest.fixture(scope="module", params=[False, True], ids=["planned while empty", "planned when long"])
async def connection(grown: tuple[str, Connection], request: pytest.FixtureRequest) -> AsyncIterator[Connection]:
    """A connection that has made its plans for good: while the tables were empty, or when they were long."""
    url, connection = grown
    if not request.param:
        yield connection
        return
    await connection.execute("analyze")
    later = await asyncpg.connect(url, server_settings=dict(SESSION))
    await prepare(later, QUESTIONS)
    yield later
    await later.close()


def test_every_statement_is_examined() -> None:
    begins = re.compile(r"\s*\(?(select|insert|update|delete|with)\b")
    found = constants()
    names = {name for name, value in found if isinstance(value, str) and begins.match(value)}
    kept = {value.load_query for _, value in found if isinstance(value, Kept)}

    assert {name.split()[0] for name in QUESTIONS} - {"ROWS", "LOAD"} | NOT_HERE == names
    assert {question for name, (question, *_) in QUESTIONS.items() if name.startswith("LOAD")} == kept
    assert {name.removeprefix("ROWS ") for name in QUESTIONS if name.startswith("ROWS")} == {*exports.ROWS}


@pytest.mark.parametrize("name", QUESTIONS)
async def test_a_question_reads_little_of_a_long_history(connection: Connection, name: str) -> None:
    plan = await plan_of(connection, QUESTIONS, name)

    must_read_little(plan, SMALL)

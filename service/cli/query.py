"""`parlour query`: questions in SQL to an export or to the live database, and the named questions."""

import asyncio
import csv
import io
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import IO, Any

import click
import msgspec
from rich.cells import cell_len
from rich.console import Console
from rich.table import Column, Table

from domain import GAMES
from projections.history.answers import Answer, Value
from service.analysis.duck import NotInstalled
from service.analysis.manifest import BadExport
from service.analysis.querying import BadQuestion, Question, answer, questions, write_parquet
from service.analysis.reading import Selection, opened
from service.cli.embedded_server import database_of
from service.cli.files import write_file, written_beside
from service.cli.options import DAY, FilePath, of_a_service
from service.cli.texts import TEXT, count
from service.history.live import NotAnswered, ask_live
from service.log_address import first_url
from service.store.postgres.away import reason_of

LIVE_SECONDS = 60
"""Seconds that a question to the live database may take."""
MOST_ROWS = 500
"""Maximum number of rows that a terminal shows."""
ENOUGH, BORDER = 12, 3
"""Characters of its longest word that a column of a table shows at least, and those between two columns."""
ENDINGS = (".csv", ".json", ".parquet")
JSON = msgspec.json.Encoder(enc_hook=str, decimal_format="number")
"""Averages and sums of PostgreSQL are decimals, and numbers as all others."""


def parameters(context: click.Context, option: click.Parameter, given: tuple[str, ...]) -> dict[str, Value]:
    """Return parameters given as NAME=VALUE."""
    pairs = [each.partition("=") for each in given]
    if bad := next((name for name, sign, _ in pairs if not sign), None):
        raise click.BadParameter(f"{bad} is not of the form NAME=VALUE, such as most_share=1.")
    return {name: value for name, _, value in pairs}


def output_file(context: click.Context, option: click.Parameter, given: Path | None) -> Path | None:
    """Return a file whose name says how it is to be written."""
    if given is not None and given.suffix not in ENDINGS:
        raise click.BadParameter(f"Its name must end with one of {', '.join(ENDINGS)}.")
    return given


@click.command(
    epilog="""\b
Examples:
  parlour query --list
  parlour query seats --export /srv/parlour/history --game literature
  parlour query moves_never_taken --param most_share=0.01 --from 2026-01-01 --output moves.csv
  parlour query "select game, count(*) from games group by game"
  parlour query --live "select count(*) from games"

\b
Exit codes: 0 answered, 1 not answered, 2 usage."""
)
@of_a_service
@click.argument("question", required=False, type=TEXT)
@click.option("--list", "listed", is_flag=True, help="List the named questions.")
@click.option(
    "--export", "folder", type=FilePath(file_okay=False, path_type=Path), default="parlour-history",
    show_default=True, help="The folder of the export.",
)  # fmt: skip
@click.option("--live", is_flag=True, help="Query the database of the service instead, in the SQL of PostgreSQL.")
@click.option("--game", type=click.Choice(list(GAMES)), help="Only this game (of an export).")
@click.option(
    "--from", "since", type=DAY, metavar="DAY", help="Only games that ended on this day (UTC) or later (of an export)."
)
@click.option(
    "--to", "until", type=DAY, metavar="DAY", help="Only games that ended on this day (UTC) or before (of an export)."
)
@click.option(
    "--param", "given", type=TEXT, multiple=True, metavar="NAME=VALUE", callback=parameters,
    help="A parameter of a named question; can be given several times.",
)  # fmt: skip
@click.option(
    "--output", type=FilePath(dir_okay=False, path_type=Path), callback=output_file,
    help="Write the answer to this file; its ending chooses the format: .csv, .json or .parquet.",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON; the default in a pipe is CSV.")
def query(
    question: str | None, *, data: Path, postgres_url: str | None, folder: Path, game: str | None,
    since: datetime | None, until: datetime | None, given: dict[str, Value], output: Path | None, listed: bool,
    live: bool, as_json: bool,
) -> None:  # fmt: skip
    """Ask the open history: QUESTION is a named question, or SQL over games, seats, events, decisions, ….

    An export is queried in the SQL of DuckDB, which reads only its files, and writes nothing. The live database is
    queried as the role parlour_analyst. SQL can leave that role again: query the live database only with SQL that you
    trust, and let others connect as a user who has no other role.
    """
    if listed:
        show(list_of(questions()), as_json=as_json)
        return
    if question is None or not question.strip():
        raise click.UsageError("Give a question: SQL, or a name that --list shows.")
    if since is not None and until is not None and since > until:
        raise click.UsageError("The time ends before it begins: --from is after --to.")
    if live:
        must_suit_live(game or since or until or given, output)
    part = Selection(game, since.date() if since else None, until.date() if until else None)
    try:
        if live:
            found = live_answer(data, postgres_url, question)
        elif output is not None and output.suffix == ".parquet":
            with written_beside(output) as draft, opened(folder, part, draft) as connection:
                write_parquet(connection, question, given, draft)
            return
        else:
            with opened(folder, part) as connection:
                found = answer(connection, question, given)
    except (BadQuestion, BadExport, NotAnswered, NotInstalled) as why:
        raise click.ClickException(str(why)) from None
    except OSError as why:
        raise click.ClickException(reason_of(why)) from None
    found = Answer(found.columns, tuple(tuple(map(as_written, row)) for row in found.rows))
    if output is None:
        show(found, as_json=as_json)
    else:
        write_answer(found, output)


def as_written(value: Any) -> Any:
    """Return a value of an answer as all forms can have it.

    A time without a zone is in UTC, as all times of the history. PostgreSQL has decimals that are no finite number.
    """
    match value:
        case Decimal() if not value.is_finite():
            return float(value)
        case datetime(tzinfo=None):
            return value.replace(tzinfo=UTC)
        case list() | tuple():
            return [*map(as_written, value)]
        case dict():
            return {key: as_written(each) for key, each in value.items()}
    return value


def write_answer(found: Answer, output: Path) -> None:
    """Write an answer to a file, as JSON or CSV. Raises what `write_file` does."""
    text = io.StringIO(newline="")
    (write_json if output.suffix == ".json" else write_csv)(found, text)
    write_file(output, text.getvalue().encode())


def must_suit_live(selected: object, output: Path | None) -> None:
    """Raise `click.UsageError` for options that say nothing to the live database."""
    if selected:
        raise click.UsageError("--game, --from, --to and --param are for exports: put the conditions into the SQL.")
    if output is not None and output.suffix == ".parquet":
        raise click.UsageError("Answers of the live database are written as .csv or .json.")


def live_answer(data: Path, postgres_url: str | None, sql: str) -> Answer:
    """Return the answer of the live database to SQL. Raises `BadQuestion` for a named question."""
    if sql in questions():
        raise BadQuestion(f"The named question {sql} is asked of an export: `parlour export --to DIR` makes one.")
    with database_of(data, postgres_url) as url:
        return asyncio.run(ask_live(first_url(url), sql, LIVE_SECONDS))


def list_of(named: Mapping[str, Question]) -> Answer:
    """Return the named questions as an answer."""
    return Answer(
        ("question", "what it tells", "parameters"),
        tuple(
            (each.name, each.tells, ", ".join(f"{one.name}={one.default}" for one in each.parameters))
            for each in named.values()
        ),
    )


def show(found: Answer, *, as_json: bool) -> None:
    """Print an answer: a table on a terminal, else CSV or JSON."""
    if as_json:
        write_json(found, sys.stdout)
    elif sys.stdout.isatty():
        show_table(found)
    else:
        write_csv(found, sys.stdout)


def show_table(found: Answer) -> None:
    """Print the first rows of an answer as a table, or each as lines of its own where the terminal is too narrow."""
    rows = [[*map(shown, row)] for row in found.rows[:MOST_ROWS]]
    console = Console(markup=False, emoji=False)
    columns = zip(found.columns, *rows, strict=True)
    if sum(BORDER + min(ENOUGH, longest_word(column)) for column in columns) < console.width:
        console.print(as_table(found, rows))
    else:
        for row in rows:
            console.print(as_lines(found.columns, row), "")
    if len(found.rows) > MOST_ROWS:
        console.print(f"… and {count(len(found.rows) - MOST_ROWS, 'more row')}: --output writes all of them to a file.")


def longest_word(texts: Iterable[str]) -> int:
    """Return how wide the longest word of some texts is."""
    return max((cell_len(word) for text in texts for word in text.split()), default=0)


def as_table(found: Answer, rows: Iterable[Sequence[str]]) -> Table:
    """Return rows of an answer as a table."""
    table = Table(*found.columns)
    for number, column in enumerate(table.columns):
        if all(isinstance(row[number], int | float | None) for row in found.rows):
            column.justify = "right"
    for row in rows:
        table.add_row(*row)
    return table


def as_lines(columns: Sequence[str], row: Sequence[str]) -> Table:
    """Return a row as lines, each with the name of a column and its value."""
    lines = Table.grid(Column(), Column(overflow="fold"), padding=(0, 2, 0, 0))
    for each in zip(columns, row, strict=True):
        lines.add_row(*each)
    return lines


def shown(value: Value) -> str:
    """Return a value as a table shows it."""
    match value:
        case None:
            return ""
        case float():
            return f"{value:,.3f}"
        case _:
            return str(value)


def write_csv(found: Answer, file: IO[str]) -> None:
    """Write an answer as CSV with a header."""
    rows = csv.writer(file, lineterminator="\n")
    rows.writerow(found.columns)
    rows.writerows(map(cell, row) for row in found.rows)


def cell(value: Value) -> object:
    """Return a value as CSV has it: texts and numbers as they are, all else as JSON says it, times in ISO 8601."""
    plain = msgspec.to_builtins(value, enc_hook=str)
    return JSON.encode(value).decode() if isinstance(plain, bool | list | tuple | dict) else plain


def write_json(found: Answer, file: IO[str]) -> None:
    """Write an answer as a JSON list of objects. Raises `click.ClickException` if two columns have one name."""
    if twice := [name for name, times in Counter(found.columns).items() if times > 1]:
        raise click.ClickException(f"Several columns are called {twice[0]}: name each with `as` for JSON.")
    rows = JSON.encode([*found.records()])
    file.write(msgspec.json.format(rows, indent=1).decode() + "\n")

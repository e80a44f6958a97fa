"""`parlour verify`: whether a record is true, without any service."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, NamedTuple

import click
import msgspec
from msgspec import UnsetType
from rich.console import Console

from domain import UnknownRules
from domain.game import Refused
from domain.record import RecordBroken
from domain.table import Origin
from service.cli.files import content_of
from service.cli.texts import count, visible
from service.records.files import NOT_A_RECORD
from service.records.records import Findings, check, check_fork, read
from service.records.tournaments import TournamentFindings, check_tournament, is_of_tournament, read_tournament

KEY_BYTES = 32
NOT_JUDGED = 4
"""The exit code for what this program does not have the rules of: it may be true or not."""


def public_key(context: click.Context, option: click.Parameter, given: str | None) -> bytes | None:
    """Return the 32 bytes of a key: of its hexadecimal digits, or of a file that holds them."""
    if given is None:
        return None
    path = Path(given)
    try:
        key = bytes.fromhex(path.read_text().strip() if path.is_file() else given)
    except (OSError, ValueError):
        key = b""
    if len(key) != KEY_BYTES:
        raise click.BadParameter("It is neither 64 hexadecimal digits nor a file that holds them.")
    return key


@click.command(
    epilog="""\b
Example:
  curl -s https://parlour.example/v1/keys    (once, to know the service's key)
  parlour verify game.json --key 3d769f8db3aafe948579330bdcdeca48d744c57b938100ddaf8545a6438bebed

\b
Exit codes: 0 the record is true, 1 it is not, or the file is no record, 2 usage,
4 this program does not have its rules."""
)
@click.argument("file", type=click.File("rb"))
@click.option(
    "--key", callback=public_key, metavar="KEY|FILE", help="The service's public key, from a source that you trust."
)
@click.option(
    "--origin", type=click.File("rb"), metavar="FILE", help="The record of the game from which a fork continues."
)
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
def verify(file: BinaryIO, key: bytes | None, origin: BinaryIO | None, as_json: bool) -> None:
    """Check the record in FILE (`-`: standard input), its hashes and its signature, and play it again by the rules.

    Every deal and shuffle is repeated from the secret. If this program does not have the rules of the record, it cannot
    judge it; another version of the program may have them. Without --key the signature is checked by the key that the
    record names itself: then it is complete and by the rules, but anybody could have made it.

    A fork begins with the state of another game, which is in its record. With --origin that game's record is checked,
    too, and that the fork begins with its state. The record of a tournament is checked by the rules of tournaments; its
    tables have records of their own.

    On a terminal, successful checks are green, checks that you still have to make are yellow, and failed checks are
    red, unless NO_COLOR is set.
    """
    try:
        found = findings_of(file, key, origin)
    except (RecordBroken, Refused) as lie:
        event = lie.version if isinstance(lie, RecordBroken) else None
        report = {"true": False, "event": event, "why": str(lie)}
        say(report, as_json=as_json, text=refusal_of(lie), style="red")
        raise click.exceptions.Exit(1) from None
    except UnknownRules as unknown:
        report = {"true": None, "event": 1, "why": str(unknown)}
        say(report, as_json=as_json, text=f"CANNOT BE JUDGED by this program: {unknown}", style="yellow")
        raise click.exceptions.Exit(NOT_JUDGED) from None
    if as_json:
        click.echo(msgspec.json.encode({"true": True, "key_given": key is not None, **msgspec.to_builtins(found)}))
        return
    if isinstance(found, TournamentFindings):
        lines = report_of_tournament(found, key)
    else:
        lines = report_of(found, key, compared=origin is not None)
    for line in lines:
        in_colour(line.text, "yellow" if line.to_compare else "green")


class Line(NamedTuple):
    """A sentence on what is true of a record. `to_compare`: it leaves something to the reader."""

    text: str
    to_compare: bool = False


def findings_of(file: BinaryIO, key: bytes | None, origin: BinaryIO | None) -> Findings | TournamentFindings:
    """Return what is found to be true of a record. Raises `RecordBroken`, `Refused` or `UnknownRules`."""
    document = content_of(file)
    if is_of_tournament(document):
        with named(file):
            tournament = read_tournament(document)
        return check_tournament(tournament, key)
    with named(file):
        record = read(document)
    found = check(record, key)
    if origin is not None:
        with named(origin):
            before = read(content_of(origin))
        check_fork(record, before, key)
    return found


@contextmanager
def named(file: BinaryIO) -> Iterator[None]:
    """Say which file it is that is not a record."""
    try:
        yield
    except Refused as refused:
        name = click.format_filename(file.name)
        raise Refused(refused.code, f"{name} is not a record: {refused.detail}") from None


def say(report: Mapping[str, object], *, as_json: bool, text: str, style: str) -> None:
    """Print what is wrong, as JSON or as a text in a colour."""
    if as_json:
        click.echo(msgspec.json.encode(report))
    else:
        in_colour(text, style)


def in_colour(text: str, style: str) -> None:
    """Print a text as one line; on a terminal, in a colour. It may quote a record."""
    text, console = visible(text), Console()
    if console.is_terminal:
        console.print(text, style=style, markup=False, highlight=False, emoji=False, soft_wrap=True)
    else:
        click.echo(text)


def refusal_of(lie: RecordBroken | Refused) -> str:
    """Return why a record is not true, or that a file is no record."""
    return lie.detail if isinstance(lie, Refused) and lie.code == NOT_A_RECORD else f"NOT TRUE: {lie}"


def report_of_tournament(found: TournamentFindings, key: bytes | None) -> tuple[Line, ...]:
    """Return what was checked of a tournament, a sentence a line."""
    return (
        Line(f"The chain of {count(found.events, 'event')} holds."),
        signed(found.key_id, key),
        Line(f"Decided again by the rules: {count(found.rounds, 'round')} with {count(found.tables, 'table')}."),
        Line("The record is true."),
    )


def signed(key_id: str, key: bytes | None) -> Line:
    """Return by which key the end of a record is signed."""
    trust = "the one given" if key is not None else "the one that the record names: compare it with the service's"
    return Line(f"The signature of its end by the key {key_id} holds; it is {trust}.", to_compare=key is None)


def report_of(found: Findings, key: bytes | None, *, compared: bool) -> tuple[Line, ...]:
    """Return what was checked, a sentence a line."""
    given = f" ({found.decks_given} given by an operator, the others shuffled)" if found.decks_given else ""
    return (
        Line(f"The chain of {count(found.events, 'event')} holds."),
        signed(found.key_id, key),
        Line(
            f"{count(found.deals, 'deal')}{given} and {count(found.shuffles, 'shuffle')} were repeated from the secret."
        ),
        Line(
            f"{count(found.moves, 'move')} and {count(found.clock_steps, 'clock step')} were played again by the rules."
        ),
        *begun(found.fork_of, compared=compared),
        Line("The record is true."),
    )


def begun(origin: Origin | UnsetType, *, compared: bool) -> tuple[Line, ...]:
    """Return what is known of the beginning of a fork; nothing for any other game."""
    if not origin:
        return ()
    state = f"It goes on from version {origin.version} of table {origin.table}, whose state it was given"
    if compared:
        return (Line(f"{state}: the table stood so, and its record is true."),)
    return (Line(f"{state}: give --origin to compare it with that record.", to_compare=True),)

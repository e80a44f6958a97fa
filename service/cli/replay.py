"""`parlour replay`: a game, event by event, in words."""

import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from uuid import UUID

import click
import httpx
import msgspec

from domain import UnknownRules, rules_of
from domain.game import Refused
from domain.record import RecordBroken, check_rules
from domain.wording import in_signs, in_words
from projections.feed import SeenEvent, in_full, seen_by
from projections.story import StoryLine, Voice, story
from service.cli.connection import connected, not_understood, reason_option, token_option, url_option
from service.cli.playback.games import folded
from service.cli.playback.reading import (
    feed,
    must_be_own,
    must_be_seat,
    must_reach,
    names_at,
    open_record,
    record_in,
    source_of,
    view_of,
)
from service.cli.texts import visible
from service.records.files import NOT_A_RECORD
from service.records.records import Record, entries_of
from service.runtime.files import UNREADABLE


@click.command(
    epilog="""\b
Examples:
  parlour replay 0b35a1f2-7a1e-4b8e-9d3c-5f6a7b8c9d0e
  parlour replay game.json --seat 2 --from 20 --to 30

\b
Exit codes: 0 shown, 1 refused, not true or not a record, 2 usage, 3 no service."""
)
@click.argument("game", metavar="TABLE_ID|FILE")
@click.option("--seat", type=click.IntRange(0), help="Show it as this seat saw it.")
@click.option("--from", "first", type=click.IntRange(1), default=1, help="Begin with the event of this version.")
@click.option("--to", "last", type=click.IntRange(1), default=sys.maxsize, help="End with the event of this version.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per line.")
@reason_option
@url_option
@token_option
def replay(
    game: str,
    *,
    seat: int | None,
    first: int,
    last: int,
    as_json: bool,
    url: str,
    token: str | None,
    reason: str | None,
) -> None:
    """Show a game in words, from the service or from a file that `parlour record` has written.

    On a terminal you step through the game, with its table beside its messages; `?` shows the keys. In a file or a pipe
    the output is plain text, with cards in words. Once its record is open, a game is shown with all cards, or as --seat
    saw it. Before that it is shown as the player of the token sees it, or as a spectator.
    """
    if last < first:
        raise click.UsageError(f"--from {first} is after --to {last}.")
    try:
        if is_terminal() and not as_json:
            from service.cli.playback.stepping import step_through  # noqa: PLC0415 - nothing else needs its library

            step_through(game, seat, first, last, url=url, token=token, reason=reason)
        else:
            tell(game, seat, first, last, url=url, token=token, reason=reason, as_json=as_json)
    except Refused as refused:
        why = f"{game} is not a record: {refused.detail}" if refused.code == NOT_A_RECORD else str(refused)
        raise click.ClickException(visible(why)) from None
    except (RecordBroken, UnknownRules) as lie:
        raise click.ClickException(visible(str(lie))) from None
    except UNREADABLE as error:
        raise not_understood(error) from None


def is_terminal() -> bool:
    """Return whether somebody sits at a terminal that can draw, and has the keys."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"


def tell(
    game: str,
    seat: int | None,
    first: int,
    last: int,
    *,
    url: str,
    token: str | None,
    reason: str | None,
    as_json: bool,
) -> None:
    """Print the lines of a game from one version to another. Raises `click.UsageError` if it has none from there on."""
    voice = in_signs if sys.stdout.isatty() and not as_json else in_words
    version = 0
    for line in lines_of(game, seat, voice, url=url, token=token, reason=reason):
        version = line.version
        if first <= version <= last:
            click.echo(msgspec.json.encode(line) if as_json else as_text(line))
    must_reach(first, version)


def lines_of(
    game: str, seat: int | None, voice: Voice, *, url: str, token: str | None, reason: str | None
) -> Iterable[StoryLine]:
    """Return the story of the game in a file, or of that with an id."""
    source = source_of(game)
    if isinstance(source, Path):
        return from_record(record_in(source), seat, {}, voice)
    with connected(url, token) as client:
        return from_service(client, source, seat, voice, reason)


def from_record(record: Record, seat: int | None, names: Mapping[UUID, str], voice: Voice) -> Iterator[StoryLine]:
    """Return the story of a record with all cards, or as a seat has seen it. Raises `Refused` or `RecordBroken`."""
    entries = entries_of(record)
    known = check_rules(entries).rules
    if seat is None:
        told: Iterable[SeenEvent] = in_full(folded(None, entries))
    else:
        must_be_seat(seat, len(record.players))
        told = seen_by(seat, folded(None, entries))
    return story(known, entries[0].event.at, told, names, voice)


def from_service(
    client: httpx.Client, table: UUID, seat: int | None, voice: Voice, reason: str | None = None
) -> Iterator[StoryLine]:
    """Return the story of a game as the record tells it if that is open, else as the caller sees it.

    Raises `Unreachable`, `Refusal`, `Refused` or `RecordBroken`.
    """
    view = view_of(client, table, reason)
    header = view.table
    names = names_at(client, header)
    if record := open_record(client, header, reason):
        return from_record(record, seat, names, voice)
    must_be_own(seat, view.seat)
    try:
        known = rules_of(header.game, header.rules_version)
    except UnknownRules as unknown:
        raise click.ClickException(f"It cannot be told: {unknown}.") from None
    return story(known, header.opened_at, feed(client, table, reason), names, voice)


def as_text(line: StoryLine) -> str:
    """Return a line for people: version, time since the table was opened, what happened."""
    seconds, milliseconds = divmod(line.after_ms, 1000)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{line.version:5}  {hours}:{minutes:02}:{seconds:02}.{milliseconds:03}  {visible(line.text)}"

"""`parlour replay`: a game, event by event, in words."""

import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from uuid import UUID

import click
import httpx
import msgspec

from domain import UnknownRules, rules_of
from domain import table as rules
from domain.game import Refused
from domain.messages import in_signs, in_words
from domain.record import RecordBroken, check_rules
from domain.table import Entry, Snapshot
from projections.feed import FeedEntry, in_full, seen_by
from projections.seat_view import SeatView
from projections.story import StoryLine, Voice, story
from service.accounts.port import Player
from service.cli.connection import Refusal, ask, connected, token_option, url_option
from service.http.wire.bodies import Feed
from service.records.records import Record, entries_of, read

PAGE = 1000


@click.command(
    epilog="""\b
Examples:
  parlour replay 0b35a1f2-7a1e-4b8e-9d3c-5f6a7b8c9d0e
  parlour replay game.json --seat 2 --from 20 --to 30

\b
Exit codes: 0 told, 1 refused or not true, 2 usage, 3 no service."""
)
@click.argument("game", metavar="TABLE_ID|FILE")
@click.option("--seat", type=click.IntRange(0), help="Tell it as this seat has seen it.")
@click.option("--from", "first", type=click.IntRange(1), default=1, help="Begin with the event of this version.")
@click.option("--to", "last", type=click.IntRange(1), default=sys.maxsize, help="End with the event of this version.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line.")
@url_option
@token_option
def replay(game: str, *, seat: int | None, first: int, last: int, as_json: bool, url: str, token: str | None) -> None:
    """Tell a game in words, from the service or from a file that `parlour record` has written.

    Once its record is open, a game is told with all cards, or as --seat has seen it. Before that it is told as the
    player of the token sees it, or as a spectator. On a terminal cards have the signs of their suits, else they are
    named in words.
    """
    if last < first:
        raise click.UsageError(f"--from {first} is after --to {last}.")
    voice = in_signs if sys.stdout.isatty() and not as_json else in_words
    try:
        for line in lines_of(game, seat, url, token, voice):
            if first <= line.version <= last:
                click.echo(msgspec.json.encode(line) if as_json else as_text(line))
    except (Refused, RecordBroken, UnknownRules) as lie:
        raise click.ClickException(str(lie)) from None
    except msgspec.MsgspecError as error:
        raise click.ClickException(f"This program does not understand that service: {error}.") from None


def lines_of(game: str, seat: int | None, url: str, token: str | None, voice: Voice) -> Iterable[StoryLine]:
    """Return the story of the game in a file, or of that with an id."""
    if Path(game).is_file():
        return from_record(read(Path(game).read_bytes()), seat, {}, voice)
    try:
        table = UUID(game)
    except ValueError:
        raise click.UsageError(f"{game!r} is neither a file nor the id of a table.") from None
    with connected(url, token) as client:
        return from_service(client, table, seat, voice)


def from_record(record: Record, seat: int | None, names: Mapping[UUID, str], voice: Voice) -> Iterator[StoryLine]:
    """Return the story of a record with all cards, or as a seat has seen it. Raises `Refused` or `RecordBroken`."""
    entries = entries_of(record)
    known = check_rules(entries).rules
    if seat is None:
        told: Iterable[FeedEntry] = in_full(played_again(entries))
    elif seat < len(record.players):
        told = seen_by(seat, played_again(entries))
    else:
        raise click.UsageError(f"The seats are 0 to {len(record.players) - 1}.")
    return story(known, entries[0].event.at, told, names, voice)


def played_again(entries: Iterable[Entry]) -> Iterator[tuple[Entry, Snapshot]]:
    """Yield entries with the table right after each."""
    snapshot: Snapshot | None = None
    for entry in entries:
        snapshot = rules.evolve(snapshot, entry)
        yield entry, snapshot


def from_service(client: httpx.Client, table: UUID, seat: int | None, voice: Voice) -> Iterator[StoryLine]:
    """Return the story of a game as the record tells it if that is open, else as the caller sees it.

    Raises `Unreachable`, `Refusal`, `Refused` or `RecordBroken`.
    """
    view = msgspec.json.decode(ask(client, f"tables/{table}/view").content, type=SeatView)
    header = view.table
    names = {player: name_of(client, player) for player in {header.creator, *header.seats} if player is not None}
    if header.finished_at is not None and (record := open_record(client, table)):
        return from_record(record, seat, names, voice)
    if seat not in {None, view.seat}:
        raise click.ClickException(f"The record is not open: what seat {seat} sees is for its player alone.")
    try:
        known = rules_of(header.game, header.rules_version)
    except UnknownRules as unknown:
        raise click.ClickException(f"It cannot be told: {unknown}.") from None
    return story(known, header.opened_at, feed(client, table), names, voice)


def name_of(client: httpx.Client, player: UUID) -> str:
    """Return the name of a player."""
    return msgspec.json.decode(ask(client, f"players/{player}").content, type=Player).name


def open_record(client: httpx.Client, table: UUID) -> Record | None:
    """Return the record of a finished game; None while another table plays the same deck."""
    try:
        return read(ask(client, f"tables/{table}/record").content)
    except Refusal as refusal:
        if refusal.code != "record_closed":
            raise
        return None


def feed(client: httpx.Client, table: UUID) -> list[FeedEntry]:
    """Return the events of a game so far, as the caller sees them."""
    entries: list[FeedEntry] = []
    after = "0"
    while True:
        try:
            answer = ask(client, f"tables/{table}/events", after=after, limit=PAGE)
        except Refusal as refusal:
            if refusal.left is None:
                raise
            version, after = refusal.left
            del entries[version:]
            continue
        page = msgspec.json.decode(answer.content, type=Feed)
        if not page.events:
            return entries
        entries += page.events
        after = page.cursor


def as_text(line: StoryLine) -> str:
    """Return a line for people: version, time since the table was opened, what happened."""
    seconds, milliseconds = divmod(line.after_ms, 1000)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{line.version:5}  {hours}:{minutes:02}:{seconds:02}.{milliseconds:03}  {line.text}"

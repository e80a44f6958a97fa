"""What a game is replayed from: a record, or what a service shows of the table while its record is closed."""

import contextlib
from collections.abc import Mapping
from pathlib import Path
from uuid import UUID

import click
import httpx
import msgspec

from projections.feed import SeenEvent
from projections.header import Header
from projections.seat_view import SeatView
from service.cli.connection import Refusal, ask, because, document_of
from service.cli.files import MOST_BYTES
from service.cli.texts import count
from service.http.wire.tables import Feed
from service.records.records import Record, read

PAGE = 1000
MOST_PAGES = 2000
"""Maximum number of pages that are read of a game. A service may send shorter ones than it is asked for."""


def source_of(game: str) -> Path | UUID:
    """Return the file or the id of a table that is meant. Raises `click.UsageError`."""
    with contextlib.suppress(OSError):  # too long for the name of a file, or in a folder that may not be looked into
        if Path(game).is_file():
            return Path(game)
    try:
        return UUID(game)
    except ValueError:
        raise click.UsageError(f"{game!r} is neither a file nor the id of a table.") from None


def record_in(file: Path) -> Record:
    """Return the record in a file. Raises `click.ClickException`, `Refused` or `RecordBroken`."""
    try:
        document = file.read_bytes()
    except OSError as why:
        raise click.ClickException(f"{file} cannot be read: {why.strerror}.") from None
    return read(document)


def must_be_seat(seat: int, seats: int) -> None:
    """Raise `click.UsageError` for a number that is no seat."""
    if seat >= seats:
        raise click.UsageError(f"The seats are 0 to {seats - 1}.")


def must_be_own(seat: int | None, own: int | None) -> None:
    """Raise `click.ClickException` for another seat than that of the caller, while the record is closed."""
    if seat not in {None, own}:
        raise click.ClickException(f"The record is not open: what seat {seat} sees is for its player alone.")


def must_reach(first: int, last: int) -> None:
    """Raise `click.UsageError` for a beginning after the last version."""
    if first > last:
        raise click.UsageError(f"--from {first} is after the end: the game has {count(last, 'event')}.")


def view_of(client: httpx.Client, table: UUID, reason: str | None) -> SeatView:
    """Return a table as the caller sees it. Raises `Unreachable` or `Refusal`."""
    return msgspec.json.decode(ask(client, f"tables/{table}/view", **because(reason)).content, type=SeatView)


def names_at(client: httpx.Client, header: Header) -> Mapping[UUID, str]:
    """Return the names of the players of a table, and of its creator, unless a tournament has opened it."""
    creators = {header.creator} if header.tournament is None else set()
    names = {player: name_of(client, player) for player in {*creators, *header.seats} if player is not None}
    return {player: name for player, name in names.items() if name is not None}


def name_of(client: httpx.Client, player: UUID) -> str | None:
    """Ask the service for the name of a player; house players of a tournament have no account, and so no name."""
    try:
        return str(document_of(ask(client, f"players/{player}"), "name")["name"])
    except Refusal as refusal:
        if refusal.code != "not_found":
            raise
        return None


def open_record(client: httpx.Client, header: Header, reason: str | None) -> Record | None:
    """Return the record of a game; None while it goes on, or another table plays the same deck."""
    if header.finished_at is None:
        return None
    try:
        return read(ask(client, f"tables/{header.id}/record", **because(reason)).content)
    except Refusal as refusal:
        if refusal.code != "record_closed":
            raise
        return None


def feed(client: httpx.Client, table: UUID, reason: str | None) -> list[SeenEvent]:
    """Return the events of a game so far, as the caller sees them.

    Raises `click.ClickException`, also if they have no end: a service may be broken, or hostile.
    """
    entries: list[SeenEvent] = []
    after, length = "0", 0
    for _ in range(MOST_PAGES):
        try:
            answer = ask(client, f"tables/{table}/events", after=after, limit=PAGE, **because(reason))
        except Refusal as refusal:
            if refusal.left is None:
                raise
            version, after = refusal.left
            del entries[version:]
            continue
        page = msgspec.json.decode(answer.content, type=Feed)
        if not page.events:
            return entries
        length += len(answer.content)
        if length > MOST_BYTES:
            break
        entries += page.events
        after = page.cursor
    raise click.ClickException("The service sends more events than a game can have.")

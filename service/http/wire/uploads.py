"""Entrants of a tournament as a table: CSV (RFC 4180) in UTF-8, with the names of its columns in the first row.

For players, a column `player` has their ids. For teams there is a row for each person: `team` is the name, which the
rows of one team share, `player` the id, and `substitute` is `yes` for people who are not members.
"""

import csv
import io
from uuid import UUID

import msgspec

from service.http.exchange import exchange_of
from service.http.faults import Fault
from service.http.problems import AnyRequest, Problem
from service.http.wire.media_types import CSV
from service.http.wire.queries import ID
from service.http.wire.tournaments import AddEntrants, ListedEntrant

OF_PLAYERS = ["player"]
OF_TEAMS = (["team", "player"], ["team", "player", "substitute"])


def read_entrants(request: AnyRequest) -> AddEntrants:
    """Return the entrants of an upload.

    Raises `Problem`: body_too_large, unsupported_media_type or invalid_body, which names the first row that is wrong.
    """
    exchange = exchange_of(request.scope)
    if exchange.header(b"content-type").partition(b";")[0].strip().lower() != CSV.encode():
        raise Problem("unsupported_media_type", f"Content-Type has to be {CSV!r}.")
    try:
        text = exchange.body.decode("utf-8-sig")
        rows = list(csv.reader(io.StringIO(text, newline=""), strict=True))
    except (UnicodeDecodeError, csv.Error) as error:
        raise wrong(f"It is no CSV in UTF-8: {error}.") from None
    names = [each.strip().lower() for each in rows[0]] if rows else []
    if names == OF_PLAYERS:
        found = [ListedEntrant((person(number, row[0]),)) for number, row in numbered(rows, 1)]
    elif names in OF_TEAMS:
        found = teams(rows, len(names))
    else:
        raise wrong("Its first row has to be `player`, or `team,player`, or `team,player,substitute`.")
    if not found:
        raise wrong("It has no rows after the first one.")
    try:
        return msgspec.convert({"type": "add_entrants", "entrants": msgspec.to_builtins(found)}, AddEntrants)
    except msgspec.ValidationError as error:
        raise wrong(f"{error}.") from None


def numbered(rows: list[list[str]], columns: int) -> list[tuple[int, list[str]]]:
    """Return the rows after the first one with their numbers, without empty ones. Raises `Problem`."""
    found = [(number, row) for number, row in enumerate(rows, start=1) if number > 1 and any(row)]
    for number, row in found:
        if len(row) != columns:
            raise wrong(f"Row {number} has {len(row)} fields, not {columns}.")
    return found


def teams(rows: list[list[str]], columns: int) -> list[ListedEntrant]:
    """Return the teams of a table, in the order of their first rows. Raises `Problem`."""
    members: dict[str, tuple[list[UUID], list[UUID]]] = {}
    for number, (name, player, *substitute) in numbered(rows, columns):
        if substitute not in ([], [""], ["no"], ["yes"]):
            raise wrong(f"Row {number}: `substitute` is `yes`, `no` or empty.")
        members.setdefault(name.strip(), ([], []))[substitute == ["yes"]].append(person(number, player))
    return [ListedEntrant(tuple(own), tuple(others), name or None) for name, (own, others) in members.items()]


def person(number: int, text: str) -> UUID:
    """Return the id of a player in a row. Raises `Problem`."""
    if ID.pattern.fullmatch(text.strip()) is None:
        raise wrong(f"Row {number}: the id of a player is a UUID.")
    return UUID(text.strip())


def wrong(detail: str) -> Problem:
    """Return the problem of an upload."""
    return Problem("invalid_body", errors=(Fault(detail[:200]),))

"""An older program, as the log shows it: it wrote `seat_taken` in another shape, which has changed twice since.

The present program reads what it wrote once the upcasters are there that such changes would bring.
"""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

import msgspec
import pytest

from domain.table import FIRST_LINK, UPCASTERS, EarlierEntry, Entry, canonical, link

Json = dict[str, Any]


def first_to_second(event: Json) -> Json:
    """The player and their entropy stood together."""
    who = event["who"]
    return {**{name: event[name] for name in event if name != "who"}, "type": "sat_down.2", **who}


def second_to_present(event: Json) -> Json:
    """The seat was called a place."""
    return {**{name: event[name] for name in event if name != "place"}, "type": "seat_taken", "seat": event["place"]}


def sit_to_take_seat(command: Json) -> Json:
    """The command had another name."""
    return {**command, "type": "take_seat"}


def changed_shapes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make this program one that comes after the changes."""
    for kind, upcaster in (("sat_down", first_to_second), ("sat_down.2", second_to_present), ("sit", sit_to_take_seat)):
        monkeypatch.setitem(UPCASTERS, kind, upcaster)


def written_earlier(entry: Entry) -> Entry:
    """Return an entry as the older program wrote it: another one for a player who sits down, the same for all else."""
    command, event = (msgspec.to_builtins(each) for each in entry.as_written)
    if event["type"] != "seat_taken":
        return entry
    old = {
        "type": "sat_down",
        "at": event["at"],
        "place": event["seat"],
        "who": {"player": event["player"], "entropy": event["entropy"]},
    }
    header = entry.version, entry.step, entry.seat, entry.key
    return EarlierEntry(*header, entry.command, entry.event, {**command, "type": "sit"}, old)


def chained(table_id: UUID, entries: Sequence[Entry]) -> list[bytes]:
    """Return the hashes of entries as they were written."""
    hashes = [FIRST_LINK]
    for entry in entries:
        hashes.append(link(hashes[-1], table_id, entry))
    return hashes[1:]


def texts(entry: Entry) -> tuple[bytes | None, bytes]:
    """Return the command and the event of an entry as they stand in the log."""
    command, event = entry.as_written
    return None if command is None else canonical(command), canonical(event)

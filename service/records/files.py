"""Files of records: a head and a list of events, JSON in canonical form, without a look at what they say."""

import asyncio
import json
from collections.abc import Iterable
from itertools import chain, islice, repeat
from typing import NoReturn, TypeVar

import msgspec
from msgspec import UNSET, Struct

from domain.game import Refused
from domain.record import RecordBroken
from domain.table import canonical
from service.live.named import encoder

R = TypeVar("R", bound=Struct)

NOT_A_RECORD = "not_a_record"
"""The code with which a file is refused that is no record."""


async def as_file(record: Struct, events: Iterable[bytes]) -> bytes:
    """Return a record, which comes without events, as JSON with its events, which are encoded already.

    It may have many megabytes: they are put together, once, while others have their turn.
    """
    head = {name: part for name, part in msgspec.structs.asdict(record).items() if part is not UNSET}
    before, name, after = encoder.encode(head).partition(b'"events":[')
    separated = islice(chain.from_iterable(zip(repeat(b","), events, strict=False)), 1, None)
    return await asyncio.to_thread(b"".join, chain((before, name), separated, (after,)))


def read_as(kind: type[R], document: bytes, form: str) -> tuple[R, list[object]]:
    """Read a file that has a head and events; return the head, and the events as they stand there.

    Raises `Refused("not_a_record", …)` with the reason alone, for what is not of this kind, or not in this form.
    """
    try:
        head = msgspec.convert(plain_json(document), dict[str, object])
        events = msgspec.convert(head.pop("events", None), list[object])
        record = msgspec.convert({**head, "events": ()}, kind)
        must_be_as_written(record, head)
    except (ValueError, RecursionError, msgspec.ValidationError) as error:
        raise Refused(NOT_A_RECORD, f"{error}.") from None
    if head["format"] != form:
        raise Refused(NOT_A_RECORD, f"The format is {head['format']!r}; this program reads {form!r}.")
    return record, events


def plain_json(document: bytes) -> object:
    """Return JSON that has a canonical form (`domain.record`). Raises ValueError or RecursionError."""
    value = json.loads(document.decode(), object_pairs_hook=once_each, parse_float=no_number, parse_constant=no_number)
    canonical(value)  # raises for a text that is not Unicode
    return value


def must_be_as_written(record: Struct, head: dict[str, object]) -> None:
    """Raise ValueError if the head of a file is not written as the service writes it, for example an id in capitals."""
    if canonical(record) != canonical({**head, "events": ()}):
        raise ValueError("its head is not as the service writes it")


def once_each(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Return a JSON object. Raises ValueError if a name stands in it twice: readers would differ."""
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError(f"an object has two members of one name, {', '.join(name for name, _ in pairs)[:200]}")
    return members


def no_number(literal: str) -> NoReturn:
    """Raise ValueError: a record has integers only."""
    raise ValueError(f"{literal[:40]} is no integer")


def recorded_as(kind: type[R], events: Iterable[object]) -> tuple[R, ...]:
    """Return the events of a file. Raises `RecordBroken` for the first that is no event."""
    recorded = []
    for number, raw in enumerate(events, start=1):
        try:
            recorded.append(msgspec.convert(raw, kind))
        except msgspec.ValidationError as error:
            raise RecordBroken(number, f"it is malformed: {error}") from None
    return tuple(recorded)

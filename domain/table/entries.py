"""The entries of a table's stream, and the chain of hashes over them.

Link n of the chain is `SHA-256(link n-1 ‖ canonical JSON of entry n)`; link 0 is 32 zero bytes. An entry is the object

    {"command": …, "event": …, "key": …, "seat": …, "step": …, "table": …, "version": …}

- `version`: its number in the stream, from 1; `step`: the version of the first event of the same command;
- `seat`: the seat that acted, null for the table and the clock;
- `command`: on the first event of every step, the command; else null. The clock's steps have the command `tick`;
- `key`: the id of the client's command (hexadecimal), from its `Idempotency-Key`, or null;
- `table`: the table's UUID; `event`: with its secrets.

Canonical JSON: keys sorted, no white space, UTF-8, as RFC 8785 has it for strings and integers (there are no floats).
"""

import hashlib
from functools import cache, lru_cache
from typing import Any, Union
from uuid import UUID

import msgspec
from msgspec import Struct

from domain.game import AnyGame, by_wire_name
from domain.table.commands import MOVES, Command, command_type
from domain.table.events import AnyTableEvent

FIRST_LINK = bytes(32)

canonical = msgspec.json.Encoder(order="sorted").encode
"""Return the canonical JSON of structs, dicts, lists, strings, integers, booleans and null."""


class Entry(Struct, frozen=True, gc=False):
    """One event of a stream with its header; `event` and `command` are typed."""

    version: int
    step: int
    seat: int | None
    key: str | None
    command: Command | None
    event: Any

    @property
    def mover(self) -> int | None:
        """The seat whose move this is the first event of; None: of none."""
        return self.seat if isinstance(self.command, MOVES) else None

    @property
    def as_written(self) -> tuple[Any, Any]:
        """The command and the event as they were recorded."""
        return self.command, self.event


class EarlierEntry(Entry, frozen=True, gc=False):
    """One that was recorded in an earlier shape: its event and command in the present one, and as JSON has them."""

    written_command: Any
    written_event: Any

    @property
    def as_written(self) -> tuple[Any, Any]:
        """The command and the event as they were recorded, in another shape than the present one."""
        return self.written_command, self.written_event


def link(previous: bytes, table_id: UUID, entry: Entry) -> bytes:
    """Return the hash of an entry, 32 bytes, that stands after the link `previous`."""
    command, event = entry.as_written
    return link_of(previous, table_id, entry, canonical(command), canonical(event))


def link_of(previous: bytes, table_id: UUID, entry: Entry, command: bytes, event: bytes) -> bytes:
    """Return the hash of an entry whose canonical command (`null`: none) and event are known."""
    key = b"null" if entry.key is None else b'"%s"' % entry.key.encode()
    seat = b"null" if entry.seat is None else b"%d" % entry.seat
    return hashlib.sha256(
        b'%s{"command":%s,"event":%s,"key":%s,"seat":%s,"step":%d,"table":"%s","version":%d}'
        % (previous, command, event, key, seat, entry.step, written(table_id.int), entry.version)
    ).digest()


@lru_cache(maxsize=4096)
def written(number: int) -> bytes:
    """Return the text of a table's id, given as a number; it is cached, as the same tables come again and again."""
    return str(UUID(int=number)).encode()


@cache
def stream_event(rules: AnyGame) -> object:
    """Return the union of all events that can stand in the stream of a table that is played by these rules."""
    kinds = (*by_wire_name(AnyTableEvent).values(), *by_wire_name(rules.Event).values())
    return Union[kinds]  # noqa: UP007 - the members are only known at run time


@cache
def entry_type(rules: AnyGame) -> object:
    """Return the type of the entries of such a stream, for `msgspec.convert` and decoders."""
    return msgspec.defstruct(
        "TypedEntry",
        [
            ("version", int),
            ("step", int),
            ("seat", int | None),
            ("key", str | None),
            ("command", Union[command_type(rules), None]),  # noqa: UP007 - as above
            ("event", stream_event(rules)),
        ],
        bases=(Entry,),
        frozen=True,
    )

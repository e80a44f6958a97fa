"""What is shown of tables, with names of players: they are put in on the way out, and nothing here keeps them."""

from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import Final
from uuid import UUID

import msgspec
from msgspec import Raw, Struct

from domain.table import Snapshot
from projections.header import Header, header
from projections.names import E, Names, TheirNames, entry_with_names, names_in, people_in, people_of, with_names

Lookup = Callable[[Collection[UUID]], Awaitable[Names]]
"""Gives the names of players. Raises `StoreUnavailable`."""

encoder = msgspec.json.Encoder(order="deterministic")
"""What comes from a request and what comes from the log have their keys in one order: an ETag stands for bytes."""


class ViewParts(Struct, frozen=True):
    """An encoded view, of which the header alone is decoded."""

    table: Header
    seat: int | None
    state: Raw
    layout: Raw
    decision: Raw

    @property
    def names(self) -> TheirNames:
        """The names in its header."""
        return names_in(self.table)


PARTS: Final = msgspec.json.Decoder(ViewParts)


def parts_of(view: bytes) -> ViewParts:
    """Split an encoded view so that its header can be replaced without decoding the rest."""
    return PARTS.decode(view)


class Named:
    """Puts names into what is shown."""

    def __init__(self, look_up: Lookup) -> None:
        self.look_up = look_up

    async def of(self, people: Collection[UUID | None]) -> Names:
        """Return the names of those who are there."""
        return await self.look_up({player for player in people if player is not None})

    async def header(self, table_id: UUID, snapshot: Snapshot) -> Header:
        """Return the header of a table at a snapshot."""
        shown = header(table_id, snapshot)
        return with_names(shown, await self.of(people_of(shown)))

    async def view(self, document: bytes) -> bytes:
        """Return an encoded view with names."""
        parts = parts_of(document)
        named = with_names(parts.table, await self.of(people_of(parts.table)))
        return encoder.encode(msgspec.structs.replace(parts, table=named))

    async def entries(self, snapshot: Snapshot, entries: Sequence[E]) -> Sequence[E]:
        """Return events of a table of which this is a snapshot, whichever, with names in their messages."""
        people = people_in(entries)
        if not people:
            return entries
        names = await self.of(people)
        return [entry_with_names(entry, names, snapshot.rules.faces) for entry in entries]

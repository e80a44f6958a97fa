"""The cursor of a player's stream: at which version of each table it is, and which invitations it has told."""

import base64
import binascii
import struct
from dataclasses import dataclass, field
from typing import Self
from uuid import UUID

FORMAT = "1"
"""What a player's cursor begins with, so that there can be other forms, and that none is empty."""
PAIR = struct.Struct(">16sI")
"""A table and its version; version 0: the player has been told of an invitation there."""


class BadCursor(ValueError):
    """The text is no cursor of a player's stream."""


@dataclass(slots=True)
class Places:
    """Where a player's stream is: at which version of each table, and which invitations it has told."""

    tables: dict[UUID, int] = field(default_factory=dict)
    invitations: set[UUID] = field(default_factory=set)

    def cursor(self) -> str:
        """Return the places as a text that only `parsed` reads."""
        pairs = [*self.tables.items(), *((table_id, 0) for table_id in sorted(self.invitations))]
        packed = b"".join(PAIR.pack(table_id.bytes, version) for table_id, version in pairs)
        return FORMAT + base64.urlsafe_b64encode(packed).decode().rstrip("=")

    @classmethod
    def parsed(cls, cursor: str) -> Self:
        """Return the places that a cursor holds. Raises `BadCursor`."""
        text = cursor.removeprefix(FORMAT)
        try:
            packed = base64.b64decode(text + "=" * (-len(text) % 4), altchars="-_", validate=True)
            pairs = [(UUID(bytes=table_id), version) for table_id, version in PAIR.iter_unpack(packed)]
        except (binascii.Error, struct.error, ValueError):
            raise BadCursor from None
        places = cls(
            {table_id: version for table_id, version in pairs if version},
            {table_id for table_id, version in pairs if not version},
        )
        if places.cursor() != cursor:
            raise BadCursor
        return places

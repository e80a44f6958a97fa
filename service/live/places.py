"""The cursor of a player's stream: at which version of each table it is, and which invitations it has told."""

import base64
import binascii
import struct
from dataclasses import dataclass, field
from typing import Self
from uuid import UUID

from service.live.cursors import BadCursor
from service.store import Epoch

PLAIN, OF_EPOCH = "1", "2"
"""What a player's cursor begins with: it tells the forms of cursors apart, and no cursor is empty.

The first form, which version 0.3 of the service gave, is of the present epoch, whichever that is.
"""
PAIR = struct.Struct(">16sI")
"""A table and its version; version 0: the player has been told of an invitation there."""
EPOCH = struct.Struct(">I4s")
"""The number and the id of the epoch, which stand before the pairs in the second form."""
LAST_EPOCH = 999_999_999
"""Largest number that an epoch can have in a cursor."""


@dataclass(slots=True)
class Places:
    """Where a player's stream is: at which version of each table, and which invitations it has told."""

    tables: dict[UUID, int] = field(default_factory=dict)
    invitations: set[UUID] = field(default_factory=set)
    epoch: Epoch | None = None
    """The epoch of the log that the versions are of; None: the present one, whichever that is."""

    def cursor(self) -> str:
        """Return the places as a text that only `parsed` reads."""
        pairs = [*self.tables.items(), *((table_id, 0) for table_id in sorted(self.invitations))]
        packed = b"".join(PAIR.pack(table_id.bytes, version) for table_id, version in pairs)
        if self.epoch is not None:
            packed = EPOCH.pack(self.epoch.number, bytes.fromhex(self.epoch.id)) + packed
        form = PLAIN if self.epoch is None else OF_EPOCH
        return form + base64.urlsafe_b64encode(packed).decode().rstrip("=")

    @classmethod
    def parsed(cls, cursor: str) -> Self:
        """Return the places that a cursor holds. Raises `BadCursor`."""
        text = cursor[1:]
        start = EPOCH.size if cursor.startswith(OF_EPOCH) else 0
        try:
            packed = base64.b64decode(text + "=" * (-len(text) % 4), altchars="-_", validate=True)
            epoch = epoch_of(packed[:start]) if start else None
            pairs = [(UUID(bytes=table_id), version) for table_id, version in PAIR.iter_unpack(packed[start:])]
        except (binascii.Error, struct.error, ValueError):
            raise BadCursor from None
        places = cls(
            {table_id: version for table_id, version in pairs if version},
            {table_id for table_id, version in pairs if not version},
            epoch,
        )
        if places.cursor() != cursor:
            raise BadCursor
        return places


def epoch_of(packed: bytes) -> Epoch:
    """Return the epoch that a cursor begins with. Raises `BadCursor` or `struct.error`."""
    number, id_ = EPOCH.unpack(packed)
    if not 1 <= number <= LAST_EPOCH:
        raise BadCursor
    return Epoch(number, id_.hex())

"""Cursors: a version of a table, and which history of the log it is of.

After the restore of a backup, or the loss of a server, the log has another history: up to some version it is the same,
and from there on it goes another way. A reader with a cursor of the lost history is told where that is.
"""

import re
from typing import Self
from uuid import UUID

from msgspec import Struct

from service.live.history import History
from service.live.viewers import UnknownVersion
from service.store import Epoch

FORM = "^[0-9]{1,15}(-[1-9][0-9]{0,8}-[0-9a-f]{8})?$"
"""How a cursor is written: a version and, unless it is of the present epoch whichever that is, the epoch."""


class BadCursor(ValueError):
    """The text is no cursor."""


class Cursor(Struct, frozen=True):
    """A version of a table in an epoch of the log; None: in the present one, whichever that is."""

    version: int
    epoch: Epoch | None = None

    def __str__(self) -> str:
        """Return it as it is given to readers."""
        return str(self.version) if self.epoch is None else f"{self.version}-{self.epoch}"

    @classmethod
    def parsed(cls, text: str) -> Self:
        """Return the cursor that a text is. Raises `BadCursor`."""
        if re.fullmatch(FORM, text) is None:
            raise BadCursor
        version, _, epoch = text.partition("-")
        number, _, id_ = epoch.partition("-")
        return cls(int(version), Epoch(int(number), id_) if epoch else None)


class HistoryLost(Exception):
    """What a reader has seen of a table after a `version` is lost; `cursor` is that version in the present history."""

    def __init__(self, cursor: Cursor) -> None:
        super().__init__(f"the history after version {cursor.version} is lost")
        self.version = cursor.version
        self.cursor = cursor


async def must_go_on(history: History, table_id: UUID, cursor: Cursor, shown: int) -> None:
    """Return if a reader, who sees a table up to a version, may go on after a cursor.

    Raises `UnknownVersion` if they cannot have seen that yet, and `HistoryLost` if it is of another epoch and not
    surely part of the present history. How far that one goes beyond what they see, it does not tell.
    """
    epoch = history.epoch
    if cursor.epoch is None or cursor.epoch == epoch:
        if cursor.version > shown:
            raise UnknownVersion(shown)
        return
    common = min(shown, (await history.in_common([table_id], cursor.epoch))[table_id])
    if cursor.version > common:
        raise HistoryLost(Cursor(common, epoch))

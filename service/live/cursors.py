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

FORM = r"^[0-9]{1,15}(-[1-9][0-9]{0,8}-[0-9a-f]{8}(-[1-9][0-9]{0,8})?)?\Z"
"""How a cursor is written: a version and, unless it is of the present epoch whichever that is, the epoch, with `feed`
unless it is 0."""


class BadCursor(ValueError):
    """The text is no cursor."""


class Cursor(Struct, frozen=True):
    """A version of a table in an epoch of the log; None: in the present one, whichever that is.

    Of a tournament, `feed` says in which of their feeds it is a version: how often its reader had had another place in
    the tournament (see `service.tournaments.personal_feeds`).
    """

    version: int
    epoch: Epoch | None = None
    feed: int = 0

    def __str__(self) -> str:
        """Return it as it is given to readers."""
        if self.epoch is None:
            return str(self.version)
        return f"{self.version}-{self.epoch}" + (f"-{self.feed}" if self.feed else "")

    @classmethod
    def parsed(cls, text: str) -> Self:
        """Return the cursor that a text is. Raises `BadCursor`."""
        if re.fullmatch(FORM, text) is None:
            raise BadCursor
        version, _, epoch = text.partition("-")
        number, _, rest = epoch.partition("-")
        id_, _, feed = rest.partition("-")
        return cls(int(version), Epoch(int(number), id_) if epoch else None, int(feed or 0))


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

"""Cursors of the history: up to where somebody has read it. They stay valid for years.

`12.0-1-0a0b0c0d` has read all games up to number 12, in this epoch of the log; `12.40-…` of game 12 the events up to
version 40. After `~` stand the games that were left out on the way: `3` all of it, `7.40` what comes after version 40.
"""

import re
from typing import Self

from msgspec import Struct

from service.store import Epoch

FORM = (
    r"^[0-9]{1,15}\.[0-9]{1,10}-[1-9][0-9]{0,8}-[0-9a-f]{8}"
    r"(~[0-9]{1,15}([.][0-9]{1,10})?(,[0-9]{1,15}([.][0-9]{1,10})?){0,19})?\Z"
)
"""How a cursor is written."""

MOST_LEFT_OUT = 20
"""Maximum number of games that a cursor has to come back to."""


class BadHistoryCursor(ValueError):
    """The text is no cursor of the history."""


class LeftOut(Struct, frozen=True):
    """A game that is not read, or only up to a version: its cards were played again just then."""

    number: int
    version: int = 0

    def __str__(self) -> str:
        """Return it as it stands in a cursor."""
        return f"{self.number}.{self.version}" if self.version else str(self.number)


class HistoryCursor(Struct, frozen=True):
    """All games up to `number` are read, the last one up to `version` if that is not 0, except for those `left_out`."""

    number: int
    version: int
    epoch: Epoch
    left_out: tuple[LeftOut, ...] = ()

    def __str__(self) -> str:
        """Return it as it is given to readers."""
        text = f"{self.number}.{self.version}-{self.epoch}"
        return f"{text}~{','.join(map(str, self.left_out))}" if self.left_out else text

    @classmethod
    def parsed(cls, text: str) -> Self:
        """Return the cursor that a text is. Raises `BadHistoryCursor`."""
        if re.fullmatch(FORM, text) is None:
            raise BadHistoryCursor
        place, _, left_out = text.partition("~")
        number, version, epoch, id_ = re.split(r"[.-]", place)
        games = [LeftOut(*map(int, each.split("."))) for each in left_out.split(",")] if left_out else []
        return cls(int(number), int(version), Epoch(int(epoch), id_), tuple(games))

"""Cursors of the history: up to where somebody has read it. They stay good for years.

`12.0-1-0a0b0c0d` has read all games up to number 12, in this epoch of the log; `12.40-…` of game 12 the events up to
version 40. After `~` stand the numbers of games that were left out on the way.
"""

import re
from typing import Self

from msgspec import Struct

from service.store import Epoch

FORM = r"^[0-9]{1,15}\.[0-9]{1,10}-[1-9][0-9]{0,8}-[0-9a-f]{8}(~[0-9]{1,15}(,[0-9]{1,15}){0,19})?$"
"""How a cursor is written."""

MOST_LEFT_OUT = 20
"""Maximum number of games that a cursor has to come back to."""


class BadHistoryCursor(ValueError):
    """The text is no cursor of the history."""


class HistoryCursor(Struct, frozen=True):
    """All games up to `number` are read; if `version` is not 0, that one up to this version.

    `left_out` are the numbers of games whose cards were played again just then.
    """

    number: int
    version: int
    epoch: Epoch
    left_out: tuple[int, ...] = ()

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
        numbers = tuple(int(each) for each in left_out.split(",")) if left_out else ()
        return cls(int(number), int(version), Epoch(int(epoch), id_), numbers)

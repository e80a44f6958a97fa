"""The port of an export: the open history, as it is read piece by piece."""

from collections.abc import Collection
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from service.store import Epoch


class Piece(Struct, frozen=True):
    """Games that are exported at once, by number: those that are open, and those that are not.

    A record closes again while another table plays with its cards. `last` is the number that the piece ends with,
    `events` how many its games have.
    """

    numbers: tuple[int, ...]
    held_back: tuple[int, ...]
    last: int
    events: int


class OpenHistory(Protocol):
    """The open history, wherever it is kept. Its games are numbered 1, 2, 3, … as their records have opened."""

    @property
    def epoch(self) -> Epoch:
        """The epoch of the log."""

    async def last_number(self) -> int:
        """Return the number of the last game whose record is open; 0: there is none."""

    async def piece(self, after: int, last: int, game: str | None) -> Piece:
        """Return the first games after a number, up to another one, that make a piece; with a `game`, those of it."""

    async def open_of(self, numbers: Collection[int]) -> Piece:
        """Return a piece of these games: those that are open now, and those that are not."""

    async def write(self, table: str, numbers: Collection[int], rows: Path) -> None:
        """Write the rows of a table that are of these games as CSV without a header."""

    async def write_whole(self, table: str, last: int, game: str | None, rows: Path) -> None:
        """Write all rows of a table that is one file, as CSV without a header; those about players up to this game."""

"""The port of the history: the ledger of openings, what is derived from them, and what readers ask.

A game's record opens once, and then has a number of the ledger: 1, 2, 3, … without gaps, visible in this order. A
reader who has seen number n has missed no game before it. What is derived from the openings are projections, each with
a cursor of its own: rows and cursor are written in one transaction.

All times are whole milliseconds since 1970.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol
from uuid import UUID

from msgspec import Struct

from projections.history import GameRow, Opening, Rows, SeatRow
from service.store import Epoch

GAMES = "games"
"""The projection of games, seats and decisions: all others are made of its rows."""

LAST_NUMBER = 2**63 - 1
"""Largest number that an opening can have."""

WINDOW = 2_000
"""Number of games that one question looks through at the most."""


class GameFilter(Struct, frozen=True, kw_only=True):
    """Which games a reader asks for; None: any. `since` and `until` are about the end of a game, `until` excluded.

    `player` has sat on one of the seats, `kind` was on one of them; both together on the same. `options` have these
    values. `viewer` is the player who asks: they see what is for all, and what concerns them; None: they see all.
    """

    game: str | None = None
    rules_version: str | None = None
    tournament: UUID | None = None
    player: UUID | None = None
    kind: str | None = None
    since: int | None = None
    until: int | None = None
    options: Mapping[str, object] = {}
    viewer: UUID | None = None


class Build(Struct, frozen=True):
    """A build of a projection, and the number of the last opening that is in it."""

    name: str
    build: int
    number: int
    served: bool


class Underived(Struct, frozen=True):
    """An opening of which nothing could be derived, and the kind of fault."""

    number: int
    table_id: UUID
    why: str


class Refusals(Struct, frozen=True):
    """How many moves were refused on a day (`YYYY-MM-DD`, UTC), of a game and for a reason."""

    day: str
    game: str
    code: str
    count: int


class HistoryStore(Protocol):
    """The history as one process uses it. Everything raises `StoreUnavailable`."""

    async def follow(self) -> bool:
        """Look for games whose record has opened, and number them; return whether there may be more at once."""

    async def openings(self, after: int, limit: int) -> list[Opening]:
        """Return the openings after a number, in order, at most `limit`."""

    async def in_common(self, epoch: Epoch) -> int:
        """Return up to which number the ledger has the openings that it had in an epoch of the log.

        It is 0 if that is unknown here, and any large number for the present one.
        """

    async def last_number(self) -> int:
        """Return the number up to which games can be read; 0: none can."""

    async def games(self, wanted: GameFilter, after: int, up_to: int, limit: int = WINDOW) -> list[GameRow]:
        """Return the games with numbers above `after` and not above `up_to` that are wanted, in order, at most `limit`.

        The two numbers are at most `WINDOW` apart.
        """

    async def seats(self, numbers: Collection[int]) -> list[SeatRow]:
        """Return the seats of games, by number and seat."""

    async def rows(self, after: int, up_to: int) -> list[Rows]:
        """Return all that is derived from the games with numbers above `after` and not above `up_to`, in order."""

    async def add_refusals(self, counted: Sequence[Refusals]) -> None:
        """Add counts of refused moves to those that are there."""

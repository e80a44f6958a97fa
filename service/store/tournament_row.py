"""The list of tournaments: one row each, written in the same transaction as the events that change it."""

from typing import Protocol
from uuid import UUID

from msgspec import Struct

from domain.game import Time
from domain.tournament.state import State
from domain.tournament.types import Format


class TournamentRow(Struct, frozen=True, kw_only=True):
    """What the list knows of a tournament.

    `title` is the digest of a note, hexadecimal. `due` is when somebody has to look at the tournament at the latest,
    for its clock or its tables; None: nobody. `version` is that of the tournament when the row was written. What is
    fixed when it is announced never changes here.
    """

    tournament_id: UUID
    version: int
    game: str
    format: Format
    status: State
    director: UUID
    entrants: int
    round: int
    rounds: int
    title: str | None
    due: Time | None
    created_at: Time
    finished_at: Time | None


class TournamentFilter(Struct, frozen=True, kw_only=True):
    """Which tournaments a page of the list shows; None: any.

    `before` is the time of the announcement and the id of the last one of the page before (keyset paging).
    """

    game: str | None = None
    status: State | None = None
    before: tuple[int, UUID] | None = None


class TournamentList(Protocol):
    """The questions to the list. Everything raises `StoreUnavailable`."""

    async def one(self, tournament_id: UUID) -> TournamentRow | None:
        """Return the row of a tournament; None: there is none."""

    async def page(self, wanted: TournamentFilter, limit: int = 50) -> list[TournamentRow]:
        """Return tournaments, the newest first."""

    async def due(self, at: int, limit: int, after: tuple[int, UUID] | None = None) -> list[tuple[UUID, int]]:
        """Return tournaments that somebody has to look at by `at`, at most `limit`, and since when; see `page`."""

    async def settle(self, tournament_id: UUID, version: int, due: int | None) -> None:
        """Note when somebody has to look at a tournament from now on, if its row is still that of a version."""

    async def going_on(self, director: UUID) -> list[UUID]:
        """Return the tournaments that somebody has announced and that go on."""

    async def note_staff(self, tournament_id: UUID, person: UUID) -> None:
        """Note that somebody is to be on the staff of a tournament, beside who has announced it."""

    async def staffed(self, person: UUID) -> list[UUID]:
        """Return the tournaments that go on and that somebody has announced, or was to be on the staff of."""

"""The questions to the list of tournaments, in SQL."""

from functools import cache
from typing import get_args
from uuid import UUID

import asyncpg
import msgspec

from domain.tournament.state import State
from service.store.port import lane_of
from service.store.postgres.asking import Asking
from service.store.postgres.bounds import BEFORE_ALL, LATER_THAN_ALL
from service.store.postgres.connections import Pool
from service.store.postgres.ids import plain
from service.store.tournament_row import TournamentFilter, TournamentRow

STATES = get_args(get_args(State)[0])
NAMES = (
    "tournament_id, version, game, format, status, director, entrants, round, rounds, title, due, created_at,"
    " finished_at"
)

ONE = f"select {NAMES} from tournament where lane = $1 and tournament_id = $2"  # noqa: S608 - names of this module

PAGE_OF_TOURNAMENTS = """
select {names}
from unnest($1::text[]) as kind (wanted)
cross join lateral (
    select * from tournament as entry
    where {of_game}entry.status = kind.wanted
        and (entry.created_at, entry.tournament_id) < ($2::bigint, $3::uuid)
    order by entry.created_at desc, entry.tournament_id desc limit $4::bigint
) as newest
order by created_at desc, tournament_id desc limit $4::bigint
"""
"""The newest of each state, in the order of an index: at most as many as a page has room for."""

DUE_TOURNAMENTS = """
select tournament_id, due from tournament
where due <= $1 and (due, tournament_id) > ($3::bigint, $4::uuid)
order by due, tournament_id limit $2
"""

SETTLE = "update tournament set due = $4 where lane = $1 and tournament_id = $2 and version = $3"

TOURNAMENTS_GOING_ON = "select tournament_id from tournament where director = $1 and finished_at is null"

NOTE_STAFF = "insert into director (lane, tournament_id, person) values ($1, $2, $3) on conflict do nothing"

STAFFED = f"""
{TOURNAMENTS_GOING_ON}
union
select entry.tournament_id from director
cross join lateral (
    select * from tournament
    where tournament.lane = director.lane and tournament.tournament_id >= director.tournament_id
    order by tournament.tournament_id limit 1
) as entry
where director.person = $1 and entry.tournament_id = director.tournament_id and entry.finished_at is null
"""  # noqa: S608 - names of this module
"""The first one from each id on is that one itself: asked for so, it leaves but one index to choose."""


@cache
def page_query(*, of_game: bool) -> str:
    """Return the question for a page. Its arguments are states, a time and an id, a limit, and the game if given."""
    return PAGE_OF_TOURNAMENTS.format(names=NAMES, of_game="entry.game = $5 and " if of_game else "")


class PostgresTournaments:
    """A `TournamentList` in Postgres."""

    def __init__(self, pool: Pool) -> None:
        self._ask = Asking(pool)

    async def one(self, tournament_id: UUID) -> TournamentRow | None:
        """Return the row of a tournament; None: there is none."""
        found = await self._ask.row(ONE, lane_of(tournament_id), tournament_id)
        return None if found is None else row_of(found)

    async def page(self, wanted: TournamentFilter, limit: int = 50) -> list[TournamentRow]:
        """Return tournaments, the newest first; see `TournamentList.page`."""
        query = page_query(of_game=wanted.game is not None)
        states = [wanted.status] if wanted.status else STATES
        of_game = [] if wanted.game is None else [wanted.game]
        found = await self._ask.rows(query, states, *(wanted.before or LATER_THAN_ALL), limit, *of_game)
        return [row_of(row) for row in found]

    async def due(self, at: int, limit: int, after: tuple[int, UUID] | None = None) -> list[tuple[UUID, int]]:
        """Return tournaments that somebody has to look at by `at`; see `TournamentList.due`."""
        rows = await self._ask.rows(DUE_TOURNAMENTS, at, limit, *(after or BEFORE_ALL))
        return [(plain(row["tournament_id"]), row["due"]) for row in rows]

    async def settle(self, tournament_id: UUID, version: int, due: int | None) -> None:
        """Note when somebody has to look at a tournament; see `TournamentList.settle`."""
        await self._ask.do(SETTLE, lane_of(tournament_id), tournament_id, version, due)

    async def going_on(self, director: UUID) -> list[UUID]:
        """Return the tournaments that somebody has announced and that go on."""
        return [plain(found) for (found,) in await self._ask.rows(TOURNAMENTS_GOING_ON, director)]

    async def note_staff(self, tournament_id: UUID, person: UUID) -> None:
        """Note that somebody is to be on the staff of a tournament; see `TournamentList.note_staff`."""
        await self._ask.do(NOTE_STAFF, lane_of(tournament_id), tournament_id, person)

    async def staffed(self, person: UUID) -> list[UUID]:
        """Return the tournaments that go on and that somebody has announced, or was to be on the staff of."""
        return [plain(found) for (found,) in await self._ask.rows(STAFFED, person)]


def row_of(found: asyncpg.Record) -> TournamentRow:
    """Return a row of the table `tournament`."""
    given = dict(found) | {
        "tournament_id": plain(found["tournament_id"]),
        "director": plain(found["director"]),
        "title": None if found["title"] is None else found["title"].hex(),
    }
    return msgspec.convert(given, TournamentRow)

"""Statistics, ratings and hints, read from PostgreSQL: from the builds that are served."""

import math
from collections.abc import Mapping
from uuid import UUID

from msgspec import Struct

from projections.history.hints import Giving, PlayerPace
from projections.history.ratings import Rating
from projections.history.statistics import Meeting, OptionStatistics, PlayerStatistics
from projections.kinds import PlayerKind
from service.history import standings
from service.history.converting import converted
from service.history.kept import state_of
from service.history.port import Build
from service.history.results import MOST_MET, PlayedGame, PlayerResults, Unusual, keys_of
from service.history.statements import SERVED
from service.store.postgres.asking import Asking
from service.store.postgres.away import unless_away
from service.store.postgres.connections import Pool


def names(kind: type[Struct], table: str) -> str:
    """Return the columns of a table that a struct has as fields."""
    return ", ".join(f"{table}.{name}" for name in kind.__struct_fields__)


STATISTICS_OF = f"""
select {names(PlayerStatistics, "own")} from player_statistics as own
where build = served('statistics') and player = $1 order by game
"""  # noqa: S608 - only the names of columns are put in
MEETINGS_OF = f"""
select {names(Meeting, "most")} from player_statistics as own cross join lateral (
    select * from meeting
    where meeting.build = own.build and meeting.player = own.player and meeting.game = own.game
    order by met desc, other limit $2
) as most
where own.build = served('statistics') and own.player = $1
order by most.game, most.met desc, most.other
"""  # noqa: S608 - as above
RATINGS_OF = f"""
select {names(Rating, "rating")} from rating where build = served('ratings') and player = $1 order by game
"""  # noqa: S608 - as above
BOARD = f"""
select {names(Rating, "rating")} from rating
where build = served('ratings') and game = $1 and kind = $2 and provisional = $3
    and standing <= $4 and (standing < $4 or player > $5)
order by standing desc, player limit $6
"""  # noqa: S608 - as above
OPTIONS_OF = f"""
select {names(OptionStatistics, "kept")} from option_statistics as kept
where build = served('statistics') and game = $1 order by played desc, options limit $2
"""  # noqa: S608 - as above
PLAYED, SAT = (
    f"""
    select game.number, game.table_id, game.game, game.status, game.reason, game.finished_at, game.seats,
        own.seat, own.kind, own.team, own.place, own.outcome, own.points,
        change.mu_before, change.sigma_before, change.mu, change.sigma
    from ({numbers}) as asked
    cross join lateral (
        select * from game where build = served('games') and game.number = asked.number limit 1
    ) as game
    cross join lateral (
        select * from seat where seat.build = game.build and seat.number = game.number and seat.player = $1
        order by seat.seat limit 1
    ) as own
    left join lateral (
        select * from rating_change
        where build = served('ratings') and rating_change.number = asked.number and rating_change.player = $1 limit 1
    ) as change on true
    order by asked.number desc
    """  # noqa: S608 - only a question of ours is put in
    for numbers in (
        """
        select number from played where build = served('statistics') and player = $1 and number < $2
        order by number desc limit $3
        """,
        """
        select distinct number from seat where build = served('games') and player = $1 and number < $2
        order by number desc limit $3
        """,
    )
)
"""The games of a player that strangers may read, and all of them.

With `limit 1` games and changes are looked for by their keys, however many Postgres believes to be asked for.
"""
GIVINGS = f"""
select {names(Giving, "kept")} from hint_giving as kept
where build = served('hints') and surprise > 0 order by surprise desc limit $1
"""  # noqa: S608 - as above
PACES = f"""
select {names(PlayerPace, "kept")} from hint_pace as kept
where build = served('hints') and surprise > 0 order by surprise desc limit $1
"""  # noqa: S608 - as above

ABOVE_ALL_STANDINGS = (math.inf, UUID(int=0))
"""A standing and a player that come before all others."""


class PostgresResults:
    """A `ResultStore` on the connections of a history."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._ask = Asking(pool)

    async def reached(self) -> Mapping[str, Build]:
        """Return the builds that are served; see `ResultStore.reached`."""
        return {row["name"]: converted(row, Build) for row in await self._ask.rows(SERVED)}

    async def of_player(self, player: UUID) -> PlayerResults:
        """Return what is kept of a player; see `ResultStore.of_player`."""
        with unless_away():
            async with self._pool.acquire() as connection:
                statistics = await connection.fetch(STATISTICS_OF, player)
                ratings = await connection.fetch(RATINGS_OF, player)
                meetings = await connection.fetch(MEETINGS_OF, player, MOST_MET)
        return PlayerResults(
            tuple(state_of(row, PlayerStatistics) for row in statistics),
            tuple(state_of(row, Rating) for row in ratings),
            tuple(state_of(row, Meeting) for row in meetings),
        )

    async def games_of(self, player: UUID, before: int, limit: int, *, private: bool) -> list[PlayedGame]:
        """Return games of a player, the last first; see `ResultStore.games_of`."""
        rows = await self._ask.rows(SAT if private else PLAYED, player, before, limit)
        return [converted(row, PlayedGame) for row in rows]

    async def board(
        self, game: str, kind: PlayerKind, after: tuple[float, UUID] | None, limit: int, *, provisional: bool
    ) -> list[Rating]:
        """Return ratings, the best standing first; see `ResultStore.board`."""
        rows = await self._ask.rows(BOARD, game, kind, provisional, *(after or ABOVE_ALL_STANDINGS), limit)
        return [state_of(row, Rating) for row in rows]

    async def options_of(self, game: str, limit: int) -> list[OptionStatistics]:
        """Return how games went by their options; see `ResultStore.options_of`."""
        rows = await self._ask.rows(OPTIONS_OF, game, limit)
        return [state_of(row, OptionStatistics) for row in rows]

    async def unusual(self, limit: int) -> Unusual:
        """Return what is most surprising; see `ResultStore.unusual`."""
        builds = await self.reached()
        hints, statistics = (builds[name].build if name in builds else 0 for name in ("hints", "statistics"))
        with unless_away():
            async with self._pool.acquire() as connection:
                givings = [state_of(row, Giving) for row in await connection.fetch(GIVINGS, limit)]
                paces = [state_of(row, PlayerPace) for row in await connection.fetch(PACES, limit)]
                usual = await standings.USUALS.load(connection, hints, keys_of(givings, paces))
                pairs = {(each.giver, each.taker, each.game) for each in givings}
                players = {(player, game) for *pair, game in pairs for player in pair}
                played = await standings.PLAYERS.load(connection, statistics, players)
                meetings = await standings.MEETINGS.load(connection, statistics, pairs)
        return Unusual(tuple(givings), tuple(paces), usual, played, meetings)

"""Statistics, ratings and hints in the memory of one process, over a history in memory: for tests."""

from collections.abc import Mapping
from uuid import UUID

from projections.history import Rows
from projections.history.hints import Hints, hints_after
from projections.history.ratings import Rating, RatingChange, RatingKey, ratings_after
from projections.history.statistics import (
    Meeting,
    MeetingKey,
    OptionKey,
    OptionStatistics,
    PlayerKey,
    PlayerStatistics,
    meetings_after,
    options_after,
    players_after,
    seated,
)
from projections.kinds import PlayerKind
from service.history.port import Build, HistoryStore
from service.history.results import MOST_MET, PlayedGame, PlayerResults, Unusual, keys_of


class MemoryResults:
    """A `ResultStore` that folds whatever has opened when it is read."""

    def __init__(self, history: HistoryStore) -> None:
        self._history = history
        self._games: list[Rows] = []
        self._players: dict[PlayerKey, PlayerStatistics] = {}
        self._meetings: dict[MeetingKey, Meeting] = {}
        self._options: dict[OptionKey, OptionStatistics] = {}
        self._ratings: dict[RatingKey, Rating] = {}
        self._changes: dict[tuple[int, UUID], RatingChange] = {}
        self._hints = Hints({}, {}, {})

    async def reached(self) -> Mapping[str, Build]:
        """Return the builds that are served; see `ResultStore.reached`."""
        last = await self._history.last_number()
        for rows in await self._history.rows(len(self._games), last):
            self._take_in(rows)
        return {name: Build(name, 1, last, served=True) for name in ("games", "statistics", "ratings", "hints")}

    def _take_in(self, rows: Rows) -> None:
        self._games.append(rows)
        self._players |= players_after(self._players, rows)
        self._meetings |= meetings_after(self._meetings, rows)
        self._options |= options_after(self._options, rows)
        ratings, changes = ratings_after(self._ratings, rows)
        self._ratings |= ratings
        self._changes |= {(each.number, each.player): each for each in changes}
        self._hints |= hints_after(self._hints, rows)

    async def of_player(self, player: UUID) -> PlayerResults:
        """Return what is kept of a player; see `ResultStore.of_player`."""
        await self.reached()
        own = sorted((each for each in self._players.values() if each.player == player), key=lambda each: each.game)
        ratings = sorted((each for each in self._ratings.values() if each.player == player), key=lambda each: each.game)
        met = sorted(
            (each for each in self._meetings.values() if each.player == player),
            key=lambda each: (-each.met, each.other),
        )
        meetings = [each for of in own for each in [one for one in met if one.game == of.game][:MOST_MET]]
        return PlayerResults(tuple(own), tuple(ratings), tuple(meetings))

    async def games_of(self, player: UUID, before: int, limit: int, *, private: bool) -> list[PlayedGame]:
        """Return games of a player, the last first; see `ResultStore.games_of`."""
        await self.reached()
        found = [
            self._played(rows, player)
            for rows in reversed(self._games)
            if rows.game.number < before
            and (private or rows.audience.for_all)
            and player in [one for _, one in seated(rows)]
        ]
        return found[:limit]

    def _played(self, rows: Rows, player: UUID) -> PlayedGame:
        seat = next(seat for seat, one in seated(rows) if one == player)
        change = self._changes.get((rows.game.number, player))
        return PlayedGame(
            number=rows.game.number,
            table_id=rows.game.table_id,
            game=rows.game.game,
            status=rows.game.status,
            reason=rows.game.reason,
            finished_at=rows.game.finished_at,
            seats=rows.game.seats,
            seat=seat.seat,
            kind=seat.kind,
            team=seat.team,
            place=seat.place,
            outcome=seat.outcome,
            points=seat.points,
            mu_before=None if change is None else change.mu_before,
            sigma_before=None if change is None else change.sigma_before,
            mu=None if change is None else change.mu,
            sigma=None if change is None else change.sigma,
        )

    async def board(
        self, game: str, kind: PlayerKind, after: tuple[float, UUID] | None, limit: int, *, provisional: bool
    ) -> list[Rating]:
        """Return ratings, the best standing first; see `ResultStore.board`."""
        await self.reached()
        found = {
            (-each.standing, each.player): each
            for each in self._ratings.values()
            if (each.game, each.kind, each.provisional) == (game, kind, provisional)
        }
        last = None if after is None else (-after[0], after[1])
        return [found[place] for place in sorted(found) if last is None or place > last][:limit]

    async def options_of(self, game: str, limit: int) -> list[OptionStatistics]:
        """Return how games went by their options; see `ResultStore.options_of`."""
        await self.reached()
        found = [each for each in self._options.values() if each.game == game]
        return sorted(found, key=lambda each: (-each.played, each.options))[:limit]

    async def unusual(self, limit: int) -> Unusual:
        """Return what is most surprising; see `ResultStore.unusual`."""
        await self.reached()
        hints = self._hints
        givings = sorted((each for each in hints.giving.values() if each.surprise), key=lambda each: -each.surprise)
        paces = sorted((each for each in hints.pace.values() if each.surprise), key=lambda each: -each.surprise)
        givings, paces = givings[:limit], paces[:limit]
        usual = {key: hints.usual[key] for key in keys_of(givings, paces)}
        return Unusual(tuple(givings), tuple(paces), usual, self._players, self._meetings)

"""What readers ask of statistics, ratings and hints."""

from collections.abc import Iterable, Mapping
from typing import Protocol
from uuid import UUID

from msgspec import Struct

from projections.history.hints import Giving, PlayerPace, Usual, UsualKey
from projections.history.ratings import Rating
from projections.history.rows import Ended, Outcome, SeatKind
from projections.history.statistics import Meeting, OptionStatistics, PlayerKey, PlayerStatistics
from projections.kinds import PlayerKind
from service.history.port import Build

MOST_MET = 5
"""Maximum number of the most frequent opponents of a player that are shown, for each game of the catalogue."""

ABOVE_ALL = 2**62
"""A number after those of all games."""


class PlayedGame(Struct, frozen=True, kw_only=True):
    """A game of a player, how they fared, and how it changed their rating; null: it changed none."""

    number: int
    table_id: UUID
    game: str
    status: Ended
    reason: str
    finished_at: int
    seats: int
    seat: int
    kind: SeatKind
    team: int | None
    place: int | None
    outcome: Outcome
    points: int | None
    mu_before: float | None
    sigma_before: float | None
    mu: float | None
    sigma: float | None


class PlayerResults(Struct, frozen=True):
    """What is kept of a player: of each game of the catalogue statistics and rating, and whom they met most often."""

    statistics: tuple[PlayerStatistics, ...]
    ratings: tuple[Rating, ...]
    meetings: tuple[Meeting, ...]


class Unusual(Struct, frozen=True):
    """What is most surprising, with what is usual; how often the players have played, and met whom."""

    givings: tuple[Giving, ...]
    paces: tuple[PlayerPace, ...]
    usual: dict[UsualKey, Usual]
    statistics: dict[PlayerKey, PlayerStatistics]
    meetings: dict[tuple[UUID, UUID, str], Meeting]


class ResultStore(Protocol):
    """Statistics, ratings and hints as one process reads them. Everything raises `StoreUnavailable`."""

    async def reached(self) -> Mapping[str, Build]:
        """Return the builds that are served, by the names of their projections."""

    async def of_player(self, player: UUID) -> PlayerResults:
        """Return what is kept of a player, in the order of the ids of games."""

    async def games_of(self, player: UUID, before: int, limit: int, *, private: bool) -> list[PlayedGame]:
        """Return the games of a player with numbers below `before`, the last first, at most `limit`.

        `private`: those that strangers may not read, too.
        """

    async def board(
        self, game: str, kind: PlayerKind, after: tuple[float, UUID] | None, limit: int, *, provisional: bool
    ) -> list[Rating]:
        """Return ratings, the best standing first, then by the players' ids, at most `limit`.

        `after` are standing and player of the last one of the page before.
        """

    async def options_of(self, game: str, limit: int) -> list[OptionStatistics]:
        """Return how games went by their options, the most played first, at most `limit`."""

    async def unusual(self, limit: int) -> Unusual:
        """Return what is most surprising of what people gave each other, and of their pace, at most `limit` of each."""


def keys_of(givings: Iterable[Giving], paces: Iterable[PlayerPace]) -> set[UsualKey]:
    """Return what must be known as usual to judge these."""
    found: set[UsualKey] = {(each.game, each.seats, each.occasion) for each in givings}
    for each in paces:
        found |= {(each.game, 0, "quick"), (each.game, 0, "alike")}
    return found | {(each.game, 0, "games") for each in givings}

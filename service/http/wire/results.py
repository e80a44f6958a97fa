"""What is answered about statistics, ratings and leaderboards. Ratings and averages have two decimal places."""

from collections.abc import Iterable
from datetime import date
from typing import Annotated
from uuid import UUID

import msgspec
from msgspec import UNSET, Meta, Raw, Struct

from domain.game import Time
from domain.seats import Duration
from projections.history.ratings import DEVIATIONS, Rating
from projections.history.rows import Ended, Outcome, SeatKind
from projections.history.statistics import OptionStatistics, PlayerStatistics
from projections.kinds import PlayerKind
from service.accounts.port import PagePart, Player
from service.history.results import PlayedGame, PlayerResults
from service.http.wire.missing import Missing
from service.http.wire.tables import LobbyTable

PLACES = 2

AverageMs = Annotated[
    Duration | None,
    Meta(description="The average time of a move, in ms, without lapsed decisions; null: there is none."),
]
Opened = Annotated[
    int, Meta(ge=0, description="The number of the last game that is included, in the order in which records opened.")
]


class ShownRating(Struct, frozen=True):
    """A player's strength, from games with opponents."""

    rating: Annotated[
        float, Meta(description="A strength that the player has with near certainty: `mu` minus three `sigma`.")
    ]
    mu: Annotated[float, Meta(description="The most likely strength; everybody begins with 25.")]
    sigma: Annotated[float, Meta(description="The uncertainty of `mu`: its standard deviation.")]
    games: Annotated[int, Meta(description="The number of games that count.")]
    provisional: Annotated[bool, Meta(description="Whether there are too few games for a comparison with others.")]


class ShownScore(Struct, frozen=True):
    """How a player has scored in a game in which all play together."""

    average: Annotated[float, Meta(description="The average joint score.")]
    games: int
    bands: Annotated[
        dict[str, int], Meta(description="How often each level of success was reached, in the words of the rules.")
    ]
    provisional: Annotated[bool, Meta(description="Whether there are too few games for a comparison with others.")]


class Met(Struct, frozen=True):
    """A person whom a player has met, and how often they were on a team, or placed before, level or behind."""

    player: UUID
    met: int
    together: int
    before: Annotated[int, Meta(description="How often the player had the better place.")]
    level: int
    behind: int


class Fared(Struct, frozen=True, kw_only=True):
    """A player's statistics in a game of the catalogue."""

    game: str
    played: Annotated[int, Meta(description="Games that were finished; aborted games do not count.")]
    won: int
    drawn: int
    lost: int
    aborted: int
    points: int
    streak: Annotated[int, Meta(description="How many games in a row were won; negative: lost.")]
    longest_streak: Annotated[int, Meta(description="The longest series of won games.")]
    average_move_ms: AverageMs
    lapses: Annotated[int, Meta(description="Decisions whose time ran out.")]
    last_at: Annotated[Time, Meta(description="When the last of these games ended.")]
    rating: Annotated[ShownRating | None, Meta(description="Null: no game has changed it, or there are no opponents.")]
    score: Annotated[ShownScore | None, Meta(description="Null where there are opponents.")]
    opponents: Annotated[tuple[Met, ...], Meta(description="The players they have met most often, at most five.")]


class Profile(Player, frozen=True):
    """The page of a player: what everybody may know about them."""

    games: Annotated[
        tuple[Fared, ...],
        Meta(description="Their statistics in each game, from games with a public record."),
    ] = ()
    bot: Annotated[
        bool, Meta(description="Whether they are a bot, a program with an account. Ids of bots are UUIDs of version 8.")
    ] = False
    shows: Annotated[
        tuple[PagePart, ...], Meta(description="What the player shows; everything else is null or empty.")
    ] = ()
    since: Annotated[date | None, Meta(description="The day on which they joined, in UTC.")] = None
    tables: Annotated[
        tuple[LobbyTable, ...],
        Meta(description="Public tables where they sit: running ones, then open ones, the newest first, at most 20."),
    ] = ()
    incomplete: Missing = UNSET


MOST_TABLES = 20
"""Maximum number of tables on the page of a player."""


class ShownChange(Struct, frozen=True):
    """A game's change to a rating."""

    mu_before: float
    sigma_before: float
    mu: float
    sigma: float


class ShownGame(Struct, frozen=True, kw_only=True):
    """A game of a player."""

    number: Annotated[int, Meta(description="The number of the game, in the order in which records opened.")]
    table: UUID
    game: str
    status: Ended
    reason: Annotated[str, Meta(description="How it ended.")]
    finished_at: Time
    seats: Annotated[int, Meta(description="The number of seats.")]
    seat: int
    kind: SeatKind
    team: int | None
    place: Annotated[int | None, Meta(description="The place, from 1; players who are level share the better one.")]
    outcome: Outcome
    points: int | None
    rating_change: Annotated[ShownChange | None, Meta(description="Null: it did not change the rating.")]


class PlayerGames(Struct, frozen=True):
    """Games of a player, the newest first."""

    games: tuple[ShownGame, ...]
    next_cursor: Annotated[str | None, Meta(description="The cursor of the next page; null on the last page.")]


class BoardEntry(Struct, frozen=True, kw_only=True):
    """A player on a leaderboard."""

    rank: int
    player: UUID
    name: str
    rating: Annotated[ShownRating | None, Meta(description="Null where all play together.")]
    score: Annotated[ShownScore | None, Meta(description="Null where there are opponents.")]


class Leaderboard(Struct, frozen=True, kw_only=True):
    """A page of a leaderboard, the best first."""

    game: str
    kind: PlayerKind
    provisional: bool
    fewest_games: Annotated[int, Meta(description="With fewer games a player is provisional.")]
    up_to: Opened
    entries: tuple[BoardEntry, ...]
    next_cursor: Annotated[str | None, Meta(description="The cursor of the next page; null on the last page.")]


class OptionsFared(Struct, frozen=True, kw_only=True):
    """Statistics of games with the same options."""

    options: Annotated[Raw, Meta(description="The options, with all defaults.")]
    played: Annotated[int, Meta(description="Games that were finished.")]
    aborted: int
    drawn: Annotated[int, Meta(description="Games without a single winner.")]
    first_won: Annotated[int, Meta(description="Games won by the player who decided first.")]
    average_points: Annotated[
        float | None, Meta(description="The average points of a seat; null: no game was finished.")
    ]
    average_move_ms: AverageMs
    average_ms: Annotated[Duration | None, Meta(description="The average duration of a finished game, in ms.")]
    moves: int
    lapses: int


class GameStatistics(Struct, frozen=True):
    """Statistics of a game by its options."""

    game: str
    up_to: Opened
    by_options: Annotated[tuple[OptionsFared, ...], Meta(description="The most played first, at most 50.")]


def average(total: int, count: int) -> int | None:
    """Return a rounded average; None of nothing."""
    return round(total / count) if count else None


def shown_rating(rating: Rating | None) -> ShownRating | None:
    """Return a rating as it is shown; None if there are no opponents."""
    if rating is None or rating.score is not None:
        return None
    mu, sigma = round(rating.mu, PLACES), round(rating.sigma, PLACES)
    worth = round(rating.mu - DEVIATIONS * rating.sigma, PLACES)
    return ShownRating(worth, mu, sigma, rating.games, rating.provisional)


def shown_score(rating: Rating | None) -> ShownScore | None:
    """Return joint scores as they are shown; None if there are opponents."""
    if rating is None or rating.score is None:
        return None
    return ShownScore(round(rating.standing, PLACES), rating.games, rating.bands, rating.provisional)


def fared(results: PlayerResults) -> tuple[Fared, ...]:
    """Return what a player has done in each game."""
    ratings = {each.game: each for each in results.ratings}
    met = [
        (each.game, Met(each.other, each.met, each.together, each.before, each.level, each.behind))
        for each in results.meetings
    ]
    return tuple(
        fared_in(each, ratings.get(each.game), (one for game, one in met if game == each.game))
        for each in results.statistics
    )


def fared_in(own: PlayerStatistics, rating: Rating | None, met: Iterable[Met]) -> Fared:
    """Return what a player has done in a game of the catalogue."""
    return Fared(
        game=own.game,
        played=own.played,
        won=own.won,
        drawn=own.drawn,
        lost=own.lost,
        aborted=own.aborted,
        points=own.points,
        streak=own.streak,
        longest_streak=own.longest_streak,
        average_move_ms=average(own.move_ms, own.moves),
        lapses=own.lapses,
        last_at=own.last_at,
        rating=shown_rating(rating),
        score=shown_score(rating),
        opponents=tuple(met),
    )


def shown_game(game: PlayedGame) -> ShownGame:
    """Return a game of a player."""
    change = None
    if None not in (changes := (game.mu_before, game.sigma_before, game.mu, game.sigma)):
        change = ShownChange(*[round(each or 0.0, PLACES) for each in changes])
    return ShownGame(
        number=game.number,
        table=game.table_id,
        game=game.game,
        status=game.status,
        reason=game.reason,
        finished_at=game.finished_at,
        seats=game.seats,
        seat=game.seat,
        kind=game.kind,
        team=game.team,
        place=game.place,
        outcome=game.outcome,
        points=game.points,
        rating_change=change,
    )


def options_fared(own: OptionStatistics) -> OptionsFared:
    """Return how games by the same options went."""
    return OptionsFared(
        options=msgspec.Raw(own.options.encode()),
        played=own.played,
        aborted=own.aborted,
        drawn=own.drawn,
        first_won=own.first_won,
        average_points=round(own.points / own.seats, PLACES) if own.seats else None,
        average_move_ms=average(own.move_ms, own.moves),
        average_ms=average(own.duration_ms, own.played),
        moves=own.moves,
        lapses=own.lapses,
    )

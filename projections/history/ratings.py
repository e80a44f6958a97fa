"""Ratings: how strong players are, as their games tell, and how sure that is. A fold over the history, in its order.

A rating is a normal distribution, `mu` and `sigma`, by the model of Plackett and Luce (Weng and Lin, "A Bayesian
Approximation Method for Online Ranking", JMLR 12, 2011) for any number of sides, teams and ties. `openskill` computes
it; this is the only file that imports it. What it gives depends on the order of games, which is that of their numbers.

House players are rated by games of house players alone, and all others by games without them. A player who sits down
with house players chooses them, and may do so a thousand times: ratings would show who does it most often. People and
bots have accounts alike and meet each other, so they are on one scale; boards list them apart.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, TypeAlias
from uuid import UUID

from msgspec import Struct
from msgspec.structs import replace

from domain.table import is_house_player
from projections.history.rows import GameRow, Rows
from projections.history.statistics import counts, seated
from projections.kinds import PlayerKind, kind_of

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

MU = 25.0
SIGMA = MU / 3
"""What everybody begins with, and how sure that is: nearly all ratings are within three of them."""

FEWEST_GAMES = 10
SUREST_SIGMA = 6.5
"""A rating is provisional before this number of games, and while it is less sure than this."""

DEVIATIONS = 3
"""A conservative rating is this number of standard deviations below the middle."""


class Rating(Struct, frozen=True, kw_only=True):
    """The rating of a player in one game of the catalogue.

    Where all play together, nobody is compared: `mu` and `sigma` stay, `score` is the sum of the joint scores, null in
    all other games, and `bands` has how often each band was reached.
    """

    player: UUID
    game: str
    kind: PlayerKind
    games: int = 0
    mu: float = MU
    sigma: float = SIGMA
    score: int | None = None
    bands: dict[str, int] = {}

    @property
    def standing(self) -> float:
        """What leaderboards go by: the conservative rating, or the average joint score."""
        return self.mu - DEVIATIONS * self.sigma if self.score is None else self.score / self.games

    @property
    def provisional(self) -> bool:
        """Whether there are too few games for a comparison with others."""
        return self.games < FEWEST_GAMES or (self.score is None and self.sigma > SUREST_SIGMA)


class RatingChange(Struct, frozen=True, kw_only=True):
    """A change of a rating, and the game that caused it. `games` are those of the player up to this one."""

    number: int
    table_id: UUID
    player: UUID
    game: str
    games: int
    mu_before: float
    sigma_before: float
    mu: float
    sigma: float


RatingKey: TypeAlias = tuple[UUID, str]


class Side(Struct, frozen=True):
    """Those who play together, and their place."""

    players: tuple[UUID, ...]
    place: int


def ratings_after(known: Mapping[RatingKey, Rating], rows: Rows) -> tuple[dict[RatingKey, Rating], list[RatingChange]]:
    """Return the ratings that a game has changed, after it, and the changes of those of games with opponents."""
    players = [player for _, player in seated(rows)]
    if not counts(rows) or len({is_house_player(player) for player in players}) != 1:
        return {}, []
    found = [known.get((each, rows.game.game)) or fresh(each, rows.game) for each in dict.fromkeys(players)]
    before = {rating.player: rating for rating in found}
    if rows.game.score is not None:
        after = [with_score(rating, rows.game) for rating in found]
        return {(rating.player, rating.game): rating for rating in after}, []
    if len(found) < len(players):  # a house player with several seats plays against itself
        return {}, []
    after = rated(before, sides_of(rows))
    changes = [change(rows.game, before[rating.player], rating) for rating in after]
    return {(rating.player, rating.game): rating for rating in after}, changes


def fresh(player: UUID, game: GameRow) -> Rating:
    """Return what a player has before their first game."""
    return Rating(player=player, game=game.game, kind=kind_of(player))


def with_score(rating: Rating, game: GameRow) -> Rating:
    """Return the scores of a player with one game more in which all played together."""
    band = game.band or ""
    bands = rating.bands | {band: rating.bands.get(band, 0) + 1}
    score = (rating.score or 0) + (game.score or 0)
    return replace(rating, games=rating.games + 1, score=score, bands=dict(sorted(bands.items())))


def sides_of(rows: Rows) -> list[Side]:
    """Return the sides of a game, in the order of their first seats."""
    sides: dict[int, Side] = {}
    for seat, player in seated(rows):
        key = ~seat.seat if seat.team is None else seat.team
        others = sides[key].players if key in sides else ()
        sides[key] = Side((*others, player), seat.place or 0)
    return list(sides.values())


def rated(before: Mapping[UUID, Rating], sides: Sequence[Side]) -> list[Rating]:
    """Return the ratings of all players after a game between these sides."""
    model = plackett_luce()
    teams = [[model.create_rating([before[each].mu, before[each].sigma]) for each in side.players] for side in sides]
    given = model.rate(teams, ranks=[side.place for side in sides])
    return [
        replace(before[player], games=before[player].games + 1, mu=result.mu, sigma=result.sigma)
        for side, results in zip(sides, given, strict=True)
        for player, result in zip(side.players, results, strict=True)
    ]


@cache
def plackett_luce() -> "PlackettLuce":
    """Return the model, with the constants that its library proposes."""
    from openskill.models import PlackettLuce  # noqa: PLC0415 - it costs 100 ms, which few need

    return PlackettLuce(mu=MU, sigma=SIGMA)


def change(game: GameRow, before: Rating, after: Rating) -> RatingChange:
    """Return how a game has changed a rating."""
    return RatingChange(
        number=game.number,
        table_id=game.table_id,
        player=after.player,
        game=after.game,
        games=after.games,
        mu_before=before.mu,
        sigma_before=before.sigma,
        mu=after.mu,
        sigma=after.sigma,
    )

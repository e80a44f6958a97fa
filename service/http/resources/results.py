"""Games of players, leaderboards, and how games by the same options went: kept beside the log, for everybody."""

import struct
from collections.abc import Container, Iterable, Iterator
from typing import Annotated
from uuid import UUID

from litestar import get
from litestar.params import PathParameter, QueryParameter
from msgspec import Struct

from domain import GAMES
from projections.history.ratings import FEWEST_GAMES, Rating
from projections.kinds import PlayerKind
from service.history.cached_results import CachedResults
from service.history.results import ABOVE_ALL
from service.http.middleware.authentication import OPEN, AccountRequest
from service.http.problems import THE_GAMES, Problem
from service.http.resources.players import hides, page_of
from service.http.services import services_of
from service.http.wire.headers import IfNoneMatch
from service.http.wire.paging import next_page
from service.http.wire.responses import Answer, tagged_answer
from service.http.wire.results import (
    BoardEntry,
    GameStatistics,
    Leaderboard,
    PlayerGames,
    options_fared,
    shown_game,
    shown_rating,
    shown_score,
)

PAGE = 100
MOST_OPTIONS = 50

GameId = Annotated[str, PathParameter(description="The id of the game.")]
RankedKind = Annotated[
    PlayerKind,
    QueryParameter(
        description="People, bots or house players; people and bots are on one scale. House players are listed only"
        " where all play together."
    ),
]
Provisional = Annotated[bool, QueryParameter(description="List only players with too few games to be compared.")]
RankCursor = Annotated[
    str | None,
    QueryParameter(
        description="The `next_cursor` of the page before.",
        pattern=r"^[0-9]{1,9}[.][0-9]{1,9}[.][0-9a-f]{16}[.][0-9a-f]{32}\Z",
    ),
]
Limit = Annotated[int, QueryParameter(ge=1, le=PAGE, description="Maximum number of entries.")]


class Place(Struct, frozen=True):
    """A place on a leaderboard: how many are `listed` up to it, and the rank, standing and id of who is there.

    Those who are level share the better rank.
    """

    listed: int
    rank: int
    standing: float
    player: UUID


@get("/players/{player_id:uuid}/games", operation_id="listPlayerGames", opt=OPEN)
async def list_player_games(
    request: AccountRequest,
    player_id: Annotated[UUID, PathParameter(description="The id of the player.")],
    *,
    cursor: Annotated[
        str | None, QueryParameter(description="The `next_cursor` of the page before.", pattern=r"^[0-9]{1,18}\Z")
    ] = None,
    limit: Limit = 50,
    if_none_match: IfNoneMatch = None,
) -> Answer:
    """List a player's games whose records are public, the newest first. The player also sees their other games.

    A game is listed once its record is open: when it and all games with the same cards are over. If a player does not
    show `statistics`, only they, operators and analysts can see the list.
    """
    private = request.auth.player == player_id
    await page_of(request, player_id)
    if await hides(request, player_id, "statistics"):
        return tagged_answer(PlayerGames((), None), if_none_match)
    before = ABOVE_ALL if cursor is None else int(cursor)
    found = await services_of(request).results.games_of(player_id, before, limit + 1, private=private)
    following = str(found[limit - 1].number) if len(found) > limit else None
    games = PlayerGames(tuple(map(shown_game, found[:limit])), following)
    return tagged_answer(games, if_none_match, link=next_page(request, following))


@get("/leaderboards/{game:str}", operation_id="getLeaderboard", opt=OPEN)
async def get_leaderboard(
    request: AccountRequest,
    game: GameId,
    *,
    kind: RankedKind = "person",
    provisional: Provisional = False,
    cursor: RankCursor = None,
    limit: Limit = 50,
    if_none_match: IfNoneMatch = None,
) -> Answer:
    """Show the leaderboard of a game: by rating, or by average joint score where all play together.

    Former players are not listed, nor house players that have entered tournaments: they have no account.
    """
    services = services_of(request)
    must_be_known(game)
    results = services.results
    begun = None if cursor is None else place_of(cursor)
    up_to = await number_of(results, "ratings")
    after = None if begun is None else (begun.standing, begun.player)
    found = await results.board(game, kind, after, limit + 1, provisional=provisional)
    names = await services.names.of([each.player for each in found])
    placed = list(places_of(found[:limit], names, begun))
    board = Leaderboard(
        game=game,
        kind=kind,
        provisional=provisional,
        fewest_games=FEWEST_GAMES,
        up_to=up_to,
        entries=tuple(entry_of(at.rank, each, names[each.player]) for at, each in placed if each.player in names),
        next_cursor=cursor_after(placed[-1][0]) if len(found) > limit else None,
    )
    return tagged_answer(board, if_none_match, link=next_page(request, board.next_cursor))


@get("/games/{game:str}/statistics", operation_id="getGameStatistics", opt=OPEN)
async def get_game_statistics(request: AccountRequest, game: GameId, *, if_none_match: IfNoneMatch = None) -> Answer:
    """Show statistics of a game by its options. Only games with a public record and randomly dealt cards count."""
    must_be_known(game)
    results = services_of(request).results
    up_to = await number_of(results, "statistics")
    found = await results.options_of(game, MOST_OPTIONS)
    return tagged_answer(GameStatistics(game, up_to, tuple(map(options_fared, found))), if_none_match)


def must_be_known(game: str) -> None:
    """Raise `Problem` at a game that is not in the catalogue."""
    if game not in GAMES:
        raise Problem("not_found", THE_GAMES)


async def number_of(results: CachedResults, projection: str) -> int:
    """Return up to which game a projection has come."""
    build = (await results.reached()).get(projection)
    return 0 if build is None else build.number


def entry_of(rank: int, rating: Rating, name: str) -> BoardEntry:
    """Return somebody on a leaderboard."""
    return BoardEntry(
        rank=rank, player=rating.player, name=name, rating=shown_rating(rating), score=shown_score(rating)
    )


def places_of(found: Iterable[Rating], names: Container[UUID], begun: Place | None) -> Iterator[tuple[Place, Rating]]:
    """Yield the place of each of those found after another place; only those who have `names` are counted."""
    listed, rank, standing = (0, 0, None) if begun is None else (begun.listed, begun.rank, begun.standing)
    for each in found:
        if each.standing != standing:
            rank, standing = listed + 1, each.standing
        listed += each.player in names
        yield Place(listed, rank, standing, each.player), each


def cursor_after(place: Place) -> str:
    """Return the cursor of the page that begins after a place."""
    return f"{place.listed}.{place.rank}.{struct.pack('>d', place.standing).hex()}.{place.player.hex}"


def place_of(cursor: str) -> Place:
    """Return the place that a cursor names."""
    listed, rank, standing, player = cursor.strip().split(".")
    return Place(int(listed), int(rank), struct.unpack(">d", bytes.fromhex(standing))[0], UUID(hex=player))

"""Games of players, leaderboards, and how games by the same options went: kept beside the log, for everybody."""

import struct
from typing import Annotated
from uuid import UUID

from litestar import get
from litestar.params import PathParameter, QueryParameter

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
        description="The `next_cursor` of the page before.", pattern=r"^[0-9]{1,9}[.][0-9a-f]{16}[.][0-9a-f]{32}\Z"
    ),
]
Limit = Annotated[int, QueryParameter(ge=1, le=PAGE, description="Maximum number of entries.")]


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
    rank, after = (0, None) if cursor is None else place_of(cursor)
    up_to = await number_of(results, "ratings")
    found = await results.board(game, kind, after, limit + 1, provisional=provisional)
    names = await services.names.of([each.player for each in found])
    shown = [each for each in found[:limit] if each.player in names]
    entries = tuple(entry_of(number, each, names[each.player]) for number, each in enumerate(shown, rank + 1))
    board = Leaderboard(
        game=game,
        kind=kind,
        provisional=provisional,
        fewest_games=FEWEST_GAMES,
        up_to=up_to,
        entries=entries,
        next_cursor=cursor_after(rank + len(shown), found[limit - 1]) if len(found) > limit else None,
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


def cursor_after(rank: int, last: Rating) -> str:
    """Return the cursor of the page that begins after somebody: how many stood before it, their standing and id."""
    return f"{rank}.{struct.pack('>d', last.standing).hex()}.{last.player.hex}"


def place_of(cursor: str) -> tuple[int, tuple[float, UUID]]:
    """Return the place that a cursor names."""
    rank, standing, player = cursor.strip().split(".")
    return int(rank), (struct.unpack(">d", bytes.fromhex(standing))[0], UUID(hex=player))

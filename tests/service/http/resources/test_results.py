"""Statistics, ratings and hints over HTTP: who is told what, page by page, and what costs nothing to ask again."""

import random
from collections.abc import AsyncIterator
from itertools import permutations
from typing import Any
from uuid import UUID

import httpx
import pytest
from litestar import Litestar

from domain import GAMES
from domain.table import HOUSE_PLAYERS, as_house_player
from projections.history import Rows
from projections.history.rows import Dealing
from service.store import MemoryStore
from tests.projections.history.made import ENTRANT, game
from tests.service.history.test_results import Given
from tests.service.http.occasions import ADA, BEN, CLEO, Clock, Scene, over, over_in_private
from tests.service.http.party import Document, Header, id_of, newcomer, official, pages_of
from tests.service.http.resources.test_history import end, with_deck
from tests.service.http.surface import Client, InProcess

HOUSE = HOUSE_PLAYERS["random"]
BOARD = "/v1/leaderboards/literature"


@pytest.fixture
async def asking(told: Litestar) -> AsyncIterator[Client]:
    async with InProcess(told) as client:
        yield client


@pytest.fixture
async def scene(client: Client, app: Litestar) -> Scene:
    return Scene(app, client, Clock())


async def people(client: Client, number: int) -> list[tuple[UUID, Header]]:
    """Return players with their headers."""
    found = []
    for name in ("Ada", "Ben", "Cleo", "Dee", "Eve", "Fay")[:number]:
        header = await newcomer(client, name)
        me = (await client.get("/v1/me", headers=header)).json()
        found.append((UUID(me["id"]), header))
    return found


async def read(client: Client, path: str, header: Header, **asked: Any) -> Document:
    answer = await client.get(path, params=asked, headers=header)
    assert answer.status_code == 200, answer.text
    document: Document = answer.json()
    return document


def two(first: UUID, second: UUID, games: int, **given: Any) -> list[Rows]:
    """Return games that the first of two has won."""
    return [game([first, second], "12", number=number, **given) for number in range(1, games + 1)]


# Players


async def test_a_game_that_is_over_is_told_of_those_who_played(scene: Scene) -> None:
    table = await over(scene)
    (player,) = [(await read(scene.client, "/v1/me", table.players[ADA]))["id"]]

    shown = await read(scene.client, f"/v1/players/{player}", table.players[CLEO])
    games = await read(scene.client, f"/v1/players/{player}/games", table.players[CLEO])

    (fared,) = shown["games"]
    assert (fared["played"], fared["aborted"], fared["rating"]) == (0, 1, None)
    (played,) = games["games"]
    assert (played["table"], played["status"], played["reason"], played["outcome"]) == (
        table.id,
        "aborted",
        "agreed",
        "none",
    )
    assert (played["number"], played["rating_change"], games["next_cursor"]) == (1, None, None)


async def test_a_private_game_is_told_to_those_who_played_and_to_nobody_else(scene: Scene) -> None:
    table = await over_in_private(scene)
    (player,) = [(await read(scene.client, "/v1/me", table.players[BEN]))["id"]]
    path = f"/v1/players/{player}"

    for header in (table.players[CLEO], table.players[ADA], await official(scene.app, "operator")):
        assert (await read(scene.client, path, header))["games"] == []
        assert (await read(scene.client, f"{path}/games", header))["games"] == []
    assert (await read(scene.client, path, table.players[BEN]))["games"] == []
    (own,) = (await read(scene.client, f"{path}/games", table.players[BEN]))["games"]
    assert own["table"] == table.id


async def test_a_profile_has_what_a_player_has_done(asking: Client, given: Given) -> None:
    (ada, header), (ben, _) = await people(asking, 2)
    given.given += two(ada, ben, 2, points=[7, 3], decisions=[(0, 1000), (0, 3000), (1, 9)])

    shown = await read(asking, f"/v1/players/{ada}", header)

    assert (shown["name"], shown["house"], shown["former"]) == ("Ada", None, False)
    (fared,) = shown["games"]
    rating = fared.pop("rating")
    assert fared == {
        "game": "literature",
        "played": 2,
        "won": 2,
        "drawn": 0,
        "lost": 0,
        "aborted": 0,
        "points": 14,
        "streak": 2,
        "longest_streak": 2,
        "average_move_ms": 2000,
        "lapses": 0,
        "last_at": given.given[1].game.finished_at,
        "score": None,
        "opponents": [{"player": str(ben), "met": 2, "together": 0, "before": 2, "level": 0, "behind": 0}],
    }
    assert rating["games"] == 2
    assert rating["provisional"]
    assert rating["rating"] == pytest.approx(rating["mu"] - 3 * rating["sigma"], abs=0.03)


async def test_games_of_a_player_come_page_by_page_with_what_they_changed(asking: Client, given: Given) -> None:
    (ada, _), (ben, header) = await people(asking, 2)
    given.given += two(ada, ben, 7)
    pages = await pages_of(asking, f"/v1/players/{ada}/games", header, limit=3)
    found = [each for page in pages for each in page["games"]]

    assert [each["number"] for each in found] == [7, 6, 5, 4, 3, 2, 1]
    changes = [each["rating_change"] for each in reversed(found)]
    assert changes[0]["mu_before"] == 25.0
    assert [each["mu_before"] for each in changes[1:]] == [each["mu"] for each in changes[:-1]]


@pytest.mark.parametrize("path", ["", "/games"])
async def test_nobody_is_told_of_a_player_that_there_is_not(asking: Client, path: str) -> None:
    answer = await asking.get(f"/v1/players/{UUID(int=9)}{path}", headers=await newcomer(asking))

    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


# What is not open


async def answers(scene: Scene, players: list[Header]) -> list[tuple[int, str | None, bytes]]:
    """Return all that a stranger, the players themselves and an operator are told, with the tags."""
    ids = [await id_of(scene.client, each) for each in players]
    paths = [path for one in ids for path in (f"/v1/players/{one}", f"/v1/players/{one}/games")]
    paths += [f"{BOARD[:-10]}friendlier_than_thou?provisional=true", "/v1/games/friendlier_than_thou/statistics"]
    operator = await official(scene.app, "operator")
    asked = [(path, viewer) for path in paths for viewer in (*players, operator)]
    asked.append(("/v1/audit/hints?reason=A+look", operator))
    found = [await scene.client.get(path, headers=viewer) for path, viewer in asked]
    return [(each.status_code, each.headers.get("etag"), each.content) for each in found]


async def while_others_play(scene: Scene) -> tuple[object, object, object]:
    """Return all answers before a game is over whose cards others play, while they do, and after that."""
    operator, deck = await official(scene.app, "operator"), list(GAMES["friendlier_than_thou"].deck)
    first, second = await with_deck(scene, operator, deck), await with_deck(scene, operator, deck)
    players = [*first.players, *second.players, await newcomer(scene.client)]
    for each in players:  # pages have the tables of the lobby, which says anyway which game is over
        await scene.client.patch("/v1/me", json={"shows": ["since", "statistics"]}, headers=each)
    before = await answers(scene, players)
    await end(first)
    meanwhile = await answers(scene, players)
    await end(second)
    return before, meanwhile, await answers(scene, players)


async def test_a_game_that_is_not_open_changes_no_byte(scene: Scene) -> None:
    before, meanwhile, after = await while_others_play(scene)

    assert meanwhile == before
    assert after != before


async def test_a_record_that_is_taken_for_open_too_early_would_be_found(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def always(store: MemoryStore, table_id: UUID) -> bool:
        return True

    monkeypatch.setattr(MemoryStore, "record_open", always)
    before, meanwhile, _ = await while_others_play(scene)

    assert meanwhile != before


# Leaderboards


async def test_a_leaderboard_has_the_best_first_and_those_with_too_few_games_apart(
    asking: Client, given: Given
) -> None:
    (ada, header), (ben, _), (cleo, _) = await people(asking, 3)
    given.given += two(ada, ben, 30)
    given.given.append(game([ada, cleo], "12", number=31))

    board = await read(asking, BOARD, header)
    apart = await read(asking, BOARD, header, provisional=True)

    assert [(each["rank"], each["name"], each["player"]) for each in board["entries"]] == [
        (1, "Ada", str(ada)),
        (2, "Ben", str(ben)),
    ]
    assert (board["fewest_games"], board["up_to"], board["next_cursor"]) == (10, 31, None)
    assert not any(each["rating"]["provisional"] for each in board["entries"])
    assert [each["name"] for each in apart["entries"]] == ["Cleo"]
    assert (await read(asking, "/v1/leaderboards/honors_1", header))["entries"] == []


async def test_a_leaderboard_comes_page_by_page_without_former_players(asking: Client, given: Given) -> None:
    players = await people(asking, 6)
    ids = [player for player, _ in players]
    given.given += [game(ids, "123456", number=number) for number in range(1, 4)]
    await asking.delete("/v1/me", headers=players[1][1])
    header = players[0][1]
    pages = await pages_of(asking, BOARD, header, provisional="true", limit=2)
    found = [each for page in pages for each in page["entries"]]

    assert [(each["rank"], each["name"]) for each in found] == [
        (1, "Ada"),
        (2, "Cleo"),
        (3, "Dee"),
        (4, "Eve"),
        (5, "Fay"),
    ]
    former = await read(asking, f"/v1/players/{ids[1]}", header)
    assert (former["name"], former["former"], former["games"]) == ("A former player", True, [])
    assert (await read(asking, f"/v1/players/{ids[1]}/games", header))["games"] == []


async def test_those_who_are_level_share_the_better_rank_also_on_the_next_page(asking: Client, given: Given) -> None:
    players = await people(asking, 5)
    given.given.append(game([player for player, _ in players], "12225", number=1))
    for gone, (_, leaving) in enumerate(players[1:4]):
        for limit in (1, 2, 3, 50):
            pages = await pages_of(asking, BOARD, players[0][1], provisional="true", limit=limit)
            ranks = [each["rank"] for page in pages for each in page["entries"]]
            assert ranks == [1, *[2] * (3 - gone), 5 - gone]
        await asking.delete("/v1/me", headers=leaving)


async def test_where_all_play_together_the_average_score_tells_of_people_and_house_players_apart(
    asking: Client, given: Given
) -> None:
    (ada, header), (ben, _) = await people(asking, 2)
    told: dict[str, Any] = {"game": "friendlier_than_thou", "teams": [0, 0]}
    given.given += [
        game([ada, ben], "11", number=number, score=30 + number, band="fine", **told) for number in range(1, 11)
    ]
    given.given.append(game([HOUSE, HOUSE], "11", number=11, score=7, band="poor", **told))

    path = "/v1/leaderboards/friendlier_than_thou"
    board = await read(asking, path, header)
    house = await read(asking, path, header, kind="house", provisional=True)

    assert [each["score"] for each in board["entries"]] == [
        {"average": 35.5, "games": 10, "bands": {"fine": 10}, "provisional": False}
    ] * 2
    assert [each["rating"] for each in board["entries"]] == [None, None]
    assert [(each["name"], each["score"]["average"]) for each in house["entries"]] == [("Random, a house player", 7.0)]


async def test_house_players_of_tournaments_are_on_no_board(asking: Client, given: Given) -> None:
    (_, header), *_ = await people(asking, 1)
    given.given += two(ENTRANT, as_house_player(UUID(int=0xE001)), 10)

    for provisional in (True, False):
        board = await read(asking, "/v1/leaderboards/literature", header, kind="house", provisional=provisional)
        assert board["entries"] == []


async def test_bots_have_a_board_of_their_own(asking: Client, given: Given) -> None:
    ((ada, header),) = await people(asking, 1)
    bot = (await asking.post("/v1/players", json={"name": "Marvin", "bot": True})).json()["id"]
    given.given.append(game([ada, UUID(bot)], "21"))

    boards = {kind: await read(asking, BOARD, header, kind=kind, provisional=True) for kind in ("person", "bot")}
    by_default = await read(asking, BOARD, header, provisional=True)

    assert [(kind, board["kind"]) for kind, board in boards.items()] == [("person", "person"), ("bot", "bot")]
    assert [[each["player"] for each in board["entries"]] for board in boards.values()] == [[str(ada)], [bot]]
    better, worse = (boards[kind]["entries"][0]["rating"]["mu"] for kind in ("bot", "person"))
    assert better > worse
    assert by_default["entries"] == boards["person"]["entries"]


@pytest.mark.parametrize("path", ["/v1/leaderboards/chess", "/v1/games/chess/statistics"])
async def test_a_game_that_there_is_not_has_neither(asking: Client, path: str) -> None:
    answer = await asking.get(path, headers=await newcomer(asking))

    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    assert "literature" in answer.json()["detail"]


async def test_an_invalid_cursor_is_refused(asking: Client) -> None:
    answer = await asking.get(BOARD, params={"cursor": "1~nan~0"}, headers=await newcomer(asking))

    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_parameter")


async def test_how_games_went_is_told_by_their_options(asking: Client, given: Given) -> None:
    (ada, header), (ben, _) = await people(asking, 2)
    given.given += two(ada, ben, 3, options='{"players":2}', points=[4, 1], decisions=[(0, 10), (1, 30)])
    given.given += two(ben, ada, 1, options='{"players":3}')

    found = await read(asking, "/v1/games/literature/statistics", header)

    assert found["by_options"][0] == {
        "options": {"players": 2},
        "played": 3,
        "aborted": 0,
        "drawn": 0,
        "first_won": 3,
        "average_points": 2.5,
        "average_move_ms": 20,
        "average_ms": 1000,
        "moves": 6,
        "lapses": 0,
    }
    assert [each["played"] for each in found["by_options"]] == [3, 1]
    assert found["up_to"] == 4


# Asking again


@pytest.mark.parametrize(
    "path", ["/v1/players/{}", "/v1/players/{}/games", "/v1/leaderboards/literature", "/v1/games/literature/statistics"]
)
async def test_what_has_not_changed_is_not_sent_again(asking: Client, given: Given, path: str) -> None:
    (ada, header), (ben, _) = await people(asking, 2)
    given.given += two(ada, ben, 30)

    async def ask(**headers: str) -> httpx.Response:
        return await asking.get(path.format(ada), headers={**header, **headers})

    first = await ask()
    again = await ask(**{"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", first.headers["etag"])
    assert first.headers["cache-control"] == "private, no-cache"

    given.given.append(game([ben, ada], "12", number=31))
    after = await ask(**{"If-None-Match": first.headers["etag"]})
    assert (after.status_code, after.headers["etag"] != first.headers["etag"]) == (200, True)


# Hints


def agreed(players: list[UUID], games: int) -> list[Rows]:
    """Return games in which the first two hit far more often when they ask each other."""
    dice = random.Random(4)
    found = []
    for number in range(1, games + 1):
        seats = players[:2] + dice.sample(players[2:], 2)
        dealings = [
            Dealing(one, other, "ask", 10, sum(dice.random() < (0.8 if one + other == 1 else 0.3) for _ in range(10)))
            for one, other in permutations(range(4), 2)
        ]
        decisions = [(0, 60)] * 20 + [(seat, dice.randint(800, 30_000)) for seat in range(1, 4) for _ in range(20)]
        found.append(game(seats, "1234", number=number, dealings=dealings, decisions=decisions))
    return found


async def test_operators_are_told_what_is_unusual_and_why_they_asked_is_kept(
    asking: Client, told: Litestar, given: Given
) -> None:
    players = [player for player, _ in await people(asking, 6)]
    given.given += agreed(players, 25)
    operator = await official(told, "operator")

    found = await read(asking, "/v1/audit/hints", operator, reason="A look every month")

    assert {(each["giver"], each["taker"]) for each in found["pairs"]} == {
        (str(one), str(other)) for one, other in permutations(players[:2])
    }
    pair = found["pairs"][0]
    assert (pair["occasion"], pair["games"], pair["seen"]["chances"]) == ("ask", 25, 250)
    assert pair["seen"]["share"] > 0.7
    assert pair["seen"]["usual"] < 0.5
    assert pair["seen"]["by_chance_at_most"] < 1e-6
    assert pair["tables"] == [str(rows.game.table_id) for rows in given.given[-20:]]
    assert (pair["together"]["met"], pair["together"]["expected"]) == (25, 25.0)
    (pace,) = found["paces"]
    assert (pace["player"], pace["quick"]["share"], pace["quick"]["times"]) == (str(players[0]), 1.0, 500)
    (look,) = (await read(asking, "/v1/audit/looks", operator))["looks"]
    assert (look["operation"], look["reason"]) == ("listHints", "A look every month")
    assert (look["table"], look["version"]) == (None, None)


async def test_fair_play_gives_no_hint(asking: Client, told: Litestar, given: Given) -> None:
    players = [player for player, _ in await people(asking, 6)]
    dice = random.Random(8)
    for number in range(1, 40):
        dealings = [
            Dealing(*pair, "ask", 10, sum(dice.random() < 0.4 for _ in range(10))) for pair in permutations(range(4), 2)
        ]
        given.given.append(game(dice.sample(players, 4), "1234", number=number, dealings=dealings))

    found = await read(asking, "/v1/audit/hints", await official(told, "operator"), reason="A look every month")

    assert found == {"pairs": [], "paces": []}


@pytest.mark.parametrize(
    ("role", "code"), [("player", "forbidden"), ("analyst", "forbidden"), ("operator", "reason_required")]
)
async def test_hints_are_for_operators_who_say_why(asking: Client, told: Litestar, role: Any, code: str) -> None:
    answer = await asking.get("/v1/audit/hints", headers=await official(told, role))

    assert answer.json()["code"] == code

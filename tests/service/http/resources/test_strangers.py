"""A client without a token sees what everybody may see, and nothing else."""

import random
from typing import Any
from uuid import uuid4

import httpx
import msgspec
import pytest
from litestar import Litestar
from msgspec.structs import replace

from domain.cards import FRENCH_DECK
from service.http.contract.document import contract
from service.live.pace import Pace
from tests.service.http.party import SHORT, Document, Header, Party, finish, meeting, newcomer, official
from tests.service.http.reading import SSE, Stream
from tests.service.http.surface import IN_MEMORY, Client, InProcess, in_memory, served

OPEN = {
    operation["operationId"]: path
    for path, operations in msgspec.json.decode(contract())["paths"].items()
    for operation in operations.values()
    if {} in operation.get("security", ())
}
"""The operations that need no token by the contract, and the service answers as everybody's, with their paths."""

OF_TABLES = sorted(name for name, path in OPEN.items() if "{table}" in path)
STREAMS = {"streamTable", "replayTable", "streamTournament"}


async def begun(client: Client, **opening: Any) -> Party:
    """Let a game for two begin."""
    table = await meeting(client, **opening)
    await table.start()
    return table


def filled(path: str, table: str) -> str:
    """Return the path of an operation for a table."""
    return path.format(table=table, player_id=uuid4(), game="literature", tournament=uuid4(), number=1, round_number=1)


def test_what_a_page_for_visitors_needs_is_open() -> None:
    assert {"listTables", "getTable", "getView", "getEvents", "streamTable", "replayTable", "getRecord"} <= set(OPEN)
    assert {"getPlayer", "getLeaderboard", "getTournament", "getStandings", "streamTournament"} <= set(OPEN)
    assert set(OPEN).isdisjoint({"getMe", "listMyTables", "makeMove", "streamMe", "getHistoryGames", "listLooks"})


async def test_a_stranger_sees_a_public_table_as_every_spectator_does(app: Litestar, client: Client) -> None:
    table, cleo = await begun(client), await newcomer(client)
    for below in ("", "/view", "/view?version=4", "/events"):
        seen = await client.get(table.path + below)
        assert seen.status_code == 200
        assert seen.content == (await client.get(table.path + below, headers=cleo)).content
    async with Stream(app, f"{table.path}/stream", {"Accept": SSE}) as stream:
        assert (await stream.line())["view"] == await table.view(cleo)

    await finish(app, table, random.Random(2))
    record, replay = [await client.get(f"{table.path}/{what}") for what in ("record", "replay")]

    assert (record.status_code, replay.status_code) == (200, 200)
    assert table.id in [each["id"] for each in (await client.get("/v1/tables")).json()["tables"]]


async def test_what_all_strangers_see_may_be_kept_for_a_second_and_what_a_player_sees_may_not(client: Client) -> None:
    table = await begun(client)

    everybodys, own = await client.get(f"{table.path}/view"), await client.get(table.path, headers=table.players[0])
    again = await client.get(f"{table.path}/view", headers={"If-None-Match": everybodys.headers["etag"]})
    as_player = await client.get(
        f"{table.path}/view", headers=table.players[0] | {"If-None-Match": everybodys.headers["etag"]}
    )

    assert everybodys.headers["cache-control"] == "public, max-age=1"
    assert "Authorization" in everybodys.headers["vary"]
    assert (again.status_code, again.headers["cache-control"]) == (304, "public, max-age=1")
    assert own.headers["cache-control"] == "private, no-cache"
    assert "Authorization" in own.headers["vary"]
    assert as_player.status_code == 200, "it is another answer at the same version"


@pytest.mark.parametrize("name", ["invitation", "%69nvitation", "invitatio%6e"])
async def test_what_an_invitation_link_shows_is_kept_by_nobody(client: Client, name: str) -> None:
    table = await meeting(client, visibility="private")
    link = (await client.post(f"{table.path}/invitations/link", headers=table.players[0])).json()["token"]

    seen = await client.get(f"{table.path}?{name}={link}")

    assert (seen.status_code, seen.headers["cache-control"]) == (200, "private, no-cache")


@pytest.mark.parametrize("operation", OF_TABLES)
async def test_a_private_table_is_like_one_that_does_not_exist(client: Client, operation: str) -> None:
    table = await begun(client, visibility="private")
    found: list[tuple[int, Document, Header]] = []
    for table_id in (table.id, str(uuid4())):
        path = filled(OPEN[operation], table_id)
        queries: tuple[Header, ...] = ({}, {"seat": "0"}, {"version": "1"}, {"after": "1"}, {"to": "2"})
        found += [told(await client.get(path, params=query)) for query in queries]
    mine, nobodys = found[: len(found) // 2], found[len(found) // 2 :]

    assert mine == nobodys
    assert {answer[0] for answer in mine} <= {400, 404}


def told(answer: httpx.Response) -> tuple[int, Document, Header]:
    """Return an answer without what has to do with its request alone."""
    headers = {name: value for name, value in answer.headers.items() if name not in {"x-request-id", "content-length"}}
    return answer.status_code, answer.json() | {"instance": ""}, headers


async def test_a_table_without_spectators_shows_a_stranger_its_place_in_the_lobby_alone(client: Client) -> None:
    table = await begun(client, settings={"spectators": False})

    refused = [(await client.get(table.path + below)).status_code for below in ("", "/view", "/events", "/stream")]

    assert refused == [403] * 4
    assert table.id in [each["id"] for each in (await client.get("/v1/tables")).json()["tables"]]


async def test_private_tables_are_in_no_strangers_lobby(client: Client) -> None:
    table = await begun(client, visibility="private")

    assert table.id not in (await client.get("/v1/tables")).text


async def test_a_stranger_sees_the_game_some_moves_late(client: Client) -> None:
    table = await begun(client, settings={"spectator_delay": 2})
    cleo = await newcomer(client)
    for _ in range(4):
        assert await table.move(random.Random(1))

    seen = (await client.get(f"{table.path}/view")).json()

    assert seen == await table.view(cleo)
    assert seen["table"]["version"] < (await table.view(table.players[0]))["table"]["version"]


@pytest.mark.parametrize("pace", [Pace(decks_seconds=0)], indirect=True)
async def test_a_stranger_may_play_the_same_deck_elsewhere(app: Litestar, client: Client) -> None:
    deck = sorted(FRENCH_DECK)
    operator, cleo = await official(app, "operator"), await newcomer(client)
    opening = {"game": "friendlier_than_thou", "decks": [deck], **SHORT}
    path = (await client.post("/v1/tables", json=opening, headers=operator)).headers["location"]
    table = Party(client, [operator, await newcomer(client)], path)
    await table.start()

    refused, seen = await client.get(f"{path}/view"), await client.get(f"{path}/view", headers=cleo)
    await finish(app, table, random.Random(1))
    open_to_all = await client.get(f"{path}/view")

    assert (refused.status_code, seen.status_code, open_to_all.status_code) == (403, 200, 200)
    assert "without a token" in refused.json()["detail"]


@pytest.mark.parametrize("operation", sorted(OPEN))
async def test_an_operator_may_want_a_token_for_every_look(operation: str) -> None:
    settings = replace(IN_MEMORY, anonymous_reading=False)
    async with served(settings, in_memory()) as app, InProcess(app) as client:
        answer = await client.get(filled(OPEN[operation], str(uuid4())))

    assert (answer.status_code, answer.json()["code"]) == (401, "unauthenticated")
    assert answer.headers["www-authenticate"] == "Bearer"


async def test_a_wrong_token_makes_nobody_a_stranger(client: Client) -> None:
    told = {"Bearer parlour_nobodys": 'Bearer error="invalid_token"', "Basic YTpi": "Bearer", "": "Bearer"}
    for wrong, challenge in told.items():
        answer = await client.get("/v1/tables", headers={"Authorization": wrong})
        assert (answer.status_code, answer.headers["www-authenticate"]) == (401, challenge)


async def test_a_stranger_changes_nothing(client: Client) -> None:
    table = await meeting(client)
    for below in ("/seats", "/start", "/moves", "/rematch"):
        assert (await client.post(table.path + below, json={})).status_code == 401


async def test_strangers_of_one_address_share_its_budget_and_its_streams() -> None:
    settings = replace(IN_MEMORY, limit_anonymous_reads=20, limit_anonymous_streams=1, limit_sign_ups=0)
    async with served(settings, in_memory()) as app, InProcess(app) as client:
        table = await begun(client)
        async with Stream(app, f"{table.path}/stream", {}) as first, Stream(app, f"{table.path}/stream", {}) as second:
            assert (first.status, second.status) == (200, 429)
            assert first.headers["ratelimit-policy"].startswith('"anonymous_')
        found = [await client.get(table.path) for _ in range(20)]
        known = await client.get(table.path, headers=table.players[0])

    assert [answer.status_code for answer in found] == [200] * 10 + [429] * 10
    assert found[-1].json()["budget"] == "anonymous_reads"
    assert known.status_code == 200

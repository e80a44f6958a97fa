"""After a rollback: tables that a newer version of the service has played on cannot be read here, all else works."""

from typing import Any
from uuid import UUID

import pytest
from litestar import Litestar

from service.app import Surroundings
from service.runtime.time import now
from service.store import Append, EventStore, NewEvent
from tests.service.http.occasions import MOVE
from tests.service.http.party import SHORT, Party, id_of, newcomer, official, table_of
from tests.service.http.reading import Stream
from tests.service.http.surface import Client


async def play_newer(log: EventStore, party: Party) -> None:
    """Let a newer version of the service write an event at a table."""
    table, at = UUID(party.id), now()
    event = NewEvent(None, "seat_blessed", at, b'{"at":%d,"type":"seat_blessed"}' % at, None, None, None, bytes(32))
    await log.append(Append(table, (await log.heads([table]))[table], (event,)))


@pytest.fixture
def log(surroundings: Surroundings) -> EventStore:
    assert surroundings.store is not None
    return surroundings.store


@pytest.fixture
async def tables(client: Client) -> tuple[Party, Party]:
    """Two tables of the same two players, who have not begun."""
    players = [await newcomer(client), await newcomer(client)]
    found = [await table_of(client, players, "friendlier_than_thou", **SHORT) for _ in range(2)]
    for party in found:
        for player in players:
            assert (await client.post(f"{party.path}/seats", json={}, headers=player)).status_code == 201
    return found[0], found[1]


async def test_a_list_shows_it_apart_and_the_others_as_ever(
    client: Client, log: EventStore, tables: tuple[Party, Party]
) -> None:
    readable, newer = tables
    await play_newer(log, newer)

    mine = (await client.get("/v1/me/tables", headers=newer.players[0])).json()
    lobby = (await client.get("/v1/tables", headers=newer.players[0])).json()

    assert [each["table"]["id"] for each in mine["tables"]] == [readable.id]
    assert [(each["id"], each["status"]) for each in mine["not_readable"]] == [(newer.id, "open")]
    assert {each["id"] for each in lobby["tables"]} == {readable.id, newer.id}


async def test_a_players_stream_says_so_once_and_goes_on_with_the_others(
    app: Litestar, client: Client, log: EventStore, tables: tuple[Party, Party]
) -> None:
    readable, newer = tables
    player = newer.players[0]
    async with Stream(app, "/v1/me/stream", player) as stream:
        views = {line["table"]: line for line in (await stream.line(), await stream.line())}
        assert views.keys() == {readable.id, newer.id}
        cursor = max((line["cursor"] for line in views.values()), key=len)
    await play_newer(log, newer)

    for query in ({"after": cursor}, {}):
        async with Stream(app, "/v1/me/stream", player, **query) as stream:
            lines = [await stream.line()] if query else [await stream.line(), await stream.line()]
            ends = [line for line in lines if line["type"] == "end"]
            assert [(line["table"], line["why"]) for line in ends] == [(newer.id, "not_readable")]
            invited = {"player": await id_of(client, await newcomer(client))}
            answer = await client.post(f"{readable.path}/invitations", json=invited, headers=player)
            assert answer.status_code in {200, 201}
            line = await stream.line()
            assert (line["type"], line["table"], line["entry"]["event"]["type"]) == (
                "event",
                readable.id,
                "player_invited",
            )


async def test_the_stream_of_a_table_ends_with_it(app: Litestar, log: EventStore, tables: tuple[Party, Party]) -> None:
    _, newer = tables
    async with Stream(app, f"{newer.path}/stream", newer.players[0]) as stream:
        assert (await stream.line())["type"] == "view"
        await play_newer(log, newer)

        assert [(line["type"], line["why"]) for line in await stream.rest()] == [("end", "not_readable")]


READS = ("", "/view", "/view?version=1", "/events", "/stream", "/record", "/moves/suggestions")
COMMANDS: tuple[tuple[str, str, Any], ...] = (
    ("POST", "/seats", {}),
    ("DELETE", "/seats/0", None),
    ("POST", "/start", None),
    ("POST", "/abort", {}),
    ("POST", "/rematch", None),
    ("POST", "/invitations", {}),
    ("POST", "/moves", MOVE),
    ("POST", "/moves/check", MOVE),
)


@pytest.mark.parametrize("asked", [*(("GET", path, None) for path in READS), *COMMANDS], ids=lambda asked: asked[1])
async def test_its_own_operations_are_refused_and_say_why(
    app: Litestar, client: Client, log: EventStore, tables: tuple[Party, Party], asked: tuple[str, str, Any]
) -> None:
    (method, path, body), (_, newer) = asked, tables
    if path == "/record":
        operator = await official(app, "operator")
        assert (await client.post(f"{newer.path}/abort", json={}, headers=operator)).status_code == 200
    if path == "/invitations":
        body = {"player": await id_of(client, newer.players[1])}
    await play_newer(log, newer)

    answer = await client.request(method, f"{newer.path}{path}", json=body, headers=newer.players[0])

    assert (answer.status_code, answer.json()["code"]) == (501, "not_readable")

"""Players are found, and invited, by name; where a player is shown, their name stands beside their id."""

from typing import Any
from uuid import uuid4

import pytest

from tests.service.http.party import Document, Header, id_of, meeting, newcomer
from tests.service.http.surface import Client


async def find(client: Client, header: Header, **query: Any) -> tuple[list[str], bool]:
    """Return the names that are found, and whether there are more."""
    found = (await client.get("/v1/players", params=query, headers=header)).json()
    return [each["name"] for each in found["players"]], found["more"]


async def test_players_are_found_by_how_their_name_begins(client: Client) -> None:
    ada = await newcomer(client, "Ada Lovelace")
    for name in ("ADAM", "Zoë", "ada", "Alan"):
        await newcomer(client, name)

    assert await find(client, ada, name="ad") == (["ada", "Ada Lovelace", "ADAM"], False)
    assert await find(client, ada, name="ADA", limit=2) == (["ada", "Ada Lovelace"], True)
    assert await find(client, ada, name="zoë") == (["Zoë"], False)
    assert await find(client, ada, name="Zoe\u0308") == (["Zoë"], False)
    assert await find(client, ada, name="a%") == ([], False)


@pytest.mark.parametrize(
    "query",
    [
        {},
        {"name": "a"},
        {"name": "  "},
        {"name": "a "},
        {"name": "a" * 41},
        {"name": "ad", "limit": 21},
        {"name": "a\0b"},
        {"name": "a\x1bb"},
    ],
)
async def test_nobody_reads_the_list_of_all_players(client: Client, ada: Header, query: Document) -> None:
    assert (await client.get("/v1/players", params=query, headers=ada)).status_code == 400


async def test_a_stranger_looks_nobody_up(client: Client) -> None:
    assert (await client.get("/v1/players", params={"name": "ada"})).status_code == 401


async def test_a_player_is_invited_by_name(client: Client) -> None:
    table, zoe = await meeting(client, visibility="private"), await newcomer(client, "Zoë Z")

    answer = await client.post(f"{table.path}/invitations", json={"name": "zoë z"}, headers=table.players[0])
    seen = await client.get(table.path, headers=zoe)

    assert (answer.status_code, seen.status_code) == (200, 200)


async def test_players_are_found_whose_names_begin_with_null(client: Client) -> None:
    zoe = await newcomer(client, "Nullius")

    found = await client.get("/v1/players", params={"name": "null"}, headers=zoe)
    refused = [
        await client.get(path, params={name: "null"}, headers=zoe)
        for path, name in (("/v1/tables", "player"), ("/v1/history/games", "rules_version"))
    ]

    assert [each["name"] for each in found.json()["players"]] == ["Nullius"]
    assert [(each.status_code, each.json()["code"]) for each in refused] == [(400, "invalid_parameter")] * 2


async def test_of_several_players_of_one_name_one_is_invited_by_id(client: Client) -> None:
    table, twins = await meeting(client), [await newcomer(client, name) for name in ("Twin", "TWIN")]
    path, ada = f"{table.path}/invitations", table.players[0]

    refused = await client.post(path, json={"name": "twin"}, headers=ada)
    one = refused.json()["candidates"][0]
    accepted = await client.post(path, json={"player": one["id"]}, headers=ada)

    assert (refused.status_code, refused.json()["code"]) == (409, "ambiguous_name")
    assert {each["id"] for each in refused.json()["candidates"]} == {await id_of(client, each) for each in twins}
    assert {each["name"] for each in refused.json()["candidates"]} == {"Twin", "TWIN"}
    assert accepted.status_code == 200


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({}, 400),
        ({"name": "Nobody knows"}, 404),
        ({"player": str(uuid4())}, 404),
        ({"player": str(uuid4()), "name": "x"}, 400),
    ],
)
async def test_an_invitation_is_for_one_player_who_is_there(client: Client, body: Document, status: int) -> None:
    table = await meeting(client)

    assert (await client.post(f"{table.path}/invitations", json=body, headers=table.players[0])).status_code == status


async def test_names_stand_beside_ids_until_their_player_is_forgotten(client: Client) -> None:
    table = await meeting(client)
    cleo = await newcomer(client, "Cleo")
    await client.post(f"{table.path}/invitations", json={"name": "Cleo"}, headers=table.players[0])
    await client.post(f"{table.path}/seats", json={"seat": 0}, headers=cleo)
    await client.post(f"{table.path}/seats", json={"house": "random"}, headers=table.players[0])

    async def shown() -> list[Any]:
        lobby = (await client.get("/v1/tables")).json()["tables"][0]
        header = (await client.get(table.path)).json()
        view = (await client.get(f"{table.path}/view")).json()["table"]
        said = [each["message"] for each in (await client.get(f"{table.path}/events")).json()["events"]]
        names = [[(each["name"], each["kind"]) for each in part["presence"]] for part in (lobby, header, view)]
        assert {part["creator_name"] for part in (lobby, header, view)} == {"Somebody"}
        return [*names, said[2]["text"], said[2]["arguments"]["player"]["name"]]

    house = ("Random, a house player", "house")
    before = await shown()
    assert before[:3] == [[("Cleo", "person"), house]] * 3
    assert before[3:] == ["Cleo takes seat 0.", "Cleo"]

    await client.patch("/v1/me", json={"name": "Cleopatra"}, headers=cleo)
    assert (await shown())[:3] == [[("Cleopatra", "person"), house]] * 3

    table.players.append(cleo)
    await client.post(f"{table.path}/start", headers=table.players[0])
    await client.delete("/v1/me", headers=cleo)

    assert (await shown())[:3] == [[(None, "person"), house]] * 3
    assert "Cleopatra" not in (await client.get(f"{table.path}/replay?with=view")).text

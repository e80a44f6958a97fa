"""Bots are seen as such wherever players are."""

from uuid import UUID

import pytest

from tests.openapi.promised import faults
from tests.service.http.party import SHORT, Header, newcomer, table_of
from tests.service.http.surface import Client


@pytest.fixture
async def marvin(client: Client) -> Header:
    made = await client.post("/v1/players", json={"name": "Marvin", "bot": True})
    assert (made.status_code, faults(made), UUID(made.json()["id"]).version) == (201, [], 8)
    return {"Authorization": f"Bearer {made.json()['token']}"}


async def test_everybody_sees_that_a_program_plays(client: Client, marvin: Header) -> None:
    me = (await client.get("/v1/me", headers=marvin)).json()
    ada = await newcomer(client)

    shown = await client.get(f"/v1/players/{me['id']}", headers=ada)
    found = (await client.get("/v1/players", params={"name": "Marv"}, headers=ada)).json()["players"]

    assert faults(shown) == []
    assert (me["bot"], shown.json()["bot"], shown.json()["house"]) == (True, True, None)
    assert found == [{"id": me["id"], "name": "Marvin", "bot": True}]
    assert (await client.get("/v1/me", headers=ada)).json()["bot"] is False


async def test_a_seat_says_so(client: Client, marvin: Header) -> None:
    table = await table_of(client, [marvin, await newcomer(client)], "friendlier_than_thou", **SHORT)
    for who in table.players:
        await client.post(f"{table.path}/seats", json={}, headers=who)

    view = await table.view(table.players[1])
    lobby = (await client.get("/v1/tables", headers=marvin)).json()["tables"][0]

    for presence in (view["table"]["presence"], lobby["presence"]):
        assert [seat["kind"] for seat in presence] == ["bot", "person"]


async def test_nobody_becomes_a_bot_or_ceases_to_be_one(client: Client, marvin: Header) -> None:
    answer = await client.patch("/v1/me", json={"name": "Marvin", "bot": False}, headers=marvin)

    assert (answer.status_code, answer.json()["code"]) == (400, "unknown_field")


async def test_it_is_told_which_of_several_players_of_a_name_are_bots(client: Client, marvin: Header) -> None:
    ada = await newcomer(client)
    await newcomer(client, "Marvin")
    table = await table_of(client, [ada], "literature")

    refused = await client.post(f"{table.path}/invitations", json={"name": "Marvin"}, headers=ada)

    assert sorted(each["bot"] for each in refused.json()["candidates"]) == [False, True]

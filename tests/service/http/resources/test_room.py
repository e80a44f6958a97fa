"""Room for tables: a player has a maximum number that go on, and fewer of those where only house players sit."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from litestar import Litestar
from msgspec.structs import replace

from tests.openapi.promised import faults
from tests.service.http.party import id_of, newcomer, official, table_of
from tests.service.http.surface import IN_MEMORY, Client, in_memory, served

TABLES, HOUSE_TABLES = 5, 2
GAME: dict[str, Any] = {"game": "friendlier_than_thou", "options": {"players": 2}}


@pytest.fixture
async def app() -> AsyncIterator[Litestar]:
    """The service, with room for a few tables."""
    settings = replace(
        IN_MEMORY, limit_open_tables=TABLES, limit_house_tables=HOUSE_TABLES, limit_invitations=3, limit_commands=10_000
    )
    async with served(settings, in_memory()) as app:
        yield app


async def opens(client: Client, header: dict[str, str], **more: str) -> httpx.Response:
    return await client.post("/v1/tables", json=GAME, headers=header | more)


async def for_house(client: Client, header: dict[str, str]) -> httpx.Response:
    """Open a table, and ask the house to both of its seats; return the last answer."""
    table = (await opens(client, header)).headers["location"]
    answers = [await client.post(f"{table}/seats", json={"house": "random"}, headers=header) for _ in range(2)]
    assert answers[0].status_code == 201
    return answers[1]


async def ended(client: Client, header: dict[str, str]) -> str:
    """Let somebody begin a game with another player, which both end; return the path of the table."""
    table = await table_of(client, [header, await newcomer(client)], **GAME)
    await table.start()
    for player in table.players:
        await client.post(f"{table.path}/abort", json={}, headers=player)
    return table.path


def must_be_full(answer: httpx.Response, budget: str) -> None:
    document: dict[str, Any] = answer.json()
    assert (answer.status_code, document["code"], document["budget"]) == (429, "rate_limited", budget)
    assert document["detail"].endswith("; one of them has to end.") == budget.endswith("tables")
    assert document["wait_seconds"] == int(answer.headers["retry-after"])
    assert [each.partition(";")[0] for each in answer.headers.get_list("ratelimit")] == [f'"{budget}"']
    assert faults(answer) == []


async def test_a_player_has_a_maximum_number_of_tables_that_go_on(client: Client, ada: dict[str, str]) -> None:
    opened = [await opens(client, ada) for _ in range(TABLES)]
    full = await opens(client, ada)
    ended = await client.post(f"{opened[0].headers['location']}/abort", json={}, headers=ada)
    again = await opens(client, ada)

    assert {answer.status_code for answer in (*opened, again)} == {201}
    must_be_full(full, "open_tables")
    assert ended.status_code == 200
    assert (await opens(client, await newcomer(client))).status_code == 201


async def test_a_player_who_opens_many_at_once_gets_no_more(client: Client, ada: dict[str, str]) -> None:
    answers = await asyncio.gather(*(opens(client, ada) for _ in range(30)))

    assert Counter(answer.status_code for answer in answers) == {201: TABLES, 429: 30 - TABLES}


async def test_a_table_that_was_opened_takes_no_room_when_it_is_asked_for_again(
    client: Client, ada: dict[str, str]
) -> None:
    first = await opens(client, ada, **{"Idempotency-Key": "our-table"})
    for _ in range(TABLES - 1):
        await opens(client, ada)
    again = await opens(client, ada, **{"Idempotency-Key": "our-table"})

    assert first.content == again.content


async def test_an_operator_has_as_many_as_they_want(app: Litestar, client: Client) -> None:
    header = await official(app, "operator")

    assert {(await opens(client, header)).status_code for _ in range(TABLES + 1)} == {201}
    assert {(await for_house(client, header)).status_code for _ in range(HOUSE_TABLES + 1)} == {201}


async def test_a_rematch_is_one_more_table(client: Client, ada: dict[str, str]) -> None:
    table = (await opens(client, ada)).headers["location"]
    await client.post(f"{table}/seats", json={}, headers=ada)
    await client.post(f"{table}/abort", json={}, headers=ada)
    for _ in range(TABLES):
        await opens(client, ada)

    must_be_full(await client.post(f"{table}/rematch", headers=ada), "open_tables")


async def test_a_rematch_after_one_that_was_given_up_is_one_more_table(client: Client, ada: dict[str, str]) -> None:
    again = await ended(client, ada)
    for _ in range(2):
        given_up = await client.post(f"{again}/rematch", headers=ada)
        assert given_up.status_code == 201
        await client.post(f"{given_up.headers['location']}/abort", json={}, headers=ada)
    for _ in range(TABLES):
        await opens(client, ada)

    must_be_full(await client.post(f"{again}/rematch", headers=ada), "open_tables")


async def test_a_rematch_costs_as_many_invitations_as_it_keeps_seats(client: Client, ada: dict[str, str]) -> None:
    again, answers = await ended(client, ada), list[httpx.Response]()
    for _ in range(4):
        answers.append(await client.post(f"{again}/rematch", headers=ada))
        await client.post(f"{answers[-1].headers.get('location', again)}/abort", json={}, headers=ada)

    assert [answer.status_code for answer in answers] == [201, 201, 201, 429]
    must_be_full(answers[-1], "invitations")


async def test_an_operator_seeks_players_however_many_tables_they_have(app: Litestar, client: Client) -> None:
    header = await official(app, "operator")
    for _ in range(TABLES):
        await opens(client, header)

    assert (await client.post("/v1/seeks", json={"game": "literature"}, headers=header)).status_code == 201


async def test_a_table_with_free_seats_is_not_a_table_of_the_house(client: Client, ada: dict[str, str]) -> None:
    for _ in range(HOUSE_TABLES):
        await for_house(client, ada)
    wanted = {"game": "honors_4", "seats": ["random"]}

    assert (await client.post("/v1/tables", json=wanted, headers=ada)).status_code == 201
    must_be_full(await for_house(client, ada), "house_tables")


async def test_fewer_of_them_are_for_house_players_alone(client: Client, ada: dict[str, str]) -> None:
    answers = [await for_house(client, ada) for _ in range(HOUSE_TABLES + 1)]

    assert [answer.status_code for answer in answers[:-1]] == [201] * HOUSE_TABLES
    must_be_full(answers[-1], "house_tables")
    table = (await opens(client, ada)).headers["location"]
    await client.post(f"{table}/seats", json={}, headers=ada)
    assert (await client.post(f"{table}/seats", json={"house": "random"}, headers=ada)).status_code == 201


async def test_two_house_players_asked_for_at_once_fill_no_more_tables_than_one(
    client: Client, ada: dict[str, str]
) -> None:
    for _ in range(HOUSE_TABLES):
        await for_house(client, ada)
    table = (await opens(client, ada)).headers["location"]
    both = [client.post(f"{table}/seats", json={"house": "random"}, headers=ada) for _ in range(2)]
    answers = sorted(await asyncio.gather(*both), key=lambda answer: answer.status_code)

    assert [answer.status_code for answer in answers] == [201, 429]
    must_be_full(answers[-1], "house_tables")


async def test_a_house_player_who_was_seated_is_told_of_again_when_there_is_no_room(
    client: Client, ada: dict[str, str]
) -> None:
    table = (await opens(client, ada)).headers["location"]
    wanted, once = {"house": "random", "seat": 0}, ada | {"Idempotency-Key": "once"}
    first = await client.post(f"{table}/seats", json=wanted, headers=once)
    for _ in range(HOUSE_TABLES):
        await for_house(client, ada)

    again = await client.post(f"{table}/seats", json=wanted, headers=once)

    must_be_full(await client.post(f"{table}/seats", json={"house": "random"}, headers=ada), "house_tables")
    assert first.status_code == 201
    assert (again.status_code, again.content) == (first.status_code, first.content)


async def test_a_token_sends_a_maximum_number_of_invitations(client: Client, ada: dict[str, str]) -> None:
    table = (await opens(client, ada)).headers["location"]
    answers = []
    for _ in range(4):
        guest = await id_of(client, await newcomer(client))
        answers.append(await client.post(f"{table}/invitations", json={"player": guest}, headers=ada))

    assert [answer.status_code for answer in answers[:-1]] == [200] * 3
    must_be_full(answers[-1], "invitations")


async def test_the_creator_of_a_table_of_the_house_ends_it_at_any_time(client: Client, ada: dict[str, str]) -> None:
    for _ in range(HOUSE_TABLES):
        await for_house(client, ada)
    rows = (await client.get("/v1/tables", headers=ada)).json()["tables"]
    table = f"/v1/tables/{rows[0]['id']}"
    started = await client.post(f"{table}/start", headers=ada)
    foreign = await client.post(f"{table}/abort", json={}, headers=await newcomer(client))
    ended = await client.post(f"{table}/abort", json={}, headers=ada)

    assert (started.status_code, foreign.status_code, ended.status_code) == (200, 409, 200)
    assert ended.json()["status"] == "aborted"
    assert (await for_house(client, ada)).status_code == 201, "its room is free"

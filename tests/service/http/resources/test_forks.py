"""A game goes on from one of its versions at another table, for all who may see its record."""

import asyncio
import random
from uuid import UUID

import httpx
import pytest
from litestar import Litestar

from domain import GAMES
from service.records.records import check, check_fork, read
from tests.service.http.party import (
    SHORT,
    Document,
    Header,
    Party,
    id_of,
    meeting,
    newcomer,
    official,
    over,
    table_of,
    told,
)
from tests.service.http.surface import Client

KEY = {"Idempotency-Key": "what-if"}


async def fork(table: Party, header: Header, version: int, *seats: str | None, **headers: str) -> httpx.Response:
    """Ask for a fork of a table."""
    body = {"version": version, "seats": seats}
    return await table.client.post(f"{table.path}/fork", json=body, headers=header | headers)


async def forked(table: Party, header: Header, version: int, *seats: str | None) -> Party:
    """Return a fork of a table."""
    answer = await fork(table, header, version, *seats)
    assert answer.status_code == 201, answer.text
    return Party(table.client, [header], answer.headers["location"])


async def decisions(table: Party) -> list[int]:
    """Return the versions of a game at which a step has ended and it goes on."""
    events = (await table.client.get(f"{table.path}/record", headers=table.players[0])).json()["events"]
    began = next(event["version"] for event in events if event["event"]["type"] == "game_started")
    return [event["version"] - 1 for event in events if event["step"] == event["version"] > began]


async def test_a_fork_stands_as_the_game_stood(app: Litestar, client: Client) -> None:
    table = await over(app, client, settings={"reserve_ms": 5})
    stranger = await newcomer(client)
    version = (await decisions(table))[3]
    events = (await client.get(f"{table.path}/record", headers=stranger)).json()["events"]

    answer = await fork(table, stranger, version, "me", "random")

    new = answer.json()
    assert answer.status_code == 201
    assert answer.headers["location"] == f"/v1/tables/{new['id']}"
    assert new["fork_of"] == {"table": table.id, "version": version, "hash": events[version - 1]["hash"]}
    assert (new["rated"], new["status"], new["creator"]) == (False, "playing", await id_of(client, stranger))
    assert [place["house"] for place in new["presence"]] == [None, "random"]
    assert new["settings"]["reserve_ms"] == 5
    then = await table.view(table.players[0], version=version, seat="0")
    now = await Party(client, [], answer.headers["location"]).view(stranger, version=new["version"])
    assert now["state"] == then["state"]
    assert now["table"]["options"] == then["table"]["options"]
    ordinary = (await client.get(table.path, headers=stranger)).json()
    assert (ordinary["fork_of"], ordinary["rated"]) == (None, True)


async def test_a_fork_waits_for_its_seats_and_is_played_to_its_end(app: Litestar, client: Client) -> None:
    table = await over(app, client)
    ada, ben = table.players
    version = (await decisions(table))[1]
    new = await forked(table, ada, version, None, "me")

    view = await new.view(ada)
    assert (view["table"]["status"], view["state"]) == ("open", None)
    seated = await client.post(f"{new.path}/seats", json={"entropy": "luck"}, headers=ben)
    assert (seated.json()["seat"], seated.json()["table"]["status"]) == (0, "playing")
    both = Party(client, [ben, ada], new.path)
    await both.play(random.Random(2))

    record = read((await client.get(f"{new.path}/record", headers=ada)).content)
    origin = read((await client.get(f"{table.path}/record", headers=ada)).content)
    assert (record.fork_of, record.rated) == (check(record).fork_of, False)
    assert record.deal == origin.deal
    check_fork(record, origin)
    again = await forked(both, ben, (await decisions_of_fork(both))[0], "me", "random")
    assert (await again.view(ben))["table"]["fork_of"]["table"] == both.id


async def decisions_of_fork(table: Party) -> list[int]:
    events = (await table.client.get(f"{table.path}/record", headers=table.players[0])).json()["events"]
    began = next(event["version"] for event in events if event["event"]["type"] == "game_resumed")
    return [event["version"] - 1 for event in events if event["step"] == event["version"] > began]


async def test_a_version_within_a_move_stands_for_its_end(app: Litestar, client: Client) -> None:
    table = await over(app, client)
    events = (await client.get(f"{table.path}/record", headers=table.players[0])).json()["events"]
    within = next(
        event for event in events if event["version"] == event["step"] and event["event"]["type"] == "game_started"
    )
    end = max(event["version"] for event in events if event["step"] == within["step"])

    new = (await fork(table, table.players[0], within["version"])).json()

    assert within["version"] < end
    assert new["fork_of"]["version"] == end


async def test_a_fork_that_is_asked_for_twice_is_opened_once(app: Litestar, client: Client) -> None:
    table = await over(app, client)
    ada, version = table.players[0], (await decisions(table))[1]

    first, second = [await fork(table, ada, version, "me", **KEY) for _ in range(2)]
    other = await fork(table, ada, version, **KEY)

    assert first.status_code == second.status_code == 201
    assert first.json() == second.json()
    assert first.headers["etag"] == second.headers["etag"]
    assert told(other) == (409, "idempotency_key_reused")
    rows = (await client.get("/v1/tables", params={"status": "open"}, headers=ada)).json()["tables"]
    assert [row["id"] for row in rows] == [first.json()["id"]]


async def test_a_fork_of_a_game_that_goes_on_or_has_not_begun_is_refused(client: Client) -> None:
    table = await meeting(client)
    ada = table.players[0]
    assert told(await fork(table, ada, 1)) == (409, "record_closed")
    await table.start()
    for version in (1, 4, 99):
        assert told(await fork(table, ada, version)) == (409, "record_closed")
    await table.play(random.Random(1))

    last = (await table.view(ada))["table"]["version"]
    assert told(await fork(table, ada, 1)) == (409, "not_started")
    assert told(await fork(table, ada, last)) == (409, "game_over")
    assert told(await fork(table, ada, last + 1)) == (404, "not_found")
    assert (await client.get("/v1/tables", headers=ada)).json()["tables"][1:] == []


async def test_an_aborted_game_has_forks_until_its_end(client: Client) -> None:
    table = await meeting(client)
    await table.start()
    ada, ben = table.players
    before = (await table.view(ada))["table"]["version"]
    for player in (ada, ben):
        await client.post(f"{table.path}/abort", json={}, headers=player)

    assert told(await fork(table, ada, before + 2)) == (409, "game_over")
    assert (await fork(table, ada, before)).status_code == 201


async def test_a_private_game_is_forked_by_those_who_may_see_it(app: Litestar, client: Client) -> None:
    table = await over(app, client, visibility="private")
    ada, stranger = table.players[0], await newcomer(client)
    version = (await decisions(table))[1]

    assert told(await fork(table, stranger, version)) == (403, "forbidden")
    new = await forked(table, ada, version)
    assert told(await client.get(new.path, headers=stranger)) == (403, "forbidden")
    assert told(await client.post(f"{new.path}/seats", json={}, headers=table.players[1])) == (403, "forbidden")


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({}, "/version"),
        ({"version": 0}, "/version"),
        ({"version": "4"}, "/version"),
        ({"version": 4, "seats": ["random", "Ada"]}, "/seats/1"),
        ({"version": 4, "seats": [None] * 15}, "/seats"),
        ({"version": 4, "colour": "red"}, "/colour"),
    ],
)
async def test_what_is_no_request_for_a_fork(client: Client, body: Document, pointer: str) -> None:
    table = await meeting(client)

    answer = await client.post(f"{table.path}/fork", json=body, headers=table.players[0])

    assert answer.status_code == 400
    assert answer.json()["errors"][0]["pointer"] == pointer


async def test_a_fork_of_no_table(client: Client) -> None:
    nowhere = Party(client, [], f"/v1/tables/{UUID(int=1)}")

    assert told(await fork(nowhere, await newcomer(client), 4)) == (404, "not_found")


async def test_the_house_plays_a_fork_alone(app: Litestar, client: Client) -> None:
    table = await over(app, client)
    ada = table.players[0]
    new = await forked(table, ada, (await decisions(table))[-3], "random", "random")

    while (view := await new.view(ada))["table"]["status"] != "finished":
        assert view["table"]["status"] == "playing"
        await asyncio.sleep(0.02)

    check(read((await client.get(f"{new.path}/record", headers=ada)).content))


async def test_nobody_sees_the_given_state_before_the_record_opens(app: Litestar, client: Client) -> None:
    table = await over(app, client)
    ada, stranger = table.players[0], await newcomer(client)
    new = await forked(table, ada, (await decisions(table))[2], "me")

    for viewer in (ada, stranger):
        events = await client.get(f"{new.path}/events", headers=viewer)
        replay = await client.get(f"{new.path}/replay", headers=viewer)
        for answer in (events, replay):
            assert answer.status_code == 200
            assert not [word for word in ('"given"', '"secret"', '"state":{') if word in answer.text]
    assert told(await client.get(f"{new.path}/record", headers=ada)) == (409, "record_closed")


# Given decks


async def with_deck(app: Litestar, client: Client) -> tuple[Header, Party]:
    """Return an operator, and a table where both have played a deck that the operator has given."""
    operator = await official(app, "operator")
    players = [await newcomer(client) for _ in range(2)]
    opened = await table_of(
        client, [operator], "friendlier_than_thou", **SHORT, decks=[GAMES["friendlier_than_thou"].deck], auto_start=True
    )
    table = Party(client, players, opened.path)
    for player in players:
        await client.post(f"{table.path}/seats", json={}, headers=player)
    return operator, table


async def test_a_shared_deck_is_forked_when_all_who_play_it_are_done(app: Litestar, client: Client) -> None:
    operator, table = await with_deck(app, client)
    _, other = await with_deck(app, client)
    ada = table.players[0]
    await table.play(random.Random(1))

    assert told(await fork(table, ada, 5)) == (409, "record_closed")
    await other.play(random.Random(1))
    version = (await decisions(table))[1]
    new = await forked(table, ada, version, "me")
    assert (await client.get(f"{table.path}/record", headers=operator)).status_code == 200
    seated = await client.post(f"{new.path}/seats", json={}, headers=other.players[0])
    assert seated.status_code == 201, "a player who has played the deck knows as much as all others"
    assert (await fork(table, other.players[1], version)).status_code == 201


async def test_a_player_who_plays_the_deck_elsewhere_again_has_nothing_to_do_with_a_fork(
    app: Litestar, client: Client
) -> None:
    _, table = await with_deck(app, client)
    await table.play(random.Random(1))
    ada = table.players[0]
    new = await forked(table, ada, (await decisions(table))[1], "me")
    _, again = await with_deck(app, client)

    for player in again.players:
        assert told(await client.post(f"{new.path}/seats", json={}, headers=player)) == (409, "same_deck")
        assert (await client.get(f"{new.path}/view", headers=player)).status_code == 200, "nothing is shown yet"
    assert told(await fork(table, ada, 9)) == (409, "record_closed")

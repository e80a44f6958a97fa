"""Challenges: a table with those who are invited, which begins when all have accepted, and ends when nobody comes."""

import asyncio
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest

from domain.table import TakeSeat
from service.http.resources.inviting import MOST_PENDING
from tests.openapi.promised import faults
from tests.service.http.occasions import Scene, be_invited
from tests.service.http.party import Header, id_of, newcomer
from tests.service.http.surface import Client, Later, in_memory, two_workers


async def challenge(client: Client, host: Header, *guests: Header, **more: Any) -> httpx.Response:
    wanted = {
        "game": "honors_4",
        "options": {"players": len(guests) + 1},
        "auto_start": True,
        "seats": ["me"],
        "invite": [await id_of(client, guest) for guest in guests],
    }
    return await client.post("/v1/tables", json=wanted | more, headers=host)


async def sit(client: Client, path: str, who: Header) -> httpx.Response:
    return await client.post(f"{path}/seats", json={}, headers=who)


@pytest.mark.parametrize("visibility", ["public", "private"])
async def test_a_player_who_is_challenged_accepts_and_the_game_begins(client: Client, visibility: str) -> None:
    ada, ben, cleo = [await newcomer(client) for _ in range(3)]

    opened = await challenge(client, ada, ben, visibility=visibility)
    path = opened.headers["location"]
    stranger = await sit(client, path, cleo)
    accepted = await sit(client, path, ben)

    assert (opened.status_code, faults(opened), opened.json()["status"]) == (201, [], "open")
    assert stranger.json()["code"] == ("not_welcome" if visibility == "public" else "forbidden")
    assert accepted.json()["table"]["status"] == "playing"
    assert accepted.json()["table"]["seats"] == [await id_of(client, ada), await id_of(client, ben)]


async def test_somebody_who_has_the_maximum_number_of_invitations_has_room_for_another_one_when_they_sit_down(
    scene: Scene,
) -> None:
    client, engine = scene.client, scene.app.state.services.parlour.engine
    ada, ben = [await newcomer(client) for _ in range(2)]
    guest = await id_of(client, ben)
    await be_invited(scene, guest, MOST_PENDING)
    full = await challenge(client, ada, ben)
    (row, *_) = await scene.app.state.services.parlour.event_log.lobby.concerning(UUID(guest))

    await engine.execute(row.table_id, TakeSeat(UUID(guest)))

    assert (full.status_code, full.json()["code"]) == (409, "too_many_invitations")
    assert (await challenge(client, ada, ben)).status_code == 201


async def test_a_challenge_that_is_declined_is_over(client: Client) -> None:
    ada, ben = [await newcomer(client) for _ in range(2)]
    path = (await challenge(client, ada, ben)).headers["location"]

    declined = await client.delete(f"{path}/invitations/players/{await id_of(client, ben)}", headers=ben)

    assert (declined.status_code, faults(declined)) == (200, [])
    assert (declined.json()["status"], declined.json()["aborted"]["why"]) == ("aborted", "nobody_came")


async def test_a_challenge_that_is_sent_again_is_the_same(client: Client) -> None:
    ada, ben = [await newcomer(client) for _ in range(2)]
    once = ada | {"Idempotency-Key": str(uuid4())}

    first = await challenge(client, once, ben)
    blocked = await client.put(f"/v1/me/blocks/{await id_of(client, ada)}", headers=ben)
    again = await challenge(client, once, ben)

    assert (blocked.status_code, again.content) == (204, first.content)
    assert (await challenge(client, ada, ben)).json()["code"] == "not_possible"


@pytest.mark.parametrize("blocks", [(0, 1), (1, 0)], ids=["host", "guest"])
async def test_players_who_block_each_other_do_not_challenge_each_other(
    client: Client, blocks: tuple[int, int]
) -> None:
    people = [await newcomer(client) for _ in range(2)]
    who, whom = (people[each] for each in blocks)
    await client.put(f"/v1/me/blocks/{await id_of(client, whom)}", headers=who)

    refused = await challenge(client, *people)

    assert (refused.status_code, refused.json()["code"]) == (409, "not_possible")
    assert "block" not in refused.text


async def test_nobody_is_challenged_to_a_table_without_a_seat_for_them(client: Client) -> None:
    ada, ben = [await newcomer(client) for _ in range(2)]

    refused = await challenge(client, ada, ben, seats=["me", "random"])

    assert (refused.status_code, refused.json()["errors"][0]["pointer"]) == (400, "/seats")
    assert (await client.get("/v1/me/tables", headers=ada)).json()["tables"] == []


@pytest.mark.parametrize("more", [{}, {"invite": []}])
async def test_a_table_to_which_nobody_is_invited_has_no_time_for_invitations(
    client: Client, more: dict[str, Any]
) -> None:
    ada = await newcomer(client)

    refused = await client.post("/v1/tables", json={"game": "honors_4", "lasts_ms": 60_000} | more, headers=ada)

    assert (refused.status_code, refused.json()["code"]) == (400, "invalid_body")
    assert refused.json()["errors"][0]["pointer"] == "/lasts_ms"


async def test_a_challenge_lasts_for_three_days_or_as_long_as_it_says(client: Client) -> None:
    for given, lasts in (({}, 3 * 24 * 3_600_000), ({"lasts_ms": 60_000}, 60_000)):
        ada, ben = [await newcomer(client) for _ in range(2)]
        await challenge(client, ada, ben, **given)
        (invitation,) = (await client.get("/v1/me/tables", headers=ben)).json()["invitations"]
        assert invitation["expires_at"] - invitation["table"]["opened_at"] == lasts


async def test_nobody_is_challenged_who_is_not_there(client: Client) -> None:
    ada, ben = [await newcomer(client) for _ in range(2)]

    refused = await challenge(client, ada, invite=[await id_of(client, ben), str(uuid4())])

    assert (refused.status_code, refused.json()["errors"][0]["pointer"]) == (404, "/invite/1")


async def test_house_players_sit_down_at_once_as_well(client: Client) -> None:
    ada, ben = [await newcomer(client) for _ in range(2)]

    opened = await challenge(client, ada, ben, options={"players": 4}, seats=["random", "me", "random"])
    accepted = await sit(client, opened.headers["location"], ben)

    assert [each["kind"] for each in opened.json()["presence"]] == ["house", "person", "house", None]
    assert accepted.json()["table"]["status"] == "playing"


async def test_all_accept_at_the_same_moment_at_two_workers() -> None:
    # Later: in one millisecond, one command at two workers is one event, and both say so.
    async with two_workers(in_memory(now=Later())) as (client, elsewhere):
        host, *guests = [await newcomer(client) for _ in range(4)]
        path = (await challenge(client, host, *guests)).headers["location"]

        workers = [client, elsewhere] * len(guests)
        twice = [*guests, *guests]
        answers = await asyncio.gather(*(sit(worker, path, who) for worker, who in zip(workers, twice, strict=True)))

        table = (await client.get(path, headers=host)).json()
        events = [each["event"] for each in (await client.get(f"{path}/events", headers=host)).json()["events"]]
        assert sorted(answer.status_code for answer in answers) == [201] * 3 + [409] * 3
        assert {*table["seats"]} == {await id_of(client, each) for each in (host, *guests)}
        assert [each["type"] for each in events].count("game_started") == 1

"""The invitation link: its owner can enter before the game, until the table's creator renews or revokes it."""

import hashlib
import json
import random
from urllib.parse import urlsplit

from service.app import Surroundings
from service.records.records import check, read
from tests.service.http.party import Document, Header, Party, meeting, newcomer
from tests.service.http.surface import IN_MEMORY, Client, InProcess, served


async def link(table: Party, **headers: str) -> Document:
    """Let the creator make a link; return it."""
    answer = await table.client.post(f"{table.path}/invitations/link", headers=table.players[0] | headers)
    assert answer.status_code == 200, answer.text
    document: Document = answer.json()
    return document


async def looks(table: Party, who: Header, token: str) -> int:
    """Return the status that a reader with a token gets at the table."""
    return (await table.client.get(table.path, params={"invitation": token}, headers=who)).status_code


async def sits(table: Party, who: Header, **body: object) -> tuple[int, str | None]:
    """Let somebody try to sit down; return the status, and the code of the problem."""
    answer = await table.client.post(f"{table.path}/seats", json=body, headers=who)
    return answer.status_code, answer.json().get("code")


async def test_a_player_who_has_the_link_sees_a_private_table_and_sits_down(client: Client) -> None:
    table, stranger = await meeting(client, visibility="private"), await newcomer(client)
    ben = table.players[1]

    made = await link(table)

    assert made["url"] == f"{table.path}?invitation={made['token']}"
    followed = await client.get(made["url"], headers=ben)
    assert (followed.status_code, followed.json()["id"], urlsplit(made["url"]).path) == (200, table.id, table.path)
    assert await sits(table, stranger) == (403, "forbidden")
    assert await sits(table, ben, invitation=made["token"]) == (201, None)
    assert (await client.get(f"{table.path}/view", headers=ben)).json()["seat"] == 0
    assert (await client.get(f"{table.path}/view", headers=stranger)).status_code == 403


async def test_a_link_is_worthless_once_there_is_another_one_or_none(client: Client) -> None:
    table = await meeting(client, visibility="private")
    ada, ben = table.players
    first, second = await link(table), await link(table)
    seen = [await looks(table, ben, each["token"]) for each in (first, second)]

    revoked = await client.delete(f"{table.path}/invitations/link", headers=ada)

    assert revoked.status_code == 200
    assert (first["token"] != second["token"], seen) == (True, [403, 200])
    assert [await looks(table, ben, each["token"]) for each in (first, second)] == [403, 403]
    assert await sits(table, ben, invitation=second["token"]) == (403, "forbidden")
    assert await looks(table, ben, (await link(table))["token"]) == 200


async def test_a_link_opens_its_own_table_only(client: Client) -> None:
    table, other = [await meeting(client, visibility="private") for _ in range(2)]
    token = (await link(table))["token"]
    await link(other)

    assert await looks(other, table.players[1], token) == 403
    assert await sits(other, table.players[1], invitation=token) == (403, "forbidden")


async def test_a_link_shows_nothing_once_the_game_has_begun(client: Client) -> None:
    table, stranger = await meeting(client, visibility="private"), await newcomer(client)
    token = (await link(table))["token"]
    await table.start()

    assert await looks(table, stranger, token) == 403
    assert await sits(table, stranger, invitation=token) == (403, "forbidden")


async def test_a_player_who_was_put_out_does_not_come_back_by_the_link(client: Client) -> None:
    table = await meeting(client, visibility="private")
    ada, ben = table.players
    token = (await link(table))["token"]
    assert await sits(table, ben, seat=1, invitation=token) == (201, None)
    await client.delete(f"{table.path}/seats/1", headers=ada)

    assert await sits(table, ben, invitation=token) == (409, "not_welcome")


async def test_a_worker_that_has_not_heard_of_it_takes_no_revoked_link(
    client: Client, surroundings: Surroundings
) -> None:
    table = await meeting(client, visibility="private")
    token = (await link(table))["token"]
    async with served(IN_MEMORY, surroundings) as second, InProcess(second) as other:
        assert (await other.post(f"{table.path}/seats", json={}, headers=table.players[1])).status_code == 403
        await client.delete(f"{table.path}/invitations/link", headers=table.players[0])

        late = await other.post(f"{table.path}/seats", json={"invitation": token}, headers=table.players[1])

    assert (late.status_code, late.json()["code"]) == (409, "not_welcome")


async def test_a_link_that_is_asked_for_again_is_the_same(client: Client) -> None:
    table = await meeting(client, visibility="private")

    once = [await link(table, **{"Idempotency-Key": "link"}) for _ in range(2)]

    assert once[0] == once[1]
    assert await looks(table, table.players[1], once[1]["token"]) == 200


async def test_no_feed_and_no_record_has_the_token(client: Client) -> None:
    table = await meeting(client, visibility="private")
    token = (await link(table))["token"]
    assert await sits(table, table.players[1], seat=1, invitation=token) == (201, None)
    assert await sits(table, table.players[0], seat=0) == (201, None)
    await client.post(f"{table.path}/start", headers=table.players[0])
    await table.play(random.Random(1))

    record = await client.get(f"{table.path}/record", headers=table.players[1])
    feed = await client.get(f"{table.path}/events?limit=1000", headers=table.players[1])

    check(read(record.content))
    hashed = hashlib.sha256(token.encode()).hexdigest()
    assert token not in record.text + feed.text
    assert (hashed in record.text, hashed in feed.text) == (True, False)
    made = [each["event"] for each in feed.json()["events"] if each["event"]["type"] == "invitation_link_renewed"]
    assert [sorted(event) for event in made] == [["at", "by", "type"]]
    assert json.loads(record.content)["events"][0]["event"]["by_invitation"] is True


async def test_everybody_may_sit_down_at_a_public_table_without_a_link(client: Client) -> None:
    table = await meeting(client)
    await link(table)

    assert await sits(table, table.players[1]) == (201, None)

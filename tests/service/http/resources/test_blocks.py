"""A blocked player does not invite, and is not seated at the tables of those who block them; nobody says why."""

import asyncio
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest
from litestar import Litestar

from service.app import Surroundings
from tests.openapi.promised import faults
from tests.service.http.party import Header, Party, id_of, newcomer, table_of
from tests.service.http.surface import IN_MEMORY, Client, InProcess, served


async def block(client: Client, who: Header, whom: Header, method: str = "PUT") -> httpx.Response:
    return await client.request(method, f"/v1/me/blocks/{await id_of(client, whom)}", headers=who)


@pytest.fixture
async def ada(client: Client) -> Header:
    return await newcomer(client, "Ada")


@pytest.fixture
async def bob(client: Client) -> Header:
    return await newcomer(client, "Bob")


@pytest.fixture
async def table(client: Client, ada: Header) -> Party:
    """A table of Ada's, at which nobody sits."""
    return await table_of(client, [ada], "literature")


async def seat(table: Party, who: Header, **how: Any) -> httpx.Response:
    return await table.client.post(f"{table.path}/seats", json=how, headers=who)


async def test_a_player_who_is_blocked_is_listed_only_for_the_one_who_blocks_them(
    client: Client, ada: Header, bob: Header
) -> None:
    answers = [await block(client, ada, bob) for _ in range(2)]
    listed = await client.get("/v1/me/blocks", headers=ada)

    assert [each.status_code for each in answers] == [204, 204]
    assert faults(listed) == []
    shown = [(each["player"], each["name"]) for each in listed.json()["blocks"]]
    assert shown == [(await id_of(client, bob), "Bob")]
    assert (await client.get("/v1/me/blocks", headers=bob)).json() == {"blocks": []}


async def test_a_player_who_is_blocked_takes_no_seat(client: Client, table: Party, ada: Header, bob: Header) -> None:
    link = (await client.post(f"{table.path}/invitations/link", headers=ada)).json()["token"]
    await block(client, ada, bob)

    for how in ({}, {"seat": 3}, {"invitation": link}):
        refused = await seat(table, bob, **how)
        assert (refused.status_code, refused.json()["code"]) == (409, "not_possible")
        assert "block" not in refused.text

    assert (await client.get(table.path, headers=bob)).status_code == 200
    await block(client, ada, bob, "DELETE")
    assert (await seat(table, bob)).status_code == 201


async def test_a_player_who_is_blocked_after_they_have_left_at_another_worker_takes_no_seat(
    client: Client, table: Party, ada: Header, bob: Header, surroundings: Surroundings
) -> None:
    assert (await seat(table, bob)).status_code == 201
    async with served(IN_MEMORY, surroundings) as another_worker, InProcess(another_worker) as other:
        await other.delete(f"{table.path}/seats/0", headers=bob)
    await block(client, ada, bob)

    refused = await seat(table, bob)

    assert (refused.status_code, refused.json()["code"]) == (409, "not_possible")


async def test_a_player_who_has_a_seat_keeps_it(client: Client, table: Party, ada: Header, bob: Header) -> None:
    once = bob | {"Idempotency-Key": "sit"}
    first = await client.post(f"{table.path}/seats", json={}, headers=once)
    await block(client, ada, bob)

    again = await client.post(f"{table.path}/seats", json={}, headers=once)
    anew = await seat(table, bob)
    await client.delete(f"{table.path}/seats/0", headers=bob)
    later = await client.post(f"{table.path}/seats", json={}, headers=once)

    assert (first.status_code, again.content, later.content) == (201, first.content, first.content)
    assert anew.json()["code"] == "already_seated"
    assert (await seat(table, bob)).json()["code"] == "not_possible"


async def test_a_player_who_blocks_another_may_come_to_them(
    client: Client, table: Party, ada: Header, bob: Header
) -> None:
    await block(client, bob, ada)

    assert (await seat(table, bob)).status_code == 201


@pytest.mark.parametrize("by", ["player", "name"])
async def test_a_player_who_is_blocked_does_not_invite(client: Client, table: Party, ada: Header, by: str) -> None:
    cleo = await newcomer(client, "Cleopatra alone")
    await block(client, cleo, ada)
    wanted = {"player": await id_of(client, cleo)} if by == "player" else {"name": "Cleopatra alone"}

    refused = await client.post(f"{table.path}/invitations", json=wanted, headers=ada)
    await block(client, cleo, ada, "DELETE")
    invited = await client.post(f"{table.path}/invitations", json=wanted, headers=ada)

    assert (refused.status_code, refused.json()["code"], invited.status_code) == (409, "not_possible", 200)


async def test_nobody_blocks_themself_or_nobody(client: Client, ada: Header) -> None:
    own = await block(client, ada, ada)
    nobody = [await client.request(each, f"/v1/me/blocks/{uuid4()}", headers=ada) for each in ("PUT", "DELETE")]

    assert (own.status_code, own.json()["errors"][0]["parameter"]) == (400, "player_id")
    assert [each.status_code for each in nobody] == [404, 404]


@pytest.mark.parametrize("before", [True, False], ids=["before", "while they wait"])
async def test_seeks_do_not_bring_them_together(client: Client, ada: Header, bob: Header, before: bool) -> None:
    wanted = {"game": "honors_4", "players": 2, "settings": {"reserve_ms": 4_711 + before}}

    async def seek(who: Header) -> str:
        found: str = (await client.post("/v1/seeks", json=wanted, headers=who)).json()["state"]
        return found

    if before:
        await block(client, ada, bob)
    states = [await seek(ada)]
    await block(client, ada, bob)
    states.append(await seek(bob))
    listed = (await client.get("/v1/seeks", params={"game": "honors_4"}, headers=bob)).json()["seeks"]
    (shown,) = [each for each in listed if each["settings"]["reserve_ms"] == wanted["settings"]["reserve_ms"]]  # type: ignore[index]

    assert states == ["waiting", "waiting"]
    assert (shown["waiting"], shown["missing"]) == (1, 1)
    assert await seek(await newcomer(client, "Cleo")) == "seated"


async def seek(client: Client, who: Header, players: int = 2) -> dict[str, Any]:
    body = {"game": "honors_4", "players": players, "with_house_after": 3_600_000}
    found: dict[str, Any] = (await client.post("/v1/seeks", json=body, headers=who)).json()
    return found


async def state(client: Client, who: Header, found: dict[str, Any]) -> Any:
    return (await client.get(f"/v1/seeks/{found['id']}", headers=who)).json()["state"]


async def test_seeks_bring_players_together_who_no_longer_block_each_other(
    app: Litestar, client: Client, ada: Header, bob: Header
) -> None:
    await block(client, ada, bob)
    seeks = [await seek(client, who) for who in (ada, bob)]
    unblock = app.state.services.accounts.store.unblock

    await unblock(UUID(await id_of(client, ada)), UUID(await id_of(client, bob)))  # and the process dies
    again = await block(client, ada, bob, "DELETE")

    assert again.status_code == 404
    for who, each in zip((ada, bob), seeks, strict=True):
        async with asyncio.timeout(30):
            while await state(client, who, each) != "seated":  # noqa: ASYNC110 - it looks for pairs twice a second
                await asyncio.sleep(0.01)


async def test_a_player_who_is_blocked_while_a_seek_is_made_is_not_met(
    app: Litestar, client: Client, ada: Header, bob: Header, monkeypatch: pytest.MonkeyPatch
) -> None:
    seeks = app.state.services.seeks
    ask = seeks.ask

    async def blocking(*given: Any) -> Any:
        monkeypatch.undo()
        await block(client, ada, bob)
        return await ask(*given)

    monkeypatch.setattr(seeks, "ask", blocking)
    mine = await seek(client, ada)

    theirs = await seek(client, bob)

    assert [await state(client, who, found) for who, found in ((ada, mine), (bob, theirs))] == ["waiting"] * 2


async def test_the_second_of_two_who_are_blocked_at_once_is_not_met_either(
    app: Litestar, client: Client, ada: Header, bob: Header, monkeypatch: pytest.MonkeyPatch
) -> None:
    seeks, eve = app.state.services.seeks, await newcomer(client, "Eve")
    mine, avoid = await seek(client, ada), seeks.avoid

    async def meanwhile(*given: Any) -> None:
        monkeypatch.undo()
        await block(client, ada, eve)
        await avoid(*given)

    monkeypatch.setattr(seeks, "avoid", meanwhile)
    await block(client, ada, bob)

    theirs = await seek(client, eve)

    assert [await state(client, who, found) for who, found in ((ada, mine), (eve, theirs))] == ["waiting"] * 2


async def test_what_is_sought_looks_the_same_whether_somebody_blocks_another(
    client: Client, ada: Header, bob: Header
) -> None:
    await seek(client, await newcomer(client), 3)
    await block(client, ada, bob)
    await seek(client, ada)

    async def lists() -> list[list[dict[str, Any]]]:
        return [(await client.get(path)).json()["seeks"] for path in ("/v1/seeks", "/v1/seeks?game=honors_4")]

    alone = await lists()
    assert (await seek(client, bob))["state"] == "waiting"
    both = await lists()

    assert [[each["options"]["players"] for each in some] for some in alone] == [[3, 2]] * 2, "the older one first"
    assert both == alone


async def test_a_player_who_is_blocked_does_not_ask_for_a_rematch_with_the_one_who_blocks_them(
    client: Client, ada: Header, bob: Header
) -> None:
    table = await table_of(client, [ada, bob], "honors_4", options={"players": 2})
    await table.start()
    for who in (ada, bob):
        await client.post(f"{table.path}/abort", json={}, headers=who)
    await block(client, bob, ada)

    refused = [await client.post(f"{table.path}/rematch", headers=who) for who in (ada, bob)]
    await block(client, bob, ada, "DELETE")
    opened = await client.post(f"{table.path}/rematch", headers=ada)
    await block(client, bob, ada)
    joined = await client.post(f"{table.path}/rematch", headers=bob)

    assert [(each.status_code, each.json()["code"]) for each in refused] == [(409, "not_possible")] * 2
    assert (opened.status_code, joined.status_code) == (201, 201)
    assert joined.json()["table"]["id"] == opened.json()["table"]["id"]

"""Tickets open streams for browsers, for half a minute, and nothing else."""

import base64

import pytest
from litestar import Litestar

from service.accounts.vouchers import Vouchers
from service.app import Surroundings
from service.http.resources.tickets import LIFE_MS, PURPOSE
from tests.service.http.party import Header, meeting, newcomer
from tests.service.http.reading import Stream
from tests.service.http.surface import IN_MEMORY, Client, InProcess, in_memory, served
from tests.service.http.witness import Hands


async def ticket_of(client: Client, header: Header) -> str:
    answer = await client.post("/v1/streams/tickets", headers=header)
    assert answer.status_code == 201
    ticket: str = answer.json()["ticket"]
    return ticket


async def test_a_ticket_opens_the_streams_of_its_owner(app: Litestar, client: Client) -> None:
    table = await meeting(client)
    await client.post(f"{table.path}/seats", json={"seat": 1}, headers=table.players[1])
    ticket = await ticket_of(client, table.players[1])

    for path in (f"{table.path}/stream", "/v1/me/stream"):
        async with Stream(app, path, {}, ticket=ticket) as stream:
            assert (await stream.line())["view"]["seat"] == 1


async def test_it_goes_on_where_it_was(app: Litestar, client: Client) -> None:
    table = await meeting(client)
    ticket = await ticket_of(client, table.players[0])
    async with Stream(app, f"{table.path}/stream", {"Last-Event-ID": "0"}, ticket=ticket) as stream:
        assert (await stream.line())["entry"]["version"] == 1


async def test_it_is_good_in_every_process_with_the_same_key(
    surroundings: Surroundings, client: Client, ada: Header
) -> None:
    ticket = await ticket_of(client, ada)
    async with (
        served(IN_MEMORY, surroundings) as other,
        Stream(other, "/v1/me/stream", {}, ticket=ticket) as stream,
    ):
        assert stream.status == 200


async def test_it_opens_nothing_else(client: Client, ada: Header) -> None:
    ticket = await ticket_of(client, ada)
    for path in ("/v1/me", "/v1/me/tables"):
        assert (await client.get(path, params={"ticket": ticket})).status_code == 401
    assert (await client.post("/v1/streams/tickets", params={"ticket": ticket})).status_code == 401
    assert (await client.get("/v1/me", headers={"Authorization": f"Bearer {ticket}"})).status_code == 401


async def test_it_expires() -> None:
    clock = Hands()
    async with served(IN_MEMORY, in_memory(now=clock.now)) as app, InProcess(app) as client:
        ticket = await ticket_of(client, await newcomer(client))
        clock.ms += LIFE_MS
        async with Stream(app, "/v1/me/stream", {}, ticket=ticket) as stream:
            assert stream.status == 200
        clock.ms += 1
        refused = await client.get("/v1/me/stream", params={"ticket": ticket})
    assert (refused.status_code, refused.json()["code"]) == (401, "unauthenticated")


async def test_with_the_token_it_is_revoked(client: Client, ada: Header) -> None:
    ticket = await ticket_of(client, ada)
    await client.delete("/v1/me/token", headers=ada)

    refused = await client.get("/v1/me/stream", params={"ticket": ticket})

    assert (refused.status_code, refused.json()["code"]) == (401, "token_revoked")


async def test_a_ticket_with_any_change_is_invalid(client: Client, ada: Header) -> None:
    raw = base64.urlsafe_b64decode(await ticket_of(client, ada))
    changed = [raw[:at] + bytes([raw[at] ^ 1]) + raw[at + 1 :] for at in range(len(raw))]
    for each in (*changed, b"", raw[:-1], raw + b"\0"):
        query = {"ticket": base64.urlsafe_b64encode(each).decode()}
        assert (await client.get("/v1/me/stream", params=query)).status_code == 401
    for text in ("no ticket", "é", "%00", "parlour_" + "0" * 43):
        assert (await client.get("/v1/me/stream", params={"ticket": text})).status_code == 401


def test_it_is_not_valid_at_a_service_with_another_key() -> None:
    ticket, _ = Vouchers(bytes(32), PURPOSE, LIFE_MS).issue(bytes(32), 0)

    assert Vouchers(bytes(32), PURPOSE, LIFE_MS).token_hash(ticket, 0) == bytes(32)
    assert Vouchers(bytes(32), b"another", LIFE_MS).token_hash(ticket, 0) is None
    assert Vouchers(bytes(31) + b"\1", PURPOSE, LIFE_MS).token_hash(ticket, 0) is None


async def test_no_log_holds_one(app: Litestar, client: Client, ada: Header, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    ticket = await ticket_of(client, ada)
    async with Stream(app, "/v1/me/stream", {}, ticket=ticket):
        pass
    async with InProcess(app) as other:
        await other.get("/v1/me", params={"ticket": ticket})

    said = [str(record.__dict__) for record in caplog.records if not record.name.startswith(("httpx", "httpcore"))]
    assert any("/v1/me/stream" in text for text in said)
    assert all(ticket not in text for text in said)

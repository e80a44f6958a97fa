"""Webhooks over HTTP: owners make, look at, change, and delete them; nobody else knows of them."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any
from uuid import UUID, uuid4

import pytest
from litestar import Litestar
from msgspec.structs import replace
from standardwebhooks.webhooks import Webhook as Standard

from service.accounts.accounts import hash_of
from service.accounts.port import Forgotten
from service.webhooks.memory import MemoryWebhooks
from service.webhooks.port import MOST_WEBHOOKS
from tests.service.http.occasions import Scene
from tests.service.http.party import Document, Header, id_of, newcomer, official
from tests.service.http.surface import IN_MEMORY, Client, InProcess, in_memory, served
from tests.service.webhooks.receiver import Receiver, receiving

BOT: Document = {"url": "https://bot.example/hook", "events": ["turn.began"]}
PATH = "/v1/me/webhooks"


async def made(client: Client, who: Header, body: Document = BOT) -> Document:
    """Return a new webhook of somebody, with its secret."""
    answer = await client.post(PATH, json=body, headers=who)
    assert answer.status_code == 201, answer.text
    found: Document = answer.json()
    assert answer.headers["location"] == f"{PATH}/{found['webhook']['id']}"
    return found


async def ended(client: Client, path: str, who: Header) -> list[Document]:
    """Return the messages of a webhook, when there is one and the last has ended."""
    while True:
        found: list[Document] = (await client.get(path, headers=who)).json()["messages"]
        if found and found[0]["state"] != "waiting":
            return found
        await asyncio.sleep(0.02)


async def test_a_webhook_has_a_secret_that_is_shown_once(client: Client, ada: Header) -> None:
    new = await made(client, ada, BOT | {"name": "Bot", "events": ["turn.began", "game.over", "turn.began"]})

    assert new["secret"].startswith("whsec_")
    shown = new["webhook"]
    assert (shown["name"], shown["url"], shown["events"]) == ("Bot", BOT["url"], ["turn.began", "game.over"])
    assert (shown["everything"], shown["disabled_at"], shown["why"]) == (False, None, None)
    listed = await client.get(PATH, headers=ada)
    one = await client.get(f"{PATH}/{shown['id']}", headers=ada)
    assert listed.json() == {"webhooks": [shown]}
    assert one.json() == shown
    for answer in (listed, one):
        assert new["secret"] not in answer.text


async def test_it_is_changed_disabled_and_enabled(client: Client, ada: Header) -> None:
    path = f"{PATH}/{(await made(client, ada))['webhook']['id']}"

    async def change(**body: object) -> Document:
        answer = await client.patch(path, json=body, headers=ada)
        assert answer.status_code == 200, answer.text
        document: Document = answer.json()
        return document

    assert (await change(name="Other"))["url"] == BOT["url"]
    assert (await change(url="https://other.example:8443/"))["name"] == "Other"
    assert (await change(events=["game.over"], name=""))["events"] == ["game.over"]
    off = await change(enabled=False)
    assert (off["name"], off["why"]) == ("", "owner")
    assert off["disabled_at"] is not None
    sent = await client.post(f"{path}/messages", json={}, headers=ada)
    assert (sent.status_code, sent.json()["code"]) == (409, "webhook_disabled")
    assert (await change(enabled=True))["why"] is None
    assert (await change()) == (await change(enabled=True))
    nowhere = await client.patch(path, json={"url": ""}, headers=ada)
    assert (nowhere.status_code, nowhere.json()["code"]) == (409, "address_not_allowed")


async def test_no_webhook_is_made_or_led_elsewhere_with_a_token_that_another_process_has_revoked(
    app: Litestar, client: Client, ada: Header
) -> None:
    accounts, mine = app.state.services.accounts, UUID(await id_of(client, ada))
    theirs = {"Authorization": f"Bearer {await accounts.issue_token(mine)}"}
    kept = (await made(client, theirs))["webhook"]
    path = f"{PATH}/{kept['id']}"
    await accounts.store.revoke_others(mine, hash_of(ada["Authorization"].removeprefix("Bearer ")), accounts.now())

    answers = [
        await client.post(PATH, json=BOT, headers=theirs),
        await client.patch(path, json={"url": "https://thief.example/"}, headers=theirs),
        await client.post(f"{path}/secret", headers=theirs),
    ]

    assert [(each.status_code, each.json()["code"]) for each in answers] == [(401, "token_revoked")] * 3
    assert (await client.get(PATH, headers=ada)).json() == {"webhooks": [kept]}


@pytest.mark.parametrize("by_code", [False, True])
async def test_who_revokes_all_tokens_disables_all_webhooks(client: Client, ada: Header, by_code: bool) -> None:
    bob = await newcomer(client, "Bob")
    theirs = (await made(client, bob))["webhook"]
    mine = (await made(client, ada))["webhook"]
    if by_code:
        code = (await client.post("/v1/me/recovery", headers=ada)).json()["code"]
        back = await client.post("/v1/recoveries", json={"code": code, "revoke_others": True})
        ada = {"Authorization": f"Bearer {back.json()['token']}"}
    else:
        await client.delete("/v1/me/tokens", headers=ada)

    (found,) = (await client.get(PATH, headers=ada)).json()["webhooks"]
    assert (found["id"], found["why"]) == (mine["id"], "owner")
    assert (await client.get(PATH, headers=bob)).json() == {"webhooks": [theirs]}
    enabled = await client.patch(f"{PATH}/{mine['id']}", json={"enabled": True}, headers=ada)
    assert enabled.json()["why"] is None


@pytest.mark.parametrize("change", [None, {"url": "https://thief.example/", "enabled": True}, {"name": "x"}])
async def test_a_webhook_that_is_made_or_changed_while_all_is_revoked_is_disabled(
    app: Litestar, client: Client, ada: Header, monkeypatch: pytest.MonkeyPatch, change: Document | None
) -> None:
    mine = UUID(await id_of(client, ada))
    stolen = {"Authorization": f"Bearer {await app.state.services.accounts.issue_token(mine)}"}
    path = f"{PATH}/{(await made(client, ada))['webhook']['id']}"
    step, begun, is_revoked = "add" if change is None else "change", asyncio.Event(), asyncio.Event()
    work = getattr(MemoryWebhooks, step)

    async def late(*given: object, **named: object) -> None:
        begun.set()
        await is_revoked.wait()
        await work(*given, **named)

    monkeypatch.setattr(MemoryWebhooks, step, late)
    method, where, body = ("POST", PATH, BOT) if change is None else ("PATCH", path, change)
    asked = asyncio.ensure_future(client.request(method, where, json=body, headers=stolen))
    await begun.wait()
    await client.delete("/v1/me/tokens", headers=ada)
    is_revoked.set()

    assert (await asked).json()["code"] == "token_revoked"
    found = (await client.get(PATH, headers=ada)).json()["webhooks"]
    assert {each["why"] for each in found} == {"owner"}


async def test_of_a_webhook_that_is_deleted_when_all_is_revoked_nothing_is_left(
    app: Litestar, client: Client, ada: Header, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = await app.state.services.accounts.issue_token(UUID(await id_of(client, ada)))
    stolen = {"Authorization": f"Bearer {token}"}
    path = f"{PATH}/{(await made(client, ada))['webhook']['id']}"
    change = MemoryWebhooks.change

    async def too_late(*given: Any, **named: Any) -> None:
        await change(*given, **named)
        await client.delete("/v1/me/tokens", headers=ada)
        await client.delete(path, headers=ada)

    monkeypatch.setattr(MemoryWebhooks, "change", too_late)
    answer = await client.patch(path, json={"name": "x"}, headers=stolen)

    assert (answer.status_code, answer.json()["code"]) == (401, "token_revoked")
    assert (await client.get(PATH, headers=ada)).json() == {"webhooks": []}


async def test_no_webhook_is_made_of_a_player_whom_another_process_has_just_forgotten(
    app: Litestar, client: Client, ada: Header
) -> None:
    accounts, mine = app.state.services.accounts, UUID(await id_of(client, ada))
    await accounts.store.forget(Forgotten(mine, accounts.now(), mine))

    answer = await client.post(PATH, json=BOT, headers=ada)

    assert (answer.status_code, answer.json()["code"]) == (401, "unauthenticated")
    assert await app.state.services.webhooks.of_player(mine) == []


@pytest.mark.parametrize(
    ("body", "refusal"),
    [
        ({"url": "http://bot.example/"}, (409, "address_not_allowed", "/url")),
        ({"url": "https://10.0.0.1/"}, (409, "address_not_allowed", "/url")),
        ({"url": "https://bot.example:22/"}, (409, "address_not_allowed", "/url")),
        ({"url": f"https://bot.example/{'a' * 500}"}, (400, "invalid_body", "/url")),
        ({"events": []}, (400, "invalid_body", "/events")),
        ({"events": ["hand.dealt"]}, (400, "invalid_body", "/events/0")),
        ({"name": "a\n"}, (400, "invalid_body", "/name")),
        ({"secret": "mine"}, (400, "unknown_field", "/secret")),
    ],
)
async def test_a_bad_one_is_refused(client: Client, ada: Header, body: Document, refusal: tuple[int, str, str]) -> None:
    answer = await client.post(PATH, json=BOT | body, headers=ada)

    document = answer.json()
    assert (answer.status_code, document["code"], document["errors"][0]["pointer"]) == refusal
    assert (await client.get(PATH, headers=ada)).json() == {"webhooks": []}


async def test_a_player_has_a_few(client: Client, ada: Header) -> None:
    answers = await asyncio.gather(*[client.post(PATH, json=BOT, headers=ada) for _ in range(MOST_WEBHOOKS + 2)])

    assert sorted(each.status_code for each in answers) == [201] * MOST_WEBHOOKS + [409] * 2


async def test_only_operators_are_told_of_everything(app: Litestar, client: Client, ada: Header) -> None:
    refused = await client.post(PATH, json=BOT | {"everything": True}, headers=ada)

    assert (refused.status_code, refused.json()["code"]) == (403, "forbidden")
    operator = await official(app, "operator")
    assert (await made(client, operator, BOT | {"everything": True}))["webhook"]["everything"]


async def test_nobody_has_anything_of_somebody_elses(client: Client, ada: Header) -> None:
    hook = (await made(client, ada))["webhook"]["id"]
    sent = (await client.post(f"{PATH}/{hook}/messages", json={}, headers=ada)).json()["id"]
    ben = await newcomer(client)
    own = (await made(client, ben))["webhook"]["id"]
    tried: list[tuple[str, str, Document | None]] = [
        ("GET", "", None),
        ("PATCH", "", {"enabled": False}),
        ("DELETE", "", None),
        ("POST", "/secret", None),
        ("GET", "/messages", None),
        ("POST", "/messages", {"again": sent}),
    ]

    for method, path, body in tried:
        theirs = await client.request(method, f"{PATH}/{hook}{path}", json=body, headers=ben)
        none = await client.request(method, f"{PATH}/{uuid4()}{path}", json=body, headers=ben)
        assert (theirs.status_code, none.status_code) == (404, 404), (method, path)
        assert theirs.json()["detail"] == none.json()["detail"]
    again = await client.post(f"{PATH}/{own}/messages", json={"again": sent}, headers=ben)
    assert again.status_code == 404
    assert (await client.get(f"{PATH}/{hook}", headers=ada)).json()["disabled_at"] is None


async def test_nothing_is_left_of_a_forgotten_player(app: Litestar, client: Client, ada: Header) -> None:
    hook = (await made(client, ada))["webhook"]["id"]
    player = UUID(await id_of(client, ada))

    assert (await client.delete("/v1/me", headers=ada)).status_code == 204

    assert await app.state.services.webhooks.of_player(player) == []
    assert (await client.get(f"{PATH}/{hook}", headers=ada)).status_code == 401


@pytest.mark.parametrize(("who", "status"), [("open", 201), ("operators", 403), ("off", 403)])
async def test_the_operator_says_who_has_webhooks(who: str, status: int) -> None:
    async with served(replace(IN_MEMORY, webhooks=who), in_memory()) as app, InProcess(app) as client:
        ada, operator = await newcomer(client), await official(app, "operator")

        assert (await client.post(PATH, json=BOT, headers=ada)).status_code == status
        of_operator = await client.post(PATH, json=BOT, headers=operator)
        assert of_operator.status_code == (403 if who == "off" else 201)


@pytest.fixture
async def receiver() -> AsyncIterator[Receiver]:
    async with receiving() as receiver:
        yield receiver


async def test_a_service_sends_what_happens_by_itself(receiver: Receiver) -> None:
    """From the creation of a webhook to the receiver's library, with nothing but HTTP."""
    settings = replace(
        IN_MEMORY, webhooks_private=("127.0.0.0/8",), webhooks_http=True, webhooks_ports=(receiver.port,)
    )
    async with served(settings, in_memory()) as app, InProcess(app) as client:
        ada = await newcomer(client)
        new = await made(client, ada, BOT | {"url": f"http://127.0.0.1:{receiver.port}/hook"})
        path = f"{PATH}/{new['webhook']['id']}"
        opening = {"game": "honors_4", "options": {"players": 2}, "auto_start": True}
        table = (await client.post("/v1/tables", json=opening, headers=ada)).headers["location"]
        await client.post(f"{table}/seats", json={}, headers=ada)
        await client.post(f"{table}/seats", json={"house": "random"}, headers=ada)
        (kept,) = await ended(client, f"{path}/messages", ada)

    got = receiver.got[0]
    message = Standard(new["secret"]).verify(got.body, dict(got.headers))
    assert message["type"] == "turn.began"
    assert table.endswith(message["data"]["table"])
    assert got.url == "/hook"
    assert (kept["state"], kept["webhook_id"], kept["due"]) == ("delivered", got.id, None)
    assert [each["status"] for each in kept["attempts"]] == [204]


async def test_a_secret_is_renewed(client: Client, ada: Header) -> None:
    new = await made(client, ada)
    path = f"{PATH}/{new['webhook']['id']}"

    renewed = (await client.post(f"{path}/secret", headers=ada)).json()

    assert renewed["secret"] not in {new["secret"], None}
    assert (await client.get(path, headers=ada)).json()["old_secret_until"] == renewed["old_secret_until"]


async def test_a_secret_that_is_no_longer_valid_is_not_shown(scene: Scene) -> None:
    ada = await newcomer(scene.client)
    path = f"{PATH}/{(await made(scene.client, ada))['webhook']['id']}"
    until = (await scene.client.post(f"{path}/secret", headers=ada)).json()["old_secret_until"]

    scene.clock.ahead += until - scene.clock() - 600_000
    before = (await scene.client.get(path, headers=ada)).json()
    scene.clock.ahead += 600_000
    after = (await scene.client.get(path, headers=ada)).json()

    assert (before["old_secret_until"], after["old_secret_until"]) == (until, None)


async def test_messages_are_listed_in_pages(client: Client, ada: Header) -> None:
    path = f"{PATH}/{(await made(client, ada))['webhook']['id']}/messages"
    for _ in range(3):
        assert (await client.post(path, json={}, headers=ada)).status_code == 202

    first = (await client.get(path, params={"limit": 2}, headers=ada)).json()["messages"]
    second = (await client.get(path, params={"before": first[-1]["sequence"]}, headers=ada)).json()["messages"]

    assert [each["sequence"] for each in [*first, *second]] == [3, 2, 1]
    assert {each["type"] for each in first} == {"webhook.test"}

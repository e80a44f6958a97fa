"""The tokens of a player: several, each with its scopes and its end."""

import math
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any
from uuid import UUID

import httpx
import pytest
from litestar import Litestar

from service.accounts.accounts import Accounts, hash_of
from service.accounts.memory import MemoryAccounts
from service.accounts.port import MOST_TOKENS, Account, Forgotten, Terms
from service.accounts.uses import HOUR_MS
from service.http.middleware.authentication import seconds_left
from tests.openapi.promised import faults
from tests.service.http.occasions import Clock
from tests.service.http.party import Header, newcomer, table_of
from tests.service.http.reading import Stream
from tests.service.http.surface import IN_MEMORY, Client, in_memory, served

EVERYTHING = ["watch", "play", "account", "read:history"]


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def app(clock: Clock) -> AsyncIterator[Litestar]:
    async with served(IN_MEMORY, in_memory(now=clock)) as app:
        yield app


@pytest.fixture
async def ada(client: Client) -> Header:
    return await newcomer(client)


async def create(client: Client, who: Header, *scopes: str, **terms: Any) -> httpx.Response:
    """Ask for a token."""
    return await client.post("/v1/me/tokens", headers=who, json={"scopes": scopes, **terms})


def bearing(answer: httpx.Response) -> Header:
    """Return the header of a token that was created."""
    assert answer.status_code == 201, answer.text
    return {"Authorization": f"Bearer {answer.json()['token']}"}


async def me(client: Client, who: Header) -> Any:
    return (await client.get("/v1/me", headers=who)).json()


async def test_a_token_of_today_may_do_all_that_it_could(client: Client, ada: Header) -> None:
    shown = await me(client, ada)

    assert (shown["role"], shown["scopes"], shown["expires_at"]) == ("player", EVERYTHING, None)


async def test_a_player_has_several_tokens(client: Client, ada: Header, clock: Clock) -> None:
    clock.ahead += 1
    until = clock() + HOUR_MS
    made = await create(client, ada, "watch", "play", name="My bot", expires_at=until)
    bot = bearing(made)
    listed = await client.get("/v1/me/tokens", headers=ada)

    assert (faults(made), faults(listed)) == ([], [])
    assert made.headers["cache-control"] == "no-store"
    assert made.json() | {"token": ""} == {
        "id": listed.json()["tokens"][0]["id"],
        "token": "",
        "name": "My bot",
        "scopes": ["watch", "play"],
        "expires_at": until,
    }
    first, second = listed.json()["tokens"]
    assert (first["name"], first["scopes"], first["current"]) == ("My bot", ["watch", "play"], False)
    assert (second["name"], second["scopes"], second["current"]) == ("", EVERYTHING, True)
    assert (await me(client, bot))["id"] == (await me(client, ada))["id"]
    assert made.json()["token"] not in listed.text


async def test_a_token_makes_none_that_may_do_more(client: Client, ada: Header) -> None:
    narrow = bearing(await create(client, ada, "account", "watch"))

    answers = [await create(client, narrow, scope) for scope in ("play", "read:history", "operate")]
    of_all = await create(client, ada, "operate")

    assert {(each.status_code, each.json()["code"]) for each in [*answers, of_all]} == {(403, "insufficient_scope")}
    assert (await create(client, narrow, "watch")).status_code == 201


async def test_a_token_makes_none_that_lasts_longer(client: Client, ada: Header, clock: Clock) -> None:
    until = clock() + HOUR_MS
    short = bearing(await create(client, ada, "account", expires_at=until))

    longer = await create(client, short, "account", expires_at=until + 1)
    over = await create(client, short, "account", expires_at=clock() - 1)
    same = await create(client, short, "account")

    assert [(each.status_code, each.json()["code"]) for each in (longer, over)] == [(409, "expiry_not_allowed")] * 2
    assert [each.json()["errors"][0]["pointer"] for each in (longer, over)] == ["/expires_at"] * 2
    assert same.json()["expires_at"] == until


async def test_without_the_scope_for_it_an_operator_is_a_player(app: Litestar, client: Client, ada: Header) -> None:
    mine = UUID((await me(client, ada))["id"])
    official = {"Authorization": f"Bearer {await app.state.services.accounts.issue_token(mine, 'operator')}"}

    playing = bearing(await create(client, official, "play", "account"))
    operating = bearing(await create(client, official, "operate"))

    assert [(await me(client, each))["role"] for each in (official, playing, operating)] == [
        "operator",
        "player",
        "operator",
    ]
    assert (await create(client, playing, "operate")).json()["code"] == "insufficient_scope"


@pytest.mark.parametrize(
    ("wrong", "pointer"),
    [
        ({"scopes": []}, "/scopes"),
        ({"scopes": ["everything"]}, "/scopes/0"),
        ({"scopes": ["play"], "name": "a\n"}, "/name"),
        ({"scopes": ["play"], "name": "a" * 61}, "/name"),
        ({"scopes": ["play"], "expires_at": "tomorrow"}, "/expires_at"),
    ],
)
async def test_what_is_wrong_is_named(client: Client, ada: Header, wrong: Any, pointer: str) -> None:
    answer = await client.post("/v1/me/tokens", headers=ada, json=wrong)

    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_body")
    assert answer.json()["errors"][0]["pointer"] == pointer


async def test_a_token_is_revoked_by_its_id(client: Client, ada: Header) -> None:
    made = await create(client, ada, "watch")
    bot = bearing(made)
    path = f"/v1/me/tokens/{made.json()['id']}"
    stranger = await client.delete(path, headers=await newcomer(client))

    gone = await client.delete(path, headers=ada)

    assert (stranger.status_code, gone.status_code) == (404, 204)
    refused = await client.get("/v1/me", headers=bot)
    assert (refused.status_code, refused.json()["code"]) == (401, "token_revoked")
    assert refused.headers["www-authenticate"] == 'Bearer error="invalid_token"'
    assert (await client.delete(path, headers=ada)).status_code == 404


async def test_all_others_are_revoked_at_once(client: Client, ada: Header) -> None:
    others = [bearing(await create(client, ada, "watch", "account")) for _ in range(2)]

    await client.delete("/v1/me/tokens", headers=others[0])

    answers = [await client.get("/v1/me", headers=each) for each in (ada, *others)]
    assert [each.status_code for each in answers] == [401, 200, 401]


async def test_whoever_had_a_stolen_token_does_not_come_back_by_a_code(client: Client, ada: Header) -> None:
    stolen = bearing(await create(client, ada, *EVERYTHING))
    code = (await client.post("/v1/me/recovery", headers=stolen)).json()["code"]

    await client.delete("/v1/me/tokens", headers=ada)

    back = await client.post("/v1/recoveries", json={"code": code})
    assert (back.status_code, back.json().get("code")) == (403, "recovery_refused")
    assert (await client.get("/v1/me/tokens", headers=ada)).json()["recovery_made_at"] is None


@pytest.mark.parametrize("scopes", [[*EVERYTHING], ["account", "watch"]])
async def test_a_stolen_token_that_may_make_no_code_bars_nobody_from_coming_back(
    client: Client, ada: Header, clock: Clock, scopes: list[str]
) -> None:
    code = (await client.post("/v1/me/recovery", headers=ada)).json()["code"]
    until = clock() + HOUR_MS if scopes == EVERYTHING else None
    stolen = bearing(await create(client, ada, *scopes, expires_at=until))

    await client.delete("/v1/me/tokens", headers=stolen)

    assert (await client.get("/v1/me", headers=ada)).json()["code"] == "token_revoked"
    assert (await client.post("/v1/recoveries", json={"code": code})).status_code == 201


async def test_a_token_expires_in_the_millisecond(client: Client, ada: Header, clock: Clock) -> None:
    until = clock() + HOUR_MS
    short = bearing(await create(client, ada, "watch", expires_at=until))
    before = await client.get("/v1/tables", headers=short)

    clock.ahead += HOUR_MS
    after = await client.get("/v1/tables", headers=short)

    assert before.status_code == 200
    assert (after.status_code, after.json()["code"]) == (401, "token_expired")
    assert after.headers["www-authenticate"] == 'Bearer error="invalid_token"'
    assert len((await client.get("/v1/me/tokens", headers=ada)).json()["tokens"]) == 1


async def test_a_stream_ends_when_its_token_does(app: Litestar, client: Client, ada: Header, clock: Clock) -> None:
    table = await table_of(client, [ada], "literature")
    accounts, mine = app.state.services.accounts, UUID((await me(client, ada))["id"])
    token = await accounts.issue_token(mine, terms=Terms(scopes=frozenset({"watch"}), expires_at=clock() + 300))

    async with Stream(app, f"{table.path}/stream", {"Authorization": f"Bearer {token}"}) as stream:
        lines = [await stream.line()]
        while lines[-1]["type"] != "end":
            lines.append(await stream.line())

    assert (lines[0]["type"], lines[-1]["why"], lines[-1]["table"]) == ("view", "expired", None)


@pytest.mark.parametrize(("expires_at", "seconds"), [(None, math.inf), (2_500, 1.5), (1_000, 0.0), (999, 0.0)])
def test_nobody_waits_for_events_longer_than_their_token_is_good(expires_at: int | None, seconds: float) -> None:
    state = SimpleNamespace(services=SimpleNamespace(accounts=Accounts(MemoryAccounts(), now=lambda: 1_000)))
    account = Account(UUID(int=1), "player", bytes(32), expires_at=expires_at)
    request: Any = SimpleNamespace(auth=account, scope={"litestar_app": SimpleNamespace(state=state)})

    assert seconds_left(request) == seconds


@pytest.mark.parametrize("path", ["/v1/me/tokens", "/v1/me/recovery"])
async def test_a_token_makes_nothing_from_the_moment_in_which_another_process_has_revoked_it(
    app: Litestar, client: Client, ada: Header, path: str
) -> None:
    accounts, mine = app.state.services.accounts, UUID((await me(client, ada))["id"])
    theirs = {"Authorization": f"Bearer {await accounts.issue_token(mine)}"}
    assert (await client.get("/v1/me", headers=theirs)).status_code == 200
    await accounts.store.revoke_others(mine, hash_of(ada["Authorization"].removeprefix("Bearer ")), accounts.now())

    answer = await client.post(path, headers=theirs, json={"scopes": ["watch"]})

    assert (answer.status_code, answer.json()["code"], faults(answer)) == (401, "token_revoked", [])
    assert answer.headers["www-authenticate"] == 'Bearer error="invalid_token"'
    known = (await client.get("/v1/me/tokens", headers=ada)).json()
    assert (len(known["tokens"]), known["recovery_made_at"]) == (1, None)


@pytest.mark.parametrize("path", ["/v1/me/tokens", "/v1/me/tokens/{token}"])
async def test_a_token_that_another_process_has_revoked_revokes_no_other(
    app: Litestar, client: Client, ada: Header, path: str
) -> None:
    accounts, who = app.state.services.accounts, await me(client, ada)
    token = await accounts.issue_token(UUID(who["id"]))
    theirs = {"Authorization": f"Bearer {token}"}
    listed = (await client.get("/v1/me/tokens", headers=theirs)).json()["tokens"]
    (mine,) = [each["id"] for each in listed if not each["current"]]
    await accounts.store.revoke_token(hash_of(token), accounts.now())

    answer = await client.delete(path.format(token=mine), headers=theirs)

    assert (answer.status_code, answer.json()["code"]) == (401, "token_revoked")
    assert answer.headers["www-authenticate"] == 'Bearer error="invalid_token"'
    assert await me(client, ada) == who


@pytest.mark.parametrize(
    ("method", "path"), [("POST", "/v1/me/tokens"), ("POST", "/v1/me/recovery"), ("DELETE", "/v1/me/tokens")]
)
async def test_nothing_is_made_or_revoked_for_a_player_whom_another_process_has_forgotten(
    app: Litestar, client: Client, ada: Header, method: str, path: str
) -> None:
    accounts, mine = app.state.services.accounts, UUID((await me(client, ada))["id"])
    await accounts.store.forget(Forgotten(mine, accounts.now(), mine))

    answer = await client.request(method, path, headers=ada, json={"scopes": ["watch"]})

    assert (answer.status_code, answer.json()["code"], faults(answer)) == (401, "unauthenticated", [])


async def test_a_player_has_a_maximum_number_of_tokens(client: Client, ada: Header) -> None:
    for _ in range(MOST_TOKENS - 1):
        bearing(await create(client, ada, "watch"))

    full = await create(client, ada, "watch")
    await client.delete("/v1/me/tokens", headers=ada)

    assert (full.status_code, full.json()["code"]) == (409, "too_many_tokens")
    assert (await create(client, ada, "watch")).status_code == 201


async def test_it_is_told_in_which_hour_a_token_was_used(
    app: Litestar, client: Client, ada: Header, clock: Clock
) -> None:
    unused = (await client.get("/v1/me/tokens", headers=ada)).json()["tokens"][0]["used_at"]
    await app.state.services.accounts.uses.write()

    used = (await client.get("/v1/me/tokens", headers=ada)).json()["tokens"][0]["used_at"]

    assert (unused, used % HOUR_MS) == (None, 0)
    assert used <= clock() < used + 2 * HOUR_MS

"""The way back to an account whose tokens are lost."""

from typing import Any
from uuid import uuid4

import httpx
import pytest
from litestar import Litestar

from service.accounts.recovery import ALPHABET, GROUP, SIGNS, hash_of_recovery_code, new_code
from tests.openapi.promised import faults
from tests.service.http.party import Header, newcomer
from tests.service.http.surface import Client

SCOPES = ["watch", "play", "account", "read:history"]


@pytest.fixture
async def ada(client: Client) -> Header:
    return await newcomer(client)


async def code_of(client: Client, who: Header) -> str:
    made = await client.post("/v1/me/recovery", headers=who)
    assert (made.status_code, faults(made), made.headers["cache-control"]) == (201, [], "no-store")
    code: str = made.json()["code"]
    return code


async def recovered(client: Client, code: str, **how: Any) -> httpx.Response:
    return await client.post("/v1/recoveries", json={"code": code, **how})


async def test_a_player_who_has_lost_all_tokens_comes_back(client: Client, ada: Header) -> None:
    me = (await client.get("/v1/me", headers=ada)).json()
    code = await code_of(client, ada)
    await client.delete("/v1/me/token", headers=ada)

    back = await recovered(client, code)

    assert (back.status_code, faults(back), back.headers["cache-control"]) == (201, [], "no-store")
    assert back.json()["id"] == me["id"]
    mine = await client.get("/v1/me", headers={"Authorization": f"Bearer {back.json()['token']}"})
    assert mine.json() == me


async def test_a_code_works_once(client: Client, ada: Header) -> None:
    code = await code_of(client, ada)

    answers = [await recovered(client, code) for _ in range(2)]

    assert [(each.status_code, each.json().get("code")) for each in answers] == [(201, None), (403, "recovery_refused")]
    assert (await client.get("/v1/me", headers=ada)).status_code == 200


async def test_a_player_who_loses_the_answer_gets_it_again(client: Client, ada: Header) -> None:
    code, key = await code_of(client, ada), str(uuid4())

    first, again = [await recovered(client, code, retry_key=key, revoke_others=True) for _ in range(2)]
    others = [await recovered(client, code, **how) for how in ({}, {"retry_key": str(uuid4())})]

    assert [(each.status_code, faults(each)) for each in (first, again)] == [(201, [])] * 2
    assert again.json() == first.json()
    header = {"Authorization": f"Bearer {again.json()['token']}"}
    assert len((await client.get("/v1/me/tokens", headers=header)).json()["tokens"]) == 1
    assert [each.json()["code"] for each in others] == ["recovery_refused"] * 2
    await client.delete("/v1/me/token", headers=header)
    assert (await recovered(client, code, retry_key=key)).status_code == 403, "it is worth nothing any more"


async def test_a_player_who_sends_it_again_may_still_revoke_the_other_tokens(client: Client, ada: Header) -> None:
    code, key = await code_of(client, ada), str(uuid4())

    first, again = [await recovered(client, code, retry_key=key, revoke_others=each) for each in (False, True)]

    assert again.json() == first.json()
    assert (await client.get("/v1/me", headers=ada)).status_code == 401


async def test_a_retry_key_is_no_guess(client: Client, ada: Header) -> None:
    answer = await recovered(client, await code_of(client, ada), retry_key="1" * 31)

    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_body")


async def test_a_new_code_makes_the_one_before_worthless(client: Client, ada: Header) -> None:
    first, second = await code_of(client, ada), await code_of(client, ada)

    assert [(await recovered(client, each)).status_code for each in (first, second)] == [403, 201]


async def test_the_other_tokens_are_revoked_if_wished(client: Client, ada: Header) -> None:
    back = await recovered(client, await code_of(client, ada), revoke_others=True)

    assert back.status_code == 201
    assert (await client.get("/v1/me", headers=ada)).json()["code"] == "token_revoked"


async def test_how_a_code_is_typed_does_not_matter(client: Client, ada: Header) -> None:
    code = await code_of(client, ada)
    typed = f" {code.lower().replace('-', ' ').replace('0', 'o').replace('1', 'l')} "

    assert (await recovered(client, typed)).status_code == 201


async def test_a_recovered_operator_is_a_player(app: Litestar, client: Client) -> None:
    olga = await app.state.services.accounts.create_player("Olga")
    official = {"Authorization": f"Bearer {await app.state.services.accounts.issue_token(olga.id, 'operator')}"}

    token = (await recovered(client, await code_of(client, official))).json()["token"]

    assert (await client.get("/v1/me", headers={"Authorization": f"Bearer {token}"})).json()["role"] == "player"


@pytest.mark.parametrize("missing", SCOPES)
async def test_a_token_that_may_do_less_gets_no_code(client: Client, ada: Header, missing: str) -> None:
    scopes = [scope for scope in SCOPES if scope != missing]
    token = (await client.post("/v1/me/tokens", headers=ada, json={"scopes": scopes})).json()["token"]

    refused = await client.post("/v1/me/recovery", headers={"Authorization": f"Bearer {token}"})

    assert (refused.status_code, refused.json()["code"]) == (403, "insufficient_scope")
    assert f'scope="{missing}"' in refused.headers["www-authenticate"]


async def test_it_is_told_whether_there_is_a_code(client: Client, ada: Header) -> None:
    before = (await client.get("/v1/me/tokens", headers=ada)).json()["recovery_made_at"]
    made = (await client.post("/v1/me/recovery", headers=ada)).json()
    after = await client.get("/v1/me/tokens", headers=ada)

    assert (before, after.json()["recovery_made_at"]) == (None, made["made_at"])
    assert made["code"] not in after.text


async def test_a_player_who_is_forgotten_stays_so(client: Client, ada: Header) -> None:
    code = await code_of(client, ada)
    await client.delete("/v1/me", headers=ada)

    assert (await recovered(client, code)).json()["code"] == "recovery_refused"


@pytest.mark.parametrize("body", [{}, {"code": ""}, {"code": "0" * 61}, {"code": 1}, {"code": "0", "revoke_others": 1}])
async def test_what_is_no_code_is_named(client: Client, body: Any) -> None:
    answer = await client.post("/v1/recoveries", json=body)

    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_body")


def test_codes_are_long_and_different() -> None:
    codes = [new_code() for _ in range(100)]

    assert len(set(codes)) == 100
    assert {len(code.replace("-", "")) for code in codes} == {SIGNS}
    assert {len(group) for code in codes for group in code.split("-")} == {GROUP}
    assert set("".join(codes)) == {*ALPHABET, "-"}
    assert hash_of_recovery_code(codes[0]) != hash_of_recovery_code(codes[1])

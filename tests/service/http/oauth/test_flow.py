"""An app signs a player in: the pages, the code, the token, and the end of it."""

from typing import Any, cast

import httpx
import msgspec
import pytest
from authlib.integrations.httpx_client import AsyncOAuth2Client
from authlib.oauth2.rfc8414 import AuthorizationServerMetadata
from litestar import Litestar

from service.accounts.apps import challenge_of
from service.accounts.apps_port import App
from service.accounts.port import MOST_TOKENS, Terms
from service.accounts.scopes import OF_PLAYERS, Role
from service.app import Surroundings
from tests.service.http.oauth.browser import ISSUER, REDIRECT, VERIFIER, Browser, answered, authorize_url, words
from tests.service.http.oauth.conftest import SETTINGS
from tests.service.http.surface import IN_MEMORY, InProcess, served

DAY = 86_400


def bearing(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


async def redeemed(browser: Browser, app: App, code: str, **given: str) -> httpx.Response:
    """Come for a token."""
    usual = {"grant_type": "authorization_code", "client_id": app.id, "redirect_uri": REDIRECT}
    fields = usual | {"code": code, "code_verifier": VERIFIER} | given
    return await browser.client.post("/oauth/token", data={name: value for name, value in fields.items() if value})


async def test_a_kept_client_signs_a_player_in_and_out(
    app: Litestar, browser: Browser, token: str, tablecloth: App
) -> None:
    metadata = (await browser.get("/.well-known/oauth-authorization-server")).json()
    AuthorizationServerMetadata(metadata).validate()
    transport = httpx.ASGITransport(cast("Any", app))
    async with AsyncOAuth2Client(
        tablecloth.id,
        token_endpoint_auth_method="none",  # noqa: S106 - how, not what
        revocation_endpoint_auth_method="none",
        code_challenge_method="S256",
        scope="watch play",
        redirect_uri=REDIRECT,
        transport=transport,
    ) as client:
        address, state = client.create_authorization_url(metadata["authorization_endpoint"], code_verifier=VERIFIER)
        consent = await browser.sign_in(token, address)
        back = (await browser.fill(consent, 0, decision="agree")).headers["location"]

        given = await client.fetch_token(
            metadata["token_endpoint"], authorization_response=back, state=state, code_verifier=VERIFIER
        )
        me = await client.get(f"{ISSUER}/v1/me")
        revoked = await client.revoke_token(metadata["revocation_endpoint"], token=given["access_token"])
        after = await client.get(f"{ISSUER}/v1/me")

    assert metadata["issuer"] == ISSUER
    assert (given["token_type"], given["scope"]) == ("Bearer", "watch play")
    assert round(given["expires_in"] / DAY, 3) == 30
    assert (me.json()["name"], me.json()["scopes"]) == ("Ada", ["watch", "play"])
    assert (revoked.status_code, after.json()["code"]) == (200, "token_revoked")


async def test_a_page_says_who_asks_for_what_and_where_the_answer_goes(
    browser: Browser, token: str, tablecloth: App
) -> None:
    consent = await browser.sign_in(token, authorize_url(tablecloth.id, scope="watch account"))

    assert "<bdi>Ada</bdi>" in consent.text
    assert "calls itself Tablecloth wants to act for you. The operator of this service has" in words(consent)
    assert "The answer goes to tablecloth.example" in words(consent)
    assert "Change your account" in words(consent)
    assert "<script" not in consent.text
    policy = consent.headers["content-security-policy"]
    assert "form-action 'self' https://tablecloth.example" in policy
    assert "default-src 'none'" in policy


async def test_a_new_player_is_made_on_the_way(browser: Browser, tablecloth: App) -> None:
    asked = await browser.get(authorize_url(tablecloth.id))
    made = await browser.fill(asked, 1, way="name", name="Grace")
    onward = made.text.partition('class="button" href="')[2].partition('"')[0].replace("&amp;", "&")
    consent = await browser.get(onward)
    told = answered(await browser.fill(consent, 0, decision="agree"))

    assert made.text.count("parlour_") == 1
    given = (await redeemed(browser, tablecloth, told["code"])).json()
    me = await browser.client.get("/v1/me", headers=bearing(given["access_token"]))
    assert me.json()["name"] == "Grace"


async def test_a_person_who_is_signed_in_gives_no_token_again_until_they_sign_out(
    browser: Browser, token: str, tablecloth: App
) -> None:
    consent = await browser.sign_in(token, authorize_url(tablecloth.id))
    again = await browser.get(authorize_url(tablecloth.id))
    out = await browser.fill(again, 1)
    after = await browser.get(out.headers["location"])

    assert "May this app act for you?" in words(consent)
    assert "May this app act for you?" in words(again)
    assert "With a token of yours" in words(after)


async def test_a_person_may_say_no(browser: Browser, token: str, tablecloth: App) -> None:
    consent = await browser.sign_in(token, authorize_url(tablecloth.id))

    told = answered(await browser.fill(consent, 0, decision="refuse"))

    assert told == {"error": "access_denied", "state": "a state", "iss": ISSUER}


async def test_a_person_may_agree_to_less(browser: Browser, token: str, tablecloth: App) -> None:
    told = await browser.agree(token, authorize_url(tablecloth.id, scope="watch play"), may="watch", days="1")

    given = (await redeemed(browser, tablecloth, told["code"])).json()
    assert (given["scope"], round(given["expires_in"] / DAY, 2)) == ("watch", 1)


async def test_a_person_who_ticks_nothing_is_asked_again(browser: Browser, token: str, tablecloth: App) -> None:
    consent = await browser.sign_in(token, authorize_url(tablecloth.id))

    again = await browser.fill(consent, 0, decision="agree", may="")

    assert (again.status_code, 'role="alert"' in again.text) == (400, True)


async def test_the_app_is_in_the_list_of_tokens(browser: Browser, token: str, tablecloth: App) -> None:
    told = await browser.agree(token, authorize_url(tablecloth.id))
    await redeemed(browser, tablecloth, told["code"])

    listed = (await browser.client.get("/v1/me/tokens", headers=bearing(token))).json()["tokens"]

    assert {(each["name"], each["app"], tuple(each["scopes"])) for each in listed} == {
        ("Tablecloth", tablecloth.id, ("watch", "play")),
        ("", None, ("watch", "play", "account", "read:history")),
    }


async def test_scopes_of_care_are_not_ticked_beforehand(browser: Browser, token: str, tablecloth: App) -> None:
    told = await browser.agree(token, authorize_url(tablecloth.id, scope="account watch"))

    assert (await redeemed(browser, tablecloth, told["code"])).json()["scope"] == "watch"


@pytest.mark.parametrize(
    ("role", "may", "scope", "role_of_app"),
    [
        ("player", "watch operate", "watch", "player"),
        ("operator", "watch operate", "watch operate", "operator"),
        ("operator", "watch", "watch", "player"),
    ],
)
async def test_an_app_operates_only_if_the_account_may_and_the_person_agrees(
    app: Litestar, browser: Browser, tablecloth: App, *, role: Role, may: str, scope: str, role_of_app: Role
) -> None:
    olga = await app.state.services.accounts.create_player("Olga")
    token = await app.state.services.accounts.issue_token(olga.id, role)

    consent = await browser.sign_in(token, authorize_url(tablecloth.id, scope="watch operate"))
    ticked = 'value="operate" checked' in consent.text
    told = answered(await browser.fill(consent, 0, may=may, decision="agree"))
    given = (await redeemed(browser, tablecloth, told["code"])).json()
    me = (await browser.client.get("/v1/me", headers=bearing(given["access_token"]))).json()

    assert not ticked
    assert (given["scope"], me["role"]) == (scope, role_of_app)


async def test_an_app_acts_no_longer_than_the_token_with_which_it_was_agreed(
    app: Litestar, browser: Browser, tablecloth: App
) -> None:
    accounts = app.state.services.accounts
    ada = await accounts.create_player("Ada")
    token = await accounts.issue_token(ada.id, "player", Terms(scopes=OF_PLAYERS, expires_at=accounts.now() + 60_000))

    told = await browser.agree(token, authorize_url(tablecloth.id), days="365")

    assert (await redeemed(browser, tablecloth, told["code"])).json()["expires_in"] <= 60


async def test_programs_on_the_same_computer_choose_their_port(browser: Browser, token: str, tablecloth: App) -> None:
    redirect = "http://127.0.0.1:49152/back"
    consent = await browser.sign_in(token, authorize_url(tablecloth.id, redirect_uri=redirect))
    told = answered(await browser.fill(consent, 0, decision="agree"), redirect)

    assert "a program on this computer" in words(consent)
    assert "form-action 'self' http://127.0.0.1:49152;" in consent.headers["content-security-policy"] + ";"
    given = await redeemed(browser, tablecloth, told["code"], redirect_uri=redirect)
    assert given.status_code == 200


async def test_apps_on_a_device_have_a_scheme_of_their_own(browser: Browser, token: str, tablecloth: App) -> None:
    redirect = "example.app:/back"
    consent = await browser.sign_in(token, authorize_url(tablecloth.id, redirect_uri=redirect))
    told = answered(await browser.fill(consent, 0, decision="agree"), redirect)

    assert "form-action 'self' example.app:" in consent.headers["content-security-policy"]
    assert (await redeemed(browser, tablecloth, told["code"], redirect_uri=redirect)).status_code == 200


async def test_a_page_of_another_origin_comes_for_its_token(browser: Browser, token: str, tablecloth: App) -> None:
    origin = {"origin": "https://tablecloth.example"}
    told = await browser.agree(token, authorize_url(tablecloth.id))
    fields = {"grant_type": "authorization_code", "client_id": tablecloth.id, "redirect_uri": REDIRECT}
    fields |= {"code": told["code"], "code_verifier": VERIFIER}

    found = await browser.client.get("/.well-known/oauth-authorization-server", headers=origin)
    given = await browser.client.post("/oauth/token", data=fields, headers=origin)
    ended = await browser.client.post(
        "/oauth/revoke", data={"token": given.json()["access_token"], "client_id": tablecloth.id}, headers=origin
    )

    for each in (found, given, ended):
        assert (each.status_code, each.headers["access-control-allow-origin"]) == (200, origin["origin"])
        assert "access-control-allow-credentials" not in each.headers


async def test_a_person_who_has_as_many_tokens_as_may_be_is_told_so(
    app: Litestar, browser: Browser, token: str, tablecloth: App
) -> None:
    account = await app.state.services.accounts.account(token)
    for _ in range(MOST_TOKENS - 1):
        await app.state.services.accounts.issue_token(account.player)

    assert "revoke some first" in words(await browser.sign_in(token, authorize_url(tablecloth.id)))


async def test_a_service_whose_operator_says_no_address_knows_only_this_computer(surroundings: Surroundings) -> None:
    path = "/.well-known/oauth-authorization-server"
    async with served(IN_MEMORY, surroundings) as app, InProcess(app) as client:
        here = await client.get(path, headers={"host": "127.0.0.1:8000"})
        elsewhere = await client.get(path, headers={"host": "evil.example"})

    assert (here.status_code, here.json()["issuer"]) == (200, "http://127.0.0.1:8000")
    assert (elsewhere.status_code, elsewhere.json()["code"]) == (404, "not_found")


async def test_a_service_that_makes_no_players_offers_it_to_nobody(surroundings: Surroundings) -> None:
    closed = msgspec.structs.replace(SETTINGS, registration="closed")
    async with served(closed, surroundings) as app:
        browser = Browser(app)
        made = await app.state.services.apps.make("Tablecloth", (REDIRECT,))
        page = await browser.get(authorize_url(made.id))
        tried = await browser.post("/oauth/sign-in", [("way", "name"), ("name", "Mallory")])

    assert "Become a player" not in page.text
    assert tried.status_code == 403


def test_the_challenge_is_that_of_the_standard() -> None:
    assert challenge_of("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk") == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"

"""What attackers try (RFC 9700, and RFC 6819 before it), each refused; the section stands in the name of the test."""

import asyncio
import gzip
import logging
import re
from collections.abc import AsyncIterator
from urllib.parse import urlencode

import httpx
import msgspec
import pytest
from litestar import Litestar

from service.accounts.apps import CODE_MS
from service.accounts.apps_port import App
from service.accounts.names import BadName
from service.accounts.port import Terms
from service.accounts.sessions import LIFE_MS
from service.http.oauth.redirects import fault_of
from service.page.languages import LANGUAGES
from tests.service.http.oauth.browser import ISSUER, REDIRECT, VERIFIER, Browser, answered, authorize_url, words
from tests.service.http.oauth.conftest import SETTINGS
from tests.service.http.oauth.test_flow import bearing, redeemed
from tests.service.http.surface import in_memory, served
from tests.service.http.witness import Hands

FORM = {"content-type": "application/x-www-form-urlencoded"}


@pytest.fixture
async def mallory(app: Litestar) -> App:
    """The app of an attacker."""
    made: App = await app.state.services.apps.register("Free Cards", ("https://mallory.example/",))
    return made


@pytest.fixture
async def code(browser: Browser, token: str, tablecloth: App) -> str:
    """A code for Tablecloth, which nobody has used."""
    return (await browser.agree(token, authorize_url(tablecloth.id)))["code"]


@pytest.fixture
async def elsewhere(app: Litestar) -> AsyncIterator[Browser]:
    """The browser of somebody else."""
    browser = Browser(app)
    async with browser.client:
        yield browser


def refused(answer: httpx.Response) -> tuple[int, str]:
    """Return the status and the error of an answer to a program."""
    return answer.status_code, answer.json()["error"]


async def is_valid(browser: Browser, token: str) -> bool:
    """Return whether a token is worth something."""
    return (await browser.client.get("/v1/me", headers=bearing(token))).status_code == 200


@pytest.mark.parametrize(
    "redirect",
    [
        "",
        "https://mallory.example/",
        f"{REDIRECT}/",
        f"{REDIRECT}?next=https://mallory.example",
        f"{REDIRECT}#",
        f"{REDIRECT}/../mallory",
        REDIRECT.upper(),
        "http://tablecloth.example/signed-in",
        "https://tablecloth.example:8443/signed-in",
        "https://tablecloth.example.mallory.example/signed-in",
        "https://tablecloth.example@mallory.example/signed-in",
        "https://tablecloth.example\\@mallory.example/signed-in",
        "https://tablecloth.example/signed-in\r\nset-cookie: a=b",
        "http://localhost:1234/back",
        "http://127.0.0.1:1234/other",
        "http://127.0.0.1.mallory.example/back",
        "http://127.0.0.1:1234@mallory.example/back",
        "http://127.0.0.1:٤٢/back",
        "example.app:/other",
        "javascript:alert(1)",
    ],
)
async def test_4_1_an_address_that_is_not_registered_to_the_letter_gets_nothing(
    browser: Browser, token: str, tablecloth: App, redirect: str
) -> None:
    page = await browser.get(authorize_url(tablecloth.id, redirect_uri=redirect))

    assert page.status_code == 400
    assert "location" not in page.headers
    assert "mallory" not in page.text


@pytest.mark.parametrize(
    "redirect",
    [
        "http://cards.example/",
        "https://cards.example/#part",
        "https://user@cards.example/",
        "https://cards.example/ back",
        "https://cards.example/?code=1",
        "https://*.cards.example/",
        "https://cards.example/" + "a" * 500,
        "https://",
        "javascript:alert(1)",
        "data:text/html,1",
        "file:///etc/passwd",
        "app:/back",
        "//cards.example/",
        "https://cards.example;script-src *",
    ],
)
def test_4_1_no_app_has_an_address_that_leads_astray(redirect: str) -> None:
    assert fault_of(redirect)


async def test_4_2_nothing_tells_a_code_to_the_page_after_it(browser: Browser, token: str, tablecloth: App) -> None:
    consent = await browser.sign_in(token, authorize_url(tablecloth.id))
    sent = await browser.fill(consent, 0, decision="agree")

    for each in (consent, sent):
        assert (each.headers["referrer-policy"], each.headers["cache-control"]) == ("same-origin", "no-store")
    assert "src=" not in consent.text
    assert {each.partition('"')[0] for each in consent.text.split('href="')[1:]} == {
        "/docs/guide.css",
        "/docs/consent.css",
        "/docs/favicon-32x32.png",
    }


async def test_4_3_no_token_or_verifier_stands_in_an_address(browser: Browser, tablecloth: App, code: str) -> None:
    fields = {"grant_type": "authorization_code", "client_id": tablecloth.id, "redirect_uri": REDIRECT}
    query = urlencode(fields | {"code": code, "code_verifier": VERIFIER})

    answers = [
        await browser.client.post(f"/oauth/token?{query}", headers=FORM),
        await browser.client.post(f"/oauth/revoke?token=parlour_1&client_id={tablecloth.id}", headers=FORM),
    ]

    assert [refused(each) for each in answers] == [(400, "invalid_request")] * 2
    assert (await browser.get(f"/oauth/token?{query}")).status_code == 405
    given = (await redeemed(browser, tablecloth, code)).json()["access_token"]
    assert (await browser.client.get(f"/v1/me?access_token={given}")).status_code in {400, 401}


@pytest.mark.parametrize("way", ["token", "implicit", "code token", "id_token", ""])
async def test_2_1_2_no_token_is_given_through_a_browser(browser: Browser, tablecloth: App, way: str) -> None:
    page = await browser.get(authorize_url(tablecloth.id, response_type=way))

    assert (page.status_code, "unsupported_response_type" in page.text) == (400, True)


@pytest.mark.parametrize("way", ["password", "refresh_token", "client_credentials", "implicit"])
async def test_2_4_no_password_is_given_to_an_app(browser: Browser, tablecloth: App, way: str) -> None:
    answer = await redeemed(browser, tablecloth, "code", grant_type=way)

    assert refused(answer) == (400, "unsupported_grant_type")


async def test_4_4_each_answer_says_whose_it_is_against_mix_up(browser: Browser, token: str, tablecloth: App) -> None:
    consent = await browser.sign_in(token, authorize_url(tablecloth.id))

    no = answered(await browser.fill(consent, 0, decision="refuse"))
    yes = answered(await browser.fill(consent, 0, decision="agree"))

    assert (no["iss"], yes["iss"]) == (ISSUER, ISSUER)
    metadata = (await browser.get("/.well-known/oauth-authorization-server")).json()
    assert metadata["authorization_response_iss_parameter_supported"] is True


async def test_4_5_a_code_that_was_stolen_is_worth_nothing_without_the_verifier(
    browser: Browser, tablecloth: App, code: str
) -> None:
    answers = [await redeemed(browser, tablecloth, code, code_verifier=each) for each in ("w" * 43, "")]

    assert [refused(each) for each in answers] == [(400, "invalid_grant"), (400, "invalid_request")]
    assert (await redeemed(browser, tablecloth, code)).status_code == 200


async def test_4_5_a_code_is_not_injected_into_another_app(
    browser: Browser, tablecloth: App, mallory: App, code: str
) -> None:
    answer = await redeemed(browser, mallory, code)

    assert refused(answer) == (400, "invalid_grant")
    assert (await redeemed(browser, tablecloth, code)).status_code == 200


async def test_4_1_a_code_is_for_the_address_that_it_was_sent_to(browser: Browser, tablecloth: App, code: str) -> None:
    wrong = await redeemed(browser, tablecloth, code, redirect_uri="example.app:/back")
    unsaid = await redeemed(browser, tablecloth, code, redirect_uri="")

    assert refused(wrong) == (400, "invalid_grant")
    assert unsaid.status_code == 200, "who has the verifier need not say the address (OAuth 2.1)"


async def test_4_5_a_code_works_once_and_a_second_use_takes_the_token_back(
    browser: Browser, tablecloth: App, code: str
) -> None:
    given = (await redeemed(browser, tablecloth, code)).json()["access_token"]
    before = await is_valid(browser, given)

    again = await redeemed(browser, tablecloth, code)

    assert (before, refused(again)) == (True, (400, "invalid_grant"))
    assert not await is_valid(browser, given)


async def test_4_5_of_many_who_use_a_code_at_once_nobody_keeps_a_token(
    browser: Browser, tablecloth: App, code: str
) -> None:
    answers = await asyncio.gather(*(redeemed(browser, tablecloth, code) for _ in range(5)))

    given = [each.json()["access_token"] for each in answers if each.status_code == 200]
    assert len(given) == 1
    assert not await is_valid(browser, given[0])


async def test_4_5_a_code_that_is_found_later_is_worth_nothing() -> None:
    clock = Hands()
    async with served(SETTINGS, in_memory(now=clock.now)) as app:
        browser, tablecloth = Browser(app), await app.state.services.apps.make("Tablecloth", (REDIRECT,))
        ada = await app.state.services.accounts.create_player("Ada")
        token = await app.state.services.accounts.issue_token(ada.id)
        consent = await browser.sign_in(token, authorize_url(tablecloth.id))
        codes = [answered(await browser.fill(consent, 0, decision="agree"))["code"] for _ in range(2)]
        clock.ms += CODE_MS - 1
        early = await redeemed(browser, tablecloth, codes[0])
        clock.ms += 1
        late = await redeemed(browser, tablecloth, codes[1])

    assert (early.status_code, refused(late)) == (200, (400, "invalid_grant"))


async def test_a_decision_about_an_app_is_paid_for_as_any_command() -> None:
    async with served(msgspec.structs.replace(SETTINGS, limit_commands=2), in_memory()) as app:
        browser, tablecloth = Browser(app), await app.state.services.apps.make("Tablecloth", (REDIRECT,))
        ada = await app.state.services.accounts.create_player("Ada")
        consent = await browser.sign_in(
            await app.state.services.accounts.issue_token(ada.id), authorize_url(tablecloth.id)
        )
        agreed = [await browser.fill(consent, 0, decision="agree") for _ in range(3)]

    assert [each.status_code for each in agreed] == [303, 303, 429]


async def test_a_person_is_signed_in_no_longer_than_the_token_lasts_that_they_have_shown() -> None:
    clock = Hands()
    async with served(SETTINGS, in_memory(now=clock.now)) as app:
        browser, tablecloth = Browser(app), await app.state.services.apps.make("Tablecloth", (REDIRECT,))
        ada = await app.state.services.accounts.create_player("Ada")
        token = await app.state.services.accounts.issue_token(ada.id, "player", Terms(expires_at=clock.now() + 1_000))
        consent = await browser.sign_in(token, authorize_url(tablecloth.id))
        clock.ms += 1_000
        agreed = await browser.fill(consent, 0, decision="agree")

    assert (agreed.status_code, "You are not signed in any more." in words(agreed)) == (403, True)


@pytest.mark.parametrize(
    "changed",
    [
        {"code_challenge": ""},
        {"code_challenge_method": ""},
        {"code_challenge_method": "plain"},
        {"code_challenge_method": "S256 "},
        {"code_challenge": "short"},
        {"code_challenge": "é" * 43},
    ],
)
async def test_4_8_nobody_goes_on_without_pkce(browser: Browser, tablecloth: App, changed: dict[str, str]) -> None:
    page = await browser.get(authorize_url(tablecloth.id, **changed))

    assert (page.status_code, "error=invalid_request" in page.text) == (400, True)
    assert "location" not in page.headers


async def test_4_8_the_form_cannot_be_sent_without_pkce(browser: Browser, token: str, tablecloth: App) -> None:
    consent = await browser.sign_in(token, authorize_url(tablecloth.id))

    for method in ("plain", ""):
        assert (await browser.fill(consent, 0, decision="agree", code_challenge_method=method)).status_code == 400


async def test_4_11_nobody_is_led_elsewhere_by_a_wrong_request(browser: Browser, mallory: App) -> None:
    asked = authorize_url(mallory.id, redirect_uri="https://mallory.example/", scope="everything")

    page = await browser.get(asked)

    assert (page.status_code, "location" in page.headers) == (400, False)
    assert "Tell the app: mallory.example" in words(page)
    assert 'rel="noreferrer" href="https://mallory.example/?error=invalid_scope' in page.text


@pytest.mark.parametrize(
    "to", ["https://mallory.example/", "//mallory.example", "/oauth/authorize@mallory.example", ""]
)
async def test_4_11_signing_in_leads_nowhere_else(browser: Browser, token: str, to: str) -> None:
    done = await browser.post("/oauth/sign-in", [("way", "token"), ("token", token), ("to", to), ("with", "a=b")])
    out = await browser.post("/oauth/sign-out", [("to", to), ("with", "x=\r\nlocation: https://mallory.example/")])

    assert (done.status_code, done.headers["location"]) == (303, "/docs/signing-in")
    assert (out.status_code, out.headers["location"]) == (303, "/docs/signing-in")


async def test_4_12_a_redirect_sends_nothing_along(browser: Browser, token: str, tablecloth: App) -> None:
    asked = await browser.get(authorize_url(tablecloth.id))
    signed_in = await browser.fill(asked, 0, way="token", token=token)
    consent = await browser.get(signed_in.headers["location"])
    sent = await browser.fill(consent, 0, decision="agree")

    assert (signed_in.status_code, sent.status_code) == (303, 303)
    assert token not in signed_in.headers["location"] + sent.headers["location"]


async def test_4_16_no_page_is_in_a_frame(browser: Browser, token: str, tablecloth: App) -> None:
    pages = [
        await browser.get(authorize_url(tablecloth.id)),
        await browser.get(authorize_url("nobody")),
        await browser.sign_in(token, authorize_url(tablecloth.id)),
    ]

    for each in pages:
        assert "frame-ancestors 'none'" in each.headers["content-security-policy"]
        assert each.headers["x-frame-options"] == "DENY"


@pytest.mark.parametrize(
    "origin", ["https://mallory.example", "null", "http://parlour.test", f"{ISSUER}.mallory.example"]
)
async def test_4_7_no_form_of_another_page_is_taken(browser: Browser, token: str, tablecloth: App, origin: str) -> None:
    fields = [("way", "token"), ("token", token)]
    signed_in = await browser.post("/oauth/sign-in", fields, origin=origin)
    out = await browser.post("/oauth/sign-out", [], origin=origin)
    agreed = await browser.post("/oauth/authorize", [("decision", "agree")], origin=origin)

    assert [each.status_code for each in (signed_in, out, agreed)] == [403] * 3
    assert "set-cookie" not in signed_in.headers


async def test_4_7_a_form_says_where_it_comes_from(browser: Browser, token: str) -> None:
    body = urlencode({"way": "token", "token": token})

    silent = await browser.client.post("/oauth/sign-in", content=body, headers=FORM)
    told = [
        await browser.client.post("/oauth/sign-in", content=body, headers=FORM | {"sec-fetch-site": site})
        for site in ("cross-site", "same-site", "none", "same-origin")
    ]

    assert (silent.status_code, [each.status_code for each in told]) == (403, [403, 403, 403, 303])


async def test_4_7_a_form_is_for_what_was_shown_to_whom(
    browser: Browser, elsewhere: Browser, app: Litestar, token: str, tablecloth: App
) -> None:
    bob = await app.state.services.accounts.create_player("Bob")
    other = await elsewhere.sign_in(await app.state.services.accounts.issue_token(bob.id), authorize_url(tablecloth.id))
    stamp = other.text.partition('name="stamp" value="')[2][:64]
    consent = await browser.sign_in(token, authorize_url(tablecloth.id, scope="watch"))

    tried = [
        await browser.fill(consent, 0, decision="agree", stamp=stamp),
        await browser.fill(consent, 0, decision="agree", stamp=""),
        await browser.fill(consent, 0, decision="agree", scope="watch account", may="account"),
        await browser.fill(consent, 0, decision="agree", redirect_uri="example.app:/back"),
    ]

    assert len(stamp) == 64
    assert [each.status_code for each in tried] == [403] * 4


async def test_4_7_the_cookie_is_for_our_pages_alone(browser: Browser, token: str, tablecloth: App) -> None:
    asked = await browser.get(authorize_url(tablecloth.id))
    cookie = (await browser.fill(asked, 0, way="token", token=token)).headers["set-cookie"]

    assert cookie.startswith("__Host-parlour=")
    for each in ("Path=/", "HttpOnly", "SameSite=Lax", "Secure"):
        assert each in cookie.split("; ")
    assert token not in cookie
    assert (await browser.client.get("/v1/me")).status_code == 401
    value = cookie.partition("=")[2].partition(";")[0]
    assert (await browser.client.get("/v1/me", headers=bearing(value))).status_code == 401
    assert (await browser.client.get(f"/v1/me/stream?ticket={value}")).status_code == 401


async def test_4_7_a_session_ends_with_its_token(browser: Browser, token: str, tablecloth: App) -> None:
    consent = await browser.sign_in(token, authorize_url(tablecloth.id))
    await browser.client.delete("/v1/me/token", headers=bearing(token))

    assert "With a token of yours" in words(await browser.get(authorize_url(tablecloth.id)))
    assert (await browser.fill(consent, 0, decision="agree")).status_code == 403


async def test_4_7_a_made_up_or_old_session_is_not_valid(
    app: Litestar, browser: Browser, token: str, tablecloth: App
) -> None:
    sessions, accounts = app.state.services.sessions, app.state.services.accounts
    token_hash = (await accounts.account(token)).token_hash
    old, _ = sessions.issue(token_hash, accounts.now() - LIFE_MS - 1)
    fresh, _ = sessions.issue(token_hash, accounts.now())

    for cookie in (
        f"__Host-parlour={old}",
        f"__Host-parlour=A{fresh}",
        "__Host-parlour=",
        "__Host-parlour=é",
        f"parlour={fresh}",
        "a" * 9_000,
    ):
        shown = await browser.client.get(authorize_url(tablecloth.id), headers=[(b"cookie", cookie.encode())])
        assert "With a token of yours" in words(shown)
    shown = await browser.client.get(authorize_url(tablecloth.id), headers={"cookie": f"a=b; __Host-parlour={fresh}"})
    assert "May this app act for you?" in words(shown)


async def test_the_token_of_an_app_signs_nobody_in_and_makes_no_other(
    browser: Browser, token: str, tablecloth: App
) -> None:
    everything = "watch play account read:history"
    consent = await browser.sign_in(token, authorize_url(tablecloth.id, scope=everything))
    told = answered(await browser.fill(consent, 0, decision="agree", may=everything))
    given = (await redeemed(browser, tablecloth, told["code"])).json()["access_token"]

    tried = await browser.post("/oauth/sign-in", [("way", "token"), ("token", given)])
    made = await browser.client.post("/v1/me/tokens", headers=bearing(given), json={"scopes": ["watch"]})
    recovery = await browser.client.post("/v1/me/recovery", headers=bearing(given))

    assert (tried.status_code, "set-cookie" in tried.headers) == (403, False)
    assert [each.json()["code"] for each in (made, recovery)] == ["forbidden", "forbidden"]


async def test_nobody_revokes_the_tokens_of_another_app(
    browser: Browser, token: str, tablecloth: App, mallory: App, code: str
) -> None:
    given = (await redeemed(browser, tablecloth, code)).json()["access_token"]

    answers = [
        await browser.client.post("/oauth/revoke", data={"token": each, "client_id": app_id})
        for each, app_id in ((given, mallory.id), (given, "nobody"), (token, mallory.id))
    ]

    assert [refused(each) for each in answers] == [(400, "invalid_grant")] * 3
    assert [await is_valid(browser, each) for each in (given, token)] == [True, True]


async def test_what_is_no_token_is_revoked_already(browser: Browser, tablecloth: App) -> None:
    for token in ("nothing", "parlour_" + "a" * 43, "é"):
        answer = await browser.client.post("/oauth/revoke", data={"token": token, "client_id": tablecloth.id})
        assert (answer.status_code, answer.content) == (200, b"")


async def test_an_app_that_shows_a_secret_is_refused(browser: Browser, tablecloth: App, code: str) -> None:
    fields = {"grant_type": "authorization_code", "client_id": tablecloth.id, "redirect_uri": REDIRECT}
    fields |= {"code": code, "code_verifier": VERIFIER}

    basic = await browser.client.post("/oauth/token", data=fields, auth=(tablecloth.id, "secret"))
    posted = await browser.client.post("/oauth/token", data=fields | {"client_secret": "secret"})

    assert (refused(basic), "www-authenticate" in basic.headers) == ((401, "invalid_client"), True)
    assert refused(posted) == (400, "invalid_client")


async def test_4_2_nothing_secret_is_in_the_log(
    browser: Browser, token: str, tablecloth: App, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        told = await browser.agree(token, authorize_url(tablecloth.id, state="very secret state"))
        given = (await redeemed(browser, tablecloth, told["code"])).json()["access_token"]
        await redeemed(browser, tablecloth, told["code"])
        await browser.client.post("/oauth/revoke", data={"token": given, "client_id": tablecloth.id})

    ours = [record for record in caplog.records if not record.name.startswith("httpx")]
    logged = " ".join(f"{record.getMessage()} {vars(record)}" for record in ours)
    assert "/oauth/token" in logged
    for secret in (token, told["code"], given, VERIFIER, "very secret state", "__Host-parlour"):
        assert secret not in logged


@pytest.mark.parametrize(
    "query",
    [
        "client_id=a&client_id=b",
        "client_id=%ff",
        "client_id=%00",
        "&".join(f"a{number}=1" for number in range(60)),
        "client_id=" + "a" * 60_000,
        "=&=&=",
    ],
)
async def test_nonsense_is_refused(browser: Browser, query: str) -> None:
    page = await browser.get(f"/oauth/authorize?{query}")
    token = await browser.client.post("/oauth/token", content=query, headers=FORM)

    assert (page.status_code, token.status_code, token.json()["error"][:8]) == (400, 400, "invalid_")


async def test_only_forms_are_taken(browser: Browser) -> None:
    answers = [
        await browser.client.post("/oauth/token", json={"grant_type": "authorization_code"}),
        await browser.client.post("/oauth/token", content=b"\xff", headers=FORM),
        await browser.client.post("/oauth/token", content=b"", headers=FORM),
    ]

    assert [refused(each) for each in answers] == [(400, "invalid_request")] * 3
    too_large = await browser.client.post("/oauth/token", content=b"a" * 70_000, headers=FORM)
    assert refused(too_large) == (413, "invalid_request")


async def test_a_description_has_only_characters_that_it_may_have(browser: Browser) -> None:
    name = 'a"\\\u00e9\n'
    twice = await browser.client.post("/oauth/token", content=urlencode([(name, "1")] * 2), headers=FORM)
    packed = await browser.client.post("/oauth/token", content=b"a", headers=FORM | {"Content-Encoding": 'g"z'})

    for answer in (twice, packed):
        assert re.fullmatch(r"[\x20-\x21\x23-\x5b\x5d-\x7e]+", answer.json()["error_description"])  # RFC 6749, 5.2
    assert packed.json()["error_description"].startswith("Content-Encoding is 'g?z'.")


@pytest.mark.parametrize("path", ["token", "revoke", "device"])
async def test_a_compressed_form_is_not_taken_for_a_broken_one(browser: Browser, path: str) -> None:
    sent = gzip.compress(urlencode({"grant_type": "authorization_code"}).encode())
    headers = FORM | {"Content-Encoding": "gzip"}

    answer = await browser.client.post(f"/oauth/{path}", content=sent, headers=headers)

    assert refused(answer) == (415, "invalid_request")
    assert answer.json()["error_description"] == "Content-Encoding is 'gzip'. Send the body without compression."


@pytest.mark.parametrize(
    "name", ["Parlour", "P\u0430rlour support", "The operator", "Ada\u202egnp", "\u200b", "a" * 41, "Rook\n"]
)
async def test_no_app_has_a_name_that_seems_to_be_the_service(app: Litestar, name: str) -> None:
    with pytest.raises(BadName):
        await app.state.services.apps.make(name, (REDIRECT,))


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_name_of_an_app_is_text(app: Litestar, browser: Browser, token: str, language: str) -> None:
    hostile = "<b>OK</b>\"'&{title}{ $app }\\1"
    made = await app.state.services.apps.make(hostile, (REDIRECT,))
    browser.client.headers["accept-language"] = language

    asked = await browser.get(authorize_url(made.id))
    consent = await browser.sign_in(token, authorize_url(made.id))

    for page in (asked, consent):
        assert "<b>OK" not in page.text
        assert f" {hostile} " in words(page)


async def test_an_app_that_was_removed_signs_nobody_in(
    app: Litestar, browser: Browser, token: str, tablecloth: App, code: str
) -> None:
    given = (await redeemed(browser, tablecloth, code)).json()["access_token"]

    await app.state.services.apps.remove(tablecloth.id)

    assert (await browser.get(authorize_url(tablecloth.id))).status_code == 400
    assert refused(await redeemed(browser, tablecloth, code)) == (400, "invalid_client")
    assert not await is_valid(browser, given)

"""A device without a browser signs a player in, and what attackers try with it (RFC 8628, 5)."""

from collections.abc import AsyncIterator
from typing import Any
from unittest.mock import AsyncMock

import httpx
import msgspec
import pytest
from litestar import Litestar

from service.accounts.apps import DEVICE_MS, SIGNS
from service.accounts.apps_port import COMMAND_LINE, App
from tests.service.http.oauth.browser import ISSUER, REDIRECT, Browser, words
from tests.service.http.oauth.conftest import SETTINGS
from tests.service.http.oauth.test_flow import bearing
from tests.service.http.surface import in_memory, served
from tests.service.http.witness import Hands

GRANT = "urn:ietf:params:oauth:grant-type:device_code"


async def asking(browser: Browser, app: str = COMMAND_LINE.id) -> dict[str, Any]:
    """Ask as a device does; return what it is told."""
    answer = await browser.client.post("/oauth/device", data={"client_id": app, "scope": "watch play"})
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


async def polled(browser: Browser, told: dict[str, Any], app: str = COMMAND_LINE.id) -> httpx.Response:
    """Ask as a device does whether somebody has decided."""
    fields = {"grant_type": GRANT, "client_id": app, "device_code": told["device_code"]}
    return await browser.client.post("/oauth/token", data=fields)


def refused(answer: httpx.Response) -> tuple[int, str]:
    """Return the status and the error of an answer to a program."""
    return answer.status_code, answer.json()["error"]


@pytest.fixture
async def page(browser: Browser, token: str) -> httpx.Response:
    """The page that asks a player for a code."""
    return await browser.sign_in(token, "/device")


async def test_a_device_signs_a_player_in(browser: Browser, page: httpx.Response) -> None:
    told = await asking(browser)
    before = await polled(browser, told)
    consent = await browser.fill(page, 0, user_code=told["user_code"].lower().replace("-", " "))
    done = await browser.fill(consent, 0, decision="agree", may="watch")
    given = await polled(browser, told)

    assert (told["verification_uri"], told["interval"], told["expires_in"]) == (f"{ISSUER}/device", 5, 600)
    assert "verification_uri_complete" not in told
    assert refused(before) == (400, "authorization_pending")
    assert "If somebody has sent you here" in words(consent)
    assert "Go back to your device" in words(done)
    assert (given.json()["scope"], given.headers["cache-control"]) == ("watch", "no-store")
    me = await browser.client.get("/v1/me", headers=bearing(given.json()["access_token"]))
    assert me.json()["name"] == "Ada"


async def test_a_person_who_is_not_signed_in_is_asked_who_they_are(browser: Browser) -> None:
    told = await asking(browser)
    asked = await browser.get("/device")
    tried = await browser.post("/device", [("user_code", told["user_code"]), ("decision", "agree")])

    assert "First say who you are" in words(asked)
    assert tried.status_code == 403
    assert refused(await polled(browser, told)) == (400, "authorization_pending")


async def test_a_person_may_say_no(browser: Browser, page: httpx.Response) -> None:
    told = await asking(browser)
    consent = await browser.fill(page, 0, user_code=told["user_code"])
    await browser.fill(consent, 0, decision="refuse")

    assert refused(await polled(browser, told)) == (400, "access_denied")
    assert (await browser.fill(page, 0, user_code=told["user_code"])).status_code == 400


async def test_nobody_is_told_no_where_somebody_says_yes_at_the_same_time(
    app: Litestar, browser: Browser, page: httpx.Response, monkeypatch: pytest.MonkeyPatch
) -> None:
    apps, told = app.state.services.apps, await asking(browser)
    consent = await browser.fill(page, 0, user_code=told["user_code"])
    undecided = await apps.device(told["user_code"])
    await browser.fill(consent, 0, decision="agree")
    monkeypatch.setattr(apps, "device", AsyncMock(return_value=undecided))

    late = await browser.fill(consent, 0, decision="refuse")

    assert (late.status_code, "The device may not act" in words(late)) == (400, False)
    assert (await polled(browser, told)).status_code == 200


async def test_a_person_who_ticks_nothing_is_asked_again(browser: Browser, page: httpx.Response) -> None:
    told = await asking(browser)
    consent = await browser.fill(page, 0, user_code=told["user_code"])
    again = await browser.fill(consent, 0, decision="agree", may="")
    done = await browser.fill(again, 0, decision="agree")

    assert (again.status_code, done.status_code) == (400, 200)


async def test_5_1_codes_are_guessed_slowly() -> None:
    limited = msgspec.structs.replace(SETTINGS, limit_device_codes=3)
    async with served(limited, in_memory()) as app:
        browser = Browser(app)
        ada = await app.state.services.accounts.create_player("Ada")
        page = await browser.sign_in(await app.state.services.accounts.issue_token(ada.id), "/device")
        guesses = [await browser.fill(page, 0, user_code=f"BCDF-GHJ{each}") for each in "KLMN"]
        asked = await browser.client.post("/oauth/device", data={"client_id": COMMAND_LINE.id, "scope": "watch"})

    assert [each.status_code for each in guesses] == [400, 400, 400, 429]
    assert (asked.status_code, asked.json()["budget"]) == (429, "device_codes")


async def test_5_1_a_code_for_people_is_long_enough(browser: Browser) -> None:
    codes = [(await asking(browser))["user_code"] for _ in range(20)]

    assert len(set(codes)) == 20
    assert {len(code) for code in codes} == {9}
    assert set("".join(codes)) <= {*SIGNS, "-"}


async def test_5_2_a_device_that_asks_too_often_is_slowed_down(browser: Browser) -> None:
    told = await asking(browser)

    answers = [await polled(browser, told) for _ in range(3)]

    assert [refused(each)[1] for each in answers] == ["authorization_pending", "slow_down", "slow_down"]


async def test_5_1_a_code_that_nobody_types_in_time_is_over() -> None:
    clock = Hands()
    async with served(SETTINGS, in_memory(now=clock.now)) as app:
        browser, ada = Browser(app), await app.state.services.accounts.create_player("Ada")
        page = await browser.sign_in(await app.state.services.accounts.issue_token(ada.id), "/device")
        told = await asking(browser)
        clock.ms += DEVICE_MS - 1
        consent = await browser.fill(page, 0, user_code=told["user_code"])
        waiting = await polled(browser, told)
        clock.ms += 1
        late = [
            await browser.fill(page, 0, user_code=told["user_code"]),
            await browser.fill(consent, 0, decision="agree"),
        ]
        over = await polled(browser, told)

    assert (consent.status_code, refused(waiting)) == (200, (400, "authorization_pending"))
    assert ([each.status_code for each in late], refused(over)) == ([400, 400], (400, "expired_token"))


async def test_5_4_no_link_leads_to_a_page_with_the_code_filled_in(browser: Browser, page: httpx.Response) -> None:
    told = await asking(browser)

    shown = await browser.get(f"/device?user_code={told['user_code']}")

    assert told["user_code"] not in shown.text
    assert "Type no code that somebody else has told you" in words(page)


async def test_5_4_apps_that_register_themselves_have_no_devices(app: Litestar, browser: Browser) -> None:
    mallory = await app.state.services.apps.register("Free Cards", (REDIRECT,))

    answer = await browser.client.post("/oauth/device", data={"client_id": mallory.id, "scope": "play"})

    assert refused(answer) == (400, "unauthorized_client")


async def test_5_3_the_code_of_a_device_is_for_its_app_and_works_once(
    browser: Browser, page: httpx.Response, tablecloth: App
) -> None:
    told = await asking(browser)
    await browser.fill(await browser.fill(page, 0, user_code=told["user_code"]), 0, decision="agree")

    other = await polled(browser, told, tablecloth.id)
    given = (await polled(browser, told)).json()["access_token"]
    again = await polled(browser, told)

    assert refused(other) == (400, "invalid_grant")
    assert refused(again) == (400, "invalid_grant")
    assert (await browser.client.get("/v1/me", headers=bearing(given))).json()["code"] == "token_revoked"


async def test_4_7_a_decision_is_stamped_and_ours(browser: Browser, page: httpx.Response) -> None:
    told, other = await asking(browser), await asking(browser)
    consent = await browser.fill(page, 0, user_code=told["user_code"])

    swapped = await browser.fill(consent, 0, decision="agree", user_code=other["user_code"])
    bare = await browser.post("/device", [("user_code", told["user_code"]), ("decision", "agree"), ("may", "play")])
    foreign = await browser.post("/device", [("user_code", told["user_code"])], origin="https://mallory.example")

    assert [each.status_code for each in (swapped, bare, foreign)] == [403] * 3
    assert [refused(await polled(browser, each))[1] for each in (told, other)] == ["authorization_pending"] * 2


@pytest.mark.parametrize("fields", [{}, {"client_id": "nobody", "scope": "watch"}])
async def test_nonsense_is_refused(browser: Browser, fields: dict[str, str]) -> None:
    answer = await browser.client.post("/oauth/device", data={"state": "1"} | fields)

    assert refused(answer)[1] in {"invalid_request", "invalid_client"}
    for scope in ({}, {"scope": "everything"}):
        asked = await browser.client.post("/oauth/device", data={"client_id": "parlour-cli"} | scope)
        assert refused(asked) == (400, "invalid_scope")


async def test_the_command_line_is_sent_nowhere_by_a_browser(browser: Browser) -> None:
    page = await browser.get(f"/oauth/authorize?client_id={COMMAND_LINE.id}&redirect_uri=http://127.0.0.1/")

    assert (page.status_code, "location" in page.headers) == (400, False)


# Apps that register themselves (RFC 7591)


@pytest.fixture
async def closed() -> AsyncIterator[Browser]:
    """A browser at a service where no app registers itself, and one may do so twice."""
    async with served(msgspec.structs.replace(SETTINGS, app_registration="closed"), in_memory()) as app:
        yield Browser(app)


async def test_an_app_registers_itself(browser: Browser, token: str) -> None:
    metadata = {"client_name": "Free Cards", "redirect_uris": [REDIRECT], "token_endpoint_auth_method": "private_key"}
    found = (await browser.get("/.well-known/oauth-authorization-server")).json()

    answer = await browser.client.post(found["registration_endpoint"], json=metadata)
    told = answer.json()
    consent = await browser.sign_in(
        token,
        f"/oauth/authorize?response_type=code&client_id={told['client_id']}&redirect_uri={REDIRECT}&scope=watch"
        f"&code_challenge={'a' * 43}&code_challenge_method=S256",
    )

    assert (answer.status_code, told["token_endpoint_auth_method"]) == (201, "none")
    assert (told["client_name"], told["redirect_uris"]) == ("Free Cards", [REDIRECT])
    assert "client_secret" not in told
    assert "It has registered itself, and nobody has checked who it is." in words(consent)


@pytest.mark.parametrize(
    ("metadata", "error"),
    [
        ({}, "invalid_client_metadata"),
        ({"client_name": "Cards", "redirect_uris": []}, "invalid_client_metadata"),
        ({"client_name": "Cards", "redirect_uris": [REDIRECT] * 11}, "invalid_client_metadata"),
        ({"client_name": "Parlour", "redirect_uris": [REDIRECT]}, "invalid_client_metadata"),
        ({"client_name": "\u202eCards", "redirect_uris": [REDIRECT]}, "invalid_client_metadata"),
        ({"client_name": "Cards", "redirect_uris": ["http://cards.example/"]}, "invalid_redirect_uri"),
        ({"client_name": "Cards", "redirect_uris": ["javascript:alert(1)"]}, "invalid_redirect_uri"),
        ([], "invalid_client_metadata"),
    ],
)
async def test_what_no_app_may_have_is_refused(browser: Browser, metadata: object, error: str) -> None:
    assert refused(await browser.client.post("/oauth/register", json=metadata)) == (400, error)


@pytest.mark.parametrize(
    ("content", "media_type", "said"),
    [
        (b'{"client_name":"Cards"', "application/json", "It is no JSON in UTF-8."),
        (
            b"client_name=Cards",
            "application/x-www-form-urlencoded",
            "It has to be JSON, with the Content-Type application/json, and not compressed.",
        ),
        (b'{"client_name":"Cards"}', "application/json", "It needs a `client_name` and one to ten `redirect_uris`."),
    ],
)
async def test_of_a_registration_it_is_said_what_is_wrong(
    browser: Browser, content: bytes, media_type: str, said: str
) -> None:
    answer = await browser.client.post("/oauth/register", content=content, headers={"Content-Type": media_type})

    assert answer.json() == {"error": "invalid_client_metadata", "error_description": said}


@pytest.mark.parametrize(
    ("content", "more", "status", "said"),
    [
        (
            b"{}",
            {"Transfer-Encoding": "gzip, chunked"},
            400,
            "Transfer-Encoding is 'gzip, chunked'. Send the body as it is, or chunked.",
        ),
        (b" " * 70_000, {}, 413, "The body is larger than 64 KiB."),
    ],
)
async def test_of_a_registration_that_cannot_be_read_it_is_said_why(
    browser: Browser, content: bytes, more: dict[str, str], status: int, said: str
) -> None:
    headers = {"Content-Type": "application/json"} | more
    answer = await browser.client.post("/oauth/register", content=content, headers=headers)

    assert answer.status_code == status
    assert answer.json() == {"error": "invalid_request", "error_description": said}


async def test_where_the_operator_makes_all_apps_none_registers_itself(closed: Browser) -> None:
    found = (await closed.get("/.well-known/oauth-authorization-server")).json()
    answer = await closed.client.post("/oauth/register", json={"client_name": "A", "redirect_uris": [REDIRECT]})

    assert "registration_endpoint" not in found
    assert refused(answer) == (403, "access_denied")


async def test_an_address_registers_few_apps() -> None:
    async with served(msgspec.structs.replace(SETTINGS, limit_app_registrations=2), in_memory()) as app:
        metadata = {"client_name": "Free Cards", "redirect_uris": [REDIRECT]}
        answers = [await Browser(app).client.post("/oauth/register", json=metadata) for _ in range(3)]

    assert [each.status_code for each in answers] == [201, 201, 429]

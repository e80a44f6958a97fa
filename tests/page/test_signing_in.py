"""Coming back to an account with a token, however it was copied."""

import re

import pytest
from playwright.async_api import Route, expect

from tests.page.browsing import DRAWN, Player, Visitor


@pytest.mark.parametrize("copied", ["“{token}”", "\u200b{token}\u00a0"])
async def test_signs_that_no_token_has_are_no_part_of_it(visitor: Visitor, ada: Player, copied: str) -> None:
    await visitor.page.goto(f"{visitor.url}/account")
    await visitor.page.click(".welcome summary")
    await visitor.page.fill(".welcome details input", copied.format(token=ada.account["token"]))
    await visitor.page.press(".welcome details input", "Enter")

    await expect(visitor.page.locator("header a[href='/account']")).to_have_text("Ada")
    assert visitor.refused == {}
    assert visitor.wrong == []


async def test_what_has_no_sign_of_a_token_is_refused_at_once(visitor: Visitor) -> None:
    await visitor.page.goto(f"{visitor.url}/account")
    await visitor.page.click(".welcome summary")
    await visitor.page.fill(".welcome details input", "λ" * 50)
    await visitor.page.press(".welcome details input", "Enter")

    await expect(visitor.page.locator(".welcome [role=alert]")).to_contain_text("token")
    assert await visitor.codes() == ["unauthenticated"]
    assert visitor.wrong == []


async def test_a_player_revokes_what_acts_for_them_elsewhere(visitor: Visitor, ada: Player) -> None:
    ada.ask("POST", "/me/tokens", {"name": "<b>Old laptop</b>", "scopes": ["play"]})
    await visitor.come(ada, "/account")
    tokens = visitor.page.locator("main .rows li")
    await expect(tokens).to_contain_text(["<b>Old laptop</b>", "this browser"])
    await expect(tokens.last.get_by_role("button")).to_have_count(0)

    await tokens.first.get_by_role("button", name=re.compile("Revoke.*Old laptop")).click()
    await tokens.first.get_by_role("button", name="Yes").click()

    await expect(tokens).to_have_count(1)
    assert [each["name"] for each in ada.ask("GET", "/me/tokens")["tokens"]] == [""]
    assert (visitor.refused, visitor.wrong) == ({}, [])


async def test_a_player_revokes_all_that_somebody_else_may_have_made(visitor: Visitor, ada: Player) -> None:
    ada.ask("POST", "/me/tokens", {"name": "Thief", "scopes": ["play"]})
    await visitor.come(ada, "/account")
    tokens, others = visitor.page.locator("main .rows li"), visitor.page.get_by_role("button", name="Revoke all others")
    await visitor.page.get_by_role("button", name="Make a recovery code").click()
    await expect(visitor.page.get_by_text("A recovery code was made")).to_be_visible()
    code = await visitor.page.locator("[role=status] code").inner_text()

    await others.click()
    await expect(visitor.page.get_by_text("The recovery code is removed")).to_be_visible()
    await visitor.page.get_by_role("button", name="Yes").click()

    await expect(tokens).to_have_count(1)
    await expect(visitor.page.get_by_text("Make a new recovery code")).to_be_visible()
    await expect(visitor.page.get_by_text(code)).to_have_count(0)
    await expect(others).to_have_count(0)
    assert ada.ask("GET", "/me/tokens")["recovery_made_at"] is None
    assert (visitor.refused, visitor.wrong) == ({}, [])


async def test_a_player_deletes_their_account_once_they_are_sure(visitor: Visitor, ada: Player) -> None:
    await visitor.come(ada, "/account")
    delete = visitor.page.get_by_role("button", name="Delete my account …")
    await delete.click()
    await visitor.page.get_by_role("button", name="No").click()
    await expect(delete).to_be_focused()
    assert ada.http.get("/me").status_code == 200

    await delete.click()
    await visitor.page.get_by_role("button", name="Yes").click()

    await expect(visitor.page.locator("header a[href='/account']")).to_have_text("Sign in")
    await expect(visitor.page.locator(".welcome")).to_be_visible()
    assert ada.http.get("/me").status_code == 401
    assert (visitor.refused, visitor.wrong) == ({}, [])


async def test_no_token_is_said_to_have_been_used_before_it_was_made(visitor: Visitor, ada: Player) -> None:
    answer = ada.ask("GET", "/me/tokens")
    for token in answer["tokens"]:
        token["used_at"] = token["created_at"] - 1_800_000

    async def in_the_hour(route: Route) -> None:
        await route.fulfill(json=answer)

    await visitor.page.route("**/v1/me/tokens", in_the_hour)
    await visitor.come(ada, "/account")

    await expect(visitor.page.locator("main .rows li small")).to_have_text(re.compile("made: (.+) · last used: \\1$"))
    assert visitor.wrong == []


async def test_a_token_that_has_gone_meanwhile_leaves_the_list(visitor: Visitor, ada: Player) -> None:
    made = ada.ask("POST", "/me/tokens", {"name": "Phone", "scopes": ["play"]})
    await visitor.come(ada, "/account")
    tokens = visitor.page.locator("main .rows li")
    await expect(tokens).to_have_count(2)
    assert ada.http.delete(f"/me/tokens/{made['id']}").status_code == 204

    await tokens.first.get_by_role("button", name=re.compile("Revoke.*Phone")).click()
    await tokens.first.get_by_role("button", name="Yes").click()

    await expect(tokens).to_have_count(1)
    await expect(visitor.page.get_by_role("alert")).to_have_count(0)
    assert await visitor.codes() == ["not_found"]
    assert visitor.wrong == []


async def test_a_token_that_may_only_play_sees_no_others_and_is_not_refused(visitor: Visitor, ada: Player) -> None:
    scopes = ["watch", "play"]
    ada.account["token"] = ada.ask("POST", "/me/tokens", {"scopes": scopes})["token"]
    async with visitor.page.expect_response("**/v1/me/tokens"):
        await visitor.come(ada, "/account")
    await visitor.page.evaluate(DRAWN)

    await expect(visitor.page.get_by_role("alert")).to_have_count(0)
    await expect(visitor.page.locator("main .rows")).to_have_count(0)
    assert await visitor.codes() == ["insufficient_scope"]
    assert visitor.wrong == []

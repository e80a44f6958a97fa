"""Coming back to an account with a token, however it was copied."""

import pytest
from playwright.async_api import expect

from tests.page.browsing import Player, Visitor


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

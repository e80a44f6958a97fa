"""What may go wrong while somebody plays: the network, the tab, strangers' texts, moves that come too late."""

import re

from playwright.async_api import Browser, expect

from tests.page.browsing import OFFERS, Player, Visitor

HOSTILE = "<img src=x onerror=alert(1)>"


async def test_a_move_that_is_made_while_the_network_is_cut_is_made_once(visitor: Visitor, ada: Player) -> None:
    path = ada.my_turn()
    await visitor.come(ada, path)
    await visitor.page.wait_for_selector(OFFERS)
    before = ada.ask("GET", f"{path}/view")["table"]["version"]

    await visitor.page.context.set_offline(True)
    await visitor.page.press(OFFERS, "Enter")
    await visitor.page.wait_for_selector(".unreachable")
    await visitor.page.context.set_offline(False)
    await visitor.page.wait_for_selector(".unreachable", state="detached")

    events = ada.ask("GET", f"{path}/events?after={before}")["events"]
    assert [entry["seat"] for entry in events][:1] == [0]
    assert [entry["event"]["type"] for entry in events if entry["seat"] == 0].count("cards_drawn") <= 1
    await expect(visitor.page.locator(".log li").last).to_be_visible()


async def test_a_tab_that_is_loaded_again_goes_on(visitor: Visitor, ada: Player) -> None:
    path = ada.my_turn()
    await visitor.come(ada, path)
    await visitor.page.wait_for_selector(OFFERS)
    asked = await visitor.page.inner_text(".decision h2 span")

    await visitor.page.reload()
    await visitor.page.wait_for_selector(OFFERS)

    assert await visitor.page.inner_text(".decision h2 span") == asked
    assert visitor.wrong == []


async def test_names_of_strangers_are_texts(visitor: Visitor, ada: Player) -> None:
    with Player(visitor.url, HOSTILE) as stranger:
        path = ada.table("honors_4", seats=["me", None], options={"players": 2}, auto_start=False)
        stranger.ask("POST", f"{path}/seats", {})
        await visitor.come(ada, path)
        await visitor.page.wait_for_selector(".waiting .seats")

        assert HOSTILE in await visitor.page.inner_text(".waiting")
        assert await visitor.page.query_selector("main img") is None
        assert visitor.wrong == []


async def test_a_move_is_built_by_hand_and_what_is_wrong_with_it_is_told(visitor: Visitor, ada: Player) -> None:
    await visitor.come(ada, ada.my_turn())
    await visitor.page.wait_for_selector(OFFERS)
    await visitor.page.click("text=Make a move by hand")
    await visitor.page.wait_for_selector(".builder select")
    kinds = visitor.page.locator(".builder select").first
    names = await kinds.locator("option").all_inner_texts()
    await kinds.select_option(label=next(name for name in names if name.startswith("Discard")))
    await visitor.page.locator(".builder select").nth(1).select_option(index=1)
    await visitor.page.click("text=Is it legal?")
    await expect(visitor.page.locator(".builder [aria-live]")).to_contain_text(
        re.compile("discard.*[.]", re.IGNORECASE)
    )

    await kinds.select_option(label=next(name for name in names if name.startswith("Draw")))
    await visitor.page.click(".builder button[type=submit]")
    drawn = visitor.page.locator(".log li", has_text=re.compile("Ada.? draws one card"))
    await expect(drawn.first).to_be_visible()
    assert await visitor.page.query_selector(".log li.new") is None
    assert set(visitor.refused) == set()


async def test_chosen_cards_leave_the_moves_that_have_them_and_enter_makes_one(visitor: Visitor, ada: Player) -> None:
    path = ada.table("medieval_mastery")
    await visitor.come(ada, path)
    await visitor.page.wait_for_selector(OFFERS)
    card = visitor.page.locator(".seat.mine button.card.playable").first
    name = await card.get_attribute("aria-label")
    version = ada.ask("GET", f"{path}/view")["table"]["version"]

    await card.focus()
    await visitor.page.keyboard.press("Space")
    assert await card.get_attribute("aria-pressed") == "true"
    assert len(await visitor.page.query_selector_all(OFFERS)) == 1
    await visitor.page.keyboard.press("Enter")
    await expect(visitor.page.locator("[aria-pressed=true]")).to_have_count(0)
    await visitor.page.wait_for_selector(OFFERS)
    assert await visitor.page.evaluate("document.activeElement.closest('.board') !== null")

    made = ada.ask("GET", f"{path}/events?after={version}")["events"][0]
    assert made["seat"] == 0
    assert made["event"]["type"] == "card_played"
    assert name is not None


async def test_a_friend_comes_by_a_link_and_sits_down(visitor: Visitor, browser: Browser, ada: Player) -> None:
    path = ada.table("honors_4", seats=["me", None], options={"players": 2}, visibility="private")
    await visitor.come(ada, path)
    await visitor.page.click("text=Invite by a link")
    link = await visitor.page.input_value(".waiting input")
    context = await browser.new_context(locale="en-GB")
    friend = Visitor(await context.new_page(), visitor.url)
    await friend.page.goto(link)
    await friend.page.fill("input[autocomplete=nickname]", "Ben")
    await friend.page.click("text=Begin")
    await friend.page.click("text=Sit down")

    await friend.page.wait_for_selector("main[data-status=playing]")
    await visitor.page.wait_for_selector("main[data-status=playing]")
    assert (friend.wrong, visitor.wrong) == ([], [])
    await context.close()

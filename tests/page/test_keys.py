"""Playing by keys, and which keys there are."""

import re

from playwright.async_api import Browser, expect

from tests.page.browsing import OFFERS, Player, Visitor

SHORTCUTS = "dialog input[type=checkbox]"
PRESS_WITH_ALT = """
window.taken = !document.body.dispatchEvent(new KeyboardEvent('keydown', {
  key: 'ArrowLeft', altKey: true, bubbles: true, cancelable: true,
}))
"""
"""Presses the keys with which browsers go back; and notes whether the page takes them."""


async def test_a_question_mark_shows_all_keys_and_a_letter_makes_the_move_of_its_kind(
    visitor: Visitor, ada: Player
) -> None:
    await visitor.come(ada, ada.my_turn())
    await visitor.page.wait_for_selector(f"{OFFERS}[aria-keyshortcuts=D]")

    await visitor.page.keyboard.press("?")
    await expect(visitor.page.locator("dialog dl")).to_contain_text("Draw")
    await expect(visitor.page.locator("dialog dt", has_text="D").first).to_be_visible()
    await visitor.page.keyboard.press("d")  # nothing is made while the keys are read
    await visitor.page.keyboard.press("Escape")
    await expect(visitor.page.locator("dialog")).to_be_hidden()
    await expect(visitor.page.locator(OFFERS, has_text="Draw")).to_have_count(1)

    await visitor.page.keyboard.press("d")
    await expect(visitor.page.locator(OFFERS, has_text="Draw")).to_have_count(0)
    assert visitor.refused == {}
    assert visitor.wrong == []


async def test_a_letter_of_many_moves_leaves_those_another_one_those_of_its_kind_and_escape_brings_back_all(
    visitor: Visitor, ada: Player
) -> None:
    path = ada.drawn()
    version = ada.ask("GET", f"{path}/view")["table"]["version"]
    await visitor.come(ada, path)
    await expect(visitor.page.locator("dialog dt", has_text="I").first).to_be_attached()
    await expect(visitor.page.locator(OFFERS, has_text="Discard")).to_have_count(2)

    await visitor.page.keyboard.press("i")
    await expect(visitor.page.locator(".narrow select").first).to_be_visible()
    await expect(visitor.page.locator(OFFERS, has_text="Discard")).to_have_count(2)
    await visitor.page.keyboard.press("Escape")
    await expect(visitor.page.locator(".narrow")).to_have_count(0)
    assert ada.ask("GET", f"{path}/view")["table"]["version"] == version

    await visitor.page.goto(visitor.url + ada.table("literature", options={"starter": 0}))
    await expect(visitor.page.locator("dialog dt", has_text="H").first).to_be_attached()
    for letter, kind in (("d", "Declare"), ("a", "Ask"), ("h", "Ask")):  # no turn can be handed on
        await visitor.page.keyboard.press(letter)
        await expect(visitor.page.locator(OFFERS)).to_contain_text([kind])
        await expect(visitor.page.locator(OFFERS).filter(has_not_text=kind)).to_have_count(0)
        if kind == "Declare":
            set_of_cards = visitor.page.locator(OFFERS, has_text="high clubs").first
            await expect(set_of_cards).to_have_text(re.compile("clubs: 9♣ .+ 10♣ .+ J♣ .+ Q♣ .+ K♣ .+ A♣"))
    assert visitor.wrong == []


async def test_a_kind_of_moves_whose_labels_depend_on_their_fields_is_called_by_the_first_of_them(
    visitor: Visitor, ada: Player
) -> None:
    path = ada.table("honors_3")
    await visitor.come(ada, "/")
    for language, called in (
        ("en", "Call the deal off"),
        ("de", "Das Ende der Runde verlangen"),
        ("fr", "Demander la fin de la donne"),
    ):
        await visitor.go("/settings")
        await visitor.page.select_option("main select >> nth=0", language)
        await expect(visitor.page.locator("html")).to_have_attribute("lang", language)
        await visitor.go(path)

        await expect(visitor.page.locator("dialog dd").get_by_text(called, exact=True)).to_be_attached()
    assert visitor.wrong == []


async def test_shortcuts_that_are_switched_off_stay_off_and_arrows_go_on(visitor: Visitor, ada: Player) -> None:
    await visitor.come(ada, ada.my_turn())
    await visitor.page.wait_for_selector("dialog", state="attached")
    await expect(visitor.page.locator(f"{OFFERS} kbd")).not_to_have_count(0)
    await visitor.page.keyboard.press("?")
    await visitor.page.uncheck(SHORTCUTS)
    await visitor.page.keyboard.press("Escape")
    await expect(visitor.page.locator(f"{OFFERS} kbd")).to_have_count(0)

    await visitor.page.reload()
    await visitor.page.wait_for_selector("dialog", state="attached")
    offered = await visitor.page.locator(OFFERS).count()
    for key in ("1", "d", "?"):
        await visitor.page.keyboard.press(key)
    await expect(visitor.page.locator("dialog")).to_be_hidden()
    assert await visitor.page.locator(OFFERS).count() == offered

    cards = visitor.page.locator(".seat.mine .zone.hand button.card")
    await cards.first.focus()
    for key, focused in (("ArrowLeft", cards.last), ("ArrowRight", cards.first)):
        await visitor.page.keyboard.press(key)
        await expect(focused).to_be_focused()
    assert visitor.refused == {}
    assert visitor.wrong == []


async def test_on_a_phone_the_list_of_keys_has_the_keys_and_buttons_have_none(
    visitor: Visitor, browser: Browser, ada: Player
) -> None:
    context = await browser.new_context(has_touch=True, is_mobile=True, locale="en-GB")
    phone = Visitor(await context.new_page(), visitor.url)
    await phone.come(ada, ada.my_turn())
    await phone.page.get_by_role("button", name="Keys").click()

    await expect(phone.page.locator("dialog dt kbd", has_text="Enter")).to_be_visible()
    await expect(phone.page.locator(f"{OFFERS} kbd").first).to_be_hidden()
    assert phone.wrong == []
    await context.close()


async def test_somebody_who_is_asked_once_more_goes_on_from_the_question_by_keys(visitor: Visitor, ada: Player) -> None:
    await visitor.come(ada, ada.my_turn())
    ends = visitor.page.get_by_role("button", name="End without a result")
    await ends.focus()
    await visitor.page.keyboard.press("Enter")
    await expect(visitor.page.locator(".sure button", has_text="No")).to_be_focused()

    await visitor.page.keyboard.press("Enter")

    await expect(ends).to_be_focused()
    assert visitor.wrong == []


async def test_keys_of_the_browser_move_no_replay(visitor: Visitor, ada: Player) -> None:
    over = ada.my_turn()
    ada.abort(over)
    last = ada.ask("GET", over)["version"]
    await visitor.come(ada, f"{over}/replay")
    shown = visitor.page.locator(".controls output")
    await expect(shown).to_have_text(f"{last} / {last}")

    await visitor.page.evaluate(PRESS_WITH_ALT)
    await visitor.page.keyboard.press("ArrowLeft")

    await expect(shown).to_have_text(f"{last - 1} / {last}")
    assert await visitor.page.evaluate("window.taken") is False
    assert visitor.wrong == []


async def test_somebody_who_has_played_goes_on_from_the_end_of_the_game_which_comes_into_sight(
    visitor: Visitor, ada: Player
) -> None:
    path = ada.my_turn()
    await visitor.page.set_viewport_size({"width": 360, "height": 500})
    await visitor.come(ada, path)
    await expect(visitor.page.locator(".decision")).to_be_focused()
    await visitor.page.locator(OFFERS).first.scroll_into_view_if_needed()

    ada.abort(path)

    outcome = visitor.page.locator(".outcome")
    await expect(outcome).to_be_focused()
    await expect(outcome).to_be_in_viewport()
    await visitor.page.reload()
    await expect(outcome).to_be_visible()
    await expect(outcome).not_to_be_focused()
    assert visitor.wrong == []


async def test_cards_that_the_arrows_pass_by_are_no_part_of_a_move_that_is_made_by_hand(
    visitor: Visitor, ada: Player
) -> None:
    await visitor.come(ada, ada.table("friendlier_than_thou"))
    await visitor.page.wait_for_selector(OFFERS)
    await visitor.page.get_by_role("button", name="Make a move by hand").press("Enter")
    cards = visitor.page.locator(".builder .group")
    await cards.locator("select").focus()
    for _ in range(3):
        await visitor.page.keyboard.press("ArrowDown")
    await expect(cards.get_by_role("button", name="✕")).to_have_count(0)
    third = await cards.locator("option").nth(3).inner_text()

    await visitor.page.keyboard.press("Tab")
    await visitor.page.keyboard.press("Enter")

    await expect(cards.get_by_role("button", name="✕")).to_have_text([f"{third} ✕"])
    await expect(cards.locator("select")).to_be_focused()
    assert (visitor.refused, visitor.wrong) == ({}, [])

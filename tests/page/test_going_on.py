"""Where people who use keys go on when what they pressed is gone, and what they hear where they are then."""

from playwright.async_api import expect

from tests.page.browsing import MY_TURN, OFFERS, Player, Visitor


async def test_while_others_act_nobody_hears_that_it_is_their_turn(visitor: Visitor, ada: Player) -> None:
    waits = ada.table("honors_4", options=MY_TURN | {"dealer": 0}, seats=["me"])
    with Player(visitor.url, "Ben") as ben, Player(visitor.url, "Cleo") as cleo:
        for each in (ben, cleo):
            each.ask("POST", f"{waits}/seats", {})
        await visitor.come(ada, waits)

        await expect(visitor.page.locator(".decision")).to_have_accessible_name("It is the others’ turn.")

        await visitor.page.goto(visitor.url + ada.my_turn())
        await visitor.page.wait_for_selector(OFFERS)
        await expect(visitor.page.locator(".decision")).to_have_accessible_name("Your turn")
    assert visitor.wrong == []

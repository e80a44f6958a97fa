"""Where people who use keys go on when what they pressed is gone, and what they hear where they are then."""

from playwright.async_api import Route, expect

from tests.page.browsing import MY_TURN, OFFERS, Player, Visitor


async def test_who_looks_from_another_seat_goes_on_at_that_choice_and_sees_the_seat_before_until_it_is_there(
    visitor: Visitor, ada: Player
) -> None:
    async def late(route: Route) -> None:
        await expect(visitor.page.locator(".felt .seat")).to_have_count(3)
        await route.continue_()

    over = ada.my_turn()
    ada.abort(over)
    await visitor.come(ada, f"{over}/replay")
    seats = visitor.page.get_by_label("Seen from")
    await seats.focus()
    await visitor.page.route("**/replay?*seat=all", late)

    await seats.select_option("all")

    await expect(visitor.page.locator(".seat:not(.mine) .hand [data-item][role=img]").first).to_be_visible()
    await expect(seats).to_be_focused()
    assert visitor.wrong == []


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

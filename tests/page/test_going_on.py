"""Where people who use keys go on when what they pressed is gone, and what those hear who hear the page."""

from playwright.async_api import Route, expect

from tests.page.browsing import MY_TURN, OFFERS, Player, Visitor

SPOKEN = "[role=alert], [role=log], [role=status], [aria-live=polite]"
"""What is read out when it changes."""
NO_FOCUS = "() => document.activeElement === document.body"
"""A function, since the page's policy lets no expression be evaluated again."""


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


async def test_who_chooses_a_name_by_keys_goes_on_from_the_heading(visitor: Visitor) -> None:
    for path, heading in (("/", "Parlour"), ("/account", "Your account"), ("/new/honors_1", "Honors No. I")):
        await visitor.page.goto(visitor.url + path)
        await visitor.page.get_by_label("Your name").fill("Ada")
        await visitor.page.keyboard.press("Enter")

        await expect(visitor.page.get_by_role("heading", level=1, name=heading)).to_be_focused()
        await visitor.page.evaluate("localStorage.clear()")
    assert visitor.wrong == []


async def test_who_signs_out_by_keys_goes_on_from_the_heading(visitor: Visitor) -> None:
    await visitor.page.goto(f"{visitor.url}/account")
    await visitor.page.get_by_label("Your name").fill("Ada")
    await visitor.page.keyboard.press("Enter")
    await visitor.page.get_by_role("button", name="Sign out").press("Enter")
    await visitor.page.get_by_role("button", name="Yes").press("Enter")

    await expect(visitor.page.get_by_role("heading", level=1, name="Card games for people")).to_be_focused()
    assert visitor.wrong == []


async def test_who_sits_down_and_seats_others_by_keys_goes_on_from_the_seats(visitor: Visitor, ada: Player) -> None:
    table = ada.table("honors_4", options=MY_TURN, seats=[], auto_start=False)
    await visitor.come(ada, table)
    seats = visitor.page.locator(".waiting li")
    for name, nearest in (
        ("Sit here", seats.nth(0)),
        ("Seat a house player", seats.nth(1)),
        ("Fill the free seats", visitor.page.locator(".waiting .actions")),
    ):
        await visitor.page.get_by_role("button", name=name).first.focus()
        await visitor.page.keyboard.press("Enter")

        await expect(nearest).to_be_focused()
    assert visitor.wrong == []


async def test_who_wants_to_end_a_game_by_keys_goes_on_beside_the_table(visitor: Visitor, ada: Player) -> None:
    with Player(visitor.url, "Ben") as ben:
        table = ada.table("honors_4", options={"players": 2}, seats=["me"])
        ben.ask("POST", f"{table}/seats", {})
        await visitor.come(ada, table)
        await visitor.page.get_by_role("button", name="End without a result").focus()
        for key in ("Enter", "Shift+Tab", "Enter"):
            await visitor.page.keyboard.press(key)

        await expect(visitor.page.get_by_role("button", name="Play on")).to_be_visible()
        await expect(visitor.page.locator(".felt .actions").last).to_be_focused()
    assert visitor.wrong == []


async def test_a_link_a_code_and_a_turn_elsewhere_are_heard_when_they_come(visitor: Visitor, ada: Player) -> None:
    heard = visitor.page.get_by_role("status")
    await visitor.come(ada, ada.table("honors_4", options=MY_TURN, seats=[], auto_start=False))
    await visitor.page.get_by_role("button", name="Invite by a link").click()
    await expect(heard.get_by_label("Link for your friends")).to_be_visible()

    ada.my_turn()
    await visitor.page.goto(f"{visitor.url}/account")
    await expect(heard.get_by_role("link", name="another table")).to_be_visible()
    await visitor.page.get_by_role("button", name="Make a recovery code").click()
    await expect(heard.locator("code")).to_be_visible()
    assert visitor.wrong == []


async def test_the_end_of_a_game_is_read_out_once(visitor: Visitor, ada: Player) -> None:
    path = ada.my_turn()
    await visitor.come(ada, path)
    await visitor.page.wait_for_selector(OFFERS)

    ada.abort(path)
    outcome = visitor.page.locator(".outcome")
    await expect(outcome).to_be_visible()

    await expect(visitor.page.locator(SPOKEN).filter(has_text=await outcome.inner_text())).to_have_count(1)
    assert visitor.wrong == []


async def test_on_a_phone_what_to_do_after_a_game_is_in_sight_with_its_end(visitor: Visitor, ada: Player) -> None:
    await visitor.page.set_viewport_size({"width": 360, "height": 640})
    path = ada.table("medieval_mastery", options={"players": 14})
    await visitor.come(ada, path)
    await visitor.page.wait_for_selector(OFFERS)

    ada.abort(path)

    await expect(visitor.page.locator(".outcome")).to_be_focused()
    await expect(visitor.page.get_by_role("button", name="Play again")).to_be_in_viewport()
    await visitor.page.keyboard.press("Tab")
    await expect(visitor.page.get_by_role("button", name="Play again")).to_be_focused()
    assert visitor.wrong == []


async def test_how_a_game_has_ended_stands_there_after_somebody_wants_to_play_again(
    visitor: Visitor, ada: Player
) -> None:
    over = ada.table("honors_4", seats=["me", None], options={"players": 2})
    with Player(visitor.url, "Ben") as ben:
        ben.ask("POST", f"{over}/seats", {})
        ben.http.delete("/me")
    ada.ask("POST", f"{over}/claim", {})
    await visitor.come(ada, over)
    outcome = visitor.page.locator(".outcome")
    await expect(outcome).to_contain_text("Former player 2 abandoned it")  # not only where they sat
    ended = await outcome.inner_text()

    ada.ask("POST", f"{over}/rematch", {})
    await visitor.page.reload()

    await expect(visitor.page.locator(".log li").last).to_contain_text("wants to play again")
    await expect(outcome).to_have_text(ended)
    assert visitor.wrong == []


async def test_who_makes_a_move_by_keys_that_is_refused_goes_on_from_its_button(visitor: Visitor, ada: Player) -> None:
    async def refuse(route: Route) -> None:
        await visitor.page.wait_for_function(NO_FOCUS)  # the button cannot be pressed
        await route.fulfill(status=422, content_type="application/problem+json", json={"code": "x", "title": "No."})

    path = ada.my_turn()
    await visitor.page.route(f"**{path}/moves", refuse)
    await visitor.come(ada, path)
    draws = visitor.page.locator(OFFERS, has_text="Draw from the pack")
    await draws.press("Enter")

    await expect(visitor.page.get_by_role("alert")).to_be_visible()
    await expect(draws).to_be_focused()
    assert visitor.wrong == []


async def test_who_plays_by_cards_goes_on_from_the_end_of_the_game(visitor: Visitor, ada: Player) -> None:
    path = ada.drawn()
    await visitor.come(ada, path)
    await visitor.page.wait_for_selector("dialog", state="attached")
    await visitor.page.locator(".seat.mine .hand button.card").first.focus()
    for key in ("Space", "Enter"):
        await visitor.page.keyboard.press(key)
    await visitor.page.wait_for_selector(".seat.mine .hand button:only-child:focus, .outcome:focus")

    ada.abort(path)

    await expect(visitor.page.locator(".outcome")).to_be_focused()
    assert visitor.wrong == []


async def test_who_goes_on_from_the_rulebook_by_keys_sees_where_they_are(visitor: Visitor, ada: Player) -> None:
    book = visitor.page.locator(".rulebook")
    await visitor.come(ada, ada.my_turn())
    await visitor.page.wait_for_selector("dialog", state="attached")
    for width, part, is_covered in ((1200, "Keys", False), (700, "End without a result", False), (390, "Keys", True)):
        await visitor.page.set_viewport_size({"width": width, "height": 800})
        await visitor.page.get_by_role("button", name="Rulebook").press("Enter")
        await expect(book.get_by_role("heading", name="Rulebook", exact=True)).to_be_focused()

        await visitor.page.get_by_role("button", name=part).focus()

        await expect(book).to_have_count(0 if is_covered else 1)
        if not is_covered:
            await book.get_by_role("button", name="Close").press("Enter")
    assert visitor.wrong == []


async def test_that_no_move_has_the_chosen_cards_is_heard(visitor: Visitor, ada: Player) -> None:
    await visitor.come(ada, ada.my_turn())
    await visitor.page.wait_for_selector(OFFERS)

    await visitor.page.locator(".seat.mine .hand button.card").press("Space")

    await expect(visitor.page.get_by_role("status").get_by_text("No offered move has all these cards.")).to_be_visible()
    assert visitor.wrong == []


async def test_as_many_hidden_cards_are_heard_as_lie_there(visitor: Visitor, ada: Player) -> None:
    await visitor.come(ada, ada.table("honors_1", options={"players": 2}))
    await visitor.page.wait_for_selector(OFFERS)
    hand = visitor.page.locator(".seat:not(.mine) .zone.hand")
    count = await hand.locator("h3 small").inner_text()

    await expect(hand.locator(".back")).to_have_count(5)
    await expect(hand.get_by_role("img")).to_have_count(1)
    await expect(hand.get_by_role("img", name=f"{count} cards, face down", exact=True)).to_have_count(1)
    assert visitor.wrong == []


async def test_buttons_of_seats_say_of_which_seat_they_are(visitor: Visitor, ada: Player) -> None:
    await visitor.come(ada, ada.table("honors_4", options=MY_TURN, seats=[]))
    for name in ("Sit here", "Seat a house player"):
        for seat in (1, 2, 3):
            await expect(visitor.page.get_by_role("button", name=f"{name} Seat {seat}", exact=True)).to_have_count(1)
    assert visitor.wrong == []


async def test_in_the_lobby_a_turn_is_heard_when_it_comes_and_every_button_says_of_which_game_it_is(
    visitor: Visitor, ada: Player
) -> None:
    await visitor.come(ada, "/")
    for name in ("Play now", "Find opponents"):
        await expect(visitor.page.get_by_role("button", name=f"{name} Honors No. IV", exact=True)).to_have_count(1)
    await expect(visitor.page.get_by_role("link", name="With friends … Honors No. IV", exact=True)).to_have_count(1)
    heard = visitor.page.get_by_role("status").get_by_text("Your turn at another table")
    await expect(heard).to_have_count(0)

    ada.my_turn()

    await expect(heard).to_have_count(1)
    await expect(visitor.page.get_by_role("status").get_by_role("link")).to_have_count(0)
    assert visitor.wrong == []

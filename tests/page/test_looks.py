"""How the page looks, to eyes, to screen readers, in narrow windows, and in other languages."""

import asyncio
import itertools
import json
import re
from collections.abc import Sequence
from typing import Any

import pytest
from playwright.async_api import Route, expect

from domain import GAMES
from service.page.languages import LANGUAGES
from tests.openapi.hosting import SHORT
from tests.page.browsing import DRAWN, MY_TURN, NOT_DRAWN, OFFERS, TURN, Player, Visitor
from tests.page.feeding import FED, FEED, feed
from tests.page.looking import LOOKS, NARROWEST, barriers, called_otherwise
from tests.page.test_tournaments import announced, begin, do

MANY = 6
WHOLE = 0.99
PHONE = (390, 844)
DESKTOP = (1280, 800)
WINDOWS = ((360, 640), (640, 360), (768, 1024), (1024, 768), DESKTOP, (1440, 950), (1920, 1080), (640, 400))
"""Phones and a tablet, both ways round, desktops, and one whose page is enlarged to twice its size (WCAG 1.4.10)."""
LATE = {
    "friendlier_than_thou": {"hand-0": [], "discard": [33], "won-0": [3, 3, 3]},
    "pursuit_of_happiness": {"hand-0": [14], "melds-0": [4, 3, 5, 4, 3]},
    "literature": {},
}
"""By game, how many cards lie in zones late in it: in zones of their own where there are several numbers."""

FIRST: dict[str, dict[str, Any]] = {"honors_4": MY_TURN, "literature": {"starter": 0}}
"""Options with which seat 0 begins, by games that may be over before its turn."""

WIDE_LETTERS = """
(() => {
  const style = new CSSStyleSheet();
  const wide = { "line-height": 1.5, "letter-spacing": "0.12em", "word-spacing": "0.16em" };
  style.replaceSync(`* {${Object.entries(wide).map(([name, value]) => `${name}: ${value} !important`).join(";")}}`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, style];
})()
"""
"""Texts are set as somebody may need them (WCAG 1.4.12)."""
TOO_SMALL = """
Array.from(document.querySelectorAll("a, button, input, select, summary"))
  .filter((each) => getComputedStyle(each).display !== "inline" && each.offsetHeight > 0 && each.offsetHeight < 24)
  .map((each) => each.textContent)
"""
"""What is to be pressed, and does not stand in a text, with less than 24 pixels (WCAG 2.5.8)."""

HOSTILE = """
() => {
  const style = new CSSStyleSheet();
  style.replaceSync(".wide { width: 400px } @media (prefers-color-scheme: dark) { .pale { color: #444 } }");
  document.adoptedStyleSheets = [style];
  for (const [tag, className, textContent] of [["button", "", ""], ["p", "pale", "Pale"], ["p", "wide", "Wide"]]) {
    document.querySelector("main").append(Object.assign(document.createElement(tag), { className, textContent }));
  }
}
"""
"""Puts something in the way of everybody on a page, and something of those who like it dark."""

FIVE_KINDS = [
    *({"type": "discard", "card": card} for card in ("2C", "3C", "4C")),
    *({"type": "extend", "meld": meld, "front": [], "back": ["2S"]} for meld in (1, 2, 3)),
    *({"type": "activate_diamond", "card": "3D", "meld": 4, "from_discard": count} for count in range(4)),
    *({"type": "attack", "card": "AS", "meld": 5, "target": target} for target in range(6, 13)),
]
"""Moves of Pursuit of Happiness that differ in five fields: in their kind, too."""

LINES = """
new Set([...document.querySelectorAll("header > *, header nav a")].flatMap((each) => {
  const { top, height, width } = each.getBoundingClientRect();
  return width > 1 ? [Math.round((top + height / 2) / 10)] : [];
})).size
"""
"""Gives in how many lines the header stands."""

BROKEN = r"""
[...document.querySelectorAll("header *")].flatMap(({ childNodes }) => [...childNodes]).flatMap((node) =>
  [...(node.nodeType === Node.TEXT_NODE ? node.data : "").matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
    const range = document.createRange();
    range.setStart(node, index);
    range.setEnd(node, index + word.length);
    return range.getClientRects().length > 1 ? [word] : [];
  }),
)
"""
"""Gives the words of the header that are broken into several lines."""

FITS = "width => document.documentElement.scrollWidth <= width"


@pytest.fixture
def parts(ada: Player) -> dict[str, str]:
    """All parts of the page, each with what shows that it is there."""
    evening = announced(ada, "An evening")
    do(ada, evening, "add_house", count=4)
    begin(ada, evening)
    waiting = ada.table("honors_1", seats=["me", None], options={"players": 3})
    over = ada.my_turn()
    ada.abort(over)
    return {
        "/": ".rows .to-act, .rows a",
        ada.table("medieval_mastery"): ".board .seat.mine .card",
        waiting: ".waiting .seats",
        f"{over}/replay": ".controls",
        f"{over}/proof": ".result.true",
        "/new/pursuit_of_happiness": "form .main",
        "/settings": ".keys",
        "/account": "form",
        "/tournaments": "main li, main h1",
        evening: ".entering, tbody",
        f"{evening}/board": ".projector h2",
        f"/players/{ada.account['id']}": "main label",
        "/leaderboards": "#ranking",
    }


async def test_nothing_is_in_the_way_of_anybody_and_nothing_is_cut_off(
    visitor: Visitor, ada: Player, parts: dict[str, str]
) -> None:
    await visitor.page.set_viewport_size({"width": NARROWEST, "height": 800})
    await visitor.come(ada, "/")
    for path, sign in parts.items():
        await visitor.go(path)
        await visitor.page.wait_for_selector(sign)

        assert await barriers(visitor) == [], path
    assert visitor.wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
async def test_who_says_what_they_see_on_a_control_presses_it_at_every_game_and_in_every_language(
    visitor: Visitor, ada: Player, language: str
) -> None:
    evening = announced(ada, "An evening")
    do(ada, evening, "add_house", count=4)
    begin(ada, evening)
    await visitor.prefer(language=language)
    await visitor.come(ada, evening)
    await visitor.page.wait_for_selector("main li a")
    assert await called_otherwise(visitor) == []

    for game in sorted(GAMES):
        path = ada.table(game, options=SHORT[game] | FIRST.get(game, {}))
        await visitor.go(path)
        await visitor.page.evaluate(TURN, OFFERS)

        assert await called_otherwise(visitor) == [], game
    assert visitor.wrong == []


async def test_own_cards_are_in_sight_at_every_game_and_with_most_players(visitor: Visitor, ada: Player) -> None:
    await visitor.come(ada, "/")
    await visitor.page.evaluate(NOT_DRAWN)
    for game in sorted(GAMES):
        players = max(each for each in GAMES[game].players if each <= MANY)
        options = {"players": players} if len(GAMES[game].players) > 1 else {}
        seats = ["me", *["random"] * (players - 1)]
        path = ada.table(game, options=options, seats=seats)
        await visitor.go(path)
        for width, height in (PHONE, DESKTOP):
            await visitor.page.set_viewport_size({"width": width, "height": height})
            await expect(visitor.page.locator(".seat.mine .zone.hand")).to_be_in_viewport(ratio=WHOLE)
            await visitor.page.wait_for_function(FITS, arg=width)  # a card on its way may be beyond the edge
        ada.abort(path)
    assert visitor.wrong == []


@pytest.mark.parametrize(("players", "language"), [(3, "en"), (14, "de"), (14, "fr")])
async def test_all_that_a_player_needs_for_a_move_is_in_sight_at_once_in_every_window(
    visitor: Visitor, ada: Player, players: int, language: str
) -> None:
    await visitor.prefer(language=language)
    ada.my_turn()  # of which the page tells at the other table
    await visitor.come(ada, ada.table("medieval_mastery", options={"players": players, "dealer": 0}))
    await visitor.page.wait_for_selector(OFFERS)
    view = ada.ask("GET", f"{await visitor.page.evaluate('location.pathname')}/view")
    needed = (
        (".middle .trick .trick .card", len(view["state"]["trick"])),
        (".seat.mine .hand .card", len(view["state"]["hand"])),
        (".decision .moves li:first-child button", 1),
    )
    for width, height in WINDOWS:
        await visitor.page.set_viewport_size({"width": width, "height": height})
        for what, count in needed:
            found = visitor.page.locator(what)
            await expect(found).to_have_count(count)
            for each in await found.all():
                await expect(each).to_be_in_viewport(ratio=WHOLE)
    assert visitor.wrong == []


@pytest.mark.parametrize("game", LATE)
async def test_what_is_asked_for_and_a_move_are_in_sight_however_much_lies_before_a_player(
    visitor: Visitor, ada: Player, game: str
) -> None:
    await visitor.page.add_init_script(FEED)
    path = ada.table(game, options={"starter": 0} if game == "literature" else {"dealer": 2, "players": 3})
    await visitor.come(ada, path)
    await visitor.page.evaluate(FED)
    view = ada.ask("GET", f"{path}/view")
    if LATE[game]:
        del view["decision"]["moves"][9:]
    for zone in view["layout"]["zones"]:
        if zone["id"] in LATE[game]:
            lay(zone, LATE[game][zone["id"]], GAMES[game].deck)
    await feed(visitor.page, {"type": "view", "view": view, "cursor": "1"})
    hand = visitor.page.locator(".seat.mine .hand .card")
    await expect(hand).to_have_count(sum(LATE[game].get("hand-0", [8])))
    await expect(visitor.page.locator(".narrow select")).to_have_count(0 if LATE[game] else 4)

    for width, height in WINDOWS:
        await visitor.page.set_viewport_size({"width": width, "height": height})
        await expect(visitor.page.locator(".decision h2")).to_be_in_viewport(ratio=WHOLE)
        await expect(visitor.page.locator(OFFERS).first).to_be_in_viewport(ratio=0.3)  # a declaration may be long
        for card in await hand.all():
            await expect(card).to_be_in_viewport(ratio=WHOLE)
    assert visitor.wrong == []


@pytest.mark.parametrize("language", sorted(LANGUAGES))
async def test_a_move_is_in_sight_below_as_many_lists_of_choices_as_there_are(
    visitor: Visitor, ada: Player, language: str
) -> None:
    await visitor.prefer(language=language)
    await visitor.page.add_init_script(FEED)
    path = ada.table("pursuit_of_happiness", options={"dealer": 2, "players": 3})
    await visitor.come(ada, path)
    await visitor.page.evaluate(FED)
    view = ada.ask("GET", f"{path}/view")
    view["decision"]["moves"] = FIVE_KINDS
    for zone in view["layout"]["zones"]:
        if zone["id"] in LATE["pursuit_of_happiness"]:
            lay(zone, LATE["pursuit_of_happiness"][zone["id"]], GAMES["pursuit_of_happiness"].deck)
    await feed(visitor.page, {"type": "view", "view": view, "cursor": "1"})
    await expect(visitor.page.locator(".narrow select")).to_have_count(5)

    for width, height in WINDOWS:
        await visitor.page.set_viewport_size({"width": width, "height": height})
        await expect(visitor.page.locator(OFFERS).first).to_be_in_viewport(ratio=WHOLE)
        await expect(visitor.page.locator(".narrow select").first).to_be_in_viewport(ratio=WHOLE)
    assert visitor.wrong == []


async def test_the_ways_to_other_parts_are_behind_a_button_where_they_have_no_room_in_one_line(
    visitor: Visitor, ada: Player
) -> None:
    ada.ask("PATCH", "/me", {"name": "Adelheid von Hohenstein"})
    await visitor.prefer(language="de")
    await visitor.come(ada, "/")
    settings = visitor.page.locator("header nav a[href='/settings']")
    menu = visitor.page.locator("header button")
    for width in (1024, 768, 640, 360, NARROWEST):
        await visitor.page.set_viewport_size({"width": width, "height": 640})
        await expect(menu).to_be_visible(visible=width < 1024)
        assert await visitor.page.evaluate(LINES) == 1, width

    await menu.press("Enter")
    await settings.press("Enter")
    await expect(visitor.page.locator("h1")).to_be_focused()
    await expect(settings).not_to_be_visible()
    assert visitor.wrong == []


@pytest.mark.parametrize("language", sorted(LANGUAGES))
async def test_words_of_the_header_stay_whole_on_a_phone_with_large_letters(
    visitor: Visitor, ada: Player, language: str
) -> None:
    ada.my_turn()
    ada.my_turn()  # of which the page tells at the other table
    await visitor.prefer(language=language)
    await visitor.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    browser = await visitor.page.context.new_cdp_session(visitor.page)
    await browser.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    await visitor.come(ada, ada.my_turn())
    await expect(visitor.page.locator("header .turn")).to_be_visible()

    assert await visitor.page.evaluate(BROKEN) == []
    assert await visitor.page.evaluate(FITS, PHONE[0])
    assert visitor.wrong == []


def lay(zone: dict[str, Any], numbers: list[int], deck: Sequence[str]) -> None:
    """Let so many cards lie in a zone, or in zones in it."""
    name, count = zone["id"], sum(numbers)
    cards = [{"card": card, "id": f"{name}-{number}"} for number, card in enumerate(deck[:count])]
    if len(numbers) < 2:
        zone |= {"cards": cards, "count": count}
        return
    ends = list(itertools.accumulate(numbers, initial=0))
    parts = [cards[first:end] for first, end in itertools.pairwise(ends)]
    inner = {"arrangement": "row", "zones": []}
    zone["zones"] = [
        zone | inner | {"id": f"{name}-{at}", "cards": part, "count": len(part)} for at, part in enumerate(parts)
    ]


async def test_what_is_in_the_way_is_found(visitor: Visitor, ada: Player) -> None:
    await visitor.page.set_viewport_size({"width": NARROWEST, "height": 800})
    await visitor.come(ada, "/settings")
    await visitor.page.wait_for_selector(".keys")
    await visitor.page.evaluate(HOSTILE)

    found = {(look, what) for look, what, _ in await barriers(visitor)}

    assert found == {
        *((look, "too wide") for look in LOOKS),
        ("light", "button-name"),
        ("dark", "color-contrast"),
    }


@pytest.mark.parametrize("language", sorted(set(LANGUAGES) - {"en"}))
async def test_a_reader_of_another_language_reads_no_english(visitor: Visitor, ada: Player, language: str) -> None:
    kept = json.dumps(json.dumps({"language": language}))
    await visitor.page.add_init_script(f"localStorage.setItem('parlour.preferences', {kept})")
    words_may_come = asyncio.Event()

    async def late(route: Route) -> None:
        await words_may_come.wait()
        await route.continue_()

    await visitor.page.route(f"**/words/{language}/honors_2.json", late)
    async with visitor.page.expect_response("**/games/honors_2"):
        await visitor.come(ada, ada.table("honors_2"))
    try:
        await expect(visitor.page.locator("main")).to_have_text(re.compile("^(Einen Moment |Un instant)…$"))
    finally:
        words_may_come.set()
    await visitor.page.wait_for_selector(".decision .moves button, .decision h2")
    await expect(visitor.page.locator(".log li").nth(4)).to_be_attached()
    read = await visitor.page.inner_text("main")

    assert await visitor.page.get_attribute("html", "lang") == language
    assert [word for word in (" the ", " takes ", " deals ", "Your turn", "pack", " draws ") if word in read] == []


async def test_the_language_that_was_chosen_is_that_of_the_pages_without_scripts_too(visitor: Visitor) -> None:
    await visitor.page.goto(f"{visitor.url}/settings")
    before = await visitor.page.evaluate("document.cookie")
    await visitor.page.get_by_label("Language").select_option("fr")
    await expect(visitor.page.get_by_label("Langue")).to_have_value("fr")

    await visitor.page.goto(f"{visitor.url}/device")

    assert before == ""
    assert await visitor.page.get_attribute("html", "lang") == "fr"
    await expect(visitor.page.get_by_role("heading", level=1, name="Connexion")).to_be_visible()


async def test_each_event_and_what_is_asked_for_is_told_to_those_who_hear_the_page_and_each_card_by_itself(
    visitor: Visitor, ada: Player
) -> None:
    await visitor.come(ada, ada.drawn())
    await visitor.page.wait_for_selector(".decision .moves button")
    await expect(visitor.page.locator(".log li").nth(4)).to_be_attached()

    aloud = await visitor.page.inner_text("[aria-live=polite][role=log]")
    card = visitor.page.locator(".seat.mine .card").first

    assert aloud.endswith(".")
    await expect(card).to_have_accessible_name(await card.inner_text())  # such as A-3: it is said as it is seen
    asked = visitor.page.locator("main > [role=status]")
    await expect(asked).to_have_text(re.compile(r"[A-L]-[1-4], [A-L]-[1-4]"))


async def test_no_line_ends_within_a_card(visitor: Visitor, ada: Player) -> None:
    await visitor.come(ada, ada.drawn())
    card = re.compile("[A-L]\N{NON-BREAKING HYPHEN}[1-4]")

    await expect(visitor.page.locator(OFFERS, has_text="Discard").last).to_have_text(card)
    await expect(visitor.page.locator(".log li", has_text=card).first).to_be_attached()
    assert visitor.wrong == []


async def test_the_page_stays_in_its_language_until_all_words_of_another_one_are_there(visitor: Visitor) -> None:
    may_come = asyncio.Event()

    async def late(route: Route) -> None:
        await may_come.wait()
        await route.continue_()

    await visitor.page.goto(f"{visitor.url}/settings")
    label = visitor.page.locator("main label").first
    await expect(label).to_contain_text("Language")
    await visitor.page.route("**/words/de/pages.json", late)
    async with visitor.page.expect_response("**/words/de.json") as general:
        await visitor.page.select_option("select >> nth=0", "de")
    await (await general.value).finished()
    await visitor.page.evaluate(DRAWN)

    await expect(label).to_contain_text("Language")
    may_come.set()
    await expect(label).to_contain_text("Sprache")
    assert visitor.wrong == []


async def test_what_lies_at_a_seat_is_named_without_the_player_there(visitor: Visitor, ada: Player) -> None:
    path = ada.my_turn()
    await visitor.come(ada, "/")
    for language, hand in (("en", "Hand"), ("de", "Hand"), ("fr", "Main")):
        await visitor.go("/settings")
        await visitor.page.select_option("main select >> nth=0", language)
        await expect(visitor.page.locator("html")).to_have_attribute("lang", language)
        await visitor.go(path)

        for seat in (".seat.mine", ".others .seat >> nth=0"):
            zone = visitor.page.locator(f"{seat} >> .zone.hand")
            await expect(zone.locator("h3 span")).to_have_text(hand)
            name = await visitor.page.inner_text(f"{seat} >> .name")
            assert name in (await zone.get_attribute("aria-label") or "")


async def test_moves_of_cards_stand_in_the_order_of_the_hand(visitor: Visitor, ada: Player) -> None:
    path = ada.table("friendlier_than_thou")
    hand = ada.ask("GET", f"{path}/view")["layout"]["zones"][0]["cards"]
    cards = {each["id"]: each["card"] for each in hand}
    in_order = [card for card in GAMES["friendlier_than_thou"].deck if card in cards.values()]

    await visitor.come(ada, path)
    await visitor.page.wait_for_selector(OFFERS)
    offered = await visitor.page.locator(OFFERS).evaluate_all("all => all.map((each) => JSON.parse(each.dataset.key))")

    drawn = await visitor.page.locator(".seat.mine .hand .card").evaluate_all(
        "all => all.map((each) => each.dataset.item)"
    )

    assert [cards[item] for item in drawn] == in_order
    assert offered == [{"type": "lay_aside", "cards": [card]} for card in in_order]


async def test_what_lies_at_a_seat_has_its_whole_name_on_a_phone(visitor: Visitor, ada: Player) -> None:
    await visitor.page.add_init_script(FEED)
    await visitor.page.set_viewport_size({"width": 360, "height": 640})
    path = ada.table("pursuit_of_happiness", options={"players": 5})
    await visitor.come(ada, path)
    await visitor.page.evaluate(FED)
    view = ada.ask("GET", f"{path}/view")
    melds = next(zone for zone in view["layout"]["zones"] if zone["id"] == "melds-1")
    lay(melds, [3, 3], GAMES["pursuit_of_happiness"].deck)
    for meld in melds["zones"]:
        meld["label"] = {"template": "meld of diamonds, activated", "arguments": {}}
    await feed(visitor.page, {"type": "view", "view": view, "cursor": "1"})
    name = visitor.page.locator("[data-zone=melds-1] .inner h3 span")
    await expect(name).to_have_text(["Meld of diamonds, activated"] * 2)

    for each in await name.all():
        assert await each.evaluate("({scrollWidth, clientWidth}) => scrollWidth <= clientWidth")
        assert await each.evaluate("({scrollHeight, clientHeight}) => scrollHeight <= clientHeight")
    assert visitor.wrong == []


async def test_a_hand_whose_size_is_secret_looks_like_no_empty_one(visitor: Visitor, ada: Player) -> None:
    await visitor.page.add_init_script(FEED)
    path = ada.table("literature")
    await visitor.come(ada, path)
    await visitor.page.evaluate(FED)  # house players declare at any time, and then hands are empty
    events = ada.ask("GET", f"{path}/events")["events"]
    dealt = max(each["version"] for each in events if each["event"]["type"] == "cards_dealt")
    view = ada.ask("GET", f"{path}/view?version={dealt}")
    await feed(visitor.page, {"type": "view", "view": view, "cursor": "1"})

    secret = visitor.page.locator(".others .zone.hand")
    await expect(secret).to_have_count(5)
    await expect(secret.get_by_label("cards, face down: their number is secret")).to_have_count(5)
    await expect(visitor.page.locator(".others .zone.hand.empty")).to_have_count(0)


async def test_a_replay_shows_all_that_lies_on_the_table_however_little_room_there_is(
    visitor: Visitor, ada: Player
) -> None:
    over = ada.my_turn()
    ada.abort(over)
    last = ada.ask("GET", over)["version"]
    await visitor.page.set_viewport_size({"width": 900, "height": 600})

    await visitor.come(ada, f"{over}/replay#v={last - 1}")
    await expect(visitor.page.locator(".controls output")).to_have_text(f"{last - 1} / {last}")

    for part in (".others", ".middle"):
        assert await visitor.page.locator(part).evaluate("part => getComputedStyle(part).maxHeight") == "none"


async def test_a_replay_shows_where_it_is_in_the_list_of_what_happened(visitor: Visitor, ada: Player) -> None:
    over = ada.table("honors_2")
    ada.abort(over)

    await visitor.come(ada, f"{over}/replay")
    await expect(visitor.page.locator(".log [aria-current]")).to_be_in_viewport(ratio=WHOLE)
    await expect(visitor.page.locator("main > [role=log] p")).to_have_count(1)  # for those who hear the page
    await expect(visitor.page.locator(".controls output")).to_have_attribute("aria-live", "off")
    await visitor.page.keyboard.press("Home")

    await expect(visitor.page.locator(".log li").first).to_be_in_viewport(ratio=WHOLE)


async def test_a_colon_stands_as_the_language_has_it(visitor: Visitor, ada: Player) -> None:
    kept = json.dumps(json.dumps({"language": "fr"}))
    await visitor.page.add_init_script(f"localStorage.setItem('parlour.preferences', {kept})")
    await visitor.come(ada, "/leaderboards/literature")
    await expect(visitor.page.locator("#ranking")).to_be_visible()

    assert await visitor.page.inner_text("#ranking") == "Literature\u202f: Personnes"
    assert visitor.wrong == []


async def test_a_number_of_a_replay_stands_as_the_language_has_it(visitor: Visitor, ada: Player) -> None:
    over = ada.my_turn()
    ada.abort(over)
    await visitor.prefer(language="de")
    await visitor.come(ada, f"{over}/replay")

    await expect(visitor.page.get_by_label("Tempo").locator("option").first).to_have_text("0,5×")


async def test_what_has_just_happened_is_in_sight_where_the_list_of_it_is_below(visitor: Visitor, ada: Player) -> None:
    await visitor.page.set_viewport_size({"width": 360, "height": 740})
    await visitor.come(ada, ada.drawn())
    latest, listed = visitor.page.locator(".latest"), visitor.page.locator(".log li").last
    await expect(latest).to_have_text(await listed.inner_text())
    await expect(latest).to_be_in_viewport(ratio=WHOLE)
    await expect(listed).not_to_be_in_viewport()

    await visitor.page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
    await expect(listed).to_be_in_viewport()
    await expect(latest).to_be_hidden()
    assert visitor.wrong == []


async def test_nothing_is_too_small_for_a_finger_or_too_wide_for_wide_letters(visitor: Visitor, ada: Player) -> None:
    await visitor.prefer(language="fr")
    await visitor.page.set_viewport_size({"width": 360, "height": 740})
    table = ada.table("honors_4", seats=["me", None], options={"players": 2}, settings={"chat": "text"})
    for path, there in (("/", ".game"), (table, ".chat form"), ("/tournaments", "details")):
        await visitor.come(ada, path)
        await visitor.page.wait_for_selector(there)
        await visitor.page.evaluate(WIDE_LETTERS)

        assert await visitor.page.evaluate("document.documentElement.scrollWidth") == 360
        assert await visitor.page.evaluate(TOO_SMALL) == []
    assert visitor.wrong == []


async def test_texts_are_as_large_as_a_browser_is_set_to_show_them(visitor: Visitor, ada: Player) -> None:
    await visitor.come(ada, ada.my_turn())
    browser = await visitor.page.context.new_cdp_session(visitor.page)
    await browser.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})

    await expect(visitor.page.locator(OFFERS).first).to_have_css("font-size", "32px")
    await expect(visitor.page.locator("body")).to_have_css("font-size", "32px")
    assert visitor.wrong == []

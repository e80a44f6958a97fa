"""What people say at a table, and what those may do who do not want to read it."""

from collections.abc import Iterator
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.async_api import Route, expect

from tests.page.browsing import DRAWN, MY_TURN, OFFERS, Player, Visitor

LONG_TALK = 450
"""More messages than the service tells at once, twice."""


IS_AT_END = """
() => {
  const { scrollHeight, scrollTop, clientHeight } = document.querySelector('.chat ol');
  return scrollTop > 0 && scrollHeight - scrollTop - clientHeight < 2;
}
"""


@pytest.fixture
def ben(ada: Player) -> Iterator[Player]:
    """Another player."""
    with Player(str(ada.http.base_url).removesuffix("/v1/"), "Ben") as player:
        yield player


@pytest.fixture
async def path(visitor: Visitor, ada: Player, ben: Player) -> str:
    """A table of the two with a chat, which Ada looks at; Ben has said something."""
    seats = ["me", None, "random"]
    path = ada.table("honors_4", options=MY_TURN, settings={"chat": "text"}, seats=seats)
    ben.ask("POST", f"{path}/seats", {})
    say(ben, path, "one")
    await visitor.come(ada, path)
    await expect(visitor.page.locator(".chat li bdi")).to_have_text(["one"])
    return path


def say(player: Player, path: str, text: str) -> None:
    """Say something at a table."""
    player.ask("POST", f"{path}/chat/seats", {"text": text})


async def test_a_player_who_is_muted_is_not_read_until_they_are_heard_again(
    visitor: Visitor, ben: Player, path: str
) -> None:
    said = visitor.page.locator(".chat li bdi")
    await visitor.page.click(".chat .more")
    await visitor.page.click(".chat .about button")
    await expect(said).to_have_text(["(muted)"])
    say(ben, path, "two")
    await expect(said).to_have_text(["(muted)", "(muted)"])

    await visitor.page.click(".chat .about button")
    await expect(said).to_have_text(["one", "two"])
    say(ben, path, "three")
    await expect(said).to_have_text(["one", "two", "three"])
    assert (visitor.wrong, visitor.refused) == ([], {})


async def test_a_set_phrase_is_said_when_it_is_sent_and_a_refused_move_beside_it_is_not_shown_in_the_chat(
    visitor: Visitor, path: str
) -> None:
    told = {"template": "This seat is taken.", "arguments": {}}
    problem = {"code": "not_your_turn", "title": "No.", "status": 409, "message": told}
    await visitor.page.route(f"**{path}/moves", lambda route: route.fulfill(status=409, json=problem))
    await visitor.page.press(OFFERS, "Enter")
    refusals = visitor.page.locator(".refusal")
    await expect(refusals).to_have_text(["This seat is taken."])
    said = visitor.page.locator(".chat li bdi")
    phrases = visitor.page.locator(".chat form select")
    await phrases.focus()
    for _ in range(2):
        await visitor.page.keyboard.press("ArrowDown")
    chosen = await phrases.evaluate("list => list.selectedOptions[0].text")

    await visitor.page.keyboard.press("Tab")
    await visitor.page.keyboard.press("Enter")

    await expect(said).to_have_text(["one", chosen])
    await expect(phrases).to_have_value("")
    await expect(visitor.page.locator(".decision .refusal")).to_have_text("This seat is taken.")
    await expect(refusals).to_have_count(1)
    assert (visitor.wrong, await visitor.codes()) == ([], ["not_your_turn"])


async def test_no_two_buttons_have_the_same_name(visitor: Visitor, path: str) -> None:
    del path
    await visitor.page.click(".chat .more")
    await visitor.page.select_option(".chat .about select", "spam")

    for name in ("Send", "Send the phrase", "Send the report"):
        await expect(visitor.page.locator(".chat").get_by_role("button", name=name, exact=True)).to_have_count(1)
    assert visitor.wrong == []


async def test_what_is_to_be_said_stands_beside_its_button_however_narrow_the_window_is(
    visitor: Visitor, path: str
) -> None:
    await visitor.page.set_viewport_size({"width": 320, "height": 600})
    tops = await visitor.page.locator(".chat form > *").evaluate_all("parts => parts.map((each) => each.offsetTop)")

    assert len(tops) == 4
    assert (tops[0], tops[2]) == (tops[1], tops[3])


async def test_all_of_a_long_talk_is_heard_again(visitor: Visitor, ben: Player, path: str) -> None:
    first = ben.ask("GET", f"{path}/chat/seats")["entries"][0]
    unheard: list[str] = []

    async def page(route: Route) -> None:
        query = parse_qs(urlsplit(route.request.url).query)
        after, limit = int(query["after"][0]), int(query["limit"][0])
        numbers = range(after + 1, min(after + limit, LONG_TALK) + 1)
        told = [first | {"number": number, "text": f"{number}"} for number in numbers]
        hidden = [{**each, "text": None, "hidden": True} for each in told]
        await route.fulfill(json={"channel": "seats", "entries": told if unheard else hidden})

    await visitor.page.route(f"**{path}/chat/seats?*", page)
    await visitor.page.route("**/v1/me/mutes/*", lambda route: route.fulfill(status=204))
    await visitor.page.reload()
    said = visitor.page.locator(".chat li bdi")
    await expect(said).to_have_count(LONG_TALK)
    await expect(said.last).to_have_text("(muted)")

    unheard.append(path)
    await visitor.page.click(".chat .more >> nth=-1")  # the first one comes by the stream, too
    await visitor.page.click(".chat .about button")
    await expect(said.last).to_have_text(f"{LONG_TALK}")
    assert await visitor.page.locator(".chat li bdi", has_text="(muted)").count() == 0
    assert visitor.wrong == []


async def test_a_message_is_reported_once(visitor: Visitor, path: str) -> None:
    await visitor.page.click(".chat .more")
    async with visitor.page.expect_response(f"**{path}/chat/seats/1/reports") as answered:
        await visitor.page.focus(".chat .about select")
        await visitor.page.keyboard.press("ArrowDown")  # who goes through the reasons by keys has not chosen one yet
        await visitor.page.select_option(".chat .about select", "spam")
        await visitor.page.click(".chat .about button:has-text('Send')")
    await expect(visitor.page.locator(".chat .about > [role=status]")).to_contain_text("Reported")

    report = await answered.value
    assert (report.status, report.request.post_data_json) == (201, {"reason": "spam"})
    await expect(visitor.page.locator(".chat .about select")).to_have_count(0)
    assert (visitor.wrong, visitor.refused) == ([], {})


async def test_a_player_blocks_who_says_such_things_where_they_say_it_and_reads_them_no_more(
    visitor: Visitor, ada: Player, ben: Player, path: str
) -> None:
    said = visitor.page.locator(".chat li bdi")
    about = visitor.page.locator(".chat .about")
    await visitor.page.click(".chat .more")
    await visitor.page.get_by_role("button", name="Block", exact=True).click()
    await visitor.page.get_by_role("button", name="Yes", exact=True).click()

    await expect(visitor.page.get_by_text("You block this player.")).to_be_visible()
    assert [each["name"] for each in ada.ask("GET", "/me/blocks")["blocks"]] == ["Ben"]
    await expect(said).to_have_text(["(muted)"])
    await expect(about.get_by_role("button", name="Hear again")).to_have_count(0)  # a block mutes, too
    await expect(about.get_by_label("Report …")).to_be_visible()
    say(ben, path, "two")
    await expect(said).to_have_text(["(muted)", "(muted)"])

    await about.get_by_role("button", name="Unblock").click()
    await expect(said).to_have_text(["one", "two"])
    assert (visitor.wrong, visitor.refused) == ([], {})


async def test_what_is_removed_leaves_its_mark(visitor: Visitor, ben: Player, path: str) -> None:
    said = visitor.page.locator(".chat li bdi")
    await visitor.page.fill(".chat input", "mine")
    await visitor.page.press(".chat input", "Enter")
    await expect(said).to_have_text(["one", "mine"])
    await visitor.page.click(".chat .more >> nth=1")
    await visitor.page.click(".chat .about button")
    await expect(said).to_have_text(["one", "(removed)"])
    ben.http.delete(f"{path}/chat/seats/1")
    await expect(said).to_have_text(["(removed)", "(removed)"])

    entries = ben.ask("GET", f"{path}/chat/seats")["entries"]
    assert [each.get("removed") for each in entries[:2]] == [True, True]
    await expect(visitor.page.locator(".chat .more")).to_have_count(0)
    assert (visitor.wrong, visitor.refused) == ([], {})


async def test_somebody_who_reads_what_was_said_before_stays_there_until_they_say_something(
    visitor: Visitor, ben: Player, path: str
) -> None:
    for number in range(20):
        say(ben, path, f"This is number {number}.")
    await expect(visitor.page.locator(".chat li")).to_have_count(21)
    await visitor.page.wait_for_function(IS_AT_END)
    await visitor.page.evaluate("document.querySelector('.chat ol').scrollTop = 20")
    await visitor.page.evaluate(DRAWN)

    say(ben, path, "This is out of sight.")
    await expect(visitor.page.locator(".chat li", has_text="This is out of sight.")).to_be_attached()
    await visitor.page.evaluate(DRAWN)
    assert await visitor.page.evaluate("document.querySelector('.chat ol').scrollTop") == 20

    await visitor.page.fill(".chat input", "I see.")
    await visitor.page.keyboard.press("Enter")
    await expect(visitor.page.locator(".chat li", has_text="I see.")).to_be_attached()
    await visitor.page.wait_for_function(IS_AT_END)
    assert visitor.wrong == []

"""What a script adds to the pages of the guide."""

from playwright.async_api import expect

from tests.page.browsing import Visitor


async def test_a_search_finds_words_by_how_they_begin(visitor: Visitor) -> None:
    await visitor.page.goto(f"{visitor.url}/docs")
    wanted, told = visitor.page.locator("#wanted"), visitor.page.locator("#search [role=status]")

    await wanted.fill("emplates")
    await expect(told).to_have_text("0 sections")
    await wanted.fill("late entry")
    await expect(told).not_to_have_text("0 sections")
    first = visitor.page.locator("#search li a").first
    await expect(first).not_to_contain_text("Changes")  # what a version has changed has all words, somewhere
    await wanted.fill("five terms")
    await expect(first).to_have_text("Five terms – Parlour")
    await wanted.press("Enter")

    await expect(visitor.page).to_have_url(f"{visitor.url}/docs#five-terms")
    assert visitor.wrong == []


async def test_where_there_is_room_the_list_of_pages_stands_beside_each_and_shows_where_this_one_is(
    visitor: Visitor,
) -> None:
    await visitor.page.set_viewport_size({"width": 1280, "height": 800})
    await visitor.page.goto(f"{visitor.url}/docs/report")
    here = visitor.page.locator(".pages [aria-current]")

    await expect(here).to_have_text("The report")
    await expect(here).to_be_in_viewport(ratio=1)
    await visitor.page.set_viewport_size({"width": 390, "height": 844})
    await expect(here).to_be_hidden()
    await visitor.page.locator(".pages summary").click()
    await expect(here).to_be_visible()
    assert visitor.wrong == []


async def test_on_paper_a_page_has_the_whole_width_of_the_sheet(visitor: Visitor) -> None:
    """Also where the sheet is as wide as a window in which the list of pages stands beside each."""
    await visitor.page.set_viewport_size({"width": 1280, "height": 800})
    await visitor.page.goto(f"{visitor.url}/docs/report")
    await visitor.page.emulate_media(media="print")

    content = await visitor.page.locator("#content").bounding_box()

    assert content is not None
    assert content["width"] > 1000
    assert visitor.wrong == []

"""The proof of a record in a browser: of a true one, of spoilt ones, and by the page that somebody has saved."""

import asyncio
import json
from base64 import b64encode
from pathlib import Path

import pytest
from playwright.async_api import Route, expect

from tests.openapi.vector_kit import FOLDER, KEY
from tests.page.browsing import SELDOM_DRAWN, Player, Visitor

VECTORS = [each for each in json.loads((FOLDER / "index.json").read_text()) if len(each["files"]) == 1]
VERIFIED = """
async (vectors) => {
  const [key, files, result] = ["key", "files", "result"].map((id) => document.getElementById(id));
  const said = {};
  for (const { name, pinned, content } of vectors) {
    const chosen = new DataTransfer();
    chosen.items.add(new File([Uint8Array.from(atob(content), (byte) => byte.charCodeAt(0))], name));
    [key.value, files.files, result.textContent] = [pinned, chosen.files, ""];
    files.dispatchEvent(new Event("change"));
    while (!/TRUE|cannot/.test(result.textContent)) await new Promise((later) => setTimeout(later));
    said[name] = result.textContent.split(":")[0];
  }
  return said;
}
"""
"""Gives what the page says of files that are chosen one after the other, each with a key."""


@pytest.fixture
def over(ada: Player) -> str:
    """The path of a table whose game has ended."""
    path = ada.my_turn()
    ada.abort(path)
    return path


async def test_a_true_record_is_proved_and_a_spoilt_one_is_not(visitor: Visitor, ada: Player, over: str) -> None:
    record = ada.http.get(f"{over}/record").content
    await visitor.come(ada, f"{over}/proof")
    await expect(visitor.page.locator(".result.true code")).to_have_text(
        ada.ask("GET", "/keys")["keys"][0]["public_key"]
    )

    spoilt = record.replace(b'"at":', b'"at": ', 1).replace(b"seat_taken", b"seat_token", 1)
    await visitor.page.set_input_files(
        "input[type=file]", {"name": "game.json", "mimeType": "application/json", "buffer": spoilt}
    )

    await expect(visitor.page.locator(".result.false code").first).not_to_be_empty()
    assert visitor.wrong == []


async def test_the_saved_page_says_of_each_vector_what_the_command_line_says(
    visitor: Visitor, ada: Player, tmp_path: Path
) -> None:
    saved = tmp_path / "verify.html"
    answer = ada.http.get(f"{visitor.url}/verify.html")
    saved.write_bytes(answer.content)
    await visitor.page.goto(saved.as_uri())
    pinned = await visitor.page.input_value("#key")

    await visitor.page.set_input_files("#files", FOLDER / VECTORS[0]["files"][0])
    await expect(visitor.page.locator("#result")).to_contain_text("NOT TRUE, wrong_key: ")
    given = [
        {
            "name": each["name"],
            "pinned": each["key"] or "",
            "content": b64encode((FOLDER / each["files"][0]).read_bytes()).decode(),
        }
        for each in VECTORS
    ]
    said = await visitor.page.evaluate(VERIFIED, given)

    expected = {each["name"]: f"NOT TRUE, {each['code']}" if each["code"] else "TRUE" for each in VECTORS}
    assert said == expected
    assert pinned == ada.ask("GET", "/keys")["keys"][0]["public_key"] != KEY
    assert answer.headers["content-disposition"] == 'attachment; filename="verify.html"'
    assert visitor.wrong == []


@pytest.mark.parametrize("what", ["keys", "record"])
async def test_a_record_is_proved_though_it_or_its_key_is_put_off(
    visitor: Visitor, ada: Player, over: str, what: str
) -> None:
    asked: list[str] = []

    async def put_off(route: Route) -> None:
        asked.append(route.request.url)
        await (route.fulfill(status=503, body="") if len(asked) == 1 else route.continue_())

    await visitor.page.route(f"**/v1/**/{what}", put_off)
    await visitor.come(ada, f"{over}/proof")

    await expect(visitor.page.locator(".result.true")).to_be_visible()
    assert len(asked) == 2


async def test_of_no_such_table_and_of_one_that_is_not_open_no_record_is_told_of(visitor: Visitor, ada: Player) -> None:
    with Player(visitor.url, "Ben") as ben:
        private = ben.table("honors_4", seats=["me", None], options={"players": 2}, visibility="private")
    heading = visitor.page.get_by_role("heading")

    async def after_the_heading(route: Route) -> None:
        await expect(visitor.page).to_have_title("Is this record true? – Parlour")
        await route.continue_()

    await visitor.page.add_init_script(SELDOM_DRAWN)
    await visitor.page.route("**/record", after_the_heading)
    await visitor.come(ada, "/tables/00000000-0000-4000-8000-000000000001/proof")
    await expect(heading).to_have_text("There is no such page.")
    await asyncio.sleep(1)  # longer than a frame takes here
    await expect(visitor.page).to_have_title("There is no such page. – Parlour")

    await visitor.go(f"{private}/proof")
    await expect(heading).to_have_text("This is not open to you.")
    await expect(visitor.page).to_have_title("This is not open to you. – Parlour")
    await expect(visitor.page.locator("main a, main input")).to_have_count(0)
    assert visitor.wrong == []

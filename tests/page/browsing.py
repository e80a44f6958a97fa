"""A browser at the page, and what people do with it."""

import asyncio
import json
import random
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractContextManager, asynccontextmanager
from typing import Any, Literal

import httpx
from playwright.async_api import Browser, ConsoleMessage, Error, Locator, Page, Response, async_playwright, expect
from playwright.async_api import TimeoutError as NotThere

from tests.chromium import BROWSER
from tests.openapi.hosting import SHORT

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--in-process-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--renderer-process-limit=1",
)
OF_SHORT_VISITS = (*FLAGS, "--js-flags=--single-threaded --no-opt --no-maglev")
"""Pages that are soon left: to optimize their code takes a sixth of the CPU time of a test, and gives nothing back."""
PATIENCE_MS = 60_000
expect.set_options(timeout=PATIENCE_MS)
QUICKLY_MS = 10_000
"""Seconds to look for a field of a move before looking whether the move may still be made."""
BUILT_AT_MOST = 4
"""Number of times that the same move is tried by hand while others are quicker."""

MY_TURN = {"players": 3, "max_deals": 1, "max_rounds": 5, "dealer": 2, "opener": "left_of_dealer"}
"""Options of Honors No. IV where seat 0 begins, so that nothing happens before it has looked."""

CLIENT_ERRORS = range(400, 500)
OFFERS = ".decision .moves button:enabled"
PRESS = "([offers, number]) => document.querySelectorAll(offers)[number]?.click()"
DRAWN = "new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
"""Waits until what has come is drawn."""
SELDOM_DRAWN = """
(() => {
  const wait = window.setTimeout;
  window.requestAnimationFrame = (draw) => wait(draw, 500);
  window.setTimeout = (act, ms, ...more) => wait(act, ms === 35 ? 500 : ms, ...more);
})();
"""
"""Lets a page wait long for its next frame, as on a slow phone: what its library does after one comes late."""
NOT_DRAWN = "document.documentElement.style.opacity = 0"
"""Lets the browser lay all out, and draw nothing, where nobody looks: to draw takes a fifth of the time of a game."""
GO = """
(path) => {
  const [before, isThere] = [document.querySelector("main"), location.pathname === path];
  const link = Object.assign(document.createElement("a"), { href: path });
  document.body.append(link);
  link.click();
  link.remove();
  return new Promise((gone) => {
    const look = () => (before.isConnected && !isThere ? requestAnimationFrame(look) : gone());
    look();
  });
}
"""
"""Presses a link to another part of the page, and waits until the part before is gone, if it is another one."""
NOW = """
(offers) => ({
  status: document.querySelector("main.table-page")?.dataset.status,
  offers: Array.from(document.querySelectorAll(offers), (each) => each.dataset.key || "{}"),
})
"""
TURN = """
(offers) => new Promise((resolve) => {
  const look = () => {
    const page = document.querySelector("main.table-page");
    if (page?.querySelector(offers) || /finished|aborted/.test(page?.dataset.status)) resolve(watch.disconnect());
  };
  const watch = new MutationObserver(look);
  watch.observe(document.body, { subtree: true, childList: true, attributes: true });
  look();
})
"""
"""Waits until there is a move to be pressed, or the page shows that all is over."""
OVER = {"finished", "aborted"}
PAUSE_SECONDS = 0.03
BY_KEYS = 0.5
ANOTHER_MOTION = 0.1
MOTIONS: tuple[Literal["reduce", "no-preference"], ...] = ("reduce", "no-preference")


def at_once(ms: int) -> str:
    """Return a script that makes pauses of this length short, after which the page does something by itself."""
    return f"""
(() => {{
  const wait = window.setTimeout;
  window.setTimeout = (act, ms, ...more) => wait(act, ms === {ms} ? 50 : ms, ...more);
}})();
"""


@asynccontextmanager
async def chromium(program: str | None = BROWSER, flags: Sequence[str] = OF_SHORT_VISITS) -> AsyncIterator[Browser]:
    """Start a Chromium of this machine."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=program, args=flags)
        yield browser
        await browser.close()


class Player(AbstractContextManager["Player"]):
    """A player, as a client of the service; `account` is what their browser keeps."""

    def __init__(self, url: str, name: str) -> None:
        self.http = httpx.Client(base_url=f"{url}/v1", timeout=60)
        self.account = self.ask("POST", "/players", {"name": name})
        self.http.headers["Authorization"] = f"Bearer {self.account['token']}"

    def __exit__(self, *_: object) -> None:
        self.http.close()

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """Return the answer of the service."""
        answer = self.http.request(method, path, json=body)
        assert answer.is_success, answer.text
        return answer.json()

    def my_turn(self) -> str:
        """Open a table where the player is to act first; return the path of its page."""
        return self.table("honors_4", options=MY_TURN)

    def drawn(self) -> str:
        """Open a table where the player has drawn a card and is to discard one; return the path of its page.

        A card in sequence with the one in hand would end the game.
        """
        while True:
            path = self.my_turn()
            self.ask("POST", f"{path}/moves", {"move": {"type": "draw_stock"}})
            if self.ask("GET", path)["status"] == "playing":
                return path

    def abort(self, path: str) -> None:
        """End a game, unless house players have ended it already: the first player may win before anybody else acts."""
        answer = self.http.post(f"{path}/abort", json={})
        assert answer.is_success or answer.json()["code"] == "game_over", answer.text

    def table(self, game: str, **wanted: Any) -> str:
        """Open a short game against house players; return the path of its page."""
        chosen = wanted["options"] if "options" in wanted else SHORT[game]
        players = chosen.get("players") or min(self.ask("GET", f"/games/{game}")["players"])
        seats = ["me", *["random"] * (players - 1)]
        table = {"game": game, "options": chosen, "auto_start": True, "seats": seats} | wanted
        return f"/tables/{self.ask('POST', '/tables', table)['id']}"


class Visitor:
    """Somebody at the page; `wrong`: what its console says; `refused`: by code, what was refused, and why."""

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self.url = url
        self.wrong: list[str] = []
        self.refused: dict[str, str] = {}
        self._read: list[asyncio.Task[None]] = []
        page.set_default_timeout(PATIENCE_MS)
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.on("response", self._answered)

    def _heard(self, message: ConsoleMessage) -> None:
        """Note what the browser finds wrong; that an answer is an error is no error of the page."""
        if message.type == "error" and "status of 4" not in message.text:
            self.wrong.append(message.text)

    def _answered(self, answer: Response) -> None:
        if answer.status in CLIENT_ERRORS and not answer.request.is_navigation_request():
            self._read.append(asyncio.create_task(self._note(answer)))

    async def _note(self, answer: Response) -> None:
        """Note what the page was refused, by code; by status, if the page has gone before the code was read."""
        try:
            told = await answer.text()
        except Error as lost:  # the page has been closed, or loaded again
            code, told = str(answer.status), str(lost)
        else:
            code = json.loads(told)["code"]
        self.refused[code] = f"{answer.request.post_data} {told}"

    async def codes(self) -> list[str]:
        """Return the codes of what was refused, once all of them have been read: the page may be faster."""
        await asyncio.gather(*self._read)
        return list(self.refused)

    async def become(self, player: Player) -> None:
        """Let this browser keep the account of a player, from the next page that it loads."""
        kept = {name: player.account[name] for name in ("id", "name", "token")}
        await self.page.add_init_script(f"localStorage.setItem('parlour.account', {json.dumps(json.dumps(kept))})")

    async def prefer(self, **preferences: Any) -> None:
        """Let this browser keep how its visitor likes the page, from the next page that it loads."""
        kept = json.dumps(json.dumps(preferences))
        await self.page.add_init_script(f"localStorage.setItem('parlour.preferences', {kept})")

    async def come(self, player: Player, path: str) -> None:
        """Come to a part of the page with the account of a player, which this browser keeps."""
        await self.become(player)
        await self.page.goto(self.url + path)

    async def go(self, path: str) -> None:
        """Go from one part of the page to another, which does not load the page again."""
        await self.page.wait_for_selector("main")
        await self.page.evaluate(GO, path)

    async def play(self, rng: random.Random, pause: float = PAUSE_SECONDS) -> None:
        """Make offered moves until the game is over: the first one by hand, the others by clicks or keys.

        Things that move now and then do not.
        """
        await self.page.evaluate(NOT_DRAWN)
        is_built = False
        while (offers := await self.offers()) is not None:
            if not offers:
                await self.page.evaluate(TURN, OFFERS)
            elif not is_built and (moves := [move for move in offers if move]):
                is_built = await self.build(rng.choice(moves))
            elif rng.random() < ANOTHER_MOTION:
                await self.page.emulate_media(reduced_motion=rng.choice(MOTIONS))
            elif rng.random() < BY_KEYS:
                await self.page.keyboard.press(str(rng.randint(1, min(9, len(offers)))))
            else:
                await self.page.evaluate(PRESS, [OFFERS, rng.randrange(len(offers))])
            await asyncio.sleep(pause)  # outside: the browser need not be asked

    async def offers(self) -> list[Any] | None:
        """Return the offered moves that can be pressed, in their order; None if the page shows that all is over."""
        now = await self.page.evaluate(NOW, OFFERS)
        return None if now["status"] in OVER else [json.loads(key) for key in now["offers"]]

    async def build(self, move: dict[str, Any]) -> bool:
        """Make a move by hand; return whether it was accepted: others may have been quicker.

        That it is offered, and cannot be built, is wrong: time after time, for the form begins anew when a card that is
        chosen in it goes to somebody else, and the same move may be offered again soon after.
        """
        for _ in range(BUILT_AT_MOST):
            if (accepted := await self.built(move)) is not None:
                return accepted
            if move not in (await self.offers() or ()):
                return False
        raise AssertionError(f"cannot be built: {move}")

    async def built(self, move: dict[str, Any]) -> bool | None:
        """Make a move by hand; return whether it was accepted, None if the form did not take it."""
        try:
            if not await self.page.query_selector(".builder"):
                await self.page.click(".decision [aria-expanded=false]", timeout=QUICKLY_MS)
            builder = self.page.locator(".builder")
            await builder.locator("select").first.select_option(move["type"], timeout=QUICKLY_MS)
            # What a map is to have depends on the other fields.
            for name, value in sorted(move.items(), key=lambda field: isinstance(field[1], dict)):
                if name != "type":
                    await self.fill(builder, f"{move['type']}.{name}", value)
            async with self.page.expect_response(lambda answer: answer.url.endswith("/moves")) as answered:
                await builder.locator("[type=submit]").click(timeout=QUICKLY_MS)
        except NotThere:
            return None
        return (await answered.value).ok

    async def fill(self, scope: Locator, place: str, value: Any) -> None:
        """Fill in a field of a move."""
        field = scope.locator(f'[data-field="{place}"]')
        if isinstance(value, dict):
            for card, seat in value.items():
                await self.fill(field, card, seat)
        elif not isinstance(value, list):
            await field.locator("select").select_option(json.dumps(value), timeout=QUICKLY_MS)
        elif not value:
            await field.locator(":scope > button").last.click(timeout=QUICKLY_MS)
        else:
            grouped = not isinstance(value[0], str)
            for number, group in enumerate(value if grouped else [value]):
                if grouped:
                    await field.locator(":scope > button").first.click(timeout=QUICKLY_MS)
                part = field.locator(".group").nth(number)
                if isinstance(group, dict):
                    for name, each in group.items():
                        await self.fill(part, f"{place}.{name}", each)
                else:
                    for card in group:
                        await part.locator("select").select_option(card, timeout=QUICKLY_MS)
                        await part.locator("select + button").click(timeout=QUICKLY_MS)

"""`make bench-page`: what the page weighs, and how soon it draws, in this machine's Chromium.

    python -m tests.benchmarks.page [--json]

Weights are what the browser takes from the network for a table of each game, compressed. "drawn" is the time from the
first byte of the page to the frame that shows the table, on a phone-like profile: a fourth of the CPU, 100 ms of
latency, 10 Mbit/s, nothing kept from before. Of each event of a game, played at full speed, the time is taken from its
line to the frame that shows it. The frames are those of a table with 300 cards where one moves each 100 ms.
"""

import asyncio
import json
import random
import sys
import tempfile
from pathlib import Path
from statistics import median

import click
from playwright.async_api import Browser, BrowserContext, Page
from rich.console import Console
from rich.progress import track

from domain import GAMES
from tests.benchmarks.reporting import Row, printed
from tests.chromium import AS_USERS_HAVE_IT
from tests.page.browsing import FLAGS, Player, Visitor, chromium
from tests.page.feeding import FED, FEED, crowded, feed, moving
from tests.serving import Service

ROUNDS = 5
CARDS = 300
EVENTS = 50
EVERY_MS = 100
SMOOTH_MS = 1000 / 60 * 1.5
"""A frame that takes longer than this was left out by a screen of 60 Hz."""

WIDE = {"width": 1280, "height": 900}
PHONE = {"width": 360, "height": 740}
NETWORK = {"offline": False, "latency": 100, "downloadThroughput": 10_000_000 / 8, "uploadThroughput": 10_000_000 / 8}
SLOWER = 4

DRAWN = """
new Promise((resolve) => {
  const look = () => {
    if (!document.querySelector(".board [data-zone]")) return requestAnimationFrame(look);
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(performance.now() - performance.getEntriesByType("navigation")[0].responseStart);
    port2.postMessage(null);
  };
  look();
})
"""
"""Milliseconds from the first byte of the page until a table has been drawn."""

WEIGHT = """
[performance.getEntriesByType("navigation")[0], ...performance.getEntriesByType("resource")]
  .filter((each) => !each.name.includes("/v1/"))
  .reduce((sum, each) => sum + each.encodedBodySize, 0)
"""
"""Bytes that were loaded for the page, as they came over the network, without answers of the contract."""

WATCH = """
(() => {
  const parse = JSON.parse;
  window.late = [];
  let came = 0;
  JSON.parse = (text) => {
    const line = parse(text);
    if (line?.type === "event") came ||= performance.now();
    return line;
  };
  new MutationObserver(() => {
    if (!came) return;
    const began = came;
    came = 0;
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => window.late.push(performance.now() - began);
      port2.postMessage(null);
    });
  }).observe(document, { childList: true, subtree: true, characterData: true });
})();
"""
"""Notes in `late` how many milliseconds pass from the line of an event to the end of the frame that shows it."""

FRAMES = """
([lines, pause]) => new Promise((resolve) => {
  const frames = [];
  let [last, next] = [performance.now(), performance.now()];
  const frame = (now) => {
    frames.push(now - last);
    last = now;
    if (now >= next) {
      if (!lines.length) return resolve(frames.slice(1));
      window.feed(lines.shift());
      next += pause;
    }
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
})
"""
"""Feeds lines to the stream, one each `pause` ms, and returns how long each frame took, in ms."""


async def slowed(page: Page) -> None:
    """Let a page have the network and the processor of a phone."""
    devtools = await page.context.new_cdp_session(page)
    await devtools.send("Network.enable")
    await devtools.send("Network.emulateNetworkConditions", NETWORK)
    await devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})


async def visited(context: BrowserContext, url: str) -> Visitor:
    """Return a visitor in a new tab."""
    return Visitor(await context.new_page(), url)


async def first_table(browser: Browser, url: str, game: str) -> Row:
    """Open the page of a table for the first time, some times; return how heavy it is, and how soon it is there."""
    drawn, weight = [], 0
    for _ in range(ROUNDS):
        context = await browser.new_context(viewport=PHONE)  # type: ignore[arg-type] # its type is private
        with Player(url, "Ada") as player:
            visitor = await visited(context, url)
            await slowed(visitor.page)
            await visitor.come(player, player.table(game))
            drawn.append(await visitor.page.evaluate(DRAWN))
            weight = await visitor.page.evaluate(WEIGHT)
        await context.close()
    return {"game": game, "kB": weight / 1000, "drawn ms": median(drawn)}


async def events(browser: Browser, url: str, game: str) -> Row:
    """Play a game through the page; return how long events take until they are on the screen."""
    context = await browser.new_context(viewport=WIDE)  # type: ignore[arg-type] # its type is private
    with Player(url, "Ada") as player:
        visitor = await visited(context, url)
        await visitor.page.add_init_script(WATCH)
        await visitor.come(player, player.table(game))
        await visitor.play(random.Random(game))
        late: list[float] = await visitor.page.evaluate("window.late")
    await context.close()
    return {"events": len(late), "median ms": median(late), "longest ms": max(late)}


async def frames(browser: Browser, url: str) -> Row:
    """Show a table with 300 cards where one after the other moves; return how many frames came in time."""
    context = await browser.new_context(viewport=WIDE)  # type: ignore[arg-type] # its type is private
    with Player(url, "Ada") as player:
        path = player.my_turn()
        view = crowded(player.ask("GET", f"{path}/view"), ["AS"] * CARDS)
        visitor = await visited(context, url)
        await visitor.page.add_init_script(FEED)
        await visitor.come(player, path)
        await visitor.page.evaluate(FED)
        await feed(visitor.page, {"type": "view", "view": view, "cursor": "1"})
        await visitor.page.wait_for_selector(f"[data-item] >> nth={CARDS - 1}", state="attached")
        version = view["table"]["version"]
        lines = [moving(version + number + 1, CARDS // 2 - number) for number in range(EVENTS)]
        took: list[float] = await visitor.page.evaluate(FRAMES, [lines, EVERY_MS])
        shown = await visitor.page.evaluate("document.querySelectorAll('[data-item]').length")
    await context.close()
    late = [each for each in took if each > SMOOTH_MS]
    return {
        "cards": shown,
        "frames a second": 1000 * len(took) / sum(took),
        "late frames": len(late),
        "of": len(took),
        "longest ms": max(took),
    }


async def measure(console: Console) -> dict[str, list[Row]]:
    """Return all figures, by what they are about."""
    with tempfile.TemporaryDirectory(prefix="parlour-page-") as folder, Service(Path(folder) / "data") as service:
        url = f"http://127.0.0.1:{service.ready().port}"
        async with chromium(AS_USERS_HAVE_IT, FLAGS) as browser:
            games = track(sorted(GAMES), "Games", console=console, disable=not console.is_terminal)
            rows = [await first_table(browser, url, game) | await events(browser, url, game) for game in games]
            return {"First table on a phone, and events": rows, "Frames": [await frames(browser, url)]}


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
def main(*, as_json: bool) -> None:
    """Measure what the page weighs, and how soon it draws; print the medians."""
    if AS_USERS_HAVE_IT is None:
        raise click.ClickException(
            "There is no Chromium on this machine: install it (Debian: apt-get install chromium)."
        )
    figures = asyncio.run(measure(Console(stderr=True)))
    if as_json:
        click.echo(json.dumps(figures))
        return
    console = Console(width=None if sys.stdout.isatty() else 140)
    for title, rows in figures.items():
        printed(console, title, rows)


if __name__ == "__main__":
    main()

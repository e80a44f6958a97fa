"""A browser shows the report: nothing is cut off, lies over something else, or needs to be scrolled sideways."""

import html
import json
import re
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from projections.report.page import report_page
from tests.chromium import BROWSER
from tests.projections.report.test_page import CASES

pytestmark = pytest.mark.skipif(BROWSER is None, reason="there is no chromium on this machine")

SHOWN = (
    "two games",
    "few games",
    "years",
    "huge",
    "nothing",
    "hostile 0",
    "hostile 3",
    "right to left",
    "wide",
    "long",
)
WIDTHS = (320, 390, 768, 1280)
SCRIPT = Path(__file__).with_name("looking.js").read_text(encoding="utf-8")
PAPER = {1: "rgb(255, 255, 255)", 0: "rgb(20, 23, 28)"}
"""The colour of the page by what the reader prefers: 1, the light scheme; 0, the dark one."""


def browse(folder: Path, page: str, *flags: str) -> subprocess.CompletedProcess[str]:
    """Let the browser open a page, and return what it tells; fewer processes start faster."""
    assert BROWSER is not None
    file = folder / "page.html"
    file.write_text(page, encoding="utf-8")
    start = [
        BROWSER,
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--no-zygote",
        "--enable-logging=stderr",
    ]
    profile = f"--user-data-dir={folder / 'profile'}"
    return subprocess.run([*start, profile, *flags, file.as_uri()], capture_output=True, text=True, check=True)


def looked_at(folder: Path, pages: dict[str, str], scheme: int, widths: Sequence[int] = WIDTHS) -> Any:
    """Return what the browser has found, and how many frames it has looked at."""
    data = {"PAGES": pages, "WIDTHS": widths, "PAPER": PAPER[scheme]}
    constants = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in data.items()).replace(
        "<", "\\u003c"
    )
    unseen = "<body style='opacity: 0'>"  # what is laid out need not be drawn
    page = f"<!doctype html><meta charset=utf-8><title>frames</title>{unseen}<script>{constants}{SCRIPT}</script>"
    shown = browse(folder, page, f"--blink-settings=preferredColorScheme={scheme}", "--dump-dom").stdout
    told = re.search(r"<pre>(.*)</pre>", shown, re.DOTALL)
    assert told is not None, shown[-1000:]
    return json.loads(html.unescape(told[1]))


@pytest.mark.parametrize(("scheme", "shown", "widths"), [(1, SHOWN, WIDTHS), (0, SHOWN[:2], WIDTHS[:1])])
def test_on_all_screens_everything_has_its_place(
    tmp_path: Path, scheme: int, shown: Sequence[str], widths: Sequence[int]
) -> None:
    """Only colours change with the scheme."""
    pages = {name: report_page(CASES[name]) for name in shown}

    assert looked_at(tmp_path, pages, scheme, widths) == {"frames": len(shown) * len(widths), "found": []}


def test_the_browser_keeps_the_policy_and_has_nothing_to_say(tmp_path: Path) -> None:
    done = browse(tmp_path, report_page(CASES["two games"]), "--dump-dom")

    assert "Games by kind" in done.stdout
    assert re.findall(r".*(?:CONSOLE|Refused|violates).*", done.stderr) == []


def test_what_would_be_wrong_is_found(tmp_path: Path) -> None:
    page = report_page(CASES["two games"])
    spoilt = {
        "the paper is": ("<style>", "<style>a{}"),
        "pixels high": ('viewBox="0 0 320', 'viewBox="0 0 900'),
        "leaves the drawing": ('class="value" text-anchor="end"', 'class="value"'),
        "lies over": ('class="value" text-anchor="end"', 'class="value" text-anchor="end" dx="-200"'),
        "scrolls sideways": ("<h1>", "<h1><table><tr><td>" + "no_place_to_break" * 20 + "</td></tr></table>"),
        "is cut off": ("<h1>", '<h1 class="unseen">'),
    }

    told = looked_at(tmp_path, {fault: page.replace(*change) for fault, change in spoilt.items()}, 1, WIDTHS[:1])
    missed = {
        fault for fault in spoilt if not any(each.startswith(fault) and each.count(fault) > 1 for each in told["found"])
    }
    assert missed == set()

"""A browser goes the whole way: from a page of another origin, whose client of OAuth nobody here wrote, and back."""

import functools
import http.server
import shutil
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import httpx
import pytest

from tests.chromium import BROWSER, Chromium
from tests.service.http.oauth.browser import REDIRECT, authorize_url
from tests.serving import PARLOUR, PATIENCE_SECONDS, Service, eventually

OPENAPI = Path(__file__).parents[4] / "openapi"
CLIENT = OPENAPI / "node_modules" / "oauth4webapi" / "build" / "index.js"
PAGE = Path(__file__).with_name("app.html")

pytestmark = pytest.mark.skipif(BROWSER is None, reason="there is no chromium on this machine")


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves the files of a folder, and says nothing."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name in the standard library
        """Say nothing."""


@pytest.fixture
def page(tmp_path: Path) -> Iterator[str]:
    """The address of the page of an app."""
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("there is no Node.js on this machine")
    if not CLIENT.exists():
        subprocess.run([npm, "ci", "--loglevel=error"], cwd=OPENAPI, check=True)
    shutil.copy(PAGE, tmp_path)
    shutil.copy(CLIENT, tmp_path / "oauth4webapi.js")
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=tmp_path)) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/app.html"
        server.shutdown()
        thread.join(PATIENCE_SECONDS)


def test_a_person_lets_a_page_and_a_terminal_act_for_them(
    page: str, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    origin = page.removesuffix("/app.html")
    with Service(data, "--cors-origins", origin) as service, Chromium() as browser:
        issuer = f"http://127.0.0.1:{service.ready().port}"
        metadata = {"client_name": "Tablecloth", "redirect_uris": [page]}
        register = f"{issuer}/oauth/register"
        answer = httpx.post(register, json=metadata, timeout=PATIENCE_SECONDS)
        app = answer.json()["client_id"]
        token = service.ask("POST", "/v1/players", {"name": "Ada"})[1]["token"]

        browser.call("Page.navigate", url=f"{page}?{urlencode({'issuer': issuer, 'client': app})}")
        assert browser.see("First say who you are")
        browser.type("#token", token)
        browser.press("button[value=token]")
        assert browser.see("May this app act for you?")
        for scheme in ("light", "dark"):
            assert [browser.width(pixels, scheme) for pixels in (320, 390, 1280)] == [320, 390, 1280]
        assert browser.run("document.cookie") == ""
        browser.press("button[value=agree]")
        assert browser.see("Ada lets me watch and play; then: 401")

        terminal = subprocess.Popen([*PARLOUR, "login", issuer], stdout=subprocess.PIPE, text=True, bufsize=1)
        assert terminal.stdout is not None
        code = next(line.strip() for line in terminal.stdout if line.startswith("    "))
        browser.call("Page.navigate", url=f"{issuer}/device")
        assert browser.see("The code that your device shows")
        browser.type("#user_code", code)
        browser.press("main button")
        assert browser.see("It is the command line of Parlour")
        browser.press("button[value=agree]")
        assert browser.see("Go back to your device")
        said = terminal.communicate(timeout=PATIENCE_SECONDS)[0]
        ended = subprocess.run([*PARLOUR, "logout", issuer], check=False, capture_output=True, text=True)

        assert (terminal.returncode, "You are signed in as Ada, for 30 days: watch play read:history" in said) == (
            0,
            True,
        )
        assert (ended.returncode, ended.stdout) == (0, f"You are signed out of {issuer}.\n")
        assert [each["app"] for each in service.ask("GET", "/v1/me/tokens", token=token)[1]["tokens"]] == [None]
        for secret in (token, code):
            assert secret not in service.stderr()


COVERED = "getComputedStyle(document.querySelector('.buttons'), '::before').visibility === 'visible'"
"""Whether a mouse cannot reach the buttons."""


def clicked(browser: Chromium, selector: str) -> str | None:
    """Click with a mouse where an element is; return what is clicked: the value of a button, nothing for all else."""
    browser.run("document.addEventListener('click', (event) => { hit = event.target.value; event.preventDefault(); })")
    browser.run(f"document.querySelector({selector!r}).scrollIntoView()")
    box = f"document.querySelector({selector!r}).getBoundingClientRect()"
    at = {"x": browser.run(f"{box}.x + {box}.width / 2"), "y": browser.run(f"{box}.y + {box}.height / 2")}
    for what in ("mousePressed", "mouseReleased"):
        browser.call("Input.dispatchMouseEvent", type=what, button="left", clickCount=1, **at)
    found: str | None = browser.run("hit")
    return found


def test_nobody_agrees_by_the_second_click_on_a_window_that_closes_at_the_first(data: Path) -> None:
    """Such a window lies over this page, where the button is, and asks for a double click."""
    with Service(data) as service, Chromium() as browser:
        issuer = f"http://127.0.0.1:{service.ready().port}"
        metadata = {"client_name": "Tablecloth", "redirect_uris": [REDIRECT]}
        app = httpx.post(f"{issuer}/oauth/register", json=metadata, timeout=PATIENCE_SECONDS).json()["client_id"]
        token = service.ask("POST", "/v1/players", {"name": "Ada"})[1]["token"]
        browser.call("Page.navigate", url=issuer + authorize_url(app))
        assert browser.see("First say who you are")
        browser.type("#token", token)
        browser.press("button[value=token]")
        assert browser.see("May this app act for you?")
        assert eventually(lambda: browser.run(COVERED)), "that it has its style"

        second = clicked(browser, "button[value=agree]")
        assert eventually(lambda: not browser.run(COVERED))
        meant = clicked(browser, "button[value=agree]")

        assert (second, meant) == (None, "agree")

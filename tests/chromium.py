"""A Chromium without a window, told what to do by its own protocol (Chrome DevTools Protocol)."""

import json
import os
import shutil
import signal
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

import httpx
from websockets.sync.client import connect

from tests.serving import PATIENCE_SECONDS, eventually

SHELL = shutil.which("chromium-headless-shell")
"""It has no window, and takes two thirds of the CPU time of a browser that only hides it, for each page."""

AS_USERS_HAVE_IT = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), SHELL)
BROWSER = SHELL or AS_USERS_HAVE_IT
FLAGS = ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--remote-debugging-port=0")


class Chromium:
    """A browser with one page."""

    def __init__(self) -> None:
        assert BROWSER is not None
        self._folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        command = [BROWSER, *FLAGS, f"--user-data-dir={self._folder.name}", "about:blank"]
        self._process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )
        self._asked = 0

    def __enter__(self) -> Self:
        told = Path(self._folder.name) / "DevToolsActivePort"
        assert eventually(lambda: told.exists() and told.read_text().count("\n"))
        address = f"http://127.0.0.1:{told.read_text().split()[0]}/json"
        pages = httpx.get(address, timeout=PATIENCE_SECONDS).json()
        page = next(each for each in pages if each["type"] == "page")
        self._context = connect(page["webSocketDebuggerUrl"], max_size=None)
        self._socket = self._context.__enter__()
        self.call("Page.enable")
        return self

    def __exit__(self, *_: object) -> None:
        self._context.__exit__(None, None, None)
        os.killpg(self._process.pid, signal.SIGTERM)  # the command may be a script, which does not pass it on
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(PATIENCE_SECONDS)
        self._folder.cleanup()

    def call(self, method: str, **parameters: Any) -> Any:
        """Return what a method of the protocol returns."""
        self._asked += 1
        self._socket.send(json.dumps({"id": self._asked, "method": method, "params": parameters}))
        while True:
            told = json.loads(self._socket.recv(PATIENCE_SECONDS))
            if told.get("id") == self._asked:
                return told.get("result")

    def run(self, script: str) -> Any:
        """Return what a script in the page returns; None while there is no such page."""
        return (
            (self.call("Runtime.evaluate", expression=script, returnByValue=True) or {}).get("result", {}).get("value")
        )

    def see(self, text: str) -> bool:
        """Return whether the page shows a text before patience runs out."""
        return eventually(lambda: text in str(self.run("document.body && document.body.innerText")))

    def press(self, selector: str) -> None:
        """Press what a selector finds."""
        self.run(f"document.querySelector({json.dumps(selector)}).click()")

    def type(self, selector: str, text: str) -> None:
        """Type a text into what a selector finds."""
        self.run(f"document.querySelector({json.dumps(selector)}).value = {json.dumps(text)}")

    def width(self, pixels: int, scheme: str) -> int:
        """Show the page at a width and in a scheme of colours; return how wide it is then."""
        size = {"width": pixels, "height": 800, "deviceScaleFactor": 1, "mobile": True}
        self.call("Emulation.setDeviceMetricsOverride", **size)
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        return int(self.run("document.documentElement.scrollWidth"))

"""The proxy as it runs, before two services that only say who they are; skipped where there is no HAProxy."""

import contextlib
import http.client
import http.server
import re
import shutil
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from uuid import UUID

import pytest

from tests.ports import free_port

HAPROXY = shutil.which("haproxy") or shutil.which("haproxy", path="/usr/sbin:/usr/local/sbin") or ""
DEPLOY = Path(__file__).parents[2] / "deploy"
TABLES = [str(UUID(int=number * 2**77 + number)) for number in range(41)]  # an odd number: taking turns would be seen

pytestmark = pytest.mark.skipif(not HAPROXY, reason="HAProxy is not installed: nothing was sent through the proxy")


class Service(http.server.BaseHTTPRequestHandler):
    """Answers everything with its own port."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        told = str(self.connection.getsockname()[1]).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(told)))
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(told)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextlib.contextmanager
def service(port: int) -> Iterator[None]:
    with http.server.ThreadingHTTPServer(("127.0.0.1", port), Service) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield
        finally:
            server.shutdown()
            thread.join()


def written(folder: Path, port: int, services: tuple[int, int], configuration: Path = DEPLOY / "haproxy.cfg") -> str:
    """Write the configuration down, with the ports that are free here and for fewer connections; give its path."""
    text = configuration.read_text().replace("bind :80\n", f"bind 127.0.0.1:{port}\n")
    text = re.sub(r"maxconn \d+000", "maxconn 100", text).replace("inter 1s", "inter 50ms")
    for number, at in enumerate(services, 1):
        text = text.replace(f"parlour-{number}:8000", f"127.0.0.1:{at}")
    path = folder / "haproxy.cfg"
    path.write_text(text)
    return str(path)


@contextlib.contextmanager
def proxy(folder: Path, services: tuple[int, int]) -> Iterator[int]:
    """Run the proxy before two services, of which at least one is there; give its port."""
    port = free_port()
    with subprocess.Popen(
        [HAPROXY, "-db", "-f", written(folder, port, services)], stderr=subprocess.DEVNULL
    ) as running:
        try:
            until(lambda: answered_by(port, "/") is not None)
            yield port
        finally:
            running.kill()


def answered_by(port: int, path: str) -> int | None:
    """Return who answers a path through the proxy; None if nobody does."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    with contextlib.closing(connection), contextlib.suppress(OSError):
        connection.request("GET", path)
        answer = connection.getresponse()
        return int(answer.read()) if answer.status == 200 else None
    return None


def until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.mark.parametrize("name", ["haproxy.cfg", "kubernetes/haproxy.cfg"])
def test_haproxy_takes_the_configuration(tmp_path: Path, name: str) -> None:
    path = Path(written(tmp_path, 8080, (8001, 8002), DEPLOY / name))
    if "HAProxy version 2" in subprocess.run([HAPROXY, "-v"], capture_output=True, text=True, check=True).stdout:
        path.write_text(path.read_text().replace(" hash-key addr-port", ""))  # which came with 3.0
    command = [HAPROXY, "-c", "-f", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr
    assert "WARNING" not in done.stderr


def test_a_table_stays_with_one_service_goes_on_with_the_other_and_comes_back(tmp_path: Path) -> None:
    first, second = free_port(), free_port()

    def homes(path: str = "/v1/tables/{}") -> dict[str, int | None]:
        return {table: answered_by(port, path.format(table)) for table in TABLES}

    with contextlib.ExitStack() as running:
        running.enter_context(service(first))
        port = running.enter_context(proxy(tmp_path, (first, second)))
        with service(second):
            until(lambda: set(homes().values()) == {first, second})
            found = homes()
            assert homes("/v1/tables/{}/moves") == found
            assert {table: answered_by(port, f"/v1/tables/{table.upper()}/view?seat=0") for table in TABLES} == found
            assert {answered_by(port, "/v1/games") for _ in range(8)} == {first, second}, "others go to any"
        assert set(homes().values()) == {first}, "which is sent again to the one that is there"
        with service(second):
            until(lambda: homes() == found)

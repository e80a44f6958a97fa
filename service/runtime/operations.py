"""What only those who operate the machine may ask, at an address of its own: `GET /metrics`, and nothing else.

It is no part of the service's own address, so that no proxy, and no other spelling of a path, leads there from outside.
"""

import contextlib
import errno
import logging
import sys
import threading
from collections.abc import Iterator
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from socket import AF_INET, AF_INET6
from typing import ClassVar

from service.runtime import metrics

PATIENCE_SECONDS = 10
"""Seconds that somebody may take to ask."""

log = logging.getLogger(__name__)


class OperatorHandler(BaseHTTPRequestHandler):
    """Answers one request."""

    timeout = PATIENCE_SECONDS
    server_version = "parlour"
    sys_version = ""

    def do_GET(self) -> None:
        """Give all metrics in the text format of Prometheus, whatever the query: a scraper may be set up to add one."""
        if self.path.partition("?")[0] != "/metrics":
            self.send_error(HTTPStatus.NOT_FOUND)
            return
        content = metrics.exposition()
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", metrics.MEDIA_TYPE)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - so it is called
        """Log nothing: metrics are scraped every few seconds."""


class OperatorServer(ThreadingHTTPServer):
    """Listens for operators; IPv4 or IPv6, as the address is."""

    daemon_threads = True
    families: ClassVar = {4: AF_INET, 6: AF_INET6}

    def __init__(self, address: str, port: int) -> None:
        self.address_family = self.families[ip_address(address).version]
        super().__init__((address, port), OperatorHandler)

    def handle_error(self, request: object, client_address: object) -> None:
        """Log what has failed as all else is logged, where Python would print it; whoever asks may hang up."""
        error = sys.exception()
        if not isinstance(error, ConnectionError | TimeoutError):
            log.error("Metrics cannot be given", exc_info=error)


def cannot_listen(host: str, port: int, error: OSError, option: str) -> OSError:
    """Return an error that says where nobody can listen, why, and what to change.

    That is the port, which this option of the command chooses, or the host, which the option beside it chooses.
    """
    other = f"`{option}` chooses another port"
    if error.errno not in {errno.EADDRINUSE, errno.EACCES}:
        other = f"`{option.replace('port', 'host')}` chooses another address"
    return OSError(f"Cannot listen on {host}, port {port}: {error.strerror}. {other}.")


@contextlib.contextmanager
def open_to_operators(address: str, port: int) -> Iterator[None]:
    """Answer operators at an IP address until the context is left; at port 0: nobody. Raises `OSError`."""
    if not port:
        yield
        return
    try:
        server = OperatorServer(address, port)
    except OSError as error:  # it was free when the command began, but starting the servers takes a second
        raise cannot_listen(address, port, error, "--operations-port") from None
    with server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield
        finally:
            server.shutdown()
            thread.join()

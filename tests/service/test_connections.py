"""Connections of which nothing comes: they are closed, so that they keep nobody out."""

import socket
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.serving import PATIENCE_SECONDS, Service, eventually

HEAD = b"GET /health HTTP/1.1\r\nHost: localhost\r\n"

ANSWERS = 100
"""More answers than the buffers of the system hold."""


@pytest.fixture(scope="module")
def service(fresh: Callable[[], Path]) -> Iterator[Service]:
    """Give a service that waits for a second only."""
    with Service(fresh(), "--silence-seconds", "1") as service:
        yield service.ready()


def is_closed(connection: socket.socket, trickled: bytes = b"") -> bool:
    """Return whether the server closes a connection before patience runs out, though a byte comes now and then."""
    connection.settimeout(0.2)
    end = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < end:
        try:
            connection.sendall(trickled)
            if not connection.recv(65_536):
                return True
        except TimeoutError:
            continue
        except OSError:
            return True
    return False


@pytest.mark.parametrize(
    ("sent", "trickled"),
    [(b"", b""), (HEAD, b""), (HEAD + b"X-Slow: ", b"a"), (HEAD + b"\r\n", b"")],
    ids=["silent", "half a head", "trickling", "idle after an answer"],
)
def test_a_connection_of_which_no_request_comes_is_closed(service: Service, sent: bytes, trickled: bytes) -> None:
    with socket.create_connection(("127.0.0.1", service.port)) as connection:
        connection.sendall(sent)

        assert is_closed(connection, trickled)


def is_open(service: Service, client: int) -> bool:
    """Return whether the service has a connection to a port of this machine."""
    peers = [each.raddr for worker in service.workers() for each in worker.net_connections()]
    return any(peer and peer.port == client for peer in peers)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no deadline for a client that takes nothing")
def test_a_connection_whose_client_takes_nothing_is_closed(service: Service) -> None:
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        connection.connect(("127.0.0.1", service.port))
        port = connection.getsockname()[1]
        connection.sendall(b"GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * ANSWERS)
        assert eventually(lambda: is_open(service, port))

        assert eventually(lambda: not is_open(service, port))


def test_a_client_that_waits_for_an_answer_is_not_silent(service: Service) -> None:
    _, ada = service.ask("POST", "/v1/players", {"name": "Ada"})
    _, table = service.ask("POST", "/v1/tables", {"game": "literature"}, ada["token"])

    status, feed = service.ask("GET", f"/v1/tables/{table['id']}/events?after=1&wait=3", token=ada["token"])

    assert (status, feed["events"]) == (200, [])


@pytest.mark.parametrize(
    ("version", "hosts", "status"),
    [(b"1.1", 0, b"400"), (b"1.1", 1, b"200"), (b"1.1", 2, b"400"), (b"1.0", 0, b"200")],
)
def test_a_request_of_today_names_one_host(service: Service, version: bytes, hosts: int, status: bytes) -> None:
    head = b"GET /v1/games HTTP/%b\r\n%bConnection: close\r\n\r\n" % (version, hosts * b"Host: localhost\r\n")
    with socket.create_connection(("127.0.0.1", service.port), PATIENCE_SECONDS) as connection:
        connection.sendall(head)

        assert connection.recv(65_536).split()[1] == status

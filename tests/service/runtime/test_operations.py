import socket
import struct
from pathlib import Path

import httpx
import pytest

from service.runtime.metrics import MULTIPROCESS_FOLDER
from service.runtime.operations import open_to_operators
from tests.ports import free_port


def test_a_port_that_was_taken_meanwhile_is_named() -> None:
    port = free_port()

    with (
        open_to_operators("127.0.0.1", port),
        pytest.raises(
            OSError, match=f"^Cannot listen on 127.0.0.1, port {port}: Address already in use. `--operations-port` "
        ),
        open_to_operators("127.0.0.1", port),
    ):
        pass


@pytest.mark.parametrize(
    ("path", "status"), [("/metrics", 200), ("/metrics?job=parlour", 200), ("/metrics?", 200), ("/metric", 404)]
)
def test_metrics_are_given_whatever_the_query(path: str, status: int) -> None:
    port = free_port()

    with open_to_operators("127.0.0.1", port):
        assert httpx.get(f"http://127.0.0.1:{port}{path}").status_code == status


ABORTED = struct.pack("ii", 1, 0)
"""A connection that is closed with this option (socket(7), SO_LINGER) is reset at once."""


def test_one_who_hangs_up_leaves_nothing_in_the_log(
    capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    port = free_port()

    with open_to_operators("127.0.0.1", port):
        with socket.create_connection(("127.0.0.1", port)) as connection:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, ABORTED)
        with socket.create_connection(("127.0.0.1", port)) as connection:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, ABORTED)
            connection.sendall(b"GET /metrics HTTP/1.1\r\n")
        httpx.get(f"http://127.0.0.1:{port}/metrics")

    assert capfd.readouterr().err == ""
    assert caplog.text == ""


def test_why_metrics_cannot_be_given_is_logged(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    port = free_port()
    monkeypatch.setenv(MULTIPROCESS_FOLDER, str(tmp_path / "gone"))

    with open_to_operators("127.0.0.1", port), pytest.raises(httpx.RemoteProtocolError):
        httpx.get(f"http://127.0.0.1:{port}/metrics")

    assert [record.message for record in caplog.records] == ["Metrics cannot be given"]
    assert capfd.readouterr().err == ""

"""The address of a service is one, or a mistake of usage; Ctrl-C is no failure."""

import contextlib
import socket
import ssl
import threading
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from service.cli.conformance.visit import trusted as trusted_by_conformance
from tests.service.cli.conftest import Run
from tests.service.webhooks.certificates import certificate

GAME = "0b35a1f2-7a1e-4b8e-9d3c-5f6a7b8c9d0e"


@pytest.mark.parametrize(
    "url",
    [
        "localhost:8000",
        "ftp://h",
        "http://h:80a",
        "http://[::1",
        "http://",
        "http://h:99999",
        "http://h?x=1",
        "http://h#x",
        "http://127..0.0.1:8000",
    ],
)
@pytest.mark.parametrize(
    "command",
    [("record", GAME, "--url"), ("replay", GAME, "--url"), ("load", "--url"), ("login",), ("conformance",)],
    ids=lambda command: str(command[0]),
)
def test_what_is_no_url_is_a_mistake_of_usage(run: Run, command: tuple[str, ...], url: str) -> None:
    result = run(*command, url)

    assert result.exit_code == 2
    assert f"'{url}' is not the URL of a service, such as http://127.0.0.1:8000." in " ".join(result.stderr.split())


def test_the_paths_of_a_service_are_not_part_of_its_url(run: Run) -> None:
    result = run("record", GAME, "--url", "http://127.0.0.1:8000/v1/")

    assert result.exit_code == 2
    assert "Leave out /v1: http://127.0.0.1:8000 is the URL of the service." in " ".join(result.stderr.split())


def test_a_password_in_a_url_is_a_mistake_of_usage_and_not_quoted(run: Run) -> None:
    result = run("record", GAME, "--url", "http://ada:secret@127.0.0.1:8000")

    assert (result.exit_code, "secret" in result.stderr) == (2, False)
    assert "who you are is said by a token" in " ".join(result.stderr.split())


@pytest.mark.parametrize(
    "command",
    [("record", GAME), ("login",), ("logout",), ("load", "honors_4"), ("tournament", "run", "honors_4"), ("play", "h"),
     ("conformance", "https://127.0.0.1:1")],
    ids=lambda command: str(command[0]),
)  # fmt: skip
@pytest.mark.parametrize(
    ("name", "value"), [("ALL_PROXY", "socks5://127.0.0.1:1"), ("ALL_PROXY", "x://y"), ("SSL_CERT_FILE", "/no/where")]
)
def test_an_environment_that_no_client_can_use_is_a_mistake_of_usage(
    run: Run, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...], name: str, value: str
) -> None:
    monkeypatch.setattr("service.cli.logout.kept_tokens", lambda: {"https://127.0.0.1:1": "parlour_1"})

    result = run(*command, PARLOUR_URL="https://127.0.0.1:1", **{name: value})

    assert (result.exit_code, f"{name}" in result.stderr) == (2, True), result.exception


def test_certificates_are_read_for_https_only(run: Run) -> None:
    result = run("record", GAME, "--url", "http://127.0.0.1:9", SSL_CERT_FILE="/no/where")

    assert result.exit_code == 3


def test_ctrl_c_ends_any_command_with_130(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def ctrl_c(_: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("service.cli.import_module", ctrl_c)

    ended = run("export", "--to", "folder")

    assert (ended.exit_code, ended.output) == (130, "")


@pytest.mark.parametrize("token", ["parlour_x\nparlour_y", "ü", "a b", "a\x00b"])
@pytest.mark.parametrize("command", ["record", "replay"])
def test_a_token_that_no_header_can_hold_is_a_mistake_of_usage_and_not_quoted(
    run: Run, command: str, token: str
) -> None:
    result = run(command, GAME, "--token", token)

    assert result.exit_code == 2
    assert "A token is one word" in result.stderr
    assert token not in result.stderr


def test_the_end_of_a_line_is_no_part_of_a_token(run: Run) -> None:
    result = run("record", GAME, "--token", "parlour_secret\r\n", "--url", "http://127.0.0.1:9")

    assert (result.exit_code, "secret" in result.output) == (3, False)


def answered_by(monkeypatch: pytest.MonkeyPatch, answer: httpx.Response) -> None:
    """Let each request be answered so."""

    async def at_once(_: httpx.AsyncHTTPTransport, request: httpx.Request) -> httpx.Response:
        return answer

    monkeypatch.setattr(httpx.HTTPTransport, "handle_request", lambda *_: answer)
    monkeypatch.setattr(httpx.AsyncHTTPTransport, "handle_async_request", at_once)


@pytest.mark.parametrize(
    "body",
    [b"[" * 100_000, b'{"a":' * 100_000, b'{"games": [3]}', b'{"games": 3, "format": 1, "events": 3, "seal": 3}'],
    ids=["lists", "objects", "a number", "numbers"],
)
@pytest.mark.parametrize(
    "command",
    [("record", GAME), ("replay", GAME), ("login",), ("load", "honors_4"), ("tournament", "export", GAME, "/no/where"),
     ("tournament", "show", GAME), ("tournament", "run", "honors_4"), ("play", "honors_4"), ("play", "--table", GAME),
     ("conformance", "http://parlour.test")],
    ids=" ".join,
)  # fmt: skip
@pytest.mark.parametrize("status", [200, 400])
def test_what_is_no_answer_of_a_service_ends_no_command_with_a_traceback(
    run: Run, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...], body: bytes, status: int
) -> None:
    answered_by(monkeypatch, httpx.Response(status, content=body))

    result = run(*command, PARLOUR_URL="http://parlour.test")

    if (command[0], status, b"seal" in body) == ("record", 200, True):
        assert result.exit_code == 0  # it is written as it is, for `parlour verify`
        return
    assert isinstance(result.exception, SystemExit), result.exception
    assert (result.exit_code in {1, 3}, result.stderr.startswith("Error: "), result.stdout) == (True, True, "")


def test_a_service_that_has_moved_is_told_with_its_address(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    answered_by(monkeypatch, httpx.Response(301, headers={"Location": "https://cards.example/v1/games"}))

    result = run("load", "honors_4", PARLOUR_URL="http://cards.example")

    assert (result.exit_code, "at another address, https://cards.example/v1/games." in result.stderr) == (1, True)


@contextlib.contextmanager
def at_https(context: ssl.SSLContext) -> Iterator[str]:
    """Serve at https:// what is always not found; give the URL."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            while True:
                try:
                    connection = listening.accept()[0]
                except OSError:
                    return
                with contextlib.suppress(OSError), context.wrap_socket(connection, server_side=True) as secured:
                    secured.recv(65_536)
                    secured.sendall(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")

        thread = threading.Thread(target=serve)
        thread.start()
        try:
            yield f"https://localhost:{listening.getsockname()[1]}"
        finally:
            listening.shutdown(socket.SHUT_RDWR)
            thread.join()


@pytest.mark.parametrize(
    "command",
    [("record", GAME, "--url"), ("replay", GAME, "--url"), ("load", "h", "--url"), ("login",), ("play", "h", "--url"),
     ("conformance",)],
    ids=lambda command: str(command[0]),
)  # fmt: skip
def test_a_certificate_that_is_not_accepted_is_told_with_what_to_do(
    run: Run, tmp_path: Path, command: tuple[str, ...]
) -> None:
    context, trusted = certificate(tmp_path, "localhost")
    with at_https(context) as url:
        refused = run(*command, url)
        trusted_by_conformance.cache_clear()  # it reads them once for all its connections
        accepted = run(*command, url, SSL_CERT_FILE=trusted)

    assert refused.exit_code == 3
    assert refused.stderr.startswith(f"Error: The certificate of {url}")
    assert "self-signed certificate. If you trust it, name in SSL_CERT_FILE" in refused.stderr
    assert "certificate" not in accepted.stderr


def test_a_certificate_of_another_host_is_not_to_be_trusted(run: Run, tmp_path: Path) -> None:
    context, trusted = certificate(tmp_path, "elsewhere.example")
    with at_https(context) as url:
        refused = run("record", GAME, "--url", url, SSL_CERT_FILE=trusted)

    assert (refused.exit_code, "is not accepted: Hostname mismatch" in refused.stderr) == (3, True)
    assert "SSL_CERT_FILE" not in refused.stderr

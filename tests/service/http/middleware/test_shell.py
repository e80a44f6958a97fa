import asyncio
import logging
from collections.abc import AsyncIterator
from typing import Any

import pytest
from litestar import Response, delete, get, post
from litestar.params import FromPath, RawBody
from litestar.response import Stream
from prometheus_client import REGISTRY

from service.http.exchange import READ_OUT
from service.http.middleware.authentication import PUBLIC
from service.http.middleware.shell import SECURITY_HEADERS
from service.runtime.unavailable import Unavailable
from tests.service.http.surface import around, surface

closed: list[str] = []


@get("/games", opt=PUBLIC)
async def games() -> dict[str, int]:
    return {"games": 3}


@post("/games", opt=PUBLIC)
async def open_game() -> None:
    pass


@get("/games/{name:str}", opt=PUBLIC)
async def game(name: FromPath[str]) -> Response[str]:
    return Response(
        name, headers={"Cache-Control": "private, no-cache", "Content-Security-Policy": "default-src 'self'"}
    )


@delete("/games/{name:str}", opt=PUBLIC)
async def close_game(name: FromPath[str]) -> None:
    pass


@get("/endless", opt=PUBLIC)
async def endless() -> Stream:
    async def lines() -> AsyncIterator[bytes]:
        try:
            while True:
                yield b"\n"
                await asyncio.sleep(0.001)
        finally:
            closed.append("endless")

    return Stream(lines())


@get("/broken", opt=PUBLIC)
async def broken() -> Stream:
    async def lines() -> AsyncIterator[bytes]:
        yield b"\n"
        raise KeyError("the queen of spades")

    return Stream(lines())


@get("/away", opt=PUBLIC)
async def away() -> Stream:
    async def lines() -> AsyncIterator[bytes]:
        yield b"\n"
        raise Unavailable("the log is away")

    return Stream(lines())


ROUTES = (games, open_game, game, close_game, endless, broken, away)


@pytest.mark.parametrize("path", ["/games", "/games/whist", "/nowhere"])
async def test_head_is_get_without_the_body(path: str) -> None:
    async with surface(*ROUTES) as client:
        of_get = await client.get(path, headers={"X-Request-Id": "one"})
        of_head = await client.head(path, headers={"X-Request-Id": "one"})

    assert of_head.content == b""
    assert of_get.content != b""
    assert of_head.status_code == of_get.status_code
    assert of_head.headers == of_get.headers


@post("/said", opt=PUBLIC)
async def said(body: RawBody) -> int:
    return len(body)


async def test_a_body_that_is_broken_off_is_the_clients_own_affair(caplog: pytest.LogCaptureFixture) -> None:
    received: list[Any] = [
        {"type": "http.request", "body": b"half a bo", "more_body": True},
        {"type": "http.disconnect"},
    ]
    sent: list[Any] = []
    scope = {"type": "http", "method": "POST", "path": "/said", "raw_path": b"/said", "query_string": b""}
    scope |= {"headers": [(b"host", b"parlour.test")], "http_version": "1.1"}

    async def receive() -> Any:
        return received.pop(0)

    async def send(message: Any) -> None:
        sent.append(message)

    app: Any = around(said)
    async with app.lifespan():
        await app(scope, receive, send)

    assert (sent[0]["status"], received) == (400, [])
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


async def test_head_of_a_stream_ends() -> None:
    closed.clear()
    async with asyncio.timeout(60), surface(*ROUTES) as client:
        answer = await client.head("/endless")

    assert answer.status_code == 200
    assert closed == ["endless"]


@pytest.mark.parametrize(
    ("path", "methods"),
    [
        ("/games", "GET, HEAD, OPTIONS, POST"),
        ("/games/whist", "DELETE, GET, HEAD, OPTIONS"),
    ],
)
async def test_options_names_all_methods_of_a_path(path: str, methods: str) -> None:
    async with surface(*ROUTES) as client:
        answer = await client.request("OPTIONS", f"http://parlour.test{path}")

    assert answer.status_code == 204
    assert answer.headers["allow"] == methods


async def test_options_of_an_unknown_path_is_not_found() -> None:
    async with surface(*ROUTES) as client:
        answer = await client.options("/nowhere")

    assert answer.status_code == 404


@pytest.mark.parametrize("given", ["one", "A.b_c-1", "a" * 64])
async def test_a_sane_request_id_is_kept(given: str) -> None:
    async with surface(*ROUTES) as client:
        answer = await client.get("/nowhere", headers={"X-Request-Id": given})

    assert answer.headers["x-request-id"] == given == answer.json()["instance"]


@pytest.mark.parametrize("given", ["", "a b", "a" * 65, "<script>", "é".encode().decode("latin-1")])
async def test_any_other_request_id_is_replaced(given: str) -> None:
    async with surface(*ROUTES) as client:
        first = await client.get("/games", headers={b"X-Request-Id": given.encode("latin-1")})
        second = await client.get("/games")

    assert len(first.headers["x-request-id"]) == 32
    assert len({first.headers["x-request-id"], second.headers["x-request-id"], given}) == 3


async def test_security_headers_are_a_setting() -> None:
    async with surface(*ROUTES) as client:
        with_them = await client.get("/nowhere")
    async with surface(*ROUTES, security_headers=False) as client:
        without = await client.get("/nowhere")

    names = {name.decode(): value.decode() for name, value in SECURITY_HEADERS}
    assert names.items() <= dict(with_them.headers).items()
    assert not names.keys() & without.headers.keys()


async def test_nothing_is_kept_on_its_way_unless_the_handler_says_so() -> None:
    async with surface(*ROUTES) as client:
        silent = await client.get("/games")
        speaking = await client.get("/games/whist")

    assert silent.headers["cache-control"] == "no-store"
    assert speaking.headers.get_list("cache-control") == ["private, no-cache"]
    assert speaking.headers.get_list("content-security-policy") == ["default-src 'self'"]


async def test_pages_elsewhere_may_ask_only_where_a_setting_says_so() -> None:
    page = {"Origin": "https://cards.example"}
    async with surface(*ROUTES) as client:
        nobody = await client.get("/games", headers=page)
    async with surface(*ROUTES, origins=("https://other.example",)) as client:
        other = await client.get("/games", headers=page)
    async with surface(*ROUTES, origins=("https://cards.example",)) as client:
        this = await client.get("/games", headers=page)
    async with surface(*ROUTES, origins=("*",)) as client:
        everybody = await client.get("/games", headers=page)

    allowed = "access-control-allow-origin"
    assert allowed not in nobody.headers
    assert allowed not in other.headers
    assert this.headers[allowed] == "https://cards.example"
    assert everybody.headers[allowed] == "*"
    assert "Origin" in other.headers["vary"]
    assert "ETag" in this.headers["access-control-expose-headers"]


async def test_a_preflight_allows_the_methods_and_headers_that_there_are() -> None:
    asked = {"Origin": "https://cards.example", "Access-Control-Request-Method": "POST"}
    async with surface(*ROUTES, origins=("https://cards.example",)) as client:
        answer = await client.options("/games", headers=asked)

    assert answer.status_code == 204
    assert answer.headers["access-control-allow-origin"] == "https://cards.example"
    assert "POST" in answer.headers["access-control-allow-methods"]
    assert "Authorization" in answer.headers["access-control-allow-headers"]


async def test_requests_are_logged_and_counted_by_the_template_of_their_route(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def counted() -> float:
        labels = {"method": "HEAD", "route": "/games/{name}", "status": "200"}
        return REGISTRY.get_sample_value("parlour_requests_total", labels) or 0.0

    before = counted()
    with caplog.at_level(logging.INFO, "parlour.access"):
        async with surface(*ROUTES) as client:
            await client.head("/games/secret-game")

    (line,) = (record for record in caplog.records if record.name == "parlour.access")
    assert (line.method, line.route, line.status) == ("HEAD", "/games/{name}", 200)  # type: ignore[attr-defined]
    assert "secret-game" not in str(vars(line))
    assert counted() == before + 1


async def test_a_made_up_method_makes_no_new_metric() -> None:
    async with surface(*ROUTES) as client:
        answer = await client.request("SHUFFLE", "/games")

    assert answer.status_code == 405
    assert not [sample for metric in REGISTRY.collect() for sample in metric.samples if "SHUFFLE" in str(sample.labels)]


@pytest.mark.parametrize(("pieces", "taken"), [(50, 50), (10**6, READ_OUT // 65536)])
async def test_what_nobody_reads_of_a_body_is_read_before_the_answer(pieces: int, taken: int) -> None:
    given = 0

    async def body() -> AsyncIterator[bytes]:
        nonlocal given
        for given in range(1, pieces + 1):  # noqa: B007 - the test looks at it
            yield bytes(65536)

    async with surface(*ROUTES) as client:
        answer = await client.post("/nowhere", content=body())

    assert answer.status_code == 404
    assert given == taken


async def test_a_body_that_comes_with_a_get_is_read_before_the_answer_too() -> None:
    given = 0

    async def body() -> AsyncIterator[bytes]:
        nonlocal given
        for given in range(1, 4):  # noqa: B007 - the test looks at it
            yield b"null"

    async with surface(*ROUTES) as client:
        answer = await client.request("GET", "/games", content=body(), headers={"Content-Length": "12"})

    assert answer.status_code == 200
    assert given == 3


async def test_an_answer_that_breaks_off_is_logged_and_not_told(caplog: pytest.LogCaptureFixture) -> None:
    async with surface(*ROUTES) as client:
        with pytest.raises(ConnectionAbortedError) as broken_off:
            await client.get("/broken")

    assert "queen" not in str(broken_off.value)
    assert broken_off.value.__suppress_context__
    (told,) = [record for record in caplog.records if record.message == "Broken off"]
    assert told.exc_info is not None


async def test_an_answer_that_breaks_off_as_the_log_is_away_leaves_no_traceback(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with surface(*ROUTES) as client:
        with pytest.raises(ConnectionAbortedError):
            await client.get("/away")

    (told,) = [record for record in caplog.records if record.message == "Broken off"]
    assert (told.levelname, told.exc_info) == ("WARNING", None)
    assert vars(told)["cause"] == "the log is away"


@pytest.mark.parametrize(
    "path",
    [
        "//games",
        "/games/",
        "/games//whist",
        "/%67ames",
        "/games/%77hist",
        "//",
        "/games/whist/",
        "/gam%65s/",
        "/games/whist;a",
    ],
)
@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS", "DELETE"])
async def test_a_path_has_one_spelling(method: str, path: str) -> None:
    async with surface(*ROUTES) as client:
        answer = await client.request(method, f"http://parlour.test{path}")
        right = await client.get("/games/whist")

    assert right.status_code == 200
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert int(answer.headers["content-length"]) > 0
    assert method == "HEAD" or answer.json()["instance"] == answer.headers["x-request-id"]
    assert method != "HEAD" or answer.content == b""


@pytest.mark.parametrize(
    ("target", "status", "code"),
    [
        ("/games/" + "a" * 493, 200, None),
        ("/games/" + "a" * 494, 404, "not_found"),
        ("/games?after=" + "a" * 19_994, 200, None),
        ("/games?after=" + "a" * 19_995, 400, "invalid_request"),
        ("/games?" + "&".join("a" * 50), 200, None),
        ("/games?" + "&".join("a" * 51), 400, "invalid_request"),
    ],
)
async def test_what_is_remembered_of_a_request_is_short(target: str, status: int, code: str | None) -> None:
    async with surface(*ROUTES) as client:
        answer = await client.get(target)

    assert (answer.status_code, answer.json().get("code") if code else None) == (status, code)


@pytest.mark.parametrize(
    ("version", "hosts", "status"),
    [
        ("1.1", [], 400),
        ("1.1", [b""], 400),
        ("1.1", [b"parlour.test"], 200),
        ("1.1", [b"parlour.test", b"parlour.test"], 400),
        ("1.1", [b"parlour.test", b""], 400),
        ("1.1", [b"[::1]:8000"], 200),
        ("1.1", [b"parlour.test/games"], 400),
        ("1.1", [b"parlour.test\n"], 400),
        ("1.0", [], 200),
        ("1", [b""], 200),
        ("1.0", [b"parlour.test", b"parlour.test"], 400),
        ("2", [b"parlour.test"], 200),
    ],
)
async def test_a_request_names_its_host_once(version: str, hosts: list[bytes], status: int) -> None:
    scope = {"type": "http", "method": "GET", "path": "/games", "raw_path": b"/games", "query_string": b""}
    scope |= {"headers": [(b"host", host) for host in hosts], "http_version": version, "client": ("127.0.0.1", 1)}
    sent: list[Any] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    app: Any = around(*ROUTES)
    async with app.lifespan():
        await app(scope, receive, send)

    assert sent[0]["status"] == status
    assert status == 200 or b'"code":"invalid_request"' in sent[1]["body"]


@pytest.mark.parametrize(("length", "taken"), [("9", 3), ("65536", 3), ("65537", 0)])
async def test_a_body_that_is_too_large_is_not_read_of_a_client_that_asks_first(length: str, taken: int) -> None:
    given = 0

    async def body() -> AsyncIterator[bytes]:
        nonlocal given
        for given in range(1, 4):  # noqa: B007 - the test looks at it
            yield b"abc"

    async with surface(*ROUTES) as client:
        headers = {"Content-Length": length, "Expect": "100-continue"}
        answer = await client.request("POST", "/nowhere", content=body(), headers=headers)

    assert (answer.status_code, given) == (404, taken)

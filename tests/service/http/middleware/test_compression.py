import gzip
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from litestar import Request, Response, get
from litestar.params import FromPath
from litestar.response import Stream
from litestar.types import HTTPReceiveMessage

from service.http.exchange import Exchange
from service.http.middleware.authentication import PUBLIC
from service.http.middleware.compression import LARGEST_AT_ONCE, SMALLEST, codings, codings_of
from service.http.wire.documents import Document
from service.http.wire.responses import Answer
from tests.service.http.surface import IN_MEMORY, InProcess, in_memory, served, surface

made: list[str] = []


def make() -> bytes:
    made.append("document")
    return b"the queen of spades " * 100


DOCUMENT = Document(make, "text/plain; charset=utf-8", max_age=60, policy="default-src 'none'")
SHORT = Document(lambda: b"pass", "text/plain; charset=utf-8", max_age=60)


@get("/answers/{size:int}", opt=PUBLIC)
async def answers(size: FromPath[int]) -> Response[str]:
    return Response("a" * size, media_type="text/plain", headers={"ETag": 'W/"1"'})


@get("/pictures", opt=PUBLIC)
async def pictures() -> Response[bytes]:
    return Response(b"a" * 5_000, media_type="image/png")


@get("/streams", opt=PUBLIC)
async def streams() -> Stream:
    async def lines() -> AsyncIterator[bytes]:
        yield b"a" * 5_000
        yield b"b" * 5_000

    return Stream(lines(), media_type="application/x-ndjson")


@get("/documents", opt=PUBLIC)
async def documents(request: Request[Any, Any, Any]) -> Answer:
    return await DOCUMENT.answer(request, request.headers.get("if-none-match"))


@get("/short", opt=PUBLIC)
async def short(request: Request[Any, Any, Any]) -> Answer:
    return await SHORT.answer(request, None)


HANDLERS = [answers, pictures, streams, documents, short]


async def receive() -> HTTPReceiveMessage:
    """Say that the client has gone."""
    return {"type": "http.disconnect"}


async def asked(path: str, accepted: str, method: str = "GET", **headers: str) -> tuple[httpx.Response, bytes]:
    """Return an answer, and its body as it was sent."""
    async with surface(*HANDLERS) as client:
        request = client.build_request(method, path, headers={"Accept-Encoding": accepted, **headers})
        answer = await client.send(request, stream=True)
        return answer, b"".join([part async for part in answer.aiter_raw()])


@pytest.mark.parametrize(
    ("accepted", "expected"),
    [
        (b"", set()),
        (b"gzip", {"gzip"}),
        (b"GZIP;q=0.5, br;q=1", {"gzip", "br"}),
        (b"gzip;q=0, *", {"br"}),
        (b"br; q=0.000, gzip", {"gzip"}),
        (b"identity, deflate, zstd", set()),
        (b"*", {"gzip", "br"}),
        (b"," * 2_000 + b"gzip", set()),
    ],
)
def test_a_client_says_what_it_takes(accepted: bytes, expected: set[str]) -> None:
    assert codings(Exchange([(b"accept-encoding", accepted)], receive)) == expected


def test_no_long_header_is_kept_to_know_what_it_says() -> None:
    codings_of.cache_clear()
    for number in range(20):
        codings(Exchange([(b"accept-encoding", b"gzip" + b" " * 10_000 + b"%d" % number)], receive))

    assert codings_of.cache_info().currsize == 1


@pytest.mark.parametrize("size", [SMALLEST, LARGEST_AT_ONCE + 1])
async def test_an_answer_is_compressed_for_a_client_that_takes_that(size: int) -> None:
    answer, raw = await asked(f"/answers/{size}", "gzip")

    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["vary"] == "Accept-Encoding"
    assert answer.headers["etag"] == 'W/"1"'
    assert int(answer.headers["content-length"]) == len(raw) < size / 10
    assert gzip.decompress(raw) == b"a" * size


async def test_others_get_it_as_it_is_and_caches_are_told() -> None:
    answer, raw = await asked("/answers/5000", "identity")

    assert (raw, answer.headers["vary"]) == (b"a" * 5_000, "Accept-Encoding")
    assert "content-encoding" not in answer.headers


@pytest.mark.parametrize(("path", "size"), [(f"/answers/{SMALLEST - 1}", SMALLEST - 1), ("/pictures", 5_000)])
async def test_what_is_small_or_no_text_is_not_worth_it(path: str, size: int) -> None:
    answer, raw = await asked(path, "gzip")

    assert len(raw) == size
    assert not {"content-encoding", "vary"} & answer.headers.keys()


async def test_a_stream_passes_as_it_is() -> None:
    answer, raw = await asked("/streams", "gzip")

    assert (len(raw), "content-encoding" in answer.headers) == (10_000, False)


@pytest.mark.parametrize("accepted", ["gzip", "identity"])
async def test_head_has_the_headers_of_get(accepted: str) -> None:
    whole, _ = await asked("/answers/5000", accepted)
    head, raw = await asked("/answers/5000", accepted, "HEAD")

    said = {name: value for name, value in whole.headers.items() if name not in {"content-length", "x-request-id"}}
    assert raw == b""
    assert {name: value for name, value in head.headers.items() if name in said} == said
    assert head.headers.get("content-length", "5000") == "5000"


async def test_a_document_is_made_once_and_has_one_tag_in_all_codings() -> None:
    found = {coding: await asked("/documents", coding) for coding in ("identity", "gzip", "br", "gzip, br", "br")}

    assert made == ["document"]
    assert [answer.headers.get("content-encoding") for answer, _ in found.values()] == [None, "gzip", "br", "br"]
    assert len({answer.headers["etag"] for answer, _ in found.values()}) == 1
    assert {answer.headers["vary"] for answer, _ in found.values()} == {"Accept-Encoding"}
    assert {answer.headers["cache-control"] for answer, _ in found.values()} == {"public, max-age=60"}
    assert {answer.headers["content-security-policy"] for answer, _ in found.values()} == {"default-src 'none'"}
    assert gzip.decompress(found["gzip"][1]) == found["identity"][1]
    assert len(found["br"][1]) < len(found["gzip"][1]) < len(found["identity"][1])


async def test_a_document_is_not_sent_again_to_a_client_that_has_it() -> None:
    first, _ = await asked("/documents", "br")
    same, raw = await asked("/documents", "gzip", **{"If-None-Match": first.headers["etag"]})
    other, _ = await asked("/documents", "gzip", **{"If-None-Match": '"0"'})

    assert (same.status_code, raw, same.headers["etag"]) == (304, b"", first.headers["etag"])
    assert (other.status_code, other.headers["content-encoding"]) == (200, "gzip")


async def test_a_short_document_is_sent_as_it_is() -> None:
    answer, raw = await asked("/short", "br, gzip")

    assert (raw, "content-encoding" in answer.headers) == (b"pass", False)


async def test_an_answer_with_a_secret_is_too_short_to_be_compressed() -> None:
    async with served(IN_MEMORY, in_memory()) as app, InProcess(app) as client:
        client.headers["accept-encoding"] = "gzip"
        created = await client.post("/v1/players", json={"name": "A" * 40})
        client.headers["authorization"] = f"Bearer {created.json()['token']}"
        opened = await client.post("/v1/tables", json={"game": "literature"})
        table = opened.json()["id"]
        link = await client.post(f"/v1/tables/{table}/invitations/link")
        ticket = await client.post("/v1/streams/tickets")
        seen = await client.get(f"/v1/tables/{table}/view")

    assert seen.headers["content-encoding"] == "gzip"
    for secret in (created, link, ticket):
        assert secret.is_success
        assert "content-encoding" not in secret.headers

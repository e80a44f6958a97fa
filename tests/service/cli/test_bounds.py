"""Answers without an end, or packed to fill the memory, end in an error that says so."""

import gzip
import itertools
import zlib
from collections.abc import AsyncIterator, Callable, Iterable, Iterator

import httpx
import pytest

from service.cli import bounds, connection
from service.cli.bounds import STREAM, BadAnswer
from tests.service.cli.conftest import Run

URL = "http://parlour.test"
MOST = 1000
GAME = "0b35a1f2-7a1e-4b8e-9d3c-5f6a7b8c9d0e"

Connect = Callable[..., httpx.Client]


class Body(httpx.SyncByteStream, httpx.AsyncByteStream):
    """A body in pieces; one without an end fails the test where far more is read than may be."""

    def __init__(self, pieces: Iterable[bytes]) -> None:
        self._pieces = pieces

    def __iter__(self) -> Iterator[bytes]:
        read = 0
        for piece in self._pieces:
            read += len(piece)
            assert read < 100 * MOST, "far too much is read"
            yield piece

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for piece in self:
            yield piece


def answering(pieces: Iterable[bytes], status: int = 200, **headers: str) -> httpx.MockTransport:
    given = {name.replace("_", "-"): value for name, value in headers.items()}
    return httpx.MockTransport(lambda _: httpx.Response(status, headers=given, stream=Body(pieces)))


@pytest.fixture(autouse=True)
def little(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answers may have few bytes."""
    monkeypatch.setattr(bounds, "MOST_BYTES", MOST)


def client(pieces: Iterable[bytes], status: int = 200, **headers: str) -> httpx.Client:
    return connection.asking(URL, transport=answering(pieces, status, **headers))


def bomb() -> bytes:
    packing = zlib.compressobj(9, zlib.DEFLATED, 31)
    return b"".join(packing.compress(bytes(1024**2)) for _ in range(64)) + packing.flush()


@pytest.mark.parametrize("status", [200, 404, 503])
def test_an_answer_without_an_end_is_not_read_to_it(status: int) -> None:
    with pytest.raises(BadAnswer, match=r"The answer to GET http://parlour\.test/x is longer than"):
        client(itertools.repeat(b" " * 100), status).get(f"{URL}/x?token=secret")


async def test_nor_by_a_client_that_asks_for_much_at_once() -> None:
    context = connection.certificates_for(URL)
    async with connection.asking_at_once(URL, context, transport=answering(itertools.repeat(b" " * 100))) as http:
        with pytest.raises(BadAnswer, match="is longer than"):
            await http.get("/x")


def test_what_is_packed_small_is_unpacked_in_pieces() -> None:
    with pytest.raises(BadAnswer, match="is longer than"):
        client([bomb()], Content_Encoding="gzip").get(URL)


@pytest.mark.parametrize("size", [0, 1, bounds.PIECE - 1, bounds.PIECE, bounds.PIECE + 1, 3 * bounds.PIECE])
def test_what_is_packed_is_read_whole(monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    monkeypatch.setattr(bounds, "MOST_BYTES", size)
    packed = gzip.compress(bytes(size))

    assert client([packed[:7], packed[7:]], Content_Encoding="gzip").get(URL).content == bytes(size)


@pytest.mark.parametrize(
    ("body", "coding", "why"),
    [
        (b"no gzip", "gzip", "cannot be unpacked"),
        (gzip.compress(b"{}", mtime=0) + b"more", "gzip", "goes on after the end of what is packed"),
        (b"", "br", "is encoded as br, which nobody has asked for"),
        (b"", "gzip, gzip", "is encoded as gzip, gzip, which"),
    ],
)
def test_what_cannot_be_unpacked_is_told(body: bytes, coding: str, why: str) -> None:
    with pytest.raises(BadAnswer, match=why):
        client([body], Content_Encoding=coding).get(URL)


def test_nothing_is_asked_for_that_cannot_be_unpacked() -> None:
    echo = httpx.MockTransport(lambda request: httpx.Response(200, text=request.headers["Accept-Encoding"]))

    assert connection.asking(URL, transport=echo).get(URL).text == "gzip, identity"


def test_an_answer_that_comes_too_slowly_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "LONGEST_SECONDS", -1)

    with pytest.raises(BadAnswer, match="has not ended in"):
        client(itertools.repeat(b" ")).get(URL)


def test_a_stream_may_go_on_for_ever_but_not_a_line_of_it() -> None:
    line = b"{}\n" + b" " * (MOST - 3)
    whole = itertools.chain([line] * 20, itertools.repeat(b" "))

    with client(whole).stream("GET", URL, extensions=STREAM) as answer:
        lines = answer.iter_lines()
        assert len(list(itertools.islice(lines, 20))) == 20
        with pytest.raises(BadAnswer, match="has a line that is longer than"):
            next(lines)


def test_a_stream_that_is_refused_is_an_answer_like_others() -> None:
    refused = client(itertools.repeat(b" \n"), 404).stream("GET", URL, extensions=STREAM)

    with refused as answer, pytest.raises(BadAnswer, match="is longer than"):
        answer.read()


def test_a_service_chooses_no_codec_of_python() -> None:
    answer = client([b"%7B"], Content_Type="text/plain; charset=hex").get(URL)

    assert answer.text == "%7B"


@pytest.mark.parametrize("arguments", [("record", GAME), ("replay", GAME), ("login",), ("play", "literature")])
def test_a_command_ends_with_the_exit_code_of_a_refusal(
    run: Run, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    monkeypatch.setattr("httpx._client.HTTPTransport", lambda **_: answering(itertools.repeat(b" " * 100)))

    result = run(*arguments, PARLOUR_URL=URL)

    assert (result.exit_code, "longer than" in result.stderr) == (1, True), result.output

"""One attempt: whatever the receiver does, it takes no long time and no memory, and goes nowhere else."""

import asyncio
import contextlib
import ssl
import tracemalloc
from collections.abc import Callable, Sequence
from ipaddress import ip_address
from pathlib import Path

import pytest

from service.webhooks.addresses import Address, Reach
from service.webhooks.port import Fault
from service.webhooks.posting import Poster, Result, Trust, looking_up
from tests.service.webhooks.certificates import certificate
from tests.service.webhooks.receiver import OK, Say, receiving, says

HERE = Reach(["127.0.0.0/8"], (0,), http=True)
BODY = b'{"type":"webhook.test"}'


class Names:
    """A server of names that gives other addresses each time it is asked."""

    def __init__(self, *answers: Sequence[str]) -> None:
        self.answers = list(answers)
        self.asked: list[str] = []

    async def __call__(self, host: str, port: int) -> Sequence[Address]:
        """Return the next addresses of a host."""
        self.asked.append(host)
        return [ip_address(each) for each in (self.answers.pop(0) if len(self.answers) > 1 else self.answers[0])]


def poster(names: Names | None = None, reach: Reach = HERE, *, seconds: float = 10.0) -> Poster:
    """Return what posts from here."""
    return Poster(reach, names or Names(["127.0.0.1"]), Trust(ssl.create_default_context), total_seconds=seconds)


async def test_a_message_is_posted() -> None:
    async with receiving() as receiver:
        result = await poster().post(f"http://bot.example:{receiver.port}/a?b=c", {"webhook-id": "msg_1"}, BODY)

    assert result == Result(204, None)
    assert result.is_delivered
    (got,) = receiver.got
    assert (got.url, got.body, got.id) == ("/a?b=c", BODY, "msg_1")
    assert got.headers["host"] == f"bot.example:{receiver.port}"


async def stalls(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Say nothing until the other side hangs up."""
    await reader.read()


async def drips(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Say a little of a head, again and again, for ever."""
    writer.write(b"HTTP/1.1 200 OK\r\n")
    while True:
        writer.write(b"a: " + b"b" * 100 + b"\r\n")
        await writer.drain()
        await asyncio.sleep(0)


async def pours(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Say a body without an end, as fast as it is taken."""
    writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
    while True:
        writer.write(bytes(2**16))
        await writer.drain()


@pytest.mark.parametrize(
    ("say", "status", "fault"),
    [
        (says(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"), 200, None),
        (says(b"HTTP/1.1 299 What\r\nContent-Length: 0\r\n\r\n"), 299, None),
        (says(b"HTTP/1.1 410 Gone\r\n\r\n"), 410, None),
        (says(b"HTTP/1.1 500 No\r\nContent-Length: 99999999999\r\n\r\n"), 500, None),
        (says(b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\nnone"), 200, None),
        (says(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"), 200, None),
        (says(b"HTTP/1.1 100 Continue\r\n\r\n" * 3 + OK), 204, None),
        (says(b"HTTP/1.1 100 Continue\r\n\r\n" * 50_000), None, "answer"),
        (says(b"HTTP/1.1 200 OK\r\n" + b"a: b\r\n" * 50_000), None, "answer"),
        (says(b"HTTP/1.1 200 OK\r\na: " + b"b" * 500_000), None, "answer"),
        (says(b"HTTP/1.1 " + b"2" * 500_000), None, "answer"),
        (says(b"SSH-2.0-OpenSSH_9.6\r\n"), None, "answer"),
        (says(b"+PONG\r\n" * 9), None, "answer"),
        (says(b""), None, "answer"),
        (pours, 200, None),
        (drips, None, "answer"),
    ],
)
async def test_a_hostile_answer_is_an_answer(say: Say, status: int | None, fault: Fault | None) -> None:
    peaks = []
    async with receiving(say) as receiver:
        for _ in range(2):  # what a process loads once, or does beside this, is measured as well
            tracemalloc.start()
            result = await poster().post(f"http://bot.example:{receiver.port}/", {}, BODY)
            peaks.append(tracemalloc.get_traced_memory()[1])
            tracemalloc.stop()
            assert result == Result(status, fault)

    assert min(peaks) < 4 * 2**20


@pytest.mark.parametrize(
    "to",
    ["http://127.0.0.1/", "http://169.254.169.254/latest/meta-data", "//[::1]/", "/elsewhere", "https://bot.example/"],
)
async def test_no_redirect_is_followed(to: str) -> None:
    answer = f"HTTP/1.1 307 Temporary Redirect\r\nLocation: {to}\r\nContent-Length: 0\r\n\r\n"
    async with receiving(says(answer.encode())) as receiver:
        names = Names(["127.0.0.1"])

        result = await poster(names).post(f"http://bot.example:{receiver.port}/", {}, BODY)

    assert result == Result(307, None)
    assert not result.is_delivered
    assert (receiver.connections, names.asked) == (1, ["bot.example"])


async def test_a_receiver_that_says_nothing_is_left() -> None:
    async with receiving(stalls) as receiver:
        result = await poster(seconds=0.05).post(f"http://bot.example:{receiver.port}/", {}, BODY)

    assert result == Result(None, "timeout")


async def test_names_that_take_long_are_not_waited_for() -> None:
    async def resolve(host: str, port: int) -> Sequence[Address]:
        return await asyncio.Future()

    slow = Poster(HERE, resolve, Trust(), total_seconds=0.05)

    assert await slow.post("http://bot.example/", {}, BODY) == Result(None, "timeout")


async def test_a_name_is_looked_up_once_and_its_address_is_connected_to() -> None:
    """A name that leads to a public address when it is checked, and to a private one when it is used."""
    async with receiving() as inside:
        names = Names(["8.8.8.8"], ["127.0.0.1"])
        reach = Reach(ports=(0,), http=True)
        rebinding = Poster(reach, names, Trust(), total_seconds=0.2)

        results = [await rebinding.post(f"http://bot.example:{inside.port}/", {}, BODY) for _ in range(3)]

        assert results[0].fault in {"timeout", "connection"}
        assert results[1:] == [Result(None, "not_allowed")] * 2
        assert names.asked == ["bot.example"] * 3
        assert inside.connections == 0


async def test_of_several_addresses_one_that_is_allowed_is_used() -> None:
    async with receiving() as receiver:
        names = Names(["10.0.0.1", "::1", "127.0.0.1", "::ffff:127.0.0.1"])

        result = await poster(names).post(f"http://bot.example:{receiver.port}/", {}, BODY)

    assert result == Result(204, None)


@pytest.mark.parametrize(
    "address", ["127.0.0.1", "::1", "10.0.0.1", "169.254.169.254", "fd00::1", "::ffff:127.0.0.1", "64:ff9b::7f00:1"]
)
async def test_a_name_of_a_private_address_is_connected_to_by_nobody(address: str) -> None:
    async with receiving() as receiver:
        outside = poster(Names([address]), Reach(ports=(0,), http=True))

        assert await outside.post(f"http://bot.example:{receiver.port}/", {}, BODY) == Result(None, "not_allowed")
        assert receiver.connections == 0


async def test_what_was_allowed_and_is_no_longer_is_not_reached() -> None:
    assert await poster(reach=Reach()).post("http://bot.example:22/", {}, BODY) == Result(None, "not_allowed")


async def test_proxies_of_the_environment_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    async with receiving() as proxy, receiving() as receiver:
        for name in ("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
            monkeypatch.setenv(name, f"http://127.0.0.1:{proxy.port}")

        result = await poster().post(f"http://bot.example:{receiver.port}/", {}, BODY)

        assert result == Result(204, None)
        assert (proxy.connections, receiver.connections) == (0, 1)


async def test_names_are_looked_up_as_the_host_does() -> None:
    async with looking_up(1) as resolve:
        found = await resolve("127.0.0.1", 443)
        with pytest.raises(OSError, match=r".+"):
            await resolve("no-such-name.invalid", 443)

    assert found == [ip_address("127.0.0.1")]


async def test_nobody_there_and_no_name() -> None:
    async with receiving() as receiver:
        port = receiver.port
    nowhere = Poster(HERE, Names([]), Trust())

    assert await poster().post(f"http://bot.example:{port}/", {}, BODY) == Result(None, "connection")
    assert await nowhere.post("http://bot.example/", {}, BODY) == Result(None, "name")


@pytest.mark.parametrize(("name", "fault"), [("bot.example", None), ("other.example", "tls"), (None, "tls")])
async def test_tls_must_prove_the_name(tmp_path: Path, name: str | None, fault: Fault | None) -> None:
    """A good certificate, one of another name, and one that nobody has signed whom the service trusts."""
    theirs, trusted = certificate(tmp_path, name or "bot.example")
    context = ssl.create_default_context(cafile=trusted if name else None)
    async with receiving(tls=theirs) as receiver:
        sender = Poster(HERE, Names(["127.0.0.1"]), Trust(lambda: context))

        result = await sender.post(f"https://bot.example:{receiver.port}/", {}, BODY)

    assert result.fault == fault
    assert len(receiver.got) == (fault is None)


@pytest.mark.parametrize(
    ("said", "result"),
    [(b"", Result(None, "tls")), (b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n", Result(200, None))],
)
async def test_tls_that_goes_wrong_after_its_handshake_is_a_fault_of_the_receiver(
    tmp_path: Path, said: bytes, result: Result
) -> None:
    theirs, trusted = certificate(tmp_path, "bot.example")

    async def break_off(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        secured = await secured_by(theirs, reader, writer)
        writer.write(secured(said) + b"\x17\x03\x03\x00\x20" + bytes(32))
        await reader.read()
        writer.close()

    sender = Poster(HERE, Names(["127.0.0.1"]), Trust(lambda: ssl.create_default_context(cafile=trusted)))
    async with await asyncio.start_server(break_off, "127.0.0.1", 0) as server:
        url = f"https://bot.example:{server.sockets[0].getsockname()[1]}/"

        assert await sender.post(url, {}, BODY) == result


async def secured_by(
    context: ssl.SSLContext, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> Callable[[bytes], bytes]:
    """Shake hands by TLS, and read a little; return what makes bytes to send of what is said."""
    come, go = ssl.MemoryBIO(), ssl.MemoryBIO()
    tls = context.wrap_bio(come, go, server_side=True)

    async def done(step: Callable[[], object]) -> None:
        while True:
            with contextlib.suppress(ssl.SSLWantReadError):
                step()
                break
            writer.write(go.read())
            come.write(await reader.read(2**16))

    await done(tls.do_handshake)
    writer.write(go.read())
    await done(lambda: tls.read(1))

    def secure(said: bytes) -> bytes:
        if said:
            tls.write(said)
        return go.read()

    return secure


async def test_plain_http_where_tls_should_be_is_no_tls() -> None:
    async def answer(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(OK)
        writer.close()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        url = f"https://bot.example:{server.sockets[0].getsockname()[1]}/"

        assert await poster().post(url, {}, BODY) == Result(None, "tls")

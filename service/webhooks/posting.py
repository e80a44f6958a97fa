"""One attempt to deliver a message, over a connection of its own to an address that was looked at before.

Only the status of the answer counts. The head is read, in small pieces and no more than 16 KiB, and a moment is spent
on the rest, so that the receiver can finish; it is not kept. No redirect is followed, and no proxy is used.
"""

import asyncio
import contextlib
import socket
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from http import HTTPStatus
from ipaddress import ip_address
from typing import Any, NamedTuple

import httpcore

from service.webhooks.addresses import Address, NotAllowed, Reach
from service.webhooks.port import Fault

LARGEST_ANSWER = 16 * 2**10
"""Maximum number of bytes that are read of an answer."""
AT_A_TIME = 2 * 2**10
"""Maximum number of bytes that are read at a time: a head is parsed in pieces that take no time."""
TOTAL_SECONDS = 10.0
"""Maximum number of seconds that an attempt takes, the look-up of the name included."""
CONNECT_SECONDS = 3.0
"""Maximum number of seconds until the next of several addresses is tried."""
MOST_ADDRESSES = 3
DRAIN_SECONDS = 0.5

Resolve = Callable[[str, int], Awaitable[Sequence[Address]]]
"""Gives the addresses of a host. Raises `OSError`."""


class Result(NamedTuple):
    """The outcome of an attempt: a status, or what was wrong."""

    status: int | None
    fault: Fault | None

    @property
    def is_delivered(self) -> bool:
        """Whether the receiver has taken the message."""
        return self.status is not None and HTTPStatus.OK <= self.status < HTTPStatus.MULTIPLE_CHOICES


class NotPublic(Exception):
    """A host has no address that may be reached."""


class NoName(Exception):
    """A host has no address."""


class NoTls(Exception):
    """A host does not prove that it is the one of the URL."""


class LimitedStream(httpcore.AsyncNetworkStream):
    """A stream of which only a limited number of bytes is read, in small pieces."""

    def __init__(self, stream: httpcore.AsyncNetworkStream) -> None:
        self._stream = stream
        self._left = LARGEST_ANSWER

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:  # noqa: ASYNC109 - httpcore's
        """Return what comes next. Raises what httpcore raises, also when too much has come."""
        if self._left <= 0:
            raise httpcore.RemoteProtocolError("the answer is too long")
        data = await self._stream.read(min(max_bytes, AT_A_TIME, self._left), timeout)
        self._left -= len(data)
        return data

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:  # noqa: ASYNC109
        """Send all of it."""
        await self._stream.write(buffer, timeout)

    async def aclose(self) -> None:
        """Close it."""
        await self._stream.aclose()

    async def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,  # noqa: ASYNC109
    ) -> httpcore.AsyncNetworkStream:
        """Return the stream with TLS. Raises `NoTls`."""
        try:
            return LimitedStream(await self._stream.start_tls(ssl_context, server_hostname, timeout))
        except httpcore.ConnectError:
            raise NoTls from None

    def get_extra_info(self, info: str) -> Any:
        """Return what the stream tells of itself."""
        return self._stream.get_extra_info(info)


class Checked(httpcore.AsyncNetworkBackend):
    """Connects, for one attempt, to an address of a host that may be reached; the name is looked up once."""

    def __init__(self, reach: Reach, resolve: Resolve) -> None:
        self._reach = reach
        self._resolve = resolve
        self._network = httpcore.AnyIOBackend()
        self._stream: httpcore.AsyncNetworkStream | None = None

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Connect. Raises `NotPublic`, `NoName`, and what httpcore raises."""
        try:
            found = await self._resolve(host, port)
        except (OSError, UnicodeError):
            raise NoName from None
        allowed = [each for each in found if self._reach.may_reach(each)][:MOST_ADDRESSES]
        if not allowed:
            raise NotPublic if found else NoName
        *others, last = allowed
        for each in others:
            with contextlib.suppress(httpcore.ConnectError, httpcore.ConnectTimeout):
                return await self._connected(each, port, CONNECT_SECONDS)
        return await self._connected(last, port, timeout)

    async def _connected(self, address: Address, port: int, seconds: float | None) -> httpcore.AsyncNetworkStream:
        self._stream = await self._network.connect_tcp(str(address), port, seconds)
        return LimitedStream(self._stream)

    async def aclose(self) -> None:
        """Close what was connected: one that broke off while TLS began is nobody else's to close."""
        if self._stream is not None:
            await self._stream.aclose()


def usual() -> ssl.SSLContext:
    """Return whom TLS trusts as the host has it, or by the list that comes with httpx.

    It is imported only now: it brings a command line along, a fifth of a second of each start of a worker.
    """
    import httpx  # noqa: PLC0415

    return httpx.create_ssl_context()


class Trust:
    """Whom TLS trusts: `usual`, or something else. It is read when it is needed first."""

    def __init__(self, made: Callable[[], ssl.SSLContext] = usual) -> None:
        self._made = made
        self._context: ssl.SSLContext | None = None

    async def context(self) -> ssl.SSLContext:
        """Return the context of all connections."""
        if self._context is None:
            self._context = await asyncio.to_thread(self._made)
        return self._context


class Poster:
    """Posts messages; `resolve` looks up names."""

    def __init__(
        self,
        reach: Reach,
        resolve: Resolve,
        trust: Trust,
        *,
        total_seconds: float = TOTAL_SECONDS,
    ) -> None:
        self._reach = reach
        self._resolve = resolve
        self._trust = trust
        self._total_seconds = total_seconds

    async def post(self, url: str, headers: Mapping[str, str], body: bytes) -> Result:
        """Send a message; return what came of it."""
        try:
            async with asyncio.timeout(self._total_seconds):
                return Result(await self._posted(url, headers, body), None)
        except (NotAllowed, NotPublic):
            return Result(None, "not_allowed")
        except NoName:
            return Result(None, "name")
        except (NoTls, ssl.SSLError):  # the latter if it goes wrong after the handshake
            return Result(None, "tls")
        except (TimeoutError, httpcore.TimeoutException):
            return Result(None, "timeout")
        except httpcore.NetworkError:
            return Result(None, "connection")
        except httpcore.ProtocolError:
            return Result(None, "answer")

    async def _posted(self, url: str, headers: Mapping[str, str], body: bytes) -> int:
        scheme, host, port, target = self._reach.target(url)
        given = httpcore.URL(scheme=scheme, host=host, port=port, target=target)
        request = httpcore.Request(
            "POST",
            given,
            headers=[("Host", authority(host, port, scheme)), ("Content-Length", str(len(body))), *headers.items()],
            content=body,
        )
        context = await self._trust.context() if scheme == "https" else None
        backend = Checked(self._reach, self._resolve)
        async with (
            contextlib.aclosing(backend),
            httpcore.AsyncHTTPConnection(
                given.origin, context, keepalive_expiry=0.0, network_backend=backend
            ) as connection,
        ):
            response = await connection.handle_async_request(request)
            with contextlib.suppress(TimeoutError, httpcore.NetworkError, httpcore.ProtocolError, ssl.SSLError):
                async with asyncio.timeout(DRAIN_SECONDS):
                    async for _ in response.aiter_stream():
                        pass
            return response.status


def authority(host: str, port: int, scheme: str) -> str:
    """Return what the header `Host` says."""
    shown = f"[{host}]" if ":" in host else host
    return shown if port == {"https": 443, "http": 80}[scheme] else f"{shown}:{port}"


@contextlib.asynccontextmanager
async def looking_up(threads: int) -> AsyncIterator[Resolve]:
    """Give what looks up names as this host does, a limited number at a time, on threads that nobody else waits for."""
    pool = ThreadPoolExecutor(threads, thread_name_prefix="parlour-names")

    async def resolve(host: str, port: int) -> Sequence[Address]:
        ask = partial(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM)
        found = await asyncio.get_running_loop().run_in_executor(pool, ask)
        return list(dict.fromkeys(ip_address(address[0]) for *_, address in found))

    try:
        yield resolve
    finally:
        pool.shutdown(wait=False, cancel_futures=True)

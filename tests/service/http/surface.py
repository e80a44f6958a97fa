"""A client of the service in process, and a bare surface for handlers that tests make up."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from datetime import timedelta
from functools import lru_cache
from time import perf_counter
from typing import Any, cast

import httpx
from litestar import Litestar

from service.accounts.memory import MemoryAccounts
from service.app import Surroundings, furnished, routed
from service.chat.memory import MemoryChat
from service.http.exchange import LARGEST_BODY
from service.http.middleware.admission import admit
from service.http.middleware.exceptions import HANDLERS
from service.http.middleware.senders import Senders
from service.http.middleware.sending import LargeBodies
from service.http.middleware.shell import Shell
from service.http.routes import Routed
from service.meeting.memory import MemorySeeks
from service.play.house_pace import HousePace
from service.runtime.time import now
from service.settings import Settings
from service.store.memory import MemoryStore
from service.surroundings import new_secret
from tests.openapi.promised import must_be_promised
from tests.service.tournaments.calculated import InThisProcess
from tests.unlimited import UNLIMITED

Client = httpx.AsyncClient


@lru_cache
def whole(base: str, url: str) -> httpx.URL:
    """Return a URL that may lack its beginning."""
    return httpx.URL(base.removesuffix("/") + url if url.startswith("/") else url)


class InProcess(Client):
    """A client of an application in process, to which no operation may answer with a code that it does not promise.

    It knows no cookies and follows nothing: all that takes longer than most answers of the service.
    """

    def __init__(self, app: Litestar) -> None:
        """Take the application. Answers come as they are: how short one can be made depends on the ids in it."""
        self.transport = httpx.ASGITransport(cast("Any", app))
        super().__init__(
            transport=self.transport,
            base_url="http://parlour.test",
            headers={"Accept-Encoding": "identity"},
            event_hooks={"response": [must_be_promised]},
        )

    def build_request(
        self, method: str, url: httpx.URL | str, *, headers: Any = None, timeout: Any = None, **content: Any
    ) -> httpx.Request:
        """Return a request for a path or a whole URL, with this client's headers where it names none of its own."""
        own = httpx.Headers(headers)
        shared = (each for each in self.headers.raw if each[0].decode() not in own)
        return httpx.Request(method, whole(str(self.base_url), str(url)), headers=[*shared, *own.raw], **content)

    async def send(self, request: httpx.Request, *, stream: bool = False, **how: Any) -> httpx.Response:
        """Return the answer, read unless it is wanted as a stream."""
        begun = perf_counter()
        answer = await self.transport.handle_async_request(request)
        answer.request, answer.elapsed = request, timedelta(seconds=perf_counter() - begun)
        for look in self.event_hooks["response"]:
            await look(answer)
        if not stream:
            await answer.aread()
        return answer


IN_MEMORY = Settings(signing_key=bytes(32), **UNLIMITED)
"""The settings of a service that keeps everything in memory."""


class Later:
    """A clock that is never asked twice at the same time."""

    def __init__(self) -> None:
        self._last = 0

    def __call__(self) -> int:
        """Return the time, in ms."""
        self._last = max(now(), self._last + 1)
        return self._last


FAST = HousePace(thinking_seconds=0.0, courtesy_seconds=(0.0, 0.0), rest=0.0)
"""The pace of house players for whom nobody waits."""


def in_memory(now: Callable[[], int] = now, secret: Callable[[], bytes] = new_secret) -> Surroundings:
    """Return surroundings without a database and without other processes, where house players are fast."""
    return Surroundings(
        now=now,
        secret=secret,
        store=MemoryStore(),
        accounts=MemoryAccounts(),
        seeks=MemorySeeks(),
        chat=MemoryChat(),
        house_pace=FAST,
        calculating=InThisProcess(),
    )


@contextlib.asynccontextmanager
async def started(app: Litestar) -> AsyncIterator[Litestar]:
    """Start the service and stop it, both in one task: a fixture's two halves are not."""
    ready, stop = asyncio.Event(), asyncio.Event()

    async def live() -> None:
        async with app.lifespan():
            ready.set()
            await stop.wait()

    async with asyncio.TaskGroup() as group:
        group.create_task(live())
        await ready.wait()
        yield app
        stop.set()


ROUTED: list[tuple[Litestar, Any]] = []
"""Routes of services that have stopped, each with its handler: to make them takes longer than most tests."""


@contextlib.asynccontextmanager
async def served(settings: Settings, surroundings: Surroundings) -> AsyncIterator[Litestar]:
    """Start a service as `create_app` makes it, and stop it; only the routes are those of one that was there before."""
    if not ROUTED:
        app = routed()
        ROUTED.append((app, app.asgi_handler))
    app, app.asgi_handler = routes = ROUTED.pop()
    async with started(furnished(app, settings, surroundings)):
        yield app
    ROUTED.append(routes)


@contextlib.asynccontextmanager
async def two_workers(surroundings: Surroundings) -> AsyncIterator[tuple[Client, Client]]:
    """Start two workers of one service that keeps everything in memory; give a client of each."""
    async with (
        served(IN_MEMORY, surroundings) as here,
        served(IN_MEMORY, surroundings) as there,
        InProcess(here) as client,
        InProcess(there) as elsewhere,
    ):
        yield client, elsewhere


@contextlib.asynccontextmanager
async def surface(
    *handlers: Any, origins: tuple[str, ...] = (), security_headers: bool = True
) -> AsyncIterator[Client]:
    """Serve handlers with the shell and the problem documents of the service, and nothing else of it."""
    app = around(*handlers, origins=origins, security_headers=security_headers)
    async with app.lifespan(), InProcess(app) as client:
        yield client


def around(
    *handlers: Any,
    origins: tuple[str, ...] = (),
    security_headers: bool = True,
    senders: Senders | None = None,
    bodies: LargeBodies | None = None,
) -> Litestar:
    """Return handlers in the shell of the service, not started."""
    app = Routed(
        handlers,
        before_request=admit,
        exception_handlers=HANDLERS,
        logging_config=None,
        openapi_config=None,
        request_max_body_size=LARGEST_BODY,
    )
    app.asgi_handler = Shell(app, origins=origins, security_headers=security_headers, senders=senders, bodies=bodies)
    return app

"""The composition root: settings in, the ASGI application out.

`application` is what the server calls in each worker; `create_app` is the same without the logs, for tests and tools.
"""

import asyncio
import contextlib
import signal
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from functools import cache, partial
from typing import Any

import asyncpg
import msgspec
from litestar import Litestar, Router
from litestar.datastructures import State
from litestar.openapi import OpenAPIConfig
from redis.asyncio import Redis

from service import logs
from service.accounts import Accounts
from service.background import running
from service.http import docs, operations, players, problems
from service.http.authentication import Authentication
from service.http.edge import Edge
from service.revocations import Revocations
from service.settings import Settings

LARGEST_BODY = 64 * 1024
CONNECTIONS = 10

V1 = [*players.HANDLERS]
"""The handlers of the contract, below `/v1`."""


def application() -> Litestar:
    """Return the service as the environment sets it, with its logs set up."""
    settings = Settings.from_environment()
    logs.configure(settings.log_level)
    return create_app(settings)


def create_app(settings: Settings | None = None) -> Litestar:
    """Return the service; it opens its connections when it starts and closes them when it stops."""
    settings = settings or Settings.from_environment()
    app = Litestar(
        [Router("/v1", route_handlers=V1), *operations.HANDLERS, *docs.HANDLERS],
        exception_handlers=problems.HANDLERS,
        lifespan=[opened],
        logging_config=None,
        middleware=[Authentication],
        openapi_config=None,
        request_max_body_size=LARGEST_BODY,
        state=State({"settings": settings, "draining": False, "contract": contract}),
    )
    app.asgi_handler = Edge(app, origins=settings.cors_origins, security_headers=settings.security_headers)
    return app


@cache
def contract() -> bytes:
    """Return the OpenAPI document of the handlers below `/v1`."""
    routes = Router("/v1", route_handlers=V1)
    described = Litestar([routes], openapi_config=OpenAPIConfig("Parlour", "1"), logging_config=None)
    return msgspec.json.encode(described.openapi_schema.to_schema())


@contextlib.asynccontextmanager
async def opened(app: Litestar) -> AsyncIterator[None]:
    """Open what the handlers need, and put it into the application's state."""
    settings, state = app.state.settings, app.state
    asyncio.get_running_loop().set_exception_handler(logs.log_lost_exception)
    async with contextlib.AsyncExitStack() as stack:
        state.pool = await stack.enter_async_context(
            asyncpg.create_pool(settings.postgres_url, min_size=0, max_size=CONNECTIONS)
        )
        state.redis = Redis.from_url(settings.redis_url) if settings.redis_url else None
        if state.redis is None:
            state.accounts = Accounts(state.pool)
        else:
            stack.push_async_callback(state.redis.aclose)
            revocations = Revocations(state.redis)
            state.accounts = Accounts(state.pool, revocations.announce)
            listen = partial(revocations.listen, state.accounts)
            await stack.enter_async_context(running(revocations.publish, listen))
        stack.enter_context(told_to_stop(partial(drain, state)))
        yield


def drain(state: State) -> None:
    """Take no more work: `/ready` says so."""
    state.draining = True


@contextlib.contextmanager
def told_to_stop(callback: Callable[[], None]) -> Iterator[None]:
    """Call back when the process is told to stop (SIGTERM, SIGINT), before the server waits for open requests.

    The server's own handler stays; the lifespan of ASGI would end only after the last answer.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    loop = asyncio.get_running_loop()
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}

    def told(number: int, frame: Any) -> None:
        loop.call_soon_threadsafe(callback)
        handler = before[signal.Signals(number)]
        if callable(handler):
            handler(number, frame)
        elif handler is signal.SIG_DFL:
            signal.signal(number, signal.SIG_DFL)
            signal.raise_signal(number)

    for number in before:
        signal.signal(number, told)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)

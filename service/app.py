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

import msgspec
from litestar import Litestar
from litestar.datastructures import State
from litestar.openapi import OpenAPIConfig
from redis.asyncio import Redis

from service import logs
from service.house import open_house
from service.http.authentication import Authentication
from service.http.edge import Edge
from service.http.exceptions import HANDLERS
from service.http.routes import BESIDE_IT, contract_router
from service.revocations import open_accounts
from service.settings import Settings
from service.signing import Signer
from service.store import EventLog

LARGEST_BODY = 64 * 1024


def application() -> Litestar:
    """Return the service as the environment sets it, with its logs set up."""
    settings = Settings.from_environment()
    logs.configure(settings.log_level)
    return create_app(settings)


def create_app(settings: Settings | None = None) -> Litestar:
    """Return the service; it opens its connections when it starts and closes them when it stops."""
    settings = settings or Settings.from_environment()
    app = Litestar(
        [contract_router(), *BESIDE_IT],
        exception_handlers=HANDLERS,
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
    described = Litestar([contract_router()], openapi_config=OpenAPIConfig("Parlour", "1"), logging_config=None)
    return msgspec.json.encode(described.openapi_schema.to_schema())


@contextlib.asynccontextmanager
async def opened(app: Litestar) -> AsyncIterator[None]:
    """Open what the handlers need, and put it into the application's state."""
    settings, state = app.state.settings, app.state
    asyncio.get_running_loop().set_exception_handler(logs.log_lost_exception)
    async with contextlib.AsyncExitStack() as stack:
        event_log = await stack.enter_async_context(EventLog.open(settings.postgres_url))
        redis = await stack.enter_async_context(Redis.from_url(settings.redis_url)) if settings.redis_url else None
        signer = Signer(settings.signing_key)
        state.house = await stack.enter_async_context(open_house(event_log, redis, signer))
        state.accounts = await stack.enter_async_context(open_accounts(event_log.pool, redis))
        state.redis = redis
        stack.enter_context(told_to_stop(partial(drain, state)))
        yield
        drain(state)


def drain(state: State) -> None:
    """Answer those who wait, and let `/ready` say that this process is about to stop."""
    state.draining = True
    state.house.views.close()


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

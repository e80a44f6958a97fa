"""Schemathesis against the service in process, configured as `openapi/schemathesis.toml` says: hardly at all.

`make contract-check` runs it, which names this file and the plugin that it needs: to make up all that is asked takes
longer than to collect all other tests, and each process of a test run would do so. `openapi.fuzz` does the same over
HTTP, and with other random numbers each time.
"""

import asyncio
import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
import schemathesis
from hypothesis import settings
from litestar import Litestar
from schemathesis.python import asgi

from service.app import create_app
from service.http.contract.document import contract
from service.settings import Settings
from tests.service.http.surface import started
from tests.unlimited import UNLIMITED

pytestmark = pytest.mark.filterwarnings("ignore:Do not use the .random. module inside strategies")
"""The service runs beside Hypothesis, which takes the random length of one of its pauses for that of a strategy."""

BOUNDED = settings(
    max_examples=5,
    stateful_step_count=10,
    deadline=None,
    derandomize=True,
    database=None,
)


class Service:
    """The service: Schemathesis wants one when it reads the contract, and there is none before the tests run.

    Schemathesis starts and stops its application with each test. Here it runs on, from the first one to `stop`.
    """

    app: Litestar

    def __init__(self) -> None:
        self._running = contextlib.AsyncExitStack()
        self._loop: asyncio.AbstractEventLoop | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "lifespan":
            await self.app(scope, receive, send)
            return
        if self._loop is None:
            self._loop = asyncio.get_running_loop()
            await self._running.enter_async_context(started(self.app))
        await receive()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await send({"type": "lifespan.shutdown.complete"})

    def stop(self) -> None:
        """Stop the service, if it was started."""
        if self._loop is not None:
            asyncio.run_coroutine_threadsafe(self._running.aclose(), self._loop).result()


service = Service()
everything = schemathesis.openapi.from_dict(
    msgspec.json.decode(contract()),
    config=schemathesis.Config.from_path(Path(__file__).parents[2] / "openapi/schemathesis.toml"),
)
everything.app = service
SESSION = asgi.get_client(service)
SESSION.trust_env = False
schema = everything.exclude(operation_id=["revokeMyToken", "streamTable", "streamMe", "streamSeek", "replayTable"])
"""After a request that revokes its own token there is nothing to ask; and a stream is no JSON document."""


@pytest.fixture(scope="module")
def authorization(postgres_url: str) -> Iterator[dict[str, str]]:
    """Run the service, and give the Authorization header of a player."""
    service.app = create_app(
        Settings(postgres_url=postgres_url, signing_key=bytes(32), **UNLIMITED, longest_wait_seconds=0)
    )
    making = everything["/v1/players"]["POST"].Case(body={"name": "Ada"}, media_type="application/json")
    try:
        yield {"Authorization": f"Bearer {making.call().json()['token']}"}
    finally:
        service.stop()


@schema.parametrize()
@BOUNDED
def test_every_operation(case: schemathesis.Case[Any], authorization: dict[str, str]) -> None:
    case.call_and_validate(headers=authorization, session=SESSION)


def test_operations_one_after_the_other(authorization: dict[str, str]) -> None:
    class Workflow(schema.as_state_machine()):  # type: ignore[misc]
        def get_call_kwargs(self, case: schemathesis.Case[Any]) -> dict[str, Any]:
            return {"headers": authorization}

    Workflow.run(settings=BOUNDED)

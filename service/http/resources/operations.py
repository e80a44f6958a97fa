"""For proxies: is the process alive, is it ready.

What it has counted is for operators: `service.runtime.operations`.
"""

import asyncio
from typing import Literal

from litestar import get
from msgspec import Struct

from service.http.middleware.limits import UNLIMITED
from service.http.problems import AnyRequest, Problem
from service.http.services import services_of
from service.runtime.redis_clients import AWAY, Client, must_answer
from service.store import EventStore, StoreUnavailable

LONGEST_ANSWER_SECONDS = 2.0
"""Seconds in which PostgreSQL has to answer."""
REDIS_SECONDS = 0.5
"""Seconds in which Redis has to answer: where it hangs, a proxy that waits for a second finds the service ready."""


class Health(Struct, frozen=True):
    """The process lives."""

    status: Literal["alive"] = "alive"


class Readiness(Struct, frozen=True):
    """The service can answer. Redis, or a node of it, may be away, or not in use: answers are slower, and right."""

    status: Literal["ready"]
    postgres: Literal["answers"]
    redis: Literal["answers", "away", "not used"]


@get("/health", opt=UNLIMITED, include_in_schema=False)
async def health() -> Health:
    """Say that the process lives."""
    return Health()


@get("/ready", opt=UNLIMITED, include_in_schema=False)
async def ready(request: AnyRequest) -> Readiness:
    """Say whether requests may be sent here. Raises `Problem`: unavailable."""
    services = services_of(request)
    if services.draining:
        raise Problem("unavailable", "This process is about to stop.")
    await log_must_answer(services.parlour.event_log)
    if why := services.parlour.host_clock.wrong:
        raise Problem("unavailable", why)
    return Readiness("ready", "answers", await state_of_redis(services.redis))


async def log_must_answer(event_log: EventStore) -> None:
    """Raise `Problem` unless the log answers in time."""
    try:
        async with asyncio.timeout(LONGEST_ANSWER_SECONDS):
            await event_log.answers()
    except (StoreUnavailable, TimeoutError):
        raise Problem("unavailable", "PostgreSQL does not answer.") from None


async def state_of_redis(redis: Client | None) -> Literal["answers", "away", "not used"]:
    """Return whether Redis answers in time, of a cluster each node that has keys."""
    if redis is None:
        return "not used"
    try:
        async with asyncio.timeout(REDIS_SECONDS):
            await must_answer(redis)
    except AWAY:
        return "away"
    return "answers"

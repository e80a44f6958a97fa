"""A channel of Redis: what comes in it, and how a server that hangs is told from one that is silent."""

from collections.abc import Sequence
from typing import Any, cast

import pytest
from redis.asyncio.client import PubSub

from service.runtime.redis_clients import AWAY, messages

SAID, PONG = {"type": "message", "data": b"changed"}, {"type": "pong", "data": b""}


class Channel:
    """A channel in which comes what a test says; None: nothing, for as long as somebody waits."""

    def __init__(self, coming: Sequence[dict[str, Any] | None]) -> None:
        self._coming = list(coming)
        self.pings = 0

    @property
    def subscribed(self) -> bool:
        """Whether anything may come still."""
        return bool(self._coming)

    async def get_message(self, timeout: float) -> dict[str, Any] | None:  # noqa: ASYNC109 - as that of redis-py
        """Return what comes next."""
        assert timeout == 1
        return self._coming.pop(0)

    async def ping(self) -> None:
        """Ask the server whether it is there."""
        self.pings += 1


async def heard(channel: Channel) -> list[dict[str, Any]]:
    """Return all that comes in a channel."""
    return [each async for each in messages(cast("PubSub", channel), 1)]


async def test_a_silent_server_that_answers_is_not_away() -> None:
    channel = Channel([SAID, None, PONG, None, None, PONG, None, None, SAID, None])

    assert await heard(channel) == [SAID, SAID]
    assert channel.pings == 6


async def test_a_server_that_does_not_answer_is_away() -> None:
    channel = Channel([SAID, None, None, None, SAID])

    with pytest.raises(AWAY):
        await heard(channel)
    assert channel.pings == 2

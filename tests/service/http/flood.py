"""A stream without an end, for readers that are too slow, in a server of its own."""

import logging
from contextlib import AsyncExitStack
from typing import Any
from uuid import UUID

from service.accounts.port import Account
from service.http.resources import streaming
from service.http.resources.streaming import StreamingAnswer
from service.http.wire.media_types import NDJSON
from service.http.wire.responses import json_answer
from service.live.lines import EndLine, HeartbeatLine, Lines
from service.live.pace import Pace

LINE = HeartbeatLine("x" * 100_000)


async def flood() -> Lines:
    """Yield far more than any buffer holds."""
    for _ in range(1000):
        yield LINE
    yield EndLine("all", UUID(int=0), "finished")


class Accounts:
    """Every token is good."""

    async def account_of(self, token_hash: bytes) -> Account:
        """Return whose token it is."""
        return Account(UUID(int=0), "player", token_hash, revoked=False)


class BrokenOff(logging.Handler):
    """Counts the streams that were broken off."""

    count = 0

    def emit(self, record: logging.LogRecord) -> None:
        """Count one."""
        self.count += 1


broken_off = BrokenOff()
streaming.log.setLevel(logging.INFO)
streaming.log.addHandler(broken_off)


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Answer with the flood, or with how many streams were broken off (ASGI)."""
    if scope["path"] == "/broken-off":
        await json_answer(broken_off.count)(scope, receive, send)
    else:
        accounts: Any = Accounts()
        pace = Pace(patience_seconds=1.0)
        await StreamingAnswer(
            NDJSON, LINE, flood(), accounts, Account(UUID(int=0), "player", bytes(32)), slot=AsyncExitStack(), pace=pace
        )(scope, receive, send)

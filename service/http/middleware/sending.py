"""How what is large or goes on goes out: piece by piece, as the client takes it.

The server buffers what a client does not read, and waits without limit. So it is given one piece after the other, and
no further one once the client has not read one in time.
"""

import asyncio
import logging
from collections import Counter
from typing import Final

from litestar.types import Send

from service.live.pace import PACE

log = logging.getLogger(__name__)

PIECE_BYTES: Final = 64 * 1024
"""Bytes of a body that go out at once. Nearly all answers are smaller."""

MOST_BYTES: Final = 128 * 2**20
"""Maximum number of bytes of large bodies that are on their way out of one process."""


async def taken(send: Send, content: bytes, patience: float, *, more: bool = True) -> bool:
    """Send a part of a body; return whether its reader has taken it in time. `more`: others come after it."""
    try:
        async with asyncio.timeout(patience):
            await send({"type": "http.response.body", "body": content, "more_body": more})
    except TimeoutError:
        return False
    return True


class LargeBodies:
    """Large bodies on their way out: `patience` is for how many seconds each of their pieces waits for its reader.

    All of a body is in memory until its last piece is taken, however slowly that goes. So they have at most `most`
    bytes together, each counted once, however many it goes to: where one is too many, the one that has been on its way
    longest is broken off.
    """

    def __init__(self, patience: float = PACE.patience_seconds, most: int = MOST_BYTES) -> None:
        self._patience = patience
        self._most = most
        self._kept: dict[asyncio.Timeout, tuple[bytes, ...]] = {}
        """What is in memory for each, by what breaks it off; the one that began first comes first."""
        self._uses = Counter[int]()
        """The number of answers that send each body, by its identity: to count thousands each time takes too long."""
        self._size = 0

    async def send(self, send: Send, body: bytes, *made_of: bytes) -> None:
        """Send a body; break it off if its reader does not take a piece in time. What it is `made_of` is kept, too."""
        end = asyncio.timeout(None)
        try:
            async with end:
                self._make_room(end, body, *made_of)
                for begin in range(0, len(body), PIECE_BYTES):
                    piece, more = body[begin : begin + PIECE_BYTES], begin + PIECE_BYTES < len(body)
                    if not await taken(send, piece, self._patience, more=more):
                        log.info("An answer is broken off: its reader takes nothing")
                        return
        except TimeoutError:
            log.info("An answer is broken off: others need its room")
        finally:
            self._let_go(end)

    def _make_room(self, end: asyncio.Timeout, *kept: bytes) -> None:
        self._kept[end] = kept
        for each in kept:
            self._uses[id(each)] += 1
            if self._uses[id(each)] == 1:
                self._size += len(each)
        while self._size > self._most and len(self._kept) > 1:
            oldest = next(iter(self._kept))
            self._let_go(oldest)
            oldest.reschedule(0.0)

    def _let_go(self, end: asyncio.Timeout) -> None:
        for each in self._kept.pop(end, ()):
            self._uses[id(each)] -= 1
            if self._uses[id(each)] == 0:
                del self._uses[id(each)]
                self._size -= len(each)

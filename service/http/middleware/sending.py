"""How what is large or goes on goes out: piece by piece, as the client takes it.

A server keeps what a client does not take, and waits for them as long as they like. So it is given one piece after the
other, and none any more when the client lets one wait.
"""

import asyncio
import logging
from typing import Final

from litestar.types import Send

log = logging.getLogger(__name__)

PIECE_BYTES: Final = 64 * 1024
"""Bytes of a body that go out at once. Nearly all answers are smaller."""


async def taken(send: Send, content: bytes, patience: float, *, more: bool = True) -> bool:
    """Send a part of a body; return whether its reader has taken it in time. `more`: others come after it."""
    try:
        async with asyncio.timeout(patience):
            await send({"type": "http.response.body", "body": content, "more_body": more})
    except TimeoutError:
        return False
    return True


async def send_in_pieces(send: Send, body: bytes, patience: float) -> None:
    """Send a large body; break it off if its reader does not take a piece in time (`patience`, in seconds)."""
    for begin in range(0, len(body), PIECE_BYTES):
        end = begin + PIECE_BYTES
        if not await taken(send, body[begin:end], patience, more=end < len(body)):
            log.info("An answer is broken off: its reader takes nothing")
            return

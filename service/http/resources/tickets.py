"""Tickets for browsers: their `EventSource` sends no headers, and a token has no place in an address.

A ticket stands for the token that it was made with, opens streams and nothing else, and only for half a minute. It is
signed, so every process takes every ticket, and none remembers one.
"""

import base64
import binascii
import hashlib
import hmac
from typing import Annotated

from litestar import post
from msgspec import Meta, Struct

from domain.game import Time
from service.http.middleware.authentication import Asked
from service.http.wire.responses import Answer, json_answer

LIFE_MS = 30_000
TIME_BYTES = 8
HASH_BYTES = 32


class Ticket(Struct, frozen=True):
    """A ticket for streams, sent as `?ticket=…` instead of a token."""

    ticket: str
    expires_at: Annotated[Time, Meta(description="Open streams continue; a new stream needs a new ticket.")]


class Tickets:
    """Makes tickets and reads them; `secret` is the same in all processes."""

    def __init__(self, secret: bytes) -> None:
        self._key = hmac.digest(secret, b"parlour-stream-tickets-1", hashlib.sha256)

    def issue(self, token_hash: bytes, at: int) -> Ticket:
        """Return a ticket for the owner of a token (SHA-256)."""
        expires_at = at + LIFE_MS
        said = expires_at.to_bytes(TIME_BYTES) + token_hash
        return Ticket(base64.urlsafe_b64encode(said + self._signature(said)).decode(), expires_at)

    def token_hash(self, ticket: str, at: int) -> bytes | None:
        """Return which token a ticket stands for; None if it is none of ours, or expired."""
        try:
            raw = base64.b64decode(ticket, altchars="-_", validate=True)
        except (binascii.Error, ValueError):
            return None
        said, signature = raw[:-HASH_BYTES], raw[-HASH_BYTES:]
        if not hmac.compare_digest(self._signature(said), signature) or int.from_bytes(said[:TIME_BYTES]) < at:
            return None
        return said[TIME_BYTES:]

    def _signature(self, said: bytes) -> bytes:
        return hmac.digest(self._key, said, hashlib.sha256)


@post("/streams/tickets", operation_id="createTicket", status_code=201)
async def create_ticket(request: Asked) -> Answer:
    """Create a ticket with which a browser can open a stream: `new EventSource("…/stream?ticket=…")`.

    A ticket is valid for 30 seconds, and only for streams. To reconnect later, create another one, and continue `after`
    the last cursor.
    """
    tickets: Tickets = request.app.state.tickets
    return json_answer(tickets.issue(request.auth.token_hash, request.app.state.now()), status_code=201)

"""Tickets for browsers: their `EventSource` sends no headers, and a token has no place in an address.

A ticket is a voucher for the token that it was made with. It opens streams and nothing else, for half a minute.
"""

from typing import Annotated

from litestar import post
from msgspec import Meta, Struct

from domain.game import Time
from service.http.middleware.authentication import AccountRequest
from service.http.services import services_of
from service.http.wire.responses import Answer, json_answer

LIFE_MS = 30_000
PURPOSE = b"parlour-stream-tickets-1"


class Ticket(Struct, frozen=True):
    """A ticket for streams, sent as `?ticket=…` instead of a token."""

    ticket: str
    expires_at: Annotated[Time, Meta(description="Open streams continue; a new stream needs a new ticket.")]


@post("/streams/tickets", operation_id="createTicket", status_code=201)
async def create_ticket(request: AccountRequest) -> Answer:
    """Create a ticket with which a browser can open a stream: `new EventSource("…/stream?ticket=…")`.

    A ticket is valid for 30 seconds, and only for streams. To reconnect later, create another one, and continue `after`
    the last cursor.
    """
    services = services_of(request)
    return json_answer(Ticket(*services.tickets.issue(request.auth.token_hash, services.now())), status_code=201)

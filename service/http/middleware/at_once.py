"""The short way to a handler that takes nothing but the request."""

from typing import Any

from litestar import Request
from litestar.types import ASGIApp, Receive, Scope, Send

from service.http.problems import AnyRequest


class AtOnce:
    """Middleware of Litestar, and the last: it calls the handler itself, admission first, and sends what that answers.

    Litestar would go on by parameters, dependencies, and kinds of answers. For such a handler it finds none of them,
    and takes a tenth of a move's time to find that out. Exceptions become problems further out, as on all routes.
    """

    def __init__(self, app: ASGIApp) -> None:
        pass  # nothing is left to do for it

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer the request (ASGI)."""
        handler: Any = scope["route_handler"]
        request: AnyRequest = Request(scope, receive, send)
        await handler.resolve_before_request()(request)
        answer: ASGIApp = await handler.fn(request)
        await answer(scope, receive, send)

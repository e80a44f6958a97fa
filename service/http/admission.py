"""Who is let in: the one layer between the shell and the resources. It finds the sender, and lets the sender pay."""

from litestar.types import ASGIApp, Receive, Scope, Send

from service.http.authentication import sender
from service.http.exchange import exchange_of
from service.http.limits import paid, paying, stream_slot


class Admission:
    """The middleware of all routes. Raises `Problem`: unauthenticated, token_revoked or rate_limited."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, with its account in `scope["auth"]`, and the state of its budget in its answer."""
        account = await sender(scope)
        if account is not None:
            scope["auth"] = account
        opt, state = scope["route_handler"].opt, scope["litestar_app"].state
        name = paying(opt, str(scope.get("method")))
        headers = await paid(scope, state.limits, name) if name is not None and state.limits.enforced else []
        exchange = exchange_of(scope)
        if not opt.get("ticket") or account is None:
            exchange.answer_headers = headers
            await self.app(scope, receive, send)
            return
        async with stream_slot(state.stream_slots, account.token_hash) as of_stream:
            exchange.answer_headers = headers + of_stream
            await self.app(scope, receive, send)

"""Who is let in: what comes between the shell and the resources. It finds the sender, and lets the sender pay."""

from service.http.exchange import exchange_of
from service.http.middleware.authentication import sender
from service.http.middleware.limits import paid, paying, spent
from service.http.problems import AnyRequest
from service.limits.budgets import ALSO_PAYING, cost_of
from service.limits.limits import Limits


async def admit(request: AnyRequest) -> None:
    """Let a request through, with its account in `request.auth`, and the state of its budget in its answer.

    It comes before every handler of the application (`before_request`); a router that has another one calls it there.
    The client's address pays before anybody asks who is sending. Raises `Problem`: unauthenticated, token_revoked or
    rate_limited.
    """
    scope = request.scope
    handler = scope["route_handler"]
    limits: Limits | None = getattr(scope["litestar_app"].state, "limits", None)
    operation = str(getattr(handler, "operation_id", None))
    cost = cost_of(operation)
    if limits is not None and not handler.opt.get("unlimited"):
        await spent(scope, limits, limits.budgets["requests"], cost)
    account = await sender(scope)
    if account is not None:
        scope["auth"] = account
    name = paying(handler.opt, scope["method"])
    if limits is not None and name is not None:
        exchange_of(scope).answer_headers = await paid(scope, limits, name, cost)
        if also := ALSO_PAYING.get(operation):
            await spent(scope, limits, limits.budgets[also])

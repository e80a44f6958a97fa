"""Who is let in: what comes between the shell and the resources. It finds the sender, and lets the sender pay."""

from service.http.exchange import exchange_of
from service.http.middleware.authentication import sender
from service.http.middleware.limits import paid, paying
from service.http.problems import AnyRequest


async def admit(request: AnyRequest) -> None:
    """Let a request through, with its account in `request.auth`, and the state of its budget in its answer.

    It comes before every handler of the application (`before_request`); a router that has another one calls it there.
    Raises `Problem`: unauthenticated, token_revoked or rate_limited.
    """
    scope = request.scope
    account = await sender(scope)
    if account is not None:
        scope["auth"] = account
    name = paying(scope["route_handler"].opt, scope["method"])
    if name is not None and (limits := scope["litestar_app"].state.limits).enforced:
        exchange_of(scope).answer_headers = await paid(scope, limits, name)

"""Admission: what comes between the shell and the resources. It finds the sender, and lets the sender pay.

Looking at a large body takes up to a few milliseconds, and a thousand of them may be there at once. So they come to
their handlers one after the other, and all other requests have their turns in between. Those of moves are small.
"""

import asyncio
from functools import cache

from litestar.handlers import BaseRouteHandler
from litestar.types import Scope
from msgspec import Struct

from service.accounts.port import STRANGER
from service.http.exchange import exchange_of
from service.http.middleware.authentication import AccountRequest, must_have_scope, sender
from service.http.middleware.limits import granted, paying, rate_limit_headers, spent
from service.http.problems import AnyRequest
from service.http.services import Services, services_in
from service.limits.budgets import ALSO_PAYING, EVENTS_FOR_ONE, BudgetName, cost_of
from service.limits.limits import Limits


class Charge(Struct, frozen=True):
    """What a request costs: whether the address pays that, which budget pays it, and which one pays one more.

    `overdraws`: it passes even if its budget is used up.
    """

    cost: int
    address: bool
    budget: BudgetName | None
    also: BudgetName | None
    overdraws: bool


@cache
def charge_of(handler: BaseRouteHandler, method: str) -> Charge:
    """Return what a request costs that leads to a handler."""
    operation = str(getattr(handler, "operation_id", None))
    also = ALSO_PAYING.get(operation)
    address, overdraws = not handler.opt.get("unlimited"), bool(handler.opt.get("overdraws"))
    return Charge(cost_of(operation), address, paying(handler.opt, method), also, overdraws)


async def admit(request: AnyRequest) -> None:
    """Let a request through, with its account in `request.auth`, and the state of its budget in its answer.

    It comes before every handler of the application (`before_request`); a router that has another one calls it there.
    The client's address pays before anybody asks who is sending, and the sender before anybody asks what their token
    may do. Raises `Problem`: unauthenticated, token_revoked, token_expired, rate_limited or insufficient_scope.
    """
    scope = request.scope
    limits = limits_of(scope)
    charge = charge_of(scope["route_handler"], scope["method"])
    exchange = exchange_of(scope)
    exchange.paid = charge.cost
    if limits is not None and charge.address:
        await pay_by_address(scope, limits, charge.cost)
    account = await sender(scope)
    if account is not None:
        scope["auth"] = account
    if limits is not None and charge.budget is not None:
        name = "anonymous_reads" if account is STRANGER else charge.budget
        await pay(scope, limits, name, charge.cost, overdraws=charge.overdraws)
        if charge.also is not None:
            await spent(scope, limits, limits.budgets[charge.also])
    if account is not None:
        must_have_scope(scope, account)
    if limits is not None and exchange.has_large_body:
        async with services_in(scope).large_bodies:
            await asyncio.sleep(0)


async def admit_nowhere(scope: Scope) -> None:
    """Let the client's address pay for a request that no route takes. Raises `Problem`: rate_limited."""
    limits = limits_of(scope)
    if limits is not None:
        await pay_by_address(scope, limits, 1)


def limits_of(scope: Scope) -> Limits | None:
    """Return the limits of the service; None: nothing is limited where handlers are served without its services."""
    services: Services | None = getattr(scope["litestar_app"].state, "services", None)
    return None if services is None else services.limits.requests


async def pay_by_address(scope: Scope, limits: Limits, cost: int) -> None:
    """Count a request for the client's address. Raises `Problem`: rate_limited."""
    budget = limits.budgets["requests"]
    if granted(scope, limits, budget, cost) is None:
        await spent(scope, limits, budget, cost)


async def read_more(request: AccountRequest, cost: int) -> None:
    """Let the sender of a GET pay more than others for the operation, in total no more than half of a budget.

    A request that needed all of it would never pass beside the sender's other requests. Raises `Problem`: rate_limited.
    """
    scope = request.scope
    limits = services_in(scope).limits.requests
    exchange = exchange_of(scope)
    name: BudgetName = "anonymous_reads" if request.auth.is_stranger else "reads"
    of_address, own = (
        max(0, min(cost, limits.budgets[each].quota // 2 - exchange.paid)) for each in ("requests", name)
    )
    exchange.paid += cost
    await spent(scope, limits, limits.budgets["requests"], of_address)
    await pay(scope, limits, name, own)


async def pay_for(request: AccountRequest, events: int, for_one: int = EVENTS_FOR_ONE) -> None:
    """Let the sender of a GET pay for events of a table or a tournament, of which `for_one` cost one more.

    Raises `Problem`: rate_limited.
    """
    more = events // for_one
    if more > 0:
        await read_more(request, more)


async def pay(scope: Scope, limits: Limits, name: BudgetName, cost: int, *, overdraws: bool = False) -> None:
    """Count a request, and let its answer tell what is left. Raises `Problem`, rate_limited, unless it `overdraws`."""
    budget = limits.budgets[name]
    count = granted(scope, limits, budget, cost) or await spent(scope, limits, budget, cost, overdraws=overdraws)
    if count is not None:
        exchange_of(scope).answer_headers = rate_limit_headers(budget, count)

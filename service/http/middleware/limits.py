"""Rate limits over HTTP: what a request costs and who pays, and the slot of a stream.

Every request costs something of the budget `requests` of the client's address, before anybody asks who is sending: one
that no route takes (404, 405, OPTIONS) costs 1, before its body is read.
With a token it costs as much of a budget of its player, whichever of their tokens it is: a GET of `reads`, any other
one of `commands`, whatever its answer is. Without one, where everybody may look, the address pays as much of
`anonymous_reads`. A public route has no other budget unless its `opt` names one, as `SIGN_UP` does: it is the address
that has such a budget. What the budget has is said in the headers RateLimit-Policy and RateLimit
(draft-ietf-httpapi-ratelimit-headers-11), on answers of every status; of the budget `requests` only if it is used up.
To revoke a token (`REVOKING`) costs as much as anything else, and is done even if the player's budget is used up.

A token that this worker has never seen costs a unit of `unknown_tokens`, which is given back if somebody has it. So a
client that guesses tokens is stopped before Postgres is asked, and others behind its address are still served with
known tokens.

A stream (a route `BY_TICKET`) costs reads when it is opened, and holds one of the player's slots in `streams` until it
has been sent to its end; one of a stranger holds one of their address's in `anonymous_streams`.
"""

import hashlib
import ipaddress
import re
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import cache, lru_cache, partial
from typing import Any
from uuid import UUID

from litestar.types import Scope

from service.http.exchange import Headers
from service.http.problems import Problem
from service.http.services import services_in
from service.limits.budgets import Budget, BudgetName, Count
from service.limits.limits import Limits
from service.limits.stream_slots import RENEWED_SECONDS
from service.limits.tables import NoRoom

SIGN_UP = {"public": True, "budget": "sign_ups"}
"""The `opt` of the public route that makes players."""

REVOKING = {"overdraws": True}
"""The `opt` of the routes that revoke tokens: else a thief could keep a token by using up the budget of its player."""

UNLIMITED = {"public": True, "unlimited": True}
"""The `opt` of the public routes that cost nothing: those of operators and their machines."""

TABLES_SECONDS = 60
"""Seconds that a player with too many tables is told to wait for one of them to end."""

KNOWN_ADDRESSES = 10_000
"""Maximum number of addresses whose networks and hashes are remembered."""


WITH_PORT = re.compile(r"(?:\[([0-9a-fA-F:.]+)\]|([0-9.]+))(?::[0-9]+)?")
"""An address as some proxies write it, with the port of the connection, which is another one for each."""


def paying(opt: Mapping[str, Any], method: str) -> BudgetName | None:
    """Return which budget pays for a request of a route with such an `opt`; None: no budget."""
    if opt.get("public"):
        budget: BudgetName | None = opt.get("budget")
        return budget
    return "reads" if method == "GET" else "commands"


def granted(scope: Scope, limits: Limits, budget: Budget, cost: int) -> Count | None:
    """Count a request against those that were granted in advance; None: none is left, it has to be `spent`."""
    return limits.granted(budget, caller(scope, budget), cost)


async def spent(
    scope: Scope, limits: Limits, budget: Budget, cost: int = 1, *, overdraws: bool = False
) -> Count | None:
    """Count a request; return its count, None if there is no limit.

    Raises `Problem`, rate_limited, if the budget is used up, unless the request `overdraws` it.
    """
    if not budget.quota:
        return None
    count = await limits.spend(budget, caller(scope, budget), cost)
    if count is not None and not count.passed and not overdraws:
        raise rate_limited(budget, count, seconds(count))
    return count


async def spent_at(scope: Scope, limits: Limits, name: BudgetName, table: UUID) -> None:
    """Count a request of a player, who has such a budget for each table. Raises `Problem`: rate_limited."""
    budget, player = limits.budgets[name], scope["auth"].player
    count = await limits.spend(budget, hashlib.sha256(player.bytes + table.bytes).digest())
    if count is not None and not count.passed:
        raise rate_limited(budget, count, seconds(count))


def caller(scope: Scope, budget: Budget) -> bytes:
    """Return whose budget it is: the id of the player, or the hash of the address."""
    if budget.per == "player":
        player: UUID = scope["auth"].player
        return player.bytes
    return hash_of_address(address(scope, services_in(scope).settings.proxies))


async def guess(scope: Scope, guesses: Limits) -> Callable[[], None]:
    """Count the look-up of an unknown token; return the function to call if the token is valid, which takes it back.

    `guesses` counts in this worker alone, without Redis. Raises `Problem`: rate_limited.
    """
    budget = guesses.budgets["unknown_tokens"]
    await spent(scope, guesses, budget)
    return partial(guesses.give_back, budget, caller(scope, budget))


@lru_cache(KNOWN_ADDRESSES)
def hash_of_address(found: str) -> bytes:
    """Return the key of an address in Redis, which need not know the address itself."""
    return hashlib.sha256(found.encode()).digest()


def address(scope: Scope, proxies: int) -> str:
    """Return the client's address, as the outermost of the proxies has seen it; of IPv6 the network of 64 bits.

    A client that has one address of such a network has all of them (RFC 6177). What a client itself writes into
    X-Forwarded-For stands before what the proxies append.
    """
    client = scope.get("client")
    found = client[0] if client else ""
    if proxies:
        values = [value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"]
        given = [each.strip() for value in values for each in value.split(",")]
        found = given[-proxies] if len(given) >= proxies else found
    return network(found)


@lru_cache(KNOWN_ADDRESSES)
def network(found: str) -> str:
    """Return an address of IPv4, or the network of 64 bits of one of IPv6; what is neither stays what it is.

    An address of IPv4 that is written as one of IPv6 (RFC 4291, 2.5.5.2) counts as IPv4: otherwise all would be one
    network.
    """
    if (written := WITH_PORT.fullmatch(found)) is not None:
        found = written[1] or written[2]
    try:
        parsed = ipaddress.ip_address(found)
    except ValueError:
        return found
    if isinstance(parsed, ipaddress.IPv4Address):
        return found
    return str(parsed.ipv4_mapped or ipaddress.ip_network((parsed, 64), strict=False))


@asynccontextmanager
async def stream_slot(scope: Scope) -> AsyncIterator[Headers]:
    """Hold one of the caller's places for streams; give the headers for the answer. Raises `Problem`: rate_limited."""
    limits = services_in(scope).limits
    places = limits.anonymous_streams if scope["auth"].is_stranger else limits.streams
    async with places.place(caller(scope, places.budget)) as count:
        if count is None:
            yield []
        elif count.passed:
            yield rate_limit_headers(places.budget, count)
        else:
            raise rate_limited(places.budget, count, int(RENEWED_SECONDS))


def rate_limited(budget: Budget, count: Count, wait_seconds: int) -> Problem:
    """Return the problem of a budget that is used up."""
    headers = {name.decode(): value.decode() for name, value in rate_limit_headers(budget, count)}
    span = "at once" if budget.window_seconds is None else f"in {budget.window_seconds} s"
    advice = "one of them has to end" if budget.unit in {"tables", "tournaments"} else f"wait {wait_seconds} s"
    return Problem(
        "rate_limited",
        f"`{budget.name}` ({budget.meaning}) has {budget.quota} {span} for one {budget.per}; {advice}.",
        headers=headers | {"Retry-After": str(wait_seconds)},
        budget=budget.name,
        wait_seconds=wait_seconds,
    )


@asynccontextmanager
async def within(room: AbstractAsyncContextManager[None]) -> AsyncIterator[None]:
    """Do something for which there is room among the tables of a player. Raises `Problem`: rate_limited."""
    try:
        async with room:
            yield
    except NoRoom as full:
        raise rate_limited(full.budget, Count(passed=False, left=0, ends_ms=0), TABLES_SECONDS) from None


def rate_limit_headers(budget: Budget, count: Count) -> Headers:
    """Return the headers `RateLimit-Policy` and `RateLimit` for a budget and what is left of it."""
    until = b"" if budget.window_seconds is None else b";t=%d" % seconds(count)
    return [policy(budget), (b"ratelimit", b'"%b";r=%d%b' % (budget.name.encode(), count.left, until))]


@cache
def policy(budget: Budget) -> tuple[bytes, bytes]:
    """Return the header that tells a budget."""
    kind = f'qu="{budget.unit}"' if budget.window_seconds is None else f"w={budget.window_seconds}"
    return b"ratelimit-policy", f'"{budget.name}";q={budget.quota};{kind}'.encode()


def seconds(count: Count) -> int:
    """Return the whole seconds after which the window has ended for certain."""
    return -(-count.ends_ms // 1000) or 1

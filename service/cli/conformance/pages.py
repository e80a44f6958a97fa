"""What a web page of another origin may send and read, where a service lets it (CORS)."""

from collections.abc import Collection
from http import HTTPStatus as Status

import httpx

from service.cli.conformance.visit import Visit, described

ORIGIN = "https://conformance.example"
SENT = frozenset({"authorization", "content-type", "idempotency-key", "if-none-match", "last-event-id"})
READ = frozenset({"etag", "link", "location", "retry-after", "x-request-id"})
"""The headers that a client needs, of requests and of answers."""


async def check_pages(visit: Visit, path: str, methods: Collection[str], refused: httpx.Response) -> None:
    """See that a page may do with a path all that its methods need, or nothing.

    `refused` is the answer to a page that has used another method.
    """
    wanted = {"Access-Control-Request-Method": min(methods), "Access-Control-Request-Headers": ",".join(sorted(SENT))}
    ahead = await visit.ask("OPTIONS", path, headers={"Origin": ORIGIN, **wanted})
    missing = lacking(ahead, refused, methods)
    visit.report.see("cors", not missing, f"{described(ahead)} to a page of {ORIGIN}: {missing}")


def lacking(ahead: httpx.Response, then: httpx.Response, methods: Collection[str]) -> str:
    """Return what a page lacks that may use a path, by the answer to its preflight and another one."""
    lets = [listed(answer, "Allow-Origin") & {"*", ORIGIN} for answer in (ahead, then)]
    if not any(lets):
        return ""
    if not all(lets):
        return "it may ask, and not read" if lets[0] else "it may read, and not ask"
    for what, needed, given in (
        ("use", {each.lower() for each in methods}, listed(ahead, "Allow-Methods")),
        ("send", SENT, listed(ahead, "Allow-Headers")),
        ("read", READ, listed(then, "Expose-Headers")),
    ):
        if needed - given:
            return f"it may not {what} {', '.join(sorted(needed - given))}"
    return "" if ahead.status_code == Status.NO_CONTENT else f"not {Status.NO_CONTENT:d}"


def listed(answer: httpx.Response, name: str) -> frozenset[str]:
    """Return what an `Access-Control-` header lists, in lower case."""
    said: str = answer.headers.get(f"Access-Control-{name}", "")
    return frozenset(each.strip().lower() for each in said.split(","))

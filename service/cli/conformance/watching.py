"""Whether a game can be watched: without a token, and on one stream that carries its views or what changes in them."""

import random
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import aclosing
from http import HTTPStatus as Status

import msgspec

from service.cli.conformance.contract import Document
from service.cli.conformance.following import lines
from service.cli.conformance.steps import see_nothing_to_do
from service.cli.conformance.visit import Guest, Visit, difference, document_of

WATCHED = 40
"""Maximum number of events of a stream that are looked at with their changes."""

CHANGES = 3
"""How often a table may change between two requests: players leave, though its game is over."""


async def check_strangers(visit: Visit, path: str, spectator: Guest, versions: int) -> None:
    """See that a client without a token is told what a spectator is told, unless the operator requires a token."""
    past = random.randint(1, versions)
    for asked in (path, f"{path}/view", f"{path}/view?version={past}", f"{path}/events?limit={WATCHED}"):
        other = await unlike(visit, asked, spectator)
        visit.report.see("anonymous", not other, f"GET {asked} without a token is another answer: {other}")


async def unlike(visit: Visit, asked: str, spectator: Guest) -> str:
    """Return how an answer to a stranger differs from that to a spectator; nothing if it does not, or there is none."""
    other = ""
    for _ in range(CHANGES):
        answer = await visit.ask("GET", asked)
        if answer.status_code == Status.UNAUTHORIZED:
            return ""
        other = difference(document_of(answer), await visit.read("GET", asked, spectator))
        if not other:
            return ""
    return other


async def check_carried(
    visit: Visit, path: str, name: str, guest: Guest, within: frozenset[int]
) -> Mapping[int, Document]:
    """See that the views of a stream are those after its events; return them by version.

    `within` are those after which their command had more events. Which events a stream has is looked at elsewhere:
    where one is missing or comes twice, this ends. Raises `NotUnderstood`, and httpx.TransportError.
    """
    views: dict[int, Document] = {}
    async for line in events(visit, f"{path}?with=view", guest, 0):
        if line["type"] == "view":
            continue
        version, shown = line["entry"]["version"], line["view"]["table"]["version"]
        fault = f"GET {path}?with=view gives {name} with event {version} a view of version {shown}"
        if visit.report.see("views", shown == version, fault):
            views[version] = line["view"]
        if version in within:
            see_nothing_to_do(visit.report, f"GET {path}?with=view", name, line["view"])
    return views


async def check_changes(visit: Visit, path: str, name: str, guest: Guest, views: Mapping[int, Document]) -> None:
    """See that the changes of a stream turn each view into the next one of `views`, by version, in a part of a game.

    Raises `NotUnderstood`, and httpx.TransportError.
    """
    view: Document = None
    after = random.randint(1, max(1, len(views) - WATCHED))
    async for line in events(visit, f"{path}?with=changes", guest, after, most=WATCHED):
        if line["type"] == "view":
            view = line["view"]
            continue
        version = line["entry"]["version"]
        wrong = patched(view, line["changes"])
        if version in views:
            wrong = wrong or difference(view, views[version])
            fault = f"GET {path}?with=changes tells {name} of event {version} what gives another view: {wrong}"
            visit.report.see("patches", not wrong, fault)


async def events(
    visit: Visit, path: str, guest: Guest, after: int, *, most: int | None = None
) -> AsyncIterator[Document]:
    """Yield the lines of a stream that are views or events, as long as each event follows the one before.

    `most`: a maximum number of events.
    """
    last = None if most is None else after + most
    stream = lines(visit, path, guest, str(after))
    async with aclosing(stream):
        async for line in stream:
            if line["type"] == "event":
                after += 1
                if line["entry"]["version"] != after:
                    return
            if line["type"] == "history_lost":
                return
            if line["type"] in {"view", "event"}:
                yield line
            if after == last:
                return


def patched(view: Document, patch: Sequence[Document]) -> str:
    """Apply a JSON Patch (RFC 6902) to a view; return why that cannot be done, or nothing."""
    try:
        for change in patch:
            apply(view, change)
    except (LookupError, TypeError, ValueError) as error:
        return f"{msgspec.json.encode(change).decode()[:100]} cannot be applied ({type(error).__name__})"
    return ""


def apply(view: Document, change: Document) -> None:
    """Apply one change of a patch. Raises LookupError, TypeError or ValueError where that cannot be done."""
    steps = [each.replace("~1", "/").replace("~0", "~") for each in change["path"].split("/")[1:]]
    part = view
    for step in steps[:-1]:
        part = part[int(step) if isinstance(part, list) else step]
    last = int(steps[-1]) if isinstance(part, list) and steps[-1] != "-" else steps[-1]
    match change["op"], part:
        case "add", list():
            part.insert(len(part) if last == "-" else last, change["value"])
        case "add" | "replace", _:
            part[last] = change["value"]
        case "remove", _:
            del part[last]
        case unknown, _:
            raise ValueError(unknown)

"""How the checks ask a service: every answer is looked at for what holds of all answers."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TypeGuard
from uuid import uuid4

import httpx
import msgspec

from service.cli.conformance.checks import Report
from service.cli.conformance.contract import Contract, Document
from service.cli.connection import NOT_NOW, asking_at_once, certificates_for

ANSWER_SECONDS = 60
PATIENCE_TRIES = 30
"""Maximum number of times that what was refused for now is asked again."""

LONGEST_PAUSE_SECONDS = 60
MOST_DIGITS = 9
"""A number of seconds with more digits is as good as one with these."""

PROBLEM = "application/problem+json"
MEMBERS = ("type", "title", "detail", "code", "status")
BAD_REQUEST = 400


class NotUnderstood(Exception):
    """The service has answered something that the checks cannot go on with."""


@dataclass(frozen=True)
class Guest:
    """A player whom the checks have made."""

    id: str
    token: str


class Visit:
    """One service, its contract, and the report on it."""

    def __init__(self, http: httpx.AsyncClient, contract: Contract, report: Report, *, limited: bool) -> None:
        self.http = http
        self.contract = contract
        self.report = report
        self._limited = limited
        self.asked = ""
        """What was asked last."""

    async def guest(self, name: str) -> Guest:
        """Return a new player, a bot: games of this are no games of people."""
        made = await self.read("POST", "/v1/players", body={"name": name, "bot": True})
        return Guest(made["id"], made["token"])

    async def read(self, method: str, path: str, guest: Guest | None = None, **how: Document) -> Document:
        """Return the document of an answer that must be good. Raises `NotUnderstood`."""
        answer = await self.ask(method, path, guest, **how)
        if not answer.is_success:
            raise NotUnderstood(described(answer))
        return document_of(answer)

    async def ask(
        self,
        method: str,
        path: str,
        guest: Guest | None = None,
        *,
        body: Document = None,
        content: bytes | None = None,
        key: str | None = None,
        headers: dict[str, str] | None = None,
        anew: bool = False,
        by_contract: bool = True,
    ) -> httpx.Response:
        """Return the answer to a request, `anew`: over a connection of its own. `content` is a body as it is.

        `by_contract` says whether a refusal is one by the contract; those of OAuth have a form of their own.
        """
        sent = {"Content-Type": "application/json"} if body is not None or content is not None else {}
        sent |= {"Authorization": f"Bearer {guest.token}"} if guest else {}
        sent |= {"Idempotency-Key": key} if key else {}
        content = msgspec.json.encode(body) if content is None and body is not None else content
        request = self.http.build_request(method, path, content=content, headers=sent | (headers or {}))
        for _ in range(PATIENCE_TRIES):
            answer = await self.send(request, anew=anew, by_contract=by_contract)
            if answer.status_code not in NOT_NOW:
                return answer
            self.report.put_off[answer.status_code] += 1
            await asyncio.sleep(pause(answer))
        raise NotUnderstood(f"{described(answer)}, {PATIENCE_TRIES} times")

    async def ask_once(self, path: str, guest: Guest) -> httpx.Response:
        """Return the answer to a GET, also if it is refused for now."""
        headers = {"Authorization": f"Bearer {guest.token}"}
        return await self.send(self.http.build_request("GET", path, headers=headers))

    async def send(self, request: httpx.Request, *, anew: bool = False, by_contract: bool = True) -> httpx.Response:
        """Send a request, and look at its answer for what holds of every one."""
        self.asked = f"{request.method} {request.url.raw_path.decode()}"
        answer = await self._sent(request, anew=anew)
        self._look_at(answer, by_contract=by_contract)
        return answer

    async def _sent(self, request: httpx.Request, *, anew: bool) -> httpx.Response:
        if not anew:
            return await self.http.send(request)
        async with client(str(self.http.base_url)) as another:
            return await another.send(request)

    def _look_at(self, answer: httpx.Response, *, by_contract: bool) -> None:
        """See what holds of every answer."""
        report, request = self.report, answer.request
        operation = self.contract.operation(request.method, request.url.path)
        if operation is not None:
            statuses = ", ".join(map(str, sorted(operation.statuses)))
            right = answer.status_code in operation.statuses
            report.see("status", right, f"{described(answer)}, and the contract has {statuses}")
        report.see("request_id", answer.headers.get("X-Request-Id"), f"{request_line(answer)} has no X-Request-Id")
        if answer.is_error and by_contract and request.method != "HEAD":
            kind = answer.headers.get("Content-Type", "no media type")
            fault = f"{described(answer)}, which is no {PROBLEM} with {', '.join(MEMBERS)}: {kind}, {answer.text[:200]}"
            report.see("problem", is_problem(answer), fault)
        if operation is None or not operation.secured or answer.status_code in {401, 405}:
            return
        by_token = "Authorization" in request.headers or not operation.is_open  # a stranger's budget may have no limit
        if self._limited and by_token:
            report.see("limits", "RateLimit" in answer.headers, f"{described(answer)} without RateLimit")


trusted = cache(certificates_for)
"""Whose certificates connections trust: to read them takes longer than many requests."""


def client(url: str) -> httpx.AsyncClient:
    """Return what asks a service."""
    return asking_at_once(url.rstrip("/"), trusted(url), timeout=ANSWER_SECONDS)


def pause(answer: httpx.Response) -> int:
    """Return for how many seconds not to ask again, as the answer says."""
    given = answer.headers.get("Retry-After", "")
    return min(int(given[:MOST_DIGITS]), LONGEST_PAUSE_SECONDS) if given.isdecimal() else 1


def new_key() -> str:
    """Return a key that no command has had."""
    return uuid4().hex


def document_of(answer: httpx.Response) -> Document:
    """Return the document of an answer. Raises `NotUnderstood`."""
    try:
        return msgspec.json.decode(answer.content)
    except (msgspec.DecodeError, RecursionError):
        raise NotUnderstood(f"{request_line(answer)} answered no JSON") from None


def problem_in(answer: httpx.Response) -> dict[str, Document]:
    """Return the JSON object of an answer; an empty one if it has none."""
    try:
        problem = msgspec.json.decode(answer.content)
    except (msgspec.DecodeError, RecursionError):
        return {}
    return problem if is_object(problem) else {}


def is_problem(answer: httpx.Response) -> bool:
    """Return whether an answer is a problem document (RFC 9457) that says all that the contract promises."""
    problem = problem_in(answer)
    return (
        answer.headers.get("Content-Type", "").split(";")[0] == PROBLEM
        and all(problem.get(name) and isinstance(problem[name], str) for name in MEMBERS if name != "status")
        and problem.get("status") == answer.status_code
    )


def is_object(document: Document) -> TypeGuard[dict[str, Document]]:
    """Return whether a document is a JSON object, so that mypy lets its members be read."""
    return isinstance(document, dict)


def code_of(answer: httpx.Response) -> str:
    """Return the code of a problem; nothing if it has none. Other answers may be long, and are not read for it."""
    return str(problem_in(answer).get("code", "")) if answer.is_error else ""


def request_line(answer: httpx.Response) -> str:
    """Return what was asked."""
    return f"{answer.request.method} {answer.request.url.raw_path.decode()}"


def described(answer: httpx.Response) -> str:
    """Return what was asked and answered, in short."""
    return f"{request_line(answer)} answered {answer.status_code} {code_of(answer)}".rstrip()


def difference(one: Document, other: Document, where: str = "") -> str:
    """Return where two documents differ first, and how; nothing if they are alike."""
    if one == other:
        return ""
    if is_object(one) and is_object(other):
        for name in (*one, *(name for name in other if name not in one)):
            if name not in one or name not in other:
                return f"{where}/{name} is {'missing' if name not in one else 'new'}"
            if found := difference(one[name], other[name], f"{where}/{name}"):
                return found
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        pairs = enumerate(zip(one, other, strict=True))
        return next(filter(None, (difference(*each, f"{where}/{at}") for at, each in pairs)))
    shown, expected = (msgspec.json.encode(each).decode()[:60] for each in (one, other))
    return f"{where or 'it'} is {shown}, not {expected}"


def gaps(told: Sequence[int], expected: Sequence[int]) -> str:
    """Return in words how versions differ from those that there should be; nothing if they are the same."""
    twice = sorted({each for each in told if told.count(each) > 1})
    missing = sorted(set(expected) - set(told))
    if twice or missing:
        return f"versions missing: {missing[:3]}, told twice: {twice[:3]}"
    return "versions in another order, or too many" if list(told) != list(expected) else ""

"""How the checks ask a service: every answer is looked at for what holds of all answers."""

import asyncio
from dataclasses import dataclass
from typing import Any, TypeGuard
from uuid import uuid4

import httpx
import msgspec

from service.commands.conformance.contract import Contract, Document
from service.commands.conformance.promises import Report

ANSWER_SECONDS = 60
PATIENCE_TRIES = 30
"""So often what was refused for now is asked again."""

NOT_NOW = frozenset({429, 502, 503, 504})
PROBLEM = "application/problem+json"
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

    async def guest(self, name: str) -> Guest:
        """Return a new player."""
        made = await self.read("POST", "/v1/players", body={"name": name})
        return Guest(made["id"], made["token"])

    async def read(self, method: str, path: str, guest: Guest | None = None, **how: Any) -> Document:
        """Return the document of an answer that must be good. Raises `NotUnderstood`."""
        answer = await self.ask(method, path, guest, **how)
        if not answer.is_success:
            raise NotUnderstood(told(answer))
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
    ) -> httpx.Response:
        """Return the answer to a request, `anew`: over a connection of its own. `content` is a body as it is."""
        sent = {"Content-Type": "application/json"} if body is not None or content is not None else {}
        sent |= {"Authorization": f"Bearer {guest.token}"} if guest else {}
        sent |= {"Idempotency-Key": key} if key else {}
        content = msgspec.json.encode(body) if content is None and body is not None else content
        request = self.http.build_request(method, path, content=content, headers=sent | (headers or {}))
        for _ in range(PATIENCE_TRIES):
            answer = await self._sent(request, anew=anew)
            self._look_at(answer)
            if answer.status_code not in NOT_NOW:
                return answer
            await asyncio.sleep(float(answer.headers.get("Retry-After", 1)))
        raise NotUnderstood(told(answer))

    async def _sent(self, request: httpx.Request, *, anew: bool) -> httpx.Response:
        if not anew:
            return await self.http.send(request)
        async with httpx.AsyncClient(timeout=ANSWER_SECONDS) as another:
            return await another.send(request)

    def _look_at(self, answer: httpx.Response) -> None:
        """See what holds of every answer."""
        report, request = self.report, answer.request
        operation = self.contract.operation(request.method, request.url.path)
        if operation is not None:
            report.see("status", answer.status_code in operation.statuses, f"{told(answer)}: not in the contract")
        report.see("request_id", answer.headers.get("X-Request-Id"), f"{asked(answer)} has no X-Request-Id")
        if answer.is_error and request.method != "HEAD":
            report.see(
                "problem", is_problem(answer), f"{asked(answer)} answered {answer.status_code}: {answer.text[:200]}"
            )
        if self._limited and operation is not None and operation.secured and answer.status_code not in {401, 405}:
            report.see("limits", "RateLimit" in answer.headers, f"{asked(answer)} does not say what is left")


def new_key() -> str:
    """Return a key that no command has had."""
    return uuid4().hex


def document_of(answer: httpx.Response) -> Document:
    """Return the document of an answer. Raises `NotUnderstood`."""
    try:
        return msgspec.json.decode(answer.content)
    except msgspec.DecodeError:
        raise NotUnderstood(f"{asked(answer)} answered no JSON") from None


def is_problem(answer: httpx.Response) -> bool:
    """Return whether an answer is a problem document (RFC 9457) that says all that the contract promises."""
    try:
        problem = msgspec.json.decode(answer.content)
    except msgspec.DecodeError:
        return False
    return (
        answer.headers.get("Content-Type", "").split(";")[0] == PROBLEM
        and is_object(problem)
        and all(problem.get(name) and isinstance(problem[name], str) for name in ("type", "title", "detail", "code"))
        and problem.get("status") == answer.status_code
    )


def is_object(document: Document) -> TypeGuard[dict[str, Any]]:
    """Return whether a document is an object."""
    return isinstance(document, dict)


def code_of(answer: httpx.Response) -> str:
    """Return the code of a problem; nothing if it has none."""
    try:
        problem = msgspec.json.decode(answer.content)
    except msgspec.DecodeError:
        return ""
    return str(problem.get("code", "")) if answer.is_error and is_object(problem) else ""


def asked(answer: httpx.Response) -> str:
    """Return what was asked."""
    return f"{answer.request.method} {answer.request.url.raw_path.decode()}"


def told(answer: httpx.Response) -> str:
    """Return what was asked and answered, in short."""
    return f"{asked(answer)} answered {answer.status_code} {code_of(answer)}".rstrip()

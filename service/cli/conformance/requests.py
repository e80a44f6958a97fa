"""What holds of every operation: who may ask, what is refused, HEAD, OPTIONS, entity tags; and of keys of commands."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from http import HTTPStatus as Status

import httpx
import msgspec

from service.cli.conformance.contract import Document, Operation
from service.cli.conformance.pages import ORIGIN, check_pages
from service.cli.conformance.visit import (
    Guest,
    Visit,
    code_of,
    described,
    difference,
    document_of,
    new_key,
    request_line,
)

NOBODY = Guest("", "parlour_" + 43 * "0")
STRANGE = {"no_such_field": 1}
OTHER_METHODS = ("PATCH", "PUT")
SAME_HEADERS = ("Content-Type", "ETag", "Cache-Control")
CHANGES = 5
"""How often what is asked for may change between two requests: games end meanwhile, and leaderboards tell of them."""


class Operations:
    """Asks every operation of the contract for what is refused, on a table and a tournament that stay as they are."""

    def __init__(self, visit: Visit, guest: Guest, game: str, table: Document, tournament: Document) -> None:
        self.visit = visit
        self.guest = guest
        self.known = {
            "table": table["id"],
            "tournament": tournament["id"],
            "player_id": guest.id,
            "game": game,
            "seat": "0",
        }
        self.path = f"/v1/tables/{table['id']}"

    async def check(self) -> None:
        """Ask everything."""
        before = await self.visit.read("GET", self.path, self.guest)
        for operation in self.visit.contract.operations:
            if operation.secured:
                await self._without_token(operation)
            if "{" in operation.path and not operation.uploads:
                await self._unknown(operation)
            if operation.schema is not None:
                await self._wrong_bodies(operation)
            if operation.method == "GET" and not operation.streams:
                await self._head(operation)
            if "If-None-Match" in operation.headers and not operation.streams:
                await self._etag(operation)
        for path, methods in self.visit.contract.paths().items():
            await self._methods(path, methods)
        after = await self.visit.read("GET", self.path, self.guest)
        fault = f"GET {self.path} after refused requests: {difference(after, before)}"
        self.visit.report.see("no_trace", before == after, fault)

    async def _without_token(self, operation: Operation) -> None:
        for guest in (NOBODY,) if operation.is_open else (None, NOBODY):
            answer = await self.visit.ask(operation.method, operation.path_with(**self.known), guest)
            refused = answer.status_code == Status.UNAUTHORIZED and "WWW-Authenticate" in answer.headers
            fault = f"{described(answer)} to {'a wrong' if guest else 'no'} token, not 401 with WWW-Authenticate"
            self.visit.report.see("token", refused, fault)

    async def _unknown(self, operation: Operation) -> None:
        body = None if operation.schema is None else self.visit.contract.sample(operation.schema)
        answer = await self.visit.ask(operation.method, operation.path_with(), self.guest, body=body)
        not_found = (answer.status_code, code_of(answer)) == (Status.NOT_FOUND, "not_found")
        self.visit.report.see("unknown", not_found or for_officials(answer), f"{described(answer)}, not 404 not_found")

    async def _wrong_bodies(self, operation: Operation) -> None:
        path, sample = operation.path_with(**self.known), self.visit.contract.sample(operation.schema)
        json, text = {"Content-Type": "application/json"}, {"Content-Type": "text/plain"}
        for content, media, status, code in (
            (b'{"', json, Status.BAD_REQUEST, "invalid_json"),
            (b"[]", json, Status.BAD_REQUEST, "invalid_body"),
            (b"{}", text, Status.UNSUPPORTED_MEDIA_TYPE, "unsupported_media_type"),
        ):
            answer = await self.visit.ask(operation.method, path, self.guest, content=content, headers=media)
            refused = (answer.status_code, code_of(answer)) == (status, code) or for_officials(answer)
            self.visit.report.see(
                "bad_json", refused, f"{described(answer)} to {content.decode()!r}, not {status} {code}"
            )
        answer = await self.visit.ask(operation.method, path, self.guest, body=sample | STRANGE)
        refused = (answer.status_code, code_of(answer)) == (Status.BAD_REQUEST, "unknown_field")
        where = "/no_such_field" in answer.text
        told_where = (refused and where) or for_officials(answer)
        fault = (
            f"{described(answer)} to {msgspec.json.encode(STRANGE).decode()}, not 400 unknown_field at /no_such_field"
        )
        self.visit.report.see("unknown_field", told_where, fault)

    async def _head(self, operation: Operation) -> None:
        path = operation.path_with(**self.known)
        for _ in range(CHANGES):
            get = await self.visit.ask("GET", path, self.guest)
            head = await self.visit.ask("HEAD", path, self.guest)
            alike = get.status_code == head.status_code and not head.content
            others = [name for name in SAME_HEADERS if get.headers.get(name) != head.headers.get(name)]
            if others != ["ETag"]:
                break
        fault = f"{described(head)}, and GET {get.status_code}; other headers: {', '.join(others) or 'none'}"
        self.visit.report.see("head", alike and not others, fault)

    async def _methods(self, path: str, methods: frozenset[str]) -> None:
        operation = next(each for each in self.visit.contract.operations if each.path == path)
        known = operation.path_with(**self.known)
        expected = methods | {"OPTIONS"} | ({"HEAD"} if "GET" in methods else set())
        other = next(each for each in OTHER_METHODS if each not in methods)
        asked = await self.visit.ask("OPTIONS", known, self.guest)
        refused = await self.visit.ask(other, known, self.guest, headers={"Origin": ORIGIN})
        for answer, status in ((asked, Status.NO_CONTENT), (refused, Status.METHOD_NOT_ALLOWED)):
            allowed = {each.strip() for each in answer.headers.get("Allow", "").split(",")}
            right = answer.status_code == status and allowed == expected
            said, wanted = (", ".join(sorted(each)) for each in (allowed, expected))
            self.visit.report.see(
                "options", right, f"{described(answer)}, Allow: {said}; not {status}, Allow: {wanted}"
            )
        await check_pages(self.visit, known, methods, refused)

    async def _etag(self, operation: Operation) -> None:
        path = operation.path_with(**self.known)
        first = await self.visit.ask("GET", path, self.guest)
        if not first.is_success:  # a round that is not there, or a record that has not opened
            return
        tag = first.headers.get("ETag", "")
        document = document_of(first)
        version = document.get("table", document).get("version")
        strong = tag.removeprefix("W/")
        right = strong == f'"{version}"' or strong.startswith(f'"{version}-' if version else '"')
        self.visit.report.see("etag", right, f"{request_line(first)}: version {version} has the ETag {tag!r}")
        for given, status in ((str, Status.NOT_MODIFIED), (strong_of, Status.NOT_MODIFIED), (other, Status.OK)):
            right, answer, tag = await self._told_again(path, tag, given, status)
            self.visit.report.see("etag", right, f"{described(answer)} to If-None-Match: {given(tag)}, not {status}")

    async def _told_again(
        self, path: str, tag: str, given: Callable[[str], str], status: int
    ) -> tuple[bool, httpx.Response, str]:
        """Return whether a GET with a tag made of the present one is answered with a status; the answer; the tag.

        `tag` is the one that was told last.
        """
        for _ in range(CHANGES):
            answer = await self.visit.ask("GET", path, self.guest, headers={"If-None-Match": given(tag)})
            if right := answer.status_code == status and bool(answer.content) == (status == Status.OK):
                break
            tag = (await self.visit.ask("GET", path, self.guest)).headers.get("ETag", "")
        return right, answer, tag


def strong_of(tag: str) -> str:
    """Return an ETag without what makes it a weak one: both stand for the same (RFC 9110, 13.1.2)."""
    return tag.removeprefix("W/")


def other(tag: str) -> str:
    """Return an ETag that nothing has."""
    return '"0"'


def for_officials(answer: httpx.Response) -> bool:
    """Return whether an operation is for operators or analysts alone, whatever is asked there."""
    return (answer.status_code, code_of(answer)) == (Status.FORBIDDEN, "forbidden")


@dataclass(frozen=True)
class Command:
    """A command that a guest sends with a key; `other` is a body that is not its own."""

    visit: Visit
    path: str
    guest: Guest
    body: Document
    other: Document
    key: str = field(default_factory=new_key)

    async def send(self, *, anew: bool = False) -> httpx.Response:
        """Send it, and return its answer."""
        return await self.visit.ask("POST", self.path, self.guest, body=self.body, key=self.key, anew=anew)

    async def send_again(self, first: httpx.Response) -> None:
        """See that it is answered as before, and that nothing else is taken for it."""
        for where in ("the same connection", "another connection"):
            again = await self.send(anew=where != "the same connection")
            same = (again.status_code, again.content) == (first.status_code, first.content)
            fault = f"{described(again)} when sent again over {where}, and {first.status_code} before"
            self.visit.report.see("same_answer", same, f"{fault}; {otherwise(again, first)}")
        answer = await self.visit.ask("POST", self.path, self.guest, body=self.other, key=self.key)
        refused = (answer.status_code, code_of(answer)) == (Status.CONFLICT, "idempotency_key_reused")
        fault = f"{described(answer)} to another body with the same key, not 409 idempotency_key_reused"
        self.visit.report.see("other_body", refused, fault)


def otherwise(again: httpx.Response, first: httpx.Response) -> str:
    """Return how two answers differ."""
    return difference(*map(document_of, (again, first))) or "the same document, byte by byte another"


async def check_keys(visit: Visit, game: str, players: int) -> Document:
    """See what keys do for opening a table and sitting down there; return the table."""
    guest, other = await visit.guest("Conformance, key"), await visit.guest("Conformance, other key")
    body = {"game": game, "options": {"players": players}}
    opening = Command(visit, "/v1/tables", guest, body, {**body, "visibility": "private"})
    opened = await opening.send()
    await opening.send_again(opened)
    table = document_of(opened)
    lobby = (await visit.read("GET", f"/v1/tables?game={game}&status=open", guest))["tables"]
    count = sum(each["creator"] == guest.id for each in lobby)
    fault = f"POST /v1/tables, sent four times with one key, once with another body, has opened {count} tables"
    visit.report.see("done_once", count == 1, fault)
    theirs = await replace(opening, guest=other).send()
    own = theirs.is_success and document_of(theirs)["id"] != table["id"]
    visit.report.see("own_keys", own, f"{described(theirs)} to another player with that key, and not as to a new one")
    path = f"/v1/tables/{table['id']}"
    sitting = Command(visit, f"{path}/seats", guest, {"seat": 0}, {"seat": 1})
    seated = await sitting.send()
    await sitting.send_again(seated)
    after = await visit.read("GET", path, guest)
    once = seated.is_success and after["version"] == document_of(seated)["table"]["version"]
    sent = f"POST {path}/seats, sent four times with one key, once with another body"
    fault = f"{sent}, has brought the table to version {after['version']}"
    visit.report.see("done_once", once, fault)
    return after

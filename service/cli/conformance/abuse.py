"""What a service must refuse: strange paths, requests without a host, hard bodies, false names, too many requests."""

import asyncio
import random
from collections.abc import Sequence
from http import HTTPStatus as Status
from urllib.parse import urlsplit

import httpx

from service.cli.conformance.contract import Document, Operation
from service.cli.conformance.visit import ANSWER_SECONDS, Guest, Visit, code_of, described, pause, trusted
from service.cli.connection import NOT_NOW

SPELLINGS = ("//v1/games", "/v1//games", "/v1/games/", "/v1/%67ames", "/v1/./games", "/v1/x/../games", "/v1/games%2f")
"""Other ways to write `/v1/games`, each of which some server or proxy takes for it."""

NAMES = ("\u2800\u2800", "\u200b\u200b", "Ada\u202eadA", "Parlour", "P\u0430rl\u043eur", "House player")
"""Blank, invisible, turning the text around, and like the service: also with Cyrillic letters."""

LARGEST = 65_536
SLOW_SECONDS, SLOW_TIMES = 3.0, 3
"""A body is hard to read if it takes longer than a plain one of its size: by these seconds, and by this factor."""

HEAD_START_SECONDS = 0.02
"""Seconds after which somebody else asks."""

SOME = 1
"""Number of these bodies, beside the first, that are sent where a token is needed."""

PLAIN_TRIES = 2
"""Number of times that a plain body is sent after one that took long; the faster one counts."""

TRIES = 3
"""Number of times that a body is sent that took long each time: something else may have slowed the service."""

MOST_SPENT, LONGEST_WINDOW_SECONDS = 2_000, 20
"""The largest budget that is spent, and the longest time that is waited for another."""

SPENT_AT_ONCE = 20
"""Number of requests of one player at once: one after the other, they may take longer than a budget needs to refill."""

RATE_LIMITED = "rate_limited"


def padded(text: str, end: str = "") -> bytes:
    """Return a text again and again, as often as fits into a body with an end to it."""
    return (text * ((LARGEST - len(end)) // len(text)) + end).encode()


PLAIN = padded("a")
HARD: Sequence[bytes] = (
    ("[" * 51 + '"' + '\\"' * 32_700).encode(),
    padded("["),
    padded('{"a":'),
    padded('{"a":', "}"),
    b'{"name":"' + padded("\\u0041")[:-16] + b'"}',
    padded("9"),
    padded("\\"),
    padded(" "),
)
"""Bodies of the largest size that make a careless scanner slow: brackets, quotes, escapes, digits, nothing at all."""


class Abuse:
    """Asks for what must be refused, on a table that stays as it is."""

    def __init__(self, visit: Visit, guest: Guest, known: Document, url: str) -> None:
        self.visit = visit
        self.guest = guest
        self.known = known
        self.url = url

    async def check(self) -> None:
        """Ask everything."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self.spend())
            await self._spellings()
            await self._names()
            await self.hard_bodies()

    async def _spellings(self) -> None:
        """Ask for paths in other spellings, and with no host, or two."""
        host = f"Host: {urlsplit(self.url).netloc}"
        for path in SPELLINGS:
            status = await self._bare(path, host)
            self.visit.report.see("spellings", status == Status.NOT_FOUND, f"GET {path} answered {status}, not 404")
        for hosts, what in (((), "no header"), ((host, host), "two headers")):
            status = await self._bare("/v1/games", *hosts)
            fault = f"GET /v1/games with {what} Host answered {status}, not 400"
            self.visit.report.see("hosts", status == Status.BAD_REQUEST, fault)

    async def _bare(self, path: str, *headers: str) -> int:
        """Return the status of the answer to a GET whose bytes are these; 0 if there is none."""
        to = urlsplit(self.url)
        head = (f"GET {to.path.rstrip('/')}{path} HTTP/1.1", *headers, "Connection: close", "", "")
        secure = to.scheme == "https"
        self.visit.asked = head[0]
        async with asyncio.timeout(ANSWER_SECONDS):
            reader, writer = await asyncio.open_connection(
                to.hostname, to.port or (443 if secure else 80), ssl=trusted(self.url) if secure else None
            )
            try:
                writer.write("\r\n".join(head).encode())
                line = (await reader.readline()).split()
            except OSError:
                line = []
            finally:
                writer.close()
        return int(line[1]) if len(line) > 1 and line[1].isdigit() else 0

    async def _names(self) -> None:
        """Ask for names that nobody may have."""
        before = await self.visit.read("GET", "/v1/me", self.guest)
        for name in NAMES:
            answer = await self.visit.ask("PATCH", "/v1/me", self.guest, body={"name": name})
            fault = f"{described(answer)} to the name {name!a}, not 400 or 409"
            self.visit.report.see("names", answer.status_code in {Status.BAD_REQUEST, Status.CONFLICT}, fault)
        after = await self.visit.read("GET", "/v1/me", self.guest)
        self.visit.report.see("names", before == after, f"GET /v1/me: {after['name']!a} after names that were refused")

    async def hard_bodies(self) -> None:
        """Send bodies that are hard to read wherever any is taken, and see whether somebody else has to wait.

        A client without a token can send all of them.
        """
        for operation in self.visit.contract.operations:
            if operation.schema is not None:
                others = HARD[1:] if not operation.secured else random.sample(HARD[1:], SOME)
                for body in (HARD[0], *others):
                    await self._hard_body(operation, body)

    async def _hard_body(self, operation: Operation, body: bytes) -> None:
        """Send a body, again if it took long."""
        for _ in range(TRIES):
            answer, took = await self._beside(operation, body)
            limit = SLOW_SECONDS if took < SLOW_SECONDS else await self._limit(operation)
            if took < limit:
                break
        what = f"{operation.method} {operation.path} with {len(body)} bytes like {body[:12].decode()}"
        refused = answer is None or answer.is_client_error
        self.visit.report.see("hard_bodies", refused, f"{what}: {described(answer) if answer else ''}, not 4xx")
        fault = f"{what} took {took:.1f} s, or somebody else who asked meanwhile; {limit:.1f} s would be long"
        self.visit.report.see("hard_bodies", took < limit, fault)

    async def _limit(self, operation: Operation) -> float:
        """Return how many seconds are long for a body now: what slows the whole machine slows a plain one, too."""
        plain = min([(await self._beside(operation, PLAIN))[1] for _ in range(PLAIN_TRIES)])
        return min(SLOW_SECONDS + SLOW_TIMES * plain, ANSWER_SECONDS)

    async def _beside(self, operation: Operation, body: bytes) -> tuple[httpx.Response | None, float]:
        """Return the answer to a body, and the seconds that it took, or somebody else's request at its side."""
        path = operation.path_with(**self.known)
        sent = asyncio.create_task(self.visit.ask(operation.method, path, self.guest, content=body))
        await asyncio.sleep(HEAD_START_SECONDS)
        beside = asyncio.create_task(self.visit.ask("GET", "/v1/limits"))
        answers = await asyncio.gather(sent, beside, return_exceptions=True)
        if any(isinstance(each, httpx.TimeoutException) for each in answers):
            return None, ANSWER_SECONDS
        return sent.result(), max(each.result().elapsed.total_seconds() for each in (sent, beside))

    async def spend(self) -> None:
        """Spend the budget that pays for the most expensive question, and wait until it may be asked again."""
        limits = await self.visit.read("GET", "/v1/limits")
        quotas = {
            each["name"]: each["quota"]
            for each in limits["budgets"]
            if 0 < each["quota"] <= MOST_SPENT and 0 < (each["window_seconds"] or 0) <= LONGEST_WINDOW_SECONDS
        }
        questions = [each for each in self.visit.contract.operations if each.method == "GET" and each.secured]
        dear = max((each for each in questions if not each.streams), key=lambda each: limits["costs"].get(each.name, 1))
        spender = await self.visit.guest("Conformance, spender")
        path = dear.path_with(**self.known)
        answer = await self.visit.ask("GET", path, spender)
        quota = quotas.get(answer.headers.get("RateLimit", "").partition(";")[0].strip('"'))
        if quota is None:
            return
        asked = 1
        while answer.status_code not in NOT_NOW and asked <= quota:
            asked += SPENT_AT_ONCE
            answers = await asyncio.gather(*(self.visit.ask_once(path, spender) for _ in range(SPENT_AT_ONCE)))
            answer = max((each for each in answers if each.status_code in NOT_NOW), key=pause, default=answer)
        given = answer.headers.get("Retry-After", "")
        right = (answer.status_code, code_of(answer)) == (Status.TOO_MANY_REQUESTS, RATE_LIMITED)
        right = (
            right and given.isdecimal() and 0 < int(given) <= LONGEST_WINDOW_SECONDS and "RateLimit" in answer.headers
        )
        fault = f"{described(answer)}, Retry-After: {given or 'absent'}, when asked {asked} times"
        if self.visit.report.see("spent", right, f"{fault}; a budget of {quota} had paid"):
            await asyncio.sleep(pause(answer))
            again = await self.visit.ask_once(path, spender)
            self.visit.report.see(
                "spent", again.status_code not in NOT_NOW, f"{described(again)} after Retry-After: {given}"
            )

"""Asks a service in this process, and keeps what was asked and answered: for the examples of the contract.

Ids, tokens, secrets and hashes are replaced by others that are the same each time; the time is the story's own.
"""

import asyncio
import hashlib
import re
from collections import defaultdict
from collections.abc import Mapping
from typing import Any, cast

import httpx
import msgspec
from litestar import Litestar

from service.accounts.memory import MemoryAccounts
from service.app import Surroundings, create_app
from service.http.contract.document import contract
from service.http.contract.operations import HEADERS, LIMITED
from service.settings import Settings
from service.store.memory import MemoryStore
from service.webhooks.memory import MemoryWebhooks
from service.webhooks.port import Webhook

BEGINNING = 1_767_225_600_000
MINUTE = 60_000
DAY = 24 * 60 * MINUTE
LONGEST_TEXT = 1000
TICKET = 96
STREAMS = {"streamTable", "streamMe", "streamSeek", "replayTable", "streamTournament"}
"""What is shown of them is their first line that says something."""

FIRST_EPOCH = "2AAAAAQAAAA"
"""What the cursors of a player's stream begin with in the first epoch."""

RANDOM = re.compile(
    r"""
    parlour_[\w-]{43}                              # a token
    | \bwhsec_[\w+/]{43}=                          # the secret of a webhook
    | \bmsg_[0-9a-f]{32}                           # what names a message to one
    | [0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}    # an id
    | \b[0-9a-f]{12}\b                             # what names a token
    | \b([0-9A-Z]{4}-){6}[0-9A-Z]{4}\b             # a recovery code
    | \b([0-9a-f]{32}){1,4}\b                      # a hash, a secret, a signature
    | \b[\w-]{96}(?![\w-])                         # a ticket
    | \bAAAB[\w-]{28}                              # a cursor of the lobby
    | \b1[\w-]{27}(?![\w-])                        # a cursor of a player's stream, of any epoch
    | \b2AAAAAQAAAA[\w-]{28}(?![\w-])              # and of the first one
    """,
    re.VERBOSE,
)

CODE = re.compile(r"([0-9A-Z]{4}-){6}[0-9A-Z]{4}")
"""A recovery code."""

OF_CHANCE: Mapping[str, object] = {
    "lane": 27,
    "lane_position": 206,
    "position": 185,
    "lanes": [{"position": 206, "root": "1" * 64}, {"position": 0, "root": "2" * 64}],
    "paths": [["3" * 64, "4" * 64], []],
    "lane_path": ["3" * 64, "4" * 64],
    "log_path": ["5" * 64, "6" * 64],
}
"""What depends on the ids of tables, and is shown shorter than it is."""

Body = Any


SHOWN_MESSAGES = 4
"""How many entries of each kind an example of the list of messages has."""


class Unsent(MemoryWebhooks):
    """Webhooks that nobody sends to: a story has a time of its own, and no network."""

    async def take(self, at: int, until: int, limit: int, *, strained: bool) -> list[Webhook]:
        """Return none."""
        return []


class Story:
    """Asks a service that has no database, and keeps what was asked and answered, by operation."""

    def __init__(self) -> None:
        self.webhooks = Unsent()
        world = Surroundings(now=self.now, store=MemoryStore(), accounts=MemoryAccounts(), webhooks=self.webhooks)
        self.app = app = create_app(Settings(signing_key=bytes(32)), world)
        self.kept: dict[str, list[dict[str, Any]]] = defaultdict(list)
        self.time = BEGINNING
        self._client = httpx.AsyncClient(transport=httpx.ASGITransport(cast("Any", app)), base_url="http://parlour")
        self._routes = {
            operation["operationId"]: (method, path)
            for path, operations in msgspec.json.decode(contract())["paths"].items()
            for method, operation in operations.items()
        }
        self._replaced: dict[str, str] = {}
        self.tags: dict[tuple[str, str], str] = {}
        """The last ETag by operation and token."""

    def now(self) -> int:
        """Return the time in the story, in ms."""
        return self.time

    async def ask(
        self,
        operation: str,
        name: str = "",
        /,
        *,
        token: str = "",
        headers: Mapping[str, str] | None = None,
        body: Body = None,
        text: str | None = None,
        **parameters: Any,
    ) -> Any:
        """Ask, keep the exchange if it is given a name, and return the body of the answer."""
        self.time += MINUTE
        method, template = self._routes[operation]
        in_path = {each: str(value) for each, value in parameters.items() if f"{{{each}}}" in template}
        query = {each: value for each, value in parameters.items() if each not in in_path}
        sent = {"Authorization": f"Bearer {token}"} if token else {}
        sent |= headers or {}
        content = {} if body is None else {"json": body}
        content |= {} if text is None else {"content": text}
        asked = self._client.build_request(
            method.upper(), template.format_map(in_path), params=query, headers=sent, **content
        )
        answer = await (first_line(self.app, asked) if operation in STREAMS else self._client.send(asked))
        answered: Any = answer.json() if answer.content else None
        if operation == "listMessages":
            answered = {part: entries[:SHOWN_MESSAGES] for part, entries in answered.items()}
        self.tags[operation, token] = answer.headers.get("ETag", "")
        if name:
            given = text or (msgspec.json.decode(asked.content) if asked.content else None)
            request = {"method": method.upper(), "path": asked.url.raw_path.decode(), "headers": sent, "body": given}
            told = {name: answer.headers[name] for name in HEADERS if name in answer.headers and name not in LIMITED}
            response = {"status": answer.status_code, "headers": told, "body": answered}
            exchange = {"name": key(name), "summary": name, "request": present(request), "answer": present(response)}
            self.kept[operation].append(self._stable(exchange))
        return answered

    def _stable(self, value: Any) -> Any:
        """Return the value with what is random in it replaced, the same by the same."""
        if isinstance(value, dict) and "$defs" in value:
            return {"$comment": "A JSON Schema, left out here."}
        if isinstance(value, dict):
            value |= {name: shown for name, shown in OF_CHANCE.items() if value.get(name) is not None}
            return {self._stable(each): self._stable(content) for each, content in value.items()}
        if isinstance(value, list):
            return [self._stable(each) for each in value]
        if not isinstance(value, str):
            return value
        if len(value) > LONGEST_TEXT:
            value = value[:LONGEST_TEXT].rpartition("\n\n")[0] + "\n\n…"
        return RANDOM.sub(lambda found: self._replaced.setdefault(found[0], self._substitute(found[0])), value)

    def _substitute(self, found: str) -> str:
        number = len(self._replaced) + 1
        if found.startswith("parlour_"):
            return f"parlour_{number:043}"
        if found.startswith("whsec_"):
            return f"whsec_{number:043}="
        if found.startswith("msg_"):
            return f"msg_{number:032}"
        if len(found) == TICKET:
            return f"{number:0{TICKET}}"
        if found.startswith("AAAB"):
            return f"AAAB{number:028}"
        if len(found) == len("1") + 27:
            return f"1{number:027}"
        if found.startswith(FIRST_EPOCH):
            return f"{FIRST_EPOCH}{number:028}"
        if CODE.fullmatch(found):
            return "-".join(re.findall("....", f"{number:028}"))
        if "-" in found:
            return f"00000000-0000-{found[14]}000-8000-{number:012}"
        return hashlib.shake_256(b"%d" % number).hexdigest(len(found) // 2)


async def first_line(app: Litestar, asked: httpx.Request) -> httpx.Response:
    """Open a stream and hang up at its first line that says something; return that, or why there is no stream."""
    begun: dict[str, Any] = {}
    body, said = b"", asyncio.Event()
    received = iter([{"type": "http.request", "body": b"", "more_body": False}])

    async def receive() -> Any:
        for message in received:
            return message
        await said.wait()
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        nonlocal body
        if message["type"] == "http.response.start":
            begun.update(message)
        elif message["body"] and b'"heartbeat"' not in message["body"] and not body:
            body = message["body"]
            said.set()

    scope: dict[str, Any] = {"type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "scheme": "http"}
    scope |= {
        "method": "GET",
        "path": asked.url.path,
        "raw_path": asked.url.raw_path.partition(b"?")[0],
        "root_path": "",
    }
    scope |= {
        "query_string": asked.url.query,
        "headers": [(name.lower(), value) for name, value in asked.headers.raw],
        "client": ("127.0.0.1", 1),
        "server": ("parlour", 80),
    }
    await cast("Any", app)(scope, receive, send)
    return httpx.Response(begun["status"], headers=begun["headers"], content=body, request=asked)


def key(name: str) -> str:
    """Return a name as a key: `The seat is taken` → `the_seat_is_taken`."""
    return re.sub(r"\W+", "_", name.lower()).strip("_")


def present(parts: dict[str, Any]) -> dict[str, Any]:
    """Return the parts of a message that are there."""
    return {name: part for name, part in parts.items() if part not in (None, {})}

"""A witness: somebody at a table who asks the service for all that there is, and keeps every byte of it."""

import contextlib
import hashlib
import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from litestar import Litestar

from domain.table import Tick
from service.live.places import Places
from tests.domain.playout import STARTED_AT
from tests.service.http.party import Header, Party, table_of
from tests.service.http.reading import NDJSON, SSE, Stream, parsed
from tests.service.http.surface import Client
from tests.service.http.twins import Script, Turn, Twins
from tests.service.workers import Time

NAMELESS = UUID(int=0)
SAME_REQUEST = {"X-Request-Id": "twins"}
CURSOR = re.compile(rb'(?<="cursor":")2[\w-]{38}(?=")|(?<=^id: )2[\w-]{38}$', re.MULTILINE)
"""The cursor of a player's stream that knows one table: it holds the table's id."""

BEFORE_CURSOR = (b'"cursor":"2', b"id: 2")
"""How the expression begins: to look for these words takes a fraction of the time."""

STREAMS: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "NDJSON": (NDJSON, {}),
    "SSE": (SSE, {}),
    "views": (NDJSON, {"with": "view"}),
    "changes": (SSE, {"with": "changes"}),
}
"""The streams that are listened to, by what they are called: their form, and what is asked of them."""

TAG = re.compile(rb'(?<=[-"])([0-9a-f]{32})(?="$)', re.MULTILINE)
"""The hash in the entity tag of a view or a table."""

Heard = list[tuple[str, bytes]]
"""What somebody got from the service: from where, and the bytes."""


class Hands(Time):
    """The hands of the service's clock: they move when somebody moves them."""

    ms = STARTED_AT

    def __call__(self) -> int:
        """Return the time, in ms."""
        return self.ms + self.shift

    def now(self) -> int:
        """Return the time, in ms."""
        return self()


@dataclass(frozen=True)
class World:
    """A service whose clock and whose secrets are known, and an operator of it."""

    app: Litestar
    client: Client
    operator: Header
    clock: Hands


class Witness:
    """Somebody at a table, who asks the service for everything and keeps what they get."""

    def __init__(self, client: Client, table: Party, header: Header) -> None:
        self.client = client
        self.table = table
        self.header = header | SAME_REQUEST
        self.heard: Heard = []
        self.read = 0
        self.history = "0.0-1-00000000"
        """Up to where they have read the history: what was over before is not the same in all worlds."""
        self.profile: Sequence[str] = ()
        """Where they find what they have played: nobody knows it before, so it is the same in all worlds."""

    async def ask(self, method: str, path: str, body: Any = None, **query: Any) -> Any:
        """Ask for something at the table, or elsewhere; return the document."""
        url = path if path.startswith("/") else f"{self.table.path}/{path}".removesuffix("/table")
        answer = await self.client.request(method, url, json=body, params=query or None, headers=self.header)
        head = b"\n".join(name + b": " + value for name, value in answer.headers.raw)
        self.heard.append((f"{method} {path}", without_tag(answer.status_code, head, answer.content)))
        is_json = answer.headers.get("content-type", "").endswith("json") and answer.content
        return answer.json() if is_json and "x-ndjson" not in answer.headers["content-type"] else None

    async def look(self, tries: Sequence[object]) -> None:
        """Look at all there is, and try moves."""
        view = await self.ask("GET", "view")
        version = view["table"]["version"]
        await self.ask("HEAD", "view")
        await self.ask("GET", "view", version=(version + 1) // 2)
        await self.ask("GET", "events", after=self.read, limit=1000)
        self.read = version
        await self.ask("GET", "table")
        await self.ask("GET", "/v1/tables", player=view["table"]["seats"][0], status="playing")
        await self.ask("GET", "/v1/me/tables")
        for path in ("/v1/history/games", "/v1/history/events"):
            await self.ask("GET", path, after=self.history)
        for path in ("/v1/dumps", "/v1/audit/hints?reason=an+inquiry", *self.profile):
            await self.ask("GET", path)
        await self.ask("GET", "record")
        await self.ask("POST", "fork", {"version": version, "seats": ["me"]})
        await self.ask("GET", "replay")
        await self.ask("GET", "replay", **{"from": version // 2 + 1, "with": "view"})
        await self.ask_as_stranger("view", "events", "replay", "record")
        for number in (2, 100):
            random.seed(number)
            await self.ask("GET", "moves/suggestions", n=number)
        for move in tries:
            judgement = await self.ask("POST", "moves/check", {"move": move})
            await self.ask("POST", "moves", {"move": move} | ({"decision": "0.0"} if judgement.get("legal") else {}))

    async def ask_as_stranger(self, *paths: str) -> None:
        """Ask without a token, as everybody may: also a player who plays the deck of the table elsewhere."""
        own, self.header = self.header, SAME_REQUEST
        for path in paths:
            await self.ask("GET", path)
        self.header = own

    async def listen(self, name: str, stream: Stream, version: int) -> None:
        """Take the lines of a stream up to a version."""
        self.heard.append((name, repr((stream.status, stream.headers)).encode()))
        while piece := await stream.raw():
            line = parsed(piece)
            if line["type"] != "heartbeat":
                self.heard.append((name, piece))
            if line.get("entry", line.get("view", {}).get("table", {})).get("version") == version:
                return
        raise AssertionError("the stream is at its end")


async def played(world: World, script: Script, twins: Twins, players: Sequence[Header]) -> Heard:
    """Play a game over HTTP; return all that the viewer got. The last of the players has no seat."""
    world.clock.ms = STARTED_AT
    opening = {"options": script.options, "settings": script.settings, "decks": script.decks}
    table = await table_of(world.client, [world.operator], script.game, **opening)
    witness = Witness(world.client, table, players[-1 if twins.viewer is None else twins.viewer])
    past = await world.client.get(
        "/v1/history/games", params={"limit": 5000, "fields": "number"}, headers=world.operator
    )
    witness.history = past.json()["cursor"]
    own = f"/v1/players/{(await world.client.get('/v1/me', headers=witness.header)).json()['id']}"
    witness.profile = (own, f"{own}/games")
    for seat, player in enumerate(players[:-1]):
        await accepted(world.client, f"{table.path}/seats", {"seat": seat}, player)
    async with contextlib.AsyncExitStack() as stack:
        paths = {"table": f"{table.path}/stream"} | ({} if twins.viewer is None else {"player": "/v1/me/stream"})
        heard_from = {
            f"{name} of the {what}": await stack.enter_async_context(
                Stream(world.app, path, witness.header | {"Accept": form}, **query)
            )
            for what, path in paths.items()
            for name, (form, query) in STREAMS.items()
        }
        await accepted(world.client, f"{table.path}/start", None, world.operator)
        for number, turn in enumerate((Turn(STARTED_AT), *script.turns)):
            await take(world, table, turn, players, witness if turn.seat == twins.viewer else None)
            if number in twins.looks:
                await witness.look(twins.looks[number])
        version = (await witness.ask("GET", "view"))["table"]["version"]
        for name, stream in heard_from.items():
            await witness.listen(name, stream, version)
    for player in players[:-1]:
        await world.client.post(f"{table.path}/abort", json={}, headers=player)
    return nameless(witness.heard, table.id)


async def take(world: World, table: Party, turn: Turn, players: Sequence[Header], witness: Witness | None) -> None:
    """Let a turn be made, by a witness if it is theirs."""
    world.clock.ms = turn.at
    if turn.seat is None:
        await world.app.state.services.parlour.engine.execute(UUID(table.id), Tick())
    elif witness is not None:
        assert "events" in await witness.ask("POST", "moves", {"move": turn.move})
    else:
        await accepted(world.client, f"{table.path}/moves", {"move": turn.move}, players[turn.seat])


async def accepted(client: Client, path: str, body: Any, header: Header) -> None:
    """Send a command."""
    answer = await client.post(path, json=body, headers=header)
    assert answer.is_success, answer.text


def without_tag(status: int, head: bytes, content: bytes) -> bytes:
    """Return an answer without the part of its entity tag that is the hash of its body, which has the table's id."""
    tag = TAG.search(head)
    if tag and content:
        assert tag[1].decode() == hashlib.blake2b(content, digest_size=16).hexdigest()
    return b"%d\n%b\n\n%b" % (status, TAG.sub(b"", head), content)


def nameless(heard: Heard, table: str) -> Heard:
    """Return what was heard with another id of the table, the same for every table and as long as they all are."""

    def moved(cursor: re.Match[bytes]) -> bytes:
        places = Places.parsed(cursor[0].decode())
        tables = {NAMELESS if str(game) == table else game: version for game, version in places.tables.items()}
        return Places(tables, epoch=places.epoch).cursor().encode()

    named = [(what, said.replace(table.encode(), str(NAMELESS).encode())) for what, said in heard]
    return [
        (what, CURSOR.sub(moved, said) if any(each in said for each in BEFORE_CURSOR) else said) for what, said in named
    ]

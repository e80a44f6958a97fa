"""Players who go on whatever breaks, and keep journals: of what they were told is done, and what streams have told."""

import asyncio
import json
import random
import time
from collections.abc import AsyncGenerator, AsyncIterator, Iterable, Iterator
from contextlib import aclosing, suppress
from dataclasses import dataclass, field
from typing import Any

import httpx

from service.cli.connection import NOT_NOW
from service.cli.persistence import PersistentClient
from service.cli.tally import Tally
from service.embedded.data_folder import signing_seed
from service.runtime.secret_ids import SecretIds
from tests.faults.audit import command_of, faults
from tests.serving import Service

GAMES: dict[str, dict[str, Any]] = {
    "medieval_mastery": {"players": 3, "max_deals": 1, "stall_limit": 3},
    "literature": {"stall_limit": 20},
    "pursuit_of_happiness": {"players": 2, "times_through_deck": 1},
    "honors_2": {"players": 3, "max_deals": 1, "stall_rounds": 2, "challenge_ms": 500},
}
"""Tricks, asking, attacks out of turn, and a game in which several act at once; with options that make them short."""

TOO_LATE = {"decision_over", "game_over"}
"""What one is told whose move came when the table had moved on."""

PLAYERS = 2
"""Number of seats that are played over the network; the house plays the others."""

GAME_SECONDS = 240
PAUSE_SECONDS = 0.02
FORMS = ("application/x-ndjson", "text/event-stream")


@dataclass
class Transcript:
    """What a client has heard of a table: the first view, and each event behind it, as often as it came."""

    view: Any = None
    events: list[Any] = field(default_factory=list)
    lost: int = 0
    """How many of the events were taken back, as the log has lost them."""

    @property
    def version(self) -> int:
        """The version of the table that the client has come to."""
        return int(self.events[-1]["version"] if self.events else self.view["table"]["version"] if self.view else 0)

    def forget(self, tables: Iterable[Any]) -> None:
        """Take back what is lost; the client follows one table."""
        for table in tables:
            kept = [event for event in self.events if event["version"] <= table["version"]]
            self.lost += len(self.events) - len(kept)
            self.events = kept


class Client:
    """One player or spectator: reads a stream to its end, and makes any move that is offered. `end` is why it ended."""

    def __init__(self, http: httpx.AsyncClient, tally: Tally, player: dict[str, str], dice: random.Random) -> None:
        self.http = http
        self.sender = PersistentClient(http, tally)
        self.id, self.token = player["id"], player["token"]
        self.dice = dice
        self.form = dice.choice(FORMS)
        self.transcript = Transcript()
        self.acknowledged: list[dict[str, Any]] = []
        self.refused: list[dict[str, Any]] = []
        self.end = ""

    async def command(self, path: str, body: Any, key: str) -> httpx.Response:
        return await self.sender.send("POST", path, self.token, body=body, key=key)

    async def must(self, path: str, body: Any) -> Any:
        answer = await self.command(path, body, self.new_key())
        return answer.raise_for_status().json()

    def new_key(self) -> str:
        return f"{self.dice.getrandbits(128):032x}"

    async def lines(self, stream_path: str) -> AsyncGenerator[Any, None]:
        """Yield the lines of a stream to its end, each with the cursor of the one before it."""
        headers = {"Authorization": f"Bearer {self.token}", "Accept": self.form}
        while True:
            with suppress(httpx.TransportError):
                async with self.http.stream("GET", stream_path, headers=headers) as stream:
                    async for text in as_documents(stream):
                        line = json.loads(text)
                        headers["Last-Event-ID"] = line["cursor"]
                        yield line
                        if line["type"] == "end" and line["why"] != "stopping":
                            self.end = line["why"]
                            return
            await asyncio.sleep(PAUSE_SECONDS)

    async def play(self, path: str, stream_path: str) -> None:
        """Follow a table until its game is over, and act on it; who has no seat only follows."""
        version = 0
        async with aclosing(self.lines(stream_path)) as lines:
            async for line in lines:
                if line["type"] == "view":
                    assert self.transcript.view is None
                    self.transcript.view = line["view"]
                elif line["type"] == "event":
                    self.transcript.events.append(line["entry"])
                elif line["type"] == "history_lost":
                    self.transcript.forget(line["tables"])
                    version = 0
                if self.transcript.version > version and self.transcript.view["seat"] is not None:
                    version = await self.act(path)

    async def act(self, path: str) -> int:
        """Look at the table and make a move, if one may be made; return the version that was seen."""
        view = (await self.sender.send("GET", f"{path}/view", self.token)).raise_for_status().json()
        decision = view["decision"]
        if decision and (move := self.choose(decision)):
            key = self.new_key()
            sent = {
                "table": path.removeprefix("/tables/"),
                "player": self.id,
                "key": key,
                "seat": view["seat"],
                "move": move,
            }
            answer = await self.command(f"{path}/moves", {"move": move, "decision": decision["id"]}, key)
            if answer.is_success:
                answered_at = time.monotonic()
                times = {"sent_at": answered_at - answer.elapsed.total_seconds(), "answered_at": answered_at}
                self.acknowledged.append(sent | times | {"version": answer.json()["version"]})
            else:
                self.refused.append(sent | {"code": answer.json()["code"]})
        return int(view["table"]["version"])

    def choose(self, decision: Any) -> Any:
        """Return any of the moves; now and then none, if others and the clock go on without it."""
        return self.dice.choice(decision["moves"] if decision["default"] else [*decision["moves"], None])


async def as_documents(stream: httpx.Response) -> AsyncIterator[str]:
    """Yield the documents of a stream in either of its forms."""
    if stream.status_code in NOT_NOW:
        return
    async for text in stream.raise_for_status().aiter_lines():
        document = text.removeprefix("data: ")
        if document.startswith("{"):
            yield document


class Play:
    """One game. The host follows the table, the guest all of theirs; one looks on, and the house plays the others."""

    def __init__(self, service: Service, game: str, dice: random.Random, tally: Tally) -> None:
        self.service = service
        self.game = game
        self.dice = dice
        self.tally = tally
        self.path = ""
        self.clients: list[Client] = []
        self.is_over = self.is_broken = False
        self.ends = {"finished"}

    @property
    def acknowledged(self) -> list[dict[str, Any]]:
        """The moves that players were told are made, with the times at which they were sent (last) and answered."""
        return [move for client in self.clients for move in client.acknowledged]

    async def direct(self, path: str, client: Client) -> Any:
        """Ask the service itself, not over the bad network."""
        status, document = await asyncio.to_thread(self.service.ask, "GET", f"/v1{path}", None, client.token)
        assert status < 300, document
        return document

    async def run(self, url: str) -> None:
        """Open a table, take the seats, and play to the end; all of it over the bad network."""
        async with httpx.AsyncClient(base_url=f"{url}/v1", timeout=30) as http:
            self.clients = [await self.client(http, name) for name in ("Host", "Guest", "Onlooker")]
            table = await self.clients[0].must(
                "/tables", {"game": self.game, "options": GAMES[self.game], "auto_start": True}
            )
            self.path, self.seats = f"/tables/{table['id']}", len(table["seats"])
            taken = [await each.must(f"{self.path}/seats", {}) for each in self.clients[:PLAYERS]]
            assert [each["seat"] for each in taken] == list(range(PLAYERS))
            streams = (f"{self.path}/stream", "/me/stream", f"{self.path}/stream")
            async with asyncio.timeout(GAME_SECONDS), asyncio.TaskGroup() as tasks:
                for client, stream_path in zip(self.clients, streams, strict=True):
                    tasks.create_task(client.play(self.path, stream_path))
                for seat in range(PLAYERS, self.seats):
                    await self.clients[0].must(f"{self.path}/seats", {"house": "random", "seat": seat})
        (end,) = {client.end for client in self.clients}
        assert end in self.ends
        self.is_over = True

    async def stop(self, moves: int, since: float) -> None:
        """Let both players end the game, unless it is over before, when so many moves were sent since a time."""
        while not self.is_over and sum(move["sent_at"] >= since for move in self.acknowledged) < moves:  # noqa: ASYNC110
            await asyncio.sleep(PAUSE_SECONDS)  # what is waited for happens to many clients
        self.ends.add("aborted")
        for client in self.clients[:PLAYERS]:
            await asyncio.to_thread(self.service.ask, "POST", f"/v1{self.path}/abort", {}, client.token)

    async def client(self, http: httpx.AsyncClient, name: str) -> Client:
        answer = await PersistentClient(http, self.tally).send("POST", "/players", body={"name": name})
        return Client(http, self.tally, answer.raise_for_status().json(), random.Random(self.dice.random()))

    async def differences(self) -> list[str]:
        """Compare what the clients were told with the record, and with what the service tells them now."""
        record = await self.direct(f"{self.path}/record", self.clients[0])
        seats = [event["event"]["seat"] for event in record["events"] if event["event"]["type"] == "seat_taken"]
        taken = [] if sorted(seats) == list(range(self.seats)) else [f"the seats {seats} were taken"]
        told = [await self.missed(client) for client in self.clients]
        return [
            f"{self.path}: {each}"
            for each in (*taken, *self.misplaced(record), *(each for all_ in told for each in all_))
        ]

    def misplaced(self, record: Any) -> Iterator[str]:
        """Yield how the journals of moves differ from the record.

        Each acknowledged move is in the log once, as it was sent, at the version that was answered. One that was
        refused is not there, however late its request came again: its decision was over.
        """
        house, ids = range(PLAYERS, self.seats), SecretIds(signing_seed(self.service.data))
        yield from faults(json.dumps(record).encode(), self.acknowledged, ids, house)
        moves = [event for event in record["events"] if (event["command"] or {}).get("type") == "make_move"]
        made = {event["key"]: event for event in moves}
        ends = {event["step"]: event["version"] for event in record["events"]}
        for move in self.acknowledged:
            told = (move["seat"], move["move"], move["version"])
            event = made.get(command_of(move, ids))
            if event and (event["seat"], event["command"]["move"], ends[event["step"]]) != told:
                yield f"a move is there as {event}, and was acknowledged as {told}"
        codes = {move["code"] for client in self.clients for move in client.refused}
        if codes - TOO_LATE:
            yield f"moves that were offered were refused with {codes}"
        if not self.acknowledged:
            yield "no move was acknowledged"

    async def missed(self, client: Client) -> list[str]:
        """Return how a stream has told anything but what the feed tells: a view, then each event once, in order."""
        start = client.transcript.view["table"]["version"]
        feed: list[Any] = []
        while page := (await self.direct(f"{self.path}/events?limit=1000&after={start + len(feed)}", client))["events"]:
            feed += page
        found = [] if client.transcript.events == feed else ["a stream has told other events than the feed"]
        view = await self.direct(f"{self.path}/view?version={start}", client)
        return found if client.transcript.view == view else [*found, "a stream began with another view than there was"]

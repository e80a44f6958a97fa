"""Whole games over a network that loses, repeats, delays and cuts: nothing is done twice, and nothing is missed.

`PARLOUR_FAULT_ROUNDS` is how often each game is played (1); `PARLOUR_FAULT_SEED` repeats the choices of a run, whose
seed a failure tells.
"""

import asyncio
import json
import os
import random
import time
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest

from service.cli.persistence import NOT_NOW, PersistentClient
from service.cli.tally import Tally
from service.embedded.data_folder import signing_seed
from service.runtime.secret_ids import SecretIds
from tests.faults.audit import command_of, faults
from tests.faults.network import COMMANDS, STREAMS, Network
from tests.serving import Service

ROUNDS = int(os.environ.get("PARLOUR_FAULT_ROUNDS", "1"))
SEED = int(os.environ.get("PARLOUR_FAULT_SEED", time.time_ns() % 10**6))

GAMES: dict[str, dict[str, Any]] = {
    "medieval_mastery": {"players": 3, "max_deals": 1},
    "literature": {"stall_limit": 20},
    "pursuit_of_happiness": {"players": 2, "times_through_deck": 1},
    "honors_2": {"players": 3, "max_deals": 1, "stall_rounds": 2},
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
class Told:
    """What a client has heard of a table: the first view, and each event behind it, as often as it came."""

    view: Any = None
    events: list[Any] = field(default_factory=list)

    @property
    def version(self) -> int:
        """The version of the table that the client has come to."""
        return int(self.events[-1]["version"] if self.events else self.view["table"]["version"] if self.view else 0)


class Client:
    """One player, or who only looks on: reads a stream to its end, and makes any move that is offered."""

    def __init__(self, http: httpx.AsyncClient, tally: Tally, player: dict[str, str], dice: random.Random) -> None:
        self.http = http
        self.sender = PersistentClient(http, tally)
        self.id, self.token = player["id"], player["token"]
        self.dice = dice
        self.form = dice.choice(FORMS)
        self.told = Told()
        self.acknowledged: list[dict[str, Any]] = []
        self.refused: list[dict[str, Any]] = []

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
                        if line["type"] == "end":
                            assert line["why"] == "finished"
                            return
            await asyncio.sleep(PAUSE_SECONDS)

    async def play(self, path: str, stream_path: str) -> None:
        """Follow a table until its game is over, and act on it."""
        version = 0
        async with aclosing(self.lines(stream_path)) as lines:
            async for line in lines:
                if line["type"] == "view":
                    assert self.told.view is None
                    self.told.view = line["view"]
                elif line["type"] == "event":
                    self.told.events.append(line["entry"])
                if self.told.version > version:
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
                self.acknowledged.append(sent | {"version": answer.json()["version"]})
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

    def __init__(self, service: Service, game: str, dice: random.Random) -> None:
        self.service = service
        self.game = game
        self.dice = dice
        self.tally = Tally()

    async def direct(self, method: str, path: str, body: Any = None, token: str = "") -> Any:
        """Ask the service itself, not over the bad network."""
        status, document = await asyncio.to_thread(self.service.ask, method, f"/v1{path}", body, token)
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

    async def client(self, http: httpx.AsyncClient, name: str) -> Client:
        player = await self.direct("POST", "/players", {"name": name})
        return Client(http, self.tally, player, random.Random(self.dice.random()))

    async def must_be_whole(self) -> None:
        """Compare what the clients were told with the record, and with what the service tells them now."""
        record = await self.direct("GET", f"{self.path}/record", token=self.clients[0].token)
        seats = [event["event"]["seat"] for event in record["events"] if event["event"]["type"] == "seat_taken"]
        assert sorted(seats) == list(range(self.seats))
        self.moves_are_there_once(record)
        for client in self.clients:
            await self.nothing_was_missed(client)

    def moves_are_there_once(self, record: Any) -> None:
        """Each acknowledged move is in the log once, as it was sent, at the version that was answered.

        One that was refused is not there, however late its request came again: its decision was over.
        """
        acknowledged = [move for client in self.clients for move in client.acknowledged]
        refused = [move for client in self.clients for move in client.refused]
        moves = [event for event in record["events"] if (event["command"] or {}).get("type") == "make_move"]
        made = {event["key"]: event for event in moves}
        ends = {event["step"]: event["version"] for event in record["events"]}
        house, ids = range(PLAYERS, self.seats), SecretIds(signing_seed(self.service.data))
        assert faults(json.dumps(record).encode(), acknowledged, ids, house) == []
        for move in acknowledged:
            event = made[command_of(move, ids)]
            told = (move["seat"], move["move"], move["version"])
            assert (event["seat"], event["command"]["move"], ends[event["step"]]) == told
        assert {move["code"] for move in refused} <= TOO_LATE
        assert acknowledged

    async def nothing_was_missed(self, client: Client) -> None:
        """The stream has told what the feed tells: the first view, and then each event once, in order."""
        start = client.told.view["table"]["version"]
        feed: list[Any] = []
        while events := (
            await self.direct("GET", f"{self.path}/events?limit=1000&after={start + len(feed)}", token=client.token)
        )["events"]:
            feed += events
        assert client.told.events == feed
        assert client.told.view == await self.direct("GET", f"{self.path}/view?version={start}", token=client.token)


@pytest.mark.parametrize("seed", [SEED], ids=["seed"])
async def test_over_a_bad_network_no_move_is_made_twice_and_no_event_is_missed(data: Path, seed: int) -> None:
    dice = random.Random(seed)
    happened: Counter[str] = Counter()
    with Service(data, "--workers", "2") as service:
        service.ready()
        for _ in range(ROUNDS):
            plays = [Play(service, game, random.Random(dice.random())) for game in GAMES]
            async with Network(service.port, dice) as network, asyncio.TaskGroup() as tasks:
                for play in plays:
                    tasks.create_task(play.run(network.url))
            for play in plays:
                await play.must_be_whole()
            happened += network.done
        assert [line for line in service.told().splitlines() if '"ERROR"' in line] == []
    assert happened.keys() == COMMANDS.keys() | STREAMS.keys()

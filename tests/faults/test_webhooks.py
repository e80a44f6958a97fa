"""Webhooks of a service whose workers are killed: all of them while they send, and one between two games.

Players are told by their receivers, at least once and each thing under one id; what a game told by its views is what
the receiver has heard, with no gap in its count.
"""

import asyncio
import json
import random
from collections import defaultdict
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import httpx

from service.cli.tally import Tally
from tests.faults.afflictions import kill_worker, kill_workers
from tests.faults.players import GAMES, Client
from tests.service.webhooks.receiver import OK, Got, receiving
from tests.serving import Service, eventually

GAME = "medieval_mastery"
OPEN = ("--webhooks-http", "true", "--webhooks-ports", "0", "--webhooks-private", "127.0.0.0/8")
KINDS = ["turn.began", "game.over"]
PATIENCE_SECONDS = 150

Thing = tuple[str, str, int, str | None]
"""What a message tells: its kind, the table, the version, and the decision."""


async def test_workers_that_are_killed_forget_nothing_and_tell_nothing_under_two_names(data: Path) -> None:
    dice = random.Random(3)
    with Service(data, "--workers", "2", *OPEN) as service:
        service.ready()

        async def say(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            if receiver.connections == 1:
                strike(kill_workers(service, dice))
            writer.write(OK)

        url = f"http://127.0.0.1:{service.port}/v1"
        async with receiving(say) as receiver, httpx.AsyncClient(base_url=url, timeout=30) as http:
            player = await newcomer(http, dice)
            webhook = {"url": f"http://127.0.0.1:{receiver.port}/", "events": KINDS}
            await player.must("/me/webhooks", webhook)
            first = await played(player, http, dice)
            # All of them may have been killed just now: the game can end before anything is sent.
            assert await asyncio.to_thread(eventually, service.workers)
            strike(kill_worker(service, dice))
            second = await played(player, http, dice)
            expected = await happened(player, first) | await happened(player, second)
            async with asyncio.timeout(PATIENCE_SECONDS):
                while not expected <= {thing_of(got) for got in receiver.got}:
                    await receiver.told.wait()
                    receiver.told.clear()

    names, counts = defaultdict[Thing, set[str]](set), dict[str, int]()
    bodies = defaultdict[str, set[bytes]](set)
    for got in receiver.got:
        names[thing_of(got)].add(got.id)
        bodies[got.id].add(got.body)
        counts[got.id] = got.document["data"]["sequence"]
    assert len(receiver.got) > len(names)
    assert set(names) == expected
    assert {len(each) for each in names.values()} == {len(each) for each in bodies.values()} == {1}
    assert sorted(counts.values()) == list(range(1, len(expected) + 1))


def strike(affliction: AbstractContextManager[None]) -> None:
    """Let something befall the service that it mends itself."""
    with affliction:
        pass


async def newcomer(http: httpx.AsyncClient, dice: random.Random) -> Client:
    """Return a new player."""
    answer = await http.post("/players", json={"name": "Ada"})
    return Client(http, Tally(), answer.raise_for_status().json(), dice)


async def played(player: Client, http: httpx.AsyncClient, dice: random.Random) -> str:
    """Play a game against the house to its end, at a client of its own; return the id of the table."""
    client = Client(http, Tally(), {"id": player.id, "token": player.token}, random.Random(dice.random()))
    opening = {"game": GAME, "options": GAMES[GAME], "auto_start": True}
    table = await client.must("/tables", opening)
    path = f"/tables/{table['id']}"
    await client.must(f"{path}/seats", {"seat": 0})
    for seat in range(1, len(table["seats"])):
        await client.must(f"{path}/seats", {"house": "random", "seat": seat})
    await client.play(path, f"{path}/stream")
    return str(table["id"])


async def happened(player: Client, table: str) -> set[Thing]:
    """Return what a player is to be told of a game that is over, by the views of all its versions."""
    path, found = f"/tables/{table}/view", dict[str, Thing]()
    last = await looked_at(player, path)
    for version in range(1, last["table"]["version"] + 1):
        decision = (await looked_at(player, f"{path}?version={version}"))["decision"]
        if decision is not None:
            found.setdefault(decision["id"], ("turn.began", table, version, decision["id"]))
    record = (await player.sender.send("GET", f"/tables/{table}/record", player.token)).raise_for_status().json()
    over = next(each["version"] for each in record["events"] if each["event"]["type"] == "game_finished")
    return {*found.values(), ("game.over", table, over, None)}


async def looked_at(player: Client, path: str) -> Any:
    """Return a view."""
    return (await player.sender.send("GET", path, player.token)).raise_for_status().json()


def thing_of(got: Got) -> Thing:
    """Return what a message tells."""
    told = json.loads(got.body)
    return told["type"], told["data"]["table"], told["data"]["version"], told["data"]["decision"]

"""Whole games over HTTP, of every kind: each answer is one that the contract promises, down to its last field."""

import asyncio
import random
from collections.abc import AsyncIterator
from typing import Any
from uuid import uuid4

import httpx
import pytest
from litestar import Litestar

from domain import GAMES
from domain.table import AnyGame
from tests.openapi.promised import faults
from tests.service.http.party import newcomer
from tests.service.http.surface import InProcess

MOVES = 150


async def must_be_promised(answer: httpx.Response) -> None:
    await answer.aread()
    assert faults(answer) == [], answer.text[:2000]


@pytest.fixture
async def client(service: Litestar) -> AsyncIterator[httpx.AsyncClient]:
    """Give a client that looks at every answer."""
    async with InProcess(service) as client:
        client.event_hooks["response"].append(must_be_promised)
        yield client


async def full_table(client: httpx.AsyncClient, game: AnyGame, seats: list[dict[str, str]]) -> str:
    """Return the path of a table that has just been started."""
    wanted = {"game": game.id, "options": {"players": len(seats)}}
    opened = await client.post("/v1/tables", json=wanted, headers=seats[0])
    path: str = opened.headers["location"]
    for number, headers in enumerate(seats):
        taken = await client.post(f"{path}/seats", json={"seat": number, "entropy": None}, headers=headers)
        assert taken.json()["seat"] == number
    started = await client.post(f"{path}/start", headers=seats[0])
    assert started.status_code == 200
    return path


async def move_of_anybody(
    client: httpx.AsyncClient, path: str, seats: list[dict[str, str]], dice: random.Random
) -> dict[str, Any] | None:
    """Make a move that a seat may make, and return it; None if nobody may make any."""
    for headers in dice.sample(seats, len(seats)):
        view = (await client.get(f"{path}/view", headers=headers)).json()
        if view["decision"]:
            move: dict[str, Any] = dice.choice(view["decision"]["moves"])
            made = await client.post(f"{path}/moves", json={"move": move}, headers=headers)
            assert made.status_code == 200
            return move
    return None


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
async def test_every_answer_of_a_game_is_promised(client: httpx.AsyncClient, game: AnyGame) -> None:
    dice = random.Random(game.id)
    seats = [await newcomer(client, f"Player {number}") for number in range(min(game.players))]
    path = await full_table(client, game, seats)

    moves = 0
    while moves < MOVES and await move_of_anybody(client, path, seats, dice):
        moves += 1

    assert moves
    for headers in [*seats, await newcomer(client, "A spectator")]:
        await client.get(f"{path}/view", headers=headers)
        assert (await client.get(f"{path}/events?limit=1000", headers=headers)).json()["events"]
    for further in ("", "/record", "/view?version=1", "/view?at_least=9999", "/events?after=9999"):
        await client.get(path + further, headers=seats[0])
    for listed in ("/v1/tables?limit=1", "/v1/me/tables", "/v1/me"):
        await client.get(listed, headers=seats[0])
    await client.get(f"/v1/games/{game.id}")


async def test_every_refusal_is_promised(client: httpx.AsyncClient) -> None:
    ada = await newcomer(client, "Ada")
    ben = await newcomer(client, "Ben")
    wanted = {"game": "friendlier_than_thou", "visibility": "private"}
    path = (await client.post("/v1/tables", json=wanted, headers=ada)).headers["location"]
    refused = [
        await client.post("/v1/players", json={"name": "a\nb"}),
        await client.post("/v1/players", content=b"{", headers={"Content-Type": "application/json"}),
        await client.post("/v1/players", content=b"{}", headers={"Content-Type": "text/plain"}),
        await client.post("/v1/players", content=b" " * 70_000, headers={"Content-Type": "application/json"}),
        await client.post("/v1/tables", json={"game": "solitaire"}, headers=ada),
        await client.post("/v1/tables", json=wanted | {"decks": [["AS"]]}, headers=ada),
        await client.get("/v1/tables?limit=0", headers=ada),
        await client.get("/v1/tables?status=null", headers=ada),
        await client.get("/v1/tables?game=solitaire", headers=ada),
        await client.get("/v1/tables?cursor=AAAA", headers=ada),
        await client.get("/v1/tables", headers={"Authorization": "Bearer parlour_"}),
        await client.get(f"{path}/view", headers=ben),
        await client.get(f"{path}/events", headers=ben),
        await client.get(f"{path}/record", headers=ben),
        await client.get(f"{path}/events?after=2&wait=30", headers=ada),
        await client.get(f"/v1/tables/{uuid4()}/record", headers=ben),
        await client.post(f"{path}/start", headers=ben | {"Idempotency-Key": "two words"}),
        await client.post(f"{path}/moves", json={"move": {"type": "play"}}, headers=ada),
        await client.delete(f"{path}/seats/99", headers=ada),
    ]

    assert all(answer.status_code >= 400 for answer in refused)
    assert len({answer.json()["code"] for answer in refused}) > 10


async def test_a_service_may_wait_less_than_it_is_asked_to(client: httpx.AsyncClient) -> None:
    ada = await newcomer(client, "Ada")
    path = (await client.post("/v1/tables", json={"game": "literature"}, headers=ada)).headers["location"]

    async with asyncio.timeout(60):
        feed = await client.get(f"{path}/events?after=1&wait=30", headers=ada)

    assert (feed.json()["version"], feed.json()["events"]) == (1, [])

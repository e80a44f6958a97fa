"""Every game is played to its end over HTTP: by every number of players, and with every option at its other values.

Those who play are players without rules, who race where they may.
"""

import asyncio
import random
from collections.abc import AsyncIterator, Sequence
from typing import Any

import httpx
import pytest
from msgspec import inspect

from domain import GAMES
from domain.table import AnyGame
from service.cli.persistence import PersistentClient
from service.cli.random_players import Acknowledged, Group
from service.cli.tally import Tally
from service.records.records import check, read
from tests.recording import is_move
from tests.service.http.surface import IN_MEMORY, InProcess, in_memory, served

AT_ONCE = 6
SHORT = {
    "max_deals": 1,
    "max_rounds": 10,
    "stall_limit": 6,
    "stall_rounds": 5,
    "unity_proposals": 4,
    "so_moved_window_ms": 100,
    "stall_ms": 10_000,
    "deal_ms": 30_000,
}
"""Options that end a game early, and shorten the time that it waits, without making it poorer."""

SHORTER = {"medieval_mastery": {"stall_limit": 2}}
"""The same for games of many moves: the more players there are, the longer they take all the same."""


@pytest.fixture
async def http() -> AsyncIterator[httpx.AsyncClient]:
    async with served(IN_MEMORY, in_memory()) as app, InProcess(app) as client:
        client.base_url = client.base_url.join("/v1")
        yield client


def values(kind: inspect.Type) -> list[Any]:
    """Return values of an option: all if they can be listed, else the least."""
    match kind:
        case inspect.Metadata():
            return values(kind.type)
        case inspect.UnionType():
            return [value for each in kind.types for value in values(each)]
        case inspect.NoneType():
            return [None]
        case inspect.BoolType():
            return [False, True]
        case inspect.LiteralType():
            return list(kind.values)
        case inspect.IntType():
            return [kind.ge]
    return []


def tables(game: AnyGame) -> list[dict[str, Any]]:
    """Return options: a table for each number of players, and on these each other value of each option once."""
    kinds = {field.name: field.type for field in inspect.type_info(game.Options).fields}  # type: ignore[attr-defined]
    usual = {name: SHORT[name] for name in SHORT if name in kinds} | SHORTER.get(game.id, {})
    defaults = game.options({})
    found: list[dict[str, Any]] = [{"players": players, "dealer": players - 1} for players in game.players]
    for name, kind in kinds.items():
        others = [value for value in values(kind) if value != getattr(defaults, name)]
        for value in others if name not in {"players", "dealer"} else ():
            if all(name in each for each in found):
                found.append({})
            min((each for each in found if name not in each), key=len)[name] = value
    return [usual | each for each in found]


@pytest.mark.parametrize("game", GAMES)
async def test_every_table_comes_to_its_end_and_every_move_is_in_its_record_once(
    http: httpx.AsyncClient, game: str
) -> None:
    tally, room = Tally(), asyncio.Semaphore(AT_ONCE)

    async def play(number: int, options: dict[str, Any]) -> int:
        async with room:
            acknowledged = list[Acknowledged]()
            group = Group(PersistentClient(http, tally), tally, acknowledged.append)
            await group.play(game, options, random.Random(number))
            headers = {"Authorization": f"Bearer {group.players[0].token}"}
            record = await http.get(f"/tables/{acknowledged[0].table}/record", headers=headers)
            must_have_each_once(record.content, acknowledged)
            return len(acknowledged)

    wanted = tables(GAMES[game])
    async with asyncio.TaskGroup() as group:
        playing = [group.create_task(play(number, options)) for number, options in enumerate(wanted)]

    assert (tally.finished, tally.faults) == (len(wanted), [])
    assert sum(each.result() for each in playing) == len(tally.move_ms)


def must_have_each_once(content: bytes, acknowledged: Sequence[Acknowledged]) -> None:
    """Assert that a record is true, and has each move that was acknowledged once, and no other."""
    record = read(content)
    assert check(record).moves == len(acknowledged)
    steps = [event.step for event in record.events if is_move(event)]
    ends = [max(event.version for event in record.events if event.step == step) for step in steps]
    assert sorted(move.version for move in acknowledged) == ends

"""What a reader gets of the chat does not depend on what they may not read; and floods and nasty texts stop nobody."""

import json
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
from litestar import Litestar
from msgspec.structs import replace

from domain import GAMES
from service.http.exchange import LARGEST_BODY
from service.live.pace import Pace
from tests.service.http.party import Header, Party, newcomer, table_of
from tests.service.http.reading import NDJSON, Stream
from tests.service.http.surface import IN_MEMORY, Client, InProcess, in_memory, served

NOON = 1_764_547_200_000
BEATS = 6
QUESTIONS = [
    ("GET", "/chat/seats", None),
    ("GET", "/chat/seats?after=1", None),
    ("GET", "/chat/spectators", None),
    ("GET", "/chat/spectators?after=1&limit=1", None),
    ("DELETE", "/chat/spectators/1", None),
    ("DELETE", "/chat/seats/3", None),
    ("POST", "/chat/spectators/1/reports", {"reason": "other"}),
    ("POST", "/chat/seats/3/reports", {"reason": "other"}),
    ("POST", "/chat/spectators", {"phrase": "yes"}),
    ("POST", "/chat/seats", {"phrase": "yes"}),
    ("GET", "", None),
]
"""What a curious player asks, to know more than they may."""

Happening = Callable[[Party, Header], Awaitable[None]]


@pytest.fixture
async def app() -> AsyncIterator[Litestar]:
    """A service in which it is always noon: nothing differs by when it was said."""
    surroundings = in_memory(now=lambda: NOON)
    pace = Pace(heartbeat_seconds=0.05)
    world = surroundings.__class__(**{**vars(surroundings), "pace": pace, "secret": lambda: bytes(32)})
    async with served(IN_MEMORY, world) as app:
        yield app


async def nothing(table: Party, other: Header) -> None:
    """Say nothing."""


async def spectators_talk(table: Party, other: Header) -> None:
    """Let a spectator talk, and take some of it back."""
    for text in ("The king is on seat 1!", "Ask for J-3", "!"):
        await table.say(other, text, "spectators")
    await table.client.delete(f"{table.path}/chat/spectators/2", headers=other)


async def seats_talk(table: Party, _: Header) -> None:
    """Let the seats talk of what late spectators do not see yet, and take some of it back."""
    for who, text in ((0, "I took the king"), (1, "Oh"), (0, "!")):
        await table.say(table.players[who], text, "seats")
    await table.client.delete(f"{table.path}/chat/seats/3", headers=table.players[1])


async def told(app: Litestar, table: Party, who: Header) -> list[Any]:
    """Return all that somebody is told of a table: answers, and the lines of a stream, without its own ids."""
    found: list[Any] = []
    for method, path, body in QUESTIONS:
        answer = await table.client.request(method, table.path + path, json=body, headers=who)
        document = answer.json() if answer.content else None
        if isinstance(document, dict):
            document.pop("instance", None)
        found.append((method, path, answer.status_code, len(answer.content), document))
    async with Stream(app, f"{table.path}/stream", who | {"Accept": NDJSON}, chat="true") as stream:
        found += [(await stream.raw() or b"").decode() for _ in range(BEATS)]
    alike: list[Any] = json.loads(json.dumps(found).replace(table.id, "the table"))
    return alike


async def opened(client: Client, players: list[Header], game: str, seed: int, **settings: Any) -> Party:
    """Return a table with a chat where some moves were made, always the same."""
    options = {"players": len(players)}
    table = await table_of(client, players, game, options=options, settings={"chat": "text"} | settings)
    await table.start("the same")
    dice = random.Random(seed)
    for _ in range(3):
        view = [await table.view(each) for each in players]
        seat = next((seat for seat, each in enumerate(view) if each["decision"]), None)
        if seat is None:
            break
        move = dice.choice(view[seat]["decision"]["moves"])
        await client.post(f"{table.path}/moves", json={"move": move}, headers=players[seat])
    return table


@pytest.mark.parametrize("game", ["literature", "honors_4"])
async def test_a_seat_is_told_the_same_whatever_spectators_say(app: Litestar, client: Client, game: str) -> None:
    players = [await newcomer(client) for _ in range(max(2, min(GAMES[game].players)))]
    other = await newcomer(client)
    seen = []
    for happening in (nothing, spectators_talk):
        table = await opened(client, players, game, 1)
        await happening(table, other)
        seen.append(await told(app, table, players[0]))

    assert seen[0] == seen[1]


async def test_a_late_spectator_is_told_the_same_whatever_is_said_later(app: Litestar, client: Client) -> None:
    players = [await newcomer(client) for _ in range(2)]
    late = await newcomer(client)
    seen = []
    for happening in (nothing, seats_talk):
        table = await opened(client, players, "honors_4", 2, spectator_delay=2)
        await happening(table, late)
        seen.append(await told(app, table, late))

    assert seen[0] == seen[1]


# Nuisances


async def test_a_player_who_floods_a_table_is_stopped_there_and_nowhere_else() -> None:
    settings = replace(IN_MEMORY, limit_chat=5, limit_reports=2)
    async with served(settings, in_memory()) as app, InProcess(app) as client:
        players = [await newcomer(client) for _ in range(2)]
        tables = [await table_of(client, players, "honors_4", settings={"chat": "text"}) for _ in range(2)]
        for table in tables:
            await client.post(f"{table.path}/seats", json={}, headers=players[0])
            await client.post(f"{table.path}/seats", json={}, headers=players[1])

        async def status(table: Party, who: int) -> int:
            body = {"text": "Buy!"}
            return (await client.post(f"{table.path}/chat/seats", json=body, headers=players[who])).status_code

        flood = [await status(tables[0], 0) for _ in range(8)]
        others = [await status(tables[0], 1), await status(tables[1], 0)]
        path = f"{tables[0].path}/chat/seats"
        reports = [
            await client.post(f"{path}/{number}/reports", json={"reason": "spam"}, headers=players[1])
            for number in (1, 2, 3)
        ]

    assert flood == [201] * 5 + [429] * 3
    assert others == [201, 201]
    assert [each.status_code for each in reports] == [201, 201, 429]
    assert reports[2].json()["budget"] == "reports"


NASTY: list[bytes] = [
    json.dumps({"text": "x" * 65_000}).encode(),
    json.dumps({"text": "\u0300" * 20_000}).encode(),
    json.dumps({"text": "a\u0000b"}).encode(),
    b'{"text": "\\ud800"}',
    b'{"text": "\xff\xfe"}',
    json.dumps({"text": "\u202e" * 300}).encode(),
    json.dumps({"text": "a" + "\u0301\u0489" * 140}).encode(),
    json.dumps({"text": "http:" * 60}).encode(),
    b'{"text": ' + b"[" * 60_000,
    b'{"phrase": "' + b"a" * 65_000 + b'"}',
    b'{"text": "' + b"a" * LARGEST_BODY + b'"}',
    b'{"text": 1}',
    b'{"text": "a", "colour": "red"}',
]


async def test_nasty_texts_are_refused_and_leave_nothing(client: Client) -> None:
    players = [await newcomer(client) for _ in range(2)]
    table = await table_of(client, players, "honors_4", settings={"chat": "text"})
    await client.post(f"{table.path}/seats", json={}, headers=players[0])
    path = f"{table.path}/chat/seats"

    statuses = [
        (await client.post(path, content=body, headers=players[0] | {"Content-Type": "application/json"})).status_code
        for body in NASTY
    ]
    markup = "<script>alert(1)</script> **b** {name} %s & \\u202e"
    said = await client.post(path, json={"text": markup}, headers=players[0])
    page = (await client.get(path, headers=players[0])).json()

    assert set(statuses) <= {400, 409, 413}
    assert said.json()["text"] == markup
    assert [each["text"] for each in page["entries"]] == [markup]

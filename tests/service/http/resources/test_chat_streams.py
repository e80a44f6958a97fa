"""What is said comes in the streams of tables and of players, each line once, also for a reader who comes back."""

import asyncio
import copy
import dataclasses
import json
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from uuid import UUID

import pytest
from litestar import Litestar

from service.accounts.port import Account
from service.app import Surroundings
from service.chat.memory import MemoryChat
from service.chat.places import Visit
from service.chat.streams import packed, unpacked
from service.live.cursors import BadCursor
from service.live.pace import Pace
from service.store import Epoch
from tests.openapi.promised import faults
from tests.service.http.party import Document, Header, Party, newcomer, table_of
from tests.service.http.reading import NDJSON, PATIENCE_SECONDS, Stream
from tests.service.http.surface import IN_MEMORY, Client, InProcess, served
from tests.service.workers import Fork

OFTEN = Pace(heartbeat_seconds=0.05)


@asynccontextmanager
async def following(app: Litestar, path: str, who: Header, **query: Any) -> AsyncIterator[Stream]:
    """Follow a stream with what is said."""
    async with Stream(app, f"{path}/stream", who | {"Accept": NDJSON}, chat="true", **query) as stream:
        assert stream.status == 200
        yield stream


async def chat_of(stream: Stream, number: int) -> list[Document]:
    """Return this number of the next lines that tell what is said."""
    found: list[Document] = []
    async with asyncio.timeout(PATIENCE_SECONDS):  # heartbeats come in any case
        while len(found) < number:
            line = await stream.line()
            if line["type"] == "chat":
                found.append(line)
    return found


def texts(lines: list[Document]) -> list[Any]:
    """Return what some lines say, or which messages they say are removed."""
    return [line["entry"].get("text", line["entry"].get("removes")) for line in lines]


async def playing(client: Client, *first: Header, **settings: Any) -> Party:
    """Return a table for two whose game goes on; somebody may be given who plays there."""
    players = [*first, *[await newcomer(client) for _ in range(2 - len(first))]]
    opening = {"options": {"players": 2}, "settings": {"chat": "text"} | settings}
    table = await table_of(client, players, "honors_4", **opening)
    await table.start()
    return table


@pytest.mark.parametrize("mine", [False, True])
async def test_what_is_said_comes_with_what_happens(app: Litestar, client: Client, mine: bool) -> None:
    table = await playing(client)
    ada, ben = table.players
    await table.say(ada, "before")

    async with following(app, "/v1/me" if mine else table.path, ada) as stream:
        first = await stream.line()
        told = await chat_of(stream, 1)
        await table.say(ben, "now")
        told += await chat_of(stream, 1)
        await client.delete(f"{table.path}/chat/seats/2", headers=ben)
        told += await chat_of(stream, 1)
    async with following(app, "/v1/me" if mine else table.path, ada, after=told[0]["cursor"]) as stream:
        again = await chat_of(stream, 2)
        await table.say(ben, "later")
        again += await chat_of(stream, 1)

    assert first["type"] == "view"
    assert texts(told) == ["before", "now", [2]]
    assert [(each["table"], each["channel"], each["entry"]["number"]) for each in told] == [
        (table.id, "seats", number) for number in (1, 2, 3)
    ]
    assert texts(again) == [None, [2], "later"]
    assert again[0]["entry"]["removed"] is True


def has_all(lines: list[Document]) -> bool:
    """Return whether lines tell twelve messages, and what six moves have brought about."""
    kinds = [line["type"] for line in lines]
    return kinds.count("chat") >= 12 and kinds.count("event") >= 6


async def test_a_reader_who_comes_back_at_any_line_misses_nothing(app: Litestar, client: Client) -> None:
    table, spectator = await playing(client), await newcomer(client)
    dice = random.Random(2)
    lines: list[Document] = []

    async def act() -> None:
        for number in range(6):
            await table.say(dice.choice(table.players), f"seat {number}")
            await table.say(spectator, f"spectator {number}", "spectators")
            assert await table.move(dice)

    async with following(app, table.path, spectator) as stream:
        lines.append(await stream.line())
    acting = asyncio.create_task(act())
    while not has_all(lines):
        async with following(app, table.path, spectator, after=lines[-1]["cursor"]) as stream:
            for _ in range(dice.randint(1, 3)):
                if not has_all(lines):
                    lines.append(await stream.line())
    await acting

    said = [(each["channel"], each["entry"]["number"]) for each in lines if each["type"] == "chat"]
    versions = [each["entry"]["version"] for each in lines if each["type"] == "event"]
    for channel in ("seats", "spectators"):
        assert [number for where, number in said if where == channel] == [1, 2, 3, 4, 5, 6]
    assert versions == [*range(versions[0], versions[0] + len(versions))]


async def test_a_late_spectator_is_told_with_what_they_see(app: Litestar, client: Client) -> None:
    table, late = await playing(client, spectator_delay=1), await newcomer(client)
    dice = random.Random(1)

    assert await table.move(dice)
    await table.say(table.players[0], "after the first move")
    async with following(app, table.path, late) as stream:
        view = await stream.line()
        await table.say(late, "among us", "spectators")
        early = await chat_of(stream, 1)
        assert await table.move(dice)
        told = await chat_of(stream, 1)

    assert view["type"] == "view"
    assert texts(early) == ["among us"]
    assert texts(told) == ["after the first move"]


async def test_a_seat_is_told_what_spectators_said_when_the_game_is_over(app: Litestar, client: Client) -> None:
    table, spectator = await playing(client), await newcomer(client)
    ada, ben = table.players
    await table.say(spectator, "The king!", "spectators")

    async with following(app, table.path, ada) as stream:
        await table.say(ben, "Well")
        told = await chat_of(stream, 1)
        for who in table.players:
            await client.post(f"{table.path}/abort", json={}, headers=who)
        told += await chat_of(stream, 1)

    assert texts(told) == ["Well", "The king!"]


async def test_what_happens_at_one_table_asks_for_the_chat_of_no_other(
    app: Litestar, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = await newcomer(client)
    tables = [await playing(client, ada) for _ in range(3)]
    chats, asked = app.state.services.chats, list[UUID]()
    visit = chats.visit

    async def visit_noted(table: UUID, account: Account) -> Visit:
        asked.append(table)
        found: Visit = await visit(table, account)
        return found

    async with following(app, "/v1/me", ada) as stream:
        for table in tables:
            await table.say(table.players[1], "Hello")
        told = await chat_of(stream, 3)
        for _ in range(2):  # each is found by another look: then there is none to come of all tables
            last = next(table for table in tables if table.id == told[-1]["table"])
            await last.say(last.players[1], "Hello")
            told += await chat_of(stream, 1)
        assert texts(told) == ["Hello"] * 5
        monkeypatch.setattr(chats, "visit", visit_noted)
        assert await tables[1].move(random.Random(1))
        await stream.line()
        await tables[1].client.post(f"{tables[1].path}/chat/seats", json={"text": "Well"}, headers=ada)
        await chat_of(stream, 1)

    assert {str(table) for table in asked} == {tables[1].id}


@pytest.mark.parametrize("mine", [False, True])
async def test_what_happens_waits_for_no_chat_that_hangs(
    app: Litestar, client: Client, monkeypatch: pytest.MonkeyPatch, mine: bool
) -> None:
    table, dice = await playing(client), random.Random(1)
    ada, ben = table.players
    store = app.state.services.chats.store
    page, hangs, is_back = store.page, asyncio.Event(), asyncio.Event()

    async def hanging(*given: Any) -> Any:
        hangs.set()
        await is_back.wait()
        return await page(*given)

    monkeypatch.setattr(store, "page", hanging)
    async with following(app, "/v1/me" if mine else table.path, ada) as stream:
        lines = [await stream.line()]
        await hangs.wait()
        for number in range(3):
            assert await table.move(dice)
            await table.say(ben, f"{number}")
            lines.append(await stream.line())
        is_back.set()
        told = await chat_of(stream, 3)
    async with following(app, "/v1/me" if mine else table.path, ada, after=lines[-1]["cursor"]) as stream:
        again = await chat_of(stream, 3)

    assert [line["type"] for line in lines] == ["view", *["event"] * 3]
    assert texts(told) == texts(again) == ["0", "1", "2"]


@pytest.mark.parametrize("pace", [OFTEN], indirect=True)
async def test_without_a_chat_there_are_no_lines_of_it(app: Litestar, client: Client) -> None:
    table = await playing(client, chat="off")

    async with following(app, table.path, table.players[0]) as stream:
        lines = [await stream.raw() or b"" for _ in range(4)]

    assert [json.loads(line)["type"] for line in lines] == ["view", *["heartbeat"] * 3]


async def test_a_stranger_is_told_none(client: Client) -> None:
    table = await playing(client)
    answer = await client.get(f"{table.path}/stream", params={"chat": "true"})

    assert (answer.status_code, answer.json()["code"]) == (401, "unauthenticated")
    assert faults(answer) == []


@pytest.mark.parametrize("cursor", ["3~!", "3~gA", "3~" + "_" * 41, "3~A~A", "~"])
async def test_other_cursors_are_refused(client: Client, cursor: str) -> None:
    table = await playing(client)
    for query, headers in (({"after": cursor}, {}), ({}, {"Last-Event-ID": cursor})):
        answer = await client.get(f"{table.path}/stream", params=query, headers=table.players[0] | headers)
        assert answer.json()["code"] == "invalid_parameter"


@pytest.mark.parametrize("numbers", [(), (0,), (127, 128, 2**40), (1,) * 1_000])
def test_numbers_in_a_cursor_come_back(numbers: tuple[int, ...]) -> None:
    assert tuple(unpacked(packed(numbers))) == numbers


@pytest.mark.parametrize("text", ["!", "gA", "_" * 40, "A" * 5])
def test_what_is_no_text_of_numbers_is_refused(text: str) -> None:
    with pytest.raises(BadCursor):
        tuple(unpacked(text))


@pytest.mark.parametrize("pace", [Pace(poll_seconds=0.02)], indirect=True)
async def test_what_is_said_at_another_worker_comes_without_redis(client: Client, surroundings: Surroundings) -> None:
    table = await playing(client)
    ada, ben = table.players

    async with served(IN_MEMORY, surroundings) as other, following(other, table.path, ada) as stream:
        first = await stream.line()
        await table.say(ben, "one")
        told = await chat_of(stream, 1)
        await table.say(ben, "two")
        told += await chat_of(stream, 1)

    assert first["type"] == "view"
    assert texts(told) == ["one", "two"]


@pytest.mark.parametrize("open_meanwhile", [True, False])
@pytest.mark.parametrize("mine", [False, True])
async def test_what_is_said_after_a_backup_was_restored_is_heard_from_the_beginning(
    surroundings: Surroundings, mine: bool, open_meanwhile: bool
) -> None:
    log, chat = Fork(), MemoryChat()
    surroundings = dataclasses.replace(surroundings, store=log, chat=chat)
    async with served(IN_MEMORY, surroundings) as app, InProcess(app) as client:
        table = await playing(client)
        ada, ben = table.players
        path = "/v1/me" if mine else table.path
        async with following(app, path, ada) as stream:
            await stream.line()
            await table.say(ben, "kept")
            backup = copy.deepcopy(vars(chat))
            await table.say(ben, "lost")
            await table.say(ben, "lost, too")
            cursor = (await chat_of(stream, 3))[-1]["cursor"]

            vars(chat).update(backup)
            log.begin(Epoch(2, "0a0b0c0d"))
            await table.say(ben, "new")
            if open_meanwhile:
                told = await chat_of(stream, 2)
        if not open_meanwhile:
            async with following(app, path, ada, after=cursor) as stream:
                told = await chat_of(stream, 2)

    assert texts(told) == ["kept", "new"]

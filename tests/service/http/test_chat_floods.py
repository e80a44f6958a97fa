"""A channel in which very much was said: little is read of it at once, and a reader who takes nothing costs nothing."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from contextlib import AsyncExitStack
from typing import Any
from uuid import UUID

import pytest
from litestar import Litestar

from service.chat.chats import Chats
from service.chat.port import MOST_KEPT, Entry, Message, Room, Said
from service.chat.streams import AT_A_LOOK
from service.runtime.metrics import OPEN_LONG_POLLS
from tests.service.http.party import Header, Party, id_of, newcomer, table_of
from tests.service.http.reading import NDJSON, Stream
from tests.service.http.surface import Client
from tests.service.measured import measured
from tests.service.workers import eventually

FLOOD = 20_000
READERS = 50
LARGEST_PAGE = 200


@pytest.fixture
async def flooded(app: Litestar, client: Client) -> Party:
    """A table where much was said, and some of it removed; its game goes on."""
    players = [await newcomer(client) for _ in range(2)]
    table = await table_of(client, players, "honors_4", options={"players": 2}, settings={"chat": "text"})
    await table.start()
    chats: Chats = app.state.services.chats
    where = Room(UUID(table.id), "seats")
    author = UUID(await id_of(client, players[1]))
    for number in range(1, FLOOD - 499):
        await chats.store.add(where, Message(author, 1, 3, 1, Said(str(number))))
    for number in range(FLOOD - 500 * 3, FLOOD - 500 * 2):
        assert await chats.store.remove(where, number, author, 3, 1)
    return table


class Looks:
    """How often each reader is told of entries, and of how many at the most before others have their turn."""

    def __init__(self) -> None:
        self.of = Counter[UUID]()
        self.largest = 0


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> Looks:
    """Count what readers are told."""
    counted, seen_by = Looks(), Chats.seen_by

    async def counting(self: Chats, entries: Sequence[Entry], reader: UUID) -> Any:
        counted.largest = max(counted.largest, len(entries))
        counted.of[reader] += 1
        return await seen_by(self, entries, reader)

    monkeypatch.setattr(Chats, "seen_by", counting)
    return counted


async def pages(table: Party, who: Header) -> list[Any]:
    """Read a channel to its end, page by page."""
    found: list[Any] = []
    while True:
        query = {"after": found[-1]["number"] if found else 0, "limit": LARGEST_PAGE}
        page = (await table.client.get(f"{table.path}/chat/seats", params=query, headers=who)).json()["entries"]
        found += page
        if not page:
            return found


async def test_all_that_is_kept_of_a_flood_is_read_in_pages_and_by_a_stream(
    app: Litestar, client: Client, flooded: Party, looks: Looks
) -> None:
    reader = await newcomer(client)
    read = await pages(flooded, reader)
    before = looks.of.total()
    async with Stream(app, f"{flooded.path}/stream", reader | {"Accept": NDJSON}, chat="true") as stream:
        lines = [line async for line in first_chat(stream, MOST_KEPT)]

    assert [each["number"] for each in read] == [*range(FLOOD - MOST_KEPT + 1, FLOOD + 1)]
    assert [line["entry"] for line in lines] == read
    assert [each["removes"] for each in read if "removes" in each] == [
        [number] for number in range(FLOOD - 500 * 3, FLOOD - 500 * 2)
    ]
    assert {each["number"] for each in read if "removed" in each} == {*range(FLOOD - 500 * 3, FLOOD - 500 * 2)}
    assert before == MOST_KEPT // LARGEST_PAGE + 1
    assert looks.largest <= LARGEST_PAGE, "others have their turn between"
    assert looks.of.total() - before <= MOST_KEPT // AT_A_LOOK + 2, "and one for the end of either channel"


async def first_chat(stream: Stream, number: int) -> Any:
    """Yield this number of the first lines of a stream that tell what is said."""
    while number:
        line = await stream.line()
        if line["type"] == "chat":
            number -= 1
            yield line


async def test_a_reader_who_takes_nothing_costs_nothing(
    app: Litestar, client: Client, flooded: Party, looks: Looks
) -> None:
    idle = await newcomer(client)
    path, ben = f"{flooded.path}/stream", flooded.players[1]
    async with AsyncExitStack() as stack:
        for _ in range(READERS):
            stream = Stream(app, path, idle | {"Accept": NDJSON}, chat="true")
            stream.reads.clear()
            await stack.enter_async_context(stream)
        for number in range(5):
            body = {"text": f"Still here {number}"}
            said = await client.post(f"{flooded.path}/chat/seats", json=body, headers=ben)
            assert said.status_code == 201
        last = (await pages(flooded, ben))[-1]
        idle_looks = looks.of[UUID(await id_of(client, idle))]

    assert last["text"] == "Still here 4"
    assert idle_looks <= READERS, "at most what they did not take yet"


async def test_all_who_are_woken_at_once_share_what_is_read(
    app: Litestar, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    players = [await newcomer(client) for _ in range(2)]
    table = await table_of(client, players, "honors_4", options={"players": 2}, settings={"chat": "text"})
    await table.start()
    chats: Chats = app.state.services.chats
    asked: list[Room] = []
    page = chats.store.page

    async def counting(*given: Any) -> list[Entry]:
        asked.append(given[0])
        await asyncio.sleep(0)
        return await page(*given)

    monkeypatch.setattr(chats.store, "page", counting)
    path, before = f"{table.path}/chat/seats", measured(OPEN_LONG_POLLS)
    waiting = [asyncio.create_task(client.get(path, params={"wait": 30}, headers=players[0])) for _ in range(READERS)]

    async def all_wait() -> bool:
        return measured(OPEN_LONG_POLLS) - before >= READERS

    await eventually(all_wait)
    asked.clear()

    await client.post(path, json={"text": "Hello"}, headers=players[1])
    answers = [await each for each in waiting]

    assert {tuple(each["text"] for each in answer.json()["entries"]) for answer in answers} == {("Hello",)}
    assert len(asked) < READERS / 5

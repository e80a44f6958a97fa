"""A shard of the log is away: its tables are answered 503, all else goes on, and lists say what they lack."""

import asyncio
import dataclasses
from collections.abc import Iterable
from uuid import UUID

import pytest
from litestar import Litestar

from domain import GAMES
from service.app import Surroundings
from service.live.places import Places
from service.store import Epoch, EventStore, MemoryStore, StoreUnavailable
from service.store.port import FIRST_EPOCH
from tests.service.http.party import Header, Party, newcomer, party
from tests.service.http.reading import NDJSON, PATIENCE_SECONDS, Stream
from tests.service.http.surface import IN_MEMORY, Client, InProcess, served
from tests.service.store.sharded import over

SHARDS = 2


@pytest.fixture
def shards() -> list[EventStore | None]:
    return [MemoryStore() for _ in range(SHARDS)]


@pytest.fixture
def surroundings(surroundings: Surroundings, shards: list[EventStore | None]) -> Surroundings:
    return dataclasses.replace(surroundings, store=over(shards))


def shard_of(table: Party) -> int:
    """Return the shard that a table is in, by the last digit of its id."""
    return int(table.path[-1], 16) % SHARDS


@pytest.fixture
async def tables(client: Client) -> list[Party]:
    """A table in each shard, on which the game has begun."""
    found: dict[int, Party] = {}
    while len(found) < SHARDS:
        table = await party(client, "honors_4", GAMES["honors_4"].Options().players)
        found.setdefault(shard_of(table), table)
    for table in found.values():
        await table.start()
    return [found[number] for number in range(SHARDS)]


async def test_only_the_tables_of_a_shard_that_is_away_are_unavailable(
    surroundings: Surroundings, shards: list[EventStore | None], tables: list[Party]
) -> None:
    kept, lost = tables
    shards[1] = None
    async with served(IN_MEMORY, surroundings) as app, InProcess(app) as client:
        here = await client.get(kept.path, headers=kept.players[0])
        there = await client.get(lost.path, headers=lost.players[0])
        move = await client.post(f"{lost.path}/moves", json={"move": {"type": "draw_stock"}}, headers=lost.players[0])

    assert here.status_code == 200
    for answer in (there, move):
        assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
        assert int(answer.headers["Retry-After"]) > 0


async def test_lists_say_which_shards_are_missing_in_them(
    client: Client, ada: Header, shards: list[EventStore | None], tables: list[Party]
) -> None:
    paths = ("/v1/tables", "/v1/tournaments", "/v1/me/tables")
    whole = [(await client.get(path, headers=ada)).json() for path in paths]
    shards[1] = None
    parts = [(await client.get(path, headers=ada)).json() for path in paths]

    assert [each.get("incomplete") for each in whole] == [None, None, None]
    assert [each["incomplete"] for each in parts] == [[1], [1], [1]]
    listed = {f"/v1/tables/{table['id']}" for table in parts[0]["tables"]}
    assert tables[0].path in listed
    assert tables[1].path not in listed


async def test_the_stream_of_a_player_goes_on_with_their_other_tables(
    surroundings: Surroundings, shards: list[EventStore | None], client: Client
) -> None:
    """A player at a table of each shard hears of the one that is there, and nothing is said to have ended."""
    bo, found = await tables_of_bo(client)
    shards[1] = None
    async with (
        served(IN_MEMORY, surroundings) as app,
        Stream(app, "/v1/me/stream", bo | {"Accept": NDJSON}) as stream,
    ):
        line = await stream.line()

    assert (line["type"], line["view"]["table"]["id"]) == ("view", found[0])


async def tables_of_bo(client: Client) -> tuple[Header, list[str]]:
    """Let Bo sit down at a table in each shard; return their header, and the tables by shard."""
    bo = await newcomer(client, "Bo")
    found: dict[int, str] = {}
    while len(found) < SHARDS:
        opened = await client.post("/v1/tables", json={"game": "honors_1"}, headers=bo)
        table = opened.json()["id"]
        if int(table[-1], 16) % SHARDS not in found:
            found[int(table[-1], 16) % SHARDS] = table
            sat = await client.post(f"/v1/tables/{table}/seats", json={"seat": 0}, headers=bo)
            assert sat.is_success, sat.text
    return bo, [found[number] for number in range(SHARDS)]


async def test_a_stream_is_taken_up_again_while_a_shard_is_away(
    surroundings: Surroundings, shards: list[EventStore | None], client: Client, app: Litestar
) -> None:
    """It goes on with the tables that are there, and with the others as soon as they are: from the same place on."""
    bo, tables = await tables_of_bo(client)
    header = bo | {"Accept": NDJSON}
    async with Stream(app, "/v1/me/stream", header) as stream:
        views = {line["view"]["table"]["id"]: line["cursor"] for line in [await stream.line() for _ in tables]}
    cursor = list(views.values())[-1]
    assert views.keys() == set(tables)
    lost, shards[1] = shards[1], None
    async with (
        served(IN_MEMORY, surroundings) as again,
        InProcess(again) as there,
        Stream(again, "/v1/me/stream", header | {"Last-Event-ID": cursor}) as stream,
    ):
        assert stream.status == 200
        for number, table in enumerate(tables):
            if number == 1:
                shards[1] = lost
            sat = await there.post(f"/v1/tables/{table}/seats", json={"house": "random", "seat": 1}, headers=bo)
            assert sat.is_success, sat.text
            line = await stream.line()
            assert (line["type"], line["table"]) == ("event", table)


async def test_a_stream_goes_on_while_one_shard_has_another_history_and_one_is_away(
    surroundings: Surroundings, shards: list[EventStore | None], client: Client
) -> None:
    """What is away has lost nothing: the stream goes on with the tables of the others, and comes back to it."""
    bo, tables = await tables_of_bo(client)
    header = bo | {"Accept": NDJSON}
    async with (
        served(IN_MEMORY, surroundings) as again,
        InProcess(again) as there,
        Stream(again, "/v1/me/stream", header) as stream,
    ):
        assert [(await stream.line())["type"] for _ in tables] == ["view", "view"]
        forked, lost = shards
        assert isinstance(forked, MemoryStore)
        forked.begin(Epoch(2, "0a0b0c0d"))
        shards[1] = None
        for number, table in enumerate(tables):
            if number == 1:
                shards[1] = lost
            sat = await there.post(f"/v1/tables/{table}/seats", json={"house": "random", "seat": 1}, headers=bo)
            assert sat.is_success, sat.text
            async with asyncio.timeout(PATIENCE_SECONDS):  # heartbeats come in any case
                line = await stream.line()
            assert (line["type"], line["table"]) == ("event", table)


async def test_a_stream_tells_the_chat_of_other_tables_while_a_shard_is_away(
    surroundings: Surroundings, shards: list[EventStore | None], client: Client
) -> None:
    bo, found = await newcomer(client), dict[int, str]()
    while len(found) < SHARDS or found[0] < found[1]:  # the chat of the first one is looked at first
        opened = await client.post("/v1/tables", json={"game": "honors_1", "settings": {"chat": "text"}}, headers=bo)
        table = opened.json()["id"]
        await client.post(f"/v1/tables/{table}/seats", json={"seat": 0}, headers=bo)
        said = await client.post(f"/v1/tables/{table}/chat/seats", json={"text": "Hello"}, headers=bo)
        assert said.is_success, said.text
        found[int(table[-1], 16) % SHARDS] = table
    cursor = Places({UUID(table): 2 for table in found.values()}, epoch=FIRST_EPOCH).cursor()
    shards[1] = None
    header = bo | {"Accept": NDJSON, "Last-Event-ID": cursor}
    async with (
        served(IN_MEMORY, surroundings) as again,
        Stream(again, "/v1/me/stream", header, chat="true") as stream,
        InProcess(again) as there,
        asyncio.timeout(PATIENCE_SECONDS),  # heartbeats come in any case
    ):
        told = [await said_at(stream, found[0])]
        await there.post(f"/v1/tables/{found[0]}/chat/seats", json={"text": "Are you there?"}, headers=bo)
        told.append(await said_at(stream, found[0]))

    assert told == ["Hello", "Are you there?"]


async def said_at(stream: Stream, table: str) -> str:
    """Return what is said next at a table."""
    while (line := await stream.line())["type"] != "chat" or line["table"] != table:
        pass
    text: str = line["entry"]["text"]
    return text


async def test_a_player_who_makes_up_a_place_in_a_shard_that_is_away_is_told_nothing_of_the_table(
    surroundings: Surroundings, shards: list[EventStore | None], client: Client, ada: Header
) -> None:
    """Whether there is such a table, which is none of theirs, is not said when the shard is back either."""
    bo, tables = await tables_of_bo(client)
    private = (await client.post("/v1/tables", json={"game": "honors_1", "visibility": "private"}, headers=ada)).json()
    while int(private["id"][-1], 16) % SHARDS != 1:
        opened = await client.post("/v1/tables", json={"game": "honors_1", "visibility": "private"}, headers=ada)
        private = opened.json()
    none = UUID(int=1)
    lost, shards[1] = shards[1], None
    places = Places({UUID(tables[0]): 2, UUID(private["id"]): 1, none: 1}, epoch=FIRST_EPOCH).cursor()
    header = bo | {"Accept": NDJSON, "Last-Event-ID": places}
    async with served(IN_MEMORY, surroundings) as again, Stream(again, "/v1/me/stream", header) as stream:
        assert stream.status == 200
        shards[1] = lost
        ends = [line for line in [await stream.line() for _ in range(3)] if line["type"] == "end"]

    assert {(line["type"], line["why"], line["table"]) for line in ends} == {
        ("end", "lost", private["id"]),
        ("end", "lost", str(none)),
    }


class Leaving(MemoryStore):
    """A shard that tells where a player sits, and is away when their tables are looked at."""

    async def heads(self, table_ids: Iterable[UUID]) -> dict[UUID, int]:
        """Be away."""
        raise StoreUnavailable("away")


async def test_a_shard_that_goes_away_between_two_questions_is_named(
    client: Client, shards: list[EventStore | None], tables: list[Party]
) -> None:
    me = tables[1].players[0]
    whole = (await client.get("/v1/me/tables", headers=me)).json()
    leaving = Leaving()
    vars(leaving).update(vars(shards[1]))
    shards[1] = leaving
    part = (await client.get("/v1/me/tables", headers=me)).json()

    assert "incomplete" not in whole
    assert part["incomplete"] == [1]
    lost = [each for each in whole["tables"] if int(each["table"]["id"][-1], 16) % SHARDS == 1]
    assert len(lost) == 1
    assert part["tables"] == [each for each in whole["tables"] if each not in lost]


async def test_the_page_of_a_player_says_what_is_missing_in_it(
    client: Client, shards: list[EventStore | None], tables: list[Party]
) -> None:
    bo = (await client.post("/v1/players", json={"name": "Bo"})).json()
    token = {"Authorization": f"Bearer {bo['token']}"}
    await client.patch("/v1/me", json={"shows": ["tables"]}, headers=token)
    whole = await client.get(f"/v1/players/{bo['id']}")
    shards[1] = None
    part = await client.get(f"/v1/players/{bo['id']}")

    assert "incomplete" not in whole.json()
    assert part.json()["incomplete"] == [1]


async def test_new_tables_are_opened_where_the_log_is_there(
    client: Client, ada: Header, shards: list[EventStore | None]
) -> None:
    """Without a key no table is in a shard yet; and two who seek the same are not seated where nobody can play."""
    shards[1] = None
    opened = [await client.post("/v1/tables", json={"game": "honors_4"}, headers=ada) for _ in range(12)]
    assert [each.status_code for each in opened] == [201] * 12

    for _ in range(6):
        seekers = [(await client.post("/v1/players", json={"name": name})).json()["token"] for name in ("Cy", "Di")]
        for token in seekers:
            sought = {"game": "honors_4", "options": {"players": 2}}
            seek = await client.post("/v1/seeks", json=sought, headers={"Authorization": f"Bearer {token}"})
        assert seek.json()["state"] == "seated"

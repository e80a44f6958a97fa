"""`GET …/stream` over HTTP: what is sent to whom, in which form, and how it goes on after a break."""

import asyncio
import dataclasses
import json
import random
from typing import Any

import pytest
from litestar import Litestar

from service.accounts.accounts import hash_of
from service.accounts.memory import MemoryAccounts
from service.accounts.port import Account
from service.app import Surroundings
from service.http.wire.media_types import LONGEST_ACCEPT
from service.live.cursors import Cursor
from service.live.pace import Pace
from service.runtime.metrics import OPEN_STREAMS, exposition
from service.store import StoreUnavailable
from service.store.port import FIRST_EPOCH
from tests.service.http.party import Document, Header, Party, finish, meeting, newcomer, official
from tests.service.http.reading import NDJSON, SSE, Stream
from tests.service.http.surface import IN_MEMORY, Client, InProcess, served
from tests.service.measured import measured


async def feed(client: Client, path: str, header: Header) -> list[Document]:
    answer = await client.get(f"{path}/events", headers=header, params={"limit": 1000})
    events: list[Document] = answer.json()["events"]
    return events


def entries(lines: list[Document]) -> list[Document]:
    return [line["entry"] for line in lines if line["type"] == "event"]


async def finished(app: Litestar, client: Client, seed: int = 1) -> Party:
    """Return a table whose game is over."""
    table = await meeting(client)
    await table.start()
    await finish(app, table, random.Random(seed))
    return table


async def all_quiet(app: Litestar) -> bool:
    """Return whether nothing is left of any stream."""
    return not app.state.services.parlour.wakeups.waiting and measured(OPEN_STREAMS) == 0


# Forms


def version_of(line: Any) -> int:
    """Return the version that the cursor of a line stands for."""
    return Cursor.parsed(line["cursor"]).version


@pytest.mark.parametrize(
    ("accept", "form"),
    [
        (None, NDJSON),
        ("*/*", NDJSON),
        ("application/*", NDJSON),
        ("application/json, application/x-ndjson;q=0.5", NDJSON),
        (SSE, SSE),
        ("text/*", SSE),
        ("text/event-stream;q=0.5, */*;q=0.1", SSE),
        ("text/event-stream;q=0, */*", NDJSON),
        ("application/x-ndjson; q=0.2, Text/Event-Stream; q=0.9", SSE),
    ],
)
async def test_the_client_chooses_the_form(app: Litestar, client: Client, accept: str | None, form: str) -> None:
    table = await meeting(client)
    header = table.players[0] | ({"Accept": accept} if accept else {})

    async with Stream(app, f"{table.path}/stream", header) as stream:
        assert (stream.status, stream.headers["content-type"]) == (200, form)
        assert (stream.headers["cache-control"], stream.headers["x-accel-buffering"]) == ("no-store", "no")
        piece = await stream.raw()
    assert piece is not None
    assert piece.startswith(b"id: 1-1-00000000\ndata: {") == (form == SSE)


@pytest.mark.parametrize("path", ["/v1/me/stream", "{table}/stream", "{table}/replay"])
async def test_a_list_of_media_types_that_nobody_needs_is_not_read(client: Client, path: str) -> None:
    table = await meeting(client)
    header = table.players[0] | {"Accept": f"{NDJSON}{',' * LONGEST_ACCEPT}"}

    answer = await client.get(path.format(table=table.path), headers=header)

    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_parameter")
    assert [error["parameter"] for error in answer.json()["errors"]] == ["Accept"]


@pytest.mark.parametrize("path", ["/v1/me/stream", ""])
@pytest.mark.parametrize("accept", ["application/json", "text/html, image/*;q=0.5", "*/*;q=0", "text/event-stream;q=2"])
async def test_other_forms_there_are_not(client: Client, path: str, accept: str) -> None:
    table = await meeting(client)

    answer = await client.get(path or f"{table.path}/stream", headers=table.players[0] | {"Accept": accept})

    assert (answer.status_code, answer.json()["code"]) == (406, "not_acceptable")


async def test_both_forms_say_the_same(app: Litestar, client: Client) -> None:
    table = await finished(app, client)
    said = []
    for form in (NDJSON, SSE):
        async with Stream(app, f"{table.path}/stream", table.players[0] | {"Accept": form}, after=0) as stream:
            said.append(await stream.rest())

    assert said[0] == said[1]
    assert len(said[0]) > 100


async def test_an_event_for_browsers_is_two_fields_and_an_empty_line(app: Litestar, client: Client) -> None:
    table = await meeting(client)
    async with Stream(app, f"{table.path}/stream", table.players[0] | {"Accept": SSE}) as stream:
        await client.post(f"{table.path}/seats", json={}, headers=table.players[1])
        pieces = [await stream.raw(), await stream.raw()]

    for number, piece in enumerate(pieces, start=1):
        assert piece is not None
        fields = piece.decode().split("\n")
        assert fields[0] == f"id: {number}-{FIRST_EPOCH}"
        assert json.loads(fields[1].removeprefix("data: "))["cursor"] == f"{number}-{FIRST_EPOCH}"
        assert fields[2:] == ["", ""]


@pytest.mark.parametrize(
    ("form", "heartbeat"),
    [
        (NDJSON, b'{"type":"heartbeat","cursor":"1-1-00000000"}\n'),
        (SSE, b'event: heartbeat\nid: 1-1-00000000\ndata: {"type":"heartbeat","cursor":"1-1-00000000"}\n\n'),
    ],
)
@pytest.mark.parametrize("pace", [Pace(heartbeat_seconds=0.05)], indirect=True)
async def test_silence_is_broken_by_heartbeats(app: Litestar, client: Client, form: str, heartbeat: bytes) -> None:
    table = await meeting(client)
    async with Stream(app, f"{table.path}/stream", table.players[0] | {"Accept": form}) as stream:
        await stream.raw()

        assert [await stream.raw() for _ in range(3)] == [heartbeat] * 3


# What is said


async def test_the_view_and_the_events_after_it_are_those_of_the_feed(app: Litestar, client: Client) -> None:
    table = await meeting(client)
    readers = [*table.players, await newcomer(client)]
    opened = [Stream(app, f"{table.path}/stream", reader) for reader in readers]
    for stream, reader in zip(opened, readers, strict=True):
        await stream.__aenter__()
        view = await stream.line()
        assert (view["type"], view["table"], view["cursor"]) == ("view", table.id, f"1-{FIRST_EPOCH}")
        assert view["view"] == await table.view(reader)
    await table.start()
    await table.play(random.Random(2))

    for stream, reader in zip(opened, readers, strict=True):
        lines = await stream.rest()
        told = await feed(client, table.path, reader)
        assert entries(lines) == told[1:]
        assert [line["cursor"] for line in lines[:-1]] == [f"{entry['version']}-{FIRST_EPOCH}" for entry in told[1:]]
        assert lines[-1] == {
            "type": "end",
            "cursor": f"{len(told)}-{FIRST_EPOCH}",
            "table": table.id,
            "why": "finished",
        }
        await stream.__aexit__(None, None, None)
    assert await all_quiet(app)


@pytest.mark.parametrize("pace", [Pace(entries_of_a_look=7)], indirect=True)
async def test_it_goes_on_at_every_cursor_of_a_whole_game(app: Litestar, client: Client) -> None:
    """What one reader gives in a header, the other gives as a parameter."""
    table = await finished(app, client)
    for number, reader in enumerate((table.players[1], await newcomer(client))):
        told = await feed(client, table.path, reader)
        for after in range(len(told) + 1):
            given: Document = {"Last-Event-ID": str(after)} if after % 2 == number else {}
            async with Stream(
                app, f"{table.path}/stream", reader | given, **({} if given else {"after": after})
            ) as stream:
                *events, end = await stream.rest()
            assert entries(events) == told[after:]
            assert len(events) == len(told) - after
            assert (end["type"], end["cursor"]) == ("end", f"{len(told)}-{FIRST_EPOCH}")


async def test_the_header_goes_before_the_parameter(app: Litestar, client: Client) -> None:
    """A browser comes back with the address that it first had."""
    table = await finished(app, client)
    header = table.players[0] | {"Last-Event-ID": "50"}
    async with Stream(app, f"{table.path}/stream", header, after=3) as stream:
        assert (await stream.line())["cursor"] == f"51-{FIRST_EPOCH}"


@pytest.mark.parametrize("seed", range(3))
async def test_a_reader_who_breaks_off_all_the_time_misses_nothing(app: Litestar, client: Client, seed: int) -> None:
    dice = random.Random(seed)
    table = await meeting(client)
    reader, got = table.players[0], []
    cursor: dict[str, Any] = {"after": 0}
    playing = asyncio.create_task(play_through(table, seed))
    try:
        while True:
            async with Stream(app, f"{table.path}/stream", reader, **cursor) as stream:
                for _ in range(dice.randrange(1, 15)):
                    line = await stream.line()
                    got.append(line)
                    cursor["after"] = line["cursor"]
                    if line["type"] == "end":
                        break
            if got[-1]["type"] == "end":
                break
    finally:
        await playing

    assert entries(got) == await feed(client, table.path, reader)


async def play_through(table: Party, seed: int) -> None:
    await table.start()
    await table.play(random.Random(seed))


@pytest.mark.parametrize("after", [{"after": 2}, {"last_event_id": "2"}])
async def test_a_cursor_that_nobody_can_have(client: Client, after: dict[str, Any]) -> None:
    table = await meeting(client)
    headers = table.players[0] | ({"Last-Event-ID": after.pop("last_event_id")} if "last_event_id" in after else {})

    answer = await client.get(f"{table.path}/stream", headers=headers, params=after)

    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


@pytest.mark.parametrize("path", ["/v1/me/stream", ""])
@pytest.mark.parametrize("cursor", ["-1", "one", "1.5", "9" * 17, "1AAAA"])
async def test_what_is_no_cursor_is_named(client: Client, path: str, cursor: str) -> None:
    table = await meeting(client)

    answer = await client.get(path or f"{table.path}/stream", headers=table.players[0] | {"Last-Event-ID": cursor})

    assert (answer.status_code, answer.json()["errors"][0]["parameter"]) == (400, "Last-Event-ID")


@pytest.mark.parametrize("path", ["/v1/me/stream", ""])
async def test_an_empty_cursor_is_like_no_cursor(app: Litestar, client: Client, path: str) -> None:
    """`EventSource` of a browser has an empty one until an event has come."""
    table = await meeting(client)
    await client.post(f"{table.path}/seats", json={}, headers=table.players[0])

    async with Stream(app, path or f"{table.path}/stream", table.players[0] | {"Last-Event-ID": ""}) as stream:
        assert (await stream.line())["type"] == "view"


async def test_a_request_for_the_headers_only_gets_no_stream(app: Litestar, client: Client) -> None:
    table = await meeting(client)
    for path in (f"{table.path}/stream", "/v1/me/stream"):
        answer = await client.head(path, headers=table.players[0])
        assert (answer.status_code, answer.content) == (200, b"")
    assert await all_quiet(app)


# For whom


async def test_strangers_do_not_watch_a_private_table(client: Client) -> None:
    table = await meeting(client, visibility="private")

    answer = await client.get(f"{table.path}/stream", headers=await newcomer(client))

    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")


async def test_nobody_without_a_token_watches_what_is_not_public(client: Client) -> None:
    private = await meeting(client, visibility="private")
    for path, status in (
        ("/v1/me/stream", 401),
        (f"{private.path}/stream", 404),
        ("/v1/tables/00000000-0000-4000-8000-000000000000/stream", 404),
    ):
        assert (await client.get(path)).status_code == status


async def test_spectators_go_when_the_game_begins_without_them(app: Litestar, client: Client) -> None:
    table = await meeting(client, settings={"spectators": False})
    async with Stream(app, f"{table.path}/stream", await newcomer(client)) as stream:
        await table.start()
        *lines, end = await stream.rest()

    assert end["why"] == "forbidden"
    assert {line["entry"]["event"]["type"] for line in lines[1:]} <= {"seat_taken"}


async def test_spectators_see_moves_as_late_as_the_table_says(app: Litestar, client: Client) -> None:
    late = 3
    table = await meeting(client, settings={"spectator_delay": late})
    spectator = await newcomer(client)
    async with (
        Stream(app, f"{table.path}/stream", spectator) as watching,
        Stream(app, f"{table.path}/stream", table.players[0]) as playing,
    ):
        await table.start()
        moves = 0
        while moves <= late:
            assert await table.move(random.Random(moves))
            moves += 1
        shown = (await table.view(spectator))["table"]["version"]
        while version_of(last := await watching.line()) < shown:
            pass
        assert version_of(last) == shown < (await table.view(table.players[0]))["table"]["version"]
        await table.play(random.Random(7))
        seen, played = await watching.rest(), await playing.rest()

    assert seen[-1]["why"] == "finished"
    assert seen[-1]["cursor"] == played[-1]["cursor"]
    assert [line["entry"]["version"] for line in seen[:-1]] == list(range(shown + 1, version_of(seen[-1]) + 1))


async def test_a_player_who_gives_their_seat_away_goes_on_as_a_spectator(app: Litestar, client: Client) -> None:
    table = await meeting(client)
    leaver = await newcomer(client)
    await client.post(f"{table.path}/seats", json={"seat": 0}, headers=leaver)
    async with Stream(app, f"{table.path}/stream", leaver) as stream:
        assert (await stream.line())["view"]["seat"] == 0
        await client.delete(f"{table.path}/seats/0", headers=leaver)
        await table.start()
        await table.play(random.Random(3))
        lines = await stream.rest()

    told = await feed(client, table.path, await newcomer(client))
    assert entries(lines) == told[2:]
    hands = [entry["event"] for entry in entries(lines) if entry["event"]["type"] == "cards_dealt"]
    assert hands
    assert all("cards" not in hand for hand in hands)


async def test_a_player_who_leaves_a_private_table_hears_nothing_more_of_it(app: Litestar, client: Client) -> None:
    table = await meeting(client, visibility="private")
    leaver = await newcomer(client)
    await table.invite(leaver)
    await client.post(f"{table.path}/seats", json={"seat": 1}, headers=leaver)
    async with Stream(app, f"{table.path}/stream", leaver) as stream:
        await stream.line()
        await client.delete(f"{table.path}/seats/1", headers=table.players[0])
        assert [(line["type"], line["why"]) for line in await stream.rest()] == [("end", "forbidden")]


# The end of it


async def test_a_service_that_stops_ends_all_streams_at_once(app: Litestar, client: Client) -> None:
    table = await meeting(client)
    await client.post(f"{table.path}/seats", json={}, headers=table.players[0])
    async with (
        Stream(app, f"{table.path}/stream", table.players[0]) as game,
        Stream(app, "/v1/me/stream", table.players[0]) as mine,
    ):
        cursors = [(await stream.line())["cursor"] for stream in (game, mine)]
        app.state.services.drain()

        ends = [await game.rest(), await mine.rest()]
        async with Stream(app, f"{table.path}/stream", table.players[0], after=2) as late:
            ends.append(await late.rest())
    cursors.append(f"2-{FIRST_EPOCH}")
    tables = [table.id, None, table.id]
    assert ends == [
        [{"type": "end", "cursor": cursor, "table": each, "why": "stopping"}]
        for cursor, each in zip(cursors, tables, strict=True)
    ]
    assert await all_quiet(app)


@pytest.mark.parametrize("pace", [Pace(patience_seconds=0.1)], indirect=True)
async def test_a_reader_who_takes_nothing_is_let_go_and_comes_back(
    app: Litestar, client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "service.http.resources.streaming")
    table = await meeting(client)
    reader = table.players[0]
    async with Stream(app, f"{table.path}/stream", reader) as stream:
        cursor = (await stream.line())["cursor"]
        stream.reads.clear()
        await table.start()
        await stream.ended()
    assert [record.message for record in caplog.records] == ["A stream is broken off: its reader takes nothing"]
    assert await all_quiet(app)

    told = await feed(client, table.path, reader)
    async with Stream(app, f"{table.path}/stream", reader, after=cursor) as again:
        assert [(await again.line())["entry"] for _ in told[1:]] == told[1:]


@pytest.mark.parametrize("pace", [Pace(heartbeat_seconds=0.05, token_seconds=0.0)], indirect=True)
async def test_a_revoked_token_reads_no_further(app: Litestar, client: Client) -> None:
    table = await meeting(client)
    async with Stream(app, f"{table.path}/stream", table.players[0]) as stream:
        await stream.line()
        await client.delete("/v1/me/token", headers=table.players[0])

        assert await stream.rest() == [{"type": "end", "cursor": f"1-{FIRST_EPOCH}", "table": None, "why": "revoked"}]


async def test_not_each_event_waits_for_accounts_that_do_not_answer(surroundings: Surroundings) -> None:
    class Silent(MemoryAccounts):
        asked = 0

        async def account(self, token_hash: bytes) -> Account | None:
            if token_hash != nobodys:
                return await super().account(token_hash)
            self.asked += 1
            raise StoreUnavailable

    accounts, nobodys = Silent(), b""
    surroundings = dataclasses.replace(surroundings, accounts=accounts)
    async with served(IN_MEMORY, surroundings) as app, InProcess(app) as client:
        table, spectator = await meeting(client), await newcomer(client)
        async with Stream(app, f"{table.path}/stream", spectator) as stream:
            await stream.line()
            nobodys = hash_of(spectator["Authorization"].removeprefix("Bearer "))
            app.state.services.accounts.forget(nobodys)
            await table.start()
            told = [(await stream.line())["type"] for _ in range(3)]

    assert (told, accounts.asked) == (["event"] * 3, 1)


async def test_open_streams_are_counted(app: Litestar, client: Client, ada: Header) -> None:
    table = await meeting(client)
    async with Stream(app, f"{table.path}/stream", ada), Stream(app, "/v1/me/stream", ada):
        assert "parlour_open_streams 2.0" in exposition().decode()
    assert "parlour_open_streams 0.0" in exposition().decode()


async def test_an_official_who_says_why_watches_everything(app: Litestar, client: Client) -> None:
    table = await meeting(client, visibility="private", settings={"spectator_delay": 5})
    await table.start()
    operator = await official(app, "operator")
    async with Stream(app, f"{table.path}/stream", operator, reason="A complaint.") as stream:
        view = (await stream.line())["view"]

    assert view["table"]["version"] == (await table.view(table.players[0]))["table"]["version"]
    assert view["seat"] is None


async def test_a_revoked_token_is_told_of_nothing_that_happens(app: Litestar, client: Client) -> None:
    table, spectator = await meeting(client), await newcomer(client)
    async with Stream(app, f"{table.path}/stream", spectator) as stream:
        await stream.line()
        await client.delete("/v1/me/token", headers=spectator)
        await table.start()

        assert await stream.rest() == [{"type": "end", "cursor": f"1-{FIRST_EPOCH}", "table": None, "why": "revoked"}]

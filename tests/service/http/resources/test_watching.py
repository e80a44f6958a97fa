"""Streams that carry the table: a reader of one need not ask for a view."""

import json
import random
import zlib
from typing import Any

import pytest
from litestar import Litestar

from domain.table import Entry, Snapshot
from projections.replay import Replay
from service.live.steps import Step, With, step_of
from tests.patching import patched
from tests.service.http.party import Document, Header, Party, finish, meeting, newcomer
from tests.service.http.reading import NDJSON, SSE, Stream
from tests.service.http.round import Round
from tests.service.http.surface import Client

STRANGER: Header = {}


class Screen:
    """What a page shows that reads a stream: the view of each version that it was told."""

    def __init__(self) -> None:
        self.views: dict[int, Document] = {}
        self.cursor = ""
        self.types: list[str] = []
        self._view: Document = {}

    def take(self, line: Document) -> bool:
        """Take a line of the stream; return whether it is its last one."""
        self.types.append(line["type"])
        self.cursor = line["cursor"]
        if "changes" in line:
            assert self._view, "there is a view to change"
            self._view = patched(self._view, line["changes"])
        self._view = line.get("view", self._view)
        if line["type"] in {"view", "event"} and self._view:
            self.views[self._view["table"]["version"]] = self._view
        return bool(line["type"] == "end")

    async def read(self, app: Litestar, path: str, header: Header, query: dict[str, str], lines: int = 10_000) -> None:
        """Read a stream to its end, or that many lines of it."""
        async with Stream(app, path, header, **query) as stream:
            for _ in range(lines):
                if self.take(await stream.line()):
                    break


async def over(app: Litestar, client: Client, **opening: Any) -> Party:
    """Return a table whose game is over."""
    table = await meeting(client, **opening)
    await table.start()
    await finish(app, table, random.Random(5))
    return table


async def seen(table: Party, header: Header, versions: list[int]) -> list[Document]:
    """Return what a reader sees at some versions."""
    return [await table.view(header, version=version) for version in versions]


@pytest.mark.parametrize("form", [NDJSON, SSE])
@pytest.mark.parametrize("kind", ["view", "changes"])
@pytest.mark.parametrize("who", ["a player", "a stranger"])
async def test_a_stream_shows_each_version_of_the_view(
    app: Litestar, client: Client, form: str, kind: str, who: str
) -> None:
    table = await over(app, client)
    header = table.players[1] if who == "a player" else STRANGER
    screen, last = Screen(), (await table.view(STRANGER))["table"]["version"]

    await screen.read(app, f"{table.path}/stream", header | {"Accept": form}, {"after": "0", "with": kind})

    versions = [1, 2, 3, last // 2, last - 1, last]
    assert sorted(screen.views) == list(range(1, last + 1))
    assert [screen.views[version] for version in versions] == await seen(table, header, versions)


@pytest.mark.parametrize("kind", ["view", "changes"])
async def test_it_goes_on_after_a_cursor_with_a_view_to_change(app: Litestar, client: Client, kind: str) -> None:
    table = await over(app, client)
    path, screen = f"{table.path}/stream", Screen()
    await screen.read(app, path, STRANGER, {"after": "3", "with": kind}, lines=9)
    cursor, first = screen.cursor, dict(screen.views)

    await screen.read(app, path, STRANGER, {"after": cursor, "with": kind})

    begins = {"view": ["event"], "changes": ["view", "event"]}[kind]
    assert screen.types[: len(begins)] == screen.types[9 : 9 + len(begins)] == begins
    assert first.items() <= screen.views.items()
    last = max(screen.views)
    assert [screen.views[last]] == await seen(table, STRANGER, [last])
    assert sorted(screen.views) == list(range(min(first), last + 1))


async def test_a_reader_who_has_seen_all_gets_the_view_that_changes_go_on_from_at_once(
    app: Litestar, client: Client
) -> None:
    table = await meeting(client)
    async with Stream(app, f"{table.path}/stream", STRANGER, after="1", **{"with": "changes"}) as stream:
        line = await stream.line()

    assert (line["type"], line["view"]) == ("view", await table.view(STRANGER))


async def test_without_it_events_come_alone(app: Litestar, client: Client) -> None:
    table = await meeting(client)
    async with Stream(app, f"{table.path}/stream", STRANGER, after="0") as stream:
        event = await stream.line()

    assert event.keys() == {"type", "cursor", "table", "entry"}


@pytest.mark.parametrize("kind", ["view", "changes"])
async def test_late_spectators_see_late_views(app: Litestar, client: Client, kind: str) -> None:
    table = await meeting(client, settings={"spectator_delay": 3})
    await table.start()
    screen = Screen()
    async with Stream(app, f"{table.path}/stream", STRANGER, **{"with": kind}) as stream:
        screen.take(await stream.line())
        for _ in range(6):
            assert await table.move(random.Random(1))
        late = (await table.view(STRANGER))["table"]["version"]
        while max(screen.views) < late:
            screen.take(await stream.line())
        assert screen.views[late] == await table.view(STRANGER)
        assert late < (await table.view(table.players[0]))["table"]["version"]
        await finish(app, table, random.Random(1))
        while not screen.take(await stream.line()):
            pass

    assert screen.views[max(screen.views)] == await table.view(STRANGER)


async def test_a_player_who_sits_down_gets_the_view_from_their_seat(app: Litestar, client: Client) -> None:
    table, screen = await meeting(client), Screen()
    async with Stream(app, f"{table.path}/stream", table.players[1], **{"with": "changes"}) as stream:
        screen.take(await stream.line())
        as_stranger = screen.views[1]
        await table.start()
        while not (screen.views[max(screen.views)]["decision"] or len(screen.views) > 6):
            screen.take(await stream.line())

    last = max(screen.views)
    assert [as_stranger["seat"], screen.views[last]["seat"]] == [None, 1]
    assert screen.types.count("view") == 2
    assert [screen.views[last]] == await seen(table, table.players[1], [last])


@pytest.mark.parametrize("kind", ["view", "changes"])
async def test_the_stream_of_a_player_carries_their_tables(app: Litestar, client: Client, kind: str) -> None:
    players = [await newcomer(client), await newcomer(client)]
    one, other = await meeting(client), await meeting(client)
    for table in (one, other):
        table.players[:] = players
    opened = [
        await client.post(
            "/v1/tables",
            json={"game": "friendlier_than_thou", "options": {"players": 2, "leading": "programmed"}},
            headers=players[0],
        )
        for _ in range(2)
    ]
    tables = [Party(client, players, each.headers["location"]) for each in opened]
    screens = {table.id: Screen() for table in tables}
    query = {"with": kind}
    async with Stream(app, "/v1/me/stream", players[1], **query) as stream:
        for table in tables:
            await table.start()
        while not all(screen.views for screen in screens.values()):
            line = await stream.line()
            screens[line["table"]].take(line)
        for table in tables:
            await finish(app, table, random.Random(3))
        ended, cursor = 0, ""
        while ended < 1:
            line = await stream.line()
            cursor = line["cursor"]
            ended += screens[line["table"]].take(line) if line.get("table") in screens else 0
    async with Stream(app, "/v1/me/stream", players[1], after=cursor, **query) as stream:
        while ended < 2:
            line = await stream.line()
            ended += screens[line["table"]].take(line) if line.get("table") in screens else 0

    for table in tables:
        views = screens[table.id].views
        last = max(views)
        assert [views[last - 1], views[last]] == await seen(table, players[1], [last - 1, last])


async def test_a_new_name_is_a_change(app: Litestar, client: Client) -> None:
    table, screen = await meeting(client), Screen()
    await table.start()
    async with Stream(app, f"{table.path}/stream", STRANGER, **{"with": "changes"}) as stream:
        screen.take(await stream.line())
        await client.patch("/v1/me", json={"name": "Zoë"}, headers=table.players[0])
        assert await table.move(random.Random(1))
        screen.take(await stream.line())
    before, after = [screen.views[version]["table"] for version in sorted(screen.views)]

    assert [each["presence"][0]["name"] for each in (before, after)] == ["Somebody", "Zoë"]
    assert [each["creator_name"] for each in (before, after)] == ["Somebody", "Zoë"]


@pytest.mark.parametrize("kind", ["view", "changes"])
async def test_what_spectators_are_told_is_worked_out_once_for_all(
    app: Litestar, client: Client, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    versions: list[int] = []

    def counted(replay: Replay, what: With, entry: Entry, after: Snapshot, ends_step: bool) -> Step:
        versions.append(entry.version)
        return step_of(replay, what, entry, after, ends_step)

    monkeypatch.setattr("service.live.steps.step_of", counted)
    table = await over(app, client)
    screens = [Screen() for _ in range(5)]
    for screen in screens:
        await screen.read(app, f"{table.path}/stream", STRANGER, {"after": "1", "with": kind})

    assert len({json.dumps(screen.views) for screen in screens}) == 1
    assert versions == list(range(2, max(screens[0].views) + 1))


# Compression


async def unzipped(app: Litestar, path: str, header: Header, **query: str) -> tuple[list[bytes], int]:
    """Return what each piece of a stream says that is compressed, as soon as it is there, and the bytes of all."""
    unzip, said, size = zlib.decompressobj(31), list[bytes](), 0
    async with Stream(app, path, header | {"Accept-Encoding": "gzip"}, **query) as stream:
        assert (stream.headers["content-encoding"], "Accept-Encoding" in stream.headers["vary"]) == ("gzip", True)
        while piece := await stream.raw():
            said.append(unzip.decompress(piece))
            size += len(piece)
    assert unzip.eof
    return said, size


@pytest.mark.parametrize("form", [NDJSON, SSE])
async def test_what_a_stranger_reads_is_compressed_line_by_line(app: Litestar, client: Client, form: str) -> None:
    table = await over(app, client)
    path, query = f"{table.path}/stream", {"after": "1", "with": "changes"}

    said, _ = await unzipped(app, path, {"Accept": form}, **query)

    async with Stream(app, path, {"Accept": form}, **query) as stream:
        plain = [await stream.raw() for _ in range(len(said) - 1)]
        assert "content-encoding" not in stream.headers
    assert said[:-1] == plain


async def test_a_game_costs_a_spectator_a_tenth_of_what_its_views_cost(app: Litestar, client: Client) -> None:
    table, cleo = await over(app, client), await newcomer(client)
    versions = range(1, (await table.view(STRANGER))["table"]["version"] + 1)
    views = [await client.get(f"{table.path}/view", params={"version": version}) for version in versions]

    for header in (STRANGER, cleo):
        _, size = await unzipped(app, f"{table.path}/stream", header, after="1", **{"with": "changes"})
        assert size * 10 < sum(len(view.content) for view in views)


async def test_what_shows_a_hand_is_never_compressed(app: Litestar, client: Client) -> None:
    table, cleo = await meeting(client), await newcomer(client)
    ada = table.players[0]

    async def coding(path: str, header: Header) -> str | None:
        async with Stream(app, path, header | {"Accept-Encoding": "gzip"}) as stream:
            return stream.headers.get("content-encoding")

    before = await coding(f"{table.path}/stream", cleo)
    await table.start()
    playing = [await coding(f"{table.path}/{what}", header) for what in ("stream", "replay") for header in (ada, cleo)]
    everything = await coding("/v1/me/stream", ada)

    assert before is None, "they may still take a seat"
    assert (playing, everything) == ([None, "gzip", None, "gzip"], None)


async def test_a_table_where_a_spectator_may_be_given_a_seat_is_not_compressed_for_them(
    app: Litestar, client: Client
) -> None:
    cleo, round_ = await newcomer(client), Round(app, client, shares_deal=False)
    table = await round_.table()
    await round_.begin(table)
    codings = []

    async with Stream(app, f"{table.path}/stream", cleo | {"Accept-Encoding": "gzip"}) as stream:
        codings.append(stream.headers.get("content-encoding"))
    async with Stream(app, f"{table.path}/stream", {"Accept-Encoding": "gzip"}) as stream:
        codings.append(stream.headers.get("content-encoding"))

    assert codings == [None, "gzip"]

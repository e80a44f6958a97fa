"""The stream of a player: all their tables in one, through invitations, other processes and a log that goes away."""

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator, Iterable
from contextlib import aclosing
from typing import Any, Self
from uuid import UUID, uuid4

import pytest
from msgspec import UNSET, json
from msgspec.structs import replace

from domain import table as rules
from domain.events import CardsDealt
from service.http.resources.streams import LONGEST_CURSOR
from service.live.cursors import BadCursor, Cursor
from service.live.few import AT_A_TIME
from service.live.lines import EndLine, EventLine, HeartbeatLine, InvitationLine, Lines, StreamLine, ViewLine
from service.live.pace import PACE, Pace
from service.live.places import Places
from service.live.viewers import UnknownVersion
from service.parlour import Parlour
from service.play.engine import UnknownTable
from service.store import MemoryStore
from service.store.lobby_row import MOST_OF_A_PLAYER, LobbyRow, TableFilter
from service.store.memory_database import MemoryDatabase
from service.store.memory_lobby import MemoryLobby
from service.store.port import FIRST_EPOCH
from service.store.postgres.store import PostgresStore
from tests.service.live.test_wakeups import NEVER, two_workers
from tests.service.workers import PLAYERS, SIGNER, FaultyLog, Players, Process, account, is_finished, worker

PATIENCE_SECONDS = 180


@pytest.fixture
async def parlour() -> AsyncIterator[Parlour]:
    async with worker(MemoryStore()) as parlour:
        yield parlour


class Reader:
    """Reads a stream of the player on a seat, from the beginning or from a cursor."""

    def __init__(self, parlour: Parlour, seat: int, cursor: str | None = None) -> None:
        places = Places.parsed(cursor) if cursor else Places()
        self.lines: Lines = parlour.streams.of_player(account(seat), places)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.lines.aclose()

    async def line(self) -> Any:
        """Return the next line that says something."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while isinstance(line := await anext(self.lines), HeartbeatLine):
                pass
        return line

    async def take(self, number: int) -> list[Any]:
        return [await self.line() for _ in range(number)]

    async def until(self, kind: type[StreamLine]) -> list[Any]:
        """Return the lines up to the first of a kind, that one included."""
        got = [await self.line()]
        while not isinstance(got[-1], kind):
            got.append(await self.line())
        return got

    async def says_nothing(self) -> None:
        """Check that there is nothing but heartbeats."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(0.3):
                async for line in self.lines:
                    assert isinstance(line, HeartbeatLine), line


async def invite(players: Players, table_id: UUID, guest: UUID) -> None:
    await players.engine.execute(table_id, rules.Invite(PLAYERS[0], guest))


async def abort(players: Players, table_id: UUID) -> None:
    await players.engine.execute(table_id, rules.CallAbort(PLAYERS[1]))


def kinds(lines: list[Any]) -> list[str]:
    return [
        line.entry.event.__struct_config__.tag if isinstance(line, EventLine) else type(line).__name__ for line in lines
    ]


async def test_it_begins_with_a_view_of_each_table(parlour: Parlour) -> None:
    players = Players(parlour)
    started = await players.started(players=2)
    waiting = await players.open(players=3)
    await players.sit(waiting, 1)
    await players.open(players=2)
    over = await players.started(players=2, so_moved_window_ms=100)
    await players.play(over, random.Random(1), is_finished)

    async with Reader(parlour, 1) as reader:
        views = await reader.take(2)
        assert {line.table: json.decode(line.view)["seat"] for line in views} == {started: 1, waiting: 1}
        await reader.says_nothing()


async def test_a_whole_evening(parlour: Parlour) -> None:
    """Two games at once from the first seat to the end: what is told of each is its feed, once and in order."""
    players, dice = Players(parlour), random.Random(3)
    async with Reader(parlour, 1) as reader:
        assert isinstance(await anext(reader.lines), HeartbeatLine)
        games = [await players.started(players=2, so_moved_window_ms=100) for _ in range(2)]
        lines = await reader.take(2)
        playing = [asyncio.create_task(players.play(game, dice, is_finished)) for game in games]
        lines += [*await reader.until(EndLine), *await reader.until(EndLine)]
        await asyncio.gather(*playing)

        for game in games:
            view, *events, end = [line for line in lines if line.table == game]
            _, feed = await parlour.views.feed(game, account(1), Cursor(0), 1000, 0)
            began = json.decode(view.view)["table"]["version"]
            assert isinstance(view, ViewLine)
            assert tuple(line.entry for line in events) == feed[began:]
            assert (end.table, end.why) == (game, "finished")
        assert lines[-1].cursor == Places(epoch=FIRST_EPOCH).cursor()
        await reader.says_nothing()


async def test_it_goes_on_at_every_cursor() -> None:
    async with worker(MemoryStore(), None, replace(PACE, entries_of_a_look=20)) as parlour:
        await goes_on_at_every_cursor(parlour)


async def goes_on_at_every_cursor(parlour: Parlour) -> None:
    players, dice = Players(parlour), random.Random(4)
    games = [await players.started(players=2, so_moved_window_ms=100) for _ in range(2)]
    async with Reader(parlour, 1) as reader:
        lines = await reader.take(2)
        for game in games:
            await players.play(game, dice, is_finished)
        lines += [*await reader.until(EndLine), *await reader.until(EndLine)]

    for number in range(2, len(lines), 3):
        async with Reader(parlour, 1, lines[number - 1].cursor) as again:
            rest = await again.take(len(lines) - number)
        for game in games:
            assert [line for line in told(rest) if line[0] == game] == [
                line for line in told(lines[number:]) if line[0] == game
            ]


def told(lines: list[Any]) -> list[tuple[Any, ...]]:
    """Return what lines say, except how far the stream has come: that also depends on the other tables."""
    return [(line.table, line.entry if isinstance(line, EventLine) else line.why) for line in lines]


async def test_a_new_table_comes_with_a_view_and_one_that_is_left_goes(parlour: Parlour) -> None:
    players = Players(parlour)
    game = await players.open(players=2)
    async with Reader(parlour, 1) as reader:
        assert isinstance(await anext(reader.lines), HeartbeatLine)
        await players.sit(game, 1)
        view = await reader.line()
        assert (view.table, json.decode(view.view)["seat"]) == (game, 1)
        await players.sit(game, 0)
        await players.leave(game, 1)
        lines = await reader.until(EndLine)
        assert kinds(lines) == ["seat_taken", "seat_left", "EndLine"]
        assert (lines[-1].table, lines[-1].why) == (game, "left")

        await players.sit(game, 1, player=PLAYERS[5])
        await players.start(game)
        await reader.says_nothing()
    for line in (view, lines[0]):
        async with Reader(parlour, 1, line.cursor) as again:
            rest = await again.until(EndLine)
        assert kinds(rest) == ["seat_taken", "seat_left", "EndLine"][-len(rest) :]
        assert rest[-1].why == "left"


async def test_a_player_who_sits_at_more_tables_than_a_cursor_can_name_follows_the_newest(parlour: Parlour) -> None:
    players = Players(parlour)

    async def seated(number: int) -> set[UUID]:
        games = [await players.open("honors_4") for _ in range(number)]
        for game in games:
            await players.sit(game, 1)
        return set(games)

    old = await seated(MOST_OF_A_PLAYER)
    async with Reader(parlour, 1) as reader:
        lines = await reader.take(MOST_OF_A_PLAYER)
        assert {line.table for line in lines} == old
        new = await seated(150)
        news = await reader.take(300)

    views = [line for line in news if isinstance(line, ViewLine)]
    ends = [line for line in news if isinstance(line, EndLine)]
    assert {line.table for line in views} == new
    assert {line.why for line in ends} == {"too_many"}
    assert len(old & {line.table for line in ends}) == 150
    assert max(len(line.cursor) for line in (*lines, *news)) < LONGEST_CURSOR
    left = next(iter(old - {line.table for line in ends}))
    async with Reader(parlour, 1, news[-1].cursor) as again:
        await players.sit(left, 2)
        assert [(line.table, line.entry.event.seat) for line in await again.take(1)] == [(left, 2)]


async def test_it_says_whether_a_game_was_played_to_its_end(parlour: Parlour) -> None:
    players = Players(parlour)
    games = [await players.started(players=2, so_moved_window_ms=100) for _ in range(2)]
    async with Reader(parlour, 1) as reader:
        await reader.take(2)
        await players.play(games[0], random.Random(1), is_finished)
        finished = await reader.until(EndLine)
        await abort(players, games[1])
        aborted = await reader.until(EndLine)

    assert [(end.table, end.why) for end in (finished[-1], aborted[-1])] == [
        (games[0], "finished"),
        (games[1], "aborted"),
    ]
    for game, why in zip(games, ("finished", "aborted"), strict=True):
        *_, end = [line async for line in parlour.streams.of_table(game, account(1), Cursor(0))]
        assert isinstance(end, EndLine)
        assert (end.table, end.why) == (game, why)


async def test_a_cursor_of_a_strangers_table_shows_nothing_of_it(parlour: Parlour) -> None:
    players = Players(parlour)
    game = await players.open(players=2, visibility="private")
    await players.fill(game)

    for version in (1, (await players.snapshot(game)).version, 1_000):
        with pytest.raises(UnknownTable):
            await anext(parlour.streams.of_player(account(7), Places({game: version})))


async def test_a_cursor_of_a_table_that_is_open_yet_shows_nothing_of_it_either(parlour: Parlour) -> None:
    players = Players(parlour)
    private, public = [await players.open(players=2, visibility=visibility) for visibility in ("private", "public")]
    for game in (private, public):
        await players.sit(game, 0)
        await parlour.history.current(game)

    for version in (1, 2, 1_000):
        with pytest.raises(UnknownTable):
            await anext(parlour.streams.of_player(account(7), Places({private: version})))
    async with Reader(parlour, 7, Places({public: 1}).cursor()) as reader:
        assert kinds(await reader.until(EndLine)) == ["EndLine"]


async def test_a_player_who_was_put_out_of_a_private_table_hears_of_that_and_of_nothing_else(parlour: Parlour) -> None:
    players = Players(parlour)
    game = await players.open(players=2, visibility="private")
    await players.sit(game, 0)
    await players.sit(game, 1, player=PLAYERS[7])
    await parlour.engine.execute(game, rules.LeaveSeat(PLAYERS[0], 1))
    await players.sit(game, 1)
    await players.start(game)

    async with Reader(parlour, 7, Places({game: 3}).cursor()) as reader:
        assert kinds(await reader.until(EndLine)) == ["seat_left", "EndLine"]
    with pytest.raises(UnknownVersion) as unknown:
        await anext(parlour.streams.of_player(account(7), Places({game: 5})))
    assert unknown.value.current == 4


class BusyLog(MemoryStore):
    """A log that counts how many tables are asked for at the same time."""

    now = most = 0

    async def heads(self, table_ids: Iterable[UUID]) -> dict[UUID, int]:
        """Answer a moment later."""
        self.now += 1
        self.most = max(self.most, self.now)
        await asyncio.sleep(0)
        self.now -= 1
        return await super().heads(table_ids)


async def test_a_cursor_that_names_many_tables_is_looked_through_a_few_at_a_time() -> None:
    log = BusyLog()
    async with worker(log) as parlour:
        games = [await Players(parlour).open() for _ in range(3 * AT_A_TIME)]
        log.most = 0

        async with Reader(parlour, 7, Places(dict.fromkeys(games, 1)).cursor()) as reader:
            assert {(await reader.line()).table for _ in games} == set(games)

        assert 1 < log.most <= AT_A_TIME


class AskedLobby(MemoryLobby):
    """A lobby that keeps of whom the tables were asked for."""

    def __init__(self, database: MemoryDatabase, asked: list[UUID]) -> None:
        super().__init__(database)
        self.asked = asked

    async def concerning(self, player: UUID) -> list[LobbyRow]:
        """Answer, and keep who it was."""
        self.asked.append(player)
        return await super().concerning(player)


UNHURRIED = Pace(poll_seconds=NEVER, heartbeat_seconds=NEVER)


class AskedLog(MemoryStore):
    """A log with such a lobby."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[UUID] = []

    @property
    def lobby(self) -> MemoryLobby:
        """The lobby."""
        return AskedLobby(self.database, self.asked)


async def test_the_lobby_is_asked_once_until_something_happens() -> None:
    log = AskedLog()
    async with worker(log, pace=UNHURRIED) as parlour:
        players, found = Players(parlour), list[int]()

        async def listed(number: int) -> None:
            found.append(number)

        table_id = await players.started(players=2)
        log.asked.clear()
        async with aclosing(parlour.streams.of_player(account(1), Places(), listed=listed)) as lines:
            line = await anext(lines)
            assert isinstance(line, ViewLine)
            assert line.table == table_id
            assert (log.asked, found) == ([PLAYERS[1]], [1])


async def test_what_happens_while_the_player_pays_for_their_tables_is_told() -> None:
    async with worker(MemoryStore(), pace=UNHURRIED) as parlour:
        players = Players(parlour)
        table_id = await players.open(players=2)

        async def listed(_: int) -> None:
            await invite(players, table_id, PLAYERS[1])

        async with Reader(parlour, 1) as reader:
            reader.lines = parlour.streams.of_player(account(1), Places(), listed=listed)
            assert (await reader.line()).table.id == table_id


async def test_only_the_own_hand_is_told(parlour: Parlour) -> None:
    players = Players(parlour)
    async with Reader(parlour, 1) as reader, Reader(parlour, 0) as other:
        game = await players.open(players=2)
        await players.sit(game, 0)
        await players.sit(game, 1)
        firsts = [await reader.line(), await other.line()]
        await players.start(game)
        for seat, each in ((1, reader), (0, other)):
            hands = [line.entry.event for line in await each.take(4) if isinstance(line.entry.event, CardsDealt)]
            assert {hand.seat for hand in hands if hand.cards is not UNSET} <= {seat}
    assert all(isinstance(line, ViewLine) for line in firsts)


# Invitations


async def test_a_player_who_is_invited_hears_of_it_once(parlour: Parlour) -> None:
    players = Players(parlour)
    game = await players.open(players=2, visibility="private")
    async with Reader(parlour, 1) as reader:
        assert isinstance(await anext(reader.lines), HeartbeatLine)
        await invite(players, game, PLAYERS[1])
        line = await reader.line()
        assert isinstance(line, InvitationLine)
        assert (line.table.id, line.by, line.table.status) == (game, PLAYERS[0], "open")
        await players.sit(game, 0)
        await reader.says_nothing()
    async with Reader(parlour, 1, line.cursor) as again:
        await again.says_nothing()
    async with Reader(parlour, 1) as anew:
        assert (await anew.line()).table.id == game
        await players.sit(game, 1)
        assert (await anew.line()).table == game
    async with Reader(parlour, 1, line.cursor) as again:
        assert isinstance(await again.line(), ViewLine)


async def test_an_invitation_is_over_when_the_table_starts(parlour: Parlour) -> None:
    players = Players(parlour)
    game = await players.open(players=2)
    await invite(players, game, PLAYERS[3])
    async with Reader(parlour, 3) as reader:
        line = await reader.line()
    await players.fill(game)
    async with Reader(parlour, 3) as anew, Reader(parlour, 3, line.cursor) as again:
        await anew.says_nothing()
        end = await again.line()
        assert (end.table, end.why) == (game, "started")
    async with Reader(parlour, 3, end.cursor) as later:
        await later.says_nothing()


ENDS: dict[str, rules.Command] = {
    "declined": rules.EndInvitation(PLAYERS[3], PLAYERS[3]),
    "withdrawn": rules.EndInvitation(PLAYERS[0], PLAYERS[3]),
    "aborted": rules.CallOff(PLAYERS[0]),
}


@pytest.mark.parametrize("why", ENDS)
async def test_a_player_who_was_invited_hears_why_they_are_not_any_more(parlour: Parlour, why: str) -> None:
    players = Players(parlour)
    game = await players.open(players=2, visibility="private")
    await invite(players, game, PLAYERS[3])
    async with Reader(parlour, 3) as reader:
        line = await reader.line()
        await parlour.engine.execute(game, ENDS[why])
        end = await reader.line()
    async with Reader(parlour, 3, line.cursor) as again, Reader(parlour, 3) as anew:
        assert await again.line() == end
        await anew.says_nothing()
    assert (end.table, end.why) == (game, why)


async def test_an_invitation_that_expires_ends_at_its_time(parlour: Parlour) -> None:
    players = Players(parlour)
    game = await players.open(players=2, visibility="private")
    async with Reader(parlour, 3) as reader:
        assert isinstance(await anext(reader.lines), HeartbeatLine)
        await parlour.engine.execute(game, rules.Invite(PLAYERS[0], PLAYERS[3], 200))
        invited, end = await reader.take(2)
    assert isinstance(invited, InvitationLine)
    *_, over = await parlour.event_log.read(game)
    assert (end.why, over.at) == ("expired", invited.expires_at)


async def test_a_cursor_that_makes_up_an_invitation_is_told_nothing(parlour: Parlour) -> None:
    players = Players(parlour)
    games = [await players.open(players=2, visibility="private") for _ in range(3)]
    await parlour.engine.execute(games[0], rules.CallOff(PLAYERS[0]))
    await players.fill(games[1])

    async with Reader(parlour, 7, Places({}, {*games, uuid4()}).cursor()) as reader:
        await reader.says_nothing()


async def test_a_player_for_whom_a_seat_is_kept_is_invited(parlour: Parlour) -> None:
    players = Players(parlour)
    over = await players.started(players=2, so_moved_window_ms=100)
    await players.play(over, random.Random(1), is_finished)
    old = await players.snapshot(over)
    async with Reader(parlour, 1) as reader:
        assert isinstance(await anext(reader.lines), HeartbeatLine)
        rematch = uuid4()
        await parlour.engine.execute(rematch, rules.rematch(old, over, PLAYERS[0], bytes(32).hex()))
        line = await reader.line()
    assert (line.table.id, line.by, line.table.rematch_of) == (rematch, PLAYERS[0], over)


async def test_the_lobby_shows_a_private_table_to_those_invited(parlour: Parlour) -> None:
    players = Players(parlour)
    game = await players.open(players=2, visibility="private")
    await invite(players, game, PLAYERS[3])

    for seat, shown in ((0, True), (3, True), (4, False)):
        page = await parlour.event_log.lobby.page(TableFilter(viewer=PLAYERS[seat]), limit=1000)
        assert (game in {row.table_id for row in page}) == shown
    assert (await parlour.views.view(game, account(3)))[0] == 2


# Other processes, and what goes away


async def test_redis_tells_of_tables_and_invitations_of_other_processes(redis_url: str) -> None:
    pace = Pace(poll_seconds=NEVER, heartbeat_seconds=NEVER)
    async with two_workers(redis_url, pace) as (here, there):
        players = Players(there)
        async with Reader(here, 1) as reader:
            assert isinstance(await anext(reader.lines), HeartbeatLine)
            game = await players.open(players=2)
            await invite(players, game, PLAYERS[1])
            assert isinstance(await reader.line(), InvitationLine)
            await players.sit(game, 1)
            assert isinstance(await reader.line(), ViewLine)
            await players.sit(game, 0)
            assert kinds([await reader.line()]) == ["seat_taken"]


async def test_without_redis_they_are_found_at_the_heartbeat() -> None:
    async with two_workers(None, Pace(heartbeat_seconds=0.1)) as (here, there):
        players = Players(there)
        async with Reader(here, 1) as reader:
            assert isinstance(await anext(reader.lines), HeartbeatLine)
            game = await players.open(players=2)
            await players.sit(game, 1)
            assert isinstance(await reader.line(), ViewLine)
            await players.sit(game, 0)
            assert kinds([await reader.line()]) == ["seat_taken"]


async def test_a_log_that_is_away_breaks_no_stream() -> None:
    log = FaultyLog()
    async with Parlour(log, None, SIGNER, pace=Pace(away_seconds=0.05, heartbeat_seconds=0.1)).open() as parlour:
        await goes_away(log, parlour)


async def goes_away(log: FaultyLog, parlour: Parlour) -> None:
    players = Players(parlour)
    game = await players.started(players=2)
    version = (await players.snapshot(game)).version
    async with Reader(parlour, 1) as mine:
        lines = parlour.streams.of_table(game, account(1), Cursor(version))
        assert isinstance(await anext(lines), HeartbeatLine)
        await mine.line()
        log.away = True
        assert [type(await anext(lines)), type(await anext(mine.lines))] == [HeartbeatLine, HeartbeatLine]
        elsewhere = Process(log.elsewhere())
        await elsewhere.play(game, random.Random(1), lambda snapshot: snapshot.version > version)
        assert log.asked_in_vain > 0
        log.away = False

        async with asyncio.timeout(PATIENCE_SECONDS):
            while isinstance(line := await anext(lines), HeartbeatLine):
                pass
        assert isinstance(line, EventLine)
        assert line.entry == (await mine.line()).entry
        await lines.aclose()


async def test_a_place_that_nobody_can_have_been_at(parlour: Parlour) -> None:
    game = await Players(parlour).open()

    with pytest.raises(UnknownVersion):
        await Reader(parlour, 0, Places({game: 2}).cursor()).line()
    with pytest.raises(UnknownTable):
        await Reader(parlour, 0, Places({UUID(int=1): 1}).cursor()).line()


async def test_an_idle_stream_holds_no_connection(postgres_url: str) -> None:
    async with PostgresStore.open(postgres_url) as log, worker(log) as parlour:
        await holds_no_connection(parlour)


async def holds_no_connection(parlour: Parlour) -> None:
    game = await Players(parlour).open()
    readers = [Reader(parlour, 0) for _ in range(30)]
    lines = [reader.lines for reader in readers] + [parlour.streams.of_table(game, account(0), None) for _ in range(30)]
    waiting = [asyncio.create_task(drained(each)) for each in lines]
    await asyncio.sleep(0.5)

    async with asyncio.timeout(60):
        await asyncio.gather(*(parlour.event_log.answers() for _ in range(20)))
    for task in waiting:
        task.cancel()
    await asyncio.wait(waiting)


async def drained(lines: Lines) -> None:
    async for _ in lines:
        pass


# The end of the service


async def test_a_service_that_stops_ends_streams_in_the_middle_of_what_they_tell() -> None:
    log = MemoryStore()
    async with worker(log) as parlour:
        players = Players(parlour)
        games = [await players.started(players=2) for _ in range(3)]
        async with (
            Reader(parlour, 1) as mine,
            aclosing(parlour.streams.of_table(games[0], account(1), Cursor(0))) as lines,
        ):
            view, heartbeat, first = await mine.line(), await anext(lines), await anext(lines)
            parlour.wakeups.close()

            assert [line async for line in mine.lines] == [EndLine(view.cursor, None, "stopping")]
            assert (heartbeat.cursor, first.cursor) == (f"0-{FIRST_EPOCH}", f"1-{FIRST_EPOCH}")
            assert [line async for line in lines] == [EndLine(first.cursor, games[0], "stopping")]

    async with worker(log) as again, Reader(again, 1, view.cursor) as mine:
        assert {view.table, *[line.table for line in await mine.take(2)]} == set(games)


# Cursors


@pytest.mark.parametrize("games", [0, 1, 3, 500])
def test_a_cursor_is_read_as_it_was_written(games: int) -> None:
    dice = random.Random(games)
    places = Places(
        {UUID(int=dice.getrandbits(128)): dice.randrange(1, 2**31) for _ in range(games)},
        {UUID(int=dice.getrandbits(128)) for _ in range(games // 2)},
    )

    assert Places.parsed(places.cursor()) == places


@pytest.mark.parametrize("text", ["", "0", "2", "1A", "1AAAA", "1é", "1" + "A" * 26, "1" + "A" * 28, "1=", "1\n"])
def test_other_texts_are_no_cursors(text: str) -> None:
    with pytest.raises(BadCursor):
        Places.parsed(text)

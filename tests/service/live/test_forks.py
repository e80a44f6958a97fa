"""A log that has lost its end, as by the restore of a backup: a reader goes on where both histories agree.

The table is open, and each event is a player who sits down; so it is easy to have another history of any length.
"""

import asyncio
import random
from collections.abc import Awaitable, Callable, Sequence
from contextlib import aclosing
from typing import Any
from uuid import UUID

import msgspec
import pytest

from domain.table import TableSettings
from projections.feed import FeedEntry
from service.live.cursors import Cursor, HistoryLost
from service.live.history import AnotherHistory
from service.live.lines import EndLine, EventLine, HeartbeatLine, HistoryLostLine, Lines, Lost, StreamLine, ViewLine
from service.live.pace import Pace
from service.live.places import Places
from service.live.steps import ReplayRange
from service.live.viewers import UnknownVersion
from service.parlour import Parlour
from service.play.engine import UnknownTable
from service.runtime.metrics import OPEN_LONG_POLLS
from service.store import Epoch, StoredEvent, StoreUnavailable
from service.store.port import FIRST_EPOCH
from tests.service.measured import measured
from tests.service.workers import PLAYERS, Fork, Players, account, eventually, worker

SECOND, THIRD = Epoch(2, "0a0b0c0d"), Epoch(3, "0e0f0a0b")
ELSEWHERE = Epoch(2, "ffffffff")
"""An epoch that the log knows nothing of: it was lost altogether."""

QUICK = Pace(heartbeat_seconds=0.02)
PATIENCE_SECONDS = 180
FORK = 3
"""The version after which the first history is lost; it had five."""


async def lost(log: Fork, players: Players, grown: int) -> UUID:
    """Return a table that has lost its last two versions, and has got some others since."""
    table = await players.open("literature", players=6)
    for seat in range(4):
        await players.sit(table, seat)
    await lose(log, players, table, grown)
    return table


async def lose(log: Fork, players: Players, table: UUID, grown: int) -> None:
    """Lose what came after the fork, and let others sit down."""
    log.lose(table, FORK, SECOND)
    for seat in (5, 4, 3, 2)[:grown]:
        await players.sit(table, seat)


async def feed(parlour: Parlour, table: UUID, after: Cursor, seat: int = 0, wait: float = 0) -> tuple[FeedEntry, ...]:
    """Return what the player on a seat is told after a cursor."""
    return (await parlour.views.feed(table, account(seat), after, 1_000, wait))[1]


class Reader:
    """Reads a stream, and knows of one table what it has been told."""

    def __init__(self, lines: Lines, table: UUID, known: Sequence[FeedEntry] = ()) -> None:
        self.lines = lines
        self.told: list[StreamLine] = []
        self.known = list(known)
        self._table = table

    async def until(self, enough: Callable[[StreamLine], bool]) -> StreamLine:
        """Read up to a line, and return it."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            async for line in self.lines:
                self.told += [] if isinstance(line, HeartbeatLine) else [line]
                if isinstance(line, EventLine) and line.table == self._table:
                    assert line.entry.version == len(self.known) + 1
                    self.known.append(line.entry)
                elif isinstance(line, HistoryLostLine):
                    for each in line.tables:
                        del self.known[each.version if each.table == self._table else len(self.known) :]
                if enough(line):
                    return line
        raise AssertionError("the stream is at its end")

    async def until_it_knows(self, entries: Sequence[FeedEntry]) -> None:
        """Read until nothing more is to come, and compare."""
        await self.until(lambda line: isinstance(line, HeartbeatLine) and len(self.known) >= len(entries))
        assert self.known == list(entries)


def streams(parlour: Parlour, table: UUID, cursor: Cursor) -> dict[str, Lines]:
    """Return the streams that a player may go on with after a version of a table."""
    places = Places({table: cursor.version}, epoch=cursor.epoch)
    return {
        "table": parlour.streams.of_table(table, account(0), cursor),
        "player": parlour.streams.of_player(account(0), Places.parsed(places.cursor())),
    }


# Readers who come back


@pytest.mark.parametrize("grown", range(5))
@pytest.mark.parametrize("version", range(1, 6))
async def test_a_reader_who_comes_back_goes_on_where_both_histories_agree(version: int, grown: int) -> None:
    log = Fork()
    async with worker(log, pace=QUICK) as parlour:
        table = await lost(log, Players(parlour), grown)
        truth = await feed(parlour, table, Cursor(0))
        cursor = Cursor(version, FIRST_EPOCH)

        for lines in streams(parlour, table, cursor).values():
            async with aclosing(lines):
                reader = Reader(lines, table, [*truth, *truth][:version])
                await reader.until_it_knows(truth)
                said = [line for line in reader.told if isinstance(line, HistoryLostLine)]
            assert [line.tables for line in said] == ([(Lost(table, FORK),)] if version > FORK else [])
        if version <= FORK:
            assert await feed(parlour, table, cursor) == truth[version:]
        else:
            with pytest.raises(HistoryLost) as problem:
                await feed(parlour, table, cursor)
            assert await feed(parlour, table, problem.value.cursor) == truth[FORK:]


@pytest.mark.parametrize(("epoch", "last"), [(FIRST_EPOCH, 3), (SECOND, 4), (THIRD, 5), (ELSEWHERE, 0)])
async def test_what_an_epoch_shares_with_the_present_one(epoch: Epoch, last: int) -> None:
    log = Fork()
    async with worker(log) as parlour:
        players = Players(parlour)
        table = await lost(log, players, grown=2)
        log.lose(table, 4, THIRD)
        await players.sit(table, 2)

        for version in range(1, last + 1):
            assert len(await feed(parlour, table, Cursor(version, epoch))) == 5 - version
        with pytest.raises(UnknownVersion if epoch == THIRD else HistoryLost) as problem:
            await feed(parlour, table, Cursor(last + 1, epoch))
        assert getattr(problem.value, "version", last) == last


async def test_a_plain_version_is_of_the_present_history() -> None:
    log = Fork()
    async with worker(log) as parlour:
        table = await lost(log, Players(parlour), grown=3)

        assert [entry.seat for entry in await feed(parlour, table, Cursor(5))] == [3]
        with pytest.raises(UnknownVersion):
            await feed(parlour, table, Cursor(7))


async def test_a_cursor_names_the_epoch_that_it_is_of() -> None:
    log = Fork()
    async with worker(log) as parlour:
        table = await lost(log, Players(parlour), grown=1)

        cursor, _ = await parlour.views.feed(table, account(0), Cursor(2, FIRST_EPOCH), 1, 0)
        views = parlour.streams.of_table(table, account(0), None), parlour.streams.of_player(account(0), Places())
        first = [await anext(lines) for lines in views]

        assert str(cursor) == "3-2-0a0b0c0d"
        assert [line.cursor for line in first] == ["4-2-0a0b0c0d", Places({table: 4}, epoch=SECOND).cursor()]


# Readers who are reading


async def test_streams_that_are_open_say_so_and_go_on() -> None:
    log = Fork()
    async with worker(log, pace=QUICK) as parlour:
        players = Players(parlour)
        table = await players.open("literature", players=6)
        for seat in range(4):
            await players.sit(table, seat)
        before = await feed(parlour, table, Cursor(0))
        readers = [Reader(lines, table) for lines in streams(parlour, table, Cursor(0)).values()]
        readers[1].known += before[:1]
        readers[1].lines = parlour.streams.of_player(account(0), Places({table: 1}))
        for reader in readers:
            await reader.until_it_knows(before)

        await lose(log, players, table, grown=4)

        for reader in readers:
            await reader.until_it_knows(await feed(parlour, table, Cursor(0)))
            assert isinstance(reader.told[4 if reader is readers[1] else 5], HistoryLostLine)
            await reader.lines.aclose()


async def test_a_reader_who_waits_for_an_event_hears_that_what_they_know_is_lost() -> None:
    log = Fork()
    async with worker(log) as parlour:
        players = Players(parlour)
        table = await players.open("literature", players=6)
        for seat in range(4):
            await players.sit(table, seat)
        before = measured(OPEN_LONG_POLLS)
        waiting = [
            asyncio.create_task(feed(parlour, table, cursor, wait=60)) for cursor in (Cursor(5), Cursor(5, FIRST_EPOCH))
        ]

        async def wait() -> bool:
            return measured(OPEN_LONG_POLLS) == before + len(waiting)

        await eventually(wait)
        await lose(log, players, table, grown=3)

        async with asyncio.timeout(PATIENCE_SECONDS):
            told = await asyncio.gather(*waiting, return_exceptions=True)
        assert [getattr(each, "version", None) for each in told] == [FORK, FORK]


async def test_a_table_that_is_gone_is_no_end_of_a_players_stream() -> None:
    log = Fork()
    async with worker(log, pace=QUICK) as parlour:
        players = Players(parlour)
        gone, kept = [await players.started(players=2) for _ in range(2)]
        of_table = Reader(parlour.streams.of_table(gone, account(0), None), gone)
        of_player = Reader(parlour.streams.of_player(account(0), Places()), kept)
        first = await of_table.until(lambda line: isinstance(line, ViewLine))
        both = await of_player.until(lambda line: isinstance(line, ViewLine) and len(of_player.told) == 2)

        log.lose(gone, 0, SECOND)

        end = await of_table.until(lambda line: isinstance(line, EndLine))
        assert end == EndLine(first.cursor, gone, "lost")
        again = Reader(parlour.streams.of_player(account(0), Places.parsed(both.cursor)), kept)
        for reader in (of_player, again):
            said = await reader.until(lambda line: isinstance(line, HistoryLostLine))
            assert isinstance(said, HistoryLostLine)
            assert said.tables == (Lost(gone, 0),)
            assert Places.parsed(said.cursor).tables.keys() == {kept}
        with pytest.raises(UnknownTable):
            await anext(parlour.streams.of_table(gone, account(0), Cursor.parsed(first.cursor)))
        for reader in (of_table, of_player, again):
            await reader.lines.aclose()


async def test_a_table_of_which_nothing_is_known_any_more_begins_anew() -> None:
    log = Fork()
    async with worker(log) as parlour:
        table = await Players(parlour).started(players=2)
        lines = parlour.streams.of_player(account(0), Places({table: 3}, epoch=ELSEWHERE))

        said, view = [await anext(lines) for _ in range(2)]

        assert isinstance(said, HistoryLostLine)
        assert said.tables == (Lost(table, 0),)
        assert isinstance(view, ViewLine)
        assert view.table == table
        await lines.aclose()


async def test_a_log_that_is_away_after_it_has_lost_its_end_is_not_asked_without_a_pause(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As where one shard has begun another history, and another one is away for long."""
    log, asked = Fork(), 0

    async def away(*_: object) -> dict[UUID, int]:
        nonlocal asked
        asked += 1
        raise StoreUnavailable("away")

    async with worker(log, pace=Pace(shortest_pause_seconds=0.001, heartbeat_seconds=0.5)) as parlour:
        table = await Players(parlour).started(players=2)
        stream = Reader(parlour.streams.of_player(account(0), Places()), table)
        await stream.until(lambda line: isinstance(line, ViewLine))
        log.begin(SECOND)
        monkeypatch.setattr(log, "in_common", away)

        await stream.until(lambda line: isinstance(line, HeartbeatLine))

        assert 1 <= asked <= 3
        await stream.lines.aclose()


async def test_a_player_who_does_not_sit_there_any_more_has_left() -> None:
    log = Fork()
    async with worker(log, pace=QUICK) as parlour:
        players = Players(parlour)
        table = await players.open("literature", players=6)
        for seat in (0, 1, 2):
            await players.sit(table, seat)
        stream = Reader(parlour.streams.of_player(account(2), Places()), table)
        await stream.until(lambda line: isinstance(line, ViewLine))

        log.lose(table, FORK, SECOND)

        end = await stream.until(lambda line: isinstance(line, EndLine))
        assert isinstance(end, EndLine)
        assert [type(line) for line in stream.told] == [ViewLine, HistoryLostLine, EndLine]
        assert (end.table, end.why) == (table, "left")
        await stream.lines.aclose()


# What nobody may learn by it


async def test_a_late_spectator_learns_no_version_beyond_what_they_see() -> None:
    log = Fork()
    async with worker(log) as parlour:
        players = Players(parlour)
        table = await players.open(settings=TableSettings(spectator_delay=1_000), players=2)
        await players.fill(table)
        shown, _ = await parlour.views.view(table, account(9))
        await players.play(table, random.Random(1), lambda snapshot: snapshot.moves >= 4)
        log.lose(table, (await parlour.history.head(table)) - 1, SECOND)

        found = set()
        for version in range(1, 20):
            try:
                await feed(parlour, table, Cursor(version, FIRST_EPOCH), seat=9)
            except HistoryLost as problem:
                found.add(problem.version)
            line = await anext(parlour.streams.of_table(table, account(9), Cursor(version, FIRST_EPOCH)))
            assert isinstance(line, HistoryLostLine) is (version > shown)

        assert found == {shown}


# A history that changes while it is read


class ForkOnTheWay(Fork):
    """A log whose history becomes another one while what was read is on its way back, if that is wanted."""

    meanwhile: Callable[[], Awaitable[None]] | None = None

    async def read(self, table_id: UUID, after: int = 0, up_to: int | None = None) -> list[StoredEvent]:
        """Read; then something happens."""
        rows = await super().read(table_id, after, up_to)
        happens, self.meanwhile = self.meanwhile, None
        if happens is not None:
            await happens()
        return rows


Question = Callable[[Parlour, UUID], Awaitable[Any]]


async def seats_seen(parlour: Parlour, table: UUID) -> list[int]:
    """Return who sits at a table, as a view shows it."""
    _, document = await parlour.views.view(table, account(0))
    seats = msgspec.json.decode(document)["table"]["seats"]
    return [seat for seat, player in enumerate(seats) if player]


async def seats_told(parlour: Parlour, table: UUID) -> list[int]:
    """Return who sits at a table, as its events tell it."""
    return sorted(entry.seat for entry in await feed(parlour, table, Cursor(0)) if entry.seat is not None)


@pytest.mark.parametrize("asked", [seats_seen, seats_told])
async def test_nothing_is_kept_of_a_history_that_is_lost_while_it_is_read(asked: Question) -> None:
    log = ForkOnTheWay()
    async with worker(log) as there, worker(log) as here:
        players = Players(there)
        table = await players.open("literature", players=6)
        for seat in range(4):
            await players.sit(table, seat)

        async def restored() -> None:
            await lose(log, players, table, grown=2)

        log.meanwhile = restored

        assert await asked(here, table) == [0, 1, 4, 5]
        assert await seats_seen(here, table) == await seats_told(here, table) == [0, 1, 4, 5]
        assert log.epoch == SECOND
        assert PLAYERS[2] not in (await here.history.current(table)).table.seats


async def view_then(parlour: Parlour, table: UUID) -> int:
    """Return the version of a view that is asked for."""
    return (await parlour.views.view_at(table, account(0), 2))[0]


async def view_that_is_lost(parlour: Parlour, table: UUID) -> int:
    """Return up to which version there are views, since there is none of the one that is asked for."""
    with pytest.raises(UnknownVersion) as unknown:
        await parlour.views.view_at(table, account(0), 5)
    return unknown.value.current


async def late_view(parlour: Parlour, table: UUID) -> int:
    """Return the version that a spectator sees who sees moves late."""
    return (await parlour.views.view(table, account(9)))[0]


async def first_of_a_late_stream(parlour: Parlour, table: UUID) -> int:
    """Return the version with which the stream of such a spectator begins."""
    async with aclosing(parlour.streams.of_table(table, account(9), None)) as lines:
        return int((await anext(lines)).cursor.partition("-")[0])


async def last_seen(parlour: Parlour, table: UUID) -> int | None:
    """Return the last version that such a spectator has seen."""
    return await parlour.decks.last_seen(table, account(9))


async def replayed(parlour: Parlour, table: UUID) -> None:
    """Replay a table, which is broken off."""
    with pytest.raises(AnotherHistory):
        await anext(parlour.views.replay(table, account(0), ReplayRange(first=5)))


LOST_ON_THE_WAY: dict[str, tuple[Question, int | None]] = {
    "a view of a version": (view_then, 2),
    "a view of a version that is lost": (view_that_is_lost, FORK),
    "a late view": (late_view, FORK),
    "a late stream": (first_of_a_late_stream, FORK),
    "what somebody has seen": (last_seen, FORK),
    "a replay": (replayed, None),
}


@pytest.mark.parametrize("asked", LOST_ON_THE_WAY)
async def test_no_log_is_called_corrupt_that_has_lost_its_end_while_it_was_read(
    asked: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    question, answer = LOST_ON_THE_WAY[asked]
    log = Fork()
    async with worker(log) as parlour:
        players = Players(parlour)
        table = await players.open(settings=TableSettings(spectator_delay=1), players=2, leading="programmed")
        await players.fill(table)
        while (begun := await players.snapshot(table)).moves < 2:
            await players.play(table, random.Random(1), lambda snapshot: snapshot.moves > begun.moves)
        viewer = parlour.decks.viewer

        async def lost_behind(*given: Any) -> Any:
            """Return from where somebody looks at the table; then the log has lost its end."""
            found = await viewer(*given)
            monkeypatch.undo()
            log.lose(table, FORK, SECOND)
            return found

        monkeypatch.setattr(parlour.decks, "viewer", lost_behind)
        assert await question(parlour, table) == answer
        assert log.epoch == SECOND


async def test_a_replay_shows_no_part_of_one_history_behind_a_part_of_another() -> None:
    log = Fork()
    async with worker(log, pace=QUICK) as parlour:
        players = Players(parlour)
        table = await players.open("literature", players=6)
        for seat in range(4):
            await players.sit(table, seat)
        async with aclosing(parlour.views.replay(table, account(0), ReplayRange())) as lines:
            assert isinstance(await anext(lines), ViewLine)
            await lose(log, players, table, 4)
            with pytest.raises(AnotherHistory):
                await anext(lines)

        again = [line async for line in parlour.views.replay(table, account(0), ReplayRange())]
        assert [line.cursor for line in again] == ["1", "2", "3", "4", "5", "6", "7", "7"]

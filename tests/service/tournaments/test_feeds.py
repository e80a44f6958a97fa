"""A stream of a tournament goes on in the history that there is, and ends with a line where it cannot go on."""

import asyncio
from collections.abc import Collection
from uuid import UUID

import pytest

from domain.tournament import commands
from domain.tournament.events import CheckInOpened, ResultNoted, RoundFinished, StaffAppointed
from service.live.cursors import Cursor
from service.live.lines import EndLine, HeartbeatLine, HistoryLostLine, Lost, TournamentEventLine, TournamentViewLine
from service.live.pace import Pace
from service.live.wakeups import Wakeups
from service.play.stream import NotReadable
from service.store import Epoch, LogCorrupt, MemoryStore, StoredEvent, StoreUnavailable
from service.store.memory_database import MemoryDatabase
from service.store.port import FIRST_EPOCH
from service.tournaments.engine import UnknownTournament
from service.tournaments.feeds import TournamentFeeds
from tests.domain.tournament.tournaments import HASH, STRANGER, result
from tests.service.restorable import Restorable
from tests.service.tournaments.field import DIRECTOR, Office, draft_of

PATIENCE_SECONDS = 60
READER = UUID(int=0xAD)


@pytest.mark.parametrize("kind", ["newer", "corrupt", "lost"])
async def test_a_stream_that_cannot_go_on_says_why(monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    office = Office(MemoryStore())
    tournament = await office.announced()
    await office.do(tournament, commands.OpenRegistration(DIRECTOR))
    feeds = TournamentFeeds(office.engine, Wakeups(None, office.log), office.history)
    lines = feeds.stream(tournament, DIRECTOR, b"{}", Cursor(1, FIRST_EPOCH), None)
    first = await anext(lines)
    (row, *_) = await office.log.read(tournament)
    error, why = {
        "newer": (NotReadable(row), "not_readable"),
        "corrupt": (LogCorrupt("a hole"), "not_readable"),
        "lost": (UnknownTournament(), "lost"),
    }[kind]

    async def fails(_: object) -> None:
        raise error

    monkeypatch.setattr(office.engine, "current_with_events", fails)
    rest = [line async for line in lines]

    assert isinstance(first, TournamentViewLine)
    assert rest == [EndLine(first.cursor, None, why)]  # type: ignore[arg-type]  # it is one of those


class RestoredBehind(Restorable):
    """A log of which a backup is restored as soon as somebody has read what it does not have."""

    to_restore: MemoryDatabase | None = None

    async def read(self, table_id: UUID, after: int = 0, up_to: int | None = None) -> list[StoredEvent]:
        """Read what is there, for the last time."""
        rows = await super().read(table_id, after, up_to)
        if self.to_restore is not None:
            self.restore(self.to_restore, "0a0b0c0d")
            self.to_restore = None
        return rows


async def test_a_stream_tells_nothing_of_a_history_that_was_lost_while_it_was_read() -> None:
    log = RestoredBehind()
    one, other = Office(log), Office(log)
    tournament = await one.announced()
    await one.do(tournament, commands.OpenRegistration(DIRECTOR))
    backup = log.backup()
    feeds = TournamentFeeds(one.engine, Wakeups(None, log), one.history)
    lines = feeds.stream(tournament, DIRECTOR, b"{}", Cursor(2, FIRST_EPOCH), None)
    await anext(lines)
    await other.do(tournament, commands.Appoint(DIRECTOR, UUID(int=0xA1), "scorer"))
    log.to_restore = backup

    resumed = await anext(lines)
    await other.do(tournament, commands.OpenCheckIn(DIRECTOR))
    told = await anext(lines)

    assert isinstance(resumed, HeartbeatLine)
    assert isinstance(told, TournamentEventLine)
    assert (told.entry.version, type(told.entry.event)) == (3, CheckInOpened)


async def test_a_stream_that_cannot_find_out_at_once_what_is_lost_says_so_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    log = Restorable()
    office = Office(log)
    tournament = await office.announced()
    backup = log.backup()
    await office.do(tournament, commands.OpenRegistration(DIRECTOR))
    feeds = TournamentFeeds(office.engine, Wakeups(None, log), office.history, Pace(away_seconds=0.01))
    lines = feeds.stream(tournament, DIRECTOR, b"{}", Cursor(2, FIRST_EPOCH), None)
    await anext(lines)
    log.restore(backup, "0a0b0c0d")
    in_common, asked = log.in_common, 0

    async def away_once(table_ids: Collection[UUID], epoch: Epoch) -> dict[UUID, int]:
        nonlocal asked
        asked += 1
        if asked == 1:
            raise StoreUnavailable("away")
        return await in_common(table_ids, epoch)

    monkeypatch.setattr(log, "in_common", away_once)

    async with asyncio.timeout(PATIENCE_SECONDS):
        resumed = await anext(lines)

    assert isinstance(resumed, HistoryLostLine)
    assert resumed.tables == (Lost(tournament, 1),)


async def test_a_stream_whose_view_is_of_a_history_that_was_lost_before_it_began_says_so() -> None:
    log = Restorable()
    office = Office(log)
    tournament = await office.announced()
    backup = log.backup()
    await office.do(tournament, commands.OpenRegistration(DIRECTOR))
    feeds = TournamentFeeds(office.engine, Wakeups(None, log), office.history)
    seen = Cursor(2, office.history.epoch)
    log.restore(backup, "0a0b0c0d")

    lines = feeds.stream(tournament, DIRECTOR, b"{}", seen, None)
    view, resumed = [await anext(lines) for _ in range(2)]

    assert view.cursor == str(seen)
    assert isinstance(resumed, HistoryLostLine)
    assert resumed.tables == (Lost(tournament, 1),)


async def test_a_stream_goes_on_after_few_large_events_to_the_end() -> None:
    office = Office(MemoryStore())
    tournament = await office.announced()
    await office.begin(tournament, 1_000)
    entrants = [*(await office.engine.current(tournament)).entrants]
    for _ in range(6):
        await office.do(tournament, commands.DraftRound(DIRECTOR, draft_of(1, entrants)))
    over = await office.do(tournament, commands.Cancel(by=DIRECTOR, reason="other"))
    feeds = TournamentFeeds(office.engine, Wakeups(None, office.log), office.history)
    cursor = Cursor(0, office.history.epoch)
    _, page = await feeds.feed(tournament, DIRECTOR, cursor, 1_000, 0)

    _, *lines, end = [line async for line in feeds.stream(tournament, DIRECTOR, b"{}", Cursor(0, FIRST_EPOCH), cursor)]

    told = [line.entry.version for line in lines if isinstance(line, TournamentEventLine)]
    assert len(page) < over.version
    assert told == [*range(1, over.version + 1)]
    assert isinstance(end, EndLine)
    assert end.why == "finished"


@pytest.mark.parametrize("waits", [True, False])
async def test_somebody_who_is_dismissed_goes_on_where_they_were_with_the_cursor_that_they_have(waits: bool) -> None:
    office = Office(MemoryStore())
    tournament = await office.of_people(4)
    first, _ = await office.publish(tournament)
    await office.rounds.work(tournament)
    await office.do(tournament, commands.Appoint(DIRECTOR, READER, "assistant"))
    await office.do(tournament, commands.NoteResult(table=first, result=result(), version=9, hash=HASH))
    wakeups = Wakeups(None, office.log)
    feeds = TournamentFeeds(office.engine, wakeups, office.history)
    cursor, _ = await feeds.feed(tournament, READER, Cursor(0), 100, 0)
    lines = feeds.stream(tournament, READER, b"{}", cursor, cursor)

    waiting = asyncio.create_task(feeds.feed(tournament, READER, cursor, 10, PATIENCE_SECONDS))
    if waits:
        await asyncio.sleep(0)
    await office.do(tournament, commands.Dismiss(DIRECTOR, READER))
    wakeups.announce(tournament)
    after, told = await waiting
    resumed = await anext(lines)

    assert [type(each.event).__name__ for each in told] == ["StaffDismissed"]
    assert after.version < cursor.version
    assert (await feeds.feed(tournament, READER, after, 10, 0))[1] == []
    assert resumed.cursor == str(Cursor(after.version - 1, FIRST_EPOCH, 2))


async def test_a_cursor_goes_on_where_it_was_also_once_the_feed_after_a_dismissal_is_longer() -> None:
    office = Office(MemoryStore())
    tournament = await office.of_people(4)
    first, _ = await office.publish(tournament)
    await office.rounds.work(tournament)
    await office.do(tournament, commands.Appoint(DIRECTOR, READER, "assistant"))
    await office.do(tournament, commands.NoteResult(table=first, result=result(), version=9, hash=HASH))
    feeds = TournamentFeeds(office.engine, Wakeups(None, office.log), office.history)
    cursor, _ = await feeds.feed(tournament, READER, Cursor(0), 100, 0)

    for command in (
        commands.Dismiss(DIRECTOR, READER),
        commands.Appoint(DIRECTOR, STRANGER, "scorer"),
        commands.Dismiss(DIRECTOR, STRANGER),
    ):
        await office.do(tournament, command)
    after, told = await feeds.feed(tournament, READER, Cursor.parsed(str(cursor)), 10, 0)

    assert [type(each.event).__name__ for each in told] == ["StaffDismissed", "StaffAppointed", "StaffDismissed"]
    assert (await feeds.feed(tournament, READER, Cursor.parsed(str(after)), 10, 0))[1] == []


async def test_somebody_who_is_appointed_amid_what_a_round_has_held_back_is_told_the_rest_of_it() -> None:
    office = Office(MemoryStore())
    tournament = await office.of_people(4)
    tables = await office.publish(tournament)
    await office.rounds.work(tournament)
    for table in tables:
        await office.do(tournament, commands.NoteResult(table=table, result=result(), version=9, hash=HASH))
    feeds = TournamentFeeds(office.engine, Wakeups(None, office.log), office.history)
    cursor, told = await feeds.feed(tournament, READER, Cursor(0), 100, 0)
    place = [type(each.event) for each in told].index(RoundFinished) + 1
    cursor, _ = await feeds.feed(tournament, READER, Cursor(0), place, 0)

    await office.do(tournament, commands.Appoint(DIRECTOR, READER, "assistant"))
    _, later = await feeds.feed(tournament, READER, cursor, 100, 0)

    kinds = [type(each.event) for each in later]
    assert kinds.count(ResultNoted) == len(tables)
    assert kinds[-1] is StaffAppointed


@pytest.mark.parametrize("dismissed", [True, False])
async def test_a_stream_tells_all_that_comes_after_its_reader_has_another_role(dismissed: bool) -> None:
    office = Office(MemoryStore())
    tournament = await office.of_people(4)
    first, _ = await office.publish(tournament)
    await office.rounds.work(tournament)
    appointing, dismissing = commands.Appoint(DIRECTOR, READER, "assistant"), commands.Dismiss(DIRECTOR, READER)
    if dismissed:
        await office.do(tournament, appointing)
    await office.do(tournament, commands.NoteResult(table=first, result=result(), version=9, hash=HASH))
    wakeups = Wakeups(None, office.log)
    feeds = TournamentFeeds(office.engine, wakeups, office.history)
    cursor, _ = await feeds.feed(tournament, READER, Cursor(0), 100, 0)
    lines = feeds.stream(tournament, READER, b"{}", cursor, None)
    await anext(lines)

    told = list[str]()
    for command in (
        commands.Appoint(DIRECTOR, STRANGER, "scorer"),
        dismissing if dismissed else appointing,
        commands.Dismiss(DIRECTOR, STRANGER),
    ):
        await office.do(tournament, command)
        wakeups.announce(tournament)
        async with asyncio.timeout(PATIENCE_SECONDS):
            line = await anext(lines)
        assert isinstance(line, TournamentEventLine)
        told.append(type(line.entry.event).__name__)

    assert told == ["StaffAppointed", "StaffDismissed" if dismissed else "StaffAppointed", "StaffDismissed"]

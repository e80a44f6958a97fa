"""A stream of a tournament ends with a line where it cannot go on."""

import pytest

from domain.tournament import commands
from service.live.lines import EndLine, TournamentViewLine
from service.live.wakeups import Wakeups
from service.play.stream import NotReadable
from service.store import LogCorrupt, MemoryStore
from service.tournaments.engine import UnknownTournament
from service.tournaments.feeds import TournamentFeeds
from tests.service.tournaments.field import DIRECTOR, Office


@pytest.mark.parametrize("kind", ["newer", "corrupt", "lost"])
async def test_a_stream_that_cannot_go_on_says_why(monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    office = Office(MemoryStore())
    tournament = await office.announced()
    await office.do(tournament, commands.OpenRegistration(DIRECTOR))
    feeds = TournamentFeeds(office.engine, Wakeups(None, office.log), office.history)
    lines = feeds.stream(tournament, DIRECTOR, b"{}", 1, None)
    first = await anext(lines)
    (row, *_) = await office.log.read(tournament)
    error, why = {
        "newer": (NotReadable(row), "not_readable"),
        "corrupt": (LogCorrupt("a hole"), "not_readable"),
        "lost": (UnknownTournament(), "lost"),
    }[kind]

    async def fails(_: object) -> None:
        raise error

    monkeypatch.setattr(office.engine, "current", fails)
    rest = [line async for line in lines]

    assert isinstance(first, TournamentViewLine)
    assert rest == [EndLine(first.cursor, None, why)]  # type: ignore[arg-type]  # it is one of those

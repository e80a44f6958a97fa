"""What a question to a long tournament costs: earlier versions, and commands that were executed long ago."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any
from uuid import UUID

import pytest
from msgspec.structs import replace

from domain.game import Refused
from domain.tournament import NewEntrant, commands, evolve
from service.play.stream import CommandKey
from service.runtime.background import running
from service.store import LogCorrupt, MemoryStore
from service.tournaments import stream
from service.tournaments.engine import TournamentEngine
from service.tournaments.people import people_in
from tests.service.tournaments.field import DIRECTOR, Office, draft_of
from tests.service.workers import SIGNER, Time

PLAYERS = 700
EVENTS = 2 + 2 * PLAYERS + 1
"""Announced, opened; each registers and checks in; the check-in is opened."""


def person(number: int) -> UUID:
    return UUID(int=10_000 + number)


def key(number: int) -> CommandKey:
    return CommandKey(number.to_bytes(16), b"request of it   ")


def registration(number: int) -> commands.Register:
    return commands.Register(by=person(number), entrant=NewEntrant(id=person(number), members=(person(number),)))


@pytest.fixture(scope="module")
async def long() -> tuple[MemoryStore, UUID]:
    store = MemoryStore()
    office = Office(store)
    tournament_id = await office.announced()
    await office.do(tournament_id, commands.OpenRegistration(DIRECTOR))
    for number in range(PLAYERS):
        await office.do(tournament_id, registration(number), key(number))
    await office.do(tournament_id, commands.OpenCheckIn(DIRECTOR))
    for number in range(PLAYERS):
        await office.do(tournament_id, commands.CheckIn(person(number), person(number)))
    return store, tournament_id


class Folds:
    """Counts the events that are folded: all of them, and the most without that others have had their turn."""

    def __init__(self) -> None:
        self.all = self.turn = self.most_in_a_turn = 0

    def counting(self, fold: Callable[..., Any]) -> Callable[..., Any]:
        """Return a fold that counts."""

        def counted(*given: Any) -> Any:
            self.all += 1
            self.turn += 1
            self.most_in_a_turn = max(self.most_in_a_turn, self.turn)
            return fold(*given)

        return counted

    async def others(self) -> None:
        """Have a turn whenever others may."""
        while True:
            self.turn = 0
            await asyncio.sleep(0)


@pytest.fixture
async def folds(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Folds]:
    folds = Folds()
    for fold in ("after_event", "tournament_taken"):
        monkeypatch.setattr(stream, fold, folds.counting(getattr(stream, fold)))
    async with running(folds.others):
        yield folds


async def test_an_earlier_version_costs_few_folds(long: tuple[MemoryStore, UUID], folds: Folds) -> None:
    store, tournament_id = long
    engine = Office(store).engine
    assert (await engine.current(tournament_id)).version == EVENTS
    assert folds.all == EVENTS
    folded = None
    async for entry, _ in engine.entries(tournament_id, EVENTS):
        folded = evolve(folded, entry)
        if entry.version in {1, 2, 127, 128, 129, 700, EVENTS - 1, EVENTS}:
            folds.all = 0
            assert await engine.at(tournament_id, entry.version) == folded
            assert folds.all < stream.SNAPSHOT_EVERY
    assert folds.most_in_a_turn <= 2 * stream.SLICE


async def test_a_key_of_long_ago_costs_few_folds(long: tuple[MemoryStore, UUID], folds: Folds) -> None:
    store, tournament_id = long
    engine = Office(store).engine
    await engine.current(tournament_id)
    for number in (0, 100, 350, PLAYERS - 1):
        folds.all = 0
        for outcome in (
            await engine.repeated(tournament_id, key(number)),
            await engine.execute(tournament_id, registration(number), key(number)),
        ):
            assert outcome is not None
            (recorded,) = outcome.recorded
            assert recorded.entry.command == registration(number)
            assert outcome.tournament.version == 3 + number
            assert person(number) in outcome.tournament.entrants
        assert folds.all <= 2 * (stream.SNAPSHOT_EVERY + stream.SLICE)
    assert await engine.repeated(tournament_id, key(PLAYERS)) is None
    assert folds.most_in_a_turn <= 2 * stream.SLICE


async def test_tournaments_that_nobody_asks_for_leave_the_memory(long: tuple[MemoryStore, UUID], folds: Folds) -> None:
    store, tournament_id = long
    other = await Office(store).announced()
    for memory, folded in ((1_000, EVENTS), (2**30, 0)):
        engine = TournamentEngine(store, SIGNER, Time(), lambda _: None, memory=memory)
        for each in (tournament_id, other):
            await engine.current(each)
        folds.all = 0
        assert (await engine.current(tournament_id)).version == EVENTS
        assert folds.all == folded


async def test_nobody_waits_for_what_goes_before_the_command_of_somebody_else() -> None:
    office = Office(MemoryStore())
    tournament_id = await office.announced()
    goes_on, begun = asyncio.Event(), asyncio.Event()

    async def hangs() -> None:
        begun.set()
        await goes_on.wait()

    async def never() -> None:
        raise AssertionError("what is refused leaves nothing")

    cancelling = commands.Cancel(by=DIRECTOR, reason="other")
    cancelled = asyncio.create_task(office.engine.execute(tournament_id, cancelling, key(1), first=hangs))
    await begun.wait()
    opened = await office.do(tournament_id, commands.OpenRegistration(DIRECTOR))
    goes_on.set()

    assert opened.state == "registration"
    assert (await cancelled).tournament.version == opened.version + 1
    with pytest.raises(Refused):
        await office.engine.execute(tournament_id, cancelling, first=never)
    assert await office.engine.execute(tournament_id, cancelling, key(1), first=never) == await cancelled


async def drafted_again(store: MemoryStore, times: int) -> UUID:
    """Draft a round of a thousand house players, as often as that; return the tournament."""
    office = Office(store)
    tournament_id = await office.announced()
    await office.begin(tournament_id, 1_000)
    entrants = [*(await office.engine.current(tournament_id)).entrants]
    for number in range(times):
        await office.do(tournament_id, commands.DraftRound(DIRECTOR, draft_of(1, entrants)), key(number))
    return tournament_id


async def test_entries_that_concern_many_are_folded_a_few_at_a_time(folds: Folds) -> None:
    store = MemoryStore()
    tournament_id = await drafted_again(store, 20)
    folds.most_in_a_turn = 0

    engine = Office(store).engine
    loaded = await engine.current(tournament_id)
    repeated = await engine.repeated(tournament_id, key(19))

    assert repeated is not None
    assert repeated.tournament == loaded
    assert folds.most_in_a_turn < 10


async def test_an_event_that_was_altered_to_one_that_cannot_be_folded_shows_that_the_log_is_damaged() -> None:
    log = MemoryStore()
    office = Office(log)
    tournament_id = await office.announced()
    await office.do(tournament_id, commands.OpenRegistration(DIRECTOR))
    first, second = await log.read(tournament_id)
    log.database.rewrite(replace(second, event=first.event))
    restarted = Office(log).engine

    with pytest.raises(LogCorrupt, match="event 2 "):
        await restarted.current(tournament_id)
    assert await people_in(restarted)(tournament_id) == (), "its lane tells webhooks of all else"

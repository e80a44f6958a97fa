"""The end of an invitation: if somebody accepts, declines or withdraws at that moment, one thing happens, once."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from uuid import UUID, uuid4

import pytest

from domain.game import Refused
from domain.table import Command, EndInvitation, OpenTable, TakeSeat
from service.store import EventStore, MemoryStore
from service.store.postgres.store import PostgresStore
from tests.service.workers import PLAYERS, Process, Time, eventually, must_be_sound

ADA, BEN = PLAYERS[:2]
HOUR = 3_600_000
OPENING = 2
"""Number of events with which a challenge begins."""

ANSWERS: dict[str, tuple[Command, list[str]]] = {
    "accepted": (TakeSeat(BEN), ["seat_taken"]),
    "declined": (EndInvitation(BEN, BEN), ["invitation_ended", "table_aborted"]),
    "withdrawn": (EndInvitation(ADA, BEN), ["invitation_ended", "table_aborted"]),
}


class Standing(Time):
    """A clock that stands still until it is moved on."""

    def __init__(self, at: int) -> None:
        super().__init__()
        self._at = at

    def __call__(self) -> int:
        return self._at + self.shift


@pytest.fixture
def in_memory() -> EventStore:
    return MemoryStore()


@pytest.fixture
async def on_disk(postgres_url: str) -> AsyncIterator[EventStore]:
    async with PostgresStore.open(postgres_url) as store:
        yield store


@pytest.fixture(params=["in_memory", "on_disk"])
def log(request: pytest.FixtureRequest) -> EventStore:
    found: EventStore = request.getfixturevalue(request.param)
    return found


async def challenge(process: Process) -> UUID:
    """Return a table to which Ada has invited Ben, for an hour."""
    opening = OpenTable(
        player=ADA, game="honors_4", options={"players": 2}, secret="00" * 32, challenged=(BEN,), lasts_ms=HOUR
    )
    return (await process.engine.execute(uuid4(), opening)).table_id


async def answer(process: Process, table_id: UUID, command: Command) -> str:
    """Return the code with which a command is refused; nothing if it is done."""
    try:
        await process.engine.execute(table_id, command)
    except Refused as refused:
        return refused.code
    return ""


@pytest.mark.parametrize("kind", ANSWERS)
@pytest.mark.parametrize("behind", [1, 0], ids=["just before", "at the end"])
async def test_only_one_of_an_answer_and_an_end_at_the_same_moment_happens(
    log: EventStore, kind: str, behind: int
) -> None:
    command, events = ANSWERS[kind]
    outcomes = set()
    for first in ("the answer", "the end", "both", "both, the other way round"):
        one, other = Process(log, Standing(Time()())), Process(log, Standing(0))
        game = await challenge(one)
        expires_at = (await one.snapshot(game)).due
        assert expires_at is not None
        one.now.go_to(expires_at - behind)
        other.now.go_to(expires_at)
        if first == "the end":
            await other.tick(game)
        tasks = [answer(one, game, command), other.tick(game)]
        if first == "the answer":
            said, _ = [await each for each in tasks]
        elif first == "both, the other way round":
            _, said = await asyncio.gather(*reversed(tasks))
        else:
            said, _ = await asyncio.gather(*tasks)
        await asyncio.gather(one.tick(game), other.tick(game))

        rows = (await log.read(game))[OPENING:]
        happened = [row.type for row in rows]
        outcomes.add(said == "")
        if said == "":
            assert happened == events
            assert behind == 1, "it is too late"
        else:
            assert happened == ["invitation_ended", "table_aborted"]
            assert {row.at for row in rows} == {expires_at}
            assert b'"expired"' in rows[0].event
            assert b'"nobody_came"' in rows[1].event
        await must_be_sound(log, game)
    assert False in outcomes, "the end was first"
    assert (True in outcomes) == (behind == 1)


async def test_what_ended_while_nothing_ran_is_recorded_once_by_those_who_come_back(log: EventStore) -> None:
    dead = Process(log, Standing(Time()()))
    game = await challenge(dead)
    expires_at = (await dead.snapshot(game)).due
    assert expires_at is not None
    back = [Process(log, Standing(expires_at + 72 * HOUR)) for _ in range(3)]

    async def is_over() -> bool:
        return len(await log.read(game)) > OPENING

    async with contextlib.AsyncExitStack() as stack:
        for process in back:
            await stack.enter_async_context(process.ticking())
        await eventually(is_over)
        codes = [await answer(process, game, TakeSeat(BEN)) for process in back]

    rows = (await log.read(game))[OPENING:]
    assert [(row.type, row.at) for row in rows] == [("invitation_ended", expires_at), ("table_aborted", expires_at)]
    assert b'"nobody_came"' in rows[1].event
    assert {*codes} == {"game_over"}
    await must_be_sound(log, game)

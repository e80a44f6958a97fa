"""The process that calculates: who waits for it, and what is kept of what it gives."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any
from uuid import UUID

import pytest
from msgspec.structs import replace

from domain.game import Refused
from domain.tournament import Tournament
from service.live.cursors import Cursor
from service.store.port import FIRST_EPOCH
from service.tournaments.calculating import Calculation, CalculationResult
from service.tournaments.calculations import standings
from service.tournaments.calculator import CalculatingProcess, Calculator, NotCalculated, encoded
from tests.domain.tournament.tournaments import finished, playing, registering

ONE, OTHER = UUID(int=1), UUID(int=2)
FIRST = Cursor(1, FIRST_EPOCH)


class Slow(CalculatingProcess):
    """A process that answers when it may, with the number of the question."""

    def __init__(self, size: int = 10) -> None:
        super().__init__()
        self.may_answer = asyncio.Semaphore(0)
        self.asked = 0
        self._size = size

    async def answer(self, wanted: Calculation) -> CalculationResult:
        """Answer, some time."""
        await self.may_answer.acquire()
        self.asked += 1
        return CalculationResult(b"%d" % self.asked * self._size)


@pytest.fixture
def tournament() -> Tournament:
    return finished(playing(tie_breaks=["wins"]))


@pytest.fixture
async def calculator() -> AsyncIterator[Calculator]:
    calculator = Calculator()
    yield calculator
    await calculator.close()


async def standings_of(calculator: Calculator, tournament_id: UUID, tournament: Tournament, version: int) -> bytes:
    return (await calculator.standings(tournament_id, tournament, Cursor(version, FIRST_EPOCH))).document


async def waiting(calculator: Calculator, *asked: tuple[UUID, Tournament, int]) -> list[asyncio.Task[bytes]]:
    """Return questions for standings that have been asked, one after the other."""
    tasks = []
    for each in asked:
        tasks.append(asyncio.create_task(standings_of(calculator, *each)))
        await asyncio.sleep(0.01)
    return tasks


async def test_a_tournament_that_asks_much_does_not_keep_others_waiting(tournament: Tournament) -> None:
    process = Slow()
    calculator = Calculator(1_000, process)
    busy = await waiting(calculator, *[(ONE, tournament, version) for version in range(1, 6)])
    (patient,) = await waiting(calculator, (OTHER, tournament, 1))

    for task in busy[2:]:
        with pytest.raises(NotCalculated):
            await task
    for _ in range(3):
        process.may_answer.release()
    assert [(await task)[:1] for task in (*busy[:2], patient)] == [b"1", b"2", b"3"]


class Refusing(Slow):
    """A process that refuses everything, some time."""

    async def answer(self, wanted: Calculation) -> CalculationResult:
        """Refuse."""
        await super().answer(wanted)
        return CalculationResult(code="no_more_rounds", detail="All rounds are over.")


async def test_readers_of_standings_keep_nobody_from_drafting(tournament: Tournament) -> None:
    process = Refusing()
    calculator = Calculator(1_000, process)
    *_, late = await waiting(calculator, *[(ONE, tournament, version) for version in range(1, 4)])
    drafts = [asyncio.create_task(calculator.draft(ONE, tournament, ())) for _ in range(2)]

    outcomes = asyncio.gather(late, *drafts, return_exceptions=True)
    await asyncio.sleep(0.01)
    for _ in range(3):
        process.may_answer.release()

    assert [type(each) for each in await outcomes] == [NotCalculated, Refused, NotCalculated]


async def test_what_many_want_at_once_is_calculated_once(tournament: Tournament) -> None:
    process = Slow()
    calculator = Calculator(1_000, process)
    tasks = await waiting(calculator, *[(ONE, tournament, 7)] * 5)

    process.may_answer.release()

    assert len({await task for task in tasks}) == process.asked == 1


async def test_documents_are_kept_up_to_a_number_of_bytes(tournament: Tournament) -> None:
    process = Slow(size=40)
    calculator = Calculator(100, process)
    for _ in range(10):
        process.may_answer.release()
    asked = []
    for version in (1, 2, 1, 3, 1, 2):
        await standings_of(calculator, ONE, tournament, version)
        asked.append(process.asked)

    assert asked == [1, 2, 2, 3, 3, 4]


async def test_a_document_is_kept_that_is_larger_than_all_that_are_kept(tournament: Tournament) -> None:
    process = Slow(size=200)
    calculator = Calculator(100, process)
    for _ in range(10):
        process.may_answer.release()
    asked = []
    for version in (1, 1, 2, 2, 1):
        await standings_of(calculator, ONE, tournament, version)
        asked.append(process.asked)

    assert asked == [1, 1, 2, 2, 3]


async def test_the_process_makes_the_table_of_standings(calculator: Calculator, tournament: Tournament) -> None:
    rows = (await calculator.standings_csv(ONE, tournament, FIRST)).document.decode().split("\r\n")

    assert rows[0] == "rank,entrant,points,round_1,wins"
    expected: list[Any] = [(each.rank, each.entrant, each.points) for each in standings(tournament).standings]
    assert rows[1:-1] == [f"{rank},{who},{points},{points},{int(points == 10)}" for rank, who, points in expected]


async def test_the_table_of_a_knockout_says_how_far_each_has_got(calculator: Calculator) -> None:
    cup = finished(playing(seating={"format": "knockout"}))
    rows = (await calculator.standings_csv(ONE, cup, FIRST)).document.decode().split("\r\n")

    assert rows[0] == "rank,entrant,points,reached,round_1"
    expected: list[Any] = [(each.rank, each.entrant, each.points, each.reached) for each in standings(cup).standings]
    assert [far for *_, far in expected] == [2, 2, 1, 1]
    assert rows[1:-1] == [f"{rank},{who},{points},{far},{points}" for rank, who, points, far in expected]


async def test_a_tournament_without_entrants_has_a_table_without_rows(calculator: Calculator) -> None:
    assert (await calculator.standings_csv(ONE, registering(), FIRST)).document == b"rank,entrant,points\r\n"


async def test_the_process_says_nothing_among_the_logs_of_the_service(
    calculator: Calculator, capfd: pytest.CaptureFixture[str]
) -> None:
    met = finished(playing(players=2, seating={"format": "swiss", "rounds": 2}))

    again = await calculator.draft(ONE, met, ())

    assert [len(each.entrants) for each in again.tables] == [2]
    assert capfd.readouterr() == ("", "")


async def test_others_have_their_turns_while_a_tournament_of_many_rounds_is_made_ready(
    tournament: Tournament, calculator: Calculator
) -> None:
    long = replace(tournament, rounds=tournament.rounds * 50)
    turns = 0

    async def other() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    task = asyncio.create_task(other())
    await encoded(long)
    task.cancel()

    assert turns >= 50
    assert b'"rounds":50' in (await calculator.standings(ONE, long, FIRST)).document


async def test_a_tournament_of_many_rounds_is_sent_round_by_round(
    calculator: Calculator, tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = list[int]()
    write = asyncio.StreamWriter.write

    def noting(writer: asyncio.StreamWriter, data: bytes) -> None:
        sent.append(len(data))
        write(writer, data)

    monkeypatch.setattr(asyncio.StreamWriter, "write", noting)
    await standings_of(calculator, ONE, tournament, 1)
    once = max(sent)
    await standings_of(calculator, ONE, replace(tournament, rounds=tournament.rounds * 100), 2)

    assert max(sent) < 2 * once
    assert sum(sent) > 20 * once

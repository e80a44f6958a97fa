"""Questions that are asked for many at once, and what becomes of those who ask while one is in flight."""

import asyncio
from collections.abc import Mapping

from service.runtime.grouped import Grouped
from service.runtime.unavailable import Unavailable


class Answers:
    """Answers each question when it may, with the next of some errors or with each key's square."""

    def __init__(self, *errors: Exception) -> None:
        self.may = asyncio.Semaphore(0)
        self.asked: list[list[int]] = []
        self.was_asked = asyncio.Event()
        self._errors = list(errors)

    async def squares(self, keys: list[int]) -> Mapping[int, int]:
        self.asked.append(keys)
        self.was_asked.set()
        await self.may.acquire()
        if self._errors:
            raise self._errors.pop(0)
        return {key: key * key for key in keys}


async def asking(answers: Answers) -> list[asyncio.Task[dict[int, int]]]:
    """Ask for a number, and for two others while that question is in flight."""
    grouped = Grouped(answers.squares)
    tasks = [asyncio.create_task(grouped.read([2]))]
    await answers.was_asked.wait()
    tasks += [asyncio.create_task(grouped.read(keys)) for keys in ([3], [3, 4])]
    await asyncio.sleep(0)
    return tasks


async def test_who_asks_while_a_question_is_in_flight_shares_the_next_one() -> None:
    answers = Answers()
    tasks = await asking(answers)
    answers.may.release()
    answers.may.release()

    assert await asyncio.gather(*tasks) == [{2: 4}, {3: 9}, {3: 9, 4: 16}]
    assert answers.asked == [[2], [3, 4]]


async def test_who_has_waited_for_what_turns_out_to_be_away_does_not_wait_as_long_again() -> None:
    answers = Answers(Unavailable("TimeoutError"))
    tasks = await asking(answers)
    answers.may.release()

    async with asyncio.timeout(60):
        outcomes = await asyncio.gather(*tasks, return_exceptions=True)
    assert [type(each) for each in outcomes] == [Unavailable] * 3
    assert answers.asked == [[2]]


async def test_a_question_that_fails_by_itself_fails_no_other() -> None:
    answers = Answers(ValueError())
    tasks = await asking(answers)
    answers.may.release()
    answers.may.release()

    first, *others = await asyncio.gather(*tasks, return_exceptions=True)
    assert isinstance(first, ValueError)
    assert others == [{3: 9}, {3: 9, 4: 16}]

"""A fair queue: owners have their turns one after the other, however much each of them wants."""

import asyncio

from service.play.round_robin import RoundRobin


async def taken(queue: RoundRobin[str], number: int) -> list[str]:
    return [await queue.get() for _ in range(number)]


async def test_one_owner_is_served_in_the_order_of_what_they_want() -> None:
    queue = RoundRobin[str]()
    for item in ("a1", "a2", "a3"):
        queue.put("a", item)

    assert await taken(queue, 3) == ["a1", "a2", "a3"]


async def test_owners_have_turns() -> None:
    queue = RoundRobin[str]()
    for item in ("a1", "a2", "a3", "a4"):
        queue.put("a", item)
    queue.put("b", "b1")
    first = await taken(queue, 1)
    queue.put("c", "c1")
    queue.put("b", "b2")

    assert first + await taken(queue, 6) == ["a1", "b1", "a2", "c1", "b2", "a3", "a4"]


async def test_a_reader_who_waits_is_served_as_soon_as_there_is_something() -> None:
    queue = RoundRobin[str]()
    waiting = asyncio.create_task(queue.get())
    await asyncio.sleep(0)
    assert not waiting.done()
    queue.put("a", "a1")

    assert await waiting == "a1"

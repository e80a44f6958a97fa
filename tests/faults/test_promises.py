"""The promises of the log hold while processes race and answers get lost; and each broken one is found."""

import pytest

from service.store import MemoryStore
from tests.faults.promises import Match, broken_promises
from tests.faults.twins import TWINS, LosesAnswers

SHORT = {"players": 3, "max_deals": 4, "max_rounds": 6}
MATCHES = 3


async def found(log: type[MemoryStore]) -> list[str]:
    """Return the promises that are broken in some match, each on a log of its own."""
    broken: list[str] = []
    for seed in range(MATCHES):
        match = Match(log(), seed)
        broken += await broken_promises(match, await match.play("honors_4", **SHORT))
    return broken


@pytest.mark.parametrize("log", [MemoryStore, LosesAnswers])
async def test_processes_that_race_keep_every_promise(log: type[MemoryStore]) -> None:
    assert await found(log) == []


@pytest.mark.parametrize("twin", TWINS)
async def test_a_log_that_breaks_a_promise_is_found_out(twin: str) -> None:
    assert TWINS[twin].breaks in await found(TWINS[twin])

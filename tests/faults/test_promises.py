"""The promises of the log hold while processes race and answers get lost; and each broken one is found."""

from collections.abc import Sequence

import pytest

from service.store import MemoryStore
from tests.faults.promises import Match, broken_promises
from tests.faults.twins import TWINS, LosesAnswers

SHORT = {"players": 3, "max_deals": 2, "max_rounds": 6}
MATCHES = 3


async def found(log: type[MemoryStore]) -> Sequence[str]:
    """Return the promises that are broken in the first match in which any is, each on a log of its own."""
    for seed in range(MATCHES):
        match = Match(log(), seed)
        if broken := await broken_promises(match, await match.play("honors_4", **SHORT)):
            return broken
    return ()


@pytest.mark.parametrize("log", [MemoryStore, LosesAnswers])
async def test_processes_that_race_keep_every_promise(log: type[MemoryStore]) -> None:
    assert await found(log) == ()


@pytest.mark.parametrize("twin", TWINS)
async def test_a_log_that_breaks_a_promise_is_found_out(twin: str) -> None:
    assert TWINS[twin].breaks in await found(TWINS[twin])

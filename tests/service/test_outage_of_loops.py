"""While the log is away, the endless loops of a process say so once among them, and once that it is back."""

import logging
from functools import partial
from typing import Any

import pytest

from service.meeting.pairings import Pairings
from service.play.clock import Clock
from service.play.host_clock import ClockIsWrong, HostClock
from service.runtime import outages
from service.runtime.background import Loop, running
from service.runtime.outages import Outage
from service.store import StoreUnavailable
from service.tournaments.rounds import Rounds
from service.webhooks.following import Follower
from service.webhooks.sending import keep_sending
from tests.service.store.commands import until

ROOMS = (
    "service.meeting.pairings",
    "service.play.clock",
    "service.play.host_clock",
    "service.tournaments.rounds",
    "service.webhooks.following",
    "service.webhooks.sending",
)
ANSWERS = {"has_work": False, "due": [], "any_due": False, "lead": (False, 0), "time": None}


class Store:
    """A store of anything that is away at first; `asked` has what it was asked, and whether in vain."""

    def __init__(self) -> None:
        self.is_away = True
        self.asked = list[tuple[str, bool]]()

    @property
    def tournaments(self) -> "Store":
        return self

    def __getattr__(self, question: str) -> Any:
        return partial(self._answer, question)

    async def _answer(self, question: str, *_: object, **__: object) -> Any:
        self.asked.append((question, self.is_away))
        if self.is_away:
            raise StoreUnavailable("ConnectionRefusedError")
        return ANSWERS[question]


def loops(store: Any, now: Any) -> tuple[Loop, ...]:
    """Return the loops of a worker that ask a store."""
    nothing: Any = None
    pairings = Pairings(store, nothing, now, bytes, nothing, is_forgotten=nothing)
    rounds = Rounds(nothing, nothing, nothing, store, now, calculator=nothing, sweep_seconds=0)
    follower = Follower(store, store, nothing, nothing, people=nothing, now=now)
    clock = Clock(nothing, store, now, nothing, sweep_seconds=0, host_now=now)
    return (
        HostClock(store, lambda: 0, every_seconds=0).run,
        pairings.run,
        rounds.run,
        follower.run,
        clock.run,
        partial(keep_sending, store, (), now, look_seconds=0),
    )


@pytest.fixture
def log(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> pytest.LogCaptureFixture:
    """Let nothing be known of other tests, and no loop pause for long; return what is logged."""
    caplog.set_level(logging.INFO)
    here = Outage(logging.getLogger("outages"), "away", "back")
    for room in ROOMS:
        monkeypatch.setattr(f"{room}.BACKGROUND", here)
    monkeypatch.setattr(outages, "BACKGROUND", here)
    monkeypatch.setattr("service.meeting.pairings.SWEEP_SECONDS", 0)
    monkeypatch.setattr("service.webhooks.following.LOOK_SECONDS", 0)
    return caplog


async def asked_often(store: Store, questions: set[str], *, in_vain: bool) -> None:
    """Wait until everything has been asked several times."""

    async def has_been() -> bool:
        return all(store.asked.count((each, in_vain)) >= 5 for each in questions)

    await until(has_been)


async def test_loops_that_wait_for_the_log_say_so_once_among_them(log: pytest.LogCaptureFixture) -> None:
    store = Store()
    async with running(*loops(store, lambda: 1_000)):
        await asked_often(store, set(ANSWERS), in_vain=True)
        assert log.messages == ["away"]
        store.is_away = False
        await asked_often(store, {"has_work", "due", "any_due"}, in_vain=False)

    assert log.messages == ["away", "back"]


async def test_loops_that_wait_for_a_right_clock_leave_it_to_the_clock_to_say_so(
    log: pytest.LogCaptureFixture,
) -> None:
    looks = 0

    def wrong() -> int:
        nonlocal looks
        looks += 1
        raise ClockIsWrong("3000 ms fast")

    store = Store()
    store.is_away = False

    async def all_have_looked() -> bool:
        return looks >= 100

    async with running(*loops(store, wrong)):
        await until(all_have_looked)

    assert not log.messages

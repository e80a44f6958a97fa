"""What is logged of something that is away: that it is, once, and that it is back, however many have noticed it."""

import logging

import pytest

from service.play.host_clock import ClockIsWrong
from service.runtime.outages import Outage
from service.runtime.unavailable import Unavailable

log = logging.getLogger(__name__)


@pytest.fixture
def outage(caplog: pytest.LogCaptureFixture) -> Outage:
    caplog.set_level(logging.INFO)
    return Outage(log, "away", "back")


def fail() -> None:
    raise Unavailable


def tried(outage: Outage, by: str, error: Exception | None = None) -> None:
    """Try something that succeeds, or fails with an error."""
    with outage.noticed(by):
        if error is not None:
            raise error


def test_what_is_away_is_logged_once_and_once_that_it_is_back(outage: Outage, caplog: pytest.LogCaptureFixture) -> None:
    for by in ("clock", "rounds", "clock", "rounds"):
        tried(outage, by, Unavailable("TimeoutError"))
    for by in ("rounds", "clock"):
        tried(outage, by)

    away, back = caplog.records
    assert (away.levelname, away.message, vars(away)["by"], vars(away)["cause"]) == (
        "WARNING",
        "away",
        "clock",
        "TimeoutError",
    )
    assert (back.levelname, back.message, vars(back)["by"]) == ("INFO", "back", "rounds")


def test_for_how_long_it_was_away_is_said(
    outage: Outage, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    times = iter([10.0, 11.0, 20.0, 42.26])
    monkeypatch.setattr("service.runtime.outages.time.monotonic", lambda: next(times))
    tried(outage, "clock", Unavailable())
    tried(outage, "clock")

    assert vars(caplog.records[-1])["away_s"] == 31.3


def test_who_succeeds_without_having_failed_says_nothing_of_the_others(
    outage: Outage, caplog: pytest.LogCaptureFixture
) -> None:
    tried(outage, "clock", Unavailable())
    tried(outage, "cleaning")
    tried(outage, "clock", Unavailable())

    assert caplog.messages == ["away"]


def test_a_try_that_had_begun_before_it_was_back_says_nothing(outage: Outage, caplog: pytest.LogCaptureFixture) -> None:
    tried(outage, "clock", Unavailable())
    with outage.noticed("rounds"):
        tried(outage, "clock")
        fail()

    assert caplog.messages == ["away", "back"]


def test_what_goes_away_again_is_logged_again(outage: Outage, caplog: pytest.LogCaptureFixture) -> None:
    for error in (Unavailable(), None, Unavailable(), None):
        tried(outage, "clock", error)

    assert caplog.messages == ["away", "back"] * 2


def test_what_somebody_else_has_logged_is_not_logged(outage: Outage, caplog: pytest.LogCaptureFixture) -> None:
    tried(outage, "clock", ClockIsWrong("3000 ms fast"))
    tried(outage, "clock")

    assert not caplog.messages


def test_other_errors_pass_each_time(outage: Outage, caplog: pytest.LogCaptureFixture) -> None:
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            tried(outage, "clock", ZeroDivisionError())

    assert not caplog.messages


@pytest.mark.parametrize("error", [OSError("connect to 10.0.0.7"), Unavailable("OSError")])
def test_no_text_of_a_foreign_error_is_logged(
    outage: Outage, caplog: pytest.LogCaptureFixture, error: Exception
) -> None:
    outage.begin("listen", error)

    assert vars(caplog.records[0])["cause"] == "OSError"

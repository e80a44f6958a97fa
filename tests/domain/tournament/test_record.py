"""The audit of a tournament's stream: each kind of lie is found, at the event where it begins."""

from typing import Any

import pytest
from msgspec.structs import replace

from domain.record import RecordBroken
from domain.table import FIRST_LINK, Command, Entry, Tick
from domain.tournament import Tournament, commands, take_tournament_step
from domain.tournament.record import check_tournament_rules, check_tournament_step
from tests.domain.tournament.tournaments import (
    AT,
    DIRECTOR,
    PLAYERS,
    TOURNAMENT,
    announced,
    announcing,
    checking_in,
    playing,
    registering,
    registration,
    then,
)

KEY = 16 * "c0"


def step(tournament: Tournament | None, command: Command, at: int | None = None) -> list[Entry]:
    """Return the entries of a command."""
    now = at if at is not None else AT if tournament is None else tournament.at
    recorded = take_tournament_step(TOURNAMENT, tournament, FIRST_LINK, command, now, key=KEY)
    return [each.entry for each in recorded]


def broken(tournament: Tournament | None, entries: list[Entry], executed: dict[str, int] | None = None) -> RecordBroken:
    """Return what is wrong with a step."""
    with pytest.raises(RecordBroken) as found:
        check_tournament_step(tournament, entries, executed or {})
    return found.value


def test_a_whole_tournament_is_decided_again_and_no_part_of_it_may_be_missing() -> None:
    entries = [*step(None, announcing()), *step(then(None, announcing()), commands.OpenRegistration(DIRECTOR))]
    first, second = [replace(each, key=None) for each in entries]

    assert check_tournament_rules([first, second]).state == "registration"
    for less in ([], [second]):
        with pytest.raises(RecordBroken):
            check_tournament_rules(less)


def test_a_command_is_executed_once() -> None:
    open_now = registering()
    entries = step(open_now, registration(0))

    executed: dict[str, int] = {}
    check_tournament_step(open_now, entries, executed)

    assert executed == {KEY: entries[0].version}
    assert "was executed at event 1 before" in broken(open_now, entries, {KEY: 1}).why


@pytest.mark.parametrize(
    ("header", "why"),
    [
        ({"command": None}, "has no command"),
        ({"seat": 0}, "no seat acts"),
        ({"step": 1}, "belongs to step 1"),
        ({"command": Tick()}, "the clock sends none"),
    ],
)
def test_the_header_of_a_step_is_whole(header: dict[str, Any], why: str) -> None:
    open_now = registering()
    (entry,) = step(open_now, registration(0))

    assert why in broken(open_now, [replace(entry, **header)]).why


def test_a_tournament_is_announced_once_and_first() -> None:
    (opening,) = step(None, announcing())
    (entry,) = step(registering(), registration(0))
    now = announced()

    again = replace(opening, version=now.version + 1, step=now.version + 1)
    assert "announced once" in broken(now, [again]).why
    assert "begins with the command `announce`" in broken(None, [replace(entry, version=1, step=1)]).why


def test_an_event_is_what_the_rules_make_of_the_command() -> None:
    open_now = registering()
    (entry,) = step(open_now, registration(0))
    other = replace(entry, event=replace(entry.event, number=7))
    refused = replace(entry, command=commands.Register(by=PLAYERS[1], entrant=registration(0).entrant))

    found = broken(open_now, [other])

    assert (found.version, found.code) == (entry.version, "not_by_the_rules")
    assert "number" in found.why
    assert "the rules refuse it" in broken(open_now, [refused]).why


def test_a_step_has_all_its_events_and_no_others() -> None:
    check_in = checking_in(4, 2)
    entries = step(check_in, commands.StartRounds(DIRECTOR))
    assert len(entries) > 1

    short = broken(check_in, entries[:-1])
    more = replace(entries[-1], version=entries[-1].version + 1)
    long = broken(check_in, [*entries, more])

    assert (short.version, short.code) == (entries[-1].version, "version_missing")
    assert (long.version, "no such event" in long.why) == (more.version, True)


def test_a_step_is_recorded_in_its_time() -> None:
    going_on = playing(round_ms=600_000)
    early = [replace(each, event=replace(each.event, at=going_on.at - 1)) for each in step(going_on, replaced())]
    assert "before the event that precedes it" in broken(going_on, early).why

    assert going_on.due is not None
    late = step(going_on, replaced(), going_on.due)
    assert f"due at {going_on.due}" in broken(going_on, late).why


def replaced() -> Command:
    """Return a command to a tournament that goes on."""
    return commands.Appoint(by=DIRECTOR, person=PLAYERS[9], role="scorer")

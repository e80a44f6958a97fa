"""How many events a tournament may have: what its rounds take is no part of its limit, however many it has."""

from typing import Any

import pytest
from msgspec.structs import replace

from domain.table import Tick
from domain.tournament import Tournament, commands
from domain.tournament.guards import MOST_EVENTS, most_events
from domain.tournament.settings import MOST_MEMBERS
from domain.tournament.types import MOST_ROUNDS
from tests.domain.tournament.any_settings import checking_in
from tests.domain.tournament.tournaments import (
    AT,
    DIRECTOR,
    HASH,
    MINUTE,
    announced,
    draft,
    drafted,
    player,
    publishing,
    refused,
    result,
    team,
    then,
)

TIMES = {"round_ms": 3 * MINUTE, "warning_ms": MINUTE, "no_show_ms": MINUTE, "check_in_each_round": True}
TEAMS = {"game": "literature", "team_size": 3, "scoring": "difference", "duplicate": True, "exchanged_seats": True}


def begun(**given: Any) -> Tournament:
    tournament = then(announced(**given), commands.OpenRegistration(DIRECTOR))
    members = tournament.settings.members
    new = [player(each) if members == 1 else team(each, members) for each in range(4)]
    tournament = then(tournament, commands.AddEntrants(DIRECTOR, tuple(new)))
    return then(tournament, *checking_in(tournament), commands.StartRounds(DIRECTOR))


def played(tournament: Tournament) -> Tournament:
    """Return the tournament after a round in which everything happens that may without anybody's mistake."""
    if tournament.rounds:
        tournament = then(tournament, *checking_in(tournament), commands.CloseCheckIn(DIRECTOR))
    planned = drafted(tournament)
    number = planned.next_round
    on = then(planned, publishing(planned), commands.StartRound(number))
    assert on.round is not None
    on = then(on, commands.NoteNoShows(number, ()), at=on.at + MINUTE)
    for wait in (2 * MINUTE, 3 * MINUTE):
        on = then(on, Tick(), at=(on.round.started_at or 0) + wait if on.round else None)
    for table in on.round.tables if on.round else ():
        note = commands.NoteResult(table=table.id, result=result(len(table.seats)), version=9, hash=HASH)
        on = then(on, note)
    assert on.round_is_over(number)
    return on


@pytest.mark.parametrize("given", [{}, TEAMS], ids=["players", "teams"])
def test_what_all_rounds_take_is_beside_the_limit(given: dict[str, Any]) -> None:
    first = played(begun(**TIMES, seating={"rounds": 5}, **given))
    second = played(first)

    of_round = second.version - first.version

    assert most_events(second) >= MOST_EVENTS + 5 * of_round


def test_what_registrations_take_is_beside_the_limit_also_if_they_are_taken_back() -> None:
    asked = then(announced(registration="approval", **TEAMS), commands.OpenRegistration(DIRECTOR))
    new = team(0, asked.settings.members, MOST_MEMBERS)
    leader, *others = (*new.members, *new.substitutes)
    most = most_events(asked)

    entering = then(asked, commands.Register(by=leader, entrant=new, asks=True))
    entering = then(entering, *[commands.Accept(each, new.id) for each in others])
    gone = then(entering, commands.Withdraw(leader, new.id))

    assert gone.entrants == {}
    assert most_events(gone) - most >= gone.version - asked.version == 2 + len(others) + 1


def test_the_last_round_of_many_can_be_drafted_and_no_command_repeated_without_end() -> None:
    over = played(begun(seating={"rounds": MOST_ROUNDS}, **TIMES))
    ready = then(over, *checking_in(over), commands.CloseCheckIn(DIRECTOR))
    most = most_events(ready)

    assert drafted(replace(ready, version=max(MOST_EVENTS, most - 1))).rounds[-1].number == 2
    refused("too_often", replace(ready, version=most), commands.DraftRound(DIRECTOR, draft(ready)), AT)


def test_staff_can_be_dismissed_and_give_up_their_role_in_a_tournament_of_too_many_events() -> None:
    helper = player(1).id
    helped = then(begun(), commands.Appoint(DIRECTOR, helper, "scorer"))
    full = replace(helped, version=most_events(helped))

    refused("too_often", full, commands.Appoint(DIRECTOR, helper, "assistant"))
    for by in (DIRECTOR, helper):
        assert helper not in then(full, commands.Dismiss(by, helper)).staff

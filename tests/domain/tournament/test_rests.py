"""Rounds of a schedule or a bracket in which nobody meets, as too many are out: all rest, and the next round comes."""

import pytest

from domain.tournament import Tournament, commands
from domain.tournament.types import Draft, DraftedBye
from tests.domain.tournament.test_whole import proposed
from tests.domain.tournament.tournaments import (
    DIRECTOR,
    PLAYERS,
    playing,
    refused,
    started,
    then,
)

SCHEDULED = {"format": "round_robin", "rounds": 5}


def resting(tournament: Tournament, *players: int) -> commands.DraftRound:
    """Return the command that drafts a round in which these players have byes, and nobody a table."""
    byes = tuple([DraftedBye(entrant=PLAYERS[each]) for each in players])
    return commands.DraftRound(DIRECTOR, Draft(round=tournament.next_round, tables=(), byes=byes))


def of_two(**seating: object) -> Tournament:
    """Return a tournament of four of whom two are out."""
    tournament = started(seating={**SCHEDULED, **seating}, correction_ms=5_000)
    return then(tournament, *[commands.Withdraw(PLAYERS[each], PLAYERS[each]) for each in (2, 3)])


@pytest.mark.parametrize("format_", ["round_robin", "groups", "knockout"])
def test_a_round_of_a_schedule_or_a_bracket_in_which_all_rest_is_over_when_it_starts(format_: str) -> None:
    groups = {"groups": 2, "advance": 1, "final_rounds": 1} if format_ == "groups" else {}
    before = of_two(format=format_, **(groups or {"rounds": 2}))

    settled = then(before, resting(before, 0, 1), commands.PublishRound(DIRECTOR, ()))
    after = then(settled, commands.StartRound(1))

    (now,) = after.rounds
    assert (now.state, now.byes, now.tables) == ("finished", PLAYERS[:2], ())
    assert (now.started_at, now.finished_at, after.open_until) == (after.at, after.at, after.at + 5_000)
    assert after.version == settled.version + 2
    assert then(after, resting(after, 0, 1)).next_round == 2
    refused("wrong_state", after, commands.FinishRound(by=DIRECTOR, reason="time_over"))


def test_groups_of_which_none_fills_a_table_rest_until_the_final() -> None:
    seating = {"format": "groups", "groups": 2, "advance": 2, "places": 4, "rounds": 2, "final_rounds": 1}
    begun = started(8, seating=seating)
    few = then(begun, *[commands.Withdraw(PLAYERS[each], PLAYERS[each]) for each in (0, 1)])

    rested = then(
        few,
        commands.DraftRound(DIRECTOR, proposed(few)),
        commands.PublishRound(DIRECTOR, ()),
        commands.StartRound(1),
    )

    assert rested.round_is_over(1)
    assert set(rested.rounds[0].byes) == set(PLAYERS[2:8])
    (final,) = proposed(rested).tables
    assert len(final.entrants) == 4
    drafted = then(rested, commands.DraftRound(DIRECTOR, proposed(rested)))
    assert drafted.rounds[-1].number == 2
    refused("invalid_draft", rested, resting(rested, 2, 3, 4, 5))


def test_a_round_with_tables_is_not_over_when_it_starts() -> None:
    assert playing(seating=SCHEDULED).rounds[0].state == "playing"


def test_a_round_in_which_nobody_can_meet_any_more_is_refused() -> None:
    before = of_two()
    alone = then(before, commands.Withdraw(PLAYERS[1], PLAYERS[1]))

    assert "`finish`" in refused("invalid_draft", alone, resting(alone, 0)).detail
    knockout = {"format": "knockout", "places": 3, "sizes": [2, 3], "rounds": 2}
    for seating in ({"format": "swiss"}, {"places": 3, "sizes": [3]}, knockout):
        tournament = of_two(**seating)
        assert "`finish`" in refused("invalid_draft", tournament, resting(tournament, 0, 1)).detail

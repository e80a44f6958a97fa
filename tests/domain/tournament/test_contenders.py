"""What the pairing of a round goes by."""

from uuid import UUID

import pytest
from hypothesis import given

from domain.tournament import Tournament, commands
from domain.tournament.contenders import contenders_of, round_to_pair, scored
from domain.tournament.events import Measure
from domain.tournament.types import (
    AdjustedPoints,
    AdjustedShare,
    Contender,
    Forfeited,
    NotPlayed,
    PastRound,
    Penalty,
)
from tests.domain.playout import Dice, dice_strategy
from tests.domain.tournament.test_random import played
from tests.domain.tournament.tournaments import DIRECTOR, PLAYERS, finished, noted, playing, ruling, then


def by_id(tournament: Tournament) -> dict[UUID, Contender]:
    """Return what the pairing of the next round knows of each entrant."""
    return {each.id: each for each in round_to_pair(tournament).contenders}


def test_the_pairing_knows_the_points_and_the_rounds_of_all_who_take_part() -> None:
    first = finished(playing(players=5, scoring="points", bye_points=3))
    ruled = then(first, ruling(first, Penalty(PLAYERS[1], 2)), commands.Withdraw(PLAYERS[0], PLAYERS[0]))

    known = by_id(ruled)

    assert list(known) == list(PLAYERS[:5])
    assert [each.active for each in known.values()] == [False, True, True, True, True]
    assert [each.number for each in known.values()] == [1, 2, 3, 4, 5]
    (won,), (lost,) = known[PLAYERS[0]].past, known[PLAYERS[1]].past
    assert won == PastRound(round=1, outcome="won", points=won.points, place=0, opponents=(PLAYERS[1],))
    assert lost == PastRound(round=1, outcome="lost", points=lost.points, place=1, opponents=(PLAYERS[0],), ahead=1)
    assert (won.points, lost.points) == (known[PLAYERS[0]].points, known[PLAYERS[1]].points)
    assert known[PLAYERS[2]].points - known[PLAYERS[0]].points == 0
    assert known[PLAYERS[3]].points - known[PLAYERS[1]].points == 2
    assert known[PLAYERS[4]].past == (PastRound(round=1, outcome="bye", points=3),)


def test_a_history_is_that_of_the_next_round_with_the_tables_that_were_given() -> None:
    tournament = finished(playing())

    to_pair = round_to_pair(tournament, (PLAYERS[:2], PLAYERS[2:4]))

    assert (to_pair.round, to_pair.seating) == (2, tournament.settings.seating)
    assert to_pair.given == (PLAYERS[:2], PLAYERS[2:4])
    assert to_pair.contenders == contenders_of(tournament, scored(tournament))


def test_an_entrant_who_has_forfeited_a_table_at_which_nothing_was_finished_has_met_nobody() -> None:
    going_on = playing()
    over = noted(then(going_on, ruling(going_on, Forfeited(PLAYERS[0]), closes=(1,))), 1)

    known = by_id(then(over, ruling(over, Forfeited(PLAYERS[2]))))

    assert [known[each].past[0].played for each in PLAYERS[:4]] == [False, False, True, True]
    assert [known[each].past[0].outcome for each in PLAYERS[:4]] == ["lost", "won", "lost", "won"]


@pytest.mark.parametrize(
    "measure", [AdjustedShare(PLAYERS[1], 6_000), AdjustedPoints(PLAYERS[1], 5), NotPlayed(PLAYERS[1])]
)
def test_nobody_has_met_at_a_table_that_was_forfeited_instead_whatever_was_ruled_on_the_others(
    measure: Measure,
) -> None:
    going_on = playing()

    ruled = then(going_on, ruling(going_on, Forfeited(PLAYERS[0]), measure, closes=(1,)))
    known = by_id(noted(ruled, 1))

    assert [known[each].past[0].played for each in PLAYERS[:2]] == [False, False]


def test_an_entrant_who_sat_at_a_table_that_was_ended_has_met_the_others_there() -> None:
    going_on = playing()
    ended = then(going_on, commands.FinishRound(by=DIRECTOR, reason="other"))

    ruled = by_id(then(ended, ruling(ended, NotPlayed(PLAYERS[0]))))

    assert all(each.past[0].played for each in by_id(ended).values())
    assert all(each.past[0].played for each in ruled.values())


@given(dice=dice_strategy)
def test_whoever_has_met_somebody_was_met_by_them_in_a_random_tournament(dice: Dice) -> None:
    known = by_id(played(dice).now)

    meetings = {
        (past.round, contender.id, opponent): past.played
        for contender in known.values()
        for past in contender.past
        for opponent in past.opponents
    }
    assert all(meetings[number, two, one] is met for (number, one, two), met in meetings.items())

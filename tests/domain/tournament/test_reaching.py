"""How far each has got in a knockout, and in the final of groups, which stands before the points in the standings."""

import random
from typing import Any

import pytest

from domain.tournament import Tournament, commands
from domain.tournament.contenders import contenders_of, scored
from domain.tournament.reaching import reached
from domain.tournament.standings import standings
from domain.tournament.types import AdjustedPoints, Forfeited, TableResult
from tests.domain.tournament.test_whole import proposed
from tests.domain.tournament.tournaments import DIRECTOR, HASH, PLAYERS, publishing, ruling, started, then

CUP: dict[str, Any] = {"format": "knockout", "rounds": 3}
CUP_OF_FOURS: dict[str, Any] = {"format": "knockout", "rounds": 2, "places": 4, "advance": 2}
GROUPS: dict[str, Any] = {"format": "groups", "rounds": 4, "groups": 2, "advance": 1, "final_rounds": 1}

Row = tuple[int, int, int | None]


def opened(tournament: Tournament) -> Tournament:
    """Return the tournament with its next round, as it is proposed, being played."""
    tournament = then(tournament, commands.DraftRound(DIRECTOR, proposed(tournament)))
    tournament = then(tournament, publishing(tournament))
    return then(tournament, commands.StartRound(len(tournament.rounds)))


def over(tournament: Tournament, points: dict[int, int]) -> Tournament:
    """Return the tournament after its round, in which these starting numbers have points, and all others none."""
    for table in tournament.rounds[-1].tables:
        had = tuple([points.get(PLAYERS.index(each) + 1, 0) for each in table.seats])
        winners = tuple([seat for seat, each in enumerate(had) if each == max(had)])
        result = TableResult(deals=(had,), points=had, winners=winners)
        tournament = then(tournament, commands.NoteResult(table=table.id, result=result, version=9, hash=HASH))
    return tournament


def played(tournament: Tournament, *rounds: dict[int, int]) -> Tournament:
    """Return the tournament after rounds as they are proposed."""
    for points in rounds:
        tournament = over(opened(tournament), points)
    return tournament


def withdrawing(tournament: Tournament, *numbers: int) -> Tournament:
    """Return the tournament after some have withdrawn."""
    return then(tournament, *[commands.Withdraw(PLAYERS[each - 1], PLAYERS[each - 1]) for each in numbers])


def ranked(tournament: Tournament) -> list[Row]:
    """Return the rows of the standings: rank, starting number, and how far they have got."""
    found = scored(tournament)
    far = reached(tournament, contenders_of(tournament, found))
    rows = standings(tuple(tournament.entrants), found, tournament.settings.tie_breaks, far)
    return [(row.rank, PLAYERS.index(row.entrant) + 1, row.reached) for row in rows]


# Two meet


def test_the_winner_of_the_final_is_first_whatever_the_points() -> None:
    four = started(4, seating=CUP)

    cup = played(four, {1: 10, 2: 90}, {1: 10})

    assert ranked(cup) == [(1, 1, 3), (2, 2, 2), (3, 3, 1), (3, 4, 1)]


def test_an_entrant_who_has_lost_the_final_stands_before_all_who_went_out_before() -> None:
    cup = played(started(5, seating=CUP), {4: 5, 5: 90}, {5: 10, 2: 10, 3: 5}, {5: 20, 2: 30})

    assert ranked(cup) == [(1, 2, 4), (2, 5, 3), (3, 3, 2), (4, 1, 2), (5, 4, 1)]


def test_among_those_who_got_as_far_points_decide_and_then_tie_breaks() -> None:
    cup = played(started(4, seating=CUP, tie_breaks=["wins", "difference"]), {1: 10, 4: 3, 2: 10, 3: 3}, {1: 10})
    again = played(started(4, seating=CUP, tie_breaks=["difference"]), {1: 9, 4: 3, 2: 10, 3: 3}, {1: 10})

    assert ranked(cup)[2:] == [(3, 3, 1), (3, 4, 1)]
    assert ranked(again)[2:] == [(3, 4, 1), (4, 3, 1)]


def test_after_a_tie_in_the_final_the_better_starting_number_is_first_alone() -> None:
    cup = played(started(4, seating=CUP), {2: 10, 4: 10}, {2: 5, 4: 5})

    assert ranked(cup)[:2] == [(1, 2, 3), (2, 4, 2)]


def test_an_entrant_who_has_a_bye_goes_on() -> None:
    cup = played(started(3, seating={"format": "knockout", "rounds": 2}), {2: 90})

    assert ranked(cup) == [(1, 2, 2), (2, 1, 2), (3, 3, 1)]
    assert ranked(played(cup, {1: 1})) == [(1, 1, 3), (2, 2, 2), (3, 3, 1)]


def test_somebody_who_rests_as_all_opponents_are_out_goes_on_and_meets_in_the_final() -> None:
    cup = played(started(8, seating=CUP), {1: 1, 2: 1, 3: 1, 4: 1})
    rested = played(withdrawing(cup, 3, 4), {})

    assert (rested.rounds[-1].tables, rested.rounds[-1].byes) == ((), PLAYERS[:2])
    assert ranked(rested)[:2] == [(1, 1, 3), (1, 2, 3)]
    assert ranked(played(rested, {2: 1}))[:2] == [(1, 2, 4), (2, 1, 3)]


def test_before_the_first_round_all_are_equal() -> None:
    assert ranked(started(3, seating=CUP)) == [(1, 1, 0), (1, 2, 0), (1, 3, 0)]


def test_while_a_round_is_played_all_who_play_in_it_have_reached_it() -> None:
    cup = played(started(4, seating=CUP), {4: 90, 1: 100, 2: 10})

    assert ranked(cup) == [(1, 1, 2), (2, 2, 2), (3, 4, 1), (4, 3, 1)]
    assert ranked(opened(cup)) == ranked(cup)
    assert ranked(withdrawing(opened(cup), 1)) == ranked(cup)


def test_a_round_that_is_only_drafted_counts_for_nothing() -> None:
    cup = played(started(4, seating=CUP), {1: 10, 2: 20})
    drafted = then(cup, commands.DraftRound(DIRECTOR, proposed(cup)))

    assert ranked(drafted) == ranked(cup)


def test_an_entrant_who_has_forfeited_is_out_and_the_other_goes_on() -> None:
    cup = opened(played(started(4, seating=CUP), {1: 90, 2: 10}))
    cup = then(cup, ruling(cup, Forfeited(PLAYERS[0]), closes=(1,)))

    assert ranked(cup)[:2] == [(1, 2, 3), (2, 1, 2)]


def test_where_both_have_forfeited_the_better_starting_number_goes_on() -> None:
    cup = opened(started(2, seating={"format": "knockout", "rounds": 1}, limit=2))
    cup = then(cup, ruling(cup, Forfeited(PLAYERS[0]), Forfeited(PLAYERS[1]), closes=(1,)))

    assert ranked(cup) == [(1, 1, 2), (2, 2, 1)]


def test_a_ruling_on_the_final_decides_who_has_won_it() -> None:
    cup = played(started(4, seating=CUP), {1: 90, 2: 10}, {1: 90})
    cup = then(cup, ruling(cup, AdjustedPoints(PLAYERS[0], 5), AdjustedPoints(PLAYERS[1], 6)))

    assert ranked(cup)[:2] == [(1, 2, 3), (2, 1, 2)]


def test_an_entrant_who_withdraws_before_the_next_round_has_reached_the_last_one_they_stood_in() -> None:
    cup = withdrawing(played(started(8, seating=CUP), {1: 90, 2: 10, 3: 10, 4: 80, 5: 20}), 1)
    back = then(cup, commands.Return(PLAYERS[0], PLAYERS[0]))

    assert ranked(cup)[:5] == [(1, 4, 2), (2, 2, 2), (2, 3, 2), (4, 1, 1), (5, 5, 1)]
    assert ranked(back)[0] == (1, 1, 2)
    cup = played(cup, {2: 10})
    assert ranked(cup)[:4] == [(1, 4, 3), (2, 2, 3), (3, 3, 2), (4, 1, 1)]


def test_an_entrant_who_is_left_alone_has_won() -> None:
    cup = withdrawing(played(started(4, seating=CUP), {1: 90, 2: 10}), 1)

    assert ranked(cup)[:2] == [(1, 2, 2), (2, 1, 1)]
    assert ranked(withdrawing(cup, 2))[:2] == [(1, 1, 1), (2, 2, 1)]


def test_an_entrant_who_withdraws_after_the_final_has_won_it_all_the_same() -> None:
    cup = played(started(4, seating=CUP), {1: 90, 2: 10}, {2: 1})

    assert ranked(withdrawing(cup, 2)) == ranked(cup)


def test_where_the_rounds_do_not_reach_those_who_are_left_are_equal_also_if_they_withdraw() -> None:
    cup = played(started(4, seating={"format": "knockout", "rounds": 1}), {1: 5, 2: 10})

    assert ranked(cup) == [(1, 2, 2), (2, 1, 2), (3, 3, 1), (3, 4, 1)]
    assert ranked(withdrawing(cup, 2)) == ranked(cup)


# More than two meet


def test_at_larger_tables_the_best_go_on_and_the_winner_of_the_last_table_is_first() -> None:
    cup = started(8, seating=CUP_OF_FOURS)
    cup = played(cup, {1: 50, 2: 90, 3: 40, 4: 30, 5: 29})

    assert ranked(cup)[:5] == [(1, 2, 2), (2, 1, 2), (3, 3, 2), (4, 4, 2), (5, 5, 1)]
    cup = played(cup, {4: 9, 3: 8, 1: 7})
    assert ranked(cup)[:5] == [(1, 4, 3), (2, 2, 2), (3, 1, 2), (4, 3, 2), (5, 5, 1)]


def test_at_a_last_table_that_is_compared_with_no_other_its_winner_is_first() -> None:
    begun = started(4, seating=CUP_OF_FOURS | {"rounds": 1}, scoring="matchpoints", duplicate=True)
    cup = played(begun, {3: 9, 2: 5})

    assert ranked(cup) == [(1, 3, 2), (2, 1, 1), (2, 2, 1), (2, 4, 1)]


def test_at_larger_tables_an_entrant_who_withdraws_is_out() -> None:
    cup = withdrawing(played(started(8, seating=CUP_OF_FOURS), {1: 50, 2: 90, 3: 40, 4: 30}), 2)

    assert ranked(cup)[:4] == [(1, 1, 2), (2, 3, 2), (3, 4, 2), (4, 2, 1)]


# Groups, and the final


def test_the_winner_of_the_final_of_groups_is_first() -> None:
    groups = played(started(8, seating=GROUPS), {1: 90, 2: 10}, {1: 90, 2: 10}, {1: 90, 3: 50})

    assert ranked(groups)[:3] == [(1, 1, 0), (2, 3, 0), (3, 2, 0)]
    assert ranked(opened(groups))[:3] == [(1, 1, 4), (2, 3, 4), (3, 2, 0)]
    assert ranked(played(groups, {3: 1}))[:3] == [(1, 3, 5), (2, 1, 4), (3, 2, 0)]


@pytest.mark.parametrize(
    ("tie_breaks", "finalist"), [([], 2), (["wins"], 3), (["head_to_head"], 3), (["difference"], 3)]
)
def test_of_equals_in_a_group_the_tie_breaks_decide_who_is_in_the_final(tie_breaks: list[str], finalist: int) -> None:
    seating = {"format": "groups", "rounds": 4, "groups": 1, "advance": 2, "final_rounds": 1}
    rounds = ({1: 30, 2: 4, 3: 5}, {1: 30, 2: 5, 3: 5}, {1: 30, 2: 6, 4: 7, 3: 5})
    groups = played(started(4, seating=seating, tie_breaks=tie_breaks), *rounds)
    rows = [number for _, number, _ in ranked(groups)]

    assert rows.index(finalist) == 1
    (final,) = proposed(groups).tables
    assert set(final.entrants) == {PLAYERS[0], PLAYERS[finalist - 1]}


def test_in_a_final_of_several_rounds_the_entrant_who_goes_out_first_stands_last() -> None:
    seating = GROUPS | {"rounds": 3, "advance": 2, "final_rounds": 2}
    groups = played(started(8, seating=seating), {1: 90, 4: 80, 2: 70, 3: 60})

    final = played(groups, {1: 5, 3: 9, 4: 9}, {4: 1})

    assert [each[2] for each in ranked(final)] == [4, 3, 2, 2, 0, 0, 0, 0]
    assert [each[1] for each in ranked(final)[:4]] == [4, 3, 1, 2]


def test_in_a_final_at_larger_tables_nobody_goes_out_and_points_decide() -> None:
    seating = GROUPS | {"rounds": 3, "advance": 2, "final_rounds": 2, "places": 4}
    groups = played(started(8, seating=seating), {1: 50, 8: 80, 2: 70, 3: 60})

    final = played(groups, {3: 9}, {3: 9})

    assert ranked(final)[:5] == [(1, 8, 2), (2, 3, 2), (3, 2, 2), (4, 1, 2), (5, 4, 0)]


# Other formats


@pytest.mark.parametrize("form", ["swiss", "round_robin"])
def test_in_other_formats_points_decide_alone(form: str) -> None:
    tournament = played(started(4, seating={"format": form, "rounds": 2}), {1: 5, 2: 10}, {1: 2, 4: 9})

    rows = ranked(tournament)

    assert {each[2] for each in rows} == {None}
    assert rows[0][1] == 2


# Those who go on are those who are paired


@pytest.mark.parametrize("seating", [CUP | {"rounds": 2}, CUP_OF_FOURS | {"sizes": [3]}])
@pytest.mark.parametrize("players", [7, 8, 13])
def test_an_entrant_who_is_proposed_for_the_next_round_has_reached_it(players: int, seating: dict[str, Any]) -> None:
    for seed in range(5):
        dice = random.Random(seed)
        cup = played(started(players, seating=seating), {number: dice.randrange(4) for number in range(players)})
        cup = withdrawing(cup, *dice.sample(range(1, players + 1), dice.randrange(3)))

        draft = proposed(cup)
        following = {each for table in draft.tables for each in table.entrants} | {bye.entrant for bye in draft.byes}
        assert {PLAYERS[number - 1] for _, number, far in ranked(cup) if far == 2} == following


def test_of_equal_points_at_a_larger_table_who_has_forfeited_goes_on_last() -> None:
    begun = opened(started(players=8, seating=CUP_OF_FOURS))
    table = next(each for each in begun.rounds[0].tables if PLAYERS[0] in each.entrants)
    others = sorted(PLAYERS.index(each) + 1 for each in table.entrants)[1:]

    following = over(then(begun, ruling(begun, Forfeited(PLAYERS[0]))), {others[-1]: 3})

    named = {PLAYERS.index(each) + 1 for each in proposed(following).named}
    assert named & {1, *others} == {others[0], others[-1]}
    assert {number for _, number, far in ranked(following) if far == 2} == named


# Results that are corrected when the next round plays


@pytest.mark.parametrize(
    ("seating", "players", "on"),
    [
        (CUP, 8, {1, 2}),
        (GROUPS | {"rounds": 6, "advance": 4, "final_rounds": 3}, 8, {1, 2}),
        (CUP_OF_FOURS | {"rounds": 3, "sizes": [3]}, 14, {1, 2, 3, 4}),
    ],
)
def test_somebody_who_has_won_the_round_after_goes_on_though_an_earlier_one_is_corrected(
    seating: dict[str, Any], players: int, on: set[int]
) -> None:
    by_number = {number: 20 - number for number in range(1, 15)}
    before = started(players=players, seating=seating, correction_ms=60_000)
    first = seating["rounds"] - seating.get("final_rounds", seating["rounds"])
    begun = opened(played(before, *[by_number] * (first + 1)))
    table = begun.rounds[first].tables[0]
    had = tuple([PLAYERS.index(each) for each in table.seats])  # the best is the last
    other = TableResult(deals=(had,), points=had, winners=(had.index(max(had)),))

    corrected = then(begun, commands.Correct(by=DIRECTOR, table=table.id, result=other, reason="wrong_entry"))

    following = over(corrected, by_number)
    assert {PLAYERS.index(each) + 1 for each in proposed(following).named} == on
    there = {number for _, number, far in ranked(following) if far == len(following.rounds) + 1}
    assert there == on

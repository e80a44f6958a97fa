"""Who sits where: round robin, groups and final, knockout, and tables that were uploaded."""

import random
from collections.abc import Sequence
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from domain.game import Refused
from domain.tournament.pairing import checked, propose
from domain.tournament.pairing.schedules import groups_of
from domain.tournament.types import Contender, Draft, DraftedBye, DraftedTable, PastRound, Seating
from tests.domain.tournament.entrants import (
    byes,
    codes,
    drawn,
    entrant,
    entrants,
    numbers,
    played,
    repeats,
    to_pair,
    tournament,
)

ROBIN = Seating(format="round_robin", rounds=30)
CUP = Seating(format="knockout", rounds=4)
CUP_OF_FOURS = Seating(format="knockout", rounds=4, places=4, sizes=(3, 4), advance=2)
GROUPS = Seating(format="groups", rounds=5, groups=2, advance=2, final_rounds=2)
MANUAL = Seating(format="manual", rounds=3, places=3, sizes=(3, 4))


def out(contenders: Sequence[Contender], *gone: int) -> tuple[Contender, ...]:
    return tuple(replace(each, active=each.number not in gone) for each in contenders)


def by_number(draft: Draft) -> list[list[int]]:
    """Return points with which the better starting number wins each table."""
    return [[10_000 * (len(table) - sorted(table).index(each)) for each in table] for table in numbers(draft)]


# Round robin


@pytest.mark.parametrize(
    ("count", "table"),
    [
        (4, ["1-4 2-3", "4-3 1-2", "2-4 3-1"]),
        (6, ["1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"]),
        (
            8,
            [
                "1-8 2-7 3-6 4-5", "8-5 6-4 7-3 1-2", "2-8 3-1 4-7 5-6", "8-6 7-5 1-4 2-3",
                "3-8 4-2 5-1 6-7", "8-7 1-6 2-5 3-4", "4-8 5-3 6-2 7-1",
            ],
        ),
    ],
)  # fmt: skip
def test_two_meet_by_the_tables_of_berger(count: int, table: list[str]) -> None:
    """FIDE Handbook C.05, annex 1 (https://handbook.fide.com/chapter/C05Annex1)."""
    for number, row in enumerate(table, start=1):
        draft = propose(to_pair(ROBIN, entrants(count), number))
        assert sorted(f"{one}-{other}" for one, other in numbers(draft)) == sorted(row.split())
        assert codes(draft) == ["by_schedule"]


@given(st.integers(2, 12))
def test_each_meets_each_once(count: int) -> None:
    rounds = count - 1 + count % 2
    _, drafts = tournament(ROBIN, entrants(count), rounds, random.Random(count))
    assert repeats(drafts) == 0
    assert sum(len(draft.tables) for draft in drafts) == count * (count - 1) // 2
    had = [each for draft in drafts for each in byes(draft)]
    assert sorted(had) == (list(range(1, count + 1)) if count % 2 else [])


@given(st.integers(2, 9))
def test_two_who_meet_again_change_seats(count: int) -> None:
    _, drafts = tournament(ROBIN, entrants(count), 2 * (count - 1 + count % 2), random.Random(count))
    meetings = [pair for draft in drafts for pair in numbers(draft)]
    assert sorted(meetings) == list(permutations(range(1, count + 1), 2))


def test_two_whose_meeting_was_forfeited_sit_as_the_schedule_says() -> None:
    now, drafts = tournament(ROBIN, entrants(4), 1, random.Random(1))
    forfeited = tuple(replace(each, past=tuple(replace(past, played=False) for past in each.past)) for each in now)
    assert numbers(propose(to_pair(ROBIN, forfeited, 4))) == numbers(drafts[0])


def test_a_schedule_has_nobody_for_one_alone() -> None:
    draft = propose(to_pair(ROBIN, entrants(1)))
    assert (numbers(draft), byes(draft)) == ([], [1])
    assert [reason.code for reason in draft.byes[0].reasons] == ["bye_by_schedule"]


def test_the_opponent_of_an_entrant_who_is_out_has_no_table() -> None:
    now, _ = tournament(ROBIN, entrants(4), 1, random.Random(1))
    draft = propose(to_pair(ROBIN, out(now, 1), 2))
    assert (numbers(draft), byes(draft)) == ([(4, 3)], [2])
    assert [reason.code for reason in draft.byes[0].reasons] == ["bye_opponent_out"]
    assert byes(propose(to_pair(ROBIN, out(now, 1, 2), 2))) == []


def test_an_entrant_who_has_not_come_is_not_in_the_schedule() -> None:
    now, rounds = out(entrants(5), 2), []
    for number in (1, 2, 3):
        rounds.append(propose(to_pair(ROBIN, now, number)))
        now = played(now, rounds[-1], by_number(rounds[-1]))
    assert [(len(draft.tables), byes(draft)) for draft in rounds] == [(2, [])] * 3
    assert repeats(rounds) == 0


def test_an_entrant_who_comes_after_the_first_round_joins_the_schedule() -> None:
    now, _ = tournament(ROBIN, out(entrants(5), 2), 1, random.Random(1))
    draft = propose(to_pair(ROBIN, [replace(each, active=True) for each in now], 2))
    assert codes(draft) == ["fewest_repeats", "seats_balanced"]
    assert sorted([each for pair in numbers(draft) for each in pair] + byes(draft)) == [1, 2, 3, 4, 5]


def test_groups_stay_as_they_were_when_somebody_joins_whatever_their_number() -> None:
    seating = Seating(format="groups", rounds=4, groups=2)
    now = out(entrants(6), 1, 2)
    draft = propose(to_pair(seating, now))
    later = [replace(each, active=True) for each in played(now, draft, by_number(draft))]

    assert in_groups(seating, now, 1) == [[3, 6], [4, 5]]
    assert in_groups(seating, later, 2) == [[3, 6, 1], [4, 5, 2]]


def in_groups(seating: Seating, contenders: Sequence[Contender], number: int) -> list[list[int]]:
    """Return the numbers of those in each group in a round."""
    return [[each.number for each in group] for group in groups_of(to_pair(seating, contenders, number))]


def groups_in(draft: Draft) -> list[tuple[int, int | None]]:
    """Return everybody in a round of groups, by starting number, with the number of the group that the reason gives."""
    tables = [(each.int, table.reasons[0].count) for table in draft.tables for each in table.entrants]
    return tables + [(bye.entrant.int, bye.reasons[0].count) for bye in draft.byes]


def test_somebody_who_returns_joins_the_smallest_group_and_moves_nobody() -> None:
    seating = Seating(format="groups", rounds=5, groups=3, final_rounds=2)
    now, _ = tournament(seating, out(entrants(13), 2, 11, 13), 1, random.Random(1))
    before = in_groups(seating, now, 2)
    now = out(now, 2, 11)
    later = in_groups(seating, now, 2)
    draft = propose(to_pair(seating, now, 2))
    now = out(played(now, draft, by_number(draft)))

    assert before == [[1, 7, 8, 12], [3, 6, 9], [4, 5, 10]]
    assert later == [[1, 7, 8, 12], [3, 6, 9, 13], [4, 5, 10]]
    assert in_groups(seating, now, 3) == [[1, 7, 8, 12, 11], [3, 6, 9, 13], [4, 5, 10, 2]]
    assert in_groups(seating, out(now, 2), 3) == [[1, 7, 8, 12], [3, 6, 9, 13], [4, 5, 10, 11]]


@given(st.integers(2, 3), st.sampled_from([2, 3]), st.integers(6, 12), st.randoms(use_true_random=False))
def test_nobody_who_is_in_a_group_moves_whoever_comes_and_goes(
    groups: int, places: int, count: int, dice: random.Random
) -> None:
    seating = Seating(format="groups", rounds=6, groups=groups, places=places, sizes=(2, 3)[: places - 1], advance=2)
    late = [Contender(id=entrant(each), number=each) for each in range(count + 1, count + 4)]
    now = entrants(count)
    first = [each for each in range(groups * places + 1, count + 1) if dice.random() < 0.3]
    now = out(now, *first)
    homes: dict[int, int | None] = {}
    for number in range(1, seating.rounds):
        draft = propose(to_pair(seating, now, number))
        for each, group in groups_in(draft):
            assert homes.setdefault(each, group) == group
        now = played(now, draft, drawn(draft, dice))
        if late and dice.random() < 0.3:
            missed = tuple(PastRound(round=each, outcome="late") for each in range(1, number + 1))
            now = (*now, replace(late.pop(), past=missed))
        now = out(now, *[each.number for each in now if dice.random() < 0.3])
    for group, there in enumerate(in_groups(seating, now, seating.rounds), start=1):
        assert {homes.get(each, group) for each in there} == {group}


def test_a_final_goes_on_as_it_began_when_somebody_returns() -> None:
    """The eleventh misses the check-in; the tenth wins the first group, and is in the final."""
    seating = Seating(format="groups", rounds=5, groups=3, final_rounds=2)
    now, drafts = out(entrants(11), 11), []
    best = {10: 100, 2: 50, 3: 40}
    for number in (1, 2, 3, 4):
        drafts.append(propose(to_pair(seating, now, number)))
        strengths = [[best.get(each, -each) for each in table] for table in numbers(drafts[-1])]
        now = played(now, drafts[-1], [[10_000 * (each == max(table)) for each in table] for table in strengths])

    after = propose(to_pair(seating, now, 5))

    assert after == propose(to_pair(seating, out(now), 5))
    assert sorted(after.named) == [entrant(2), entrant(10)]


def test_somebody_who_comes_for_the_final_alone_is_in_it_until_they_lose() -> None:
    """Two of the three in the second group leave; of the seventh and the eighth, who come, the eighth is its second."""
    seating = Seating(format="groups", rounds=3, groups=2, final_rounds=2, advance=2)
    now, _ = tournament(seating, out(entrants(8), 7, 8), 1, random.Random(1))
    now = out(now, 2, 3)
    draft = propose(to_pair(seating, now, 2))
    won = [[10_000 * (each == max(table)) for each in table] for table in numbers(draft)]

    last = propose(to_pair(seating, played(now, draft, won), 3))

    assert [sorted(pair) for pair in numbers(draft)] == [[5, 8], [1, 6]]
    assert [sorted(pair) for pair in numbers(last)] == [[6, 8]]


def test_groups_are_dealt_to_those_who_have_come() -> None:
    """Of six the second and the third would have been in one group, with nobody but the sixth."""
    seating = Seating(format="groups", rounds=4, groups=2)
    now = out(entrants(6), 2, 3)
    draft = propose(to_pair(seating, now))
    assert ([sorted(pair) for pair in numbers(draft)], byes(draft)) == ([[1, 6], [4, 5]], [])
    now = played(now, draft, by_number(draft))
    back = [replace(each, active=True) for each in now]
    second = propose(to_pair(seating, out(back, 3), 2))
    assert sorted([each for pair in numbers(second) for each in pair] + byes(second)) == [1, 2, 4, 5, 6]
    gone = propose(to_pair(seating, out(played(back, second, by_number(second)), 2, 3), 3))
    assert sorted([each for pair in numbers(gone) for each in pair] + byes(gone)) == [1, 4, 5, 6]


def test_an_entrant_who_comes_late_to_a_round_robin_meets_those_they_can() -> None:
    now, _ = tournament(ROBIN, entrants(4), 1, random.Random(1))
    late = Contender(id=entrant(5), number=5, past=(PastRound(round=1, outcome="late"),))
    draft = propose(to_pair(ROBIN, (*now, late), 2))
    assert codes(draft) == ["fewest_repeats", "seats_balanced"]
    assert sorted([each for pair in numbers(draft) for each in pair] + byes(draft)) == [1, 2, 3, 4, 5]


def test_tables_of_a_round_robin_let_as_few_as_possible_meet_again() -> None:
    seating = Seating(format="round_robin", rounds=4, places=3)
    _, drafts = tournament(seating, entrants(9), 4, random.Random(1))
    assert repeats(drafts) == 0


# Knockout


def test_the_best_two_can_meet_in_the_final_only() -> None:
    now, drafts = entrants(8), []
    for number in (1, 2, 3, 4):
        drafts.append(propose(to_pair(CUP, now, number)))
        now = played(now, drafts[-1], by_number(drafts[-1]))
    assert [[sorted(pair) for pair in numbers(draft)] for draft in drafts] == [
        [[1, 8], [4, 5], [2, 7], [3, 6]],
        [[1, 4], [2, 3]],
        [[1, 2]],
        [],
    ]
    assert codes(drafts[0], 2) == ["by_bracket"]
    assert drafts[0].tables[1].reasons[0].count == 2


def test_the_best_go_on_where_it_does_not_come_out_even() -> None:
    draft = propose(to_pair(CUP, entrants(5)))
    assert ([sorted(pair) for pair in numbers(draft)], byes(draft)) == ([[4, 5]], [1, 2, 3])
    assert {reason.code for bye in draft.byes for reason in bye.reasons} == {"bye_to_best"}


def test_of_two_who_are_tied_the_better_number_goes_on() -> None:
    now = entrants(4)
    draft = propose(to_pair(CUP, now))
    now = played(now, draft, [[5_000, 5_000], [0, 10_000]])
    draft = propose(to_pair(CUP, now, 2))
    winner = played(entrants(4), propose(to_pair(CUP, entrants(4))), [[5_000, 5_000], [0, 10_000]])
    went_on = next(each.number for each in winner if each.past[0].outcome == "won")
    assert [sorted(pair) for pair in numbers(draft)] == [[1, went_on]]
    assert codes(draft) == ["by_bracket", "tie_by_number"]
    assert draft.tables[0].reasons[1].entrants == (entrant(1),)


def test_an_entrant_who_wins_goes_on_whatever_their_number() -> None:
    now = entrants(4)
    draft = propose(to_pair(CUP, now))
    now = played(now, draft, [[10_000 * (each == max(table)) for each in table] for table in numbers(draft)])
    assert [sorted(pair) for pair in numbers(propose(to_pair(CUP, now, 2)))] == [[3, 4]]


def by_hand(*tables: tuple[int, ...], byes: tuple[int, ...] = ()) -> Draft:
    """Return a first round with other tables than were proposed."""
    return Draft(
        round=1,
        tables=tuple(
            DraftedTable(number=number, entrants=tuple(map(entrant, table))) for number, table in enumerate(tables, 1)
        ),
        byes=tuple(DraftedBye(entrant=entrant(each)) for each in byes),
    )


@pytest.mark.parametrize(
    ("draft", "shares", "pairs", "idle"),
    [
        (by_hand((1, 3), (2, 4)), [[1, 0], [0, 1]], [[1, 4]], []),
        (by_hand((1, 2), (3, 4)), [[0, 1], [1, 0]], [[2, 3]], []),
        (by_hand((1, 2), (4, 3)), [[5, 5], [5, 5]], [[1, 3]], []),
        (by_hand((1, 2), byes=(3, 4)), [[0, 1]], [[2, 3]], [4]),
        (by_hand((1, 3), byes=(4,)), [[0, 1]], [[3, 4]], []),
        (by_hand((2, 3), byes=(1, 4)), [[0, 1]], [[1, 3]], [4]),
    ],
)
def test_an_entrant_who_has_won_goes_on_also_where_the_draft_was_edited(
    draft: Draft, shares: list[list[int]], pairs: list[list[int]], idle: list[int]
) -> None:
    found = propose(to_pair(CUP, played(entrants(4), draft, shares), 2))
    assert ([sorted(pair) for pair in numbers(found)], byes(found)) == (pairs, idle)


def test_the_final_of_groups_goes_on_with_those_who_have_won_there() -> None:
    now, _ = tournament(GROUPS, entrants(8), 3, random.Random(1))
    one, two = propose(to_pair(GROUPS, now, 4)).tables
    crossed = [(one.entrants[0], two.entrants[0]), (one.entrants[1], two.entrants[1])]
    tables = tuple(replace(table, entrants=pair) for table, pair in zip((one, two), crossed, strict=True))
    now = played(now, Draft(round=4, tables=tables), [[1, 0], [1, 0]])
    (final,) = propose(to_pair(GROUPS, now, 5)).tables
    assert set(final.entrants) == set(one.entrants)


def test_an_entrant_whose_opponent_is_out_goes_on() -> None:
    now = entrants(4)
    draft = propose(to_pair(CUP, now))
    now = out(played(now, draft, by_number(draft)), 1)
    draft = propose(to_pair(CUP, now, 2))
    assert (numbers(draft), byes(draft)) == ([], [2])
    assert [reason.code for reason in draft.byes[0].reasons] == ["bye_opponent_out"]
    assert byes(propose(to_pair(CUP, out(now, 1, 2), 2))) == []


def test_a_match_of_nobody_gives_nobody() -> None:
    now = entrants(8)
    draft = propose(to_pair(CUP, now))
    now = played(now, draft, by_number(draft))
    gone = out(now, 1, 4)
    draft = propose(to_pair(CUP, gone, 2))
    now = played(gone, draft, by_number(draft))
    draft = propose(to_pair(CUP, out(now, 1, 4), 3))
    assert (numbers(draft), byes(draft)) == ([], [2])


def test_somebody_who_has_missed_a_round_of_a_knockout_does_not_come_back_also_where_both_have() -> None:
    now = entrants(8)
    draft = propose(to_pair(CUP, now))
    now = played(now, draft, by_number(draft))
    gone = out(now, 1, 4)
    draft = propose(to_pair(CUP, gone, 2))
    now = played(gone, draft, by_number(draft))
    draft = propose(to_pair(CUP, out(now), 3))
    assert (numbers(draft), byes(draft)) == ([], [2])
    assert [reason.code for reason in draft.byes[0].reasons] == ["bye_opponent_out"]


def test_of_larger_tables_as_many_as_settled_go_on() -> None:
    now, drafts = entrants(14), []
    for number in (1, 2, 3):
        drafts.append(propose(to_pair(CUP_OF_FOURS, now, number)))
        now = played(now, drafts[-1], by_number(drafts[-1]))
    assert [sorted(map(sorted, numbers(draft))) for draft in drafts] == [
        [[1, 8, 9, 14], [2, 7, 10], [3, 6, 11, 13], [4, 5, 12]],
        [[1, 4, 5, 8], [2, 3, 6, 7]],
        [[1, 2, 3, 4]],
    ]
    assert codes(drafts[0]) == ["by_bracket"]


def test_a_knockout_of_larger_tables_is_over_when_one_is_left() -> None:
    seating = replace(CUP_OF_FOURS, advance=1)
    now = entrants(4)
    draft = propose(to_pair(seating, now))
    now = played(now, draft, by_number(draft))
    assert propose(to_pair(seating, now, 2)) == Draft(round=2, tables=())


def test_a_knockout_of_larger_tables_has_byes_for_the_best() -> None:
    draft = propose(to_pair(replace(CUP_OF_FOURS, sizes=()), entrants(5)))
    assert (byes(draft), [reason.code for reason in draft.byes[0].reasons]) == ([1], ["bye_to_best"])


# Groups, and the final


def test_the_best_of_the_groups_meet_in_the_final() -> None:
    now, drafts = entrants(8), []
    for number in range(1, 6):
        drafts.append(propose(to_pair(GROUPS, now, number)))
        now = played(now, drafts[-1], by_number(drafts[-1]))
    first = {each for pair in numbers(drafts[0])[:2] for each in pair}
    assert first == {1, 4, 5, 8}
    assert repeats(drafts[:3]) == 0
    assert codes(drafts[0], 3) == ["in_group", "by_schedule"]
    assert drafts[0].tables[2].reasons[0].count == 2
    assert [table.number for table in drafts[0].tables] == [1, 2, 3, 4]
    assert [[sorted(pair) for pair in numbers(draft)] for draft in drafts[3:]] == [[[1, 4], [2, 3]], [[1, 2]]]
    assert codes(drafts[4])[0] == "in_final"


def test_a_group_that_has_played_all_its_rounds_waits() -> None:
    seating = Seating(format="groups", rounds=5, groups=2)
    now, _ = tournament(seating, entrants(5), 1, random.Random(1))
    two = propose(to_pair(seating, now, 2))
    assert (len(two.tables), {2, 3} <= set(byes(two))) == (1, True)
    assert [reason.code for reason in two.byes[-1].reasons] == ["in_group", "bye_by_schedule"]


def test_when_all_groups_have_played_all_their_rounds_they_go_on_from_the_beginning() -> None:
    seating = Seating(format="groups", rounds=6, groups=2)
    _, drafts = tournament(seating, entrants(8), 4, random.Random(1))
    assert numbers(drafts[0]) == [(1, 8), (4, 5), (2, 7), (3, 6)]
    assert numbers(drafts[3]) == [(8, 1), (5, 4), (7, 2), (6, 3)]


def test_an_entrant_who_is_out_leaves_their_place_in_the_final_to_the_next() -> None:
    now, _ = tournament(GROUPS, entrants(8), 3, random.Random(1))
    now = tuple(replace(each, past=tuple(replace(past, points=each.number) for past in each.past)) for each in now)
    finalists = {1: [5, 6, 7, 8], 8: [4, 5, 6, 7]}  # the groups are 1, 4, 5, 8 and 2, 3, 6, 7
    for gone, there in finalists.items():
        draft = propose(to_pair(GROUPS, out(now, gone), 4))
        assert sorted(each for pair in numbers(draft) for each in pair) == there


def test_the_final_of_larger_tables_is_by_standing() -> None:
    seating = Seating(format="groups", rounds=2, groups=2, advance=2, places=4)
    now = entrants(8)
    draft = propose(to_pair(seating, now))
    assert codes(draft) == ["in_group", "fewest_repeats", "seats_balanced"]
    now = played(now, draft, by_number(draft))
    draft = propose(to_pair(seating, now, 2))
    assert [sorted(table) for table in numbers(draft)] == [[1, 2, 3, 4]]
    assert codes(draft)[:2] == ["in_final", "by_standing"]


# Uploaded


def upload(*tables: tuple[int, ...], gone: tuple[int, ...] = ()) -> Draft:
    given_tables = tuple(tuple(map(entrant, table)) for table in tables)
    asked = replace(to_pair(MANUAL, out(entrants(8), *gone), 2), given=given_tables)
    assert checked(asked, given_tables) == propose(asked)
    return propose(asked)


def test_tables_that_were_uploaded_are_taken_as_they_are() -> None:
    draft = upload((8, 1, 2), (3, 4, 5, 6), gone=())
    assert (numbers(draft), byes(draft)) == ([(8, 1, 2), (3, 4, 5, 6)], [7])
    assert codes(draft) == ["uploaded"]
    assert [reason.code for reason in draft.byes[0].reasons] == ["bye_not_uploaded"]
    assert byes(upload((8, 1, 2), (3, 4, 5), gone=(7,))) == [6]


@pytest.mark.parametrize(
    ("tables", "detail"),
    [
        ((), "There has to be one table at least."),
        (((1, 2, 9),), "is no entrant."),
        (((1, 2, 7),), "does not play this round."),
        (((1, 2, 3), (4, 5, 1)), "has a place already."),
        (((1, 2, 1),), "has a place already."),
        (((1, 2),), "Number of entrants at table 1: 2; allowed: "),
        (((),), "Number of entrants at table 1: 0; allowed: "),
    ],
)
def test_tables_that_are_not_possible_are_refused(tables: tuple[tuple[int, ...], ...], detail: str) -> None:
    with pytest.raises(Refused) as refusal:
        checked(to_pair(MANUAL, out(entrants(8), 7)), [[entrant(each) for each in table] for table in tables])
    assert refusal.value.code == "invalid_draft"
    assert detail in refusal.value.detail

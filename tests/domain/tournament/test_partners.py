"""Who meets whom where the Dutch system pairs nobody: so that all can sit on the side that is due to them."""

import random

import pytest
from msgspec.structs import replace

from domain.tournament.pairing import propose
from domain.tournament.pairing.partners import Partners, with_sides_due
from domain.tournament.pairing.two_sided import preference, sides
from domain.tournament.types import Contender, Draft, PastRound, Seating
from tests.domain.tournament.entrants import byes, drawn, entrant, entrants, played, repeats, to_pair

FIRST, SECOND = (0, 1, 0), (1, 1, 0)
MUST_BE_FIRST, MUST_BE_SECOND = (0, 3, 2), (1, 3, 2)
NOBODY_HAS_MET = [{}] * 4  # type: list[dict[int, int]]
ROUNDS = 9


def rounds_of(count: int, seed: int) -> tuple[tuple[Contender, ...], list[Draft], int]:
    """Play a tournament; returns the contenders afterwards, the drafts, and how many pairs have missed a side."""
    now, drafts, missed, dice = entrants(count), [], 0, random.Random(seed)
    for number in range(1, ROUNDS + 1):
        draft = propose(to_pair(Seating(format="swiss", rounds=ROUNDS), now, number))
        due = {each.id: wish[0] for each in now if (wish := preference(each)) is not None}
        pairs = [[due.get(each, place) for place, each in enumerate(table.entrants)] for table in draft.tables]
        missed += sum(pair != [0, 1] for pair in pairs)
        drafts.append(draft)
        now = played(now, draft, drawn(draft, dice))
    return now, drafts, missed


@pytest.mark.parametrize(("count", "seed"), [(41, 1), (60, 2), (101, 3)])
def test_nobody_sits_on_a_side_three_times_in_a_row_or_three_times_more_than_on_the_other(
    count: int, seed: int
) -> None:
    now, drafts, _ = rounds_of(count, seed)
    for each in now:
        had = sides(each)
        assert all(set(three) == {0, 1} for three in zip(had, had[1:], had[2:], strict=False)), had
        assert all(abs(had[:end].count(0) - had[:end].count(1)) <= 2 for end in range(len(had)))
    assert repeats(drafts) == 0


def test_few_miss_the_side_that_is_due_to_them() -> None:
    _, drafts, missed = rounds_of(100, 4)
    assert missed < sum(len(draft.tables) for draft in drafts) / 4


def test_the_bye_goes_to_nobody_who_has_won_without_playing() -> None:
    *others, last = entrants(41)
    won = PastRound(round=1, outcome="won", opponents=(entrant(1),), played=False)
    draft = propose(to_pair(Seating(format="swiss", rounds=ROUNDS), (*others, replace(last, past=(won,))), 2))
    assert byes(draft) == [40]
    assert [(reason.code, reason.count) for reason in draft.byes[0].reasons] == [("bye_lowest_without", 0)]


def test_who_has_another_partner_for_the_seats_avoids_no_repeat() -> None:
    seating, dice = Seating(format="swiss", rounds=ROUNDS), random.Random(5)
    first = propose(to_pair(seating, entrants(60)))
    won = [dice.choice([[10_000, 0], [0, 10_000]]) for _ in first.tables]
    draft = propose(to_pair(seating, played(entrants(60), first, won), 2))
    for table in draft.tables:
        assert [reason.code for reason in table.reasons] == ["by_standing", "seats_balanced"]


@pytest.mark.parametrize(
    ("standing", "met", "wishes", "pairs"),
    [
        ([0, 0, 0, 0], NOBODY_HAS_MET, [FIRST, FIRST, SECOND, SECOND], [[0, 3], [1, 2]]),
        ([0, 0, 0, 0], NOBODY_HAS_MET, [FIRST, SECOND, FIRST, SECOND], [[0, 1], [2, 3]]),
        ([0, 0, 2, 2], NOBODY_HAS_MET, [FIRST, FIRST, SECOND, SECOND], [[0, 1], [2, 3]]),  # the standing counts more
        ([0, 0, 2, 2], NOBODY_HAS_MET, [MUST_BE_FIRST] * 2 + [None] * 2, [[0, 3], [1, 2]]),  # … and a rule still more
        ([0, 0, 0, 0], [{2: 1, 3: 1}, {}, {0: 1}, {0: 1}], [MUST_BE_SECOND] * 2 + [None] * 2, [[0, 1], [2, 3]]),
        ([0, 0, 0, 0], [{1: 1}, {0: 1}, {}, {}], [MUST_BE_SECOND, FIRST] * 2, [[0, 3], [1, 2]]),
    ],
)  # fmt: skip
def test_partners_are_exchanged_for_the_sides_if_nothing_that_counts_more_is_against_it(
    standing: list[int],
    met: list[dict[int, int]],
    wishes: list[tuple[int, int, int] | None],
    pairs: list[list[int]],
) -> None:
    assert with_sides_due([[0, 1], [2, 3]], standing, met, wishes) == pairs


def test_a_search_that_may_not_look_further_leaves_the_pairs() -> None:
    partners = Partners([[0, 1], [2, 3]], [0] * 4, NOBODY_HAS_MET, [FIRST, FIRST, SECOND, SECOND])
    partners.looks_left = 0
    partners.improve()
    assert partners.partner == [1, 0, 3, 2]

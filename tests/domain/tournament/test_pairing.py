"""Who sits where: Swiss rounds, by the Dutch system and at tables of any size."""

import json
import pickle
import random
import subprocess
import sys
from itertools import combinations
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import json as coding
from msgspec.structs import replace

from domain.tournament.pairing import propose
from domain.tournament.pairing.places import assigned
from domain.tournament.pairing.search import Search, by_standing, exact, together
from domain.tournament.pairing.sizes import sizes_of
from domain.tournament.pairing.two_sided import floated, seated
from domain.tournament.types import Contender, Draft, DraftedTable, PastRound, RoundToPair, Seating
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
)  # fmt: skip

ROOT = Path(__file__).parents[3]
GOLDEN = json.loads((ROOT / "tests/golden/pairings.json").read_text())
PUBLISHED = json.loads((ROOT / "tests/golden/published_pairings.json").read_text())
SWISS = Seating(format="swiss", rounds=9)
FOURS = Seating(format="swiss", rounds=9, places=4)
FOUR_TO_SIX = Seating(format="swiss", rounds=9, places=5, sizes=(4, 5, 6))
seeds = st.integers(0, 10_000)


# Two meet


@pytest.mark.parametrize("recorded", GOLDEN["tournaments"], ids=lambda each: f"{each['entrants']} entrants")
def test_two_meet_as_an_endorsed_program_pairs_them(recorded: dict[str, list[list[list[int]]]]) -> None:
    seating = Seating(format="swiss", rounds=20)
    now = entrants(int(str(recorded["entrants"])))
    for number, games in enumerate(recorded["rounds"], start=1):
        draft = propose(to_pair(seating, now, number))
        assert sorted(numbers(draft)) == sorted((first, second) for first, second, _ in games)
        half_points: dict[tuple[int, ...], int] = {(first, second): won for first, second, won in games}
        shares = [[5_000 * half_points[pair], 10_000 - 5_000 * half_points[pair]] for pair in numbers(draft)]
        now = played(now, draft, shares)


def with_games(number: int, games: list[str | None], *, active: bool) -> Contender:
    """Return a contender who has played these games: opponent, colour, result; None: they were not there."""
    past = tuple(
        PastRound(round=at, outcome="absent")
        if game is None
        else PastRound(
            round=at,
            outcome="won" if game[2] == "1" else "lost",
            points=10_000 * int(game[2]),
            place="wb".index(game[1]),
            opponents=(entrant(int(game[0])),),
        )
        for at, game in enumerate(games, start=1)
    )
    return Contender(
        id=entrant(number), number=number, active=active, points=sum(each.points for each in past), past=past
    )


@pytest.mark.parametrize("case", PUBLISHED["cases"], ids=lambda each: str(each["name"]))
def test_two_meet_as_in_published_cases_of_the_rules_of_2026(case: dict[str, Any]) -> None:
    """Events that were played before follow other rules: 2026 changed who gets the bye, and who floats."""
    now = tuple(
        with_games(number, games, active=number not in case["out"]) for number, games in enumerate(case["games"], 1)
    )

    draft = propose(to_pair(Seating(format="swiss", rounds=case["rounds"]), now, len(case["games"][0]) + 1))

    assert [list(pair) for pair in numbers(draft)] == case["pairs"]
    assert byes(draft) == case["bye"]


def test_the_first_round_of_two_is_the_upper_half_against_the_lower() -> None:
    draft = propose(to_pair(SWISS, entrants(6)))
    assert numbers(draft) == [(1, 4), (5, 2), (3, 6)]
    assert codes(draft) == ["dutch_system", "seats_balanced"]


def test_entrants_who_have_not_come_do_not_count_for_who_sits_first() -> None:
    come = tuple(replace(each, active=each.number % 2 == 1) for each in entrants(12))
    assert numbers(propose(to_pair(SWISS, come))) == [(1, 7), (9, 3), (5, 11)]


def test_who_plays_and_gets_the_bye_is_told_by_points_of_any_kind() -> None:
    points = [40, -3, 7, 7, 100]
    now = tuple(replace(each, points=had) for each, had in zip(entrants(5), points, strict=True))
    draft = propose(to_pair(SWISS, now, 2))
    assert [sorted(pair) for pair in numbers(draft)] == [[1, 5], [3, 4]]
    assert byes(draft) == [2]
    assert [reason.code for reason in draft.byes[0].reasons] == ["dutch_system"]


def test_two_who_have_all_met_meet_again() -> None:
    now, drafts = tournament(SWISS, entrants(4), 3, random.Random(1))
    assert repeats(drafts) == 0
    draft = propose(to_pair(SWISS, now, 4))
    assert sorted(each for pair in numbers(draft) for each in pair) == [1, 2, 3, 4]
    assert codes(draft)[1] == "repeat_unavoidable"


def test_a_forfeited_meeting_does_not_count_as_one() -> None:
    now, _ = tournament(SWISS, entrants(4), 3, random.Random(1))
    now = tuple(replace(each, past=tuple(replace(past, played=False) for past in each.past)) for each in now)
    assert codes(propose(to_pair(SWISS, now, 4)))[0] == "dutch_system"


def test_a_game_against_somebody_who_has_left_is_a_game() -> None:
    """C.04.3, C.9: of equals, the bye goes to an entrant with fewer rounds without a game; two were not there."""
    round_1 = Draft(round=1, tables=(DraftedTable(number=1, entrants=(entrant(1), entrant(2))),))
    first, *others = played(entrants(4), round_1, [[10_000, 0]])
    draft = propose(to_pair(SWISS, (replace(first, active=False), *others), 2))
    assert (numbers(draft), byes(draft)) == ([(3, 4)], [2])


def one_who_sat(number: int, *places: int | None, points: int = 0) -> Contender:
    past = tuple(
        PastRound(round=at, outcome="bye" if place is None else "won", place=place)
        for at, place in enumerate(places, start=1)
    )
    return Contender(id=entrant(number), number=number, points=points, past=past)


@pytest.mark.parametrize(
    ("one", "other", "first"),
    [
        (one_who_sat(1), one_who_sat(2), 1),  # E.5: an odd number is first
        (one_who_sat(2), one_who_sat(3), 3),
        (one_who_sat(1, 0), one_who_sat(2), 2),  # E.1: both, or the only one, have what is due
        (one_who_sat(1), one_who_sat(2, 0), 1),
        (one_who_sat(1, 0), one_who_sat(2, 1), 2),
        (one_who_sat(1, 0, 1), one_who_sat(2, 1, 0, 1), 2),  # E.2: an odd number of rounds is a stronger wish
        (one_who_sat(1, 0, 1, 1), one_who_sat(2, None, 1), 1),
        (one_who_sat(1, 0, 0), one_who_sat(2, 0), 2),
        (one_who_sat(1, 1, 0, 1, 1), one_who_sat(2, 1, 1, 1), 2),  # … of two absolute wishes, the wider difference
        (one_who_sat(1, 1, 0, 0, 1), one_who_sat(2, 0, 1, 0, 1), 2),  # E.3: the other way than when they last differed
        (one_who_sat(1, 0, 1), one_who_sat(2, 0, 1), 1),  # E.4: the higher ranked
        (one_who_sat(1, 0, 1), one_who_sat(2, 0, 1, points=5), 2),
    ],
)
def test_who_sits_first_follows_from_where_both_have_sat(one: Contender, other: Contender, first: int) -> None:
    assert seated(one, other)[0] == seated(other, one)[0] == entrant(first)


def test_points_without_a_game_count_as_a_float_downwards() -> None:
    """C.04.3, A.4; an entrant who gets nothing has not floated."""
    bye = PastRound(round=1, outcome="bye", points=10_000)
    absent = PastRound(round=1, outcome="absent")
    won = PastRound(round=1, outcome="won", points=10_000, place=0, opponents=(entrant(2),))
    floats = [
        floated(replace(each, past=past), entrants(2), 1)
        for each in entrants(1)
        for past in ((bye,), (absent,), (), (won,), (replace(won, played=False),))
    ]
    assert floats == ["down", "none", "none", "none", "down"]


# Tables of any size


def test_the_first_tables_are_of_the_same_strength() -> None:
    draft = propose(to_pair(FOURS, entrants(8)))
    assert [sorted(table) for table in numbers(draft)] == [[1, 3, 5, 7], [2, 4, 6, 8]]
    assert codes(draft) == ["by_standing", "seats_balanced"]


def test_those_of_the_same_standing_sit_together() -> None:
    now = tuple(replace(each, points=each.number) for each in entrants(8))
    draft = propose(to_pair(FOURS, now))
    assert [sorted(table) for table in numbers(draft)] == [[5, 6, 7, 8], [1, 2, 3, 4]]
    reason = draft.tables[0].reasons[0]
    assert (reason.code, reason.low, reason.high) == ("by_standing", 1, 4)


def test_an_entrant_who_is_out_has_no_table_and_no_bye() -> None:
    now = tuple(replace(each, active=each.number != 3) for each in entrants(9))
    draft = propose(to_pair(FOURS, now))
    assert sorted(each for table in numbers(draft) for each in table) == [1, 2, 4, 5, 6, 7, 8, 9]
    assert byes(draft) == []


def test_an_entrant_who_comes_late_is_seated_with_those_of_the_same_points() -> None:
    now, _ = tournament(FOURS, entrants(8), 2, random.Random(2))
    late = Contender(id=entrant(9), number=9, points=max(each.points for each in now) + 1)
    more = [Contender(id=entrant(number), number=number) for number in (10, 11, 12)]
    draft = propose(to_pair(FOURS, (*now, late, *more), 3))
    assert 9 in numbers(draft)[0]
    assert {10, 11, 12} & set(numbers(draft)[-1])


def test_why_some_sit_elsewhere_than_they_stand_is_told() -> None:
    now, drafts = tournament(FOURS, entrants(16), 3, random.Random(3))
    draft = propose(to_pair(FOURS, now, 4))
    moved = [reason for table in draft.tables for reason in table.reasons if reason.code == "avoids_repeat"]
    assert moved
    assert all(set(reason.entrants) <= {each.id for each in now} for reason in moved)
    again = {reason.code for table in draft.tables for reason in table.reasons} & {"repeat_unavoidable"}
    assert bool(again) == (repeats([*drafts, draft]) > repeats(drafts))


@pytest.mark.parametrize(
    ("count", "wished", "allowed", "sizes", "byes_left"),
    [
        (8, 4, (), [4, 4], 0),
        (9, 4, (), [4, 4], 1),
        (9, 4, (3, 4, 5), [4, 5], 0),
        (11, 5, (4, 5, 6), [5, 6], 0),
        (14, 5, (4, 5, 6), [4, 5, 5], 0),
        (7, 5, (4, 5, 6), [6], 1),
        (3, 4, (), [], 3),
        (0, 4, (), [], 0),
        (3, 1, (), [1, 1, 1], 0),
    ],
)  # fmt: skip
def test_as_few_as_possible_have_no_table(
    count: int, wished: int, allowed: tuple[int, ...], sizes: list[int], byes_left: int
) -> None:
    found, left = sizes_of(count, wished, allowed, 1)
    assert (sorted(found), left) == (sizes, byes_left)


def test_the_smaller_tables_lie_elsewhere_in_the_next_round() -> None:
    assert [sizes_of(22, 4, (3, 4), number)[0] for number in (1, 2, 3)] == [
        [4, 3, 4, 4, 3, 4],
        [4, 4, 3, 4, 4, 3],
        [3, 4, 4, 3, 4, 4],
    ]


def test_a_table_of_another_size_says_so() -> None:
    seating = replace(FOUR_TO_SIX, places=5)
    assert "table_smaller" in codes(propose(to_pair(seating, entrants(9))), 1) + codes(
        propose(to_pair(seating, entrants(9))), 2
    )
    assert "table_larger" in codes(propose(to_pair(seating, entrants(6))))


@given(seeds, st.integers(5, 30), st.sampled_from([(2, ()), (3, ()), (4, (3, 4)), (5, (4, 5, 6)), (1, ())]))
def test_sizes_differ_by_at_most_one_and_everybody_is_somewhere_once(
    seed: int, count: int, places: tuple[int, tuple[int, ...]]
) -> None:
    seating = Seating(format="swiss", rounds=9, places=places[0], sizes=places[1])
    now, drafts = tournament(seating, entrants(count), 3, random.Random(seed))
    for draft in drafts:
        sizes = {len(table.entrants) for table in draft.tables}
        assert max(sizes) - min(sizes) <= 1
        everybody = [each for table in numbers(draft) for each in table] + byes(draft)
        assert sorted(everybody) == [each.number for each in now]


@given(seeds, st.sampled_from([(5, 2), (7, 3), (9, 4), (7, 2), (10, 3)]))
def test_nobody_has_a_second_bye_before_all_have_had_one(seed: int, shape: tuple[int, int]) -> None:
    count, places = shape
    seating = Seating(format="swiss", rounds=9, places=places)
    rounds = 3 if places == 2 else count // (count % places)
    _, drafts = tournament(seating, entrants(count), rounds, random.Random(seed))
    had = [each for draft in drafts for each in byes(draft)]
    assert len(had) == len(set(had))


@given(seeds, st.integers(2, 9), st.integers(2, 4))
def test_nobody_meets_again_who_need_not(seed: int, count: int, places: int) -> None:
    dice = random.Random(seed)
    met = [{} for _ in range(count)]  # type: list[dict[int, int]]
    for one, other in combinations(range(count), 2):
        if dice.random() < 0.5:
            met[one][other] = met[other][one] = dice.choice([1, 1, 4])
    sizes, left = sizes_of(count, places, (places, places + 1), 1)
    standing = sorted(dice.choices(range(count), k=count - left))
    search = Search(standing, met[: count - left], 1)
    found = together(
        sizes, standing, [{o: c for o, c in row.items() if o < count - left} for row in met[: count - left]]
    )
    assert search.repeats(found) == least_repeats(list(range(count - left)), sizes, search)


def least_repeats(free: list[int], sizes: list[int], search: Search) -> int:
    """Return the least that can meet again, of all tables that there are."""
    if not free:
        return 0
    return min(
        search.repeats_at((free[0], *others))
        + least_repeats([each for each in free[1:] if each not in others], [*sizes[:at], *sizes[at + 1 :]], search)
        for at, size in enumerate(sizes)
        for others in combinations(free[1:], size - 1)
    )


def test_a_search_that_may_not_look_far_gives_tables_all_the_same() -> None:
    met = [{other: 1 for other in range(12) if other != each} for each in range(12)]
    search = Search(list(range(12)), met, 0)
    assert search.improved([[0, 1], [2, 3]]) == [[0, 1], [2, 3]]


def test_the_first_of_equal_tables_is_taken_when_all_are_looked_at() -> None:
    search = Search([0, 1, 2, 3], [{}, {}, {}, {}], 0)
    assert exact([2, 2], search) == [[0, 1], [2, 3]]


def test_equals_are_dealt_out_over_their_tables() -> None:
    assert by_standing([3, 3], [0, 1, 1, 1, 1, 5]) == [[0, 1, 3], [2, 4, 5]]


@given(st.lists(st.lists(st.integers(0, 9), min_size=4, max_size=4), min_size=4, max_size=4))
def test_places_are_given_at_the_least_cost(costs: list[list[int]]) -> None:
    from itertools import permutations  # noqa: PLC0415

    rows = assigned(costs)
    assert sorted(rows) == [0, 1, 2, 3]
    assert sum(costs[row][place] for place, row in enumerate(rows)) == min(
        sum(costs[row][place] for place, row in enumerate(each)) for each in permutations(range(4))
    )


@given(seeds)
@settings(max_examples=10)
def test_everybody_sits_on_every_place_about_as_often(seed: int) -> None:
    now, _ = tournament(FOURS, entrants(16), 8, random.Random(seed))
    for each in now:
        sat = [past.place for past in each.past]
        assert max(sat.count(place) for place in range(4)) <= 4


# The same each time


@given(seeds, st.integers(5, 20), st.integers(2, 4))
@settings(max_examples=20)
def test_ids_do_not_matter(seed: int, count: int, places: int) -> None:
    seating = Seating(format="swiss", rounds=9, places=places, sizes=(places, places + 1))
    dice = random.Random(seed)
    other_ids = [UUID(int=dice.getrandbits(128)) for _ in range(count)]
    _, drafts = tournament(seating, entrants(count), 3, random.Random(seed))
    mixed = list(entrants(count, lambda number: other_ids[number - 1]))
    dice.shuffle(mixed)
    _, others = tournament(seating, mixed, 3, random.Random(seed))
    number_of = {each.id: each.number for each in mixed}
    for draft, other in zip(drafts, others, strict=True):
        assert numbers(draft) == [tuple(number_of[each] for each in table.entrants) for table in other.tables]


def test_other_processes_propose_the_same() -> None:
    now, _ = tournament(FOUR_TO_SIX, entrants(33), 4, random.Random(5))
    asked = to_pair(FOUR_TO_SIX, now, 5)
    two, _ = tournament(SWISS, entrants(15), 4, random.Random(5))
    asked_too = to_pair(SWISS, two, 5)
    program = (
        "import sys, msgspec\n"
        "from domain.tournament.pairing import propose\n"
        "from domain.tournament.types import RoundToPair\n"
        "for line in sys.stdin.buffer:\n"
        "    print(msgspec.json.encode(propose(msgspec.json.decode(line, type=RoundToPair))).decode())\n"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", program],
            input=coding.encode(asked) + b"\n" + coding.encode(asked_too) + b"\n",
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}, cwd=ROOT, check=True, capture_output=True,
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    drafts = [coding.decode(line, type=Draft) for line in said.pop().splitlines()]
    assert said == set()
    assert drafts == [propose(asked), propose(asked_too)]


def test_it_can_be_sent_to_another_process() -> None:
    function, asked = pickle.loads(pickle.dumps((propose, to_pair(FOURS, entrants(8)))))  # noqa: S301 - its own
    assert isinstance(asked, RoundToPair)
    assert function(asked) == propose(to_pair(FOURS, entrants(8)))


@pytest.mark.parametrize(
    "seating", [Seating(format="swiss", rounds=11), FOURS, Seating(format="swiss", rounds=11, places=6)]
)
def test_five_hundred_do_not_meet_again(seating: Seating) -> None:
    _, drafts = tournament(seating, entrants(500), 4, random.Random(7))
    assert repeats(drafts) == 0


def test_points_are_drawn_for_every_table() -> None:
    draft = propose(to_pair(Seating(format="swiss", rounds=1, places=1), entrants(2)))
    assert drawn(draft, random.Random(1)) == [[10_000], [10_000]]

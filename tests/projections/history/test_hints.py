"""Hints: a planted agreement is found among those who play fairly, and fair play is not."""

import math
import random
from collections.abc import Iterable, Sequence
from itertools import permutations
from uuid import UUID

import pytest
from msgspec.structs import replace

from projections.history import Rows
from projections.history.hints import FEWEST_CHANCES, LENGTHS, LISTED, Hints, Usual, hints_after, length_of, surprise
from projections.history.rows import Dealing
from tests.projections.history.made import ADA, BEN, BOT, CY, DEE, EVE, FAY, HOUSE, LAPSE, aborted, game, table_of

PEOPLE = [ADA, BEN, CY, DEE, EVE, FAY]
SURE = math.log(1e6)


def folded(games: Iterable[Rows]) -> Hints:
    known = Hints({}, {}, {})
    for rows in games:
        known |= hints_after(known, rows)
    return known


def fair(dice: random.Random, players: Sequence[UUID], friends: set[UUID]) -> list[Dealing]:
    """Return what players of a game give each other: three of ten cards asked for, friends seven."""
    found = []
    for giver, taker in permutations(range(len(players)), 2):
        chance = 0.7 if {players[giver], players[taker]} <= friends else 0.3
        found.append(Dealing(giver, taker, "ask", 10, sum(dice.random() < chance for _ in range(10))))
    return found


def evenings(games: int, friends: Iterable[UUID] = ()) -> list[Rows]:
    dice = random.Random(1)
    found = []
    for number in range(1, games + 1):
        players = dice.sample(PEOPLE, 4)
        found.append(game(players, "1234", number=number, dealings=fair(dice, players, set(friends))))
    return found


def test_friends_who_give_each_other_more_than_chance_are_surprising() -> None:
    giving = folded(evenings(60, [ADA, BEN])).giving

    surprising = {(each.giver, each.taker) for each in giving.values() if each.surprise > SURE}
    assert surprising == {(ADA, BEN), (BEN, ADA)}


def test_those_who_play_fairly_are_not() -> None:
    assert max(each.surprise for each in folded(evenings(60)).giving.values()) < SURE / 2


def test_what_was_seen_and_what_is_usual_are_counted() -> None:
    dealings = [Dealing(0, 1, "ask", 5, 2), Dealing(1, 0, "ask", 4, 4)]
    known = folded([game([ADA, BEN], "12", dealings=dealings), game([BEN, ADA], "12", dealings=dealings)])

    pair = known.giving[ADA, BEN, "literature", 2, "ask"]
    assert (pair.games, pair.chances, pair.given) == (2, 9, 6)
    assert known.usual["literature", 2, "ask"] == Usual(
        game="literature", seats=2, measure="ask", examined=2, chances=18, given=12
    )


@pytest.mark.parametrize(
    "rows",
    [
        game([ADA, BEN], "12", dealings=[Dealing(0, 1, "ask", 5, 2)], for_all=False),
        aborted([ADA, BEN], dealings=[Dealing(0, 1, "ask", 5, 2)]),
    ],
    ids=["private", "aborted"],
)
def test_only_games_that_count_are_looked_at(rows: Rows) -> None:
    assert folded([rows]) == Hints({}, {}, {})


def test_only_people_are_looked_at() -> None:
    dealings = [Dealing(0, 1, "ask", 5, 2), Dealing(1, 0, "ask", 5, 2)]
    known = folded([game([ADA, HOUSE], "12", dealings=dealings, decisions=[(1, 5)])])

    assert (known.giving, known.pace) == ({}, {})
    assert known.usual.keys() == {("literature", 0, "games")}


def test_a_bot_may_give_and_decides_as_fast_as_it_likes() -> None:
    known = folded([game([ADA, BOT], "12", dealings=[Dealing(1, 0, "ask", 5, 2)], decisions=[(0, 900), (1, 5)])])

    assert known.giving.keys() == {(BOT, ADA, "literature", 2, "ask")}
    assert known.pace.keys() == {(ADA, "literature")}
    assert known.usual["literature", 0, "quick"].chances == 1


def test_the_last_games_are_listed() -> None:
    known = folded([*evenings(60), hands([9], number=61), hands([9], number=62)])

    (giving,) = [each for each in known.giving.values() if (each.giver, each.taker) == (ADA, BEN)]
    met = [rows.game.table_id for rows in evenings(60) if {ADA, BEN} <= {seat.player for seat in rows.seats}]
    assert giving.tables == tuple(met[-LISTED:])
    assert giving.games == len(met) > LISTED
    assert known.pace[ADA, "literature"].tables == (table_of(61), table_of(62))
    assert known.usual["literature", 0, "games"].chances == 62


def hands(took: Sequence[int], player: UUID = ADA, number: int = 1) -> Rows:
    return game([player, BEN], "12", number=number, decisions=[(0, each) for each in took])


def human(dice: random.Random) -> list[int]:
    return [int(1000 * dice.lognormvariate(1.5, 1)) + 300 for _ in range(20)]


def test_a_person_who_decides_like_a_machine_is_surprising() -> None:
    dice = random.Random(2)
    games = [hands(human(dice), CY, number) for number in range(1, 40)]
    games += [hands([40] * 20, DEE, number) for number in range(40, 45)]
    games += [hands([9000 + dice.randrange(100) for _ in range(20)], EVE, number) for number in range(45, 50)]

    pace = folded(games).pace

    assert pace[DEE, "literature"].quick_surprise > SURE
    assert pace[EVE, "literature"].quick_surprise == 0
    assert pace[EVE, "literature"].surprise == pace[EVE, "literature"].alike_surprise > SURE
    assert max(pace[CY, "literature"].quick_surprise, pace[CY, "literature"].alike_surprise) < 1


def test_lapses_and_moves_without_a_choice_tell_nothing_of_a_pace() -> None:
    rows = hands([100, LAPSE, 7000, 300])
    forced = replace(rows.decisions[3], offered=1)
    rows = replace(rows, decisions=(*rows.decisions[:3], forced))

    known = folded([rows])

    pace = known.pace[ADA, "literature"]
    assert (pace.games, pace.decisions, pace.quick, pace.alike) == (1, 2, 1, 1)
    assert known.usual["literature", 0, "alike"] == Usual(
        game="literature", seats=0, measure="alike", examined=1, chances=2, given=1
    )


def test_times_are_sorted_by_halves_of_doublings() -> None:
    assert [length_of(each) for each in (0, 1, 2, 4, 1000, 1500, 2**40)] == [0, 0, 2, 4, 19, 21, LENGTHS - 1]


def tail(given: int, chances: int, usual: float) -> float:
    """Return the exact probability of as much, or more."""
    return sum(math.comb(chances, k) * usual**k * (1 - usual) ** (chances - k) for k in range(given, chances + 1))


@pytest.mark.parametrize(("given", "chances", "usual"), [(20, 40, 0.3), (40, 40, 0.9), (90, 100, 0.5), (33, 300, 0.1)])
def test_surprise_bounds_the_exact_probability_from_above(given: int, chances: int, usual: float) -> None:
    bound = math.exp(-surprise(given, chances, usual))

    exact = tail(given, chances, usual)
    assert exact <= bound * (1 + 1e-9) <= 20 * exact


@pytest.mark.parametrize(
    ("given", "chances", "usual"),
    [(FEWEST_CHANCES - 1, FEWEST_CHANCES - 1, 0.1), (10, 40, 0.3), (12, 40, 0.3), (5, 40, 0.0)],
    ids=["too few", "less", "as usual", "nobody ever did"],
)
def test_nothing_is_said_where_there_is_nothing_to_say(given: int, chances: int, usual: float) -> None:
    assert surprise(given, chances, usual) == 0


def test_the_fewest_chances_are_enough() -> None:
    assert surprise(FEWEST_CHANCES, FEWEST_CHANCES, 0.1) > 0

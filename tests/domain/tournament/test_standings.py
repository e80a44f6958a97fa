"""The standings: ranks, and every tie-break with its arithmetic; and what all tables made of a deal."""

from collections.abc import Sequence

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from domain.tournament.scoring import score_round
from domain.tournament.standings import standings, travellers
from domain.tournament.types import (
    AdjustedPoints,
    Forfeited,
    Penalty,
    PlayedRound,
    PlayedTable,
    RoundScore,
    Standing,
    Term,
    TieBreak,
    TieBreakValue,
    Unseated,
)
from tests.domain.tournament.tables import table, who


def rounds(*tables: Sequence[PlayedTable], byes: str = "") -> list[RoundScore]:
    """Return the scores of rounds by rank points; a letter of `byes` is whose bye it is in the round of its place."""
    scores: list[RoundScore] = []
    for number, each in enumerate(tables, start=1):
        bye = [Unseated(entrant=who(name), why="bye", points=5_000) for name in byes[number - 1 : number].strip()]
        scores += score_round("rank_points", PlayedRound(round=number, tables=tuple(each), unseated=tuple(bye)))
    return scores


def ranked(names: str, scores: list[RoundScore], *tie_breaks: TieBreak) -> dict[str, Standing]:
    return {chr(row.entrant.int): row for row in standings(map(who, names), scores, tie_breaks)}


def value(row: Standing, name: TieBreak) -> TieBreakValue:
    return next(each for each in row.tie_breaks if each.name == name)


def sums(row: Standing, name: TieBreak) -> tuple[int, list[int]]:
    """Return the value of a tie-break and its terms that count; the value is their sum."""
    found = value(row, name)
    terms = [term.value for term in found.terms if term.counted]
    assert not found.applies or found.value == sum(terms)
    return found.value, terms


THREE = rounds(
    [table(1, "AB", [1, 0])],
    [table(1, "AC", [1, 1]), table(2, "BD", [1, 0])],
    [table(1, "BC", [1, 0]), table(2, "DE", [0, 0])],
    byes="C A",
)
"""A has beaten B, tied with C, and had a bye; B has beaten C and D."""


def test_points_then_shared_ranks_in_the_given_order() -> None:
    scores = rounds([table(1, "AB", [1, 0]), table(2, "CD", [1, 0])])
    rows = standings(map(who, "DCBA"), scores, ())
    assert [(row.rank, chr(row.entrant.int), row.points) for row in rows] == [
        (1, "C", 10_000), (1, "A", 10_000), (3, "D", 0), (3, "B", 0),
    ]  # fmt: skip
    assert [score.round for score in rows[0].by_round] == [1]


def test_points_that_add_up_to_more_than_one_round_or_ruling_can_give_are_shown() -> None:
    most = 1_000_000_000
    fine = Penalty(who("B"), most)
    rulings = (AdjustedPoints(who("A"), most), fine, fine)
    scores = [
        score
        for number in (1, 2)
        for score in score_round(
            "points", PlayedRound(round=number, tables=(table(1, "AB", [1, 0]),), adjustments=rulings)
        )
    ]
    rows = standings(map(who, "AB"), scores, ())

    assert [row.points for row in rows] == [2 * most, -4 * most]
    assert msgspec.convert(msgspec.to_builtins(rows), tuple[Standing, ...]) == rows


def test_an_entrant_who_has_no_score_has_no_points() -> None:
    assert standings([who("A")], [], ["buchholz_cut_1", "wins"])[0].points == 0


def test_buchholz() -> None:
    """The example of `tie_breaks.buchholz`: 20,000 of B, 10,000 of C, and one's own 20,000 for the bye."""
    rows = ranked("ABCDE", THREE, "buchholz")
    assert {name: rows[name].points for name in "ABC"} == {"A": 20_000, "B": 20_000, "C": 10_000}
    assert sums(rows["A"], "buchholz") == (50_000, [20_000, 10_000, 20_000])
    assert value(rows["A"], "buchholz").terms[0] == Term(round=1, value=20_000, opponent=who("B"))
    assert value(rows["A"], "buchholz").terms[2] == Term(round=3, value=20_000)


def test_buchholz_cut_1() -> None:
    rows = ranked("ABCDE", THREE, "buchholz_cut_1")
    assert sums(rows["A"], "buchholz_cut_1") == (40_000, [20_000, 20_000])
    assert [term.counted for term in value(rows["A"], "buchholz_cut_1").terms] == [True, False, True]


def test_buchholz_of_a_larger_table_is_the_average_of_the_others() -> None:
    rows = ranked("ABC", rounds([table(1, "ABC", [5, 3, 1])]), "buchholz")
    assert value(rows["A"], "buchholz").terms == (Term(round=1, value=2_500),)


def test_sonneborn_berger() -> None:
    """The example of `tie_breaks.sonneborn_berger`: all of B, half of C, nothing for the bye."""
    rows = ranked("ABCDE", THREE, "sonneborn_berger")
    assert sums(rows["A"], "sonneborn_berger") == (25_000, [20_000, 5_000])
    assert value(rows["A"], "sonneborn_berger").terms[1] == Term(round=2, value=5_000, opponent=who("C"), factor=1)
    assert sums(rows["B"], "sonneborn_berger")[1][0] == 0


def test_sonneborn_berger_of_a_larger_table_is_shared_by_its_opponents() -> None:
    rows = ranked("ABC", rounds([table(1, "ABC", [5, 3, 1])]), "sonneborn_berger")
    assert sums(rows["A"], "sonneborn_berger") == (2_500, [2_500, 0])


def test_a_game_that_was_not_finished_counts_for_no_opponent() -> None:
    played = PlayedRound(round=1, tables=(table(1, "AB"),), adjustments=(Forfeited(who("B")),))
    rows = ranked(
        "AB", list(score_round("rank_points", played)),
        "head_to_head", "buchholz", "sonneborn_berger", "wins", "difference", "best_deals",
    )  # fmt: skip
    assert [each.value for each in rows["A"].tie_breaks] == [0, 10_000, 0, 1, 0, 0]
    assert value(rows["A"], "buchholz").terms == (Term(round=1, value=10_000),)


def test_head_to_head() -> None:
    """The example of `tie_breaks.head_to_head`: A has beaten B and tied with C, all of them have met."""
    scores = rounds([table(1, "AB", [1, 0])], [table(1, "AC", [1, 1])], [table(1, "BC", [1, 1])], byes="CBA")
    fine = [score for score in scores if score.how != "bye"]
    rows = ranked("ABC", fine, "wins", "head_to_head")
    assert [chr(row.entrant.int) for row in rows.values()] == ["A", "C", "B"]
    cycle = rounds([table(1, "AB", [1, 0])], [table(1, "BC", [1, 0])], [table(1, "CA", [1, 0])])
    rows = ranked("ABC", cycle, "head_to_head")
    assert [sums(rows[name], "head_to_head")[0] for name in "ABC"] == [2, 2, 2]
    assert value(rows["A"], "head_to_head").terms[0] == Term(round=1, value=2, opponent=who("B"), factor=2)
    assert {row.rank for row in rows.values()} == {1}


def test_of_two_who_are_tied_the_winner_of_their_meeting_is_before() -> None:
    first = [table(1, "BA", [1, 0]), table(2, "CD", [0, 0])]
    rows = ranked("ABCD", rounds(first, [table(1, "AC", [1, 0]), table(2, "DB", [1, 0])]), "head_to_head")
    assert [(name, row.rank, row.points) for name, row in rows.items()] == [
        ("D", 1, 15_000), ("B", 2, 10_000), ("A", 3, 10_000), ("C", 4, 5_000),
    ]  # fmt: skip
    assert [(value(rows[name], "head_to_head").applies, value(rows[name], "head_to_head").value) for name in "AB"] == [
        (True, 0),
        (True, 2),
    ]


def test_head_to_head_says_nothing_if_not_all_have_met() -> None:
    scores = rounds([table(1, "AB", [1, 0]), table(2, "CD", [1, 0])])
    rows = ranked("ABCD", scores, "head_to_head")
    found = value(rows["A"], "head_to_head")
    assert (found.applies, found.value, rows["A"].rank, rows["C"].rank) == (False, 0, 1, 1)


def test_best_deals() -> None:
    scores = rounds([table(1, "ABC", [5, 5, 1], [0, 2, 4])])
    rows = ranked("ABC", scores, "best_deals")
    assert [sums(rows[name], "best_deals") for name in "ABC"] == [(1, [1]), (1, [1]), (1, [1])]
    rows = ranked("AB", rounds([table(1, "AB", [5, 1], [0, 0])], [table(1, "AB", [0, 2])]), "best_deals")
    assert [sums(rows[name], "best_deals") for name in "AB"] == [(2, [2, 0]), (2, [1, 1])]


def test_wins() -> None:
    rows = ranked("ABCDE", THREE, "wins")
    assert {name: sums(rows[name], "wins")[0] for name in "ABCDE"} == {"A": 1, "B": 2, "C": 0, "D": 0, "E": 0}


def test_difference() -> None:
    rows = ranked("AB", rounds([table(1, "AB", [9, 2])], [table(1, "BA", [4, 1])]), "difference")
    assert sums(rows["A"], "difference") == (4, [7, -3])
    assert sums(rows["B"], "difference") == (-4, [-7, 3])


def test_fewest_byes() -> None:
    rows = ranked("ABCDE", THREE, "fewest_byes")
    assert [sums(rows[name], "fewest_byes")[0] for name in "ABC"] == [-1, 0, -1]
    assert rows["B"].rank < rows["A"].rank


def test_a_bye_that_was_ruled_on_is_still_a_bye() -> None:
    byes = (Unseated(entrant=who("C"), why="bye"), Unseated(entrant=who("D"), why="bye"))
    ruled = (AdjustedPoints(who("C"), 5_000), Forfeited(who("D")))
    played = PlayedRound(round=1, tables=(table(1, "AB", [1, 0]),), unseated=byes, adjustments=ruled)
    rows = ranked("ABCD", list(score_round("rank_points", played)), "fewest_byes")
    assert [sums(rows[name], "fewest_byes")[0] for name in "ABCD"] == [0, 0, -1, -1]


def test_tie_breaks_are_taken_in_their_order_and_every_row_has_all() -> None:
    one = ranked("ABCDE", THREE, "fewest_byes", "buchholz")
    other = ranked("ABCDE", THREE, "buchholz", "fewest_byes")
    assert one["B"].rank < one["A"].rank
    assert other["A"].rank < other["B"].rank
    assert {len(row.tie_breaks) for row in one.values()} == {2}


@given(st.lists(st.permutations("ABCDEF"), min_size=1, max_size=5), st.integers(0, 9))
def test_standings_do_not_depend_on_the_order_of_scores(orders: list[list[str]], seed: int) -> None:
    pairs = [list(zip(order[::2], order[1::2], strict=True)) for order in orders]
    tables = [
        [table(number, one + other, [(seed + number) % 3, 1]) for number, (one, other) in enumerate(each, start=1)]
        for each in pairs
    ]
    scores = rounds(*tables)
    breaks: tuple[TieBreak, ...] = ("head_to_head", "buchholz", "sonneborn_berger", "wins", "difference")
    rows = standings(map(who, "ABCDEF"), scores, breaks)
    assert rows == standings(map(who, "ABCDEF"), scores[::-1], breaks)
    keys = [(-row.points, [-each.value for each in row.tie_breaks]) for row in rows]
    assert [row.rank for row in rows] == [keys.index(key) + 1 for key in keys]
    assert keys == sorted(keys)


def test_a_traveller_has_all_tables_of_a_deal() -> None:
    played = PlayedRound(
        round=2,
        tables=(
            table(1, "AB", [10, 0], [1, 2]),
            table(2, "CD", [30, 5]),
            table(3, "EFG", [1, 2, 3]),
            table(4, "HI", [7, 7], again=1),
            table(5, "JK"),
        ),
    )
    found = travellers(played)
    assert [(each.round, each.deal, each.seats) for each in found] == [(2, 1, 2), (2, 1, 3), (2, 2, 2)]
    assert [(row.table, row.points, row.scores) for row in found[0].rows] == [
        (2, (30, 5), (10_000, 10_000)),
        (1, (10, 0), (0, 0)),
    ]
    assert found[2].rows[0].scores == (5_000, 5_000)
    assert found[0].rows[0].entrants == (who("C"), who("D"))

"""What entrants get for a round: each scoring with the example of its explanation, and rulings in each."""

from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.tournament.types import (
    AdjustedPoints,
    AdjustedShare,
    Adjustment,
    Forfeited,
    NotPlayed,
    Penalty,
    Scoring,
    Unseated,
)
from tests.domain.tournament.tables import points, scored, table, who

WithoutTable = Literal["bye", "absent", "late"]


def test_matchpoints() -> None:
    """The example of `scoring.matchpoints`."""
    scores = scored("matchpoints", table(1, "AB", [10, 0]), table(2, "CD", [30, 5]), table(3, "EF", [10, 5]))
    assert {name: points(scores)[name] for name in "ACE"} == {"A": 2_500, "C": 10_000, "E": 2_500}
    deal = scores["A"].deals[0]
    assert (deal.deal, deal.seat, deal.points, deal.numerator, deal.denominator, deal.best) == (1, 0, 10, 1, 4, False)
    assert {name: points(scores)[name] for name in "BDF"} == {"B": 0, "D": 7_500, "F": 7_500}
    assert scores["D"].deals[0].best


def test_rank_points() -> None:
    """The example of `scoring.rank_points`."""
    scores = scored("rank_points", table(1, "ABCD", [50, 20, 20, 5]))
    assert points(scores) == {"A": 10_000, "B": 5_000, "C": 5_000, "D": 0}
    assert [scores[name].outcome for name in "ABCD"] == ["won", "lost", "lost", "lost"]
    assert [scores[name].ahead for name in "ABCD"] == [0, 1, 1, 3]


def test_difference() -> None:
    """The example of `scoring.difference`: the second table has the seats exchanged."""
    scores = scored("difference", table(1, "ABABAB", [5, 3, 5, 3, 5, 3]), table(1, "BABABA", [6, 2, 6, 2, 6, 2]))
    assert points(scores) == {"A": -2, "B": 2}
    assert (scores["A"].outcome, scores["B"].outcome) == ("lost", "won")
    assert (scores["A"].margin, scores["B"].margin) == (-2, 2)
    assert [deal.seat for deal in scores["A"].deals] == [0, 1]


def test_joint() -> None:
    """The example of `scoring.joint`."""
    scores = scored(
        "joint",
        table(1, "AB", [500, 500]), table(2, "CD", [420, 420]), table(3, "EF", [420, 420]), table(4, "GH", [300, 300]),
    )  # fmt: skip
    assert points(scores) == {
        "A": 10_000, "B": 10_000, "C": 5_000, "D": 5_000, "E": 5_000, "F": 5_000, "G": 0, "H": 0,
    }  # fmt: skip
    assert {score.outcome for score in scores.values()} == {"tied"}


def test_points() -> None:
    """The example of `scoring.plain_points`."""
    assert points(scored("points", table(1, "ABCD", [50, 20, 20, 5]))) == {"A": 50, "B": 20, "C": 20, "D": 5}


# What is compared


def test_matchpoints_of_several_deals_are_one_share() -> None:
    scores = scored(
        "matchpoints", table(1, "AB", [1, 0], [1, 0]), table(2, "CD", [0, 0], [1, 0]), table(3, "EF", [0, 0])
    )
    assert {name: points(scores)[name] for name in "ACE"} == {"A": 8_333, "C": 3_333, "E": 2_500}  # 5/6, 2/6, 1/4


def test_shares_are_rounded_half_up() -> None:
    """Two of eight comparisons and more: 1 / 32 of 10,000 is 312.5."""
    tables = [
        table(number, "AB" if number == 1 else chr(300 + number) + chr(400 + number), [0 if number < 3 else 1, 0])
        for number in range(1, 18)
    ]
    assert points(scored("matchpoints", *tables))["A"] == 313


def test_tables_of_other_sizes_and_replayed_ones_are_not_compared() -> None:
    scores = scored(
        "matchpoints", table(1, "AB", [10, 0]), table(2, "CDE", [99, 0, 0]), table(3, "FG", [50, 0], again=1)
    )
    assert {points(scores)[name] for name in "ACF"} == {5_000}
    assert scores["A"].deals[0].denominator == 0
    assert scores["A"].deals[0].best


def test_a_replayed_match_is_compared_with_itself() -> None:
    scores = scored("matchpoints", table(1, "AB", [10, 0], again=1), table(1, "BA", [5, 0], again=1))
    assert points(scores) == {"A": 7_500, "B": 2_500}


def test_one_alone_has_won_and_has_half_of_nothing_to_compare() -> None:
    scores = scored("rank_points", table(1, "A", [3]))
    assert (points(scores), scores["A"].outcome, scores["A"].margin) == ({"A": 5_000}, "won", 0)


def test_the_winner_by_the_rules_is_before_one_who_has_more_points() -> None:
    scores = scored("rank_points", table(1, "AB", [10, 20], winners=[0]))
    assert points(scores) == {"A": 10_000, "B": 0}


def test_the_place_at_a_table_is_the_order_of_first_seats() -> None:
    scores = scored("points", table(2, "BABA", [1, 2, 1, 2]), table(1, "DC", [0, 0]))
    assert [(name, score.table, score.place) for name, score in scores.items()] == [
        ("D", 1, 0), ("C", 1, 1), ("B", 2, 0), ("A", 2, 1),
    ]  # fmt: skip
    assert scores["A"].opponents == (who("B"),)


def test_deals_at_one_table_are_compared_there() -> None:
    deals = scored("rank_points", table(1, "ABC", [5, 5, 1], [0, 2, 4]))["B"].deals
    assert [(deal.numerator, deal.denominator, deal.best) for deal in deals] == [(3, 4, True), (2, 4, False)]


@given(st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), min_size=2, max_size=20))
def test_all_matchpoints_of_a_seat_are_the_half_on_average(results: list[tuple[int, int]]) -> None:
    names = [(chr(200 + 2 * number), chr(201 + 2 * number)) for number in range(len(results))]
    scores = scored(
        "matchpoints",
        *[table(number, "".join(pair), had) for number, (pair, had) in enumerate(zip(names, results, strict=True), 1)],
    )
    for seat in (0, 1):
        deals = [scores[pair[seat]].deals[0] for pair in names]
        assert 2 * sum(deal.numerator for deal in deals) == sum(deal.denominator for deal in deals)
    assert all(0 <= score.points <= 10_000 for score in scores.values())


# Rulings


TABLES = table(1, "AB", [10, 4]), table(2, "CD", [8, 8]), table(3, "EF")


@pytest.mark.parametrize(
    ("scoring", "expected"),
    [
        ("matchpoints", {"E": 0, "F": 6_000}),
        ("joint", {"E": 0, "F": 6_000}),
        ("rank_points", {"E": 0, "F": 10_000}),
        ("points", {"E": 0, "F": 8}),  # 30 points by four: 7.5, half up
        ("difference", {"E": -6, "F": 6}),
    ],
)
def test_a_forfeit_of_a_table_that_was_not_finished(scoring: Scoring, expected: dict[str, int]) -> None:
    scores = scored(scoring, *TABLES, rulings=[Forfeited(who("E"))])
    assert {name: scores[name].points for name in "EF"} == expected
    assert (scores["E"].how, scores["E"].outcome) == ("forfeited", "lost")
    assert (scores["F"].how, scores["F"].outcome) == ("won_by_forfeit", "won")


@pytest.mark.parametrize(
    ("scoring", "expected"),
    [
        ("matchpoints", {"A": 0, "B": 0}),  # B keeps what they have played: 4 against 8
        ("joint", {"A": 0, "B": 0}),
        ("rank_points", {"A": 0, "B": 10_000}),
        ("points", {"A": 0, "B": 4}),
        ("difference", {"A": -1, "B": 1}),  # nobody else has won by anything
    ],
)
def test_a_forfeit_of_a_finished_table(scoring: Scoring, expected: dict[str, int]) -> None:
    scores = scored(scoring, *TABLES, rulings=[Forfeited(who("A"))])
    assert {name: scores[name].points for name in "AB"} == expected
    assert (scores["A"].how, scores["A"].outcome) == ("forfeited", "lost")
    assert (scores["B"].how, scores["B"].outcome) == ("played", "won")


def test_by_a_forfeit_the_others_of_a_larger_table_are_tied() -> None:
    scores = scored("rank_points", table(1, "ABC"), rulings=[Forfeited(who("B"))])
    assert points(scores) == {"A": 7_500, "B": 0, "C": 7_500}
    assert [scores[name].outcome for name in "ABC"] == ["tied", "lost", "tied"]


def test_an_entrant_who_forfeits_with_points_of_the_game_has_the_lowest_of_the_round() -> None:
    scores = scored("points", table(1, "AB", [-7, 4]), table(2, "CD"), rulings=[Forfeited(who("C"))])
    assert scores["C"].points == -7


@pytest.mark.parametrize(
    ("scoring", "average"),
    [("matchpoints", 5_000), ("rank_points", 5_000), ("joint", 5_000), ("points", 8), ("difference", 0)],
)
def test_not_played_is_the_average(scoring: Scoring, average: int) -> None:
    by_ruling = scored(scoring, *TABLES, rulings=[NotPlayed(who("A"))])
    assert (by_ruling["A"].how, by_ruling["A"].outcome) == ("not_played", "tied")
    assert by_ruling["A"].points == average
    unfinished = scored(scoring, *TABLES)
    assert (unfinished["E"].how, unfinished["E"].points) == ("not_played", average)


def test_the_average_of_a_round_without_results_is_nothing() -> None:
    assert points(scored("points", table(1, "AB"))) == {"A": 0, "B": 0}


@pytest.mark.parametrize("scoring", ["matchpoints", "rank_points", "difference", "joint", "points"])
def test_adjusted_points_are_what_they_are(scoring: Scoring) -> None:
    scores = scored(scoring, *TABLES, rulings=[AdjustedPoints(who("C"), 70), AdjustedPoints(who("D"), 30)])
    assert {name: scores[name].points for name in "CD"} == {"C": 70, "D": 30}
    assert [(scores[name].how, scores[name].outcome, scores[name].ahead) for name in "CD"] == [
        ("adjusted", "won", 0),
        ("adjusted", "lost", 1),
    ]


@pytest.mark.parametrize(
    ("scoring", "had"),
    [("matchpoints", 6_000), ("rank_points", 6_000), ("joint", 6_000), ("points", 6), ("difference", 4)],
)
def test_an_adjusted_share_is_of_the_best_of_the_round(scoring: Scoring, had: int) -> None:
    scores = scored(scoring, *TABLES, rulings=[AdjustedShare(who("E"), 6_000), AdjustedShare(who("F"), 6_000)])
    assert {name: scores[name].points for name in "EF"} == {"E": had, "F": had}
    assert scores["E"].outcome == "tied"


def test_an_entrant_who_forfeits_did_worse_than_one_who_has_adjusted_points() -> None:
    rulings: list[Adjustment] = [Forfeited(who("E")), AdjustedShare(who("F"), 0)]
    scores = scored("rank_points", *TABLES, rulings=rulings)
    assert points(scores) | {"E": 0, "F": 0} == points(scores)
    assert [(scores[name].outcome, scores[name].ahead) for name in "EF"] == [("lost", 1), ("won", 0)]


def test_all_who_forfeit_have_lost_even_if_somebody_else_has_adjusted_points() -> None:
    rulings: list[Adjustment] = [Forfeited(who("A")), Forfeited(who("B")), AdjustedPoints(who("C"), -5)]
    scores = scored("points", table(1, "ABCD", [1, 2, 3, 4]), rulings=rulings)
    assert [(scores[name].outcome, scores[name].ahead) for name in "ABCD"] == [
        ("lost", 2), ("lost", 2), ("lost", 1), ("won", 0),
    ]  # fmt: skip


def test_not_played_is_a_tie_also_where_the_other_has_adjusted_points() -> None:
    scores = scored("rank_points", *TABLES, rulings=[AdjustedPoints(who("A"), 0), NotPlayed(who("B"))])
    assert [(scores[name].points, scores[name].outcome, scores[name].ahead) for name in "AB"] == [
        (0, "lost", 1),
        (5_000, "tied", 0),
    ]


def test_the_last_ruling_on_an_entrant_counts_and_penalties_are_added() -> None:
    scores: list[Adjustment] = [AdjustedPoints(who("A"), 5), Forfeited(who("A")), AdjustedPoints(who("A"), 9)]
    rulings: list[Adjustment] = [Penalty(who("A"), 2), *scores, Penalty(who("A"), 3)]
    score = scored("points", *TABLES, rulings=rulings)["A"]
    assert (score.points, score.penalty, score.how) == (4, 5, "adjusted")


def test_a_penalty_may_leave_less_than_nothing() -> None:
    assert scored("rank_points", *TABLES, rulings=[Penalty(who("B"), 500)])["B"].points == -500


def test_an_entrant_who_had_no_table_has_what_was_stated() -> None:
    unseated = [
        Unseated(entrant=who("X"), why="bye", points=5_000),
        Unseated(entrant=who("Y"), why="absent"),
        Unseated(entrant=who("Z"), why="late", points=2_500),
    ]
    scores = scored("rank_points", *TABLES, unseated=unseated, rulings=[AdjustedPoints(who("Y"), 7)])
    assert [(scores[name].points, scores[name].how, scores[name].outcome) for name in "XYZ"] == [
        (5_000, "bye", "bye"),
        (7, "adjusted", "absent"),
        (2_500, "late", "late"),
    ]


@pytest.mark.parametrize("ruling", [Forfeited(who("X")), NotPlayed(who("X")), AdjustedPoints(who("X"), 0)])
@pytest.mark.parametrize("why", ["bye", "absent", "late"])
def test_a_ruling_without_a_table_changes_the_points_only(why: WithoutTable, ruling: Adjustment) -> None:
    unseated = [Unseated(entrant=who("X"), why=why, points=9)]
    score = scored("rank_points", *TABLES, unseated=unseated, rulings=[ruling])["X"]
    assert score.outcome == why
    assert (score.how, score.points) != (why, 9)

"""Statistics of players, of those they meet, and of options, game by game."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

import pytest
from msgspec.structs import asdict, replace

from projections.history import Rows
from projections.history.statistics import (
    Meeting,
    MeetingKey,
    OptionKey,
    OptionStatistics,
    PlayerKey,
    PlayerStatistics,
    meetings_after,
    options_after,
    players_after,
)
from tests.projections.history import made
from tests.projections.history.made import ADA, AT, BEN, BOT, CY, DEE, HOUSE, LAPSE, aborted, game


def players(games: Iterable[Rows]) -> dict[PlayerKey, PlayerStatistics]:
    known: dict[PlayerKey, PlayerStatistics] = {}
    for rows in games:
        known |= players_after(known, rows)
    return known


def meetings(games: Iterable[Rows]) -> dict[MeetingKey, Meeting]:
    known: dict[MeetingKey, Meeting] = {}
    for rows in games:
        known |= meetings_after(known, rows)
    return known


def options(games: Iterable[Rows]) -> dict[OptionKey, OptionStatistics]:
    known: dict[OptionKey, OptionStatistics] = {}
    for rows in games:
        known |= options_after(known, rows)
    return known


def of(player: UUID, games: Iterable[Rows]) -> PlayerStatistics:
    return players(games)[player, "literature"]


def test_wins_draws_losses_and_points_are_counted() -> None:
    won, drawn = game([ADA, BEN], "12", points=[7, 3]), game([ADA, BEN], "==", points=[4, 4])

    found = asdict(of(ADA, [won, drawn, game([BEN, ADA], "12", points=[5, -1])]))

    wanted = {"played": 3, "won": 1, "drawn": 1, "lost": 1, "aborted": 0, "points": 10}
    assert {name: found[name] for name in wanted} == wanted


@pytest.mark.parametrize(
    ("outcomes", "streak", "longest"),
    [("11", 2, 2), ("112", -1, 2), ("1122", -2, 2), ("11=1", 1, 2), ("11=", 0, 2), ("2111", 3, 3), ("22", -2, 0)],
)
def test_a_streak_lasts_until_a_game_ends_otherwise(outcomes: str, streak: int, longest: int) -> None:
    found = of(ADA, [game([ADA, BEN], each + {"1": "2", "2": "1", "=": "="}[each]) for each in outcomes])

    assert (found.streak, found.longest_streak) == (streak, longest)


def test_an_aborted_game_is_counted_apart_and_breaks_no_streak() -> None:
    found = of(ADA, [game([ADA, BEN], "12"), aborted([ADA, None], number=2)])

    assert (found.played, found.aborted, found.streak, found.last_number) == (1, 1, 1, 2)
    assert found.last_at == AT + 2


def test_a_seat_that_nobody_took_is_nobodys() -> None:
    assert players([aborted([ADA, None])]).keys() == {(ADA, "literature")}


@pytest.mark.parametrize("given", [{"fork_of": made.table_of(1)}, {"deal_kind": "given"}, {"for_all": False}])
@pytest.mark.parametrize("rated", [True, False])
def test_forks_chosen_cards_and_private_tables_count_for_nothing(given: dict[str, Any], rated: bool) -> None:
    rows = game([ADA, BEN], "12", **given | {"rated": rated})

    assert players([rows]) == {}
    assert meetings([rows]) == {}
    assert options([rows]) == {}


def test_games_in_which_moves_could_be_taken_back_count_for_nothing_and_are_not_aborted() -> None:
    rows = game([ADA, BEN], "12", rated=False)

    assert (players([rows]), meetings([rows]), options([rows])) == ({}, {}, {})


def test_moves_and_lapses_are_those_of_the_player_and_not_of_a_house_player_that_stood_in() -> None:
    rows = game([ADA, BEN], "12", decisions=[(0, 100), (0, 300), (0, LAPSE), (0, 5), (1, 7)])
    stood_in = replace(rows.decisions[3], kind="house")

    found = of(ADA, [replace(rows, decisions=(*rows.decisions[:3], stood_in, rows.decisions[4]))])

    assert (found.moves, found.move_ms, found.lapses) == (2, 400, 1)


def test_moves_of_a_bot_are_its_own() -> None:
    found = of(BOT, [game([ADA, BOT], "21", decisions=[(0, 100), (1, 3), (1, LAPSE)])])

    assert (found.won, found.moves, found.move_ms, found.lapses) == (1, 1, 3, 1)


def test_a_house_player_plays_once_for_each_of_its_seats() -> None:
    found = of(HOUSE, [game([ADA, HOUSE, HOUSE], "213", decisions=[(1, 10), (2, 20)])])

    assert (found.played, found.won, found.lost, found.moves, found.move_ms) == (2, 1, 1, 2, 30)


def test_games_of_the_catalogue_are_kept_apart() -> None:
    found = players([game([ADA, BEN], "12"), game([ADA, BEN], "12", game="honors_1")])

    assert {key: each.played for key, each in found.items() if key[0] == ADA} == {
        (ADA, "literature"): 1,
        (ADA, "honors_1"): 1,
    }


def test_a_meeting_says_who_was_placed_before_whom_and_who_played_together() -> None:
    teams = game([ADA, BEN, CY, DEE], "1212", teams=[0, 1, 0, 1])
    alone = game([ADA, BEN, CY], "221")

    found = meetings([teams, alone])

    assert found[ADA, BEN, "literature"] == Meeting(player=ADA, other=BEN, game="literature", met=2, before=1, level=1)
    assert found[ADA, CY, "literature"] == Meeting(player=ADA, other=CY, game="literature", met=2, together=1, behind=1)
    assert found[BEN, ADA, "literature"] == Meeting(player=BEN, other=ADA, game="literature", met=2, behind=1, level=1)


def test_people_meet_house_players_once_a_game_and_no_meetings_of_house_players_are_kept() -> None:
    found = meetings([game([HOUSE, ADA, HOUSE], "123")])

    assert found == {(ADA, HOUSE, "literature"): Meeting(player=ADA, other=HOUSE, game="literature", met=1, behind=1)}


def test_an_entrant_who_only_began_a_game_has_met_nobody() -> None:
    assert meetings([aborted([ADA, BEN])]) == {}


def test_options_have_the_games_by_them() -> None:
    decisions = [(0, 100), (1, 300), (1, LAPSE)]
    games = [
        game([ADA, BEN], "12", points=[5, 2], decisions=decisions),
        game([ADA, BEN], "==", points=[3, 3]),
        game([ADA, BEN], "21", points=[3, 4]),
        aborted([ADA, BEN]),
        game([ADA, BEN], "12", options='{"players":2}'),
    ]

    found = options(games)

    assert found["literature", "{}"] == OptionStatistics(
        game="literature",
        options="{}",
        played=3,
        aborted=1,
        drawn=1,
        first_won=1,
        seats=6,
        points=20,
        moves=2,
        move_ms=400,
        lapses=1,
        duration_ms=3000,
    )
    assert found["literature", '{"players":2}'].played == 1


def test_a_fold_from_nothing_names_all_that_a_game_changes() -> None:
    known = players([game([ADA, BEN], "12")])
    rows = game([BEN, CY], "12", number=2)

    assert (
        players_after(known, rows).keys()
        == players_after({}, rows).keys()
        == {
            (BEN, "literature"),
            (CY, "literature"),
        }
    )

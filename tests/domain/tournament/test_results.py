"""What a finished game has given, in one form for all games."""

import pytest

from domain import GAMES
from domain.table import AnyGame
from domain.tournament.results import result_of
from tests.domain.every_game import every_game
from tests.domain.games.high_card.rules import HIGH_CARD
from tests.domain.playout import Dice, Step, playout


def last_step(game: AnyGame, seed: int) -> Step:
    *_, last = playout(game, Dice(seed))
    return last


@every_game
@pytest.mark.parametrize("seed", range(4))
def test_every_game_has_points_by_seat_and_by_deal_that_add_up(game: AnyGame, seed: int) -> None:
    state = last_step(game, seed).after
    result = result_of(game, state)
    seats = state.options.players
    assert len(result.points) == seats
    assert tuple(map(sum, zip(*result.deals, strict=True))) == result.points
    assert all(type(points) is int for deal in result.deals for points in deal)
    assert set(result.winners) <= set(range(seats))


@every_game
def test_a_game_that_goes_on_has_no_result(game: AnyGame) -> None:
    first = next(iter(playout(game, Dice(1))))
    with pytest.raises(ValueError, match="not finished"):
        result_of(game, first.after)


@pytest.mark.parametrize("seed", range(6))
def test_in_literature_a_seat_has_what_its_team_has(seed: int) -> None:
    game = GAMES["literature"]
    state = last_step(game, seed).after
    result = result_of(game, state)
    assert result.teams == state.options.teams
    assert result.points == tuple(state.result.scores[team] for team in state.options.teams)
    assert result.winners == state.result.winners
    assert len(result.deals) == 1


def test_in_friendlier_than_thou_all_have_one_score_and_win_together() -> None:
    game, seen = GAMES["friendlier_than_thou"], set()
    for seed in range(40):
        state = last_step(game, seed).after
        result = result_of(game, state)
        assert set(result.points) == {state.result.meeting_score}
        assert result.success == state.result.band
        won = result.success not in ("read_out", "probation")
        assert result.winners == (tuple(range(state.options.players)) if won else ())
        seen.add(won)
    assert seen == {True, False}


@pytest.mark.parametrize("name", ["honors_1", "honors_2", "honors_3", "honors_4", "medieval_mastery"])
def test_a_match_has_all_its_deals(name: str) -> None:
    game = GAMES[name]
    several = 0
    for seed in range(6):
        state = last_step(game, seed).after
        result = result_of(game, state)
        assert result.deals == state.match.deal_scores
        assert (result.points, result.winners) == (state.result.totals, state.result.winners)
        several += len(result.deals) > 1
    assert several


def test_in_pursuit_of_happiness_the_game_is_one_deal() -> None:
    game = GAMES["pursuit_of_happiness"]
    state = last_step(game, 1).after
    result = result_of(game, state)
    assert result.deals == (state.result.scores,)
    assert result.winners == state.result.winners
    assert (result.teams, result.success) == (None, None)


def test_a_game_that_nobody_has_named_is_of_one_deal_or_a_match() -> None:
    state = last_step(HIGH_CARD, 1).after
    result = result_of(HIGH_CARD, state)
    assert (result.deals, result.points) == ((state.tricks,), state.tricks)

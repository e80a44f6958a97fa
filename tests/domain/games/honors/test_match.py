"""The match of several deals: C-U3, C-U7, C-U8."""

from itertools import pairwise
from typing import Any

import pytest

from domain.games.honors.match import winners
from domain.table import AnyGame
from tests.domain.games.honors.every_game import events_of, every_game, games, some_games


@games(1, 2, 3)
def test_C_U3_the_deal_passes_to_the_left(game: AnyGame) -> None:
    lengths = set()
    for steps in some_games(game):
        options = steps[0].after.options
        dealers = [event.dealer for event in events_of(steps, "deal_started")]
        assert dealers == [(options.dealer + deal) % options.players for deal in range(len(dealers))]
        lengths.add(len(dealers))
    assert max(lengths) > 1


@every_game
def test_C_U7_the_next_deal_begins_in_the_step_that_ended_the_last_one(game: AnyGame) -> None:
    for steps in some_games(game):
        for step in steps:
            for event, following in pairwise((*step.events, None)):
                if event.__struct_config__.tag == "deal_ended":
                    assert following.__struct_config__.tag in {"deal_started", "game_finished"}
                    assert following.at == event.at


@every_game
def test_C_U7_the_scores_of_the_deals_that_have_ended_stay_to_be_seen(game: AnyGame) -> None:
    for steps in some_games(game):
        counted: list[Any] = []
        for step in steps:
            counted += [event for event in step.events if event.__struct_config__.tag == "deal_ended"]
            view = game.view(step.after, None)
            assert view.deal_scores == tuple(event.scores for event in counted)
            assert view.totals == tuple(map(sum, zip(*view.deal_scores, strict=True))) or not counted
            assert all(event.totals == view.totals for event in counted[-1:])
        assert [event.deal for event in counted] == list(range(1, len(counted) + 1))
        assert (view.phase, view.result.totals, view.deal) == ("finished", view.totals, len(counted))


@pytest.mark.parametrize(
    ("totals", "last_deal", "won"),
    [
        ((49, 45, 0), False, ()),
        ((50, 45, 0), False, (0,)),
        ((55, 70, 60), False, (1,)),
        ((50, 50, 0), False, ()),
        ((80, 60, 80), False, ()),
        ((5, 10, 0), True, (1,)),
        ((10, 5, 10), True, (0, 2)),
        ((60, 60, 60), True, (0, 1, 2)),
        ((-6, -10, -4), True, (2,)),
    ],
)
def test_C_U8_one_seat_alone_ahead_with_the_target_wins(
    totals: tuple[int, ...], last_deal: bool, won: tuple[int, ...]
) -> None:
    assert winners(totals, 50, last_deal=last_deal) == won


@every_game
def test_C_U8_after_the_last_deal_the_match_ends_in_any_case(game: AnyGame) -> None:
    last_deals = 0
    for steps in some_games(game):
        options = steps[0].after.options
        counted = events_of(steps, "deal_ended")
        assert len(counted) <= options.max_deals
        best = max(counted[-1].totals)
        if len(counted) == options.max_deals and best < options.target_score:
            last_deals += 1
            ahead = tuple(seat for seat, total in enumerate(counted[-1].totals) if total == best)
            assert steps[-1].events[-1].result.winners == ahead
    assert last_deals


@games(1, 2, 3)
def test_C_U8_the_match_goes_on_until_one_seat_alone_is_ahead_with_the_target(game: AnyGame) -> None:
    fixed = {"target_score": 10, "max_deals": 20} | ({"winner": "highest"} if game.id == "honors_2" else {})
    went_on, won = 0, 0
    for steps in some_games(game, **fixed):
        *before, last = events_of(steps, "deal_ended")
        went_on += len(before)
        for event in before:
            assert max(event.totals) < 10 or event.totals.count(max(event.totals)) > 1
        if last.deal < 20:
            won += 1
            winner = last.totals.index(max(last.totals))
            assert last.totals[winner] >= 10
            assert last.totals.count(last.totals[winner]) == 1
            assert steps[-1].events[-1].result.winners == (winner,)
    assert went_on
    assert won

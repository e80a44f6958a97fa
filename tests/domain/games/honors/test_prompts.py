"""What holds of what seats are asked for, and of the moves made for those whose time is over, in all four games."""

import pytest

from domain.fairness import FairChance
from domain.game import fold
from domain.table import AnyGame
from tests.domain.games.honors.every_game import every_game, some_games
from tests.domain.scenario import AT, prompt
from tests.domain.showing import default_of

MOST_STEPS = 5_000


@every_game
def test_who_must_act_is_known_without_a_view(game: AnyGame) -> None:
    for steps in some_games(game):
        for step in steps:
            assert game.to_act(step.after) == game.view(step.after, None).to_act


@every_game
def test_what_is_done_for_a_seat_is_a_choice_that_it_has(game: AnyGame) -> None:
    for steps in some_games(game):
        for step in steps:
            for seat in range(step.after.options.players):
                move = default_of(game, step.after, seat)
                if move is None:
                    assert seat not in game.to_act(step.after) or game.due(step.after) is not None
                    continue
                decision = game.choices(step.after, seat)
                assert decision is not None
                assert decision.grade != "enumerated" or move in decision.moves
                game.decide(step.after, seat, move, step.at, FairChance(bytes(32), [None]))


@every_game
def test_the_player_who_must_act_is_asked_in_a_sentence(game: AnyGame) -> None:
    for steps in some_games(game):
        for step in steps:
            for seat in game.to_act(step.after):
                sentence = prompt(step.after, seat)
                assert sentence[0].isupper()
                assert sentence[-1] == "."
                assert "{" not in sentence


@every_game
@pytest.mark.parametrize("seed", range(3))
def test_a_match_ends_though_nobody_ever_acts(game: AnyGame, seed: int) -> None:
    options = game.options({"players": game.players[-1], "max_deals": 2})
    chance = FairChance(bytes([seed] * 32), [None] * options.players)
    at = AT
    state = fold(game, game.start(options, chance, at))
    for _ in range(MOST_STEPS):
        if state.phase == "finished":
            return
        lapsed = [(seat, default_of(game, state, seat)) for seat in game.to_act(state)]
        seat, move = next(((seat, move) for seat, move in lapsed if move is not None), (0, None))
        at = at if move is not None else game.due(state) or 0
        events = game.tick(state, at, chance) if move is None else game.decide(state, seat, move, at, chance)
        state = fold(game, events, state)
    pytest.fail("the match does not end")

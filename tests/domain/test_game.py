"""What every game has of the decider's contract, whatever its rules."""

import pytest

from domain import GAMES, fold
from domain.game import Refused
from domain.table import AnyGame

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


@every_game
def test_as_many_may_play_as_the_game_says(game: AnyGame) -> None:
    for players in range(20):
        if players in game.players:
            assert game.options({"players": players}).players == players
        else:
            with pytest.raises(Refused, match="invalid_option"):
                game.options({"players": players})


@every_game
def test_a_game_without_events_has_no_state(game: AnyGame) -> None:
    with pytest.raises(ValueError, match="no state"):
        fold(game, [])

"""The games of Honors in the catalogue, and random games of each."""

from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from msgspec import structs

from domain import GAMES
from domain.table import AnyGame
from tests.domain.playout import Dice, Step, playout


def games(*numbers: int) -> pytest.MarkDecorator:
    """Return the mark of a test of what holds in these games."""
    return pytest.mark.parametrize("game", [pytest.param(GAMES[f"honors_{n}"], id=f"honors_{n}") for n in numbers])


every_game = games(1, 2, 3, 4)


@cache
def played(game: AnyGame, seed: int, fixed: tuple[tuple[str, object], ...]) -> tuple[Step, ...]:
    """Return a whole random game, at random options, except those that are fixed; by default of up to three deals."""

    def complete(options: Any) -> Any:
        return game.complete(structs.replace(options, **dict(fixed)))

    return tuple(playout(replace(game, complete=complete), Dice(seed)))


def some_games(game: AnyGame, **fixed: object) -> list[tuple[Step, ...]]:
    """Return some random games."""
    return [played(game, seed, tuple(fixed.items())) for seed in range(12)]


def events_of(steps: tuple[Step, ...], kind: str) -> list[Any]:
    """Return the events of a kind."""
    return [event for step in steps for event in step.events if event.__struct_config__.tag == kind]

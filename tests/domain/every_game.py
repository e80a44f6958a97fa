"""All games that the tests of every game look at: those of the catalogue, and a toy that shows what a game needs."""

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeVar

import pytest

from domain import GAMES
from domain.table import AnyGame
from tests.domain.games.high_card.rules import HIGH_CARD

Test = TypeVar("Test", bound=Callable[..., Any])

ALL: dict[str, AnyGame] = {**GAMES, HIGH_CARD.id: HIGH_CARD}


@contextmanager
def knowing_the_toy() -> Iterator[None]:
    """Let this process know the toy for a while, as if its line stood in `domain/__init__.py`."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(GAMES, HIGH_CARD.id, HIGH_CARD)
        yield


known = pytest.mark.usefixtures("toy")
"""Lets this process know the toy during a test."""


def of_all(parameter: str, values: Mapping[str, object]) -> Callable[[Test], Test]:
    """Return what runs a test with each of these values, by the ids of the games."""

    def run(test: Test) -> Test:
        for mark in (pytest.mark.parametrize(parameter, values.values(), ids=values), known):
            test = mark(test)
        return test

    return run


every_game = of_all("game", ALL)
"""Runs a test with each game."""


def every_id(parameter: str = "game", *, but: Collection[str] = ()) -> Callable[[Test], Test]:
    """Return what runs a test with the id of each game."""
    return of_all(parameter, {game: game for game in ALL if game not in but})

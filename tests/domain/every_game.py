"""All games that the tests of every game look at: those of the catalogue, and a toy that shows what a game needs."""

import pytest

from domain import GAMES
from domain.table import AnyGame
from tests.domain.games.high_card.rules import HIGH_CARD

ALL: dict[str, AnyGame] = {**GAMES, HIGH_CARD.id: HIGH_CARD}

every_game = pytest.mark.parametrize("game", ALL.values(), ids=ALL)

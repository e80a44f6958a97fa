"""Every Python process that finds this on its path knows High Card: Python imports it as it starts."""

from domain import GAMES
from tests.domain.games.high_card.rules import HIGH_CARD

GAMES[HIGH_CARD.id] = HIGH_CARD

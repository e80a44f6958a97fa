"""Honors No. IV: draw a card, keep one; two of a book in sequence go out. The rules: `rulebook.md`."""

from domain.dispatch import game_of
from domain.game import Game
from domain.games.honors.deck import DECK, FACES
from domain.games.honors_4 import choices, layout, messages, options, prompts, rules, state, view
from domain.games.honors_4.messages import TITLE
from domain.games.honors_4.options import Options
from domain.games.honors_4.state import State
from domain.games.honors_4.view import View

HONORS_4: Game[Options, State, View] = game_of(
    (options, rules, state, view, choices, layout, prompts, messages),
    id="honors_4",
    title=TITLE,
    rules_version="1",
    players=tuple(range(2, 13)),
    deck=DECK,
    faces=FACES,
    zones=("hand", "stock", "discard"),
    grades=dict.fromkeys(("opening", "draw", "discard"), ("enumerated",)),
)

__all__ = ["HONORS_4"]

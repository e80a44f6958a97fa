"""Honors No. I: players ask each other for cards and make books of four. The rules: `rulebook.md`."""

from domain.dispatch import game_of
from domain.game import Game
from domain.games.honors.deck import DECK, FACES
from domain.games.honors_1 import choices, layout, messages, options, prompts, rules, state, view
from domain.games.honors_1.messages import TITLE
from domain.games.honors_1.options import Options
from domain.games.honors_1.state import State
from domain.games.honors_1.view import View

HONORS_1: Game[Options, State, View] = game_of(
    (options, rules, state, view, choices, layout, prompts, messages),
    title=TITLE.text,
    about="Ask the others for cards by name, and make books of four.",
    rules_version="1",
    deck=DECK,
    faces=FACES,
    zones=("hand", "stock", "meld"),
)

__all__ = ["HONORS_1"]

"""Honors No. II: rummy with books of four. The rules: `rulebook.md`."""

from domain.dispatch import game_of
from domain.game import Game
from domain.games.honors.deck import DECK, FACES
from domain.games.honors_2 import choices, layout, messages, options, prompts, rules, state, view
from domain.games.honors_2.messages import TITLE
from domain.games.honors_2.options import Options
from domain.games.honors_2.state import State
from domain.games.honors_2.view import View

HONORS_2: Game[Options, State, View] = game_of(
    (options, rules, state, view, choices, layout, prompts, messages),
    title=TITLE.text,
    about="Draw, lay down three of a book, add to any book on the table, and be the first with no cards left.",
    rules_version="1",
    deck=DECK,
    faces=FACES,
    zones=("hand", "stock", "discard", "meld"),
)

__all__ = ["HONORS_2"]

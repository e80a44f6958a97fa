"""Honors No. III: all exchange cards at the same time, unseen, and lay down books of four. The rules: `rulebook.md`."""

from domain.dispatch import game_of
from domain.game import Game
from domain.games.honors.deck import DECK, FACES
from domain.games.honors_3 import choices, layout, messages, options, prompts, rules, state, view
from domain.games.honors_3.messages import TITLE
from domain.games.honors_3.options import Options
from domain.games.honors_3.state import State
from domain.games.honors_3.view import View

HONORS_3: Game[Options, State, View] = game_of(
    (options, rules, state, view, choices, layout, prompts, messages),
    title=TITLE.text,
    about="All exchange cards blind and at the same time, until somebody has laid down their last book.",
    rules_version="1",
    deck=DECK,
    faces=FACES,
    zones=("hand", "aside", "meld"),
    grades=dict.fromkeys(("opening", "trading"), ("factored",)),
)

__all__ = ["HONORS_3"]

"""Literature: six players in two teams ask each other for cards and declare sets. The rules: `rulebook.md`."""

from domain.dispatch import game_of
from domain.game import Game
from domain.games.literature import choices, layout, messages, options, prompts, rules, state, view
from domain.games.literature.options import Options
from domain.games.literature.sets import DECK
from domain.games.literature.state import State
from domain.games.literature.view import View

LITERATURE: Game[Options, State, View] = game_of(
    (options, rules, state, view, choices, layout, prompts, messages),
    title="Literature",
    about="Two teams of three: ask opponents for exact cards, and declare who of your team holds a whole set.",
    rules_version="1",
    deck=DECK,
    zones=("hand", "won", "aside"),
    grades={"playing": ("enumerated", "factored"), "passing": ("enumerated",)},
)

__all__ = ["LITERATURE"]

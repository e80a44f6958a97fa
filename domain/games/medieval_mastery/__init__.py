"""Medieval Mastery: tricks without trumps, and families and communes on the table. The rules: `rulebook.md`."""

from domain.dispatch import game_of
from domain.game import Game
from domain.games.medieval_mastery import choices, layout, messages, options, prompts, rules, state, view
from domain.games.medieval_mastery.deck import DECK, FACES
from domain.games.medieval_mastery.options import Options
from domain.games.medieval_mastery.state import State
from domain.games.medieval_mastery.view import View

MEDIEVAL_MASTERY: Game[Options, State, View] = game_of(
    (options, rules, state, view, choices, layout, prompts, messages),
    title="Medieval Mastery",
    about="The highest rank of all suits wins the trick; lay families and communes from it and from your hand.",
    rules_version="1",
    deck=DECK,
    faces=FACES,
    zones=("hand", "stock", "trick", "meld"),
    grades={"play": ("enumerated",), "build": ("submitted",)},
)

__all__ = ["MEDIEVAL_MASTERY"]

"""Friendlier Than Thou: trick-taking in silence, for one team of two to four (see `rulebook.md`)."""

from domain.cards import FRENCH_DECK
from domain.dispatch import game_of
from domain.game import Game
from domain.games.friendlier_than_thou import choices, layout, messages, options, prompts, rules, state, view
from domain.games.friendlier_than_thou.options import Options
from domain.games.friendlier_than_thou.state import State
from domain.games.friendlier_than_thou.view import View

FRIENDLIER_THAN_THOU: Game[Options, State, View] = game_of(
    (options, rules, state, view, choices, layout, prompts, messages),
    title="Friendlier Than Thou",
    about="All are one team: speak into the silence to lead a trick, and together seek hands that are in balance.",
    rules_version="1",
    deck=FRENCH_DECK,
    zones=("hand", "trick", "won", "discard", "aside"),
)

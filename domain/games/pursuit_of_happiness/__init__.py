"""Pursuit of Happiness: rows of hearts score, diamonds enrich, spades attack, clubs defend (see `rulebook.md`)."""

from domain.dispatch import game_of
from domain.game import Game
from domain.games.pursuit_of_happiness import (
    choices,
    clock,
    evolving,
    layout,
    messages,
    options,
    prompts,
    rules,
    state,
    view,
)
from domain.games.pursuit_of_happiness.deck import DECK, FACES
from domain.games.pursuit_of_happiness.options import Options
from domain.games.pursuit_of_happiness.state import State
from domain.games.pursuit_of_happiness.view import View

PURSUIT_OF_HAPPINESS: Game[Options, State, View] = game_of(
    (options, rules, clock, evolving, state, view, choices, layout, prompts, messages),
    title="Pursuit of Happiness",
    about="Lay cards in rows with even steps: hearts bring happiness, diamonds cards; spades attack, clubs defend.",
    rules_version="1",
    deck=DECK,
    faces=FACES,
    zones=("hand", "stock", "discard", "meld"),
    grades={
        "activation": ("stepwise",),
        "defence": ("stepwise",),
        "capture": ("enumerated",),
        "remnant": ("enumerated",),
        "melding": ("stepwise",),
    },
)

__all__ = ["PURSUIT_OF_HAPPINESS"]

"""Honors No. IV: draw a card, keep one; two of a book in sequence go out. The rules: `rulebook.md`."""

from domain.dispatch import game_of
from domain.game import Game
from domain.games.honors.deck import DECK, FACES
from domain.games.honors_4 import choices, messages, moves, rules, state, view

HONORS_4: Game[moves.Options, state.State, view.View] = game_of(
    (moves, rules, state, view, choices, messages),
    title=messages.TITLE.text,
    about="One card in hand: draw one, keep one, until two of a book are in sequence.",
    rules_version="1",
    deck=DECK,
    faces=FACES,
    zones=("hand", "stock", "discard"),
)

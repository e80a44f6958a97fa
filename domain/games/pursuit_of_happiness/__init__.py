"""Pursuit of Happiness: rows of hearts score, diamonds enrich, spades attack, clubs defend (see `rulebook.md`)."""

from domain.game import Game
from domain.games.pursuit_of_happiness.choices import choices
from domain.games.pursuit_of_happiness.deck import DECK, FACES
from domain.games.pursuit_of_happiness.events import PursuitOfHappinessEvent
from domain.games.pursuit_of_happiness.evolving import evolve
from domain.games.pursuit_of_happiness.layout import layout
from domain.games.pursuit_of_happiness.messages import message
from domain.games.pursuit_of_happiness.moves import PursuitOfHappinessMove
from domain.games.pursuit_of_happiness.options import Options, complete
from domain.games.pursuit_of_happiness.prompts import default, prompt
from domain.games.pursuit_of_happiness.rules import decide, due, start, tick
from domain.games.pursuit_of_happiness.state import State, to_act
from domain.games.pursuit_of_happiness.view import View, view

PURSUIT_OF_HAPPINESS: Game[Options, PursuitOfHappinessMove, PursuitOfHappinessEvent, State, View] = Game(
    id="pursuit_of_happiness",
    title="Pursuit of Happiness",
    rules_version="1",
    players=(2, 3, 4, 5),
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
    Options=Options,
    Move=PursuitOfHappinessMove,
    Event=PursuitOfHappinessEvent,
    State=State,
    View=View,
    start=start,
    decide=decide,
    evolve=evolve,
    view=view,
    choices=choices,
    message=message,
    to_act=to_act,
    layout=layout,
    prompt=prompt,
    default=default,
    due=due,
    tick=tick,
    complete=complete,
)

__all__ = ["PURSUIT_OF_HAPPINESS"]

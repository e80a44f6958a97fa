"""Honors No. I: players ask each other for cards and make books of four. The rules: `rulebook.md`."""

from domain.game import Game, in_turn
from domain.games.honors.deck import DECK, FACES
from domain.games.honors_1.choices import choices
from domain.games.honors_1.events import Honors1Event
from domain.games.honors_1.layout import layout
from domain.games.honors_1.messages import TITLE, message
from domain.games.honors_1.moves import Honors1Move
from domain.games.honors_1.options import Options
from domain.games.honors_1.prompts import default, prompt
from domain.games.honors_1.rules import decide, start
from domain.games.honors_1.state import State, evolve
from domain.games.honors_1.view import View, view

HONORS_1: Game[Options, Honors1Move, Honors1Event, State, View] = Game(
    id="honors_1",
    title=TITLE,
    rules_version="1",
    players=tuple(range(2, 9)),
    deck=DECK,
    faces=FACES,
    zones=("hand", "stock", "meld"),
    grades={"ask": ("enumerated",)},
    Options=Options,
    Move=Honors1Move,
    Event=Honors1Event,
    State=State,
    View=View,
    start=start,
    decide=decide,
    evolve=evolve,
    view=view,
    choices=choices,
    message=message,
    to_act=in_turn,
    layout=layout,
    prompt=prompt,
    default=default,
)

__all__ = ["HONORS_1"]

"""Honors No. IV: draw a card, keep one; two of a book in sequence go out. The rules: `rulebook.md`."""

from domain.game import Game
from domain.games.honors.deck import DECK, FACES
from domain.games.honors_4.choices import choices
from domain.games.honors_4.events import Honors4Event
from domain.games.honors_4.layout import layout
from domain.games.honors_4.messages import TITLE, message
from domain.games.honors_4.moves import Honors4Move
from domain.games.honors_4.options import Options
from domain.games.honors_4.prompts import default, prompt
from domain.games.honors_4.rules import decide, start
from domain.games.honors_4.state import State, evolve, to_act
from domain.games.honors_4.view import View, view

HONORS_4: Game[Options, Honors4Move, Honors4Event, State, View] = Game(
    id="honors_4",
    title=TITLE,
    rules_version="1",
    players=tuple(range(2, 13)),
    deck=DECK,
    faces=FACES,
    zones=("hand", "stock", "discard"),
    grades=dict.fromkeys(("opening", "draw", "discard"), ("enumerated",)),
    Options=Options,
    Move=Honors4Move,
    Event=Honors4Event,
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
)

__all__ = ["HONORS_4"]

"""Honors No. III: all exchange cards at the same time, unseen, and lay down books of four. The rules: `rulebook.md`."""

from domain.game import Game
from domain.games.honors.deck import DECK, FACES
from domain.games.honors_3.choices import choices
from domain.games.honors_3.events import Honors3Event
from domain.games.honors_3.layout import layout
from domain.games.honors_3.messages import TITLE, message
from domain.games.honors_3.moves import Honors3Move
from domain.games.honors_3.options import Options
from domain.games.honors_3.prompts import default, prompt
from domain.games.honors_3.rules import decide, due, start, tick
from domain.games.honors_3.state import State, evolve, occasion, to_act
from domain.games.honors_3.view import View, view

HONORS_3: Game[Options, Honors3Move, Honors3Event, State, View] = Game(
    id="honors_3",
    title=TITLE,
    rules_version="1",
    players=tuple(range(4, 8)),
    deck=DECK,
    faces=FACES,
    zones=("hand", "aside", "meld"),
    grades=dict.fromkeys(("opening", "trading"), ("factored",)),
    Options=Options,
    Move=Honors3Move,
    Event=Honors3Event,
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
    occasion=occasion,
    due=due,
    tick=tick,
)

__all__ = ["HONORS_3"]

"""Honors No. II: rummy with books of four. The rules: `rulebook.md`."""

from domain.game import Game
from domain.games.honors.deck import DECK, FACES
from domain.games.honors_2.choices import choices
from domain.games.honors_2.events import Honors2Event
from domain.games.honors_2.layout import layout
from domain.games.honors_2.messages import TITLE, message
from domain.games.honors_2.moves import Honors2Move
from domain.games.honors_2.options import Options
from domain.games.honors_2.prompts import default, prompt
from domain.games.honors_2.rules import decide, due, start, tick
from domain.games.honors_2.state import State, evolve, to_act
from domain.games.honors_2.view import View, view

HONORS_2: Game[Options, Honors2Move, Honors2Event, State, View] = Game(
    id="honors_2",
    title=TITLE,
    rules_version="1",
    players=tuple(range(2, 7)),
    deck=DECK,
    faces=FACES,
    zones=("hand", "stock", "discard", "meld"),
    grades=dict.fromkeys(("draw", "play", "challenge", "fine"), ("enumerated",)),
    Options=Options,
    Move=Honors2Move,
    Event=Honors2Event,
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
)

__all__ = ["HONORS_2"]

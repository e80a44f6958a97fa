"""Medieval Mastery: tricks without trumps, and families and communes on the table. The rules: `rulebook.md`."""

from domain.game import Game, in_turn
from domain.games.medieval_mastery.choices import choices
from domain.games.medieval_mastery.deck import DECK, FACES
from domain.games.medieval_mastery.events import MedievalMasteryEvent
from domain.games.medieval_mastery.layout import layout
from domain.games.medieval_mastery.messages import message
from domain.games.medieval_mastery.moves import MedievalMasteryMove
from domain.games.medieval_mastery.options import MOST_PLAYERS, Options, complete
from domain.games.medieval_mastery.prompts import default, prompt
from domain.games.medieval_mastery.rules import decide, start
from domain.games.medieval_mastery.state import State, evolve
from domain.games.medieval_mastery.view import View, view

MEDIEVAL_MASTERY: Game[Options, MedievalMasteryMove, MedievalMasteryEvent, State, View] = Game(
    id="medieval_mastery",
    title="Medieval Mastery",
    rules_version="1",
    players=tuple(range(3, MOST_PLAYERS + 1)),
    deck=DECK,
    faces=FACES,
    zones=("hand", "stock", "trick", "meld"),
    grades={"play": ("enumerated",), "build": ("submitted",)},
    Options=Options,
    Move=MedievalMasteryMove,
    Event=MedievalMasteryEvent,
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
    complete=complete,
)

__all__ = ["MEDIEVAL_MASTERY"]

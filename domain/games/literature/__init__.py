"""Literature: six players in two teams ask each other for cards and declare sets. The rules: `rulebook.md`."""

from domain.cards import FRENCH_FACES
from domain.game import Game, in_turn
from domain.games.literature.choices import choices
from domain.games.literature.events import LiteratureEvent
from domain.games.literature.layout import layout
from domain.games.literature.messages import message
from domain.games.literature.moves import LiteratureMove
from domain.games.literature.options import SEATS, Options, complete
from domain.games.literature.prompts import default, prompt
from domain.games.literature.rules import decide, start
from domain.games.literature.sets import DECK
from domain.games.literature.state import State, evolve
from domain.games.literature.view import View, view

LITERATURE: Game[Options, LiteratureMove, LiteratureEvent, State, View] = Game(
    id="literature",
    title="Literature",
    rules_version="1",
    players=(SEATS,),
    deck=DECK,
    faces=FRENCH_FACES,
    zones=("hand", "won", "aside"),
    grades={"playing": ("enumerated", "factored"), "passing": ("enumerated",)},
    Options=Options,
    Move=LiteratureMove,
    Event=LiteratureEvent,
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

__all__ = ["LITERATURE"]

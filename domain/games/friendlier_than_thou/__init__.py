"""Friendlier Than Thou: trick-taking in silence, for one team of two to four (see `rulebook.md`)."""

from domain.cards import FRENCH_DECK, FRENCH_FACES
from domain.game import Game
from domain.games.friendlier_than_thou.choices import choices
from domain.games.friendlier_than_thou.events import FriendlierThanThouEvent
from domain.games.friendlier_than_thou.layout import layout
from domain.games.friendlier_than_thou.messages import message
from domain.games.friendlier_than_thou.moves import FriendlierThanThouMove
from domain.games.friendlier_than_thou.options import Options
from domain.games.friendlier_than_thou.prompts import default, prompt
from domain.games.friendlier_than_thou.rules import decide, due, start, tick
from domain.games.friendlier_than_thou.state import State, evolve, occasion, to_act
from domain.games.friendlier_than_thou.view import View, view

FRIENDLIER_THAN_THOU: Game[Options, FriendlierThanThouMove, FriendlierThanThouEvent, State, View] = Game(
    id="friendlier_than_thou",
    title="Friendlier Than Thou",
    rules_version="1",
    players=(2, 3, 4),
    deck=FRENCH_DECK,
    faces=FRENCH_FACES,
    zones=("hand", "trick", "won", "discard", "aside"),
    grades=dict.fromkeys(("care_committee", "silence", "leading", "following", "displaying", "unity"), ("enumerated",)),
    Options=Options,
    Move=FriendlierThanThouMove,
    Event=FriendlierThanThouEvent,
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

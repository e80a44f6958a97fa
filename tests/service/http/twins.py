"""Twins: two games whose hidden cards differ only in what one viewer may not see, found by the rules alone.

A random game is played with given decks. Then cards of the last deck are exchanged, two at a time, and the same game is
played again. It is a twin if the rules allow it, and if the viewer has seen the same up to the end, by what the texts
of the rulebooks let them see.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain, zip_longest
from typing import Any, NamedTuple
from uuid import UUID

import msgspec

from domain import GAMES
from domain import table as rules
from domain.game import Refused, seen
from domain.table import Snapshot, TableEvent, TableSettings
from tests.domain.invariants import mutations
from tests.domain.playout import STARTED_AT, Dice, as_raw, random_options, some_choice
from tests.domain.rulebooks import redacted
from tests.domain.secrecy import rename, words
from tests.recording import fold

SECRET = bytes(32)
"""The secret of every table: decks that are not given, and stocks that are formed anew, have the same order at both."""

DECKS = 3
"""Number of decks that are given: cards are exchanged in one of them."""
MOST_PLAYERS = 6
TRIES = 15
"""How often two cards of a game are exchanged; not all that comes of it is fair."""
SETTINGS: tuple[Mapping[str, Any], ...] = (
    {},
    {"turn_limit_ms": 20_000, "reserve_ms": 5_000, "take_back": True},
    {"spectator_delay": 2},
)
"""How long a table waits for its players, whether they may take moves back, and how late spectators see it."""


class Turn(NamedTuple):
    """A move, as JSON, and when it is made; without a seat nobody moves, but clock steps are due by then."""

    at: int
    seat: int | None = None
    move: Any = None


@dataclass(frozen=True)
class Script:
    """All that decides a game; the table is opened, and all sit down, at `STARTED_AT`."""

    game: str
    options: Mapping[str, Any]
    settings: Mapping[str, Any]
    decks: tuple[tuple[str, ...], ...]
    turns: tuple[Turn, ...] = ()

    @property
    def players(self) -> int:
        """The number of seats."""
        return int(self.options["players"])

    def moments(self) -> Iterator[tuple[Snapshot, tuple[Any, ...]]]:
        """Yield the table as it is when the game has begun, and after each turn, with the events since.

        Raises `Refused`.
        """
        snapshot, events = opening(self)
        yield snapshot, events
        for turn in self.turns:
            snapshot, events = after(snapshot, turn)
            yield snapshot, events


@dataclass(frozen=True)
class Twins:
    """Two games that are the same for a viewer (None: spectators), and what they try at both.

    `looks` has raw moves, of all kinds, by the number of the turn after which they are tried.
    """

    first: Script
    second: Script
    viewer: int | None
    looks: Mapping[int, tuple[object, ...]]


def opening(script: Script) -> tuple[Snapshot, tuple[Any, ...]]:
    """Return a table whose game has begun, and its events up to then."""
    creator = UUID(int=script.players)
    settings = msgspec.convert(script.settings, TableSettings)
    opened = rules.OpenTable(
        player=creator,
        game=script.game,
        options=dict(script.options),
        secret=SECRET.hex(),
        decks=script.decks,
        settings=settings,
    )
    events = rules.decide(None, opened, STARTED_AT)
    snapshot = fold(events)
    sitting = [rules.TakeSeat(UUID(int=seat), seat) for seat in range(script.players)]
    for command in (*sitting, rules.StartGame(creator)):
        step = rules.decide(snapshot, command, STARTED_AT)
        snapshot, events = fold(step, snapshot), (*events, *step)
    return snapshot, events


def after(snapshot: Snapshot, turn: Turn) -> tuple[Snapshot, tuple[Any, ...]]:
    """Return the table after a turn, and what has happened. Raises `Refused`."""
    happened: tuple[Any, ...] = ()
    while steps := rules.decide(snapshot, rules.Tick(), turn.at):
        snapshot, happened = fold(steps, snapshot), (*happened, *steps)
    if turn.seat is None:
        return snapshot, happened
    move = rules.MakeMove(UUID(int=turn.seat), snapshot.rules.parse(turn.move))
    events = rules.decide(snapshot, move, turn.at)
    for number, event in enumerate(events):
        snapshot = rules.after_event(snapshot, event, None if number else turn.seat)
    return snapshot, (*happened, *events)


def random_game(game: str, dice: Dice, turns: int) -> Script:
    """Return a number of turns of a game, or all but the last one; anybody may let the time run out now and then."""
    game_rules = GAMES[game]
    options = random_options(game_rules, dice)
    while options.players > max(MOST_PLAYERS, game_rules.players[0]):
        options = random_options(game_rules, dice)
    decks = tuple(tuple(dice.shuffled(game_rules.deck)) for _ in range(DECKS))
    script = Script(game, as_raw(options), dice.pick(SETTINGS), decks)
    snapshot, at = opening(script)[0], STARTED_AT
    made: list[Turn] = []
    while len(made) < turns:
        turn = next_turn(snapshot, at, dice)
        snapshot, at = after(snapshot, turn)[0], turn.at
        if snapshot.table.finished_at is not None:
            break
        made.append(turn)
    return replace(script, turns=tuple(made))


def next_turn(snapshot: Snapshot, at: int, dice: Dice) -> Turn:
    """Return what happens next: a random move soon, or a clock step."""
    due = snapshot.due
    if dice.below(8) == 0:
        near = at + dice.below(2_000) if due is None else due
        at = max(at, dice.pick((near - 1, near, near + 100)))
    if due is not None and due <= at:
        return Turn(at)
    seats = range(len(snapshot.table.places))
    seat, move = some_choice(snapshot.rules, snapshot.state, seats, dice, ())
    if seat is None:
        assert due is not None
        return Turn(due)
    return Turn(at, seat, as_raw(move))


def twins(game: str, dice: Dice, turns: int, *, seated: bool) -> Twins:
    """Return a random game of some turns with a fair twin, for spectators or for the player on a seat.

    That seat may act at least once. Raises AssertionError if nothing that can be exchanged makes a fair twin.
    """
    first = random_game(game, dice, turns)
    viewer = dice.pick(acting(first)) if seated else None
    shown = list(seen_in(first, viewer))
    deal, since = last_deal(first)
    second, exchanged = first, set[str]()
    for _ in range(TRIES):
        places = dice.below(len(GAMES[game].deck)), dice.below(len(GAMES[game].deck))
        cards = {second.decks[deal - 1][place] for place in places}
        fair = (each for each in exchanges(second, deal - 1, since, places) if looks_like(each, viewer, shown))
        if len(cards) > 1 and (twin := next(fair, None)):
            second, exchanged = twin, exchanged | cards
    assert second.decks != first.decks, f"no fair twin of this game of {GAMES[game].title}"
    return Twins(first, second, viewer, looks(first, viewer, sorted(exchanged), dice))


def exchanges(script: Script, deck: int, since: int, places: tuple[int, int]) -> Iterator[Script]:
    """Yield the game with two cards of a deck exchanged, and then in the moves that follow the deal, too."""
    order = list(script.decks[deck])
    a, b = (order[place] for place in places)
    order[places[0]], order[places[1]] = b, a
    other = replace(script, decks=(*script.decks[:deck], tuple(order), *script.decks[deck + 1 :]))
    yield other
    renamed = (turn._replace(move=rename(turn.move, {a: b, b: a})) for turn in script.turns[since:])
    yield replace(other, turns=(*script.turns[:since], *renamed))


def looks_like(twin: Script, viewer: int | None, shown: Iterable[Any]) -> bool:
    """Return whether the rules allow this game, and a viewer sees in it what they were shown in another one."""
    try:
        return all(one == other for one, other in zip_longest(seen_in(twin, viewer), shown))
    except Refused:
        return False


def seen_in(script: Script, viewer: int | None) -> Iterator[Any]:
    """Yield what a viewer is to see of a game: their own moves, and the events, each with the turn and who made it."""
    game, movers = GAMES[script.game], chain([None], (turn.seat for turn in script.turns))
    yield [turn for turn in script.turns if turn.seat == viewer]
    for number, (mover, (_, events)) in enumerate(zip(movers, script.moments(), strict=True)):
        for event in events:
            if isinstance(event, TableEvent):
                yield number, mover, as_raw(seen(event, viewer))
            else:
                yield number, mover, redacted(game, as_raw(event), viewer)


def last_deal(script: Script) -> tuple[int, int]:
    """Return the number of the last deal, and the number of turns up to it."""
    deals = [
        (event.deal, number)
        for number, (_, events) in enumerate(script.moments())
        for event in events
        if event.__struct_config__.tag == "deal_started"
    ]
    return deals[-1]


def looks(script: Script, viewer: int | None, exchanged: list[str], dice: Dice) -> dict[int, tuple[object, ...]]:
    """Return when the viewer looks: at the beginning, once while they may act, and at the end; and what they try."""
    moments = [snapshot for snapshot, _ in script.moments()]
    may_act = [number for number, snapshot in enumerate(moments) if offered(snapshot, viewer)]
    when = {0, dice.pick(may_act or range(len(moments))), len(moments) - 1}
    made = [turn.move for turn in script.turns if turn.seat is not None]
    return {number: tuple(tries(moments[number], viewer, made, exchanged, dice)) for number in sorted(when)}


def tries(
    snapshot: Snapshot, viewer: int | None, made: list[Any], exchanged: list[str], dice: Dice
) -> Iterator[object]:
    """Yield moves that a viewer tries: some that they may make, if any, with exchanged cards in them, and nonsense."""
    game = snapshot.rules
    for moves in filter(None, (offered(snapshot, viewer), made)):
        raw = dice.pick(moves)
        yield raw
        if cards := sorted(game.cards.intersection(words(raw))):
            yield rename(raw, {dice.pick(cards): dice.pick(exchanged)})
        yield from dice.shuffled(list(mutations(game, raw, dice)))[:2]


def acting(script: Script) -> list[int]:
    """Return the seats that may act at some moment of a game."""
    moments = [snapshot for snapshot, _ in script.moments()]
    return [seat for seat in range(script.players) if any(offered(snapshot, seat) for snapshot in moments)]


def offered(snapshot: Snapshot, viewer: int | None) -> list[Any]:
    """Return the moves that the viewer is offered, as JSON."""
    decision = None if viewer is None else snapshot.rules.choices(snapshot.state, viewer)
    return [as_raw(move) for move in decision.moves] if decision else []

"""Dispatch by type: each kind of event or move has a function, registered where that function is defined.

A function is registered for the kinds that one of its parameters is annotated with: a class, or a union of some. The
union of all events, or of all moves, follows from what is registered.
"""

from collections.abc import Callable
from types import ModuleType
from typing import Any, ClassVar, Generic, TypeVar, Union, get_args, get_type_hints

import msgspec

from domain import codes
from domain.cards import FRENCH_FACES
from domain.game import AnyGame, Chance, Event, Game, Move, Options, View
from domain.layout import Moved
from domain.messages import Message, Template
from domain.refusals import must_be_in_phase, must_have_the_turn, refusal
from domain.seats import MOST_SEATS

GAME_OVER = refusal(codes.GAME_OVER, "The game is finished.")

S = TypeVar("S")
B = TypeVar("B")
F = TypeVar("F", bound=Callable[..., Any])


def kinds_of(function: Callable[..., Any], base: type[B]) -> tuple[type[B], ...]:
    """Return the subclasses of `base` that a parameter of the function is annotated with, in the order given there.

    Raises TypeError if there is none.
    """
    hints = get_type_hints(function)
    hints.pop("return", None)
    for hint in hints.values():
        kinds = get_args(hint) or (hint,)
        if all(isinstance(kind, type) and issubclass(kind, base) for kind in kinds):
            return kinds
    raise TypeError(f"no parameter of {function.__name__} is annotated with a kind of {base.__name__}")


class ByKind:
    """Functions by the kind of event or move that they are for."""

    base: ClassVar[type]

    def __init__(self) -> None:
        self.functions: dict[type[Any], Callable[..., Any]] = {}

    @property
    def kinds(self) -> object:
        """The union of the kinds that have a function, in the order in which these were registered."""
        return Union[tuple(self.functions)]  # noqa: UP007 - the kinds are known at run time only

    def register(self, function: Callable[..., Any], kinds: tuple[type, ...]) -> None:
        """Register a function for these kinds. Raises TypeError for a kind that has one."""
        for kind in kinds:
            if kind in self.functions:
                raise TypeError(f"{kind.__name__} has two functions: {function.__name__} is the second")
            self.functions[kind] = function


class Evolve(ByKind, Generic[S]):
    """How each kind of event changes the state: `evolve(state or None, event)` is `Game.evolve`.

    A function takes the state (the first one None) and the event, and returns the state after it.
    """

    base = Event

    def on(self, function: F, *kinds: type[Event]) -> F:
        """Register a function, as a decorator, or for kinds other than those that it is annotated with."""
        self.register(function, kinds or kinds_of(function, Event))
        return function

    def unchanged(self, *kinds: type[Event]) -> None:
        """Register that these kinds of event change nothing by themselves: what they bring about are other events."""
        self.register(lambda state, _: state, kinds)

    def __call__(self, state: S | None, event: Event) -> S:
        """Return the state after the event (None: before the first)."""
        after: S = self.functions[type(event)](state, event)
        return after

    def plain(self) -> Callable[[S | None, Event], S]:
        """Return the same as a plain function, which Python calls faster than an object: replays are many calls."""
        functions: dict[type[Any], Callable[[S | None, Event], S]] = self.functions

        def evolve(state: S | None, event: Event) -> S:
            return functions[type(event)](state, event)

        return evolve


class Messages(ByKind, Generic[S]):
    """How each kind of event reads: `message(event, state)` is `Game.message`.

    A function takes the event, redacted for somebody, and the state after it if it needs that, and returns a message.
    What has none here reads as in `shared`, where a function for a class is also one for the classes made of it.
    """

    base = Event

    def __init__(self, *shared: "Messages[Any]") -> None:
        super().__init__()
        self.shared = shared

    def on(self, function: F, *kinds: type[Event]) -> F:
        """Register a function, as a decorator, or for kinds other than those that it is annotated with."""
        takes_state = function.__code__.co_argcount > 1
        of_both = function if takes_state else lambda event, _: function(event)
        self.register(of_both, kinds or kinds_of(function, Event))
        return function

    def reads(self, kind: type[Event], template: Template) -> None:
        """Register that a kind of event reads as this template, whose gaps are fields of the event."""
        names = [gap.name for gap in template.gaps]

        def read(event: Event, _: S) -> Message:
            return template(**{name: getattr(event, name) for name in names})

        self.register(read, (kind,))

    def function_of(self, kind: type) -> Callable[..., Any] | None:
        """Return the function for a kind of event, a shared one if there is no other; None: there is none."""
        return next((function for each in kind.__mro__ if (function := self.function_for(each))), None)

    def function_for(self, kind: type) -> Callable[..., Any] | None:
        """Return the function that is registered for exactly this class, here or in `shared`; None: none is."""
        if kind in self.functions:
            return self.functions[kind]
        return next((function for each in self.shared if (function := each.function_for(kind))), None)

    def __call__(self, event: Event, state: S) -> Message:
        """Return the event as a message; nothing secret in `state` is told."""
        kind = type(event)
        if kind not in self.functions:
            function = self.function_of(kind)
            if function is None:
                raise TypeError(f"no message for {kind.__name__}")
            self.functions[kind] = function
        message: Message = self.functions[kind](event, state)
        return message


class Movements(ByKind):
    """What moves with an event, `moved(event)`, for the kinds of event where the numbers of cards do not show it.

    A function takes the event, redacted for spectators, and returns what went from which zone to which.
    """

    base = Event

    def on(self, function: F) -> F:
        """Register a function, as a decorator, for the kinds that it is annotated with."""
        self.register(function, kinds_of(function, Event))
        return function

    def __call__(self, event: Event) -> tuple[Moved, ...]:
        """Return what moves with an event; nothing, if it is of a kind that has no function."""
        function = self.functions.get(type(event))
        moved: tuple[Moved, ...] = () if function is None else function(event)
        return moved


Events = tuple[Event, ...]


def turn_of(state: Any) -> int | None:
    """Return the seat whose turn it is; None: no single seat has the turn."""
    turn: int | None = state.turn
    return turn


class Decide(ByKind, Generic[S]):
    """What each kind of move brings about: `decide(state, seat, move, at, chance)` is `Game.decide`.

    A function takes the same, `chance` only if it needs it, and returns events or raises `Refused`. Before that, in
    this order: the game must not be over; `first(state, move)` may refuse; where phases are given, the phase must be
    one of them, and it must be the seat's turn, which `turn` tells; `last(state, move)` may refuse.
    """

    base = Move

    def __init__(
        self,
        *,
        turn: Callable[[S], int | None] = turn_of,
        first: Callable[[S, Any], None] | None = None,
        last: Callable[[S, Any], None] | None = None,
    ) -> None:
        super().__init__()
        self.phases: dict[type, tuple[str, ...]] = {}
        self.guards: dict[type, Callable[..., Any]] = {}
        self.turn, self.first, self.last = turn, first, last

    def on(self, *phases: str) -> Callable[[F], F]:
        """Register a function, as a decorator, for moves that belong to these phases; none: it checks that itself."""

        def registered(function: F) -> F:
            kinds = kinds_of(function, Move)
            takes_chance = function.__code__.co_argcount > len(("state", "seat", "move", "at"))
            with_chance = function if takes_chance else lambda state, seat, move, at, _: function(state, seat, move, at)
            self.register(with_chance, kinds)
            self.phases.update(dict.fromkeys(kinds, phases))
            return function

        return registered

    def guard(self, must: F) -> F:
        """Register, as a decorator, what refuses moves: `must(state, seat, move)`, with which their function begins."""
        self.guards.update(dict.fromkeys(kinds_of(must, Move), lambda state, seat, move, *_: must(state, seat, move)))
        return must

    def judging(self) -> "Decide[S]":
        """Return a function that refuses the same moves; where a move has a guard, it does not work out its events."""
        judge = Decide[S](turn=self.turn, first=self.first, last=self.last)
        judge.functions, judge.phases = self.functions | self.guards, self.phases
        return judge

    def __call__(self, state: S, seat: int, move: Move, at: int, chance: Chance) -> Events:
        """Return what the move of `seat` brings about. Raises `Refused`, the common reasons first."""
        phase: str = state.phase  # type: ignore[attr-defined] # every state has a phase
        if phase == "finished":
            raise GAME_OVER()
        if self.first is not None:
            self.first(state, move)
        phases = self.phases[type(move)]
        if phases:
            if phase not in phases:  # asked here, too, as it is faster than a call
                must_be_in_phase(phase, *phases)
            must_have_the_turn(self.turn(state), seat)
        if self.last is not None:
            self.last(state, move)
        events: Events = self.functions[type(move)](state, seat, move, at, chance)
        return events

    def rule(self, state: S, seat: int, move: Move, at: int, chance: Chance) -> Events:
        """Return what a move brings about that has passed the checks before, or that the clock makes for the seat."""
        events: Events = self.functions[type(move)](state, seat, move, at, chance)
        return events


NEEDED = ("Options", "State", "View", "start", "view", "choices", "layout", "prompt")
OPTIONAL = ("default", "to_act", "occasion", "due", "tick", "stands", "taken_back", "complete", "moved", "silent")


def game_of(modules: tuple[ModuleType, ...], **identity: Any) -> AnyGame:
    """Return a game whose types and functions are what its modules have by the names that `Game` gives them.

    Its identity is what is given, and what its types imply (see `implied`) where nothing is given.

    `evolve`, `decide` and `message` are an `Evolve`, a `Decide` and a `Messages`; the unions of events and of moves
    follow from the former two. Raises TypeError for a name that is missing, or is not the same in all modules that have
    it; and if there is an event without a message, or a move without a label.
    """
    found = {name: named(modules, name) for name in (*NEEDED, *OPTIONAL, "evolve", "decide", "message")}
    for name in OPTIONAL:
        if found[name] is None:
            del found[name]
    if missing := [name for name, value in found.items() if value is None]:
        raise TypeError(f"no module of the game has {', '.join(missing)}")
    evolve, decide, message = found["evolve"], found["decide"], found["message"]
    if silent := [kind.__name__ for kind in evolve.functions if message.function_of(kind) is None]:
        raise TypeError(f"there is no message for {', '.join(silent)}")
    if unlabelled := [kind.__name__ for kind in decide.functions if not kind.labels]:
        raise TypeError(f"there is no label for {', '.join(unlabelled)}")
    found |= {"evolve": evolve.plain(), "decide": decide.__call__, "judge": decide.judging().__call__}
    identity = implied(found["Options"], found["View"]) | identity
    return Game(**identity, **found, Event=evolve.kinds, Move=decide.kinds)


def implied(options: type[Options], view: type[View]) -> dict[str, Any]:
    """Return the defaults of an identity: id and players from the types, French cards, all decisions `enumerated`."""
    players = get_type_hints(options, include_extras=True)["players"]
    *phases, _ = get_args(get_type_hints(view)["phase"])
    return {
        "id": view.__struct_config__.tag,
        "players": tuple([number for number in range(1, MOST_SEATS + 1) if takes(players, number)]),
        "faces": FRENCH_FACES,
        "grades": dict.fromkeys(phases, ("enumerated",)),
    }


def takes(kind: Any, value: object) -> bool:
    """Return whether a value is of a type."""
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return False
    return True


def named(modules: tuple[ModuleType, ...], name: str) -> Any:
    """Return what modules have by this name; None: none has it. Raises TypeError if they have different things."""
    things = {id(thing): thing for module in modules if (thing := getattr(module, name, None)) is not None}
    if len(things) > 1:
        raise TypeError(f"the modules of the game have different things by the name `{name}`")
    return next(iter(things.values()), None)

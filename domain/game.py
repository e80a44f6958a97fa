"""The contract between the rules of a game and the rest of the service: the *Decider* pattern.

`decide` looks at a state and a move and returns what happens (events), or raises `Refused`. `evolve` folds one event
into the state; it cannot fail and decides nothing. Everything that happened, chance included, is in an event, so a
replay needs neither clock nor randomness.

Times are whole milliseconds since 1970, seats are integers from 0, cards are the codes of the rulebooks.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import islice
from typing import Annotated, Any, ClassVar, Generic, Literal, Protocol, TypeAlias, TypeVar, Union, get_args

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from domain import codes
from domain.cards import Face
from domain.layout import Kind, Layout, Moved
from domain.messages import Message, Template
from domain.saying import Label, option
from domain.seats import MOST_SEATS, Seat, Time
from domain.validation import ValidationMessage, explained
from domain.validation_messages import MOST, places, validation_messages
from domain.wording import in_codes

T = TypeVar("T")

Secret: TypeAlias = Union[T, UnsetType]  # noqa: UP007 - mypy takes no `|` with a type variable here
"""A field that some viewers never get: it is absent (`UNSET`) in what they see."""


class To(Struct, frozen=True):
    """Marks a field of an event with its audience: `fields` are those of the event that hold the seats that see it."""

    fields: tuple[str, ...] = ()
    everyone: bool = False


ToAll: TypeAlias = Annotated[T, To(everyone=True)]
"""A field of an event that everybody sees."""

ToSeat: TypeAlias = Annotated[Union[T, UnsetType], To(("seat",))]  # noqa: UP007 - as above
"""A field of an event that only the seat in its field `seat` sees."""

ToNobody: TypeAlias = Annotated[Union[T, UnsetType], To()]  # noqa: UP007 - as above
"""A field of an event that is only in the record."""


def snake_case(class_name: str) -> str:
    """Return the wire name of a move or event class: `CardsDealt` → `cards_dealt`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", class_name).lower()


class Refused(Exception):
    """A move, an option or a table command that is not allowed. It changes nothing.

    `code` is the rulebook's, and never changes; `said` says what is wrong and what would be right: a message, or a text
    in English for the author of a request that fits no type. `errors` are all things that are wrong with it, each with
    its place, if they are told one by one. Nothing depends on what the sender may not see.
    """

    def __init__(self, code: str, said: Message | str, errors: tuple[ValidationMessage, ...] = ()) -> None:
        super().__init__(code, said)
        self.code = code
        self.said = said
        self.errors = errors

    @property
    def detail(self) -> str:
        """What is wrong, in plain English."""
        return self.said if isinstance(self.said, str) else in_codes(self.said)

    def __str__(self) -> str:
        """Return the code with the detail."""
        return f"{self.code}: {self.detail}"


class Refusal:
    """A reason to refuse something: its code, and how it reads. Calling it with what fills the gaps gives `Refused`."""

    __slots__ = ("code", "template")

    def __init__(self, game: str | None, code: str, text: str) -> None:
        self.code = code
        self.template = Template(game, "refusal", text)

    def __call__(self, **values: Any) -> Refused:
        """Return what is raised."""
        return Refused(self.code, self.template(**values))


class Chance(Protocol):
    """Where orders of cards come from. The rules never shuffle by themselves."""

    def deal(self, number: int, cards: tuple[str, ...]) -> tuple[str, ...]:
        """Return the order, top card first, of the deck of deal `number` (from 1)."""

    def shuffle(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        """Return the order, top card first, of a stock that is formed anew from these cards."""


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The options of every game; a game narrows `players` and adds its own."""

    players: int
    dealer: Annotated[
        int, Meta(ge=0, le=MOST_SEATS - 1, description="The seat that deals (first)."), option(None, "dealer", "seat")
    ] = 0


class Move(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=snake_case, gc=False):
    """What a seat wants to do. The seat is not in it: the service knows who is asking."""

    labels: ClassVar[tuple[Label, ...]] = ()
    """How it reads: the first that fits."""

    def cards(self) -> Iterable[str]:
        """Return every card code that stands in the move (for `no_such_card`): here, that in its field `card`."""
        card: str | None = getattr(self, "card", None)
        return () if card is None else (card,)


class Event(Struct, frozen=True, kw_only=True, tag_field="type", tag=snake_case, gc=False):
    """A fact, recorded at `at`.

    Every field says by its type who sees it: `ToAll`, `ToSeat`, `ToNobody`, or a mark `To` of its own. Defining a class
    with a field that does not say so raises TypeError.
    """

    at: ToAll[Time]

    audience: ClassVar[Mapping[str, To]] = {"at": To(everyone=True)}
    """Who sees each field; made from the types of the fields."""
    is_open: ClassVar[bool] = True
    """Whether everybody sees all fields."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        own = {name: audience_of(f"{cls.__name__}.{name}", kind) for name, kind in cls.__annotations__.items()}
        cls.audience = {**cls.audience, **own}
        cls.is_open = all(to.everyone for to in cls.audience.values())


def audience_of(name: str, kind: object) -> To:
    """Return who sees a field of this type. Raises TypeError unless it says so exactly once."""
    marks = [mark for mark in getattr(kind, "__metadata__", ()) if isinstance(mark, To)]
    if len(marks) != 1:
        raise TypeError(f"{name} must say once who sees it: ToAll, ToSeat, ToNobody or To(…)")
    return marks[0]


class View(Struct, frozen=True, kw_only=True, gc=False):
    """The fields that the view of every game has. Games add `options`, `result` and what is their own."""

    phase: Annotated[str, Meta(description="The phase of the game; the last one is `finished`.")]
    dealer: Annotated[Seat, Meta(description="The seat that dealt.")]
    turn: Annotated[Seat | None, Meta(description="The seat whose turn it is; null if there is none, or several.")]
    to_act: Annotated[
        tuple[Seat, ...], Meta(description="The seats that must or may act now; none between two events of one move.")
    ]
    deadline: Annotated[Time | None, Meta(description="When the next clock step is due; null if none is.")]
    hand: Annotated[tuple[str, ...] | None, Meta(description="The viewer's own cards; null for spectators.")]


Grade = Literal["enumerated", "factored", "stepwise", "submitted"]


class Decision(Struct, frozen=True, gc=False):
    """What a seat may do now.

    `enumerated`: `moves` are all its legal moves; of those that differ only in the order of a list, one. In the other
    grades they are legal examples of every kind, never none: a player without rules of its own can always go on.
    """

    grade: Grade
    moves: tuple[Move, ...]


O = TypeVar("O", bound=Options)
E = TypeVar("E", bound=Event)
S = TypeVar("S")
V = TypeVar("V", bound=View)


def seen(event: E, seat: int | None, state: object = None) -> E:
    """Return the event as `seat` sees it (None: a spectator): an allow-list, secret fields are absent."""
    kind = type(event)
    if kind.is_open:
        return event
    shown: dict[str, Any] = {}
    for name, to in kind.audience.items():
        if to.everyone or (seat is not None and any(getattr(event, holder) == seat for holder in to.fields)):
            shown[name] = getattr(event, name)
    return kind(**shown)


def in_turn(state: Any) -> tuple[int, ...]:
    """Return the seats that act where only the one in turn does: that one, or none."""
    return () if state.turn is None else (state.turn,)


def phase_and_turn(state: Any) -> object:
    """Return what decisions are about where phase and turn tell it."""
    return state.phase, state.turn


def first_offered(view: View, seat: int, offered: tuple[Move, ...]) -> Move | None:
    """Return the first move that a seat which must or may act is offered; None for any other seat."""
    return offered[0] if seat in view.to_act else None


def never_due(state: object) -> int | None:
    """Return None: the game has no clock steps."""
    return None


def no_clock_steps(state: object, at: int, chance: Chance) -> tuple[Event, ...]:
    """Return no events: the game has no clock steps."""
    return ()


def never_silent(state: object) -> bool:
    """Return False: the rulebook lets the seats talk at any time."""
    return False


def as_counts_tell(event: Event) -> tuple[Moved, ...]:
    """Return nothing: the numbers of cards in the zones before and after an event tell what moves with it."""
    return ()


def always_stands(event: Event, state: object) -> bool:
    """Return that an event stands: no move with it can be taken back."""
    return True


def as_it_was(before: S, now: S) -> S:
    """Return the state before a move that is taken back: nothing of what has been since is kept."""
    return before


def as_they_are(options: O) -> O:
    """Return the options: there is nothing to check or to fill in beyond what their types say."""
    return options


@cache
def by_wire_name(union: object) -> dict[str, type[Any]]:
    """Return the structs of a tagged union (or of a union of one) by their `type`."""
    return {str(kind.__struct_config__.tag): kind for kind in get_args(union) or (union,)}


SomeMove: TypeAlias = Move
SomeEvent: TypeAlias = Event
Happened: TypeAlias = tuple[Event, ...]
"""In `Game`, `Move` and `Event` are the unions of its own; these are any."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Game(Generic[O, S, V]):
    """One game: its identity, its types and its pure functions.

    | function | gives |
    |---|---|
    | `start(options, chance, at)` | the opening events, the deal included |
    | `decide(state, seat, move, at, chance)` | the events of a move, or raises `Refused`; ticked up to `at` before |
    | `judge(state, seat, move, at, chance)` | raises what `decide` does, for moves that are not offered, see below |
    | `to_act(state)` | the seats that must or may act now, ascending |
    | `occasion(state)` | what the present decisions are about: they are over when it changes |
    | `evolve(state or None, event)` | the state after the event (None: before the first) |
    | `view(state, seat or None)` | what a seat (None: a spectator) sees, and nothing else |
    | `choices(state, seat)` | what the seat may do now, worked out from what it sees alone; None: nothing |
    | `message(event, state)` | the event, redacted for somebody, as a message; nothing secret in `state` is told |
    | `layout(view, seat or None)` | what lies where, in the vocabulary of all games, from what is seen alone |
    | `silent(state)` | whether the rulebook wants the seats to tell each other nothing now: their chat is shut |
    | `moved(event)` | what moves with an event, redacted for spectators, where numbers of cards do not tell |
    | `prompt(view, seat)` | what a seat that may act is asked for |
    | `default(view, seat, offered)` | the move that is made for a seat whose time is over, see below; or None |
    | `due(state)` | when the next clock step is due, in ms, or None |
    | `tick(state, at, chance)` | the clock steps due at or before `at`, each recorded at its own deadline |
    | `seen(event, seat or None, state)` | the event as that seat sees it; `state` is the state right after it |
    | `stands(event, state)` | whether no move with this event can be taken back; `state` is the state right after it |
    | `taken_back(before, now)` | the state `before` a move that is taken back, with what of `now` never goes back |
    | `complete(options)` | the options with defaults that depend on others; or raises `Refused("invalid_option", …)` |

    An event stands if it told anybody, the mover included, anything that depends on cards that they did not know, or if
    the rulebook says that what is done is done.

    How long `judge` takes depends on nothing hidden. What is offered is legal, so nobody asks it about that.

    A default is made of what the seat sees and is offered. It is None where nothing need be done for the seat: it need
    not act, or a clock step of the game ends the wait. So while one is due, a default is what that step does for the
    seat, or None.

    `State` is a struct that msgspec encodes and decodes without loss, so that it can be kept as a checkpoint.

    `about` says in one sentence what one does in it: for a list of games.

    `deck` has the code of every card as often as it is in the deck, `faces` what is on the cards, by code. `zones`
    are the kinds of zones on its table, `grades` those of its decisions, by phase.
    """

    id: str
    title: str
    about: str
    rules_version: str
    players: tuple[int, ...]
    deck: tuple[str, ...]
    faces: Mapping[str, Face]
    zones: tuple[Kind, ...]
    grades: Mapping[str, tuple[Grade, ...]]

    Options: type[O]
    Move: Any
    Event: Any
    State: type[S]
    View: type[V]

    start: Callable[[O, Chance, int], Happened]
    decide: Callable[[S, int, SomeMove, int, Chance], Happened]
    judge: Callable[[S, int, SomeMove, int, Chance], object]
    evolve: Callable[[S | None, SomeEvent], S]
    view: Callable[[S, int | None], V]
    choices: Callable[[S, int], Decision | None]
    message: Callable[[SomeEvent, S], Message]
    layout: Callable[[V, int | None], Layout]
    prompt: Callable[[V, int], Message]
    default: Callable[[V, int, tuple[SomeMove, ...]], SomeMove | None] = first_offered
    to_act: Callable[[S], tuple[int, ...]] = in_turn
    occasion: Callable[[S], object] = phase_and_turn
    due: Callable[[S], int | None] = never_due
    tick: Callable[[S, int, Chance], Happened] = no_clock_steps
    seen: Callable[[SomeEvent, int | None, S], SomeEvent] = seen
    stands: Callable[[SomeEvent, S], bool] = always_stands
    taken_back: Callable[[S, S], S] = as_it_was
    complete: Callable[[O], O] = as_they_are
    moved: Callable[[SomeEvent], tuple[Moved, ...]] = as_counts_tell
    silent: Callable[[S], bool] = never_silent

    called: Template = field(init=False)
    """The title, as an argument of messages."""

    def __post_init__(self) -> None:
        """Declare the title, and what the game is about."""
        object.__setattr__(self, "called", Template(self.id, "word", self.title))
        Template(self.id, "about", self.about)

    def __repr__(self) -> str:
        return f"<Game {self.id}, rules {self.rules_version}>"

    @cached_property
    def cards(self) -> frozenset[str]:
        """The card codes of the game; `deck` has each as often as it is there."""
        return frozenset(self.deck)

    def options(self, raw: Mapping[str, object]) -> O:
        """Check options as JSON gives them and fill in the defaults.

        Raises `Refused("invalid_option", …)` for an unknown name, a wrong type or a value outside its range.
        """
        try:
            options = msgspec.convert(raw, self.Options, strict=True)
        except msgspec.ValidationError as error:
            said = explained(str(error), self.Options)
            raise Refused(codes.INVALID_OPTION, said, validation_messages(raw, self.Options)) from None
        if options.dealer >= options.players:
            raise Refused(
                codes.INVALID_OPTION,
                f"`dealer` is {options.dealer}; the last seat is {options.players - 1} - at `$.dealer`",
            )
        return self.complete(options)

    def parse(self, raw: object) -> SomeMove:
        """Read a move as JSON gives it, strictly, as far as the raw move alone tells.

        Raises `Refused` with `unknown_move_type`, `malformed_move` or `no_such_card`, in this order.
        """
        if not isinstance(raw, dict):
            raise Refused(codes.MALFORMED_MOVE, "A move is a JSON object with a `type`.")
        kinds = by_wire_name(self.Move)
        kind = raw.get("type")
        if not isinstance(kind, str) or kind not in kinds:
            raise Refused(codes.UNKNOWN_MOVE_TYPE, f"`type` is one of: {', '.join(kinds)}.")
        try:
            move: SomeMove = msgspec.convert(raw, kinds[kind], strict=True)
        except msgspec.ValidationError as error:
            said = explained(str(error), kinds[kind])
            raise Refused(codes.MALFORMED_MOVE, said, validation_messages(raw, kinds[kind])) from None
        unknown = [card for card in move.cards() if card not in self.cards]
        if unknown:
            found = islice(places(raw, frozenset(unknown)), MOST)
            errors = tuple([ValidationMessage(self.no_card(card), way) for card, way in found])
            raise Refused(codes.NO_SUCH_CARD, self.no_card(unknown[0]), errors)
        return move

    def no_card(self, card: str) -> str:
        """Return what is said of a code that is no card of the game."""
        return f"{card[:20]!r} is not a card of {self.title}."


AnyGame: TypeAlias = Game[Any, Any, Any]


def fold(game: Game[O, S, V], events: Iterable[Event], state: S | None = None) -> S:
    """Fold one or more events into a state, from `state` on (None: from before the first event).

    Raises ValueError if there is neither a state nor an event.
    """
    evolve = game.evolve
    for event in events:
        state = evolve(state, event)
    if state is None:
        raise ValueError("a game without events has no state")
    return state


__all__ = [
    "UNSET",
    "AnyGame",
    "Chance",
    "Decision",
    "Event",
    "Game",
    "Grade",
    "Move",
    "Options",
    "Refused",
    "Seat",
    "Secret",
    "Time",
    "View",
    "by_wire_name",
    "fold",
    "in_turn",
    "seen",
    "snake_case",
]

"""Whole games at random, of any game: options, times, who acts, and what they do."""

import random
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import msgspec
from hypothesis import strategies as st
from msgspec import inspect

from domain import fold
from domain.events import GameFinished
from domain.fairness import FairChance
from domain.game import Refused, by_wire_name
from domain.table import AnyGame

T = TypeVar("T")

STARTED_AT = 1_767_225_600_000
MOST_STEPS = 5_000
"""A game that takes longer, with the options below, does not end."""

AT_LENGTH = 50
"""The number of steps from which on not all are looked at."""

SHORT = {
    "stall_limit": 40,
    "unity_proposals": 8,
    "max_deals": 3,
    "max_rounds": 10,
    "stall_rounds": 10,
}
"""The most that a random game takes of options that lengthen it without making it richer."""


@dataclass
class Dice:
    """Random numbers: first those that Hypothesis has drawn, and simplifies when a test fails; then those of a seed."""

    seed: int
    drawn: Sequence[int] = ()
    _stream: Iterator[int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._stream = self._numbers()

    def _numbers(self) -> Iterator[int]:
        yield from self.drawn
        seeded = random.Random(self.seed)
        while True:
            yield seeded.getrandbits(32)

    def below(self, limit: int) -> int:
        """Return a number from 0 to limit - 1."""
        return next(self._stream) % limit

    def pick(self, items: Sequence[T]) -> T:
        """Return one of the items."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """Return the items in another order."""
        rest = list(items)
        return [rest.pop(self.below(len(rest))) for _ in items]


dice_strategy = st.builds(
    Dice, seed=st.integers(0, 2**32 - 1), drawn=st.lists(st.integers(0, 2**16 - 1), max_size=60).map(tuple)
)


@dataclass(frozen=True)
class Step:
    """What happened at once: the opening, the clock steps up to a time, or (`seat` and `move`) a move."""

    before: Any
    at: int
    seat: int | None
    move: Any
    events: tuple[Any, ...]
    after: Any


def playout(game: AnyGame, dice: Dice) -> Iterator[Step]:
    """Play one game to its end. Raises AssertionError if somebody is stuck, or if it does not end.

    Each game shuns some kinds of moves, so that what the others lead to happens in good time (swarm testing).
    """
    options, at = random_options(game, dice), STARTED_AT
    shunned = frozenset(kind for kind in by_wire_name(game.Move).values() if dice.below(3) == 0)
    chance = FairChance(dice.below(2**16).to_bytes(32, "big"), [None] * options.players)
    events = game.start(options, chance, at)
    state = fold(game, events)
    yield Step(None, at, None, None, events, state)
    if is_over(events):  # the only deal has put somebody out
        return
    for _ in range(MOST_STEPS):
        at = later(game, state, at, dice)
        events = game.tick(state, at, chance)
        seat, move = None, None
        if not events:
            seat, move = some_choice(game, state, range(options.players), dice, shunned)
            if move is None:
                at = deadline(game, state)
                continue
            events = game.decide(state, seat, move, at, chance)
        before, state = state, fold(game, events, state)
        yield Step(before, at, seat, move, events, state)
        if is_over(events):
            return
    raise AssertionError(f"{game.title} does not end within {MOST_STEPS} steps")


def looks(steps: Iterable[Step], dice: Dice) -> Iterator[Step]:
    """Yield how a game begins and how it ends, and of a long one not all that is between."""
    for number, step in enumerate(steps):
        if number < AT_LENGTH or dice.below(5) == 0 or is_over(step.events):
            yield step


def is_over(events: Sequence[Any]) -> bool:
    """Return whether these events end with that of the game."""
    return isinstance(events[-1], GameFinished)


def some_choice(
    game: AnyGame, state: Any, seats: Sequence[int], dice: Dice, shunned: Container[type[Any]]
) -> tuple[Any, Any]:
    """Return a seat and a move that it may make, if possible not a shunned one; two Nones if nobody may act."""
    decisions = [(seat, game.choices(state, seat)) for seat in seats]
    acting = [(seat, decision) for seat, decision in decisions if decision is not None]
    if not acting:
        return None, None
    seat, decision = dice.pick(acting)
    return seat, dice.pick([move for move in decision.moves if type(move) not in shunned] or decision.moves)


def later(game: AnyGame, state: Any, at: int, dice: Dice) -> int:
    """Return the time of the next thing: mostly at once, sometimes just before, at or long after a deadline."""
    if dice.below(6):
        return at
    due = game.due(state)
    near = at if due is None else max(at, due)
    return dice.pick((at + dice.below(2_000), max(at, near - 1), near, near + dice.below(10_000_000)))


def deadline(game: AnyGame, state: Any) -> int:
    """Return when the clock helps a table where nobody may act."""
    due: int | None = game.due(state)
    assert due is not None, f"{game.title} is stuck: nobody may act, and no clock step is due"
    return due


def random_options(game: AnyGame, dice: Dice) -> Any:
    """Return options, each at a bound, at its default or anywhere between."""
    for _ in range(100):
        players = dice.pick(game.players)
        raw: dict[str, object] = {"players": players, "dealer": dice.below(players)}
        for option in inspect.type_info(game.Options).fields:  # type: ignore[attr-defined]
            if option.name not in raw:
                raw[option.name] = random_value(option.name, option.type, option.default, dice)
        try:
            return game.options(raw)
        except Refused:  # options that contradict each other; what the types allow alone is never refused
            continue
    raise AssertionError(f"no random options of {game.title} fit together")


def random_value(name: str, kind: inspect.Type, default: Any, dice: Dice) -> object:
    """Return a value of an option."""
    match kind:
        case inspect.Metadata():
            return random_value(name, kind.type, default, dice)
        case inspect.UnionType():
            return random_value(name, dice.pick(kind.types), default, dice)
        case inspect.NoneType():
            return None
        case inspect.BoolType():
            return dice.pick((False, True))
        case inspect.LiteralType():
            return dice.pick(kind.values)
        case inspect.IntType(ge=int(least), le=int(most)):
            most = min(most, SHORT.get(name, most))
            usual = default if isinstance(default, int) and default <= most else most
            return dice.pick((least, most, usual, least + dice.below(most - least + 1)))
        case inspect.TupleType():
            return dice.shuffled(default)
    raise TypeError(f"no random values for the option {name} yet: {kind}")


def as_raw(value: Any) -> Any:
    """Return a struct as JSON gives it."""
    return msgspec.json.decode(msgspec.json.encode(value))

"""Functions are found by the kind of event or move, and a game that lacks one cannot be made."""

from types import ModuleType
from typing import Any

import pytest
from msgspec import Struct

from domain import GAMES
from domain.cards import FRENCH_FACES
from domain.dispatch import Decide, Evolve, Messages, game_of, kinds_of
from domain.events import GameStarted
from domain.game import Event, Move, Refused, Seat, ToAll, first_offered
from domain.games.honors.deck import FACES
from domain.games.honors_4 import choices, messages, moves, rules, state, view
from domain.messages import Message, Template
from tests.domain.games.high_card.rules import HIGH_CARD
from tests.domain.invariants import spare_chance

ENDS = Template("test", "event", "It ends.")
BEGINS = Template("test", "event", "It begins: {phase:code}.")
OFFERED = Template("test", "event", "{to:seat} is offered {count:amount.card}, {card} first, for {price:number}.")

HONORS_4 = (moves, rules, state, view, choices, messages)
CHANCE = spare_chance()


class Begun(Event, frozen=True):
    """Something begins."""


class Ended(Event, frozen=True):
    """Something ends."""


class Stopped(Ended, frozen=True):
    """Something ends early."""


class Offered(Event, frozen=True):
    """Something is offered."""

    to: ToAll[Seat]
    count: ToAll[int]
    card: ToAll[str]
    price: ToAll[int]


class Wave(Move, frozen=True):
    """Greet."""


class Table(Struct, frozen=True):
    """A state."""

    phase: str = "playing"
    turn: int | None = 0


def test_a_function_is_for_the_kinds_that_a_parameter_is_annotated_with() -> None:
    def one(state: Table, event: Begun) -> Table:
        raise NotImplementedError

    def several(state: Table, event: Begun | Ended) -> Table:
        raise NotImplementedError

    assert kinds_of(one, Event) == (Begun,)
    assert kinds_of(several, Event) == (Begun, Ended)
    with pytest.raises(TypeError, match="no parameter of one is annotated with a kind of Move"):
        kinds_of(one, Move)


def test_a_kind_has_one_function() -> None:
    evolve = Evolve[Table]()
    evolve.unchanged(Begun)
    with pytest.raises(TypeError, match="Begun has two functions"):
        evolve.unchanged(Begun)


def test_a_message_may_be_shared_and_is_then_for_what_is_made_of_the_class_as_well() -> None:
    shared, message = Messages[Any](), Messages[Table]()

    @shared.on
    def ended(event: Ended) -> Message:
        return ENDS()

    message = Messages[Table](shared)

    @message.on
    def begun(event: Begun, state: Table) -> Message:
        return BEGINS(phase=state.phase)

    assert message(Begun(at=1), Table()) == BEGINS(phase="playing")
    assert message(Ended(at=1), Table()) == message(Stopped(at=1), Table()) == ENDS()
    with pytest.raises(TypeError, match="no message for GameStarted"):
        message(GameStarted(at=1), Table())


def test_the_gaps_of_a_template_are_filled_from_the_fields_of_the_event() -> None:
    message = Messages[Table]()
    message.reads(Offered, OFFERED)

    assert message(Offered(3, 2, "AS", 7, at=1), Table()) == OFFERED(to=3, count=2, card="AS", price=7)


def test_the_common_reasons_to_refuse_come_first() -> None:
    def asked(*what: object) -> None:
        raise Refused("asked", "")

    decide, asking = Decide[Table](), Decide[Table](last=asked)

    @decide.on("playing")
    def wave(state: Table, seat: int, move: Wave, at: int) -> tuple[Event, ...]:
        return (Begun(at=at),)

    asking.on("playing")(wave)

    assert decide(Table(), 0, Wave(), 7, CHANCE) == (Begun(at=7),)
    for table, number, judge, code in (
        (Table("finished"), 1, decide, "game_over"),
        (Table("scoring"), 1, decide, "wrong_phase"),
        (Table(), 1, asking, "not_your_turn"),
        (Table(), 0, asking, "asked"),
    ):
        with pytest.raises(Refused) as refused:
            judge(table, number, Wave(), 7, CHANCE)
        assert refused.value.code == code


def test_a_game_must_have_all_its_parts() -> None:
    with pytest.raises(TypeError, match="no module of the game has view, layout"):
        game_of(tuple(module for module in HONORS_4 if module is not view))


def test_a_game_has_one_thing_by_a_name() -> None:
    other = ModuleType("other")
    other.start = max  # type: ignore[attr-defined] # what it is does not matter
    with pytest.raises(TypeError, match="different things by the name `start`"):
        game_of((*HONORS_4, other))


def test_a_game_has_a_message_for_every_event() -> None:
    other = ModuleType("other")
    other.message = Messages[Any]()  # type: ignore[attr-defined] # a module of a game without words
    with pytest.raises(TypeError, match="there is no message for PlayOpened"):
        game_of((*(module for module in HONORS_4 if module is not messages), other))


def test_a_game_has_a_label_for_every_move() -> None:
    decide, other = Decide[Table](), ModuleType("other")

    @decide.on()
    def wave(state: Table, seat: int, move: Wave, at: int) -> tuple[Event, ...]:
        raise NotImplementedError

    vars(other).update(vars(rules), decide=decide)
    with pytest.raises(TypeError, match="there is no label for Wave"):
        game_of((*(module for module in HONORS_4 if module is not rules), other))


def test_what_a_game_does_not_say_of_itself_its_types_imply() -> None:
    assert (HIGH_CARD.id, HIGH_CARD.players) == ("high_card", (2, 3, 4))
    assert (HIGH_CARD.faces, HIGH_CARD.grades) == (FRENCH_FACES, {"playing": ("enumerated",)})
    assert HIGH_CARD.default is first_offered
    assert GAMES["literature"].players == (6,)


def test_what_a_game_says_of_itself_is_so() -> None:
    assert (GAMES["honors_3"].faces, GAMES["honors_3"].grades["trading"]) == (FACES, ("factored",))

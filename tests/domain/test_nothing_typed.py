"""What is recorded permanently holds no text that anybody has typed: all types of commands and events are walked."""

from collections.abc import Iterable, Iterator
from typing import Any, get_args

import msgspec
import pytest
from msgspec import inspect as shape

from domain import EARLIER, GAMES
from domain.game import Refused
from domain.table import COMMANDS, AnyGame, AnyTableEvent, MakeMove, decide
from domain.tournament import TOURNAMENT_COMMANDS, AnyTournamentEvent
from tests.domain.every_game import ALL, every_id
from tests.recording import AT, opening, played

TYPED = "Zuleika Dobson"
OPTIONS = "the options of a game, which refuses all others (see below)"
GAME = "the id of a game, or the command is refused"
HASHED = "a SHA-256 since version 0.4; records from before have texts"
MADE = "the service makes it"

REASONS = {
    "OpenTable.game": GAME,
    "OpenTable.options": OPTIONS,
    "OpenTable.decks": "the cards of the game, or the command is refused",
    "TakeSeat.entropy": HASHED,
    "MakeMove.move": "a move of the game, which refuses all others (see below)",
    "MakeMove.decision": "the id of the present decision, or the command is refused",
    "MakeHouseMove.move": MADE,
    "MakeHouseMove.decision": MADE,
    "ForkTable.game": MADE,
    "ForkTable.rules_version": MADE,
    "ForkTable.options": MADE,
    "ForkTable.decks": MADE,
    "ForkTable.decks_alike": MADE,
    "ForkedState.entropy": HASHED,
    "ForkedState.state": MADE,
    "TableOpened.game": GAME,
    "TableOpened.rules_version": MADE,
    "TableOpened.options": OPTIONS,
    "TableOpened.commitment": MADE,
    "TableOpened.secret": MADE,
    "TableOpened.decks": "the cards of the game, or the command is refused",
    "TableOpened.decks_alike": MADE,
    "SeatTaken.entropy": HASHED,
    "InvitationLinkRenewed.salt": MADE,
    "InvitationLinkRenewed.hash": MADE,
    "Settings.game": GAME,
    "Settings.options": OPTIONS,
    "TableResult.success": "the result of a game, as the service finds it",
    "EntrantCheckedIn.entropy": "a SHA-256, as the command has it",
    "ResultNoted.table_hash": MADE,
    "TableStopped.table_hash": MADE,
    "TournamentAnnounced.code": "a SHA-256, as the command has it",
    "TournamentAnnounced.commitment": MADE,
    "TournamentAnnounced.secret": MADE,
    "TournamentStarted.entropies": MADE,
}
"""The fields that may have any text, by their types, and why nobody has typed it."""


def texts(kind: shape.Type, where: str) -> Iterator[str]:  # noqa: C901 - a case for each kind of type
    """Yield the fields in a type that may have any text, as `Class.field`; `where` is the one that the type is of."""
    match kind:
        case shape.Metadata(type=inner, extra_json_schema=schema):
            if "enum" not in (schema or {}):  # such as the cards of a game
                yield from texts(inner, where)
        case shape.StrType(pattern=pattern):
            if pattern != r"^[0-9a-f]{64}\Z":
                yield where
        case shape.UnionType(types=several) | shape.TupleType(item_types=several):
            for each in several:
                yield from texts(each, where)
        case shape.VarTupleType(item_type=item) | shape.FrozenSetType(item_type=item):
            yield from texts(item, where)
        case shape.DictType(key_type=key, value_type=value):
            yield from texts(key, where)
            yield from texts(value, where)
        case shape.StructType(cls=cls, fields=fields):
            for field in fields:
                yield from texts(field.type, f"{cls.__name__}.{field.name}")
        case shape.IntType() | shape.BoolType() | shape.UUIDType() | shape.LiteralType() | shape.NoneType():
            pass
        case _:
            yield where


def in_all(kinds: Iterable[Any]) -> set[str]:
    """Return the fields of types that may have any text."""
    return {each for kind in kinds for each in texts(shape.type_info(kind), "?")}


def test_no_field_of_what_is_recorded_has_a_text_without_a_reason() -> None:
    kinds = (*COMMANDS, *get_args(AnyTableEvent), *TOURNAMENT_COMMANDS, *get_args(AnyTournamentEvent))

    assert in_all(kinds) == REASONS.keys()


@pytest.mark.parametrize("rules", [*ALL.values(), *EARLIER.values()])
def test_no_option_of_a_game_is_a_text(rules: AnyGame) -> None:
    assert in_all([rules.Options]) == set()


@every_id()
def test_an_option_that_somebody_has_made_up_is_refused(game: str) -> None:
    for options in ({TYPED: 1}, *({name: TYPED} for name in GAMES[game].Options.__struct_fields__)):
        with pytest.raises(Refused):
            decide(None, opening(game, options=options), AT)


@every_id()
def test_a_text_in_a_move_is_refused(game: str) -> None:
    recording = played(game, 3)
    made = {type(each.command.move): each for each in recording.entries if isinstance(each.command, MakeMove)}

    for entry in made.values():
        assert isinstance(entry.command, MakeMove)
        before, player = recording.snapshots[entry.version - 2], entry.command.player
        for spoilt in with_text(msgspec.to_builtins(entry.command.move)):
            with pytest.raises(Refused):
                decide(before, MakeMove(player, GAMES[game].parse(spoilt)), before.at)


def with_text(value: Any) -> Iterator[Any]:
    """Yield a JSON value with a typed text in the place of each of its texts, and as a field of each object."""
    match value:
        case str():
            yield TYPED
        case dict():
            yield value | {TYPED: TYPED}
            for name, each in value.items():
                for spoilt in with_text(each):
                    yield value | {name: spoilt}
        case list() | tuple():
            for place, each in enumerate(value):
                for spoilt in with_text(each):
                    yield [*value[:place], spoilt, *value[place + 1 :]]

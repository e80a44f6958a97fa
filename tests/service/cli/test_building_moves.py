"""Moves that a person builds on the terminal: every kind of field can be answered, and every move has a label."""

from collections.abc import Iterator
from itertools import islice
from types import SimpleNamespace
from typing import Any, cast

import msgspec

from domain import GAMES
from domain.game import by_wire_name
from domain.layout import Layout
from domain.table import AnyGame
from domain.wording import in_signs, in_words
from projections.seat_view import SeatView
from projections.words import message_list
from service.cli.playing.building import Building, key_of
from service.cli.playing.moves import Document, Moves
from service.http.resources.catalog import catalog_entry
from tests.domain.every_game import every_game
from tests.domain.playout import Dice, as_raw, playout

MOST = 4
"""Maximum number of moves of each kind that are built."""


def moves_of(game: AnyGame) -> Moves:
    return Moves(msgspec.json.decode(catalog_entry(game)), msgspec.to_builtins(message_list()))


def offered(game: AnyGame) -> Iterator[tuple[SeatView, Document]]:
    """Yield what seats see in random games, each with a move that it may make; of each kind some."""
    found = dict.fromkeys(by_wire_name(game.Move), 0)
    for step in islice((step for seed in range(1, 6) for step in playout(game, Dice(seed))), 2_000):
        for seat in game.to_act(step.after):
            decision = game.choices(step.after, seat)
            for each in decision.moves if decision else ():
                move = as_raw(each)
                if found[move["type"]] < MOST:
                    found[move["type"]] += 1
                    layout = game.layout(game.view(step.after, seat), seat)
                    yield cast("SeatView", SimpleNamespace(seat=seat, layout=as_layout(layout))), move
        if min(found.values()) == MOST:
            return


def as_layout(layout: Layout) -> Layout:
    return msgspec.json.decode(msgspec.json.encode(layout), type=Layout)


def answers(moves: Moves, view: SeatView, schema: Document, wanted: Document) -> Iterator[str]:
    """Yield what a person types to build an object."""
    for name, each in schema["properties"].items():
        field, value = moves.resolved(each), wanted.get(name)
        items = moves.resolved(field.get("items", {}))
        if name == "type":
            continue
        if field.get("type") == "object":
            keys = moves.offered(view, schema, field, wanted)
            yield from ("" if key not in (value or {}) else str((value or {})[key]) for key in keys)
        elif items.get("type") == "object":
            for entry in value or ():
                yield "yes"
                yield from answers(moves, view, items, entry)
            yield "no"
        elif items.get("type") == "array":
            yield "; ".join(" ".join(group) for group in value or ())
        elif field.get("type") == "array":
            yield ", ".join(value or ())
        else:
            yield "" if value is None else key_of(value)


def built(moves: Moves, view: SeatView, wanted: Document) -> tuple[Any, list[str]]:
    """Return what a dialogue comes to, and the answers that it did not want."""
    typed = [*answers(moves, view, moves.kinds[wanted["type"]], wanted)]
    if len(moves.kinds) > 1:
        typed.insert(0, wanted["type"])
    dialogue = Building(moves, view).move()
    try:
        next(dialogue)
        while typed:
            dialogue.send(typed.pop(0))
    except StopIteration as end:
        return end.value, typed
    return None, typed


@every_game
def test_every_kind_of_move_is_built_by_typed_answers(game: AnyGame) -> None:
    moves = moves_of(game)

    for view, move in offered(game):
        without_nothing = {name: value for name, value in move.items() if value != []}
        found, left = built(moves, view, move)
        assert found is not None, (move, left)
        assert ({name: value for name, value in found.items() if value != []}, left) == (without_nothing, [])


@every_game
def test_every_move_has_a_label(game: AnyGame) -> None:
    moves = moves_of(game)

    for _, move in offered(game):
        message = moves.label(move)
        assert "{" not in in_words(message, moves.faces)
        assert "{" not in in_signs(message, moves.faces)


def test_a_move_without_a_label_is_shown_as_it_is() -> None:
    label = moves_of(GAMES["honors_4"]).label({"type": "dance"})

    assert in_words(label, {}) == '{"type":"dance"}'

"""A client that knows no game reaches every legal move by the annotations of the contract alone, and labels it."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import inspect as shape
from msgspec.structs import fields

from domain import GAMES
from domain.game import by_wire_name
from domain.table import AnyGame, TableSettings
from projections.words import message_list
from service.http.resources.catalog import catalog_entry
from service.http.wire.tables import OpeningSettings, OpenTable
from tests.building import Builder, Document
from tests.domain.every_game import every_game
from tests.domain.playout import Dice, as_raw, playout
from tests.language import Language

COMMITTED = msgspec.json.decode(Path("openapi/openapi.json").read_bytes())

GOLDEN = Path("tests/golden/labels.json")
"""What clients read of moves and options: an example of each label, and each option with what null is there."""

SEEDS = range(1, 6)
MOST_ALIKE = 40
"""About how many moves are looked at where many may be made: they differ in their cards."""


@cache
def offered(game: AnyGame) -> list[tuple[Document, Document]]:
    """Return what seats see in random games, each with a move that it may make."""
    return [*offered_to_seats(game)]


def offered_to_seats(game: AnyGame) -> Iterator[tuple[Document, Document]]:
    for seed in SEEDS:
        for step in playout(game, Dice(seed)):
            for seat in game.to_act(step.after):
                decision = game.choices(step.after, seat)
                layout = game.layout(game.view(step.after, seat), seat)
                view = as_raw({"seat": seat, "layout": layout})
                moves = () if decision is None else decision.moves
                for move in moves[:: 1 + len(moves) // MOST_ALIKE]:
                    yield view, as_raw(move)


def builder_of(game: AnyGame) -> Builder:
    """Return a builder that has the contract; for the toy, which is not in it, one that has the catalogue."""
    name = "".join(word.capitalize() for word in game.id.split("_"))
    schemas = COMMITTED["components"]["schemas"]
    if f"{name}Move" not in schemas:
        return listed(game)
    return Builder(COMMITTED, schemas[f"{name}Move"], schemas[f"{name}Card"]["enum"])


def listed(game: AnyGame) -> Builder:
    """Return a builder that has the catalogue."""
    entry = msgspec.json.decode(catalog_entry(game))
    return Builder(entry["moves"], entry["moves"], entry["deck"])


def kinds_of_gaps() -> dict[str, dict[str, str]]:
    """Return for each template the kinds of its gaps, as the list of messages has them."""
    listed = msgspec.to_builtins(message_list())["messages"]
    return {each["template"]: {gap["name"]: gap["kind"] for gap in each["arguments"]} for each in listed}


@every_game
def test_every_legal_move_is_reached_by_the_annotations_alone(game: AnyGame) -> None:
    builder, reached = builder_of(game), set()
    for view, move in offered(game):
        assert builder.build(view, move) == move
        reached.add(move["type"])

    assert reached == by_wire_name(game.Move).keys()


@every_game
def test_what_is_in_no_place_that_is_named_is_not_offered(game: AnyGame) -> None:
    builder = builder_of(game)
    view, move = offered(game)[0]
    without = {"seat": view["seat"], "layout": view["layout"] | {"zones": [], "seats": []}}

    named = json.dumps(builder.kinds[move["type"]]["properties"])
    if '"from"' in named or '"seat"' in named:
        with pytest.raises(AssertionError):
            builder.build(without, move)


@every_game
def test_the_catalogue_has_the_annotations_of_the_contract(game: AnyGame) -> None:
    catalogue = listed(game)

    for name, promised in builder_of(game).kinds.items():
        there = catalogue.kinds[name]
        assert there["x-labels"] == promised["x-labels"]
        for field, each in there["properties"].items():
            assert catalogue.resolved(each).get("x-values") == promised["properties"][field].get("x-values")


@every_game
def test_a_label_tells_what_stands_in_the_move_and_nothing_else(game: AnyGame) -> None:
    builder, kinds = builder_of(game), kinds_of_gaps()
    for _, move in offered(game)[:500]:
        said = builder.label(move, kinds)
        assert told([*said["arguments"].values()]) <= told(move) | {0}


def told(document: Any, field: str = "") -> set[Any]:
    """Return the plain values in a document, and the keys of maps, except the form of messages; codes in words."""
    match document:
        case {"template": _, "arguments": arguments}:
            return {leaf for each in arguments.values() for leaf in told(each)}
        case dict():
            keys = set() if document.keys() & {"kind", "type"} else {*document}
            return keys | {leaf for key, each in document.items() for leaf in told(each, key)}
        case list():
            return {leaf for each in document for leaf in told(each)}
        case str():
            return set() if field in {"kind", "of", "type"} else {document.replace("_", " ")}
    return {document}


def labels_of(game: AnyGame) -> dict[str, str]:
    """Return an example of each label of a game's moves, in English, by its template."""
    builder, kinds = builder_of(game), kinds_of_gaps()
    listed = msgspec.to_builtins(message_list())
    english = Language(listed, msgspec.json.decode(catalog_entry(game))["faces"])
    found: dict[str, str] = {}
    for _, move in offered(game):
        message = builder.label(move, kinds)
        if message["template"] not in found:
            found[message["template"]] = english.said(message)
    return dict(sorted(found.items()))


def options_of(kind: type) -> dict[str, list[str]]:
    """Return what options are called, what they take, and how null reads."""
    schema = msgspec.json.schema(kind)["$defs"][kind.__name__]
    found = schema["properties"].items()
    return {name: [each["x-label"], *map(str, each["x-values"].values())] for name, each in found if "x-label" in each}


def in_short(kind: type) -> dict[str, str]:
    """Return options with what they are called and take: `longest silence: duration, for ever`."""
    return {name: f"{called}: {', '.join(taken)}" for name, (called, *taken) in options_of(kind).items()}


def all_labels() -> Document:
    """Return what clients read of the moves and options of all games, and of the settings of tables."""
    return {
        "moves": {game.id: labels_of(game) for game in GAMES.values()},
        "options": {game.id: in_short(game.Options) for game in GAMES.values()},
        "tables": in_short(OpenTable) | in_short(TableSettings),
    }


def test_labels_are_those_that_were_read_and_approved() -> None:
    approved = json.loads(GOLDEN.read_text())
    assert all_labels() == approved, "If they read well: `python -m tests.openapi.test_building` writes them."


@every_game
def test_every_move_and_option_has_a_label(game: AnyGame) -> None:
    assert all(kind.labels for kind in by_wire_name(game.Move).values())
    assert options_of(game.Options).keys() == {field.encode_name for field in fields(game.Options)}


def test_every_setting_of_a_table_has_a_label_the_same_for_a_new_one() -> None:
    assert options_of(TableSettings) == options_of(OpeningSettings)
    assert options_of(TableSettings).keys() == {field.encode_name for field in fields(TableSettings)}


@every_game
def test_what_an_option_takes_is_what_its_type_says(game: AnyGame) -> None:
    for name, (_, kind, *none) in options_of(game.Options).items():
        field = next(each for each in fields(game.Options) if each.encode_name == name)
        schema = json.dumps(msgspec.json.schema(field.type))
        assert ('"null"' in schema) == bool(none)
        assert name.endswith("_ms") == (kind == "duration")
        assert isinstance(shape.type_info(field.type), shape.Metadata)
        assert ('"boolean"' in schema) == (kind == "bool")


if __name__ == "__main__":
    GOLDEN.write_text(json.dumps(all_labels(), indent=1, ensure_ascii=False) + "\n")

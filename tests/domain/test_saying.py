"""Moves and options say of themselves how they read and what they take, in their JSON Schema."""

from itertools import product
from typing import Annotated

import msgspec

from domain.cards import FrenchCard
from domain.game import Move, by_wire_name
from domain.messages import DECLARED, Template
from domain.saying import Values, label, option, values, with_labels
from domain.seats import Seat
from domain.table import AnyGame
from tests.domain.every_game import every_game

LISTED = Template("nowhere", "move", "{card} to {seat}")


class Deal(Move, frozen=True):
    """Deal cards."""

    labels = (label("nowhere", "deal {cards:parts} at once", fast=True), label("nowhere", "deal {cards:parts}"))

    cards_dealt: Annotated[
        dict[FrenchCard, Annotated[Seat, values("seat", of="others")]], values("card", "hand", "melds", part=LISTED)
    ]
    fast: Annotated[bool, values("bool")] = False


def test_the_schema_of_a_move_has_its_labels_and_what_its_fields_take() -> None:
    described = with_labels(msgspec.json.schema(Deal)["$defs"]["Deal"], Deal)
    schema = msgspec.json.decode(msgspec.json.encode(described))
    dealt = schema["properties"]["cards_dealt"]

    assert schema["x-labels"] == [
        {"template": "deal {cards} at once", "when": {"fast": True}},
        {"template": "deal {cards}"},
    ]
    assert dealt["x-values"] == {"kind": "card", "from": ["hand", "melds"], "part": "{card} to {seat}"}
    assert dealt["additionalProperties"]["x-values"] == {"kind": "seat", "of": "others"}


def test_what_has_no_labels_stays_as_it_is() -> None:
    assert with_labels({"type": "object"}, Values) == {"type": "object"}


def test_an_option_says_what_it_is_called_and_how_null_reads() -> None:
    limit = msgspec.json.schema(Annotated[int | None, option("nowhere", "limit", "duration", none="no limit")])
    count = msgspec.json.schema(Annotated[int, option("nowhere", "count", "amount")])

    assert (limit["x-label"], limit["x-values"]) == ("limit", {"kind": "duration", "none": "no limit"})
    assert (count["x-label"], count["x-values"]) == ("count", {"kind": "amount"})
    assert {each.part for text in ("limit", "no limit", "count") for each in DECLARED[text]} == {"option"}


@every_game
def test_an_option_without_a_default_says_what_it_is_by_the_others(game: AnyGame) -> None:
    schema = msgspec.json.schema(game.Options)["$defs"]["Options"]["properties"]
    told = {name: each["x-defaults"] for name, each in schema.items() if "default" not in each}
    for players, target in product(game.players, (None, 50)):
        given = {"players": players} | (
            {} if target is None or "target_score" not in schema else {"target_score": target}
        )
        options = msgspec.to_builtins(game.options(given))
        for name, defaults in told.items():
            fits = (each["value"] for each in defaults if each.get("when", {}).items() <= options.items())
            assert options[name] == next(fits), (name, given)


@every_game
def test_every_gap_of_a_label_is_a_field_of_the_move(game: AnyGame) -> None:
    for kind in by_wire_name(game.Move).values():
        fields = {field.encode_name for field in msgspec.structs.fields(kind)}
        for each in kind.labels:
            (template, *_) = DECLARED[each.template]
            assert {gap.name for gap in template.gaps} | each.when.keys() <= fields
        assert kind.labels

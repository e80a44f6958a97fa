"""All that does not fit in a value is told at once, each thing with its place, and the search for it has a bound."""

from typing import Annotated, Any, Generic, Literal, TypeVar

import pytest
from msgspec import Meta, Struct

from domain import GAMES
from domain.game import Refused
from domain.validation import ValidationMessage
from domain.validation_messages import MOST, MOST_LOOKS, MOST_PARTS, places, validation_messages

T = TypeVar("T")


class Circle(Struct, tag="circle", forbid_unknown_fields=True):
    radius: Annotated[int, Meta(ge=1)]


class Square(Struct, tag="square"):
    side: int = 1


class Pair(Struct, Generic[T]):
    left: T
    right: T


class Drawing(Struct, forbid_unknown_fields=True):
    name: Annotated[str, Meta(max_length=3)]
    colour: Literal["red", "black"] = "red"
    shapes: tuple[Circle | Square, ...] = ()
    first: Circle | None = None
    sizes: dict[Annotated[str, Meta(max_length=2)], int] = {}
    point: tuple[int, str] | None = None
    rows: list[list[int]] = []
    other: int | list[int] = 0

    def __post_init__(self) -> None:
        if self.name == "no":
            raise ValueError("`name` is no name")


def told(value: Any, kind: object = Drawing) -> list[str]:
    """Return what does not fit, a line each: `/rows/0/1: Expected …`."""
    return [f"/{'/'.join(each.path)}: {each.text}" for each in validation_messages(value, kind)]


def test_nothing_is_told_of_what_fits() -> None:
    assert told({"name": "a", "shapes": [{"type": "circle", "radius": 1}]}) == []


def test_all_is_told_at_once() -> None:
    value = {
        "x": 1,
        "y": 2,
        "colour": "blue",
        "shapes": [{"type": "circle", "radius": 0, "z": 1}, {"type": "square", "side": "1", "z": 1}, {"type": "disc"}],
        "first": {"type": "circle"},
        "sizes": {"ab": "1", "abc": 1},
        "point": [1, 2],
        "rows": [[1, "2"], 3],
        "other": [1, "2"],
    }
    fields = "Allowed fields: `name`, `colour`, `shapes`, `first`, `sizes`, `point`, `rows`, `other`"

    assert told(value) == [
        f"/x: Object contains unknown field `x`. {fields}",
        f"/y: Object contains unknown field `y`. {fields}",
        "/name: Object missing required field `name`",
        "/colour: Invalid enum value 'blue'. Allowed values: `black`, `red`",
        "/shapes/0/z: Object contains unknown field `z`. Allowed fields: `type`, `radius`",
        "/shapes/0/radius: Expected `int` >= 1",
        "/shapes/1/side: Expected `int`, got `str`",
        "/shapes/2/type: Invalid value 'disc'. Allowed values: `circle`, `square`",
        "/first/radius: Object missing required field `radius`",
        "/sizes/ab: Expected `int`, got `str`",
        "/sizes/abc: Expected `str` of length <= 2",
        "/point/1: Expected `str`, got `int`",
        "/rows/0/1: Expected `int`, got `str`",
        "/rows/1: Expected `array`, got `int`",
        "/other/1: Expected `int`, got `str`",
    ]


@pytest.mark.parametrize(
    ("value", "line"),
    [
        ([], "/: Expected `object`, got `array`"),
        ({"name": "no"}, "/: `name` is no name"),
        ({"name": "a", "point": [1]}, "/point: Expected `array` of length 2, got 1"),
        ({"name": "a", "other": "1"}, "/other: Expected `int | array`, got `str`"),
        ({"name": "a", "first": []}, "/first: Expected `object | null`, got `array`"),
    ],
)
def test_what_is_wrong_as_a_whole_is_told_of_the_whole(value: Any, line: str) -> None:
    assert told(value) == [line]


def test_a_generic_struct_is_looked_into() -> None:
    assert told({"left": "1", "right": 2}, Pair[int]) == ["/left: Expected `int`, got `str`"]


def test_no_more_is_told_than_anybody_reads() -> None:
    assert len(validation_messages({f"field {number}": 1 for number in range(1_000)}, Drawing)) == MOST


def test_the_search_ends_with_what_it_has_found_or_with_what_msgspec_says() -> None:
    late = [[1]] * MOST_LOOKS + [["1"]]

    assert told({"name": "a", "rows": late}) == [f"/rows/{MOST_LOOKS}/0: Expected `int`, got `str`"]
    assert told({"name": 1, "rows": late}) == ["/name: Expected `str`, got `int`"]


def test_places_of_texts_are_found_also_among_keys() -> None:
    value = {"a": ["x", {"x": "y"}, 1], "b": ["z", "y"]}

    assert [*places(value, frozenset("xy"))] == [
        ("x", ("a", "0")),
        ("x", ("a", "1", "x")),
        ("y", ("a", "1", "x")),
        ("y", ("b", "1")),
    ]


def test_a_text_is_looked_for_in_a_maximum_number_of_parts() -> None:
    assert [*places([[]] * MOST_PARTS + ["x"], frozenset("x"))] == []


@pytest.mark.parametrize(
    ("game", "options", "ways"),
    [
        ("literature", {"players": 4, "starter": 6, "cheat": 1}, {("players",), ("starter",), ("cheat",)}),
        ("honors_4", {"players": 13, "max_deals": "1"}, {("players",), ("max_deals",)}),
    ],
)
def test_all_options_that_are_wrong_are_told(game: str, options: dict[str, Any], ways: set[tuple[str, ...]]) -> None:
    with pytest.raises(Refused) as refused:
        GAMES[game].options(options)

    assert {each.path for each in refused.value.errors} == ways


def test_all_fields_and_all_cards_of_a_move_that_are_wrong_are_told() -> None:
    literature = GAMES["literature"]
    with pytest.raises(Refused) as malformed:
        literature.parse({"type": "declare", "set": 1, "holders": {"3C": "0"}})
    with pytest.raises(Refused) as unknown:
        literature.parse({"type": "declare", "set": "low_clubs", "holders": {"2C": 0, "3C": 0, "ZZ": 2}})

    assert [each.path for each in malformed.value.errors] == [("set",), ("holders", "3C")]
    assert unknown.value.errors == (
        ValidationMessage("'2C' is not a card of Literature.", ("holders", "2C")),
        ValidationMessage("'ZZ' is not a card of Literature.", ("holders", "ZZ")),
    )
    assert unknown.value.detail == "'2C' is not a card of Literature."


class Lay(Struct, forbid_unknown_fields=True):
    cards: tuple[str, ...]

    def __post_init__(self) -> None:
        if len(set(self.cards)) < len(self.cards):
            raise ValueError("`cards` names a card twice")


class Sent(Struct):
    move: Lay


def test_what_a_type_itself_says_of_a_field_is_said_of_that_field() -> None:
    found = validation_messages({"move": {"cards": ["A-1", "A-1"]}}, Sent)

    assert found == (ValidationMessage("`cards` names a card twice", ("move", "cards")),)

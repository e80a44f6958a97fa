"""A message about a value that does not fit says what would."""

from typing import Annotated, Any, Literal

import msgspec
import pytest
from msgspec import Meta, Struct

from domain.validation import explained, of_ecma


class Settings(Struct, forbid_unknown_fields=True):
    colour: Literal["red", "black"] = "red"


class Table(Struct, forbid_unknown_fields=True):
    players: Literal[2, 4] = 2
    settings: Settings | None = None
    colours: tuple[Annotated[Literal["red", "black"] | None, Meta(description="Any.")], ...] = ()
    name: Annotated[str, Meta(max_length=3)] = ""
    pair: tuple[int, str] = (0, "")


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({"players": 3}, "Invalid enum value 3. Allowed values: `2`, `4` - at `$.players`"),
        (
            {"settings": {"colour": "x"}},
            "Invalid enum value 'x'. Allowed values: `black`, `red` - at `$.settings.colour`",
        ),
        ({"colours": ["red", "x"]}, "Invalid enum value 'x'. Allowed values: `black`, `red` - at `$.colours[1]`"),
        ({"settings": {"a": 1}}, "Object contains unknown field `a`. Allowed fields: `colour` - at `$.settings`"),
        (
            {"a": 1},
            "Object contains unknown field `a`. Allowed fields: `players`, `settings`, `colours`, `name`, `pair`",
        ),
        ({"name": "long"}, "Expected `str` of length <= 3 - at `$.name`"),
        ({"pair": [1, 2]}, "Expected `str`, got `int` - at `$.pair[1]`"),
        ([], "Expected `object`, got `array`"),
    ],
)
def test_what_would_be_right_is_said(value: Any, message: str) -> None:
    with pytest.raises(msgspec.ValidationError) as unfit:
        msgspec.convert(value, Table)

    assert explained(str(unfit.value), Table) == message


class Circle(Struct, tag="circle", forbid_unknown_fields=True):
    colour: Literal["red", "black"] = "red"


class Square(Struct, tag="square", forbid_unknown_fields=True):
    colour: Literal["red", "black"] = "red"
    side: int = 1


class Drawing(Struct, forbid_unknown_fields=True):
    shapes: list[Circle | Square] = []


@pytest.mark.parametrize(
    ("shape", "message"),
    [
        (
            {"type": "circle", "side": 1},
            "Object contains unknown field `side`. Allowed fields: `type`, `colour` - at `$.shapes[0]`",
        ),
        (
            {"type": "square", "a": 1},
            "Object contains unknown field `a`. Allowed fields: `type`, `colour`, `side` - at `$.shapes[0]`",
        ),
        (
            {"type": "disc"},
            "Invalid value 'disc'. Allowed values: `circle`, `square` - at `$.shapes[0].type`",
        ),
        (
            {"type": "circle", "colour": "x"},
            "Invalid enum value 'x'. Allowed values: `black`, `red` - at `$.shapes[0].colour`",
        ),
    ],
)
def test_faults_of_a_union_are_those_of_the_member_that_is_meant(shape: Any, message: str) -> None:
    with pytest.raises(msgspec.ValidationError) as unfit:
        msgspec.convert({"shapes": [shape]}, Drawing)

    assert explained(str(unfit.value), Drawing, {"shapes": [shape]}) == message


@pytest.mark.parametrize("value", [None, {}, {"shapes": None}, {"shapes": []}, {"shapes": [{"type": "x"}]}])
def test_without_a_tag_all_that_a_union_may_be_is_said_once(value: Any) -> None:
    message = "Invalid enum value 'x' - at `$.shapes[0].colour`"

    assert explained(message, Drawing, value) == (
        "Invalid enum value 'x'. Allowed values: `black`, `red` - at `$.shapes[0].colour`"
    )


@pytest.mark.parametrize(("pattern", "written"), [(r"^[0-9]+\Z", "^[0-9]+$"), ("^[0-9]", "^[0-9]"), (r"\\Z.", r"\\Z.")])
def test_a_pattern_is_written_as_json_schema_has_it(pattern: str, written: str) -> None:
    assert of_ecma(pattern) == written

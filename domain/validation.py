"""Validation messages: what msgspec says of a value that does not fit its type, and what is allowed there."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from msgspec import Struct
from msgspec import inspect as shape

LARGEST_INTEGER = 2**53 - 1
"""The largest integer that every JSON reader keeps exact (RFC 8259, 6)."""

STEP = re.compile(r"\.(\w+)|\[(\d+)\]")
"""A step on the way to a place, as msgspec writes it: `.seats[0]`."""

UNKNOWN_FIELD = "Object contains unknown field"
"""What a message begins with if an object has a field that its type has not."""

FIELD = re.compile(
    r"^(?:Object (?:contains unknown|missing required) field `(?P<other>.*?)`(?:\. .*)?"
    r"|`(?P<own>\w+)` names .* twice)$",
    re.DOTALL,
)
"""The field that a message is about, where the place of the message does not have it: an unknown or a missing field,
which may have any name, or one that the text of a type names, as in "`cards` names a card twice".
"""

ENDS = r"\Z"
"""How a pattern of Python ends that matches no more than a whole text."""

PLACE = " - at `$"
"""Stands in a message before the place, which ends with another grave accent."""


def explained(message: str, kind: object, value: object = None) -> str:
    """Return msgspec's message of a value that is no `kind`, with the fields or the values that there are.

    "Invalid enum value 3 - at `$.players`" becomes "Invalid enum value 3. Allowed values: `2`, `4` - at `$.players`".
    Of a union of tagged structs, `value` tells which of them is meant; without it, all of them are.
    """
    said, at, place = message.partition(PLACE)
    return f"{advised(said, steps(place), kind, value)}{at}{place}"


def advised(said: str, path: Sequence[str], kind: object, value: object) -> str:
    """Return what is said of a place in a `kind`, with the fields or the values that there are."""
    allowed = [f"`{each}`" for each in dict.fromkeys(known(said, path, kind, value))]
    if not allowed:
        return said
    what = "fields" if said.startswith(UNKNOWN_FIELD) else "values"
    return f"{said.removesuffix('.')}. Allowed {what}: {', '.join(allowed)}"


def of_ecma(pattern: str) -> str:
    """Return a pattern of Python as ECMA-262 has it, which writes `$` for the end of a text, and so JSON Schema.

    No pattern of Python here has that: it would match before a line end, too.
    """
    return f"{pattern.removesuffix(ENDS)}$" if pattern.endswith(ENDS) else pattern


class ValidationMessage(Struct, frozen=True):
    """One thing in a value that does not fit its type: what is wrong, and the fields and indexes that lead to it."""

    text: str
    path: tuple[str, ...]


def located(message: str) -> ValidationMessage:
    """Return what a message of msgspec says, and its place: the field, if the message is about one."""
    said, _, place = message.partition(PLACE)
    field = FIELD.search(said)
    return ValidationMessage(said, (*steps(place), *((field[field.lastgroup or 0],) if field else ())))


def known(said: str, path: Sequence[str], kind: object, value: object) -> Iterator[object]:
    """Yield the fields, or the values, that there are at a place where something else was named."""
    if said.startswith(UNKNOWN_FIELD):
        for each in types_at(path, shape_of(kind), value):
            if isinstance(each, shape.StructType):
                yield from () if each.tag_field is None else (each.tag_field,)
                yield from (field.encode_name for field in each.fields)
    elif said.startswith(("Invalid enum value", "Invalid value")):
        for each in types_at(path, shape_of(kind), value):
            if isinstance(each, shape.LiteralType):
                yield from each.values


@cache
def shape_of(kind: object) -> shape.Type:
    """Return what a type is made of; worked out once: it takes longer than all else that is done with bad input."""
    return shape.type_info(kind)


def steps(place: str) -> list[str]:
    """Return the fields and the numbers on the way to a place."""
    return [name or number for name, number in STEP.findall(place)]


def types_at(path: Sequence[str], kind: shape.Type, value: object) -> Iterator[shape.Type]:
    """Yield the types that may stand at the end of a way into a type, as far as a value of it leaves that open."""
    match kind:
        case shape.Metadata(type=inner):
            yield from types_at(path, inner, value)
        case shape.UnionType(types=inner):
            for each in meant(inner, value):
                yield from types_at(path, each, value)
        case _ if not path:
            yield kind
        case shape.StructType(tag_field=name, tag=tag) if [name] == [*path]:
            yield shape.LiteralType((tag,))
        case shape.StructType(fields=fields):
            for field in fields:
                if field.encode_name == path[0]:
                    yield from types_at(path[1:], field.type, part_of(value, path[0]))
        case shape.CollectionType(item_type=inner):
            yield from types_at(path[1:], inner, part_of(value, path[0]))


def meant(kinds: Sequence[shape.Type], value: object) -> Sequence[shape.Type]:
    """Return the type of a union that the tag of a value names; all of them if it names none."""
    tagged = [each for each in kinds if isinstance(each, shape.StructType) and each.tag_field is not None]
    return [each for each in tagged if part_of(value, str(each.tag_field)) == each.tag] or kinds


def part_of(value: object, step: str) -> object:
    """Return what stands in a value under a name or a number; None: nothing."""
    if isinstance(value, Mapping):
        return value.get(step)
    return value[int(step)] if isinstance(value, list) and step.isdecimal() and int(step) < len(value) else None

"""Validation messages: what msgspec says of a value that does not fit its type, and what is allowed there."""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from msgspec import inspect as shape

STEP = re.compile(r"\.(\w+)|\[(\d+)\]")
"""A step on the way to a place, as msgspec writes it: `.seats[0]`."""

UNKNOWN_FIELD = "Object contains unknown field"
"""What a message begins with if an object has a field that its type has not."""

FIELD = re.compile(r"^Object (?:contains unknown|missing required) field `(.*?)`(?:\. .*)?$", re.DOTALL)
"""The field that a message is about, and that is no step of its place. It may be called anything."""

PLACE = " - at `$"
"""Stands in a message before the place, which ends with another grave accent."""


def explained(message: str, kind: object) -> str:
    """Return msgspec's message of a value that is no `kind`, with the fields or the values that there are.

    "Invalid enum value 3 - at `$.players`" becomes "Invalid enum value 3. Allowed values: `2`, `4` - at `$.players`".
    """
    said, at, place = message.partition(PLACE)
    allowed = [f"`{each}`" for each in known(said, steps(place), kind)]
    if not allowed:
        return message
    what = "fields" if said.startswith(UNKNOWN_FIELD) else "values"
    return f"{said}. Allowed {what}: {', '.join(allowed)}{at}{place}"


def known(said: str, way: Sequence[str], kind: object) -> Iterator[object]:
    """Yield the fields, or the values, that there are at a place where something else was named."""
    if said.startswith(UNKNOWN_FIELD):
        for each in types_at(way, shape_of(kind)):
            if isinstance(each, shape.StructType):
                yield from (field.encode_name for field in each.fields)
    elif said.startswith("Invalid enum value"):
        for each in types_at(way, shape_of(kind)):
            if isinstance(each, shape.LiteralType):
                yield from each.values


@cache
def shape_of(kind: object) -> shape.Type:
    """Return what a type is made of; worked out once: it takes longer than all else that is done with bad input."""
    return shape.type_info(kind)


def steps(place: str) -> list[str]:
    """Return the fields and the numbers on the way to a place."""
    return [name or number for name, number in STEP.findall(place)]


def types_at(way: Sequence[str], kind: shape.Type) -> Iterator[shape.Type]:
    """Yield the types that may stand at the end of a way into a type."""
    match kind:
        case shape.Metadata(type=inner):
            yield from types_at(way, inner)
        case shape.UnionType(types=inner):
            for each in inner:
                yield from types_at(way, each)
        case _ if not way:
            yield kind
        case shape.StructType(fields=fields):
            for field in fields:
                if field.encode_name == way[0]:
                    yield from types_at(way[1:], field.type)
        case shape.CollectionType(item_type=inner):
            yield from types_at(way[1:], inner)

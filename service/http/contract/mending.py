"""Schemas of msgspec as clients' generators want them."""

from collections.abc import Mapping
from typing import Any

from domain.table import AnyGame
from domain.validation import LARGEST_INTEGER, of_ecma
from service.http.contract.defaults import Schema
from service.http.contract.naming import REF, camel_case, ref

AS_THEY_ARE = frozenset({"examples", "enum", "x-defaults", "x-label", "x-labels", "x-values"})
"""The keywords whose values are no schemas."""

LARGEST_OF_32_BITS = 2**31 - 1
NO_NUL = r"^[^\u0000]*$"
JSON_TYPES = {bool: "boolean", int: "integer", str: "string", type(None): "null"}


def mended(schema: Any, renamed: Mapping[str, str], game: AnyGame | None, *, closed: bool = False) -> Any:
    """Return a schema of msgspec's as clients' generators want it, its references renamed.

    Tags are `const`; tagged unions are `oneOf`; tuples of one type are arrays; the cards of a game are a component.
    Requests consist of `closed` objects: in these, integers have the bounds that JSON carries exactly, and texts have
    no NUL.
    """
    if isinstance(schema, list | tuple):  # msgspec's defaults may be tuples
        return [mended(each, renamed, game, closed=closed) for each in schema]
    if not isinstance(schema, dict):
        return schema
    closed = closed or schema.get("additionalProperties") is False
    new = {
        key: value if key in AS_THEY_ARE else mended(value, renamed, game, closed=closed)
        for key, value in schema.items()
        if key != "title" or isinstance(value, dict)
    }
    if "$ref" in new:
        return new | ref(renamed[new["$ref"]])
    if "discriminator" in new:
        return told_apart(new, schema["discriminator"], renamed)
    if "prefixItems" in new:
        first, *others = new["prefixItems"]
        new["items"] = {} if any(other != first for other in others) else new.pop("prefixItems")[0]
        return new
    return enumerated(new, game) if "enum" in new else bounded(new, closed=closed)


def told_apart(schema: Schema, discriminator: Schema, renamed: Mapping[str, str]) -> Schema:
    """Return the schema of a tagged union with `oneOf`, its references renamed."""
    mapping = {tag: REF.format(name=renamed[name]) for tag, name in discriminator["mapping"].items()}
    schema["oneOf"] = schema.pop("anyOf")
    return schema | {"discriminator": {"propertyName": discriminator["propertyName"], "mapping": mapping}}


def bounded(schema: Schema, *, closed: bool) -> Schema:
    """Return the schema of a plain value as it is in requests (`closed`) or answers.

    An integer in a request has the bounds of what JSON carries exactly, if it has no others. A pattern ends with `$`.
    """
    if schema.get("type") == "string" and "pattern" in schema:
        return schema | {"pattern": of_ecma(schema["pattern"])}
    if schema.get("type") == "integer" and closed:
        least = {} if "exclusiveMinimum" in schema else {"minimum": -LARGEST_INTEGER}
        most = {} if "exclusiveMaximum" in schema else {"maximum": LARGEST_INTEGER}
        return sized(least | most | schema)
    if schema.get("maximum") == LARGEST_INTEGER:
        return {key: value for key, value in sized(schema).items() if key != "maximum"}
    if schema.get("type") == "string" and closed and "format" not in schema:
        return schema | {"pattern": NO_NUL}
    return schema


def sized(schema: Schema) -> Schema:
    """Return the schema of an integer, with its size if it may need 64 bits: generators take 32 by default."""
    wide = schema.get("maximum", 0) > LARGEST_OF_32_BITS
    return schema | {"format": "int64"} if wide else schema


def enumerated(schema: Schema, game: AnyGame | None) -> Schema:
    """Return the schema of one of some values: a reference to the cards of the game, `const` for a single value."""
    values = schema.pop("enum")
    if game and set(values) == game.cards:
        marks = {key: value for key, value in schema.items() if key.startswith("x-")}
        return ref(f"{camel_case(game.id)}Card") | marks
    kinds = [JSON_TYPES[kind] for kind in dict.fromkeys(map(type, values))]
    one_of = {"const": values[0]} if len(values) == 1 else {"enum": values}
    return schema | {"type": kinds[0] if len(kinds) == 1 else kinds} | one_of

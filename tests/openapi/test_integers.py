"""Generators of clients hold an integer in 32 bits, unless its `format` is `int64`: then in 64."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from jsonschema_rs import Draft202012Validator

IN_32_BITS = {"minimum": -(2**31), "maximum": 2**31 - 1}
BOUNDS = {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"}
SHORT = {"reserve_ms", "took_ms"}
"""Durations that a setting bounds: what is left of a reserve, and an attempt to deliver a message."""


def integers(part: Any, *way: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every schema of an integer in a part of the document, each after its place."""
    if isinstance(part, list):
        for each in part:
            yield from integers(each, *way)
    if not isinstance(part, dict):
        return
    if part.get("type") == "integer":
        yield "/".join(way), part
    for name, each in part.items():
        if name not in {"example", "examples"}:
            yield from integers(each, *way, name)


def test_integers_that_may_need_64_bits_say_so(document: dict[str, Any]) -> None:
    wide = {
        place
        for place, schema in integers(document)
        if any(abs(schema.get(bound, 0)) > 2**31 for bound in BOUNDS) and schema.get("format") != "int64"
    }

    assert wide == set()


def test_an_answer_says_so_where_what_is_asked_for_does(document: dict[str, Any]) -> None:
    """Answers have no bounds, so that later versions may exceed them."""
    version = document["components"]["schemas"]["MoveAnswer"]["properties"]["version"]

    assert (version.get("maximum"), version["format"]) == (None, "int64")


def test_durations_that_nothing_bounds_say_so_too(document: dict[str, Any]) -> None:
    """At a table without time limits a move may take a month."""
    narrow = {
        place
        for place, schema in integers(document)
        if any(part.endswith("_ms") and part not in SHORT for part in place.split("/"))
        and "maximum" not in schema
        and schema.get("format") != "int64"
    }

    assert narrow == set()


def test_all_other_integers_that_are_answered_fit_in_32_bits(document: dict[str, Any]) -> None:
    narrow: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(document))
    for _, schema in integers(narrow):
        if schema.get("format") != "int64":
            schema |= {bound: most for bound, most in IN_32_BITS.items() if bound not in schema}
    described = {each["operationId"]: each for path in narrow["paths"].values() for each in path.values()}
    faults: set[str] = set()
    for file in Path("openapi/examples").glob("*.json"):
        for answer in (each["answer"] for each in msgspec.json.decode(file.read_bytes())):
            promised = described[file.stem]["responses"][str(answer["status"])]
            for schema in (content["schema"] for content in promised.get("content", {}).values()):
                validator = Draft202012Validator(schema | {"components": narrow["components"]})
                errors = validator.iter_errors(answer["body"]) if "$ref" in schema else ()
                faults |= {f"{file.stem}: {error.instance_path}" for error in errors}

    assert faults == set()

"""What generators of clients in statically typed languages make of names, types and tags."""

from typing import Any


def test_no_component_is_named_as_the_constructor_of_another(document: dict[str, Any]) -> None:
    """In Go, `NewHeader` makes a `Header`."""
    names = document["components"]["schemas"].keys()

    assert {f"New{name}" for name in names} & names == set()


def test_no_field_is_always_null(document: dict[str, Any]) -> None:
    """Few languages have a type for that."""
    fields = [
        f"{name}.{field}"
        for name, schema in document["components"]["schemas"].items()
        for field, each in schema.get("properties", {}).items()
        if each.get("type") == "null"
    ]

    assert fields == []

"""What generators of clients in statically typed languages make of names, types and tags."""

from typing import Any


def test_no_component_is_named_as_the_constructor_of_another(document: dict[str, Any]) -> None:
    """In Go, `NewHeader` makes a `Header`."""
    names = document["components"]["schemas"].keys()

    assert {f"New{name}" for name in names} & names == set()


def test_what_the_service_receives_and_what_it_sends_have_no_tag_in_common(document: dict[str, Any]) -> None:
    """Generators make a file for each tag, of either: one would replace the other."""
    received, sent = (
        {tag for methods in document[part].values() for operation in methods.values() for tag in operation["tags"]}
        for part in ("paths", "webhooks")
    )

    assert received & sent == set()
    assert received | sent == {tag["name"] for tag in document["tags"]}


def test_no_field_is_always_null(document: dict[str, Any]) -> None:
    """Few languages have a type for that."""
    fields = [
        f"{name}.{field}"
        for name, schema in document["components"]["schemas"].items()
        for field, each in schema.get("properties", {}).items()
        if each.get("type") == "null"
    ]

    assert fields == []

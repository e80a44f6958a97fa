"""What is meant where a field is absent, in words: generators differ in what they make of `default`.

`openapi-typescript` takes a field with a `default` for one that is always there. That is wrong for a field of a
request, which may be left out, and for one that an answer leaves out. So `required` alone says what is always there.
"""

from typing import Any

import msgspec

Schema = dict[str, Any]


def without_defaults(kind: type, schema: Schema, *, logged: bool) -> Schema:
    """Return the schema of a class without `default`: fields that are always there are required, others describe it.

    What is `logged` is shown as it was written, also by a program that did not know all fields yet.
    """
    if not issubclass(kind, msgspec.Struct):
        return schema
    fields, configured = schema["properties"], kind.__struct_config__
    optional = logged or configured.forbid_unknown_fields or configured.omit_defaults
    if not optional:
        schema["required"] = [name for name in fields if name in schema["required"] or "default" in fields[name]]
    for field in fields.values():
        default = field.pop("default", None)
        if optional:
            field.update(absent(default, field.get("description", "")))
    return schema


def absent(default: Any, description: str) -> Schema:
    """Return the description of a field with its default, unless that is null, an object, or told there already."""
    if default is None or isinstance(default, dict) or "bsent" in description:
        return {}
    return {"description": f"{description} Absent: `{msgspec.json.encode(default).decode()}`.".strip()}

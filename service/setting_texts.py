"""How a setting reads as a text: its variable, its option, its values."""

from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import msgspec
from msgspec import Meta
from msgspec.structs import FieldInfo

PREFIX = "PARLOUR_"
SECRET = {"secret": True}


class BadSetting(ValueError):
    """A setting makes no sense; the text names its variable."""


def variable(field: FieldInfo) -> str:
    """Return the name of a field's environment variable."""
    return PREFIX + field.name.upper()


def option(field: FieldInfo) -> str:
    """Return the name of a field's option on the command line."""
    return "--" + field.name.replace("_", "-")


def meaning(field: FieldInfo) -> str:
    """Return what a field is for, as a sentence."""
    return str(_meta(field).description)


def choices(field: FieldInfo) -> tuple[str, ...]:
    """Return all texts that a field takes; nothing if they cannot be listed."""
    kind = get_args(field.type)[0]
    if get_origin(kind) is Literal:
        return get_args(kind)
    return ("true", "false") if kind is bool else ()


def is_secret(field: FieldInfo) -> bool:
    """Return whether a field's value must not be shown."""
    return _meta(field).extra == SECRET


def parsed(field: FieldInfo, given: str) -> Any:
    """Return the value that a text means for this field. Raises `BadSetting`."""
    kind = get_args(field.type)[0]
    value = [part.strip() for part in given.split(",")] if get_origin(kind) is tuple else given
    try:
        return msgspec.convert(value, field.type, strict=False, dec_hook=lambda _, path: Path(path))
    except msgspec.ValidationError as error:
        allowed = ", ".join(choices(field))
        hint = f" (one of {allowed})" if allowed else ""
        raise BadSetting(f"{variable(field)} or {option(field)}: {error}{hint}") from None


def text(value: object) -> str:
    """Return the text that means this value: what `parsed` takes."""
    match msgspec.to_builtins(value, enc_hook=str):
        case None:
            return ""
        case bool(truth):
            return str(truth).lower()
        case tuple(parts):
            return ",".join(map(str, parts))
        case plain:
            return str(plain)


def _meta(field: FieldInfo) -> Meta:
    meta: Meta = get_args(field.type)[1]
    return meta

"""What turns one JSON document into another, as a JSON Patch (RFC 6902): a client applies it with any library."""

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import astuple

Json: TypeAlias = Any
"""A plain JSON value."""


class Change(Struct, frozen=True, gc=False):
    """One operation of a JSON Patch (RFC 6902)."""

    op: Literal["add", "remove", "replace"]
    path: Annotated[str, Meta(description="The place, as a JSON Pointer (RFC 6901).")]
    value: Annotated[Json, Meta(description="The new value; absent if `op` is `remove`.")] | UnsetType = UNSET


LISTS = (list, tuple)
"""What a list of JSON may be here."""


def changes(before: object, after: object) -> list[Change]:
    """Return what is to be done with `before`, in this order, so that it is `after`, each as JSON has it.

    Both are plain JSON values, or structs: these share with one another what stays, so it need not be looked at. They
    are of one type, so that nowhere a truth value takes the place of a number, which Python holds for the same. Not
    the shortest patch: what two lists have in common at their beginnings and ends stays, the rest goes one by one.
    """
    found: list[Change] = []
    find(before, after, "", found)
    return found


def find(before: object, after: object, path: str, found: list[Change]) -> None:
    """Add to `found` what is to be done with a part of a document."""
    if isinstance(before, Struct) and isinstance(after, type(before)) and fields_are_keys(type(after)):
        find_in_struct(before, after, path, found)
    elif isinstance(before, Struct) or isinstance(after, Struct):
        find(msgspec.to_builtins(before), msgspec.to_builtins(after), path, found)
    elif isinstance(before, dict) and isinstance(after, dict):
        find_in_object(before, after, path, found)
    elif isinstance(before, LISTS) and isinstance(after, LISTS):
        find_in_list(before, after, path, found)
    elif before != after:
        found.append(Change("replace", path, msgspec.to_builtins(after)))


@cache
def fields_are_keys(kind: type[Struct]) -> bool:
    """Return whether JSON has structs of a type as objects with all fields that are set."""
    config = kind.__struct_config__
    return not (config.array_like or config.omit_defaults)


def find_in_struct(before: Struct, after: Struct, path: str, found: list[Change]) -> None:
    """Add what is to be done with the object that JSON has for a struct; both are of one type."""
    fields = zip(after.__struct_encode_fields__, astuple(before), astuple(after), strict=True)
    changed = [field for field in fields if field[1] is not field[2] and field[1] != field[2]]
    found += [Change("remove", f"{path}/{escaped(name)}") for name, _, value in changed if value is UNSET]
    for name, old, value in changed:
        if old is UNSET:
            found.append(Change("add", f"{path}/{escaped(name)}", msgspec.to_builtins(value)))
        elif value is not UNSET:
            find(old, value, f"{path}/{escaped(name)}", found)


def find_in_object(before: dict[str, Json], after: dict[str, Json], path: str, found: list[Change]) -> None:
    """Add what is to be done with an object."""
    found += [Change("remove", f"{path}/{escaped(name)}") for name in before if name not in after]
    for name, value in after.items():
        if name not in before:
            found.append(Change("add", f"{path}/{escaped(name)}", msgspec.to_builtins(value)))
        elif (old := before[name]) is not value and old != value:  # most stays as it was
            find(old, value, f"{path}/{escaped(name)}", found)


def find_in_list(before: Sequence[Json], after: Sequence[Json], path: str, found: list[Change]) -> None:
    """Add what is to be done with a list."""
    start = 0
    if len(before) != len(after):
        start = in_common(before, after)
        before, after = before[start:], after[start:]
        kept = in_common(before[::-1], after[::-1])
        before, after = before[: len(before) - kept], after[: len(after) - kept]
    for place, (old, value) in enumerate(zip(before, after, strict=False), start):
        if old is not value and old != value:
            find(old, value, f"{path}/{place}", found)
    both = start + min(len(before), len(after))
    found += [Change("remove", f"{path}/{both}")] * (len(before) - len(after))
    for place, value in enumerate(after[len(before) :], both):
        found.append(Change("add", f"{path}/{place}", msgspec.to_builtins(value)))


def in_common(before: Sequence[Json], after: Sequence[Json]) -> int:
    """Return the number of values with which both lists begin."""
    number = 0
    for old, new in zip(before, after, strict=False):
        if old is not new and old != new:
            break
        number += 1
    return number


@lru_cache(maxsize=1024)
def escaped(name: str) -> str:
    """Return a name as a part of a JSON Pointer (RFC 6901, 3)."""
    return name.replace("~", "~0").replace("/", "~1")


def changed(document: Json, patch: Iterable[Change]) -> Json:
    """Return a JSON document after a patch; what does not change is shared with the one before, which stays as it is.

    Raises LookupError, TypeError or ValueError for a patch that does not fit.
    """
    for change in patch:
        steps = [step.replace("~1", "/").replace("~0", "~") for step in change.path.split("/")[1:]]
        document = changed_at(document, steps, change)
    return document


def changed_at(node: Json, steps: Sequence[str], change: Change) -> Json:
    """Return a part of a document after a change, which lies these steps below it."""
    if not steps:
        return change.value
    place: Json = int(steps[0]) if isinstance(node, list) else steps[0]
    copy = node.copy()
    if len(steps) > 1:
        copy[place] = changed_at(node[place], steps[1:], change)
    elif change.op == "remove":
        del copy[place]
    elif change.op == "add" and isinstance(node, list):
        copy.insert(place, change.value)
    else:
        copy[place] = change.value
    return copy

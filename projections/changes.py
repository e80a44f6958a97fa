"""What turns one JSON document into another, as a JSON Patch (RFC 6902): a client applies it with any library."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType

Json: TypeAlias = Any
"""A plain JSON value."""


class Change(Struct, frozen=True, gc=False):
    """One operation of a JSON Patch (RFC 6902)."""

    op: Literal["add", "remove", "replace"]
    path: Annotated[str, Meta(description="The place, as a JSON Pointer (RFC 6901).")]
    value: Annotated[Json, Meta(description="The new value; absent if `op` is `remove`.")] | UnsetType = UNSET


LISTS = (list, tuple)
"""What a list of JSON may be here."""


def changes(before: object, after: object, path: str = "") -> Iterator[Change]:
    """Yield what is to be done with `before`, in this order, so that it is `after`. Both are plain JSON values.

    They are of one type, so that nowhere a truth value takes the place of a number, which Python holds for the same.
    Not the shortest patch: what two lists have in common at their beginnings and ends stays, the rest goes one by one.
    """
    if isinstance(before, dict) and isinstance(after, dict):
        yield from changes_of_object(before, after, path)
    elif isinstance(before, LISTS) and isinstance(after, LISTS):
        yield from changes_of_list(before, after, path)
    elif before != after:
        yield Change("replace", path, after)


def changes_of_object(before: dict[str, Json], after: dict[str, Json], path: str) -> Iterator[Change]:
    """Yield what is to be done with an object."""
    for name in before:
        if name not in after:
            yield Change("remove", f"{path}/{escaped(name)}")
    for name, value in after.items():
        if name not in before:
            yield Change("add", f"{path}/{escaped(name)}", value)
        elif (old := before[name]) is not value and old != value:  # most stays as it was
            yield from changes(old, value, f"{path}/{escaped(name)}")


def changes_of_list(before: Sequence[Json], after: Sequence[Json], path: str) -> Iterator[Change]:
    """Yield what is to be done with a list."""
    shorter = min(len(before), len(after))
    start = next((place for place in range(shorter) if before[place] != after[place]), shorter)
    kept = next((n for n in range(shorter - start) if before[-1 - n] != after[-1 - n]), shorter - start)
    old, new = before[start : len(before) - kept], after[start : len(after) - kept]
    both = min(len(old), len(new))
    for place in range(both):
        yield from changes(old[place], new[place], f"{path}/{start + place}")
    for _ in old[both:]:
        yield Change("remove", f"{path}/{start + both}")
    for place, value in enumerate(new[both:], start + both):
        yield Change("add", f"{path}/{place}", value)


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

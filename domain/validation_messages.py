"""All validation messages of a value; msgspec stops at the first one.

They are collected after msgspec has refused the whole value, by msgspec itself, part by part. The work is bounded
whatever the input is: only a limited number of parts is checked, and a limited number of messages returned.
"""

import types
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from itertools import islice
from typing import Annotated, Any, TypeAlias, Union, get_args, get_origin

import msgspec
from msgspec import Struct, structs

from domain.validation import UNKNOWN_FIELD, ValidationMessage, advised, located, part_of

MOST = 20
"""Maximum number of messages for one value."""

MOST_LOOKS = 500
"""Maximum number of parts of a value that are checked by msgspec."""

MOST_PARTS = 2_000
"""Maximum number of parts of a value that are searched for a text: enough for every move that there is."""

MISSING_FIELD = "Object missing required field"

Path: TypeAlias = tuple[str, ...]


def validation_messages(value: object, kind: object) -> tuple[ValidationMessage, ...]:
    """Return the messages for a value, as decoded JSON, that does not fit a type: at most `MOST`; none if it fits."""
    search = Search()
    with suppress(Enough):
        for each in search.within(value, kind, ()):
            search.found.append(each)
            if len(search.found) == MOST:
                break
    found = search.found or search.first
    return tuple([ValidationMessage(advised(each.text, subject_of(each), kind, value), each.path) for each in found])


def subject_of(found: ValidationMessage) -> Path:
    """Return the path to what a message is about: for an unknown field, the object that has it."""
    return found.path[:-1] if found.text.startswith(UNKNOWN_FIELD) else found.path


class Enough(Exception):
    """Raised after `MOST_LOOKS` parts; the search ends."""


class Search:
    """A search for messages; `first` has what msgspec says of the whole value, if it does not fit."""

    def __init__(self) -> None:
        self._looks = 0
        self.first: list[ValidationMessage] = []
        self.found: list[ValidationMessage] = []

    def within(self, value: Any, kind: Any, path: Path) -> Iterator[ValidationMessage]:
        """Yield what does not fit in a part of the value: what is inside it, or else what msgspec says of it.

        Raises `Enough`.
        """
        self._looks += 1
        if self._looks > MOST_LOOKS:
            raise Enough
        try:
            msgspec.convert(value, kind, strict=True, str_keys=True)
        except msgspec.ValidationError as error:
            one = located(str(error))
            whole = [ValidationMessage(one.text, path + one.path)]
            self.first = self.first or whole
            inside = self._inside(value, kind, path)
            yield from [next(inside, whole[0])]
            yield from inside

    def _inside(self, value: Any, kind: object, path: Path) -> Iterator[ValidationMessage]:
        bare = meant(value, kind)
        origin, arguments = get_origin(bare) or bare, get_args(bare)
        if isinstance(origin, type) and issubclass(origin, Struct) and isinstance(value, dict):
            yield from self._in_struct(value, bare, origin, path)
        elif origin is dict and isinstance(value, dict):
            for name, each in value.items():
                found = [*self.within(name, arguments[0], ())]
                yield from [ValidationMessage(one.text, (*path, name)) for one in found] or self.within(
                    each, arguments[1], (*path, name)
                )
        elif origin in {tuple, list} and isinstance(value, list):
            for number, (each, item) in enumerate(zip(value, items(arguments, len(value)), strict=False)):
                yield from self.within(each, item, (*path, str(number)))

    def _in_struct(
        self, value: dict[str, Any], kind: Any, origin: type[Struct], path: Path
    ) -> Iterator[ValidationMessage]:
        config, fields = origin.__struct_config__, fields_of(kind)
        known = {field.encode_name for field in fields} | {config.tag_field}
        for name in value if config.forbid_unknown_fields else ():
            if name not in known:
                yield ValidationMessage(f"{UNKNOWN_FIELD} `{name}`", (*path, name))
        for field in fields:
            place = (*path, field.encode_name)
            if field.encode_name in value:
                yield from self.within(value[field.encode_name], field.type, place)
            elif field.required:
                yield ValidationMessage(f"{MISSING_FIELD} `{field.encode_name}`", place)


@cache
def fields_of(kind: Any) -> tuple[structs.FieldInfo, ...]:
    """Return the fields of a type of struct, which msgspec gathers anew each time."""
    return structs.fields(kind)


def items(arguments: tuple[object, ...], count: int) -> tuple[object, ...]:
    """Return the types of the items of an array that has this number of them."""
    return arguments if len(arguments) > 1 and arguments[1] is not ... else arguments[:1] * count


def meant(value: object, kind: object) -> object:
    """Return the type that a value is meant to be: without annotations, and of a union the one that it looks like."""
    while get_origin(kind) is Annotated:
        kind = get_args(kind)[0]
    if get_origin(kind) not in {Union, types.UnionType}:
        return kind
    members = [meant(value, each) for each in get_args(kind)]
    return next((each for each in members if looks_like(value, each)), kind)


def looks_like(value: object, kind: object) -> bool:
    """Return whether a value has the form of a type: a tagged struct by its tag, an array, or an object."""
    if isinstance(kind, type) and issubclass(kind, Struct):
        config = kind.__struct_config__
        tagged = config.tag_field is None or part_of(value, config.tag_field) == config.tag
        return isinstance(value, dict) and tagged
    return isinstance(value, list) and get_origin(kind) in {tuple, list}


def places(value: object, wanted: frozenset[str]) -> Iterator[tuple[str, Path]]:
    """Yield where some texts stand in a value, as decoded JSON, also as keys: each text with the path to it.

    It looks at `MOST_PARTS` parts of the value alone.
    """
    for part, path in islice(parts(value, ()), MOST_PARTS):
        if isinstance(part, str) and part in wanted:
            yield part, path


def parts(value: object, path: Path) -> Iterator[tuple[object, Path]]:
    """Yield a value, and all that is in it, keys too, each with the path to it."""
    yield value, path
    if isinstance(value, dict):
        for name, each in value.items():
            yield name, (*path, name)
            yield from parts(each, (*path, name))
    elif isinstance(value, list):
        for number, each in enumerate(value):
            yield from parts(each, (*path, str(number)))

"""All that does not fit in a value, where msgspec stops at the first thing.

It is looked for when msgspec has refused the whole, by msgspec itself, part by part. The work has a bound, whatever a
stranger has sent: only a limited number of parts is looked at, and of misfits told.
"""

import types
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from typing import Annotated, Any, TypeAlias, Union, get_args, get_origin

import msgspec
from msgspec import Struct, structs

from domain.validation import UNKNOWN_FIELD, Misfit, advised, misfit, part_of

MOST = 20
"""How many misfits are told."""

MOST_LOOKS = 500
"""How many parts of a value are looked at by msgspec."""

MOST_PARTS = 2_000
"""How many parts of a value are looked at for a text: enough for every move that there is."""

MISSING_FIELD = "Object missing required field"

Way: TypeAlias = tuple[str, ...]


def misfits(value: object, kind: object) -> tuple[Misfit, ...]:
    """Return what does not fit a type in a value, as decoded JSON: each once, at most `MOST`; nothing if all fits."""
    search = Search()
    with suppress(Enough):
        for each in search.within(value, kind, ()):
            search.found.append(each)
            if len(search.found) == MOST:
                break
    found = search.found or search.first
    return tuple([Misfit(advised(each.said, said_of(each), kind, value), each.way) for each in found])


def said_of(found: Misfit) -> Way:
    """Return the way to what a misfit is said of: of an unknown field, the object that has it."""
    return found.way[:-1] if found.said.startswith(UNKNOWN_FIELD) else found.way


class Enough(Exception):
    """Raised when so many parts have been looked at that the search ends."""


class Search:
    """A search for misfits; `first` has what msgspec says of the whole value, if it does not fit."""

    def __init__(self) -> None:
        self._looks = 0
        self.first: list[Misfit] = []
        self.found: list[Misfit] = []

    def within(self, value: Any, kind: Any, way: Way) -> Iterator[Misfit]:
        """Yield what does not fit in a part of the value: what is inside it, or else what msgspec says of it.

        Raises `Enough`.
        """
        self._looks += 1
        if self._looks > MOST_LOOKS:
            raise Enough
        try:
            msgspec.convert(value, kind, strict=True, str_keys=True)
        except msgspec.ValidationError as error:
            told = misfit(str(error))
            whole = [Misfit(told.said, way + told.way)]
            self.first = self.first or whole
            inside = self._inside(value, kind, way)
            yield from [next(inside, whole[0])]
            yield from inside

    def _inside(self, value: Any, kind: object, way: Way) -> Iterator[Misfit]:
        bare = meant(value, kind)
        origin, arguments = get_origin(bare) or bare, get_args(bare)
        if isinstance(origin, type) and issubclass(origin, Struct) and isinstance(value, dict):
            yield from self._in_struct(value, bare, origin, way)
        elif origin is dict and isinstance(value, dict):
            for name, each in value.items():
                found = [*self.within(name, arguments[0], ())]
                yield from [Misfit(told.said, (*way, name)) for told in found] or self.within(
                    each, arguments[1], (*way, name)
                )
        elif origin in {tuple, list} and isinstance(value, list):
            for number, (each, item) in enumerate(zip(value, items(arguments, len(value)), strict=False)):
                yield from self.within(each, item, (*way, str(number)))

    def _in_struct(self, value: dict[str, Any], kind: Any, origin: type[Struct], way: Way) -> Iterator[Misfit]:
        config, fields = origin.__struct_config__, structs.fields(kind)
        known = {field.encode_name for field in fields} | {config.tag_field}
        for name in value if config.forbid_unknown_fields else ():
            if name not in known:
                yield Misfit(f"{UNKNOWN_FIELD} `{name}`", (*way, name))
        for field in fields:
            place = (*way, field.encode_name)
            if field.encode_name in value:
                yield from self.within(value[field.encode_name], field.type, place)
            elif field.required:
                yield Misfit(f"{MISSING_FIELD} `{field.encode_name}`", place)


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


def places(value: object, wanted: frozenset[str]) -> Iterator[tuple[str, Way]]:
    """Yield where some texts stand in a value, as decoded JSON, also as keys: each text with the way to it.

    It looks at `MOST_PARTS` parts of the value alone.
    """
    for part, way in islice(parts(value, ()), MOST_PARTS):
        if isinstance(part, str) and part in wanted:
            yield part, way


def parts(value: object, way: Way) -> Iterator[tuple[object, Way]]:
    """Yield a value, and all that is in it, keys too, each with the way to it."""
    yield value, way
    if isinstance(value, dict):
        for name, each in value.items():
            yield name, (*way, name)
            yield from parts(each, (*way, name))
    elif isinstance(value, list):
        for number, each in enumerate(value):
            yield from parts(each, (*way, str(number)))

"""Moving in time: a value of one moment becomes that of a later one, with all times in it.

Times are found by their type, `Time`: in structs, and in rows, mappings and unions of what has times.
"""

from collections.abc import Callable, Hashable
from functools import cache
from types import UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin, get_type_hints

from msgspec import Struct
from msgspec.structs import replace

from domain.seats import TIME

T = TypeVar("T")

Move = Callable[[Any, int], Any]
"""Gives a value in which all times are later by some milliseconds."""


def moved(value: T, by: int) -> T:
    """Return a struct, such as the state of a game, in which all times are later by a number of milliseconds."""
    kind: Any = type(value)
    later: T = mover(kind)(value, by)
    return later


@cache
def mover(kind: Hashable) -> Move:
    """Return what moves values of a type."""
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return moved_time if TIME in arguments[1:] else mover(arguments[0])
    if origin in (Union, UnionType):
        return mover_of_union(arguments)
    if origin is tuple:
        return mover_of_row(arguments)
    if origin is dict:
        return mover_of_mapping(mover(arguments[1]))
    if isinstance(kind, type) and issubclass(kind, Struct):
        return mover_of_struct(kind)
    return at_rest


def moved_time(value: int, by: int) -> int:
    """Return a later time; 0 stays 0, as nothing has happened yet."""
    return value + by if value else value


def at_rest(value: T, by: int) -> T:
    """Return a value as it is: the mover of types that contain no times."""
    return value


def mover_of_union(kinds: tuple[Any, ...]) -> Move:
    """Return what moves a value of one of some types, each of another class."""
    movers = {class_of(kind): move for kind in kinds if (move := mover(kind)) is not at_rest}
    if not movers:
        return at_rest
    return lambda value, by: movers.get(type(value), at_rest)(value, by)


def mover_of_mapping(of_each: Move) -> Move:
    """Return what moves a mapping, by what moves each of its values."""
    if of_each is at_rest:
        return at_rest
    return lambda value, by: {key: of_each(each, by) for key, each in value.items()}


def class_of(kind: Any) -> Any:
    """Return the class that the values of a type have."""
    origin = get_origin(kind)
    return class_of(get_args(kind)[0]) if origin is Annotated else origin or kind


def mover_of_row(kinds: tuple[Any, ...]) -> Move:
    """Return what moves a tuple: of any number of one type, or of one type for each place."""
    if kinds[-1:] == (...,):
        of_each = mover(kinds[0])
        if of_each is at_rest:
            return at_rest
        return lambda value, by: tuple([of_each(each, by) for each in value])
    movers = [mover(kind) for kind in kinds]
    return lambda value, by: tuple([move(each, by) for move, each in zip(movers, value, strict=True)])


def mover_of_struct(kind: type[Struct]) -> Move:
    """Return what moves a struct, field by field."""
    hints = get_type_hints(kind, include_extras=True)
    movers = {name: move for name in kind.__struct_fields__ if (move := mover(hints[name])) is not at_rest}

    def moved_struct(value: Any, by: int) -> Any:
        return replace(value, **{name: move(getattr(value, name), by) for name, move in movers.items()})

    return moved_struct if movers else at_rest

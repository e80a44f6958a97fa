"""Which classes a type of a body is made of."""

from collections.abc import Iterable

from msgspec import inspect as shape


def classes_in(types: Iterable[object]) -> list[type]:
    """Return the classes that the types are made of, themselves included, each once."""
    found: dict[type, None] = {}
    waiting = list(reversed(shape.multi_type_info(types)))
    while waiting:
        match waiting.pop():
            case shape.StructType(cls=kind, fields=fields) if kind not in found:
                found[kind] = None
                waiting += [field.type for field in fields]
            case shape.EnumType(cls=kind):
                found[kind] = None
            case shape.Metadata(type=inner) | shape.CollectionType(item_type=inner):
                waiting.append(inner)
            case shape.TupleType(item_types=inner) | shape.UnionType(types=inner):
                waiting += inner
            case shape.DictType(key_type=key, value_type=value):
                waiting += [key, value]
    return list(found)

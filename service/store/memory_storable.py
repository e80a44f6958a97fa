"""What the store in memory refuses to write, since Postgres would."""

import msgspec

from service.store.memory_database import MemoryDatabase
from service.store.port import HASH_BYTES, ID_BYTES, Append, NotStorable


def must_be_storable(append: Append, database: MemoryDatabase) -> None:
    """Raise `NotStorable` unless what a command has decided can be written into a database."""
    for new in append.events:
        must_be_storable_json(new.event)
        must_be_storable_json(new.command)
        if (new.key is None) != (new.request is None) or len(new.hash) != HASH_BYTES:
            raise NotStorable("key, request or hash")
        if any(given is not None and len(given) != ID_BYTES for given in (new.key, new.request)):
            raise NotStorable("key or request")
    first = append.events[0].key
    if first is not None and (append.table_id, first) in database.executed:
        raise NotStorable("key")
    if append.seal is not None and append.table_id in database.seals:
        raise NotStorable("seal")


def must_be_storable_json(given: bytes | None) -> None:
    """Raise `NotStorable` for what is not JSON or nested too deeply, and for texts with U+0000, as Postgres does."""
    if given is None:
        return
    try:
        value = msgspec.json.decode(given)
    except msgspec.DecodeError:
        raise NotStorable("no JSON") from None
    except RecursionError:
        raise NotStorable("nested too deeply") from None
    if b"\\u0000" in given and has_null_character(value):
        raise NotStorable("U+0000")


def has_null_character(value: object) -> bool:
    """Return whether a text with U+0000 is in a JSON value."""
    match value:
        case str():
            return "\0" in value
        case list():
            return any(map(has_null_character, value))
        case dict():
            return any(map(has_null_character, (*value, *value.values())))
        case _:
            return False

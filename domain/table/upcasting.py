"""Events and commands of earlier shapes, as they stand in logs and records, brought to the present one.

What happens to tables is recorded permanently, so the shape of its JSON changes only by these rules. A field that is
new is absent where it says nothing new (`events`). Any other change makes a new `type` of it: after `seat_taken` comes
`seat_taken.2`; the number is the version of the shape, and the first one has none. The class has the new `type` as its
tag, and the old one gets a function here. Hashes and records are those of what was written, never of what is made of it
here. Events and moves of games are not changed here: each version of the rules keeps its own.
"""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from msgspec import ValidationError

from domain.game import AnyGame
from domain.table.entries import EarlierEntry, Entry, canonical, entry_type

Json = dict[str, Any]

UPCASTERS: dict[str, Callable[[Json], Json]] = {}
"""By the `type` of an earlier shape: what makes the next one of it, with another `type`. It changes no argument."""


def upcast(raw: Any) -> Any:
    """Return an event or a command, as JSON has it, in its present shape; anything else as it is.

    Raises `msgspec.ValidationError` for what is not of the shape that its `type` says.
    """
    while isinstance(raw, dict) and isinstance(kind := raw.get("type"), str) and kind in UPCASTERS:
        try:
            raw = UPCASTERS[kind](raw)
        except (LookupError, TypeError, ValueError) as error:
            raise ValidationError(f"this is no `{kind}`: {error!r}") from None
    return raw


def entry_of_json(plain: Mapping[str, Any], rules: AnyGame) -> Entry:
    """Return an entry that is given by its fields as JSON has them, by the rules of its table.

    Raises `msgspec.ValidationError`, also for what is not written as such an event or command is.
    """
    return typed_entry(plain, entry_type(rules))


def typed_entry(plain: Mapping[str, Any], kind: object) -> Entry:
    """Return an entry that is given by its fields as JSON has them, as this type of entries. Raises the same."""
    shaped = {**plain, "command": upcast(plain["command"]), "event": upcast(plain["event"])}
    entry: Entry = msgspec.convert(shaped, kind)
    if canonical(entry) != canonical(shaped):
        raise ValidationError("it has a field more or less than such an event or command, or a value in another form")
    if shaped["command"] is plain["command"] and shaped["event"] is plain["event"]:
        return entry
    header = entry.version, entry.step, entry.seat, entry.key
    return EarlierEntry(*header, entry.command, entry.event, plain["command"], plain["event"])

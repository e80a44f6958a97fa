"""What moves and options tell of themselves in their JSON Schema: how they read, and what their fields take.

A client that knows no game labels moves with it, finds the cards that they touch, and builds moves that nobody offers.
The vocabulary is closed; the guide explains it ("Labels and building moves").
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec
from msgspec import Meta, Struct

from domain.messages import Template

ValueKind = Literal["card", "seat", "team", "set", "meld", "offer", "position", "amount", "duration", "choice", "bool"]
"""What a field holds, or each entry of a list.

`meld`, `offer`: the number of a zone, whose id is `meld-3`, `offer-7`. `position`: from 1, in the meld of the field
`meld`. `duration`: in ms.
"""

Source = Literal["hand", "melds", "trick", "discard", "deck", "set"]
"""Where cards come from, or what an amount counts. `hand`, `melds`: one's own. `deck`: any card of the game. `set`: the
cards of the set in the field `set`."""

WhenValue = bool | Literal[0] | tuple[()]
"""A value that a label has words of its own for: a choice, no cards as a number, or as a list."""

Whose = Literal["own", "others", "team", "mates", "opponents"]
"""Whose a value is: one's own, another seat's, of one's team (`mates`: without oneself), or of another team."""


class Values(Struct, frozen=True, omit_defaults=True, rename={"source": "from"}):
    """What a field takes; of a map, its keys."""

    kind: ValueKind
    source: tuple[Source, ...] = ()
    of: Whose | None = None
    most: int | None = None
    """The largest amount, or the longest list, where the type does not say."""
    joker: bool = False
    """Whether the joker `JK` is written as the card that it stands for: `JK=5H`."""
    cards: Mapping[str, Sequence[str]] | None = None
    """For a field whose values are sets of cards, the cards of each."""
    part: str | None = None
    """How an entry of a map, or a list in a list, reads: a template, whose gaps are kinds of values."""
    none: str | None = None
    """How null reads: a template."""


class Label(Struct, frozen=True, omit_defaults=True):
    """How a move reads that has all fields which are gaps of the template, and those values that `when` names."""

    template: str
    when: Mapping[str, WhenValue] = {}


class Default(Struct, frozen=True, omit_defaults=True):
    """The default of an option `when` other options have these values; the first one that fits applies."""

    value: int
    when: Mapping[str, int | None] = {}


def label(game: str, text: str, **when: WhenValue) -> Label:
    """Return how moves read, without a capital; the gaps are fields, `{target:seat}`."""
    return Label(Template(game, "move", text).text, when)


def values(kind: ValueKind, *source: Source, part: Template | None = None, **said: Any) -> Meta:
    """Return what makes the JSON Schema of a field say which values it takes; `said` are fields of `Values`."""
    taken = Values(kind, source, part=None if part is None else part.text, **said)
    return Meta(extra_json_schema={"x-values": msgspec.to_builtins(taken)})


def option(
    game: str | None, text: str, kind: ValueKind, *, none: str | None = None, defaults: Sequence[Default] = ()
) -> Meta:
    """Return what makes the JSON Schema of an option say its name, and which values it takes.

    `none`: how null reads. `defaults`: its defaults, where they depend on other options.
    """
    taken = Values(kind, none=None if none is None else Template(game, "option", none).text)
    name = Template(game, "option", text).text
    said = {"x-label": name, "x-values": msgspec.to_builtins(taken)}
    return Meta(extra_json_schema=said | ({"x-defaults": msgspec.to_builtins(defaults)} if defaults else {}))


def with_labels(schema: dict[str, Any], kind: type) -> dict[str, Any]:
    """Return the JSON Schema of a struct with its labels, if it has any."""
    labels: tuple[Label, ...] = getattr(kind, "labels", ())
    return schema | {"x-labels": msgspec.to_builtins(labels)} if labels else schema

"""All that people read, as a list: what a translator needs to make it in another language, and a client to show it.

It is derived from what is declared where the games and the table are imported, so nothing can be told that it has not.
"""

import re
from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Annotated

from msgspec import Meta, Struct
from msgspec import inspect as shape
from msgspec.structs import fields

from domain import GAMES
from domain.game import by_wire_name
from domain.messages import UNITS, ArgumentKind, Gap, Part, Template, Unit, declared
from domain.table import PHRASES, Chat, HouseKind, Status, Visibility

LONGEST_NAME = 48
"""How much of a text stands in its id, in characters."""


class ListedArgument(Struct, frozen=True, omit_defaults=True):
    """An argument of a message."""

    name: str
    kind: Annotated[
        ArgumentKind,
        Meta(
            description="The kind of argument. `seat` and `seats` come as `seats`, `card` and `cards` as `cards`,"
            " `numbers` and `codes` as `list`; `number` and `code` as they are."
        ),
    ]
    unit: Annotated[str | None, Meta(description="Of an amount: what is counted.")] = None


class ListedMessage(Struct, frozen=True):
    """A message, or a part of one, that people read."""

    id: Annotated[str, Meta(description="An id for files in the syntax of Fluent; it changes with the text.")]
    template: Annotated[str, Meta(description="The text in English, with a placeholder, `{name}`, for each argument.")]
    arguments: tuple[ListedArgument, ...]
    parts: Annotated[tuple[Part, ...], Meta(description="Where it is used.")]
    games: Annotated[
        tuple[str, ...], Meta(description="The games that use it; empty: tables of all games, or several games.")
    ]
    fluent: Annotated[str, Meta(description="The text as a pattern of Fluent.")]


class ListedUnit(Struct, frozen=True):
    """A unit: the texts for none, one and several."""

    id: str
    unit: Annotated[str, Meta(description="As an amount names it in `of`.", examples=["card"])]
    none: Annotated[str, Meta(examples=["no cards"])]
    one: Annotated[str, Meta(examples=["one card"])]
    other: Annotated[str, Meta(examples=["{number} cards"])]
    fluent: Annotated[str, Meta(description="The same as a pattern of Fluent, by the argument `$number`.")]


class ListedCode(Struct, frozen=True):
    """A code in a field of an answer, with its text."""

    field: Annotated[
        str,
        Meta(
            description="The field: `options.starter` is an option, `declare.set` a field of a move.",
            examples=["phase"],
        ),
    ]
    code: Annotated[str, Meta(examples=["care_committee"])]
    template: Annotated[str, Meta(description="The message that says it.", examples=["care committee"])]
    games: Annotated[tuple[str, ...], Meta(description="The games that have it; empty: tables of all games.")]


class MessageList(Struct, frozen=True):
    """All texts for people."""

    messages: tuple[ListedMessage, ...]
    units: tuple[ListedUnit, ...]
    codes: tuple[ListedCode, ...]


def message_list() -> MessageList:
    """Return all that is declared for the games that there are, and the words on their cards, by text."""
    used: dict[str, list[tuple[Template | None, Part, str | None]]] = {}
    for template in declared():
        if template.game is None or template.game in GAMES:
            used.setdefault(template.text, []).append((template, template.part, template.game))
    for word, games in words_on_cards().items():
        used.setdefault(word, []).extend((None, "face", game) for game in games)
    codes = codes_of_tables() | codes_of_games()
    for (_, code), games in codes.items():
        used.setdefault(said(code), []).extend((None, "word", game) for game in games or (None,))
    return MessageList(
        messages=tuple(listed(text, used[text]) for text in sorted(used)),
        units=tuple(unit_listed(UNITS[of]) for of in sorted(UNITS)),
        codes=(
            *(ListedCode(*key, said(key[1]), tuple(codes[key])) for key in sorted(codes)),
            *(ListedCode("phrase", code, template.text, ()) for code, template in PHRASES.items()),
        ),
    )


def said(code: str) -> str:
    """Return a code in words."""
    return code.replace("_", " ")


def codes_of_tables() -> dict[tuple[str, str], list[str]]:
    """Return an empty list of games for each code of a field that tables of all games have."""
    kinds = {"status": Status, "visibility": Visibility, "house": HouseKind, "chat": Chat}
    return {(field, code): [] for field, kind in kinds.items() for code in values(shape.type_info(kind))}


def codes_of_games() -> dict[tuple[str, str], list[str]]:
    """Return the phases of games, and the values of their options and moves, each with the games that have it."""
    found: dict[tuple[str, str], list[str]] = {}
    for game in GAMES.values():
        codes = [("phase", phase) for phase in (*game.grades, "finished")]
        for option in fields(game.Options):
            codes += [(f"options.{option.encode_name}", value) for value in values(shape.type_info(option.type))]
        for tag, kind in by_wire_name(game.Move).items():
            for field in fields(kind):
                codes += [(f"{tag}.{field.encode_name}", value) for value in choices(shape.type_info(field.type))]
        for key in codes:
            found.setdefault(key, []).append(game.id)
    return found


def values(kind: shape.Type) -> list[str]:
    """Return the texts that a type allows, if it is a list of some."""
    if isinstance(kind, shape.Metadata):
        return values(kind.type)
    return [each for each in kind.values if isinstance(each, str)] if isinstance(kind, shape.LiteralType) else []


def choices(kind: shape.Type) -> list[str]:
    """Return the texts of which a field of a move takes one, as its annotation says; none: it takes something else."""
    taken = (getattr(kind, "extra_json_schema", None) or {}).get("x-values", {})
    return list(taken.get("cards", ())) or (values(kind) if taken.get("kind") == "choice" else [])


def words_on_cards() -> Mapping[str, list[str]]:
    """Return the names of the ranks and suits of all decks, each with the games that have it."""
    found: dict[str, list[str]] = {}
    for game in GAMES.values():
        for face in game.faces.values():
            for word in (face.rank_name, face.suit):
                if word is not None and game.id not in found.setdefault(word, []):
                    found[word].append(game.id)
    return found


def listed(text: str, uses: Iterable[tuple[Template | None, Part, str | None]]) -> ListedMessage:
    """Return a text as the list for translators has it: its arguments, and the messages and games that use it."""
    uses = list(uses)
    gaps = next((template.gaps for template, _, _ in uses if template is not None), ())
    games = {game for _, _, game in uses}
    return ListedMessage(
        id=name_of(text),
        template=text,
        arguments=tuple(ListedArgument(gap.name, gap.kind, gap.of) for gap in gaps),
        parts=tuple(sorted({part for _, part, _ in uses})),
        games=() if None in games else tuple(game for game in GAMES if game in games),
        fluent=in_fluent(text, gaps),
    )


def name_of(text: str) -> str:
    """Return an id for a text: its words, and the beginning of its hash, as several texts can have the same words."""
    words = "-".join(re.findall(r"[a-z]+", text.lower()))[:LONGEST_NAME].strip("-")
    return f"{words}-{sha256(text.encode()).hexdigest()[:6]}"


def in_fluent(text: str, gaps: Iterable[Gap]) -> str:
    """Return a text as a pattern of Fluent: a gap is a variable."""
    return text.format_map({gap.name: f"{{ ${gap.name} }}" for gap in gaps})


def unit_listed(unit: Unit) -> ListedUnit:
    """Return what is counted; in Fluent it is selected by the number, in another language by its plural categories."""
    forms = {"[0]": unit.none, "[one]": unit.one, "*[other]": unit.other.format(number="{ $number }")}
    variants = "".join(f"    {key:>8} {form}\n" for key, form in forms.items())
    return ListedUnit(f"amount-{unit.of}", unit.of, unit.none, unit.one, unit.other, f"{{ $number ->\n{variants}    }}")

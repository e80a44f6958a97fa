"""What the rulebooks say, read from their texts: rules, codes of refusals, and who sees which field of an event."""

import re
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import domain
from domain.table import AnyGame

GAMES_FOLDER = Path(domain.__file__).parent / "games"
COMMON = (GAMES_FOLDER / "rulebooks.md").read_text()
"""What is the same in every game."""

NOBODY = "nobody"

Audiences = Mapping[str, tuple[str, ...] | None]
"""The fields of an event: None for what all see, else the names of the fields that hold the seats that see it."""


@cache
def folder_of(game: AnyGame) -> Path:
    """Return the folder with the rules of a game and its rulebook."""
    return Path(str(sys.modules[game.State.__module__].__file__)).parent


def folder(game: AnyGame) -> str:
    """Return the name of the folder with the rules of a game, and of that with its tests."""
    return folder_of(game).name


@cache
def rulebook(game: AnyGame) -> str:
    """Return the text of the game's rulebook, with that of the rulebooks that it belongs to before it."""
    own = (folder_of(game) / "rulebook.md").read_text()
    return "\n".join([*((GAMES_FOLDER / other / "rulebook.md").read_text() for other in belongs_to(own)), own])


def belongs_to(text: str) -> list[str]:
    """Return the folders of the rulebooks that a rulebook belongs to, as it links to them."""
    return re.findall(r"\]\(\.\./(\w+)/rulebook\.md\)", text)


def rules_in(text: str) -> set[str]:
    """Return the numbers of the rules and rulings in a rulebook, as names of tests have them: `R14`, `II_U8`."""
    numbers = re.findall(r"^- \*\*((?:[A-Z]+-)?[RU]\d+)\*\*", text, re.MULTILINE)
    return {number.replace("-", "_") for number in numbers}


@cache
def refusal_codes(game: AnyGame) -> frozenset[str]:
    """Return the codes with which a move can be refused: the common ones, and those of the game's rulebook."""
    return codes_in(COMMON) | codes_in(rulebook(game))


def codes_in(text: str) -> frozenset[str]:
    """Return the codes in a rulebook's tables, in its lists of `Refused:` or `Codes:`, and every `no_such_…`."""
    lists = re.findall(r"(?:Refused|Codes): (.*?)(?=\sChanges|\n[A-Z][a-z ]+:|\n- |\n\n|\Z)", text, re.DOTALL)
    without_remarks = re.sub(r"\([^)]*\)|as `\w+`", "", "\n".join([*columns_of_codes(text), *lists]))
    return frozenset(re.findall(r"`([a-z_]+)`", without_remarks) + re.findall(r"`(no_such_[a-z]+)`", text))


def columns_of_codes(text: str) -> Iterator[str]:
    """Yield what stands below `code` or `codes` in the tables of a text."""
    for table in re.findall(r"(?:^\|.*\n?)+", text, re.MULTILINE):
        head, *rows = [line.strip("|").split(" | ") for line in table.splitlines()]
        place = next((number for number, name in enumerate(head) if name.strip() in ("code", "codes")), None)
        yield from (row[place] for row in rows[1:] if place is not None)


@cache
def events(game: AnyGame) -> Mapping[str, Audiences]:
    """Return who sees which field of each event; the game's own rulebook goes before what is common."""
    named = re.findall(r"`([a-z_]+)` \{([^}`]*)\}", COMMON + rulebook(game))
    return {name: audiences(fields) for name, fields in named}


def audiences(fields: str) -> Audiences:
    """Read `seat, count, [seat: cards]`."""
    secret: dict[str, tuple[str, ...]] = {}
    for seats, names in re.findall(r"\[([^:\]]*):([^\]]*)\]", fields):
        secret |= dict.fromkeys(names.replace(" ", "").split(","), tuple(seats.replace(" ", "").split(",")))
    everyone = re.sub(r"\[[^\]]*\]", "", fields).replace(" ", "").split(",")
    return {**dict.fromkeys(filter(None, everyone)), **secret}


@cache
def parted(game: AnyGame, kind: str) -> tuple[tuple[str, ...], Mapping[str, tuple[str, ...]]]:
    """Return the fields of a kind of event that all see, and the others with those who see them."""
    fields = events(game)[kind]
    secret = {name: audience for name, audience in fields.items() if audience is not None}
    return ("type", "at", *(name for name in fields if name not in secret)), secret


def redacted(game: AnyGame, event: Mapping[str, Any], viewer: int | None) -> dict[str, Any]:
    """Return an event, given as JSON, as a viewer is to see it (None: a spectator)."""
    public, secret = parted(game, event["type"])
    seen = {name: event[name] for name in public}
    if viewer is not None:
        for name, audience in secret.items():
            if any(seat != NOBODY and event[seat] == viewer for seat in audience):
                seen[name] = event[name]
    return seen

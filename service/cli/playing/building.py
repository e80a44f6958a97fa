"""Building a move field by field: questions for a person, and their answers.

A dialogue yields questions and is sent answers; what it returns is what was built.
"""

import re
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Sequence
from functools import partial
from typing import TypeVar

from domain.messages import Message, Seats
from domain.wording import in_signs, signed
from projections.items import bare
from projections.seat_view import SeatView
from service.cli.playing.moves import JOKER, Document, Moves, Value

T = TypeVar("T")
Dialogue = Generator[str, str, T]

MOST_LISTED = 60
"""Maximum number of values that a question lists."""
MOST_DIGITS = 9
"""A number with more digits is no choice."""


class Unfit(Exception):
    """An answer does not fit; the text says what would."""


def until_it_fits(question: str, read: Callable[[str], T]) -> Dialogue[T]:
    """Ask until there is an answer that can be read."""
    asked = question
    while True:
        answer = yield asked
        try:
            return read(answer.strip())
        except Unfit as wrong:
            asked = f"{wrong} {question}"


def number_of(answer: str) -> int:
    """Return the number that an answer is; 0: it is none, or a larger one than there are choices."""
    return int(answer) if answer.isdecimal() and len(answer) <= MOST_DIGITS else 0


def one_of(codes: Sequence[str], what: str, answer: str) -> str:
    """Return the code that an answer has, or whose number it has, from 1. Raises `Unfit`: it is no `what`."""
    if answer in codes:
        return answer
    if 1 <= (number := number_of(answer)) <= len(codes):
        return codes[number - 1]
    raise Unfit(f"{answer!r} is no {what}.")


class Building:
    """Builds one move for the viewer of a view."""

    def __init__(self, moves: Moves, view: SeatView) -> None:
        self._moves = moves
        self._view = view
        self._tag = ""

    def move(self) -> Dialogue[dict[str, Value]]:
        """Ask for a whole move."""
        self._tag = yield from self._kind()
        schema = self._moves.kinds[self._tag]
        return (yield from self._object(schema, {"type": self._tag}))

    def _kind(self) -> Dialogue[str]:
        kinds = {tag: self._pattern(tag) for tag in self._moves.kinds}
        if len(kinds) == 1:
            return next(iter(kinds))
        question = f"Which kind of move? Type its number, 1 to {len(kinds)}:\n{listed(kinds.values())}"
        return (yield from until_it_fits(question, partial(one_of, [*kinds], "kind of move")))

    def _pattern(self, tag: str) -> str:
        labels = self._moves.kinds[tag].get("x-labels", ())
        return re.sub(r"\{\w+\}", "…", labels[-1]["template"]) if labels else tag.replace("_", " ")

    def _object(self, schema: Document, built: dict[str, Value]) -> Dialogue[dict[str, Value]]:
        for name, each in schema["properties"].items():
            if name in built:
                continue
            field = self._moves.resolved(each)
            value = yield from self._field(name, schema, field, built)
            if value is not None:
                built[name] = value
        return built

    def _field(self, name: str, schema: Document, field: Document, built: Document) -> Dialogue[Value]:
        optional = name not in schema["required"]
        items = self._moves.resolved(field.get("items", {}))
        if field.get("type") == "object":
            return (yield from self._map(name, schema, field, built))
        if items.get("type") == "object":
            return (yield from self._objects(name, items))
        offers = self._moves.offered(self._view, schema, field, built)
        if field.get("type") == "array":
            return (yield from self._several(name, field, offers, optional=optional))
        return (yield from self._one(name, field, offers, optional=optional))

    def _one(self, name: str, field: Document, offers: Sequence[Value], *, optional: bool) -> Dialogue[Value]:
        skip = " Enter leaves it out." if optional else ""
        what = self._listed(name, field, offers)

        def read(answer: str) -> Value:
            if optional and not answer:
                return None
            return self._value(answer, field, offers)

        return (yield from until_it_fits(f"{in_words(name)}: {what}.{skip}", read))

    def _several(self, name: str, field: Document, offers: Sequence[Value], *, optional: bool) -> Dialogue[Value]:
        """Ask for a list of cards, or for a list of such lists."""
        groups = self._moves.resolved(field["items"]).get("type") == "array"
        least = field.get("minItems", 0)
        most = field.get("maxItems", field["x-values"].get("most", len(offers)))
        how = "groups with ; between them" if groups else f"{least} to {most}, with spaces between them"
        what = self._listed(name, field, offers)
        skip = " Enter is none." if least == 0 else ""

        def read(answer: str) -> Value:
            if optional and not answer:
                return None
            lists = [self._cards(each, field, offers) for each in answer.split(";")] if answer else []
            flat = [card for each in lists for card in each]
            if Counter(map(bare, flat)) - Counter(offers):
                raise Unfit("A card is taken more often than it is there.")
            if groups:
                return lists
            if not least <= len(flat) <= most:
                raise Unfit(f"It takes {least} to {most}, and these are {len(flat)}.")
            return flat

        return (yield from until_it_fits(f"{in_words(name)} ({how}): {what}.{skip}", read))

    def _cards(self, answer: str, field: Document, offers: Sequence[Value]) -> list[Value]:
        return [self._value(word, field, offers) for word in answer.replace(",", " ").split()]

    def _map(self, name: str, schema: Document, field: Document, built: Document) -> Dialogue[dict[str, Value]]:
        """Ask for the value of each key."""
        found = {}
        values = self._moves.resolved(field["additionalProperties"])
        offers = self._moves.offered(self._view, schema, values, built)
        for key in self._moves.offered(self._view, schema, field, built):
            asked = f"{name}, {signed(key, self._moves.faces)}"
            value = yield from self._one(asked, values, offers, optional=True)
            if value is not None:
                found[key] = value
        return found

    def _objects(self, name: str, items: Document) -> Dialogue[list[dict[str, Value]]]:
        """Ask for a list of objects, one after the other."""
        found: list[dict[str, Value]] = []
        question = "{} so far for {}. Another one? yes or no."
        while (yield from until_it_fits(question.format(len(found), in_words(name)), yes_or_no)):
            found.append((yield from self._object(items, {})))
        return found

    def _value(self, answer: str, field: Document, offers: Sequence[Value]) -> Value:
        """Return the offered value that an answer names, by its code, its number or its sign."""
        wanted = answer.casefold()
        for offer in offers:
            if wanted in {key_of(offer).casefold(), self._shown(offer, field).casefold()}:
                return offer
        if field.get("x-values", {}).get("joker") and self._moves.is_joker(answer.upper(), offers):
            return answer.upper()
        raise Unfit(f"{answer!r} is none of what may stand there." if answer else "Something must stand there.")

    def _listed(self, name: str, field: Document, offers: Sequence[Value]) -> str:
        if not offers:
            return "there is nothing to choose; . stops"
        if field["x-values"]["kind"] in {"amount", "position"}:
            return f"a number from {offers[0]} to {offers[-1]}"
        shown = [self._shown(each, field, name) for each in dict.fromkeys(offers[:MOST_LISTED])]
        keys = [key_of(each) for each in dict.fromkeys(offers[:MOST_LISTED])]
        both = [text if text == key else f"{key} ({text})" for key, text in zip(keys, shown, strict=True)]
        joker = f"; {JOKER}=5H is a joker as that card" if field["x-values"].get("joker") and JOKER in offers else ""
        return ", ".join(both) + joker

    def _shown(self, value: Value, field: Document, name: str = "") -> str:
        match field["x-values"]["kind"]:
            case "card":
                return signed(value, self._moves.faces)
            case "seat":
                return in_signs(Message("{seat}", {"seat": Seats((value,))}), {}).lower()
            case "set" | "choice":
                return in_signs(self._moves.word(self._tag, name, value), {}).lower()
            case "meld" | "offer" | "team" as kind:
                return f"{kind} {value}"
        return key_of(value)


def yes_or_no(answer: str) -> bool:
    """Return whether an answer is yes. Raises `Unfit`."""
    if answer.casefold() in {"y", "yes"}:
        return True
    if answer.casefold() in {"n", "no"}:
        return False
    raise Unfit(f"{answer!r} is neither yes nor no.")


def key_of(value: Value) -> str:
    """Return what is typed for a value."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def in_words(name: str) -> str:
    """Return the name of a field for people."""
    return name[:1].upper() + name[1:].replace("_", " ")


def listed(lines: Iterable[str]) -> str:
    """Return lines with numbers from 1."""
    return "\n".join(f"{number:4}  {line}" for number, line in enumerate(lines, start=1))

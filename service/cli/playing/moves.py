"""How the moves of a game read, and what their fields take: by its entry in the catalogue, without its rules.

The guide explains the vocabulary ("Labels and building moves").
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

import msgspec

from domain.cards import Face
from domain.layout import Owner, Zone
from domain.messages import Amount, Argument, Cards, Message, Parts, Seats
from projections.items import all_zones
from projections.seat_view import SeatView

Document: TypeAlias = Mapping[str, Any]

Value: TypeAlias = Any
"""A value in a JSON document."""

NO_CARDS = Amount(0, "card")
JOKER = "JK"


class Moves:
    """The moves of a game. `entry` is that of the catalogue, `listed` the list of messages, both as JSON has them."""

    def __init__(self, entry: Document, listed: Document) -> None:
        self.title = str(entry["title"])
        self.faces = msgspec.convert(entry["faces"], dict[str, Face])
        self._deck = [*dict.fromkeys(entry["deck"])]
        self._root = entry["moves"]
        members = self._root.get("anyOf") or self._root.get("oneOf") or [self._root]
        self.kinds: dict[str, Document] = {tag_of(each): each for each in map(self.resolved, members)}
        self._gaps = {each["template"]: each["arguments"] for each in listed["messages"]}
        self.phrases = {each["code"]: each["template"] for each in listed["codes"] if each["field"] == "phrase"}
        self._words = {(each["field"], each["code"]): each["template"] for each in listed["codes"]}

    def resolved(self, schema: Document) -> Document:
        """Return a schema in place of a reference to it."""
        if "$ref" not in schema:
            return schema
        found: Value = self._root
        for step in schema["$ref"].removeprefix("#/").split("/"):
            found = found[step]
        return {**found, **{key: value for key, value in schema.items() if key != "$ref"}}

    # How they read

    def label(self, move: Document) -> Message:
        """Return how a move reads; as its JSON, if it has no label."""
        schema = self.kinds.get(move.get("type", ""), {})
        try:
            return self._reading(move["type"], schema, move)
        except (KeyError, StopIteration):
            return Message("{move}", {"move": msgspec.json.encode(move).decode()})

    def word(self, tag: str, field: str, code: str) -> Message:
        """Return how a code in a field of a move reads."""
        return Message(self._words.get((f"{tag}.{field}", code), code.replace("_", " ")), {})

    def _reading(self, tag: str, schema: Document, move: Document) -> Message:
        template = next(each["template"] for each in schema["x-labels"] if fits(each, move))
        filled = {
            gap["name"]: self._argument(tag, gap, self.resolved(schema["properties"][gap["name"]]), move[gap["name"]])
            for gap in self._gaps[template]
        }
        return Message(template, filled)

    def _argument(self, tag: str, gap: Document, field: Document, value: Value) -> Argument:
        match gap["kind"]:
            case "seat":
                return Seats((value,))
            case "card":
                return Cards((value,))
            case "cards":
                return Cards(tuple(value)) if value else NO_CARDS
            case "amount":
                return Amount(value, gap.get("unit", "card"))
            case "message":
                return self.word(tag, gap["name"], value)
            case "parts":
                return self._parts(tag, field, value)
        return str(value)

    def _parts(self, tag: str, field: Document, value: Value) -> Argument:
        if not value:
            return NO_CARDS
        part = field.get("x-values", {}).get("part")
        if field["type"] == "object":
            return Parts(tuple(Message(part, {"card": Cards((c,)), "seat": Seats((s,))}) for c, s in value.items()))
        if part is not None:
            return Parts(tuple(Message(part, {"cards": Cards(tuple(each))}) for each in value))
        items = self.resolved(field["items"])
        return Parts(tuple(self._reading(tag, items, each) for each in value))

    # What their fields take

    def offered(self, view: SeatView, schema: Document, field: Document, built: Document) -> list[Value]:
        """Return what may stand in a field of a move, or in a list in it, as far as `built` has the fields before."""
        taken = field["x-values"]
        match taken["kind"]:
            case "card":
                return [card for source in taken["from"] for card in self._source(view, schema, source, built)]
            case "seat":
                return seats_of(view, taken.get("of"))
            case "meld" | "offer" as kind:
                return numbers_of(view, kind, taken["of"])
            case "position":
                return [*range(1, count_of(view, f"meld-{built['meld']}") + 1)]
            case "amount":
                counted = sum(zone.count or 0 for source in taken.get("from", ()) for zone in of_kind(view, source))
                most = field.get("maximum", taken.get("most", counted))
                return [*range(field.get("minimum", 0), most + 1)]
            case "team":
                return [*range(field.get("minimum", 0), field["maximum"] + 1)]
            case "set":
                return [*taken["cards"]]
            case "bool":
                return [True, False]
        return [*field.get("enum", ())]

    def _source(self, view: SeatView, schema: Document, source: str, built: Document) -> Iterable[str]:
        match source:
            case "deck":
                return self._deck
            case "set":
                cards: Iterable[str] = schema["properties"]["set"]["x-values"]["cards"][built["set"]]
                return cards
            case "hand":
                return seen_in(own(view, "hand"))
            case "melds":
                return seen_in(own(view, "meld"))
        return seen_in(of_kind(view, source))

    def is_joker(self, card: str, offered: Iterable[str]) -> bool:
        """Return whether a text is the joker with the card that it stands for, `JK=5H`, and the joker is offered."""
        joker, equals, meant = card.partition("=")
        return bool(equals) and joker == JOKER and JOKER in offered and meant in self._deck


def tag_of(schema: Document) -> str:
    """Return the type of a move."""
    field = schema["properties"]["type"]
    return str(field.get("const") or field["enum"][0])


def fits(label: Document, move: Document) -> bool:
    """Return whether a label is one for this move: it has all gaps, and these values."""
    gaps = re.findall(r"\{(\w+)\}", label["template"])
    return {*gaps} <= move.keys() and label.get("when", {}).items() <= move.items()


# What lies on the table


def zones_of(view: SeatView) -> list[Zone]:
    """Return all zones of a table; none before the start."""
    return all_zones(view.layout.zones) if view.layout else []


def of_kind(view: SeatView, kind: str) -> list[Zone]:
    """Return the zones of a kind."""
    return [zone for zone in zones_of(view) if zone.kind == kind]


def own(view: SeatView, kind: str) -> list[Zone]:
    """Return the viewer's zones of a kind, with those in them."""
    mine = [zone for zone in of_kind(view, kind) if is_own(view, zone.owner)]
    return [*{zone.id: zone for zone in all_zones(mine)}.values()]


def is_own(view: SeatView, owner: Owner | None) -> bool:
    """Return whether something is the viewer's."""
    return owner is not None and owner.seat == view.seat


def seen_in(zones: Iterable[Zone]) -> list[str]:
    """Return the cards that are seen in some zones."""
    return [item.card for zone in zones for item in zone.cards or ()]


def count_of(view: SeatView, name: str) -> int:
    """Return how many cards lie in a zone; 0 if there is none."""
    return next((zone.count or 0 for zone in zones_of(view) if zone.id == name), 0)


def numbers_of(view: SeatView, kind: str, whose: str) -> list[int]:
    """Return the numbers of melds or offers."""
    mine = [zone.id for zone in zones_of(view) if is_own(view, zone.owner) == (whose == "own")]
    return [int(found[1]) for name in mine if (found := re.fullmatch(rf"{kind}-(\d+)", name))]


def seats_of(view: SeatView, whose: str | None) -> list[int]:
    """Return the seats that may be named."""
    teams = {each.seat: each.team for each in view.layout.seats} if view.layout else {}
    mine = None if view.seat is None else teams[view.seat]
    match whose:
        case None:
            return [*teams]
        case "team":
            return [seat for seat, team in teams.items() if team == mine]
        case "mates":
            return [seat for seat, team in teams.items() if team == mine and seat != view.seat]
        case "opponents":
            return [seat for seat, team in teams.items() if team != mine]
    return [seat for seat in teams if seat != view.seat]

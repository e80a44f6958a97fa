"""A client that knows no game: it builds moves, and labels them, from JSON alone.

It has the schema of the moves of a game, with its annotations; the codes of the cards; and what a seat sees.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

Document = Mapping[str, Any]

NO_CARDS: Document = {"kind": "amount", "amount": 0, "of": "card"}
JOKER = "JK"


class Builder:
    """Builds the moves of a game; `root` is the document that the references in `moves` point into."""

    def __init__(self, root: Document, moves: Document, cards: Iterable[str]) -> None:
        self._root, self._cards = root, dict.fromkeys(cards)
        members = moves.get("oneOf") or moves.get("anyOf") or [moves]
        found = [self.resolved(each) for each in members]
        self.kinds: dict[str, Document] = {tag_of(each): each for each in found}

    def resolved(self, schema: Document) -> Document:
        """Return a schema in place of a reference to it."""
        if "$ref" not in schema:
            return schema
        found: Any = self._root
        for step in schema["$ref"].removeprefix("#/").split("/"):
            found = found[step]
        return {**found, **{key: value for key, value in schema.items() if key != "$ref"}}

    def build(self, view: Document, wanted: Document) -> Document:
        """Return the wanted move, put together field by field. Raises AssertionError for what is not offered."""
        return self._object(Table(view), self.kinds[wanted["type"]], wanted)

    def _object(self, table: "Table", schema: Document, wanted: Document) -> Document:
        built: dict[str, Any] = {}
        for name, each in schema["properties"].items():
            if name == "type":
                built[name] = wanted[name]
            elif name in wanted:
                built[name] = self._field(table, schema, self.resolved(each), built, wanted[name])
            else:
                assert name not in schema["required"], name
        return built

    def _field(self, table: "Table", whole: Document, field: Document, built: Document, wanted: Any) -> Any:
        taken = field.get("x-values", {})
        kind = field.get("type")
        if kind == "object":
            offered = Counter(self._offered(table, whole, taken, built))
            values = self.resolved(field["additionalProperties"])
            assert is_within([*wanted], offered)
            return {key: self._field(table, whole, values, built, each) for key, each in wanted.items()}
        if kind != "array":
            assert wanted in self._offered(table, whole, {**field, **taken}, built), (field, wanted)
            return wanted
        items = self.resolved(field["items"])
        assert field.get("minItems", 0) <= len(wanted) <= field.get("maxItems", taken.get("most", len(wanted)))
        if items.get("type") == "object":
            return [self._object(table, items, each) for each in wanted]
        offered = Counter(self._offered(table, whole, taken, built))
        flat = [card for each in wanted for card in each] if items.get("type") == "array" else wanted
        if taken.get("joker"):
            assert all(card == JOKER or card.partition("=")[2] in self._cards or "=" not in card for card in flat)
            flat = [card.partition("=")[0] for card in flat]
        assert is_within(flat, offered), (flat, offered)
        return wanted

    def _offered(self, table: "Table", whole: Document, taken: Document, built: Document) -> list[Any]:
        """Return what may stand in a field."""
        match taken["kind"]:
            case "card":
                found = [card for source in taken["from"] for card in self._source(table, whole, source, built)]
                if taken.get("joker") and taken.get("type") == "string" and JOKER in found:
                    found += [f"{JOKER}={card}" for card in self._cards if card != JOKER]
                return found
            case "seat":
                return table.seats(taken.get("of"))
            case "meld" | "offer" as kind:
                return table.numbers(kind, taken["of"])
            case "position":
                return [*range(1, table.zones[f"meld-{built['meld']}"]["count"] + 1)]
            case "amount":
                counted = sum(each["count"] for source in taken.get("from", ()) for each in table.of_kind(source))
                return [*range(taken.get("minimum", 0), taken.get("most", counted) + 1)]
            case "bool":
                return [True, False]
        return [*taken["enum"]]

    def _source(self, table: "Table", whole: Document, source: str, built: Document) -> Iterable[str]:
        match source:
            case "deck":
                return self._cards
            case "set":
                cards: Iterable[str] = whole["properties"]["set"]["x-values"]["cards"][built["set"]]
                return cards
            case "hand":
                return table.cards(table.of_seat("hand"))
            case "melds":
                return table.cards(table.of_seat("meld"))
        return table.cards(table.of_kind(source))

    def label(self, move: Document, kinds: Mapping[str, Mapping[str, str]]) -> Document:
        """Return how a move reads, as a message; `kinds` has for each template of the list the kinds of its gaps."""
        return self._reading(self.kinds[move["type"]], move, kinds)

    def _reading(self, schema: Document, wanted: Document, kinds: Mapping[str, Mapping[str, str]]) -> Document:
        template = next(each["template"] for each in schema["x-labels"] if fits(each, wanted))
        arguments = {}
        for name, kind in kinds[template].items():
            field = self.resolved(schema["properties"][name])
            if kind == "parts":
                arguments[name] = self._parts(field, wanted[name], kinds)
            else:
                arguments[name] = argument(kind, wanted[name])
        return {"template": template, "arguments": arguments}

    def _parts(self, field: Document, wanted: Any, kinds: Mapping[str, Mapping[str, str]]) -> Document:
        if not wanted:
            return NO_CARDS
        part = field.get("x-values", {}).get("part")
        if field["type"] == "object":
            entries = [(argument("card", card), argument("seat", seat)) for card, seat in wanted.items()]
            parts = [said(part, card=card, seat=seat) for card, seat in entries]
        elif part is not None:
            parts = [said(part, cards=argument("cards", each)) for each in wanted]
        else:
            items = self.resolved(field["items"])
            parts = [{"kind": "message", **self._reading(items, each, kinds)} for each in wanted]
        return {"kind": "parts", "parts": parts}


class Table:
    """What a seat sees of the table: its zones, at any depth, and seats."""

    def __init__(self, view: Document) -> None:
        self.seat: int = view["seat"]
        self._layout = view["layout"]
        self.zones = {zone["id"]: zone for zone in all_zones(self._layout["zones"])}

    def of_kind(self, kind: str) -> list[Document]:
        """Return the zones of a kind."""
        return [zone for zone in self.zones.values() if zone["kind"] == kind]

    def of_seat(self, kind: str) -> list[Document]:
        """Return the own zones of a kind, with those in them."""
        own = [zone for zone in self.of_kind(kind) if self._is(zone, "own")]
        return [*{zone["id"]: zone for zone in all_zones(own)}.values()]

    def cards(self, zones: Iterable[Document]) -> list[str]:
        """Return the cards that are seen in some zones."""
        return [item["card"] for zone in zones for item in zone["cards"] or ()]

    def numbers(self, kind: str, whose: str) -> list[int]:
        """Return the numbers of melds or offers."""
        found = [(re.fullmatch(rf"{kind}-(\d+)", name), zone) for name, zone in self.zones.items()]
        return [int(name[1]) for name, zone in found if name and self._is(zone, whose)]

    def _is(self, zone: Document, whose: str) -> bool:
        return bool(zone["owner"]["seat"] == self.seat) == (whose == "own")

    def seats(self, whose: str | None) -> list[int]:
        """Return the seats that may be named."""
        teams = {each["seat"]: each["team"] for each in self._layout["seats"]}
        if whose is None:
            return [*teams]
        if whose in {"team", "mates"}:
            found = [seat for seat, team in teams.items() if team == teams[self.seat]]
        else:
            found = [seat for seat, team in teams.items() if whose == "others" or team != teams[self.seat]]
        return found if whose == "team" else [seat for seat in found if seat != self.seat]


def all_zones(zones: Iterable[Document]) -> Iterator[Document]:
    """Yield zones, and those in them."""
    for zone in zones:
        yield zone
        yield from all_zones(zone["zones"])


def tag_of(schema: Document) -> str:
    """Return the type of a move."""
    field = schema["properties"]["type"]
    return str(field.get("const") or field["enum"][0])


def is_within(wanted: Iterable[str], offered: Mapping[str, int]) -> bool:
    """Return whether nothing is taken more often than it is there."""
    return Counter(wanted) <= Counter(offered)


def fits(label: Document, move: Document) -> bool:
    """Return whether a label is one for this move: it has all gaps, and these values."""
    gaps = re.findall(r"\{(\w+)\}", label["template"])
    return {*gaps} <= move.keys() and label.get("when", {}).items() <= move.items()


def argument(kind: str, value: Any) -> Any:
    """Return a value of a field as what fills a gap of this kind."""
    match kind:
        case "seat":
            return {"kind": "seats", "seats": [value]}
        case "card":
            return {"kind": "cards", "cards": [value]}
        case "cards":
            return {"kind": "cards", "cards": value} if value else NO_CARDS
        case "amount":
            return {"kind": "amount", "amount": value, "of": "card"}
        case "message":
            return {"kind": "message", **said(value.replace("_", " "))}
    return value


def said(template: str, **arguments: Any) -> Document:
    """Return a message."""
    return {"kind": "message", "template": template, "arguments": arguments}

"""The unions over all games: any move, any event, any view, told apart by one field.

Several games may have a move or an event of one type, such as `draw_stock`. If these differ, the union has one
component for all of them, with the fields of each; only the union of a game has the precise type of that game.
"""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from service.http.contract.defaults import Schema

PREFIX = "#/components/schemas/"
CARD = "Card"
ANY_CARD: Schema = {"description": "The code of a card of the game that it is in.", "type": "string"}
SAID = {
    "Move": "A move of the game at the table.",
    "Event": "An event at the table or in its game. More types of events may be added.",
    "View": "What a seat or a spectator sees, as the rulebook of the game describes it.",
}
TOLD_BY = {"Move": "type", "Event": "type", "View": "game"}
"""The field that tells the members of each union apart."""


def unions_of_games(members: Mapping[str, Iterable[str]], found: Mapping[str, Schema]) -> dict[str, Schema]:
    """Return what differs by game, as one component for all games, with what its members need.

    `members` has for each union the names of the components that may be in it.
    """
    unions: dict[str, Schema] = {CARD: ANY_CARD}
    for kind, names in members.items():
        field, mapping = TOLD_BY[kind], {}
        for tag, same in by_tag(names, field, found).items():
            name = same[0]
            if len(same) > 1:
                name = name_in_union(tag, kind, found)
                unions[name] = merged([found[each] for each in same], tag, cards_of(found))
            mapping[tag] = PREFIX + name
        unions[kind] = {
            "description": SAID[kind],
            "oneOf": [{"$ref": reference} for reference in mapping.values()],
            "discriminator": {"propertyName": field, "mapping": mapping},
        }
    return unions


def by_tag(names: Iterable[str], field: str, found: Mapping[str, Schema]) -> dict[str, list[str]]:
    """Return the names of components by the value that the field has in each, every name once."""
    tags: dict[str, list[str]] = {}
    for name in dict.fromkeys(names):
        tags.setdefault(found[name]["properties"][field]["const"], []).append(name)
    return tags


def name_in_union(tag: str, kind: str, found: Mapping[str, Schema]) -> str:
    """Return the name of what several games have: `DrawStock`, or `DrawStockMove` if that is something else."""
    name = "".join(word.capitalize() for word in tag.split("_"))
    return name + kind if name in found else name


def cards_of(found: Mapping[str, Schema]) -> frozenset[str]:
    """Return the references to components that are the code of a card; a card that was played is an object."""
    return frozenset(PREFIX + name for name in found if name.endswith(CARD) and found[name].get("type") == "string")


def merged(schemas: list[Schema], tag: str, cards: frozenset[str]) -> Schema:
    """Return the schema of an object that is one of several: with all their fields, of which some may be absent."""
    fields: dict[str, list[Schema]] = {}
    for schema in schemas:
        for name, field in schema["properties"].items():
            fields.setdefault(name, []).append(of_any_game(field, cards))
    required = [name for name in fields if all(name in schema.get("required", ()) for schema in schemas)]
    closed = {"additionalProperties": False} if any("additionalProperties" in schema for schema in schemas) else {}
    return {
        "description": f"`{tag}` of several games; not all of them have all fields.",
        "type": "object",
        "properties": {name: one_of(field) for name, field in fields.items()},
        "required": required,
        **closed,
    }


def one_of(schemas: list[Schema]) -> Schema:
    """Return the schema of a field that is one of several; it is described where all say the same."""
    descriptions = {schema.get("description") for schema in schemas}
    if len(descriptions) == 1:
        described = {} if None in descriptions else {"description": schemas[0]["description"]}
    else:
        described = {}
    distinct: dict[bytes, Schema] = {}
    for schema in schemas:
        bare = {key: value for key, value in schema.items() if key != "description"}
        for each in bare["anyOf"] if bare.keys() == {"anyOf"} else [bare]:
            distinct[msgspec.json.encode(each, order="deterministic")] = each
    choices = list(distinct.values())
    if all(choice.keys() == {"type", "enum"} and choice["type"] == "string" for choice in choices):
        values = dict.fromkeys(value for choice in choices for value in choice["enum"])
        return described | {"type": "string", "enum": list(values)}
    return described | (choices[0] if len(choices) == 1 else {"anyOf": choices})


def of_any_game(schema: Any, cards: frozenset[str]) -> Any:
    """Return a schema with cards of any game in place of those of one, and without what holds for one game alone."""
    if isinstance(schema, list):
        return [of_any_game(each, cards) for each in schema]
    if not isinstance(schema, dict):
        return schema
    schema = schema | ({"$ref": PREFIX + CARD} if schema.get("$ref") in cards else {})
    return {key: of_any_game(value, cards) for key, value in schema.items() if not key.startswith("x-")}

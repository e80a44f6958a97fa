"""Every type on the wire as a named JSON Schema (2020-12): the components of the OpenAPI document.

The schemas are msgspec's own, of the very types that decode and encode. What it cannot know is added here: that a field
of any type holds a move, an event, a view or the options of one of the games.
"""

import inspect
from collections.abc import Iterable, Mapping
from typing import get_args

import msgspec

from domain import EARLIER, GAMES
from domain.game import by_wire_name
from domain.saying import with_labels
from domain.seats import MOST_SEATS
from domain.table import COMMANDS, AnyGame, AnyTableEvent, MakeHouseMove, MakeMove, TableOpened
from domain.tournament import AnyTournamentEvent, Settings
from projections.changes import Change
from projections.feed import FeedEntry, SeenEvent
from projections.header import Header
from projections.seat_view import SeatDecision, SeatView
from service.chat.lines import TalkLine
from service.http.contract.defaults import Schema, without_defaults
from service.http.contract.mending import mended
from service.http.contract.naming import REF, camel_case, component_names, folder_of, msgspec_names, own_name, ref
from service.http.contract.unions import unions_of_games
from service.http.problems import ProblemDetails
from service.http.resources.advice import Suggestions
from service.http.resources.chat import Say
from service.http.resources.life import Invite
from service.http.resources.seeks import SoughtTable
from service.http.wire.classes import classes_in
from service.http.wire.tables import LobbyTable, MoveRequest
from service.http.wire.tournaments import AnyTournamentRequest
from service.live.lines import EventLine, ReplayLine, TournamentFeedEntry, TournamentLine, TournamentViewLine, ViewLine
from service.meeting.lines import SeekStreamLine, SeenSeek
from service.records.records import RecordedEntry
from service.records.tournaments import RecordedTournamentEntry


def name_of(kind: object) -> str:
    """Return the name of the component of a type that no game has."""
    return LINES.get(kind) or (own_name(kind) if isinstance(kind, type) else str(kind))


def tag_of(kind: type[msgspec.Struct]) -> str:
    """Return the `type` by which a struct of a tagged union is known."""
    return str(kind.__struct_config__.tag)


def or_null(name: str) -> Schema:
    """Return the schema of a component or null."""
    return {"anyOf": [ref(name), {"type": "null"}]}


NO_SEAT: Schema = {"anyOf": [{"type": "integer", "minimum": 0, "maximum": MOST_SEATS - 1}, {"type": "null"}]}
"""What is always null: few languages have a type for that alone."""

FILLED: Mapping[tuple[type, str], Schema] = {
    (FeedEntry, "event"): ref("Event"),
    (SeenEvent, "event"): ref("Event"),
    (Header, "options"): ref("Options"),
    (LobbyTable, "options"): ref("Options"),
    (MakeHouseMove, "move"): ref("Move"),
    (MakeMove, "move"): ref("Move"),
    (MoveRequest, "move"): ref("Move"),
    (ProblemDetails, "view"): ref("SeatView"),
    (RecordedEntry, "event"): ref("Event"),
    (RecordedEntry, "command"): or_null("Command"),
    (SeatDecision, "default"): or_null("Move"),
    (SeatDecision, "moves"): {"type": "array", "items": ref("Move")},
    (SeatView, "state"): or_null("View"),
    (Suggestions, "moves"): {"type": "array", "items": ref("Move")},
    (TableOpened, "options"): ref("Options"),
    (RecordedTournamentEntry, "event"): ref("TournamentEvent"),
    (RecordedTournamentEntry, "seat"): NO_SEAT,
    (TournamentFeedEntry, "event"): ref("TournamentEvent"),
    (TournamentViewLine, "view"): ref("SeenTournament"),
    (Settings, "options"): ref("Options"),
    (SeenSeek, "options"): ref("Options"),
    (SoughtTable, "options"): ref("Options"),
    (EventLine, "view"): ref("SeatView"),
    (EventLine, "changes"): {"type": "array", "items": ref("Change")},
    (ViewLine, "view"): ref("SeatView"),
}
"""What stands in the fields that Python types as `Any`, since it depends on the game, or as `Raw`: it is encoded."""

ONE_OF_FIELDS: Mapping[type, Schema] = {
    Invite: {"oneOf": [{"required": ["player"]}, {"required": ["name"]}]},
    Say: {"oneOf": [{"required": ["text"]}, {"required": ["phrase"]}]},
}
"""Which fields of an object are sent in place of each other, where that is said by no type."""


COMMAND = "A command to a table, as it was recorded. More types of commands may be added."
LINES: Mapping[object, str] = {
    TalkLine: "StreamLine",
    ReplayLine: "ReplayLine",
    TournamentLine: "TournamentLine",
    SeekStreamLine: "SeekStreamLine",
    AnyTournamentRequest: "TournamentCommand",
}
"""The unions of what the lines of an answer may be, or a body, with the names of their components."""

LINE = "A line of a stream. More types of lines may be added."
TOURNAMENT_COMMAND = "A command to a tournament."
TOURNAMENT_EVENT = "An event of a tournament. More types of events may be added."


def components(types: Iterable[object]) -> dict[str, Schema]:
    """Return the schemas of these types and of all that they need, and those of all games, by name.

    Tables that go on by earlier rules show what these show, so those are there, too.
    """
    games = (*GAMES.values(), *EARLIER.values())
    in_log = [*get_args(AnyTableEvent), *get_args(AnyTournamentEvent), *COMMANDS]
    in_log += [event for game in games for event in by_wire_name(game.Event).values()]
    kinds = [*types, Change, *in_log]
    for game in games:
        kinds += [game.Options, game.View, *by_wire_name(game.Move).values()]
    classes, logged = classes_in(kinds), frozenset(classes_in(in_log))
    names = component_names(classes)
    renamed = dict(zip(msgspec_names(classes), names.values(), strict=True))
    _, raw = msgspec.json.schema_components(kinds, ref_template="{name}")
    found: dict[str, Schema] = {
        "Command": {"description": COMMAND} | tagged_union({tag_of(kind): kind for kind in COMMANDS}, names),
        "TableEvent": tagged_union(by_wire_name(AnyTableEvent), names),
    }
    found["TournamentEvent"] = {"description": TOURNAMENT_EVENT} | tagged_union(by_wire_name(AnyTournamentEvent), names)
    for line in LINES.keys() & set(kinds):
        described = TOURNAMENT_COMMAND if line is AnyTournamentRequest else LINE
        found[LINES[line]] = {"description": described} | tagged_union(by_wire_name(line), names)
    for kind, given in zip(classes, msgspec_names(classes), strict=True):
        if "description" in raw[given]:
            raw[given]["description"] = inspect.cleandoc(raw[given]["description"])
        schema = mended(with_labels(raw[given], kind), renamed, GAMES.get(folder_of(kind)))
        found[names[kind]] = filled(kind, without_defaults(kind, schema, logged=kind in logged))
    for game in games:
        found |= game_components(game, names)
    found |= unions_of_games(members_of_unions(games, names), found)
    found["Options"] = {
        "description": "All options of the game at the table.",
        "anyOf": [ref(name) for name in dict.fromkeys(names[game.Options] for game in games)],
    }
    for body in ("OpenTable", "SeekPlayers"):
        found[body] = told_apart_by_game(body, found, names)
    return dict(sorted(found.items()))


def filled(kind: type, schema: Schema) -> Schema:
    """Return the class's schema with what stands in its fields of any type, and which of them are sent."""
    schema |= ONE_OF_FIELDS.get(kind, {})
    for (owner, field), content in FILLED.items():
        if owner is kind:
            described = {key: value for key, value in schema["properties"][field].items() if key == "description"}
            schema["properties"][field] = content | described
    return schema


def tagged_union(kinds: Mapping[str, type], names: Mapping[type, str]) -> Schema:
    """Return the schema of structs that their `type` tells apart."""
    references = {tag: REF.format(name=names[kind]) for tag, kind in kinds.items()}
    return {
        "oneOf": [{"$ref": reference} for reference in references.values()],
        "discriminator": {"propertyName": "type", "mapping": references},
    }


def label(game: AnyGame) -> str:
    """Return how the names of a game's components begin; those of an earlier version of its rules say which."""
    name = camel_case(game.id)
    return name if GAMES[game.id] is game else f"{name}V{game.rules_version}"


def game_components(game: AnyGame, names: Mapping[type, str]) -> dict[str, Schema]:
    """Return the unions of a game, and its cards."""
    name, title = label(game), game.title
    return {
        f"{name}Move": {"description": f"A move of {title}."} | tagged_union(by_wire_name(game.Move), names),
        f"{name}Event": {"description": f"An event in {title}."} | tagged_union(by_wire_name(game.Event), names),
        f"{name}Card": {
            "description": f"A card of {title}.",
            "type": "string",
            "enum": list(dict.fromkeys(game.deck)),
        },
    }


def members_of_unions(games: Iterable[AnyGame], names: Mapping[type, str]) -> dict[str, list[str]]:
    """Return the names of the components of all moves, events and views."""
    found: dict[str, list[str]] = {"Move": [], "Event": [], "View": []}
    found["Event"] += [names[kind] for kind in by_wire_name(AnyTableEvent).values()]
    for game in games:
        found["Move"] += [names[kind] for kind in by_wire_name(game.Move).values()]
        found["Event"] += [names[kind] for kind in by_wire_name(game.Event).values()]
        found["View"].append(names[game.View])
    return found


def told_apart_by_game(body: str, found: dict[str, Schema], names: Mapping[type, str]) -> Schema:
    """Return a request that names a game, told apart by that; add one component for each to what was found."""
    general = found[body]
    mapping = {}
    for game in GAMES.values():
        name = camel_case(game.id)
        card = ref(f"{name}Card")
        fields = dict(general["properties"])
        fields["game"] = {"type": "string", "const": game.id}
        fields["options"] = ref(names[game.Options]) | {"description": fields["options"]["description"]}
        if "decks" in fields:
            fields["decks"] = fields["decks"] | {"items": {"type": "array", "items": card}}
        found[f"{name}{body}"] = general | {"description": f"A table for {game.title}.", "properties": fields}
        mapping[game.id] = REF.format(name=f"{name}{body}")
    return {
        "description": general["description"],
        "oneOf": [{"$ref": reference} for reference in mapping.values()],
        "discriminator": {"propertyName": "game", "mapping": mapping},
    }

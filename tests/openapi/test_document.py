import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from click.testing import CliRunner
from litestar import Litestar

from domain import GAMES
from domain.game import by_wire_name
from domain.table import AnyGame
from service.cli import parlour
from service.http.contract import document as contract
from service.http.contract.naming import camel_case, component_names
from service.http.contract.operation_specs import OPERATIONS
from service.http.contract.unions import unions_of_games
from tests.domain.versions import TWO_VERSIONS, release
from tests.openapi.conftest import REMAKE
from tests.service.http.surface import InProcess

FILE = Path("openapi/openapi.json")
CHANGELOG = Path("CHANGELOG.md").read_text(encoding="utf-8")
COMMITTED = msgspec.json.decode(FILE.read_bytes())


def operations(document: dict[str, Any]) -> list[dict[str, Any]]:
    return [operation for path in document["paths"].values() for operation in path.values()]


def validate(document: dict[str, Any]) -> None:
    """Examine a document by the rules of OpenAPI."""
    from openapi_spec_validator import validate  # noqa: PLC0415 - it takes 0.2 s, and all processes collect all tests

    validate(document)


def test_the_file_is_the_contract_of_this_code() -> None:
    written = CliRunner().invoke(parlour, ["openapi"])

    assert written.exit_code == 0
    assert written.stdout_bytes == FILE.read_bytes(), REMAKE


@pytest.fixture(scope="module")
def of_two_versions() -> Any:
    """Give the contract as it is once two games have another version of their rules."""
    with pytest.MonkeyPatch.context() as patch:
        for game in TWO_VERSIONS:
            release(patch, game)
        return msgspec.json.decode(msgspec.json.encode(contract.document()))


def tags_of(union: Any) -> set[str]:
    """Return the values by which the members of a union are told apart."""
    return set(union["discriminator"]["mapping"])


def test_a_contract_of_two_versions_is_valid(of_two_versions: Any) -> None:
    """What the committed one has as well is examined there."""
    committed, components = COMMITTED["components"]["schemas"], of_two_versions["components"]
    new = {name: {} if schema == committed.get(name) else schema for name, schema in components["schemas"].items()}
    paths = {path: each for path, each in of_two_versions["paths"].items() if each != COMMITTED["paths"][path]}

    assert {"HighCardV1Event", "LiteratureV1Event", "OpenTable"} <= {name for name, schema in new.items() if schema}
    validate(of_two_versions | {"paths": paths, "components": components | {"schemas": new}})


@pytest.mark.parametrize("game", TWO_VERSIONS)
def test_what_tables_by_earlier_rules_show_is_in_the_contract(of_two_versions: Any, game: str) -> None:
    name, schemas = camel_case(game), of_two_versions["components"]["schemas"]
    for kind in ("Move", "Event"):
        own = tags_of(schemas[f"{name}{kind}"]) | tags_of(schemas[f"{name}V1{kind}"])
        assert own <= tags_of(schemas[kind])
    assert game in tags_of(schemas["View"])


def test_shapes_of_both_versions_are_there(of_two_versions: Any) -> None:
    schemas = of_two_versions["components"]["schemas"]

    events = {version: schemas[f"HighCard{version}Event"]["discriminator"]["mapping"] for version in ("", "V1")}
    won = {version: schemas[each["trick_won"].rpartition("/")[2]]["properties"] for version, each in events.items()}
    assert {version: "size" in fields for version, fields in won.items()} == {"": True, "V1": False}
    _, released = TWO_VERSIONS["high_card"]
    options = released.Options
    opening = schemas["HighCardOpenTable"]["properties"]["options"]["$ref"]
    assert opening.rpartition("/")[2] == component_names([options])[options]


async def test_the_service_serves_the_file(service: Litestar) -> None:
    async with InProcess(service) as client:
        served = await client.get("/openapi.json")

    assert served.json() == COMMITTED, REMAKE


def test_it_is_valid() -> None:
    validate(COMMITTED)


async def test_it_is_light(service: Litestar) -> None:
    weights = {}
    async with InProcess(service) as client:
        for coding in ("br", "gzip", "identity"):
            answer = await client.get("/openapi.json", headers={"Accept-Encoding": coding})
            weights[coding] = int(answer.headers["content-length"])

    assert weights["br"] <= 72_400
    assert weights["gzip"] <= 101_800
    assert weights["identity"] <= 716_000
    said = re.search(r"weighs (\d+) kB by Brotli and (\d+) kB by gzip", CHANGELOG)
    assert said is not None
    assert [int(kilobytes) for kilobytes in said.groups()] == [round(weights[each] / 1000) for each in ("br", "gzip")]


def test_what_is_meant_where_a_field_is_absent_stands_in_words() -> None:
    fields = {name: schema.get("properties", {}) for name, schema in COMMITTED["components"]["schemas"].items()}
    required = {name: schema.get("required", []) for name, schema in COMMITTED["components"]["schemas"].items()}

    assert [name for name, field in fields.items() if any("default" in each for each in field.values())] == []
    assert fields["OpeningSettings"]["reserve_ms"]["description"].endswith(" Absent: `0`.")
    assert required["OpeningSettings"] == []
    assert "owner" in required["Counter"]
    assert "errors" not in required["ProblemDetails"]


def test_no_component_is_named_as_one_of_its_fields() -> None:
    schemas = COMMITTED["components"]["schemas"]

    assert [name for name, schema in schemas.items() if name.lower() in schema.get("properties", {})] == []


def test_patterns_have_nothing_that_only_some_languages_have() -> None:
    """Regular expressions of Go and Rust do not look ahead or back."""
    patterns = set[str]()
    waiting: list[Any] = [COMMITTED]
    while waiting:
        part = waiting.pop()
        waiting += part.values() if isinstance(part, dict) else part if isinstance(part, list) else ()
        if isinstance(part, dict) and isinstance(part.get("pattern"), str):
            patterns.add(part["pattern"])

    assert "^[0-9a-f]{64}$" in patterns
    assert [each for each in patterns if "(?" in each] == []


def test_every_list_with_a_cursor_has_a_link_to_its_next_page() -> None:
    paged = [
        name for name, spec in OPERATIONS.items() if "next_cursor" in getattr(spec.answer, "__struct_fields__", ())
    ]

    assert "listTables" in paged
    assert [name for name in paged if "Link" not in OPERATIONS[name].headers] == []


def test_whatever_is_read_with_a_tag_is_not_sent_again_to_who_has_it() -> None:
    read = [path["get"] for path in COMMITTED["paths"].values() if "get" in path]
    tagged = {each["operationId"]: each for each in read if "ETag" in OPERATIONS[each["operationId"]].headers}

    assert "getRecord" in tagged
    assert [name for name, each in tagged.items() if "304" not in each["responses"]] == []


def test_what_operations_share_stands_there_once() -> None:
    parts = [
        part for each in operations(COMMITTED) for part in (*each.get("parameters", ()), *each["responses"].values())
    ]
    inline = {msgspec.json.encode(part) for part in parts if "$ref" not in part}
    shared = [*COMMITTED["components"]["parameters"].values(), *COMMITTED["components"]["responses"].values()]

    assert sum("$ref" in part for part in parts) > len(parts) / 2
    assert not inline & {msgspec.json.encode(part) for part in shared}


def test_every_operation_has_its_promises(document: dict[str, Any]) -> None:
    assert {operation["operationId"] for operation in operations(document)} == OPERATIONS.keys()


def test_every_operation_is_described(document: dict[str, Any]) -> None:
    tags = {tag["name"] for tag in document["tags"]}
    for operation in operations(document):
        assert operation["summary"]
        assert set(operation["tags"]) <= tags
        assert all("description" in parameter for parameter in operation.get("parameters", ()))


def test_only_what_is_public_needs_no_token(document: dict[str, Any]) -> None:
    assert document["security"] == [{"bearer": []}]
    open_to_all = {operation["operationId"] for operation in operations(document) if operation.get("security") == []}

    assert open_to_all == {
        "createPlayer",
        "recoverAccount",
        "listGames",
        "getGame",
        "listMessages",
        "listKeys",
        "getLimits",
        "listDumps",
        "listSeals",
        "getSeal",
    }
    assert all(("401" in each["responses"]) != (each.get("security") == []) for each in operations(document))


def test_only_streams_may_be_opened_with_a_ticket(document: dict[str, Any]) -> None:
    by_ticket = [each["operationId"] for each in operations(document) if {"ticket": []} in each.get("security", [])]

    assert sorted(by_ticket) == ["streamMe", "streamSeek", "streamTable", "streamTournament"]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_game_has_its_unions(document: dict[str, Any], game: AnyGame) -> None:
    schemas, name = document["components"]["schemas"], camel_case(game.id)

    for kind, union in {"Move": game.Move, "Event": game.Event}.items():
        schema = schemas[name + kind]
        assert schema["discriminator"]["mapping"].keys() == by_wire_name(union).keys()
        for tag, reference in schema["discriminator"]["mapping"].items():
            member = schemas[reference.rpartition("/")[2]]
            assert member["properties"]["type"] == {"type": "string", "const": tag}
            assert "type" in member["required"]
            assert {"$ref": reference} in schema["oneOf"]
        assert tags_of(schema) <= tags_of(schemas[kind])
    assert schemas["View"]["discriminator"]["mapping"][game.id] == f"#/components/schemas/{name}View"
    assert {"$ref": f"#/components/schemas/{name}Options"} in schemas["Options"]["anyOf"]
    assert schemas["OpenTable"]["discriminator"]["mapping"][game.id].endswith(f"/{name}OpenTable")


def named(part: Any) -> Iterator[str]:
    """Yield the names of the schemas to which a part of the document refers."""
    if isinstance(part, dict):
        if isinstance(reference := part.get("$ref"), str):
            yield reference.rpartition("/")[2]
        for each in part.values():
            yield from named(each)
    elif isinstance(part, list):
        for each in part:
            yield from named(each)


def test_what_clients_send_is_closed(document: dict[str, Any]) -> None:
    schemas, sent = document["components"]["schemas"], set[str]()
    found = {
        name
        for path in document["paths"].values()
        for operation in path.values()
        for name in named(operation.get("requestBody"))
    }
    while found:
        sent |= found
        found = {inner for name in found for inner in named(schemas[name])} - sent

    assert {"CreatePlayer", "MoveRequest", "Honors4Options", "Seating", "Draft", "Penalty"} <= sent
    objects = [name for name in sorted(sent) if schemas[name].get("type") == "object"]
    assert [name for name in objects if schemas[name].get("additionalProperties", True) is True] == []


def test_descriptions_of_types_have_no_indented_lines(document: dict[str, Any]) -> None:
    described = {name: schema.get("description", "") for name, schema in document["components"]["schemas"].items()}

    assert [name for name, text in described.items() if "\n " in text] == []
    assert described["Seating"].count("\n") > 1


def test_what_clients_get_may_grow(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]

    assert all("additionalProperties" not in schemas[name] for name in ("Header", "SeatView", "Feed", "ProblemDetails"))


def integers(schema: Any) -> list[dict[str, Any]]:
    parts = schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ()
    mine = [schema] if isinstance(schema, dict) and schema.get("type") == "integer" else []
    return mine + [found for part in parts for found in integers(part)]


def bound(schema: dict[str, Any], which: str) -> int:
    """Return the bound of an integer, whether it belongs to what is allowed or not."""
    return int(schema.get(f"m{which}", schema.get(f"exclusiveM{which}", 2**53)))


def test_every_integer_that_is_sent_is_exact_in_json(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"].values()
    found = integers([each for each in schemas if each.get("additionalProperties") is False])

    bounded = [each for each in found if not each.keys() & {"const", "enum"}]
    assert bounded
    assert all(-(2**53) < bound(each, "inimum") <= bound(each, "aximum") < 2**53 for each in bounded)


def test_bounds_of_answers_are_ranges_that_are_meant(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    found = integers([each for each in schemas.values() if "additionalProperties" not in each])

    assert found
    assert not [each for each in found if 2**53 - 1 in (each.get("maximum"), -each.get("minimum", 0))]
    assert not [each for each in found if {"maximum", "exclusiveMaximum"} <= each.keys()]
    assert all(each["minimum"] == 0 for each in found if each.get("description", "").startswith("A seat, numbered"))


@pytest.mark.parametrize("union", ["Move", "Event", "View"])
def test_the_members_of_all_games_are_told_apart(document: dict[str, Any], union: str) -> None:
    schemas = document["components"]["schemas"]
    told_by = schemas[union]["discriminator"]["propertyName"]
    references = schemas[union]["discriminator"]["mapping"]

    assert [each["$ref"] for each in schemas[union]["oneOf"]] == list(references.values())
    for tag, reference in references.items():
        member = schemas[reference.rpartition("/")[2]]
        assert member["properties"][told_by] == {"type": "string", "const": tag}
        assert told_by in member["required"]


def test_what_several_games_have_takes_the_fields_of_each() -> None:
    def own(tag: str, **fields: Any) -> Any:
        properties = {"type": {"type": "string", "const": tag}, **fields}
        return {"type": "object", "properties": properties, "required": list(properties)}

    hearts, spades = {"$ref": "#/components/schemas/HeartsCard"}, {"$ref": "#/components/schemas/SpadesCard"}
    played = {"$ref": "#/components/schemas/PlayedCard"}
    left = own("ask", card=hearts, seat={"type": "integer"}, why={"type": "string", "enum": ["out", "stall"]})
    right = own("ask", card=spades, why={"type": "string", "enum": ["out", "time_up"]}, played=played)
    moves = {"HeartsAsk": left, "SpadesAsk": right, "SpadesBid": own("bid")}
    cards = {"HeartsCard": {"type": "string"}, "SpadesCard": {"type": "string"}, "PlayedCard": {"type": "object"}}

    unions = unions_of_games({"Move": moves}, moves | cards)

    assert tags_of(unions["Move"]) == {"ask", "bid"}
    assert unions["Move"]["discriminator"]["mapping"]["bid"] == "#/components/schemas/SpadesBid"
    assert unions["Ask"]["required"] == ["type", "card", "why"]
    assert unions["Ask"]["properties"] == {
        "type": {"type": "string", "const": "ask"},
        "card": {"$ref": "#/components/schemas/Card"},
        "seat": {"type": "integer"},
        "why": {"type": "string", "enum": ["out", "stall", "time_up"]},
        "played": played,
    }


def test_a_name_is_not_given_twice() -> None:
    def struct(module: str) -> type:
        return msgspec.defstruct("Hand", [("seat", int)], module=module)

    kinds = [struct(f"domain.games.{place}") for place in ("literature.scoring", "literature.view", "solitaire.view")]

    names = component_names([*kinds, struct("service.records.records")])

    assert list(names.values()) == ["LiteratureScoringHand", "LiteratureViewHand", "SolitaireHand", "Hand"]


def test_a_game_keeps_its_names_whatever_others_have(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    for game in GAMES.values():
        kinds = [game.Options, game.View, *get_args(game.Move), *get_args(game.Event)]
        own = [kind for kind in kinds if kind.__module__.startswith(f"domain.games.{game.id}.")]
        assert own
        assert all(camel_case(game.id) + kind.__name__ in schemas for kind in own)

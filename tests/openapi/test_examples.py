import re
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Any

import msgspec
import pytest
from jsonschema_rs import Draft202012Validator

from openapi.record import must_have_all, record
from service.http.contract.operation_specs import OPERATIONS
from service.http.contract.operations import operation
from service.http.resources.limits import get_limits
from tests.openapi.conftest import REMAKE
from tests.openapi.promised import faults_of, validator

EXAMPLES = {
    file.stem: msgspec.json.decode(file.read_bytes()) for file in sorted(Path("openapi/examples").glob("*.json"))
}

BY_NAME = {"callbacks", "content", "headers", "paths", "properties", "responses", "schemas"}
"""The parts of a document whose keys are names: one may be called `default`."""


async def test_the_examples_are_what_the_service_answers() -> None:
    recorded = await record()
    differing = [
        (shown, answered)
        for operation in sorted(EXAMPLES.keys() | recorded.keys())
        for shown, answered in zip_longest(EXAMPLES.get(operation, ()), recorded.get(operation, ()))
        if shown != answered
    ]

    assert differing[:1] == [], REMAKE


@pytest.mark.parametrize("operation", OPERATIONS)
def test_every_operation_has_examples_that_fit(document: dict[str, Any], operation: str) -> None:
    described = {each["operationId"]: each for path in document["paths"].values() for each in path.values()}[operation]
    assert operation in EXAMPLES, "let `openapi/record.py` ask for it, and run `make contract`"
    answers = [each["answer"] for each in EXAMPLES[operation]]

    assert any(answer["status"] < 300 for answer in answers)
    open_to_all = described.get("security") == [] or {} in described.get("security", ())
    assert any(answer["status"] >= 400 for answer in answers) or open_to_all
    for answer in answers:
        assert faults_of(described, answer["status"], answer["headers"], answer.get("body")) == []


def test_the_story_must_ask_for_every_operation() -> None:
    with pytest.raises(SystemExit, match=r"openapi/record\.py asks for no example of getLimits, getMe$"):
        must_have_all(OPERATIONS.keys() - {"getMe", "getLimits"})


def test_an_operation_needs_a_row(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(OPERATIONS, "getLimits")
    with pytest.raises(LookupError, match=r"getLimits has no row in service/http/contract/operation_specs\.py"):
        operation(get_limits, ())


def test_the_document_shows_examples_that_were_recorded(document: dict[str, Any]) -> None:
    for path in document["paths"].values():
        for described in path.values():
            shown = {
                name: example["value"]
                for answer in described["responses"].values()
                for content in answer.get("content", {}).values()
                for name, example in content.get("examples", {}).items()
            }
            recorded = {
                each["name"]: each["answer"]["body"]
                for each in EXAMPLES[described["operationId"]]
                if "body" in each["answer"]
            }
            assert shown.items() <= recorded.items()


def test_every_request_that_is_shown_fits(document: dict[str, Any]) -> None:
    bodies = [
        each["requestBody"] for path in document["paths"].values() for each in path.values() if "requestBody" in each
    ]

    assert bodies
    for body in bodies:
        ((form, content),) = body["content"].items()
        assert content["examples"]
        for example in content["examples"].values():
            if form == "application/json":
                validator(content["schema"]["$ref"]).validate(example["value"])
            else:
                assert isinstance(example["value"], str)


def shown(part: Any, *, by_name: bool = False) -> Iterator[tuple[Any, Any]]:
    """Yield every example and every default of a part of the document, each after its schema."""
    if isinstance(part, list):
        for each in part:
            yield from shown(each)
    if not isinstance(part, dict):
        return
    values: set[str] = set() if by_name else {"default", "example", "examples"} & part.keys()
    schema = part.get("schema", part)
    for name in values - {"examples"}:
        yield schema, part[name]
    if "examples" in values:
        examples = part["examples"]
        yield from (
            (schema, each) for each in (examples if isinstance(examples, list) else map(value, examples.values()))
        )
    for name, each in part.items():
        if name not in values:
            yield from shown(each, by_name=not by_name and name in BY_NAME)


def value(example: dict[str, Any]) -> Any:
    """Return the value of an example that has a name."""
    return example["value"]


def validation_messages(document: dict[str, Any]) -> list[str]:
    """Return what examples and defaults do not fit the schemas that they stand at; all are looked at at once."""
    schemas, values = zip(*shown(document), strict=True)
    validator = Draft202012Validator(
        {"prefixItems": schemas, "components": document["components"]}, validate_formats=True
    )
    return [f"{error.instance}: {error.message}" for error in validator.iter_errors(values)]


def test_every_example_and_every_default_fits_its_schema(document: dict[str, Any]) -> None:
    assert validation_messages(document) == []


@pytest.mark.parametrize(
    "place",
    [
        {"type": "integer", "default": "none"},
        {"type": "integer", "example": "none"},
        {"type": "integer", "examples": [1, "none"]},
        {"schema": {"type": "integer"}, "examples": {"one": {"value": "none"}}},
        {"properties": {"default": {"type": "integer", "default": "none"}}},
        {"anyOf": [{"$ref": "#/components/schemas/Whole", "default": "none"}]},
    ],
)
def test_an_example_that_does_not_fit_is_found(place: dict[str, Any]) -> None:
    document = {"components": {"schemas": {"Whole": {"type": "integer"}, "Place": place}}}

    assert validation_messages(document) == ['none: "none" is not of type "integer"']


def test_no_example_holds_a_real_token() -> None:
    tokens = re.findall(r"parlour_([\w-]{43})", msgspec.json.encode(EXAMPLES).decode())

    assert tokens
    assert all(token.startswith("0" * 40) for token in tokens)

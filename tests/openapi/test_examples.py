import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from openapi.record import record
from service.http.contract.operation_specs import OPERATIONS
from tests.openapi.conftest import REMAKE
from tests.openapi.promised import faults_of, validator

EXAMPLES = {
    file.stem: msgspec.json.decode(file.read_bytes()) for file in sorted(Path("openapi/examples").glob("*.json"))
}


async def test_the_examples_are_what_the_service_answers() -> None:
    recorded = await record()

    assert recorded == EXAMPLES, REMAKE


@pytest.mark.parametrize("operation", OPERATIONS)
def test_every_operation_has_examples_that_fit(document: dict[str, Any], operation: str) -> None:
    described = {each["operationId"]: each for path in document["paths"].values() for each in path.values()}[operation]
    answers = [each["answer"] for each in EXAMPLES[operation]]

    assert any(answer["status"] < 300 for answer in answers)
    assert any(answer["status"] >= 400 for answer in answers) or described.get("security") == []
    for answer in answers:
        assert faults_of(described, answer["status"], answer["headers"], answer.get("body")) == []


def test_the_document_shows_the_examples(document: dict[str, Any]) -> None:
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
            assert shown == recorded


def test_every_request_that_is_shown_fits(document: dict[str, Any]) -> None:
    bodies = [
        each["requestBody"] for path in document["paths"].values() for each in path.values() if "requestBody" in each
    ]

    assert bodies
    for body in bodies:
        content = body["content"]["application/json"]
        assert content["examples"]
        for example in content["examples"].values():
            validator(content["schema"]["$ref"]).validate(example["value"])


def test_no_example_holds_a_real_token() -> None:
    tokens = re.findall(r"parlour_([\w-]{43})", msgspec.json.encode(EXAMPLES).decode())

    assert tokens
    assert all(token.startswith("0" * 40) for token in tokens)

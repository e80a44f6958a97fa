"""The collection of requests is that of the contract: each operation is there, as an example sends it."""

import json
from typing import Any

from openapi.collection import FILE, collection
from service.http.contract.operation_specs import OPERATIONS

MADE = json.loads(FILE.read_text(encoding="utf-8"))


def requests() -> list[Any]:
    return [item["request"] for folder in MADE["item"] for item in folder["item"]]


def test_it_is_up_to_date() -> None:
    assert FILE.read_text(encoding="utf-8") == collection(), "run `python -m openapi.collection`"


def test_it_has_every_operation() -> None:
    assert len(requests()) == len(OPERATIONS)
    assert all(folder["item"] for folder in MADE["item"])


def test_what_is_sent_is_that_of_the_examples() -> None:
    (move,) = [each for each in requests() if each["url"]["raw"] == "{{origin}}/v1/tables/:table/moves"]

    assert [variable["key"] for variable in move["url"]["variable"]] == ["table"]
    assert move["url"]["variable"][0]["value"].startswith("00000000-0000-4000-8000-")
    assert "move" in json.loads(move["body"]["raw"])
    assert [each["url"]["raw"] for each in requests() if "auth" in each][:1] == ["{{origin}}/v1/players"]


def test_the_token_is_good_until_the_last_requests() -> None:
    own = (["v1", "me"], ["v1", "me", "token"])
    ends = [each["method"] == "DELETE" and each["url"]["path"] in own for each in requests()]

    assert ends == sorted(ends)
    assert sum(ends) == 2

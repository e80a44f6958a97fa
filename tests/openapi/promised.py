"""Whether an answer is one that the contract promises."""

import copy
import re
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Any

import httpx
import msgspec
from jsonschema_rs import Draft202012Validator

from domain import GAMES
from service.http.contract.document import contract
from tests.domain.rulebooks import refusal_codes

REFUSED_BY_RULEBOOKS = frozenset({"makeMove"})
"""The operations that are refused with codes of the rulebooks, which the contract does not list."""

UNSAID = frozenset(
    {
        "cache-control",
        "content-encoding",
        "content-length",
        "content-security-policy",
        "content-type",
        "referrer-policy",
        "vary",
        "x-accel-buffering",
        "x-content-type-options",
    }
)
"""The headers that tell caches, proxies and browsers something: the contract leaves them to HTTP. So it does CORS."""

CORS = "access-control-"
REFUSED = 409
PROBLEM = "application/problem+json"


@cache
def the_document() -> dict[str, Any]:
    return whole(msgspec.json.decode(contract()))


def whole(document: dict[str, Any]) -> dict[str, Any]:
    """Return a contract with all parameters and answers where they belong, not as references."""
    shared = document["components"]

    def found(part: dict[str, Any]) -> dict[str, Any]:
        if "$ref" not in part:
            return part
        kind, name = part["$ref"].split("/")[-2:]
        return copy.deepcopy(shared[kind][name])

    def described(operation: dict[str, Any]) -> dict[str, Any]:
        parameters = {"parameters": [found(each) for each in operation.get("parameters", ())]}
        responses = {status: found(each) for status, each in operation["responses"].items()}
        return operation | parameters | {"responses": responses}

    paths = {
        path: {method: described(operation) for method, operation in operations.items()}
        for path, operations in document["paths"].items()
    }
    return document | {"paths": paths}


@cache
def validator(schema: str) -> Draft202012Validator:
    """Return the validator of a component."""
    components = the_document()["components"]
    return Draft202012Validator({"$ref": schema, "components": components}, validate_formats=True)


@cache
def patterns() -> list[tuple[re.Pattern[str], dict[str, Any]]]:
    """Return what paths of requests look like, each with the operations there."""
    paths = the_document()["paths"].items()
    return [(re.compile(re.sub(r"\{\w+\}", "[^/]+", template)), operations) for template, operations in paths]


@lru_cache(maxsize=1_000)
def operation(method: str, path: str) -> dict[str, Any]:
    """Return the operation that a request is for. Raises LookupError."""
    for pattern, operations in patterns():
        if pattern.fullmatch(path) and method.lower() in operations:
            found: dict[str, Any] = operations[method.lower()]
            return found
    raise LookupError(f"{method} {path}")


def faults(answer: httpx.Response) -> list[str]:
    """Return what in an answer is not as promised."""
    asked = answer.request
    body = answer.json() if answer.content else None
    return faults_of(operation(asked.method, asked.url.path), answer.status_code, dict(answer.headers), body)


def faults_of(promised: dict[str, Any], status: int, headers: dict[str, str], body: Any) -> list[str]:
    """Return what in an answer of an operation is not as promised; names of headers in any case."""
    if str(status) not in promised["responses"]:
        return [f"{status} is not promised"]
    answer = promised["responses"][str(status)]
    sent = {name.lower() for name in headers}
    required = {name for name, header in answer["headers"].items() if is_required(header)}
    found = [f"the header {name} is missing" for name in required if name.lower() not in sent]
    found += [f"the header {name} is not promised" for name in undeclared(answer, headers)]
    if (body is not None) != ("content" in answer):
        return [*found, "there is no body" if body is None else "there is a body"]
    schemas = [content["schema"] for content in answer.get("content", {}).values()]
    references = [schema["$ref"] for schema in schemas if "$ref" in schema]  # of a text in lines, there is no schema
    found += [str(error) for each in references for error in validator(each).iter_errors(body)]
    if status >= 400 and "code" in (body or ()) and not is_promised(promised, status, body["code"]):
        found.append(f"{body['code']} is not promised")
    return found


def is_required(header: dict[str, Any]) -> bool:
    """Return whether an answer always has a header that it is described with."""
    shared = the_document()["components"]["headers"]
    described = shared[header["$ref"].rpartition("/")[2]] if "$ref" in header else header
    return bool(described.get("required"))


def undeclared(promised: dict[str, Any], headers: Iterable[str]) -> list[str]:
    """Return the headers of an answer that it is not described with; names in any case."""
    declared = {name.lower() for name in promised["headers"]} | UNSAID
    return [name for name in headers if name.lower() not in declared and not name.lower().startswith(CORS)]


def is_promised(promised: dict[str, Any], status: int, code: str) -> bool:
    """Return whether an operation may answer with a code: the contract lists it, or else a rulebook."""
    if f"`{code}`" in promised["responses"].get(str(status), {}).get("description", ""):
        return True
    if status != REFUSED or promised["operationId"] not in REFUSED_BY_RULEBOOKS:
        return False
    return any(code in refusal_codes(game) for game in GAMES.values())


async def must_be_promised(answer: httpx.Response) -> None:
    """Fail at an answer of an operation of the contract unless its headers are promised, and the code of a problem."""
    asked = answer.request
    try:
        promised = operation("get" if asked.method == "HEAD" else asked.method, asked.url.path)
    except LookupError:  # no operation of the contract
        return
    described = promised["responses"].get(str(answer.status_code), {"headers": ()})
    unsaid = undeclared(described, answer.headers)
    assert not unsaid, f"{promised['operationId']} does not promise {unsaid} with {answer.status_code}"
    if answer.headers.get("content-type") != PROBLEM or asked.method == "HEAD":
        return
    code = msgspec.json.decode(await answer.aread())["code"]
    assert is_promised(promised, answer.status_code, code), f"{promised['operationId']} does not promise {code}"

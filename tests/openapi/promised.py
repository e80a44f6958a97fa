"""Whether an answer is one that the contract promises."""

import re
from functools import cache
from typing import Any

import httpx
from jsonschema_rs import Draft202012Validator

from service.http.contract import document

CODES_OF_RULEBOOKS = {"makeMove"}
"""The operations that are refused with codes of the rulebooks, which the contract does not list."""


@cache
def the_document() -> dict[str, Any]:
    return document()


@cache
def validator(schema: str) -> Draft202012Validator:
    """Return the validator of a component."""
    components = the_document()["components"]
    return Draft202012Validator({"$ref": schema, "components": components}, validate_formats=True)


def operation(method: str, path: str) -> dict[str, Any]:
    """Return the operation that a request is for. Raises LookupError."""
    for template, operations in the_document()["paths"].items():
        if re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", template), path) and method.lower() in operations:
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
    required = {name for name in answer["headers"] if the_document()["components"]["headers"][name]["required"]}
    found = [f"the header {name} is missing" for name in required if name.lower() not in sent]
    if (body is not None) != ("content" in answer):
        return [*found, "there is no body" if body is None else "there is a body"]
    for content in answer.get("content", {}).values():
        found += [str(error) for error in validator(content["schema"]["$ref"]).iter_errors(body)]
    if status >= 400 and "code" in (body or ()) and promised["operationId"] not in CODES_OF_RULEBOOKS:
        found += [f"{body['code']} is not promised"] * (f"`{body['code']}`" not in answer["description"])
    return found

"""The examples in the contract: exchanges that were recorded from real answers (`openapi/examples`)."""

from collections.abc import Iterable, Iterator
from importlib.resources import files

import msgspec
from msgspec import UNSET, Struct, UnsetType

from service.http.contract.schemas import Schema

LARGEST = 3_000
"""Maximum size of an example in bytes: the contract is loaded by programs, too. Longer ones are in the files alone."""


class Sent(Struct, frozen=True):
    """A recorded request or answer, as far as the contract shows it."""

    status: int = 0
    body: object | UnsetType = UNSET


class Recorded(Struct, frozen=True):
    """An exchange between a client and the service that stands in the contract as an example."""

    name: str
    summary: str
    request: Sent
    answer: Sent


def of_status(exchanges: Iterable[Recorded], status: int) -> Iterator[Recorded]:
    """Yield the exchanges whose answer has a status and a body, but for those that are too long to be shown."""
    return (
        each
        for each in exchanges
        if each.answer.status == status and each.answer.body is not UNSET and len(msgspec.json.encode(each)) <= LARGEST
    )


def requests_in(exchanges: Iterable[Recorded]) -> Schema:
    """Return the bodies of requests as examples."""
    return {each.name: {"summary": each.summary, "value": each.request.body} for each in exchanges}


def answers_in(exchanges: Iterable[Recorded]) -> Schema:
    """Return the bodies of answers as examples."""
    return {each.name: {"summary": each.summary, "value": each.answer.body} for each in exchanges}


def recorded(operation_id: str) -> list[Recorded]:
    """Return the recorded examples of an operation."""
    path = files("openapi").joinpath("examples", f"{operation_id}.json")
    return msgspec.json.decode(path.read_bytes(), type=list[Recorded]) if path.is_file() else []

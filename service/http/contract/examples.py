"""The examples in the contract: exchanges that were recorded from real answers (`openapi/examples`)."""

from collections.abc import Iterable, Iterator
from importlib.resources import files

import msgspec
from msgspec import UNSET, Struct, UnsetType

from service.http.contract.defaults import Schema

LARGEST = 1_200
"""Maximum size of a body in bytes that is shown: the contract is loaded by programs, too. Longer ones are in the files
alone."""


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
    """Yield the exchanges whose answer has a status and a body."""
    return (each for each in exchanges if each.answer.status == status and each.answer.body is not UNSET)


def requests_in(exchanges: Iterable[Recorded]) -> Schema:
    """Return the bodies of requests as examples."""
    return shown((each.name, each.summary, each.request) for each in exchanges)


def answers_in(exchanges: Iterable[Recorded]) -> Schema:
    """Return the bodies of answers as examples."""
    return shown((each.name, each.summary, each.answer) for each in exchanges)


def shown(bodies: Iterable[tuple[str, str, Sent]]) -> Schema:
    """Return bodies as examples, except those that are too long to be shown."""
    return {
        name: {"summary": summary, "value": sent.body}
        for name, summary, sent in bodies
        if len(msgspec.json.encode(sent.body)) <= LARGEST
    }


def recorded(operation_id: str) -> list[Recorded]:
    """Return the examples of an operation that `openapi.record` has stored; none if it has no file."""
    path = files("openapi").joinpath("examples", f"{operation_id}.json")
    return msgspec.json.decode(path.read_bytes(), type=list[Recorded]) if path.is_file() else []

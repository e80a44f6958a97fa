"""What several operations have in common stands in the document once: their parameters and answers, as components."""

from collections import Counter
from collections.abc import Iterable
from http import HTTPStatus

import msgspec

from service.http.contract.defaults import Schema

LEAST = 2
"""Operations from which on a part is shared."""

PHRASES = {status.value: status.phrase for status in HTTPStatus} | {413: "Content Too Large"}
"""What statuses are called (RFC 9110). Python calls 413 so from 3.13 on; the contract is the same by each Python."""

Part = tuple[str, bytes]
"""The name that a part would have as a component, and the part as JSON."""


class Sharing:
    """The parts that operations share, by the kind of component.

    Where several parts would have one name, the most frequent one has it, and the next ones have it with a number.
    """

    def __init__(self, operations: Iterable[Schema]) -> None:
        counts: dict[str, Counter[Part]] = {"parameters": Counter(), "responses": Counter()}
        for operation in operations:
            counts["parameters"].update(map(parameter_of, operation.get("parameters", ())))
            counts["responses"].update(answer_of(*each) for each in operation["responses"].items())
        self._shared = {kind: named(each) for kind, each in counts.items()}

    def components(self) -> Schema:
        """Return the parts that several operations share, by kind and name, as the document's `components`."""
        return {
            kind: {
                name: msgspec.json.decode(part) for name, (_, part) in sorted(zip(names.values(), names, strict=True))
            }
            for kind, names in self._shared.items()
        }

    def applied(self, operation: Schema) -> Schema:
        """Return an operation with references to what it shares with others."""
        found = dict(operation)
        if "parameters" in found:
            found["parameters"] = [self._place("parameters", parameter_of(each), each) for each in found["parameters"]]
        found["responses"] = {
            status: self._place("responses", answer_of(status, each), each)
            for status, each in found["responses"].items()
        }
        return found

    def _place(self, kind: str, part: Part, whole: Schema) -> Schema:
        name = self._shared[kind].get(part)
        return whole if name is None else {"$ref": f"#/components/{kind}/{name}"}


def parameter_of(parameter: Schema) -> Part:
    """Return a parameter as a part, with its name in camel case."""
    words = parameter["name"].replace("-", "_").split("_")
    return "".join(word[:1].upper() + word[1:] for word in words), msgspec.json.encode(parameter)


def answer_of(status: str, answer: Schema) -> Part:
    """Return an answer as a part, with the name of its status: `NotFound`."""
    name = "".join(filter(str.isalpha, PHRASES[int(status)].title()))
    return name, msgspec.json.encode(answer)


def named(counts: Counter[Part]) -> dict[Part, str]:
    """Return the parts that occur often enough with the names of their components; of equals the first comes first."""
    found: dict[Part, str] = {}
    known: Counter[str] = Counter()
    for part, count in counts.most_common():
        if count >= LEAST:
            known[part[0]] += 1
            number = known[part[0]]
            found[part] = part[0] if number == 1 else f"{part[0]}{number}"
    return found

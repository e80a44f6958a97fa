"""Finds what a change of the contract breaks: what clients of the old document could no longer rely on.

    python -m openapi.breaking        compares openapi/openapi.json with the last contract that was published

A document is taken apart into promises (an operation, a parameter, a field, a value that may be sent) and demands (what
must be sent, in which form, and what a client must be ready for in an answer). A change breaks clients if a promise is
gone, or if something that was there before makes a new demand. GitHub versions its API by the same rule. A change that
breaks clients on purpose raises the contract's version.
"""

import json
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import IO, Any, cast

import click
import msgspec

DOCUMENT = "openapi/openapi.json"
CHANGELOG = "CHANGELOG.md"
SCHEMAS = "#/components/schemas/"
AT_LEAST = ("minimum", "minLength", "minItems", "minProperties")
AT_MOST = ("maximum", "maxLength", "maxItems", "maxProperties")

Part = Mapping[str, Any]


class Contract:
    """What a document promises and demands, by place; a demand has a number: the greater, the stricter."""

    def __init__(self, document: Part) -> None:
        self._components = document["components"]
        self._schemas = self._components["schemas"]
        self._seen: set[str] = set()
        self.promises: set[tuple[str, str]] = set()
        self.demands: dict[tuple[str, str], float] = {}
        for path, operations in document["paths"].items():
            for method, operation in operations.items():
                self._operation(f"{method.upper()} {path}", operation)

    def breaks(self, old: "Contract") -> list[str]:
        """Return what clients of the old contract can no longer rely on, a line each."""
        places = {place for place, _ in old.promises}
        gone = [f"{place}: no longer {what}" for place, what in old.promises - self.promises]
        demanded = [
            f"{place}: now {what} {abs(strictness) or ''}".strip()
            for (place, what), strictness in self.demands.items()
            if place in places and strictness > old.demands.get((place, what), float("-inf"))
        ]
        return sorted(gone + demanded)

    def _promise(self, place: str, *what: str) -> None:
        self.promises |= {(place, each) for each in what}

    def _demand(self, place: str, what: str, strictness: float = 0) -> None:
        self.demands[place, what] = strictness

    def _operation(self, place: str, operation: Part) -> None:
        self._promise(place, "there", f"called {operation['operationId']}")
        for parameter in map(self._whole, operation.get("parameters", ())):
            at = f"{place} {parameter['name']} in {parameter['in']}"
            self._promise(at, "there")
            if parameter.get("required"):
                self._demand(place, f"needs {parameter['name']}")
            self._schema(at, parameter["schema"], sent=True)
        if "requestBody" in operation:
            self._demand(place, "needs a body")
            self._message(f"{place} body", operation["requestBody"], sent=True)
        for status, answer in operation["responses"].items():
            self._message(f"{place} {status}", self._whole(answer), sent=False)

    def _whole(self, part: Part) -> Part:
        """Return a parameter or an answer, also where the operation only refers to it."""
        if "$ref" not in part:
            return part
        _, kind, name = part["$ref"].rsplit("/", 2)
        found: Part = self._components[kind][name]
        return found

    def _message(self, place: str, message: Part, *, sent: bool) -> None:
        self._promise(place, "there", *(f"has the header {name}" for name in message.get("headers", ())))
        for media_type, content in message.get("content", {}).items():
            self._promise(place, media_type)
            self._schema(place, content["schema"], sent=sent)

    def _schema(self, place: str, schema: Part, *, sent: bool) -> None:
        for choice in schema.get("oneOf") or schema.get("anyOf") or ():
            self._schema(place, choice, sent=sent)
        if "$ref" in schema:
            name = schema["$ref"].removeprefix(SCHEMAS)
            self._promise(place, f"a {name}")
            at = f"{name} {'sent' if sent else 'answered'}"
            if at not in self._seen:
                self._seen.add(at)
                self._promise(at, "there")
                self._schema(at, self._schemas[name], sent=sent)
        for kind in listed(schema.get("type", ())):
            self._promise(place, kind) if sent else self._demand(place, f"may be {kind}")
        self._promise(place, *(f"the value {value}" for value in values(schema)))
        if sent:
            self._rules(place, schema)
        for name, field in schema.get("properties", {}).items():
            self._field(f"{place} {name}", field, required=name in schema.get("required", ()), sent=sent)
        for item in (schema.get("items"), schema.get("additionalProperties"), *schema.get("prefixItems", ())):
            if isinstance(item, dict):
                self._field(f"{place} []", item, required=False, sent=sent)

    def _field(self, place: str, schema: Part, *, required: bool, sent: bool) -> None:
        self._promise(place, "there")
        if required:
            self._demand(place, "required") if sent else self._promise(place, "always there")
        self._schema(place, schema, sent=sent)

    def _rules(self, place: str, schema: Part) -> None:
        for rule in AT_LEAST:
            if rule in schema:
                self._demand(place, rule, schema[rule])
        for rule in AT_MOST:
            if rule in schema:
                self._demand(place, rule, -schema[rule])
        for rule in ("pattern", "format", "propertyNames"):
            if rule in schema:
                self._demand(place, f"{rule} {schema[rule]}")
        if values(schema):
            self._demand(place, "some values only")
        if schema.get("additionalProperties") is False:
            self._demand(place, "closed")


def listed(value: Any) -> Iterable[Any]:
    """Return one or several as several."""
    return (value,) if isinstance(value, str) else value


def values(schema: Part) -> list[Any]:
    """Return the only values that are allowed, if only some are."""
    return [schema["const"]] if "const" in schema else schema.get("enum", [])


def raised(old: str, new: str) -> bool:
    """Return whether a version says that something is broken: its first number that is not 0 has been raised."""
    before, after = ([int(number) for number in version.split(".")] for version in (old, new))
    return after[:2] > before[:2] if before[0] == 0 else after[0] > before[0]


def git(*arguments: str) -> str:
    """Return what git answers."""
    return subprocess.run(["git", *arguments], capture_output=True, check=True, text=True).stdout  # noqa: S603, S607 - git is on the PATH, and no shell in between


def committed() -> Iterator[Part]:
    """Yield the committed versions of the document, the newest first. One process reads them all."""
    names = git("log", f"--format=%H:{DOCUMENT}", "--", DOCUMENT).encode().splitlines(keepends=True)
    with subprocess.Popen(["git", "cat-file", "--batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as reader:  # noqa: S607 - as above
        asked, answered = cast("tuple[IO[bytes], IO[bytes]]", (reader.stdin, reader.stdout))
        for name in names:
            asked.write(name)
            asked.flush()
            size = int(answered.readline().split()[-1])
            yield msgspec.json.decode(answered.read(size))
            answered.readline()


def released(version: str, changelog: str) -> bool:
    """Return whether a version of the contract has been released: the changelog gives it a date then."""
    return re.search(rf"^## \[{re.escape(version)}\] - \d", changelog, re.MULTILINE) is not None


def published(new: Part, documents: Iterable[Part], changelog: str) -> Part | None:
    """Return the first of the documents that clients rely on; None if there is none.

    As long as the version of the new document is not released, nobody relies on what it was so far: then that is the
    first document of another version. Afterwards it is the first that differs.
    """
    version = new["info"]["version"]
    if released(version, changelog):
        return next((each for each in documents if each != new), None)
    return next((each for each in documents if each["info"]["version"] != version), None)


def main() -> int:
    """Print what the present document breaks; return 1 if it breaks anything and its version does not say so."""
    new = json.loads(Path(DOCUMENT).read_text(encoding="utf-8"))
    old = published(new, committed(), Path(CHANGELOG).read_text(encoding="utf-8"))
    if old is None:
        click.echo("There is no other version of the contract to compare with.")
        return 0
    broken = Contract(new).breaks(Contract(old))
    before, after = old["info"]["version"], new["info"]["version"]
    click.echo("\n".join([*broken, f"Broken from {before} to {after}: {len(broken)}."]))
    return int(bool(broken) and not raised(before, after))


if __name__ == "__main__":
    sys.exit(main())

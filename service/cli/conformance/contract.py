"""What the OpenAPI document of a service says, as far as the checks go by it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any
from uuid import uuid4

Document = Any
"""A JSON document."""

SHORT_MS = 500


@dataclass(frozen=True)
class Operation:
    """One operation: `statuses` are those of its answers, `schema` that of its JSON body (None: it takes none).

    `uploads` says whether it takes a body that is no JSON, `scopes` what a token needs for it, `is_open` whether
    strangers may be answered, too.
    """

    name: str
    method: str
    path: str
    statuses: frozenset[int]
    secured: bool
    scopes: frozenset[str]
    is_open: bool
    headers: frozenset[str]
    streams: bool
    schema: Document
    uploads: bool
    parameters: Mapping[str, Document]
    """The schemas of the parameters in its path, by name."""
    needed: frozenset[str]
    """The numbers that its query must have."""

    def path_with(self, **parameters: str) -> str:
        """Return the path with parameters; those that are not given name nothing that there is."""
        path = re.sub(r"\{(\w+)\}", lambda found: parameters.get(found[1]) or self._unknown(found[1]), self.path)
        query = "&".join(f"{name}=1" for name in sorted(self.needed))
        return f"{path}?{query}" if query else path

    def _unknown(self, parameter: str) -> str:
        """Return what names nothing: an id, a number, or a name."""
        schema = self.parameters[parameter]
        if "enum" in schema:  # the rest of the path names nothing
            return str(schema["enum"][0])
        if schema["type"] == "integer":
            return str(schema.get("maximum", 0))
        return str(uuid4()) if schema.get("format") == "uuid" else "no-such-thing"

    @property
    def of_table(self) -> bool:
        """Whether it is about one table."""
        return "{table}" in self.path


class Contract:
    """The operations of a service."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self.operations = tuple(
            self._operation(path, method, operation)
            for path, operations in document["paths"].items()
            for method, operation in operations.items()
            if method in {"get", "post", "put", "patch", "delete"}
        )
        self._found = cache(self._find)
        self._patterns = [(pattern_of(each.path), each) for each in self.operations]

    def _operation(self, path: str, method: str, operation: Document) -> Operation:
        bodies = operation.get("requestBody", {}).get("content", {})
        statuses = [int(status) for status in operation["responses"] if status.isdecimal()]
        parameters = [self._whole(each) for each in operation.get("parameters", [])]
        answers = [self._whole(each) for each in operation["responses"].values()]
        media = [media for answer in answers for media in answer.get("content", {})]
        security = operation.get("security", self._document.get("security", []))
        return Operation(
            name=operation["operationId"],
            method=method.upper(),
            path=path,
            statuses=frozenset(statuses),
            secured=any("bearer" in each for each in security),
            scopes=frozenset(scope for each in security for scope in each.get("bearer", ())),
            is_open={} in security,
            headers=frozenset(each["name"] for each in parameters if each.get("in") == "header"),
            streams="application/x-ndjson" in media,
            schema=bodies.get("application/json", {}).get("schema"),
            uploads=bool(bodies) and "application/json" not in bodies,
            parameters={each["name"]: each["schema"] for each in parameters if each.get("in") == "path"},
            needed=frozenset(each["name"] for each in parameters if each.get("in") == "query" and each.get("required")),
        )

    def operation(self, method: str, path: str) -> Operation | None:
        """Return the operation that a request is for."""
        return self._found("GET" if method == "HEAD" else method, path)

    def _find(self, method: str, path: str) -> Operation | None:
        found = (each for pattern, each in self._patterns if each.method == method and pattern.fullmatch(path))
        return next(found, None)

    def paths(self) -> Mapping[str, frozenset[str]]:
        """Return the methods by path."""
        paths = {each.path for each in self.operations}
        return {path: frozenset(each.method for each in self.operations if each.path == path) for path in paths}

    def _whole(self, part: Document) -> Document:
        """Return a part of the document, also where it is only referred to."""
        if "$ref" not in part:
            return part
        found = self._document
        for name in part["$ref"].removeprefix("#/").split("/"):
            found = found[name]
        return found

    def sample(self, schema: Document) -> Document:
        """Return the least document that fits a schema, as far as its kind goes."""
        if "$ref" in schema:
            return self.sample(self._whole(schema))
        first = next((schema[union][0] for union in ("oneOf", "anyOf", "allOf") if union in schema), None)
        if "properties" in schema:
            needed = schema.get("required") or (first or {}).get("required")
            names = needed or [*schema["properties"]][: schema.get("minProperties", 0)]
            return {name: self.sample(schema["properties"][name]) for name in names}
        if first is not None:
            return self.sample(first)
        if "const" in schema or "enum" in schema:
            return schema.get("const", schema.get("enum", [None])[0])
        if schema.get("type") == "array":
            return [self.sample(schema["items"])] * schema.get("minItems", 0)
        kinds = {"integer": schema.get("minimum", 0), "boolean": False, "object": {}, "null": None}
        if schema.get("type") in kinds:
            return kinds[schema["type"]]
        return str(uuid4()) if schema.get("format") == "uuid" else "x"


def pattern_of(path: str) -> re.Pattern[str]:
    """Return what matches a path with any parameters; all else in it stands for itself, whatever the service says."""
    return re.compile("[^/]+".join(map(re.escape, re.split(r"\{\w+\}", path))))


def shortest(options: Document, players: int) -> dict[str, Document]:
    """Return options of a game, from their schema, with which it is soon over: the least of whatever has a least.

    A time that may be none at all is a short one: what it is for may happen then.
    """
    found = options
    for part in options.get("$ref", "#/").removeprefix("#/").split("/"):
        found = found[part] if part else found
    chosen: dict[str, Document] = {}
    for name, schema in found.get("properties", {}).items():
        least = max((each.get("minimum", 0) for each in (schema, *schema.get("anyOf", ()))), default=0)
        if name.endswith("_ms"):
            least = max(least, SHORT_MS)
        if least > 0:
            chosen[name] = least
    return chosen | {"players": players}

"""The OpenAPI 3.1 document: paths and parameters from the routes, schemas from the types, the rest from the promises.

The examples are recorded from real answers (`openapi/examples`).
"""

import inspect
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec
from litestar import Litestar
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.routes import HTTPRoute
from litestar.status_codes import HTTP_401_UNAUTHORIZED

from service import VERSION
from service.http.headers import IDEMPOTENCY_KEY
from service.http.limits import paying
from service.http.operation_specs import OPERATIONS, Operation
from service.http.problems import ALWAYS_SENT, CODES, MEDIA_TYPE, REFUSED_FOR_ITSELF, ProblemDetails
from service.http.routes import contract_router
from service.http.schemas import LINE, Schema, components, name_of, ref
from service.http.wire import TABLE_ID
from service.live.lines import StreamLine

GUIDE = """
Play parlour card games over HTTP: open a table, sit down, ask for your view, post one of its moves. [The guide](/docs)
shows how, with commands and programs that run: [a first client](/docs/first-client), [tables](/docs/tables),
[retries](/docs/retries), [bots](/docs/bots), [drawing](/docs/drawing), [errors](/docs/errors) and
[fair deals](/docs/fair-deals).

**Start.** `POST /v1/players` gives you a token; send it with every request as `Authorization: Bearer parlour_…`.

**One schema for all games.** A view names in `decision.moves` moves that you may post as they are, so a client can play
every game without knowing its rules. The catalogue has each game's rulebook, its deck and what is on the cards, and
its options and moves as JSON Schema.

**Versions.** A table's `version` is the number of its events, and its `ETag`. `If-None-Match` saves reading a view
twice; `expected_version` makes sure that a move is judged on what you have seen: otherwise 409 `stale_version`, with
the present view. `GET …/events?after=<version>&wait=30` tells what happens as soon as it does.

**Retries.** A command that is sent with an `Idempotency-Key` may be sent again, whenever and to whichever server: it is
executed once, and answered as it was the first time.

**Errors** are problem documents (RFC 9457). Decide by `code`, which is stable; for what the rules refuse it is the
rulebook's own. 400: the request itself is malformed. 409: it is well-formed, and the table does not allow it now.

**Limits.** A token, or the address that new players come from, has budgets: `GET /v1/limits` lists them. The headers
`RateLimit-Policy` and `RateLimit` of each answer say which one it was paid from, and what is left. When one is used up:
429 `rate_limited`, and `Retry-After` says when there is some again.

**Changes.** Within `/v1` things are only added: operations, optional parameters, fields of answers, codes, games, types
of events and moves. Ignore what you do not know. Requests are closed: a field or a parameter that the contract does not
have is an error.
"""

TAGS = {
    "players": "Who you are: an account and its token.",
    "tables": "Opening tables, finding them, sitting down, starting.",
    "play": "What your seat sees and may do, what has happened, and the record afterwards.",
    "catalog": "The games and their rules, the keys that records are signed with, and the limits. Open to everybody.",
}

LIMITED = ("RateLimit", "RateLimit-Policy")
"""The headers of all answers that cost something, that is not of 401 (draft-ietf-httpapi-ratelimit-headers-11)."""

HEADERS: Mapping[str, Schema] = {
    "ETag": {"description": "The version of the table.", "schema": {"type": "string", "pattern": '^"[0-9]+"$'}},
    "Link": {"description": "The next page, as `rel=next` (RFC 8288).", "schema": {"type": "string"}},
    "Location": {"description": "What has been made.", "schema": {"type": "string", "format": "uri-reference"}},
    "RateLimit": {
        "description": "Which budget paid (`r` is left of it, for `t` seconds); missing where nothing is counted.",
        "schema": {"type": "string"},
    },
    "RateLimit-Policy": {
        "description": "How large that budget is: `q`, in a window of `w` seconds, or of the unit `qu`.",
        "schema": {"type": "string"},
    },
    "Retry-After": {"description": "Seconds to wait.", "schema": {"type": "integer", "minimum": 0}},
    "WWW-Authenticate": {"description": "How to authenticate (RFC 9110).", "schema": {"type": "string"}},
    "X-Request-Id": {"description": "The id of the request: yours if you sent one.", "schema": {"type": "string"}},
}
SOMETIMES = frozenset({"Link", *LIMITED})
"""The headers that may be missing."""

SECURED = ("unauthenticated", "token_revoked")
LIMITING = "rate_limited"
READ = ("invalid_json", "invalid_body", "unknown_field", "body_too_large", "unsupported_media_type")
ALWAYS = ("internal", "unavailable")


@cache
def contract() -> bytes:
    """Return the OpenAPI document as JSON."""
    return msgspec.json.encode(document())


def document() -> dict[str, Any]:
    """Return the OpenAPI document of the routes below `/v1`."""
    app = Litestar([contract_router()], openapi_config=OpenAPIConfig("", ""), logging_config=None)
    handlers = {
        handler.operation_id: handler
        for route in app.routes
        if isinstance(route, HTTPRoute)
        for handler in route.route_handlers
    }
    paths = {
        path: {
            method: operation(handlers[described["operationId"]], described.get("parameters", ()))
            for method, described in operations.items()
        }
        for path, operations in app.openapi_schema.to_schema()["paths"].items()
    }
    types = [kind for promise in OPERATIONS.values() for kind in (promise.body, promise.answer) if kind is not None]
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Parlour",
            "version": VERSION,
            "summary": "The open service on which people and programs play parlour card games.",
            "description": GUIDE.strip(),
            "contact": {"name": "The authors of Parlour"},
            "license": {"name": "Apache License 2.0", "identifier": "Apache-2.0"},
        },
        "servers": [{"url": "/", "description": "The service that this document comes from."}],
        "security": [{"bearer": []}],
        "tags": [{"name": name, "description": description} for name, description in TAGS.items()],
        "paths": paths,
        "components": {
            "schemas": components([*types, ProblemDetails]),
            "headers": {name: header | {"required": name not in SOMETIMES} for name, header in HEADERS.items()},
            "securitySchemes": {
                "bearer": {"type": "http", "scheme": "bearer", "description": "The token of a player (RFC 6750)."},
                "ticket": {
                    "type": "apiKey",
                    "in": "query",
                    "name": "ticket",
                    "description": "A ticket of `POST /v1/streams/tickets`, where a browser can send no header.",
                },
            },
        },
    }


def operation(handler: HTTPRouteHandler, parameters: Iterable[Schema]) -> dict[str, Any]:
    """Return one operation of the document."""
    name = str(handler.operation_id)
    promise = OPERATIONS[name]
    examples = recorded(name)
    described = [parameter(each) for each in parameters] + ([IDEMPOTENCY_KEY] if promise.retryable else [])
    summary, _, description = inspect.cleandoc(handler.fn.__doc__ or "").partition("\n\n")
    found: dict[str, Any] = {
        "operationId": name,
        "tags": [promise.tag],
        "summary": summary.removesuffix(".").replace("`", ""),
        "description": description or summary,
    }
    if handler.opt.get("public"):
        found["security"] = []
    elif handler.opt.get("ticket"):
        found["security"] = [{"bearer": []}, {"ticket": []}]
    if described:
        found["parameters"] = described
    if promise.body is not None:
        done = of_status(examples, handler.status_code)
        found["requestBody"] = {
            "required": True,
            "content": {"application/json": content(promise.body, done, "request")},
        }
    answers = {handler.status_code: success(promise, of_status(examples, handler.status_code))}
    if any(each["name"] == "If-None-Match" for each in described):
        answers[304] = {"description": "You have it already.", "headers": headers("ETag")}
    codes = possible(handler, promise, described)
    answers |= {status: problem(status, codes, of_status(examples, status)) for status in {*map(status_of, codes)}}
    if LIMITING in codes:
        for status, answer in answers.items():
            answer["headers"] |= headers(*(LIMITED if status != HTTP_401_UNAUTHORIZED else ()))
    return found | {"responses": {str(status): answers[status] for status in sorted(answers)}}


def parameter(given: Schema) -> Schema:
    """Return a parameter as Litestar describes it, without what is said twice or is not so: it is never null."""
    schema = dict(given["schema"])
    given = given | ({"description": TABLE_ID} if given["name"] == "table" else {})
    for alternative in schema.pop("oneOf", ()):
        schema |= alternative if alternative != {"type": "null"} else {}
    if isinstance(schema["type"], list):
        schema["type"] = next(kind for kind in schema["type"] if kind != "null")
    if "enum" in schema:
        schema["enum"] = [value for value in schema["enum"] if value is not None]
    schema |= {key: int(value) for key, value in schema.items() if isinstance(value, float)}
    schema.pop("description", None)
    return {key: given[key] for key in ("name", "in", "description", "required") if key in given} | {"schema": schema}


def possible(handler: HTTPRouteHandler, promise: Operation, parameters: Iterable[Schema]) -> list[str]:
    """Return the codes of all problems that an operation may answer with."""
    places = {each["in"] for each in parameters}
    names = {each["name"] for each in parameters}
    codes = [
        *(() if handler.opt.get("public") else SECURED),
        "invalid_parameter",
        *(READ if promise.body is not None else ()),
        *(("not_found",) if "path" in places else ()),
        *(("idempotency_key_reused",) if "Idempotency-Key" in names else ()),
        *promise.problems,
        *promise.refusals,
        *((LIMITING,) if paying(handler.opt, "") else ()),
        *ALWAYS,
    ]
    return list(dict.fromkeys(codes))


def status_of(code: str) -> int:
    """Return the status that a code is answered with."""
    return CODES[code][0] if code in CODES else 400 if code in REFUSED_FOR_ITSELF else 409


def success(promise: Operation, exchanges: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the answer of an operation that has succeeded."""
    answer: dict[str, Any] = {"description": "Done.", "headers": headers(*promise.headers)}
    if promise.answer is not None:
        answer["description"] = LINE if promise.answer is StreamLine else inspect.cleandoc(promise.answer.__doc__)
        described = content(promise.answer, exchanges, "answer")
        answer["content"] = dict.fromkeys(promise.media_types, described)
    if promise.links:
        answer["links"] = {name: link(name, sources) for name, sources in promise.links.items()}
    return answer


def problem(status: int, codes: Iterable[str], exchanges: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the answer with those problems that have this status."""
    here = [code for code in codes if status_of(code) == status]
    lines = [f"- `{code}`: {CODES[code][1]}" for code in here if code in CODES]
    if refused := [f"`{code}`" for code in here if code not in CODES]:
        lines.append(f"- Refused by the rules: {', '.join(refused)}.")
    return {
        "description": "\n".join(lines),
        "headers": headers(*ALWAYS_SENT.get(status, ())),
        "content": {MEDIA_TYPE: content(ProblemDetails, exchanges, "answer")},
    }


def headers(*names: str) -> dict[str, Any]:
    """Return references to headers, and to those that every answer has."""
    return {name: {"$ref": f"#/components/headers/{name}"} for name in (*names, "X-Request-Id")}


def link(target: str, sources: Mapping[str, Any]) -> dict[str, Any]:
    """Return a link whose parameters, and body if it has one, are taken from the answer."""
    found = {name: expression(source) for name, source in sources.items()}
    body = {"requestBody": found.pop("body")} if "body" in found else {}
    return {"operationId": target, "parameters": found} | body


def expression(source: Any) -> Any:
    """Return JSON pointers into the answer as OpenAPI's run-time expressions; such expressions stay what they are."""
    if isinstance(source, str):
        return source if source.startswith("$") else f"$response.body#{source}"
    return {name: expression(each) for name, each in source.items()}


def content(kind: Any, exchanges: Iterable[Mapping[str, Any]], side: str) -> dict[str, Any]:
    """Return what a body is, with its examples; a stream's is a line."""
    examples = {each["name"]: {"summary": each["summary"], "value": each[side]["body"]} for each in exchanges}
    return {"schema": ref(name_of(kind))} | ({"examples": examples} if examples else {})


def of_status(exchanges: Iterable[Mapping[str, Any]], status: int) -> Iterator[Mapping[str, Any]]:
    """Yield the exchanges whose answer has a status and a body."""
    return (each for each in exchanges if each["answer"]["status"] == status and "body" in each["answer"])


def recorded(operation_id: str) -> list[dict[str, Any]]:
    """Return the recorded examples of an operation."""
    path = files("openapi").joinpath("examples", f"{operation_id}.json")
    examples: list[dict[str, Any]] = msgspec.json.decode(path.read_bytes()) if path.is_file() else []
    return examples

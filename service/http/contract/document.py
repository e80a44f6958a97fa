"""The OpenAPI 3.1 document: paths and parameters from the routes, schemas from the types, the rest from the specs.

The examples are recorded from real answers (`openapi/examples`).
"""

import inspect
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files

import msgspec
from litestar import Litestar
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.routes import HTTPRoute
from litestar.status_codes import HTTP_401_UNAUTHORIZED
from msgspec import UNSET, Struct, UnsetType

from service import VERSION
from service.http.contract.operation_specs import OPERATIONS, Operation, Source
from service.http.contract.schemas import LINE, Schema, components, name_of, ref
from service.http.middleware.limits import paying
from service.http.problems import ALWAYS_SENT, CODES, MEDIA_TYPE, REFUSED_FOR_ITSELF, ProblemDetails
from service.http.routes import contract_router
from service.http.wire.bodies import TABLE_ID
from service.http.wire.headers import IDEMPOTENCY_KEY
from service.live.lines import StreamLine

GUIDE = """
Play parlour card games over HTTP: open a table, take a seat, get your view, and post one of its moves. [The
guide](/docs) shows how, with commands and programs that run: [a first client](/docs/first-client),
[tables](/docs/tables), [retries](/docs/retries), [bots](/docs/bots), [drawing](/docs/drawing), [errors](/docs/errors)
and [fair deals](/docs/fair-deals).

**Authentication.** `POST /v1/players` creates a player and a token. Send the token with every request as
`Authorization: Bearer parlour_…`.

**Names.** A *game* is a kind of game, such as `literature`. A *table* is where one game is played.

**One schema for all games.** A view has in `decision.moves` moves that you can post as they are, so a client can play
every game without knowing its rules. The catalogue, `GET /v1/games`, has each game's rulebook, deck, faces of cards,
and its options and moves as JSON Schema.

**Versions.** A table's `version` is the number of its events, and its `ETag`. With `If-None-Match` a view is sent
only if it has changed. With `expected_version` a move is made only on what you have seen: otherwise the answer is 409
`stale_version`, with the current view. `GET …/events?after=<version>&wait=30` answers as soon as something happens.

**Retries.** A command with an `Idempotency-Key` can be sent again at any time and to any server: it is executed once,
and the answer is that of the first time.

**Errors** are problem documents (RFC 9457). Decide by `code`, which is stable. Refusals by the rules have the codes
of the rulebook. 400: the request itself is malformed. 409: the request is well formed, but the table does not allow
it now.

**Limits.** Each token, and each address that creates players, has budgets, which `GET /v1/limits` lists. The headers
`RateLimit-Policy` and `RateLimit` of an answer name the budget that paid for it, and what is left. When a budget is
used up, the answer is 429 `rate_limited` with `Retry-After`.

**Changes.** Within `/v1` things are only added: operations, optional parameters, fields of answers, codes, games,
types of events and moves. Ignore what you do not know. Requests are closed: a field or a parameter that the contract
does not have is an error.
"""

TAGS = {
    "players": "Accounts and their tokens.",
    "tables": "Open tables, find them, take seats, start, invite, end.",
    "play": "What a seat sees and may do, what has happened, and the record of a finished game.",
    "catalog": "The games with their rules, the keys of records, and the limits. These need no token.",
}

LIMITED = ("RateLimit", "RateLimit-Policy")
"""The headers of all answers that are paid from a budget, so not of 401 (draft-ietf-httpapi-ratelimit-headers-11)."""

HEADERS: Mapping[str, Schema] = {
    "ETag": {"description": "The version of the table.", "schema": {"type": "string", "pattern": '^"[0-9]+"$'}},
    "Link": {"description": "The next page, with `rel=next` (RFC 8288).", "schema": {"type": "string"}},
    "Location": {
        "description": "The address of what was created.",
        "schema": {"type": "string", "format": "uri-reference"},
    },
    "RateLimit": {
        "description": "The budget that paid: `r` is left for `t` seconds. Absent where nothing is limited.",
        "schema": {"type": "string"},
    },
    "RateLimit-Policy": {
        "description": "The size of that budget: `q` in a window of `w` seconds, or of the unit `qu`.",
        "schema": {"type": "string"},
    },
    "Retry-After": {"description": "Seconds to wait.", "schema": {"type": "integer", "minimum": 0}},
    "WWW-Authenticate": {"description": "How to authenticate (RFC 9110).", "schema": {"type": "string"}},
    "X-Request-Id": {
        "description": "The id of the request; the one of the request if it had one.",
        "schema": {"type": "string"},
    },
}
SOMETIMES = frozenset({"Link", *LIMITED})
"""The headers that may be absent."""

SECURED = ("unauthenticated", "token_revoked")
LIMITING = "rate_limited"
READ = ("invalid_json", "invalid_body", "unknown_field", "body_too_large", "unsupported_media_type")
ALWAYS = ("internal", "unavailable")


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


@cache
def contract() -> bytes:
    """Return the OpenAPI document as JSON."""
    return msgspec.json.encode(document())


def document() -> Schema:
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
    types = [kind for spec in OPERATIONS.values() for kind in (spec.body, spec.answer) if kind is not None]
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
                    "description": "A ticket from `POST /v1/streams/tickets`, since a browser sends no header.",
                },
            },
        },
    }


def operation(handler: HTTPRouteHandler, parameters: Iterable[Schema]) -> Schema:
    """Return one operation of the document."""
    name = str(handler.operation_id)
    spec = OPERATIONS[name]
    examples = recorded(name)
    described = [parameter(each) for each in parameters] + ([IDEMPOTENCY_KEY] if spec.retryable else [])
    summary, _, description = inspect.cleandoc(handler.fn.__doc__ or "").partition("\n\n")
    found: Schema = {
        "operationId": name,
        "tags": [spec.tag],
        "summary": summary.removesuffix(".").replace("`", ""),
        "description": description or summary,
    }
    if handler.opt.get("public"):
        found["security"] = []
    elif handler.opt.get("ticket"):
        found["security"] = [{"bearer": []}, {"ticket": []}]
    if described:
        found["parameters"] = described
    if spec.body is not None:
        done = of_status(examples, handler.status_code)
        found["requestBody"] = {
            "required": True,
            "content": {"application/json": content(spec.body, requests_in(done))},
        }
    answers = {handler.status_code: success(spec, of_status(examples, handler.status_code))}
    if any(each["name"] == "If-None-Match" for each in described):
        answers[304] = {"description": "The client has the current version.", "headers": headers("ETag")}
    codes = possible(handler, spec, described)
    answers |= {status: problem(status, codes, of_status(examples, status)) for status in {*map(status_of, codes)}}
    if LIMITING in codes:
        for status, answer in answers.items():
            answer["headers"] |= headers(*(LIMITED if status != HTTP_401_UNAUTHORIZED else ()))
    return found | {"responses": {str(status): answers[status] for status in sorted(answers)}}


def parameter(given: Schema) -> Schema:
    """Return a parameter as Litestar describes it, without duplicates and without null, which no parameter can be."""
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


def possible(handler: HTTPRouteHandler, spec: Operation, parameters: Iterable[Schema]) -> list[str]:
    """Return the codes of all problems with which an operation may answer."""
    places = {each["in"] for each in parameters}
    names = {each["name"] for each in parameters}
    codes = [
        *(() if handler.opt.get("public") else SECURED),
        "invalid_parameter",
        *(READ if spec.body is not None else ()),
        *(("not_found",) if "path" in places else ()),
        *(("idempotency_key_reused",) if "Idempotency-Key" in names else ()),
        *spec.problems,
        *spec.refusals,
        *((LIMITING,) if paying(handler.opt, "") else ()),
        *ALWAYS,
    ]
    return list(dict.fromkeys(codes))


def status_of(code: str) -> int:
    """Return the status that a code is answered with."""
    return CODES[code][0] if code in CODES else 400 if code in REFUSED_FOR_ITSELF else 409


def success(spec: Operation, exchanges: Iterable[Recorded]) -> Schema:
    """Return the answer of an operation that succeeds."""
    answer: Schema = {"description": "Done.", "headers": headers(*spec.headers)}
    if spec.answer is not None:
        answer["description"] = LINE if spec.answer is StreamLine else inspect.cleandoc(spec.answer.__doc__)
        described = content(spec.answer, answers_in(exchanges))
        answer["content"] = dict.fromkeys(spec.media_types, described)
    if spec.links:
        answer["links"] = {name: link(name, sources) for name, sources in spec.links.items()}
    return answer


def problem(status: int, codes: Iterable[str], exchanges: Iterable[Recorded]) -> Schema:
    """Return the answer with those problems that have this status."""
    here = [code for code in codes if status_of(code) == status]
    lines = [f"- `{code}`: {CODES[code][1]}" for code in here if code in CODES]
    if refused := [f"`{code}`" for code in here if code not in CODES]:
        lines.append(f"- Refused by the rules: {', '.join(refused)}.")
    return {
        "description": "\n".join(lines),
        "headers": headers(*ALWAYS_SENT.get(status, ())),
        "content": {MEDIA_TYPE: content(ProblemDetails, answers_in(exchanges))},
    }


def headers(*names: str) -> Schema:
    """Return references to headers, and to those that every answer has."""
    return {name: {"$ref": f"#/components/headers/{name}"} for name in (*names, "X-Request-Id")}


def link(target: str, sources: Mapping[str, Source]) -> Schema:
    """Return a link whose parameters, and body if it has one, are taken from the answer."""
    found = {name: expression(source) for name, source in sources.items()}
    body = {"requestBody": found.pop("body")} if "body" in found else {}
    return {"operationId": target, "parameters": found} | body


def expression(source: Source) -> Source:
    """Return JSON pointers into the answer as OpenAPI's run-time expressions; such expressions stay what they are."""
    if isinstance(source, str):
        return source if source.startswith("$") else f"$response.body#{source}"
    return {name: expression(each) for name, each in source.items()}


def content(kind: object, examples: Schema) -> Schema:
    """Return what a body is, with its examples; a stream's is a line."""
    return {"schema": ref(name_of(kind))} | ({"examples": examples} if examples else {})


def of_status(exchanges: Iterable[Recorded], status: int) -> Iterator[Recorded]:
    """Yield the exchanges whose answer has a status and a body."""
    return (each for each in exchanges if each.answer.status == status and each.answer.body is not UNSET)


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

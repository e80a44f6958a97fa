"""One operation of the OpenAPI document: its parameters, its body, and all answers that it may give."""

import inspect
from collections.abc import Iterable, Mapping, Sequence

from litestar.handlers import HTTPRouteHandler
from litestar.status_codes import HTTP_304_NOT_MODIFIED

from domain.validation import of_ecma
from service.accounts.scopes import Scope
from service.http.contract.defaults import Schema
from service.http.contract.examples import Recorded, answers_in, of_status, recorded, requests_in
from service.http.contract.mending import sized
from service.http.contract.naming import ref
from service.http.contract.operation_specs import OPERATIONS, UNREADABLE, Operation, Source
from service.http.contract.schemas import LINE, LINES, name_of
from service.http.problems import ALWAYS_SENT, CODES, MEDIA_TYPE, REFUSED_FOR_ITSELF, SENT_WITH, ProblemDetails
from service.http.wire.headers import IDEMPOTENCY_KEY
from service.http.wire.tables import TABLE_ID

LIMITED = ("RateLimit", "RateLimit-Policy")
"""The headers of all answers that are paid from a budget (draft-ietf-httpapi-ratelimit-headers-11).

So is a 401 if the token has ended while the request was on its way.
"""

HEADERS: Mapping[str, Schema] = {
    "ETag": {
        "description": "Changes with the answer: the version of a table or tournament, a hash of the answer, or both;"
        " after a backup was restored, also the epoch of the log. It is weak, since an answer may be compressed.",
        "schema": {"type": "string", "pattern": '^W/"[0-9a-f]+(-[0-9a-f]+)*"$'},
    },
    "Link": {"description": "The next page, with `rel=next` (RFC 8288).", "schema": {"type": "string"}},
    "Location": {
        "description": "The address of what was created.",
        "schema": {"type": "string", "format": "uri-reference"},
    },
    "RateLimit": {
        "description": "The budget that was charged: `r` is left for `t` seconds. Absent where nothing is limited.",
        "schema": {"type": "string"},
    },
    "RateLimit-Policy": {
        "description": "The size of that budget: `q` in a window of `w` seconds, or of the unit `qu`.",
        "schema": {"type": "string"},
    },
    "Retry-After": {"description": "Seconds to wait.", "schema": {"type": "integer", "minimum": 0}},
    "WWW-Authenticate": {"description": "How to authenticate (RFC 9110).", "schema": {"type": "string"}},
    "X-Request-Id": {
        "description": "The id of the request: the client's own if it sent one.",
        "schema": {"type": "string"},
    },
}
SOMETIMES = frozenset({"Link", *LIMITED})
"""The headers that may be absent."""

SECURED = ("unauthenticated", "token_revoked", "token_expired")
READ = ("invalid_json", "invalid_body", "unknown_field", "body_too_large", "unsupported_media_type")
UPLOADED = ("invalid_body", "body_too_large", "unsupported_media_type")
"""What may be wrong with a body that is a text, not JSON."""
ALWAYS = ("invalid_parameter", "invalid_request", "rate_limited", "internal", "unavailable")
"""What may come of every request, whatever it asks for."""


def operation(handler: HTTPRouteHandler, parameters: Iterable[Schema]) -> Schema:
    """Return one operation of the document. Raises LookupError for one without a row in `operation_specs`."""
    name = str(handler.operation_id)
    if name not in OPERATIONS:
        raise LookupError(f"{name} has no row in service/http/contract/operation_specs.py")
    spec, examples = OPERATIONS[name], recorded(name)
    described = [parameter(each) for each in parameters] + ([IDEMPOTENCY_KEY] if spec.retryable else [])
    summary, _, description = inspect.cleandoc(handler.fn.__doc__ or "").partition("\n\n")
    found: Schema = {
        "operationId": name,
        "tags": [spec.tag],
        "summary": summary.removesuffix(".").replace("`", ""),
        "description": description or summary,
    } | security(handler, spec.scope)
    if described:
        found["parameters"] = described
    if spec.body is not None:
        sent = content(spec.body, requests_in(of_status(examples, handler.status_code)))
        found["requestBody"] = {"required": True, "content": {spec.body_form: sent}}
    given = answers(handler, spec, described, examples)
    return found | {"responses": {str(status): given[status] for status in sorted(given)}}


def security(handler: HTTPRouteHandler, scope: Scope | None) -> Schema:
    """Return how an operation is authenticated, and with which scope of a token."""
    opt = handler.opt
    if opt.get("public"):
        return {"security": []}
    needed = [] if scope is None else [scope]
    nothing: list[Schema] = [{}] if opt.get("open") else []
    by_app = [{"oauth2": needed}] if needed else []
    return {"security": [*nothing, {"bearer": needed}, *by_app, *([{"ticket": []}] if opt.get("ticket") else [])]}


def answers(
    handler: HTTPRouteHandler, spec: Operation, parameters: Sequence[Schema], examples: Sequence[Recorded]
) -> dict[int, Schema]:
    """Return all answers of an operation by their status."""
    found = {handler.status_code: success(spec, of_status(examples, handler.status_code))}
    if any(each["name"] == "If-None-Match" for each in parameters):
        found[HTTP_304_NOT_MODIFIED] = {
            "description": "The client has the current version.",
            "headers": headers(*spec.headers),
        }
    codes = possible(handler, spec, parameters)
    found |= {status: problem(status, codes) for status in {*map(status_of, codes)}}
    for answer in found.values():
        answer["headers"] |= headers(*LIMITED)
    return found


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
    schema |= {"pattern": of_ecma(schema["pattern"])} if "pattern" in schema else {}
    described = {key: given[key] for key in ("name", "in", "description", "required") if key in given}
    return described | {"schema": sized(schema)}


def possible(handler: HTTPRouteHandler, spec: Operation, parameters: Iterable[Schema]) -> list[str]:
    """Return the codes of all problems with which an operation may answer."""
    names = {each["name"] for each in parameters}
    path = {each["name"] for each in parameters if each["in"] == "path"}
    codes = [
        *(() if handler.opt.get("public") else SECURED),
        *(() if spec.scope is None else ("insufficient_scope",)),
        *ALWAYS,
        *(() if spec.body is None else UPLOADED if spec.body is str else READ),
        *(("not_found",) if path else ()),
        *(("idempotency_key_reused",) if "Idempotency-Key" in names else ()),
        *(UNREADABLE if path & {"table", "tournament"} else ()),
        *spec.problems,
        *spec.refusals,
    ]
    return list(dict.fromkeys(codes))


def status_of(code: str) -> int:
    """Return the status that a code is answered with."""
    return CODES[code][0] if code in CODES else 400 if code in REFUSED_FOR_ITSELF else 409


def success(spec: Operation, exchanges: Iterable[Recorded]) -> Schema:
    """Return the answer of an operation that succeeds."""
    answer: Schema = {"description": "Done.", "headers": headers(*spec.headers)}
    if spec.answer is not None:
        answer["description"] = LINE if spec.answer in LINES else inspect.cleandoc(spec.answer.__doc__)
        described = content(spec.answer, answers_in(exchanges))
        others = {form: {"schema": schema} for form, schema in spec.other_forms.items()}
        answer["content"] = dict.fromkeys(spec.media_types, described) | others
    if spec.links:
        answer["links"] = {name: link(name, sources) for name, sources in spec.links.items()}
    return answer


def problem(status: int, codes: Iterable[str]) -> Schema:
    """Return the answer with those problems that have this status."""
    here = [code for code in codes if status_of(code) == status]
    lines = [f"- `{code}`: {CODES[code][1]}" for code in here if code in CODES]
    if refused := [f"`{code}`" for code in here if code not in CODES]:
        lines.append(f"- Refused by the rules: {', '.join(refused)}.")
    return {
        "description": "\n".join(lines),
        "headers": headers_with(here) | headers(*ALWAYS_SENT.get(status, ())),
        "content": {MEDIA_TYPE: content(ProblemDetails, {})},
    }


def headers_with(codes: Sequence[str]) -> Schema:
    """Return the headers that go with some of these codes; where there are others, a header says with which."""
    found: Schema = {}
    for name in dict.fromkeys([SENT_WITH[code] for code in codes if code in SENT_WITH]):
        those = [f"`{code}`" for code in codes if SENT_WITH.get(code) == name]
        sometimes = {"description": f"With {' or '.join(those)}.", "schema": {"type": "string"}}
        found |= headers(name) if len(those) == len(codes) else {name: sometimes}
    return found


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
    return {"schema": {"type": "string"} if kind is str else ref(name_of(kind))} | (
        {"examples": examples} if examples else {}
    )

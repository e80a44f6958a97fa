"""The OpenAPI 3.1 document: paths and parameters from the routes, schemas from the types, the rest from the specs."""

from collections.abc import Mapping
from functools import cache

import msgspec
from litestar.openapi import OpenAPIConfig
from litestar.routes import HTTPRoute

from service import VERSION
from service.accounts.scopes import SCOPES
from service.http.contract.defaults import Schema
from service.http.contract.naming import ref
from service.http.contract.operation_specs import OPERATIONS
from service.http.contract.operations import HEADERS, SOMETIMES, operation
from service.http.contract.schemas import components, name_of
from service.http.contract.sharing import Sharing
from service.http.problems import ProblemDetails
from service.http.routes import Routed, contract_router
from service.http.wire.media_types import JSON
from service.webhooks.signing import WebhookMessage

GUIDE = """
Play parlour card games over HTTP: open a table, take a seat, get your view, and post one of its moves. [The
guide](/docs) shows how, with commands and programs that run: [a first client](/docs/first-client),
[tables](/docs/tables), [retries](/docs/retries), [bots](/docs/bots), [drawing](/docs/drawing), [errors](/docs/errors),
[fair deals](/docs/fair-deals) and [proving what happened](/docs/proving).

**Authentication.** `POST /v1/players` creates a player and a token. Send the token with every request as
`Authorization: Bearer parlour_…`. What everybody may see, such as public tables, needs no token, unless the operator
of the service wants it so. That token may do all that the player may. `POST /v1/me/tokens` makes others, with an end
and with scopes: each operation names the one that it needs, and refuses a token without it by 403
`insufficient_scope`.

**Names.** A *game* is a kind of game, such as `literature`. A *table* is where one game is played.

**One schema for all games.** A view has in `decision.moves` moves that you can post as they are, so a client can play
every game without knowing its rules. The catalogue, `GET /v1/games`, has each game's rulebook, deck, faces of cards,
and its options and moves as JSON Schema.

**Versions.** A table's `version` is the number of its events, and the beginning of its `ETag`. With `If-None-Match` a
view is sent only if it has changed. With `expected_version` a move is made only on what you have seen: otherwise the
answer is 409 `stale_version`, with the current view. `GET …/events?after=<version>&wait=30` answers as soon as
something happens.

**Retries.** A command with an `Idempotency-Key` can be sent again at any time and to any server: it is executed once,
and the answer is that of the first time.

**Errors** are problem documents (RFC 9457). Decide by `code`, which is stable. Refusals by the rules have the codes
of the rulebook. 400: the request itself is malformed. 409: the request is well formed, but the table does not allow
it now.

**Limits.** Each player, and each address, has budgets, which `GET /v1/limits` lists. When a budget is used up, the
answer is 429 `rate_limited` with `Retry-After`.

**Changes.** Within `/v1` things are only added: operations, optional parameters, fields of answers, codes, games,
types of events and moves. Ignore what you do not know. Requests are closed: a field or a parameter that the contract
does not have is an error.
"""

TAGS = {
    "players": "Accounts and their tokens.",
    "tables": "Open tables, find them, take seats, start, invite, end.",
    "tournaments": "Announce them, enter, pair rounds, rule, and look at standings, deals and records.",
    "seeks": "Find others to play with: players who seek the same are seated at one table.",
    "chat": "What players and spectators say at tables, whom they mute, and what is reported.",
    "webhooks": "Addresses of mine at which the service tells me what happens.",
    "receivers": "What the service sends to these addresses.",
    "play": "What a seat sees and may do, what has happened, and the record of a finished game.",
    "history": "What finished games tell.",
    "seals": "Signatures of all records: they show if anything is lost.",
    "oversight": "Who looks at tables beside those who play, and who may see hidden cards there.",
    "catalog": "The games with their rules, the keys of records, and the limits. These need no token.",
}

SECURITY_SCHEMES: Mapping[str, Schema] = {
    "bearer": {
        "type": "http",
        "scheme": "bearer",
        "description": "The token of a player (RFC 6750). An operation names the scope that it needs:\n"
        + "\n".join(f"- `{scope}`: {meaning}" for scope, meaning in SCOPES.items()),
    },
    "oauth2": {
        "type": "oauth2",
        "description": "How a third-party app gets a bearer token (OAuth 2.1), with PKCE and without a client secret."
        " See `/.well-known/oauth-authorization-server`.",
        "flows": {
            "authorizationCode": {
                "authorizationUrl": "/oauth/authorize",
                "tokenUrl": "/oauth/token",
                "scopes": SCOPES,
            }
        },
    },
    "ticket": {
        "type": "apiKey",
        "in": "query",
        "name": "ticket",
        "description": "A ticket from `POST /v1/streams/tickets`, for browsers: `EventSource` sends no header.",
    },
}


WEBHOOKS: Mapping[str, Schema] = {
    "message": {
        "post": {
            "operationId": "receiveMessage",
            "tags": ["receivers"],
            "summary": "The service posts a message to a webhook",
            "description": "Signed according to [Standard Webhooks](https://www.standardwebhooks.com). It is delivered"
            " at least once, always with the same `webhook-id`; `sequence` gives the order.",
            "security": [],
            "parameters": [
                {"name": name, "in": "header", "required": True, "description": said, "schema": {"type": "string"}}
                for name, said in (
                    ("webhook-id", "The id of the message, the same at each attempt."),
                    ("webhook-timestamp", "The time of this attempt, in seconds since 1970."),
                    ("webhook-signature", "Signatures, separated by spaces: `v1` by the secret, `v1a` by the key."),
                )
            ],
            "requestBody": {
                "required": True,
                "content": {JSON: {"schema": ref(name_of(WebhookMessage))}},
            },
            "responses": {
                "2XX": {
                    "description": "The message is accepted. Any other answer, or none in ten seconds, is a failure."
                },
                "410": {"description": "The webhook is disabled."},
            },
        }
    }
}
"""What the service asks of others (OpenAPI 3.1, 4.8.1)."""


@cache
def contract() -> bytes:
    """Return the OpenAPI document as JSON."""
    return msgspec.json.encode(document())


def document() -> Schema:
    """Return the OpenAPI document of the routes below `/v1`."""
    found = paths()
    sharing = Sharing(operation for operations in found.values() for operation in operations.values())
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
        "paths": {
            path: {method: sharing.applied(operation) for method, operation in operations.items()}
            for path, operations in found.items()
        },
        "webhooks": WEBHOOKS,
        "components": {
            **sharing.components(),
            "schemas": components([*types, ProblemDetails, WebhookMessage]),
            "headers": {
                name: header | ({} if name in SOMETIMES else {"required": True}) for name, header in HEADERS.items()
            },
            "securitySchemes": SECURITY_SCHEMES,
        },
    }


def paths() -> Schema:
    """Return the operations by path and method: Litestar knows their parameters."""
    app = Routed([contract_router()], openapi_config=OpenAPIConfig("", ""), logging_config=None)
    handlers = {
        handler.operation_id: handler
        for route in app.routes
        if isinstance(route, HTTPRoute)
        for handler in route.route_handlers
    }
    return {
        path: {
            method: operation(handlers[described["operationId"]], described.get("parameters", ()))
            for method, described in operations.items()
        }
        for path, operations in app.openapi_schema.to_schema()["paths"].items()
    }

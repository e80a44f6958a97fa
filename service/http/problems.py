"""Every error is answered with a problem document (RFC 9457); `CODES` has all that the service has, but for the rules.

What the rules refuse is a problem with the rulebook's code: 400 where the request alone tells (`REFUSED_FOR_ITSELF`),
else 409. Its type is `/problems/refused#<code>`; all other types are `/problems/<code>`.

A handler raises `Problem`; `middleware/exceptions.py` has what becomes of every exception.
"""

from collections.abc import Mapping
from typing import Annotated, Any, TypeAlias
from uuid import UUID

import msgspec
from litestar import Request, Response
from msgspec import UNSET, Meta, Struct, UnsetType

from domain import GAMES, codes
from domain.game import Refused
from domain.messages import FormattedMessage, Template
from service.http.faults import Fault
from service.runtime.logs import REQUEST_ID

AnyRequest: TypeAlias = Request[Any, Any, Any]
"""A request of any sender, with or without a token."""

MEDIA_TYPE = "application/problem+json"

THE_GAMES = f"The games are: {', '.join(GAMES)}."
"""The detail for a game that does not exist."""

CODES: dict[str, tuple[int, str]] = {
    "invalid_json": (400, "The body is not JSON."),
    "invalid_body": (400, "The body does not match its schema."),
    "unknown_field": (400, "The body has a field that is not in its schema."),
    "invalid_parameter": (400, "A parameter of the path, the query or the headers is invalid."),
    "reason_required": (
        400,
        "This needs a `reason`, which is recorded, and shown to the players if it concerns a table.",
    ),
    "invalid_request": (400, "The request is malformed."),
    "unauthenticated": (401, "The request needs the bearer token of a player."),
    "token_revoked": (401, "The token has been revoked."),
    "token_expired": (401, "The token has expired."),
    "forbidden": (403, "The account may not do this."),
    "insufficient_scope": (403, "The token lacks the scope that this needs; the header `WWW-Authenticate` names it."),
    "recovery_refused": (403, "The recovery code does not exist, was used, or was replaced by a newer one."),
    "registration_closed": (403, "Only the operator of this service creates players."),
    "not_found": (404, "The resource does not exist, or not for this account."),
    "method_not_allowed": (405, "The resource does not support this method; the header `Allow` lists the methods."),
    "not_acceptable": (406, "The resource is not available in a media type of the header `Accept`."),
    "name_not_allowed": (409, "The name is invisible, or looks like one of the service."),
    "ambiguous_name": (409, "Several players have this name; invite one of them, such as one of `candidates`, by id."),
    "too_many_blocks": (409, "The player blocks the maximum number of others."),
    "not_possible": (409, "It is not possible with this player, or at their tables."),
    "too_many_tokens": (409, "The player has the maximum number of valid tokens; revoke some."),
    "expiry_not_allowed": (409, "A token expires in the future, and no later than the token that it is created with."),
    codes.DECISION_OVER: (409, "The decision that the move is for is over."),
    codes.STALE_VERSION: (
        409,
        "The decision began after the version on which the move was chosen, or there is no such version yet.",
    ),
    "nothing_to_decide": (409, "The caller has no decision to make now."),
    "too_many_seeks": (409, "The player has the maximum number of waiting seeks."),
    "seek_over": (409, "The seek has found a table."),
    "too_many_mutes": (409, "The player mutes the maximum number of others."),
    "chat_off": (409, "The table has no chat (its setting `chat`)."),
    "chat_closed": (409, "The channel of the chat is not open to the caller now."),
    "chat_silent": (409, "The rulebook wants silence of the seats now."),
    "phrases_only": (409, "Only set phrases are allowed at the table (its setting `chat`)."),
    "text_not_allowed": (409, "The text has a link, or characters that are not shown as they are."),
    "too_many_webhooks": (409, "The player has the maximum number of webhooks; delete some."),
    "address_not_allowed": (409, "The service does not send to this address."),
    "webhook_disabled": (409, "The webhook is disabled; enable it first."),
    "not_sealed": (409, "No seal of the log that is shown in full covers the record yet."),
    "seal_closed": (409, "The lanes of the seal are shown when the games with given decks that it covers are over."),
    "idempotency_key_reused": (409, "The idempotency key belongs to another request."),
    "history_lost": (
        410,
        "The events after `version` are lost, for example by the restore of a backup: forget them, and continue there.",
    ),
    "body_too_large": (413, "The body is larger than 64 KiB."),
    "unsupported_media_type": (
        415,
        "The body is compressed, or has another `Content-Type` than the operation takes.",
    ),
    "rate_limited": (429, "The budget for such requests is used up; retry after `wait_seconds`."),
    "internal": (500, "The service has failed; the cause is in its log under this request id."),
    "log_corrupt": (500, "The log of the table is corrupt; only the operator of the service can find out why."),
    "not_readable": (
        501,
        "The table was played on by another version of the service, whose events this one cannot read.",
    ),
    "unavailable": (503, "The service cannot answer at the moment; try again."),
}
"""Every code of the service itself, with its status and its title."""

REFUSED = "The rules do not allow it; `code` is the rulebook's code for the reason."

REFUSED_FOR_ITSELF: Mapping[str, tuple[str, str]] = {
    codes.INVALID_DECK: ("/decks", "A deck is not one of the game."),
    codes.INVALID_OPTION: ("/options", "An option of the game is invalid."),
    codes.INVALID_SETTING: ("", "A setting is invalid."),
    codes.MALFORMED_MOVE: ("/move", "The move does not match its schema."),
    codes.NO_SUCH_CARD: ("/move", "No such card."),
    codes.NO_SUCH_GAME: ("/game", "No such game."),
    codes.UNKNOWN_MOVE_TYPE: ("/move/type", "No such type of move."),
}
"""The rulebook's codes that the body alone tells, whatever the state of the table: 400.

Each has the part of the body that it tells of, and its title; all else that is refused has that of `REFUSED`.
"""

TITLES = tuple(
    [
        Template(None, "problem", title)
        for title in (REFUSED, *(title for _, title in (*REFUSED_FOR_ITSELF.values(), *CODES.values())))
    ]
)
"""All titles as messages, so that they are listed."""

PART_OF_BODY = "part_of_body"
"""Option of a route: the part of its body that `REFUSED_FOR_ITSELF` counts from, if it is not all of it."""

ALWAYS_SENT = {401: {"WWW-Authenticate": "Bearer"}, 429: {"Retry-After": "1"}, 503: {"Retry-After": "1"}}
"""The headers that go with a status (RFC 9110, 11.6.1 and 10.2.3), unless the problem has others."""

SENT_WITH = {
    "insufficient_scope": "WWW-Authenticate",
    codes.DECISION_OVER: "ETag",
    codes.STALE_VERSION: "ETag",
}
"""The header that goes with a code beside those of its status; the code that raises the problem gives it."""

MOST_IN_DETAIL = 3
"""Maximum number of faults in `detail`; `errors` has more."""


class Candidate(Struct, frozen=True):
    """A player found by name."""

    id: UUID
    name: str
    bot: Annotated[bool, Meta(description="Whether they are a bot, a program with an account.")]


class ProblemDetails(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A problem document (RFC 9457)."""

    type: Annotated[str, Meta(description="The address of the documentation of `code`.")]
    title: Annotated[str, Meta(description="The meaning of the code.")]
    status: Annotated[int, Meta(description="The status of the response.", ge=400, le=599)]
    detail: Annotated[str, Meta(description="What is wrong with this request.")]
    message: Annotated[
        FormattedMessage | UnsetType,
        Meta(description="`detail` as a message for people; absent: show the title, since `detail` is for developers."),
    ] = UNSET
    code: Annotated[
        str, Meta(description="Identifies the kind of problem. It is stable.", examples=[codes.NOT_YOUR_TURN])
    ]
    instance: Annotated[str, Meta(description="The id of the request, as in the header `X-Request-Id`.")]
    errors: Annotated[
        tuple[Fault, ...], Meta(description="All faults, at most 20, each with its place in the request.")
    ] = ()
    version: Annotated[
        int | UnsetType,
        Meta(
            description="`stale_version`, `decision_over`: the current version. `history_lost`: the last version"
            " that is still valid."
        ),
    ] = UNSET
    cursor: Annotated[str | UnsetType, Meta(description="`history_lost`: where to continue, after that version.")] = (
        UNSET
    )
    view: Annotated[Any | UnsetType, Meta(description="`stale_version`, `decision_over`: the current view.")] = UNSET
    candidates: Annotated[
        tuple[Candidate, ...] | UnsetType, Meta(description="`ambiguous_name`: some of the players of this name.")
    ] = UNSET
    budget: Annotated[
        str | UnsetType, Meta(description="`rate_limited`: the budget that is used up, as in `GET /v1/limits`.")
    ] = UNSET
    wait_seconds: Annotated[int | UnsetType, Meta(description="`rate_limited`: seconds to wait.")] = UNSET


class Problem(Exception):
    """Raised by handlers: one of `CODES`, with what is wrong this time; answered as `ProblemDetails`.

    `extras` are further fields of the document: `message`, `errors`, `version`, `cursor`, `view`, `candidates`,
    `budget`, `wait_seconds`.
    """

    def __init__(self, code: str, detail: str = "", *, headers: Mapping[str, str] | None = None, **extras: Any) -> None:
        super().__init__(code)
        self.code = code
        self.detail = detail
        self.headers = dict(headers or {})
        self.extras = extras


def respond(problem: Problem, status: int, title: str, kind: str) -> Response[bytes]:
    """Return the problem document as a response; `kind` is the last part of its type."""
    document = ProblemDetails(
        type=f"/problems/{kind}",
        title=title,
        status=status,
        detail=problem.detail or " ".join(map(str, problem.extras.get("errors", ())[:MOST_IN_DETAIL])) or title,
        code=problem.code,
        instance=REQUEST_ID.get(),
        **problem.extras,
    )
    content = msgspec.json.encode(document)
    return Response(content, status_code=status, media_type=MEDIA_TYPE, headers=problem.headers)


def message_of(refused: Refused) -> FormattedMessage | UnsetType:
    """Return why something is refused, as a message for people; UNSET where the detail is for developers."""
    said = refused.said
    return UNSET if isinstance(said, str) else FormattedMessage(said.template, said.arguments, refused.detail)


def with_head(allowed: str) -> str:
    """Return the methods of a path for the header Allow: where there is GET, there is HEAD."""
    methods = {method.strip() for method in allowed.split(",")}
    return ", ".join(sorted(methods | {"HEAD"} if "GET" in methods else methods))

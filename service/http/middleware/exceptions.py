"""What handlers, the rules, Litestar and the rooms of the service raise, as problems."""

import logging
import re
from collections.abc import Callable
from typing import Any

from litestar import Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.types import ASGIApp, ExceptionHandlersMap

from domain.game import Refused
from domain.messages import FormattedMessage, Template
from domain.validation import located
from service.history.pages import LedgerLost, NotRead
from service.http.exchange import HungUp
from service.http.faults import Fault, fault_in_body, fault_in_parameter
from service.http.problems import (
    ALWAYS_SENT,
    CODES,
    PART_OF_BODY,
    REFUSED,
    REFUSED_FOR_ITSELF,
    AnyRequest,
    Problem,
    message_of,
    respond,
    with_head,
)
from service.live.cursors import HistoryLost
from service.live.viewers import NotForYou, UnknownVersion
from service.meeting.seeks import SeekOver, UnknownSeek
from service.play.engine import KeyReused, UnknownTable
from service.play.stream import NotReadable, OfAnotherKind
from service.runtime.metrics import REFUSALS
from service.runtime.unavailable import Unavailable
from service.seals.proofs import NotSealed
from service.store import LogCorrupt
from service.tournaments.engine import UnknownTournament
from service.webhooks.webhooks import IsDisabled, UnknownWebhook

log = logging.getLogger(__name__)

HUNG_UP = 499
"""The status in the log and the metrics where the client has gone before its answer; nginx and others say the same."""

BY_STATUS = {400: "invalid_request", 401: "unauthenticated", 403: "forbidden", 404: "not_found"} | {
    status: code for code, (status, _) in CODES.items() if status in {405, 413, 415, 429, 503}
}

MISSING = re.compile(r"Missing required [a-z]+ parameter '([^']{1,100})'")
"""How Litestar says that a parameter is missing."""

WHY_NOT = {
    "private": Template(
        None,
        "problem",
        "The table is private: for its creator, for those who sit there, and for those who are invited or have its"
        " link.",
    ),
    "no_spectators": Template(
        None,
        "problem",
        "The table has no spectators (its setting `spectators`): once its game has begun, only its players see it.",
    ),
    "same_deck": Template(
        None,
        "problem",
        "You play the same deck at another table, or might, without a token: until that game is over, you do not watch"
        " this one.",
    ),
}


def on_problem(request: AnyRequest, problem: Problem) -> Response[bytes]:
    """Answer one of `CODES`."""
    status, title = CODES[problem.code]
    problem.headers = ALWAYS_SENT.get(status, {}) | problem.headers
    return respond(problem, status, title, problem.code)


def on_refused(request: AnyRequest, refused: Refused) -> Response[bytes]:
    """Answer what the rules have refused."""
    REFUSALS.labels(refused.code).inc()
    kind, of_body = f"refused#{refused.code}", REFUSED_FOR_ITSELF.get(refused.code)
    if of_body is None:
        return respond(Problem(refused.code, refused.detail, message=message_of(refused)), 409, REFUSED, kind)
    part, title = of_body
    place = request.route_handler.opt.get(PART_OF_BODY, "") + part
    faults = tuple([fault_in_body(each, place) for each in refused.errors or (located(refused.detail),)])
    return respond(Problem(refused.code, errors=faults), 400, title, kind)


def on_http_exception(request: AnyRequest, exception: HTTPException) -> Response[bytes]:
    """Answer what Litestar finds wrong with a request: no such route or method, a parameter, the size of the body."""
    code = BY_STATUS.get(exception.status_code)
    if code is None:
        return on_exception(request, exception)
    headers = dict(exception.headers or {})
    if allowed := headers.pop("allow", ""):
        headers["Allow"] = with_head(allowed)
    errors: tuple[Fault, ...] = ()
    if isinstance(exception, ValidationException):
        code, detail = "invalid_parameter", ""
        extra: Any = exception.extra or ()
        errors = tuple(fault_in_parameter(request, each["key"], each["message"]) for each in extra)
        if not errors and (missing := MISSING.match(exception.detail)):
            errors = (Fault("The parameter is missing.", parameter=missing[1]),)
    else:
        detail = exception.detail if code == "invalid_request" else ""
    return on_problem(request, Problem(code, detail, headers=headers, errors=errors))


def on_exception(request: AnyRequest, exception: Exception) -> Response[bytes]:
    """Answer an unexpected exception, and log it; the answer says nothing about it."""
    log.error("Unhandled exception", exc_info=exception)
    return on_problem(request, Problem("internal"))


def on_hung_up(request: AnyRequest, exception: Exception) -> Response[bytes]:
    """Answer nothing to a client that has gone."""
    return Response(b"", status_code=HUNG_UP)


def on_unavailable(request: AnyRequest, exception: Exception) -> Response[bytes]:
    """Answer that it cannot be done now, and log the cause."""
    log.warning("Unavailable", extra={"cause": type(exception.__cause__ or exception).__name__})
    return on_problem(request, Problem("unavailable"))


def answered_as(code: str, detail: str = "") -> Callable[[AnyRequest, Exception], Response[bytes]]:
    """Return the handler that answers an exception as one of `CODES`."""

    def on_such(request: AnyRequest, exception: Exception) -> Response[bytes]:
        return on_problem(request, Problem(code, detail))

    return on_such


def on_not_for_you(request: AnyRequest, refused: NotForYou) -> Response[bytes]:
    """Answer with why the caller may not look at the table; to a stranger a private table seems not to exist."""
    if refused.why == "private" and request.auth.is_stranger:
        return on_problem(request, Problem("not_found"))
    why = WHY_NOT[refused.why].text
    return on_problem(request, Problem("forbidden", why, message=FormattedMessage(why, {}, why)))


def on_unknown_version(request: AnyRequest, unknown: UnknownVersion) -> Response[bytes]:
    """Answer with the versions that exist."""
    return on_problem(request, Problem("not_found", f"There are the versions 1 to {unknown.current}."))


def on_history_lost(request: AnyRequest, lost: HistoryLost) -> Response[bytes]:
    """Answer with the last version that is not lost."""
    return on_problem(request, Problem("history_lost", version=lost.version, cursor=str(lost.cursor)))


def on_ledger_lost(request: AnyRequest, lost: LedgerLost) -> Response[bytes]:
    """Answer with the number of the last game that is not lost."""
    return on_problem(request, Problem("history_lost", version=lost.cursor.number, cursor=str(lost.cursor)))


def on_not_read(request: AnyRequest, unread: NotRead) -> Response[bytes]:
    """Answer how far the history goes."""
    detail = f"The cursor is beyond the end: the history has {unread.number} games."
    return on_problem(request, Problem("invalid_parameter", errors=(Fault(detail, parameter="after"),)))


def on_not_readable(request: AnyRequest, unreadable: NotReadable) -> Response[bytes]:
    """Answer that the table is for another version of the service, and log which event says so."""
    log.warning("A table cannot be read by this version", extra={"cause": str(unreadable)})
    return on_problem(request, Problem("not_readable"))


def on_log_corrupt(request: AnyRequest, corrupt: LogCorrupt) -> Response[bytes]:
    """Answer that the log of the table is broken, and log where."""
    log.error("The log of a table does not hold together", extra={"cause": str(corrupt)})
    return on_problem(request, Problem("log_corrupt"))


HANDLERS: ExceptionHandlersMap = {
    Problem: on_problem,
    Refused: on_refused,
    HTTPException: on_http_exception,
    Exception: on_exception,
    Unavailable: on_unavailable,
    LogCorrupt: on_log_corrupt,
    HistoryLost: on_history_lost,
    HungUp: on_hung_up,
    LedgerLost: on_ledger_lost,
    NotRead: on_not_read,
    IsDisabled: answered_as("webhook_disabled"),
    KeyReused: answered_as("idempotency_key_reused"),
    NotForYou: on_not_for_you,
    NotReadable: on_not_readable,
    NotSealed: answered_as("not_sealed"),
    OfAnotherKind: answered_as("not_found"),
    SeekOver: answered_as("seek_over"),
    UnknownSeek: answered_as("not_found", "You have no seek with this id."),
    UnknownTable: answered_as("not_found"),
    UnknownTournament: answered_as("not_found"),
    UnknownVersion: on_unknown_version,
    UnknownWebhook: answered_as("not_found", "You have no such webhook."),
}


def problem_of(request: AnyRequest, error: Exception) -> ASGIApp:
    """Return the answer to a request whose handler has raised an exception."""
    handler: Any = HANDLERS[next(kind for kind in type(error).__mro__ if kind in HANDLERS)]
    response: Response[bytes] = handler(request, error)
    return response.to_asgi_response(app=None, request=request)

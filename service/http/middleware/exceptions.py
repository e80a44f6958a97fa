"""What the rooms of the service raise, as problems."""

import logging
from typing import Any

from litestar import Response
from litestar.types import ASGIApp, ExceptionHandlersMap

from domain.messages import FormattedMessage, Template
from service.history.pages import LedgerLost, NotRead
from service.http import problems
from service.http.faults import Fault
from service.http.problems import AnyRequest, Problem, answered_as, on_problem
from service.live.cursors import HistoryLost
from service.live.viewers import NotForYou, UnknownVersion
from service.meeting.seeks import SeekOver, UnknownSeek
from service.play.engine import KeyReused, UnknownTable
from service.play.stream import NotReadable, OfAnotherKind
from service.seals.proofs import NotSealed
from service.store import LogCorrupt
from service.tournaments.engine import UnknownTournament
from service.webhooks.webhooks import IsDisabled, UnknownWebhook

log = logging.getLogger(__name__)

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
    **problems.HANDLERS,
    LogCorrupt: on_log_corrupt,
    HistoryLost: on_history_lost,
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

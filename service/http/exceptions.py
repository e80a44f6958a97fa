"""What the tables and the log raise, as problems."""

from typing import Any

from litestar import Request, Response
from litestar.types import ExceptionHandlersMap
from msgspec import UNSET

from projections.seat_view import seat_view
from service.http import problems
from service.http.headers import etag
from service.http.problems import Problem, answered_as, on_problem, on_unavailable
from service.store import StoreUnavailable
from service.tables import KeyReused, StaleVersion, UnknownTable
from service.views import NotForYou, UnknownVersion


def on_stale_version(request: Request[Any, Any, Any], stale: StaleVersion) -> Response[bytes]:
    """Answer with the table as the sender's seat sees it now, so that the next move needs no further request."""
    now = stale.snapshot
    seat = now.table.seat_of(request.auth.player)
    view = UNSET if seat is None else seat_view(request.path_params["game_id"], now, seat)
    problem = Problem("stale_version", headers={"ETag": etag(now.version)}, version=now.version, view=view)
    return on_problem(request, problem)


def on_unknown_version(request: Request[Any, Any, Any], unknown: UnknownVersion) -> Response[bytes]:
    """Answer with the versions that there are."""
    return on_problem(request, Problem("not_found", f"The table has had the versions 1 to {unknown.present}."))


HANDLERS: ExceptionHandlersMap = {
    **problems.HANDLERS,
    KeyReused: answered_as("idempotency_key_reused"),
    NotForYou: answered_as("forbidden"),
    StaleVersion: on_stale_version,
    StoreUnavailable: on_unavailable,
    UnknownTable: answered_as("not_found"),
    UnknownVersion: on_unknown_version,
}

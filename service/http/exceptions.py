"""What the tables and the log raise, as problems."""

from typing import Any

from litestar import Request, Response
from litestar.types import ExceptionHandlersMap

from service.http import problems
from service.http.answers import house_of
from service.http.headers import etag
from service.http.problems import Problem, answered_as, on_problem, on_unavailable
from service.store import StoreUnavailable
from service.tables import KeyReused, Overtaken, UnknownTable
from service.views import NotForYou, UnknownVersion


def on_overtaken(request: Request[Any, Any, Any], overtaken: Overtaken) -> Response[bytes]:
    """Answer with the table as the sender's seat sees it now, so that the next move needs no further request."""
    version, view = house_of(request).views.own(request.path_params["game_id"], request.auth.player)
    problem = Problem(overtaken.code, headers={"ETag": etag(version)}, version=version, view=view)
    return on_problem(request, problem)


def on_unknown_version(request: Request[Any, Any, Any], unknown: UnknownVersion) -> Response[bytes]:
    """Answer with the versions that there are."""
    return on_problem(request, Problem("not_found", f"The table has had the versions 1 to {unknown.present}."))


HANDLERS: ExceptionHandlersMap = {
    **problems.HANDLERS,
    KeyReused: answered_as("idempotency_key_reused"),
    NotForYou: answered_as("forbidden"),
    Overtaken: on_overtaken,
    StoreUnavailable: on_unavailable,
    UnknownTable: answered_as("not_found"),
    UnknownVersion: on_unknown_version,
}

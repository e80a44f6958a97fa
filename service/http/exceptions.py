"""What the tables and the log raise, as problems."""

from typing import Any

from litestar import Request, Response
from litestar.types import ExceptionHandlersMap

from domain.table import Overtaken
from service.http import problems
from service.http.headers import etag
from service.http.problems import Problem, answered_as, on_problem
from service.http.responses import parlour_of
from service.live.views import NotForYou, UnknownVersion
from service.play.engine import KeyReused, UnknownTable

PRIVATE = "The table is private: those who sit there may look at it, those who are invited, and its creator."
UNWATCHED = "The table has no spectators (its setting `spectators`): once its game has begun, only its players see it."


def on_overtaken(request: Request[Any, Any, Any], overtaken: Overtaken) -> Response[bytes]:
    """Answer with the table as the sender's seat sees it now, so that the next move needs no further request."""
    version, view = parlour_of(request).views.own(request.path_params["table"], request.auth.player)
    problem = Problem(overtaken.code, headers={"ETag": etag(version)}, version=version, view=view)
    return on_problem(request, problem)


def on_not_for_you(request: Request[Any, Any, Any], refused: NotForYou) -> Response[bytes]:
    """Answer with why the caller may not look at the table."""
    live = parlour_of(request).tables.held(request.path_params["table"])
    public = live is not None and live.snapshot.table.visibility == "public"
    return on_problem(request, Problem("forbidden", UNWATCHED if public else PRIVATE))


def on_unknown_version(request: Request[Any, Any, Any], unknown: UnknownVersion) -> Response[bytes]:
    """Answer with the versions that there are."""
    return on_problem(request, Problem("not_found", f"The table has had the versions 1 to {unknown.present}."))


HANDLERS: ExceptionHandlersMap = {
    **problems.HANDLERS,
    KeyReused: answered_as("idempotency_key_reused"),
    NotForYou: on_not_for_you,
    Overtaken: on_overtaken,
    UnknownTable: answered_as("not_found"),
    UnknownVersion: on_unknown_version,
}

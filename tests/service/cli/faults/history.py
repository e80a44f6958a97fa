"""Faults in the history of games that are over."""

from collections.abc import Mapping
from typing import ClassVar

from tests.proxy import Fault, Request, Response


class OfHistory(Fault):
    """Changes answers about the history that are not compressed."""

    table = "games"

    def response(self, request: Request, response: Response) -> Response:
        begins = f"/v1/history/{self.table}?player="
        right = request.method == "GET" and request.path.startswith(begins) and response.status == 200
        return self.changed(request, response) if right else response

    def changed(self, _asked: Request, response: Response) -> Response:
        """Return another answer."""
        return response


class TellsOfGamesThatGoOn(OfHistory):
    """A game is in the history before it is over."""

    broken: ClassVar[Mapping[str, str]] = {"unopened": " has 1 rows of a game that goes on"}

    def changed(self, request: Request, response: Response) -> Response:
        if "text/csv" in request.headers.get("Accept", "") or response.json["games"] or "after=" in request.path:
            return response
        return response.with_json({**response.json, "games": [{"table_id": "of a game that goes on"}]})


class LosesHistory(OfHistory):
    """Between two pages of the history an event is missing."""

    broken: ClassVar[Mapping[str, str]] = {"history": ", page by page: "}
    table = "events"

    def changed(self, request: Request, response: Response) -> Response:
        if "text/csv" in request.headers.get("Accept", "") or "limit=5000" in request.path:
            return response
        return response.with_json({**response.json, "events": response.json["events"][:-1]})


class WritesOtherCsv(OfHistory):
    """The last row is missing where the history is CSV."""

    broken: ClassVar[Mapping[str, str]] = {"forms": "as text/csv, identity, it says something else than as JSON"}
    table = "events"

    def changed(self, request: Request, response: Response) -> Response:
        if "text/csv" not in request.headers["Accept"] or "Content-Encoding" in response.headers:
            return response
        return Response(response.status, response.headers, b"".join(response.body.splitlines(keepends=True)[:-1]))


class TakesLostCursors(Fault):
    """A cursor of a history that is lost is taken for one of this."""

    broken: ClassVar[Mapping[str, str]] = {"lost_cursor": "answered 200, not 410 history_lost"}

    def response(self, request: Request, response: Response) -> Response:
        lost = request.path.startswith("/v1/history/") and response.status == 410
        return Response(200, response.headers, b"{}") if lost else response


class ListsNoDumps(Fault):
    """It is not said which exports there are."""

    broken: ClassVar[Mapping[str, str]] = {"dumps": "GET /v1/dumps answered 200 without a list"}

    def response(self, request: Request, response: Response) -> Response:
        return response.with_json({}) if request.path == "/v1/dumps" and request.method == "GET" else response

"""What the library in Python does when something goes wrong, without a service."""

import json
import time
from collections.abc import Callable
from functools import partial
from typing import Any, cast

import httpx
import pytest

from openapi.clients.python.parlour_client import (
    AsyncClient,
    BadRequest,
    Client,
    Conflict,
    DecisionOver,
    HistoryLost,
    NotAllowed,
    NotFound,
    Problem,
    RateLimited,
    Unavailable,
    Unreachable,
)
from openapi.clients.python.parlour_client.views import Views

Answer = httpx.Response | Exception


def problem(status: int, code: str, **more: Any) -> httpx.Response:
    """Return the answer that tells a problem."""
    headers = {"Retry-After": str(more.pop("wait"))} if "wait" in more else {}
    details = {"type": "/problems", "title": "A title.", "status": status, "detail": "A detail.", "code": code}
    return httpx.Response(status, json=details | more, headers=headers)


class Scripted:
    """A service that gives these answers in turn. `asked` are the requests, `pauses` the seconds between them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *answers: Answer, **settings: float) -> None:
        self.answers = list(answers)
        self.asked: list[httpx.Request] = []
        self.pauses: list[float] = []
        monkeypatch.setattr(time, "sleep", self.pauses.append)
        sending = httpx.Client(transport=httpx.MockTransport(self))
        self.client = Client("http://parlour.test", "a token", http=sending, **settings)

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request)
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer


Script = Callable[..., Scripted]


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> Script:
    return partial(Scripted, monkeypatch)


@pytest.mark.parametrize("url", ["", "127.0.0.1:8000", "localhost:8000", "ftp://cards.example", "cards.example/v1"])
@pytest.mark.parametrize("client", [Client, AsyncClient])
def test_what_is_no_url_of_a_service_is_refused_at_once(client: type[Client | AsyncClient], url: str) -> None:
    with pytest.raises(ValueError, match=f"^'{url}' is not the URL of a service, such as 'https://cards.example'$"):
        client(url)


def test_what_gets_no_answer_is_sent_again_with_its_key(script: Script) -> None:
    made = httpx.Response(200, json={"version": 8, "events": []})
    service = script(httpx.ReadTimeout("nothing"), problem(503, "unavailable", wait=7), problem(500, "internal"), made)

    answer = service.client.table("t").move({"type": "pass"}, "0.7")

    assert answer["version"] == 8
    assert len({request.headers["Idempotency-Key"] for request in service.asked}) == 1
    assert len({request.content for request in service.asked}) == 1
    assert service.pauses[1] >= 7
    assert len(service.pauses) == 3


@pytest.mark.parametrize(
    ("status", "code", "kind"),
    [
        (400, "invalid_body", BadRequest),
        (401, "unauthenticated", NotAllowed),
        (403, "forbidden", NotAllowed),
        (404, "not_found", NotFound),
        (409, "not_your_turn", Conflict),
        (409, "decision_over", DecisionOver),
        (409, "stale_version", DecisionOver),
        (410, "history_lost", HistoryLost),
        (501, "not_readable", Unavailable),
    ],
)
def test_a_problem_is_raised_by_its_code(script: Script, status: int, code: str, kind: type[Problem]) -> None:
    service = script(problem(status, code, version=3, cursor="3-1-0a0b0c0d", view={"seat": 0}))

    with pytest.raises(Problem) as raised:
        service.client.table("t").header()

    assert type(raised.value) is kind
    assert (raised.value.status, raised.value.code, raised.value.faults) == (status, code, [])
    assert str(raised.value) == f"{status} {code}: A detail."
    assert service.pauses == []


def test_problems_say_where_to_go_on(script: Script) -> None:
    service = script(
        problem(410, "history_lost", version=3, cursor="c"), problem(409, "decision_over", view={"seat": 1})
    )

    with pytest.raises(HistoryLost) as lost:
        service.client.table("t").events("9-1-0a0b0c0d")
    with pytest.raises(DecisionOver) as late:
        service.client.table("t").move({"type": "pass"}, "0.7")

    assert (lost.value.version, lost.value.cursor, late.value.view["seat"]) == (3, "c", 1)


def test_an_answer_that_is_not_the_services_is_a_problem_without_code(script: Script) -> None:
    service = script(httpx.Response(404, text="<h1>nginx</h1>"), httpx.Response(404, json=[]))

    for _ in range(2):
        with pytest.raises(NotFound, match="404 : Not Found"):
            service.client.me()


def test_an_answer_of_a_proxy_that_looks_like_a_problem_may_pass(script: Script) -> None:
    away = {"status": "error", "code": 502, "message": "Application failed to respond"}
    service = script(httpx.Response(502, json=away), httpx.Response(503, json={"code": "away"}), lines(FINISHED))

    assert [line["type"] for line in service.client.table("t").stream()] == ["end"]


def test_that_the_service_is_elsewhere_is_a_problem(script: Script) -> None:
    moved = httpx.Response(301, headers={"Location": "https://parlour.test/v1/"}, text="<h1>Moved</h1>")
    client = script(moved, moved).client

    for ask in (client.me, lambda: next(client.stream())):
        with pytest.raises(BadRequest, match=r"^301 : Moved Permanently https://parlour\.test/v1/$"):
            ask()


def test_patience_ends(script: Script) -> None:
    waiting = script(problem(429, "rate_limited", wait=301))
    failing = script(*[problem(500, "internal")] * 3)
    away = script(*[httpx.ConnectError("refused")] * 2, patience=-1)

    with pytest.raises(RateLimited):
        waiting.client.me()
    with pytest.raises(Unavailable):
        failing.client.me()
    with pytest.raises(Unreachable, match="refused"):
        away.client.me()
    with pytest.raises(Unreachable, match="refused"):
        next(away.client.lines("/me/stream"))


def lines(*told: dict[str, Any], rest: str = "") -> httpx.Response:
    """Return a stream of these lines, each with its number as cursor, that then ends."""
    return httpx.Response(200, text="".join(json.dumps({"cursor": "9"} | line) + "\n" for line in told) + rest)


VIEW = {"type": "view", "table": "t", "view": {"seat": None, "n": 0}}
STOPPING = {"type": "end", "table": None, "why": "stopping"}
FINISHED = {"type": "end", "table": "t", "why": "finished"}


def event(number: int) -> dict[str, Any]:
    """Return the line of an event that changes the view."""
    change = {"op": "replace", "path": "/n", "value": number}
    return {"type": "event", "cursor": str(number), "table": "t", "entry": {"version": number}, "changes": [change]}


def test_a_stream_goes_on_behind_the_last_line(script: Script) -> None:
    service = script(
        lines(VIEW, event(1), event(2), rest='{"type": "ev'),
        problem(503, "unavailable", wait=3),
        lines({"type": "heartbeat", "cursor": "2"}, STOPPING | {"cursor": "2"}),
        httpx.ReadTimeout("silence"),
        lines(VIEW | {"view": {"seat": None, "n": 2}}, event(3), FINISHED),
    )

    found: list[Any] = [*service.client.table("t").stream(views=True)]

    assert [line["view"]["n"] for line in found if "view" in line] == [0, 1, 2, 2, 3]
    assert [line["type"] for line in found] == ["view", "event", "event", "end", "view", "event", "end"]
    assert [request.headers.get("Last-Event-ID") for request in service.asked] == [None, "2", "2", "2", "2"]
    assert {request.url.params["with"] for request in service.asked} == {"changes"}
    assert service.pauses[1] >= 3
    assert len(service.pauses) == 4


def test_a_replay_goes_on_where_it_broke_off(script: Script) -> None:
    replayed = {"type": "end", "table": "t", "why": "replayed"}
    service = script(
        lines(VIEW, event(1), rest='{"type": "ev'),
        lines(VIEW | {"cursor": "1", "view": {"seat": None, "n": 1}}, event(2), replayed),
    )

    found: list[Any] = [*service.client.table("t").replay(1, 2, seat="all")]

    assert [line["view"]["n"] for line in found if "view" in line] == [0, 1, 1, 2]
    assert {request.url.path for request in service.asked} == {"/v1/tables/t/replay"}
    wanted = {"from": "1", "to": "2", "seat": "all", "with": "changes"}
    assert [dict(request.url.params) for request in service.asked] == [wanted] * 2
    assert [request.headers.get("Last-Event-ID") for request in service.asked] == [None, "1"]


def test_my_stream_goes_on_when_a_table_ends(script: Script) -> None:
    service = script(lines(FINISHED, {"type": "end", "table": None, "why": "revoked"}))

    assert [line["type"] for line in service.client.stream()] == ["end", "end"]


def test_the_view_of_a_table_that_has_ended_is_kept_no_longer() -> None:
    views = Views()
    ended: Any = [STOPPING | {"table": "t"}, event(1), FINISHED, event(2)]

    views.seen(cast("Any", VIEW))

    assert ["view" in views.seen(line) for line in ended] == [False, True, False, False]


def test_a_stream_that_may_not_be_read_is_a_problem(script: Script) -> None:
    with pytest.raises(NotAllowed):
        next(script(problem(403, "forbidden")).client.stream())


def seen(version: int, *, house: str | None = None) -> Any:
    """Return a line with a view of seat 0, which has a decision."""
    table = {"version": version, "presence": [{"house": house}]}
    return VIEW | {"cursor": "7", "view": {"seat": 0, "table": table, "decision": {"id": f"0.{version}"}}}


def id_of(decision: Any) -> str | None:
    """Return the id of a decision."""
    return decision and str(decision["id"])


def test_a_decision_is_told_unless_more_has_been_done_since(script: Script) -> None:
    made, late = httpx.Response(200, json={"version": 9, "events": []}), problem(409, "decision_over", version=12)
    table = script(made, late).client.table("t")

    assert id_of(table.decision_in(seen(7))) == "0.7"
    table.move({"type": "pass"}, "0.7")
    assert [id_of(table.decision_in(seen(version))) for version in (8, 9)] == [None, "0.9"]
    with pytest.raises(DecisionOver):
        table.move({"type": "pass"}, "0.9")
    assert [id_of(table.decision_in(seen(version))) for version in (11, 12)] == [None, "0.12"]
    lost = {"type": "history_lost", "cursor": "3", "tables": []}
    others: list[Any] = [lost, seen(4), event(5)]
    assert [id_of(table.decision_in(line)) for line in others] == [None, "0.4", None]


def test_a_seat_is_taken_back_from_the_house(script: Script) -> None:
    service = script(httpx.Response(201, json={}), problem(409, "already_seated"))
    table = service.client.table("t")

    assert table.decision_in(seen(7, house="random")) is None
    assert table.decision_in(seen(7, house="random")) is None
    assert [request.url.path for request in service.asked] == ["/v1/tables/t/seats"] * 2


def test_a_view_is_read_once(script: Script) -> None:
    service = script(httpx.Response(200, json={"n": 1}, headers={"ETag": 'W/"7-ab"'}), httpx.Response(304))
    table = service.client.table("t")

    assert table.view() is table.view()
    assert [request.headers.get("If-None-Match") for request in service.asked] == [None, 'W/"7-ab"']
    assert service.asked[0].headers["Authorization"] == "Bearer a token"


def test_a_view_without_a_tag_is_read_each_time(script: Script) -> None:
    service = script(*[httpx.Response(200, json={"n": number}) for number in range(2)])
    table = service.client.table("t")

    assert [cast("Any", table.view())["n"] for _ in range(2)] == [0, 1]
    assert [request.headers.get("If-None-Match") for request in service.asked] == [None, None]


def test_a_pause_that_is_no_number_is_not_waited_for(script: Script) -> None:
    squared = httpx.Response(503, headers=[(b"Retry-After", "²".encode("latin-1"))])
    service = script(squared, httpx.Response(200, json={"bot": False}))

    assert service.client.me()["bot"] is False
    assert len(service.pauses) == 1

"""`parlour conformance`: this service keeps the contract, and one that breaks a promise is found out."""

import ast
import asyncio
import io
import json
import re
import signal
import subprocess
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
from rich.console import Console

from domain import GAMES
from service.cli.conformance.checks import CHECKS, Report
from service.cli.conformance.contract import Contract, Document, shortest
from service.cli.conformance.following import lines
from service.cli.conformance.output import Examined, as_lines, as_table, examined
from service.cli.conformance.playing import Game
from service.cli.conformance.secrecy import Faces
from service.cli.conformance.suite import check_game, examine, introduced, played
from service.cli.conformance.visit import Guest, NotUnderstood, Visit, client, difference, gaps, new_key
from tests.proxy import Cut, Fault, Proxy, Request, Response, Together
from tests.service.cli import faults
from tests.service.cli.conftest import Run
from tests.service.cli.faults.answers import HasLittle
from tests.serving import PARLOUR, PATIENCE_SECONDS, Service
from tests.unlimited import AS_USUAL

pytestmark = pytest.mark.timeout(1800)
"""Seconds: all services are examined at once, in the time of the first test."""

PACKAGE = Path(__file__).parents[3] / "service" / "cli" / "conformance"
QUICK = "literature"
"""A game that is soon over, and in which much is said of cards."""

MANY = 1_000_000
OF_ADDRESSES = ("requests", "sign-ups", "recoveries", "app-registrations", "unknown-tokens", "anonymous-reads")
"""What is limited by address: all examinations here come from one."""


def kinds_of(fault: type[Fault]) -> Iterator[type[Fault]]:
    """Yield all kinds of a fault."""
    for kind in fault.__subclasses__():
        yield kind
        yield from kinds_of(kind)


FAULTS = {each for each in kinds_of(Fault) if each.__module__.startswith(faults.__name__) and each.broken}
NAMES = {name for promises in CHECKS.values() for name in promises}
GOOD = "good"
EXAMINED_AT_MOST = 3
"""Number of times that a service is examined: a game of few moves may give no occasion to break some promise."""

GAME_SECONDS = 1_400
"""Seconds that a game may last: all are played at once here, beside other tests."""


def url_of(service: Service) -> str:
    return f"http://127.0.0.1:{service.port}"


def broken(found: Examined) -> Mapping[str, str]:
    """What is told of the promises that are broken."""
    return {each.name: "\n".join(each.faults) for each in found.promises if each.broken}


@pytest.fixture(scope="module")
def live(fresh: Callable[[], Path]) -> Iterator[Service]:
    """Give a service of its own to these tests: pages may use it, and it limits each player as services usually do."""
    limits = [f"--limit-{name}={MANY}" for name in OF_ADDRESSES]
    with Service(fresh(), *AS_USUAL, *limits, "--cors-origins", "*") as service:
        yield service.ready()


@pytest.fixture(scope="module")
async def reports(live: Service) -> Mapping[object, Examined]:
    """What is found of a good service, with every game, and of those that do wrong: all at once, to save time."""

    async def found(url: str, *games: str, of: Sequence[type[Fault]] = ()) -> Examined:
        report, began = Report(), time.monotonic()
        for _ in range(EXAMINED_AT_MOST):
            if of is faults.OF_ONE_GAME:
                await examine_game(url, report, GAME_SECONDS)
            else:
                await examine(url, games, report, game_seconds=GAME_SECONDS)
            result = examined(url, report, time.monotonic() - began)
            if {name for fault in of for name in fault.broken} <= {each.name for each in result.promises if each.seen}:
                break
        return result

    with ExitStack() as proxies:
        urls = [
            proxies.enter_context(Proxy(live.port, Together(HasLittle(), *(fault() for fault in service)))).url
            for service in faults.SERVICES
        ]
        others = [found(url, QUICK, of=service) for url, service in zip(urls, faults.SERVICES, strict=True)]
        reports = await asyncio.gather(found(url_of(live)), *others)
    return dict(zip((GOOD, *faults.SERVICES), reports, strict=True))


def test_this_service_keeps_the_contract_with_every_game(reports: Mapping[object, Examined]) -> None:
    found = reports[GOOD]

    assert broken(found) == {}
    assert (found.kept, found.broken_off) == (True, ())
    assert {each.name for each in found.promises if each.seen} == NAMES
    assert next(each.seen for each in found.promises if each.name == "finished") == len(GAMES)


async def test_guests_are_bots_and_do_not_count_as_people(live: Service) -> None:
    async with client(url_of(live)) as http:
        contract, _, limited = await introduced(http)
        guest = await Visit(http, contract, Report(), limited=limited).guest("Conformance, a bot")

    assert live.must("GET", f"/v1/players/{guest.id}", "")["bot"]


async def examine_game(url: str, report: Report, game_seconds: float) -> None:
    """Examine a service by one game alone."""
    async with client(url) as http:
        contract, _, limited = await introduced(http)
        visit = Visit(http, contract, report, limited=limited)
        await check_game(visit, QUICK, asyncio.Semaphore(), game_seconds)


class OverAtOnce(Game):
    """A game that is over as soon as it has begun."""

    async def start(self) -> None:
        await super().start()
        for name in ("left", "right"):
            await self.visit.read("POST", f"{self.path}/abort", self.guests[name], body={}, key=new_key())


async def test_a_game_that_is_over_at_once_is_followed_to_its_end(live: Service) -> None:
    async with client(url_of(live)) as http, asyncio.timeout(PATIENCE_SECONDS):
        contract, _, limited = await introduced(http)
        visit = Visit(http, contract, Report(), limited=limited)
        game = OverAtOnce(visit, await visit.read("GET", f"/v1/games/{QUICK}"))

        followers = await played(game)

    assert followers["me"].entries[-1]["event"]["type"] == "table_aborted"


@pytest.mark.parametrize("service", faults.SERVICES, ids=lambda service: "-".join(each.__name__ for each in service))
def test_a_service_that_breaks_promises_is_told_which_and_how(
    reports: Mapping[object, Examined], service: tuple[type[Fault], ...]
) -> None:
    told = broken(reports[service])

    assert set(told) == {name for fault in service for name in fault.broken}, (told, reports[service].broken_off)
    for fault in service:
        assert [name for name, hint in fault.broken.items() if hint not in told[name]] == [], (fault, told)


def test_each_promise_is_broken_by_some_service_that_is_found_out() -> None:
    assert {fault for service in faults.SERVICES for fault in service} == FAULTS
    assert NAMES - {name for fault in FAULTS for name in fault.broken} == {"finished"}


@pytest.mark.parametrize("free", [None, "commands", "reads", "streams"])
async def test_an_answer_need_not_say_what_is_left_where_an_operator_has_set_no_limit(free: str | None) -> None:
    quotas = {name: 0 if name == free else 600 for name in ("commands", "reads", "streams", "requests")}
    limits = {"enforced": True, "budgets": [{"name": name, "quota": quota} for name, quota in quotas.items()]}
    documents = {"/openapi.json": {"paths": {}}, "/v1/games": {"games": []}, "/v1/limits": limits}
    transport = httpx.MockTransport(lambda request: httpx.Response(200, json=documents[request.url.path]))
    async with httpx.AsyncClient(base_url="http://parlour.test", transport=transport) as http:
        _, _, limited = await introduced(http)

    assert limited is (free is None)


async def test_a_line_that_is_cut_off_is_no_breach_of_the_contract() -> None:
    heartbeat = {"type": "heartbeat", "cursor": "1"}
    by_proxy = httpx.MockTransport(lambda _: httpx.Response(200, text=f'{json.dumps(heartbeat)}\n{{"type": "ev'))
    async with httpx.AsyncClient(base_url="http://parlour.test", transport=by_proxy) as http:
        visit = Visit(http, Contract({"paths": {}}), Report(), limited=False)
        stream = lines(visit, "/v1/me/stream", Guest("1", "parlour_1"))

        assert await anext(stream) == heartbeat
        with pytest.raises(httpx.TransportError):
            await anext(stream)


async def test_a_stream_that_is_put_off_is_asked_for_again() -> None:
    heartbeat = {"type": "heartbeat", "cursor": "1"}
    answers = iter(
        [httpx.Response(429, headers={"Retry-After": "0"}), httpx.Response(200, text=json.dumps(heartbeat) + "\n")]
    )
    report = Report()
    transport = httpx.MockTransport(lambda _: next(answers))
    async with httpx.AsyncClient(base_url="http://parlour.test", transport=transport) as http:
        visit = Visit(http, Contract({"paths": {}}), report, limited=False)

        told = [line async for line in lines(visit, "/v1/tables/t_1/stream", Guest("1", "parlour_1"))]

    assert (told, report.put_off) == ([heartbeat], {429: 1})


async def test_a_stream_that_is_put_off_for_ever_is_given_up() -> None:
    transport = httpx.MockTransport(lambda _: httpx.Response(503, headers={"Retry-After": "0"}))
    async with httpx.AsyncClient(base_url="http://parlour.test", transport=transport) as http:
        visit = Visit(http, Contract({"paths": {}}), Report(), limited=False)

        with pytest.raises(NotUnderstood, match="GET /v1/me/stream answered 503, 30 times"):
            await anext(lines(visit, "/v1/me/stream", Guest("1", "parlour_1")))


async def test_a_game_that_does_not_end_is_found_out(live: Service) -> None:
    report = Report()

    await examine_game(url_of(live), report, game_seconds=0)

    told = broken(examined(url_of(live), report, 0))
    assert set(told) == {"finished"}
    assert f"{QUICK}: not over after 0 s" in told["finished"]


# The command


class IsBusy(Fault):
    """Every fifth look at a table is put off."""

    def __init__(self) -> None:
        self.looks = 0

    def response(self, request: Request, response: Response) -> Response:
        is_look = request.method == "GET" and request.path.endswith("/view") and response.status == 200
        self.looks += is_look
        if not is_look or self.looks % 5:
            return response
        headers = response.headers | {"content-type": "application/problem+json", "retry-after": "0"}
        problem = {"type": "about:blank", "title": "Busy", "detail": "Later.", "code": "unavailable", "status": 503}
        return Response(503, headers, json.dumps(problem).encode())


class LosesItsEnd(Fault):
    """Now and then the service goes on from a backup: the last events are lost, and the same happens once more."""

    def __init__(self) -> None:
        self.feeds: set[str] = set()

    def line(self, request: Request, line: bytes) -> Iterable[bytes]:
        head, brace, rest = line.partition(b"{")
        document = json.loads(brace + rest) if brace else {}
        if document.get("type") != "event" or document["entry"]["version"] % 9 or request.path.startswith("/v1/me"):
            return (line,)
        last = document["entry"]["version"] - 1
        lost = [{"table": document["table"], "version": last}]
        said = {"type": "history_lost", "cursor": str(last), "tables": lost}
        return line, head + json.dumps(said).replace(" ", "").encode() + b"\n", line

    def response(self, request: Request, response: Response) -> Response:
        if "/events?after=" not in request.path or response.status != 200 or not response.json["events"]:
            return response
        who, after = request.headers["Authorization"], response.json["events"][0]["version"] - 1
        if after < 9 or who in self.feeds:
            return response
        self.feeds.add(who)
        problem = {"type": "about:blank", "title": "Lost", "detail": "Go on.", "code": "history_lost", "status": 410}
        headers = response.headers | {"content-type": "application/problem+json"}
        problem["instance"] = response.headers["x-request-id"]
        return Response(410, headers, json.dumps({**problem, "version": after - 5}).encode())


def test_a_service_that_puts_requests_off_and_goes_on_from_a_backup_keeps_the_contract(run: Run, live: Service) -> None:
    with Proxy(live.port, Together(HasLittle(), IsBusy(), LosesItsEnd())) as proxy:
        result = run("conformance", proxy.url, "--game", QUICK)

    assert result.exit_code == 0, result.stdout
    assert "put off: 503 " in result.stdout
    assert result.stdout.endswith("The contract is kept.\n")
    assert result.stderr == ""


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        ((), 2, "Missing argument 'URL'"),
        (("localhost:8000",), 2, "is not the URL of a service"),
        (("http://127.0.0.1:1",), 3, "Is it running?"),
        (("http://[",), 3, "No service answers at http://["),
    ],
)
def test_where_there_is_no_service_the_exit_code_says_so(
    run: Run, arguments: tuple[str, ...], code: int, told: str
) -> None:
    result = run("conformance", *arguments)

    assert (result.exit_code, result.stdout) == (code, "")
    assert told in result.stderr


def test_a_game_that_the_service_does_not_have_is_a_mistake_of_usage(run: Run, live: Service) -> None:
    result = run("conformance", url_of(live), "--game", "bridge")

    assert result.exit_code == 2
    assert "There is no game 'bridge' here" in result.stderr


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (
            lambda response: response.with_json({"paths": []}),
            "GET /openapi.json is not what the contract has: AttributeError",
        ),
        (lambda response: Response(200, response.headers, b"<html>"), "GET /openapi.json answered no JSON"),
        (lambda response: Response(404, response.headers, b""), "GET /openapi.json answered 404"),
    ],
    ids=["no operations", "no document", "nothing"],
)
def test_a_server_without_a_contract_is_not_examined(
    run: Run, live: Service, change: Callable[[Response], Response], why: str
) -> None:
    class Another(Fault):
        def response(self, request: Request, response: Response) -> Response:
            return change(response)

    with Proxy(live.port, Another()) as proxy:
        result = run("conformance", proxy.url)

    assert (result.exit_code, result.stdout) == (3, "")
    assert f"There is no service at {proxy.url} that has a contract and games: {why}" in result.stderr


class GoesAway(Fault):
    """Moves get no answer."""

    def request(self, request: Request) -> Request:
        if request.is_move:
            raise Cut
        return request


class ForgetsDecisions(Fault):
    """Views do not have what the contract promises."""

    def response(self, request: Request, response: Response) -> Response:
        right = request.path.endswith("/view") and response.status == 200
        return response.with_json({"table": response.json["table"]}) if right else response


@pytest.mark.parametrize(
    ("fault", "why"),
    [
        (GoesAway(), "/moves was not answered: "),
        (ForgetsDecisions(), "/view was answered in another form than the contract has: KeyError: 'decision'"),
    ],
    ids=lambda each: type(each).__name__,
)
async def test_what_cannot_be_examined_is_told(live: Service, fault: Fault, why: str) -> None:
    report = Report()
    with Proxy(live.port, fault) as proxy:
        await examine_game(proxy.url, report, GAME_SECONDS)

    found = examined(proxy.url, report, 0)
    [reason] = found.broken_off
    assert reason.startswith(f"{QUICK}: ")
    assert why in reason
    assert (found.kept, broken(found), report.under_way, report.done) == (False, {}, [], 1)


class Interrupts(Fault):
    """At the first move that anybody makes, the user presses Ctrl-C."""

    def __init__(self) -> None:
        self.process: subprocess.Popen[str] | None = None

    def request(self, request: Request) -> Request:
        if request.is_move and self.process is not None:
            self.process.send_signal(signal.SIGINT)
            self.process = None
        return request


def test_a_person_who_interrupts_it_is_told_what_was_found_until_then(live: Service) -> None:
    fault = Interrupts()
    with Proxy(live.port, fault) as proxy:
        fault.process = process = subprocess.Popen(
            [*PARLOUR, "conformance", proxy.url, "--game", QUICK], stdout=subprocess.PIPE, text=True
        )
        told, _ = process.communicate(timeout=PATIENCE_SECONDS)

    assert process.returncode == 1
    assert re.search(r"^kept\tanswers\t\w+\t[1-9]", told, re.MULTILINE)
    assert "Broken off: interrupted" in told
    assert told.endswith("The examination has come to no end; as far as it came, the contract is kept.\n")


# The report


@pytest.fixture
def found() -> Examined:
    report = Report()
    report.see("head", holds=True, fault="")
    for number in range(7):
        report.see("problem", holds=False, fault=f"[fault {number}]\x1b[2J")
    report.races["decision_over"] = 2
    report.put_off[429] = 3
    return examined("http://here", report, 1.5)


def test_a_report_counts_all_and_tells_some(found: Examined) -> None:
    lines = "\n".join(as_lines(found))

    assert not found.kept
    assert "kept\tanswers\thead\t1\t0\t" in lines
    assert "broken\tanswers\tproblem\t7\t7\t" in lines
    assert lines.count("[fault") == 5
    assert "[fault 0]\\x1b[2J\n" in lines
    assert "not seen\tanswers\tetag\t0\t0\t" in lines
    assert "8 observations in 1.5 s; too late: decision_over 2; put off: 429 3." in lines
    assert lines.endswith("The contract is broken.")


def test_on_a_terminal_it_is_a_table(found: Examined) -> None:
    out = io.StringIO()

    Console(file=out, width=160).print(as_table(found))

    shown = out.getvalue()
    for text in (
        "http://here",
        "not seen",
        "Every answer names its request.",
        r"[fault 0]\x1b[2J",
        "The contract is broken.",
    ):
        assert text in shown


@pytest.mark.parametrize(
    ("one", "other", "told"),
    [
        ({"a": [1, {"b": 2}]}, {"a": [1, {"b": 2}]}, ""),
        ({"a": [1, {"b": 2}]}, {"a": [1, {"b": "x"}]}, '/a/1/b is 2, not "x"'),
        ({"a": 1}, {"a": 1, "b": 2}, "/b is missing"),
        ({"a": 1, "b": 2}, {"a": 1}, "/b is new"),
        ([1], [1, 2], "it is [1], not [1,2]"),
    ],
)
def test_of_two_documents_it_is_told_where_they_differ(one: Document, other: Document, told: str) -> None:
    assert difference(one, other) == told


@pytest.mark.parametrize(
    ("versions", "told"),
    [
        ([1, 2, 3], ""),
        ([1, 3, 3], "versions missing: [2], told twice: [3]"),
        ([2, 1, 3], "versions in another order, or too many"),
        ([1, 2, 3, 4], "versions in another order, or too many"),
    ],
)
def test_of_versions_it_is_told_which_are_missing(versions: list[int], told: str) -> None:
    assert gaps(versions, [1, 2, 3]) == told


# What it goes by


def test_a_path_of_a_contract_is_no_pattern() -> None:
    paths = ("/v1/(a+)+b", "/v1/(", "/v1/x.y", "/v1/x.y/{table}/{seat}")
    contract = Contract({"paths": {path: {"get": {"operationId": path, "responses": {}}} for path in paths}})

    def found(path: str) -> str | None:
        operation = contract.operation("GET", path)
        return None if operation is None else operation.name

    assert [found(path) for path in ("/v1/(a+)+b", "/v1/x.y/1/2")] == [paths[0], paths[3]]
    assert [found(path) for path in ("/v1/aab", "/v1/x-y", "/v1/x.y/1", "/v1/x.y/1/2/3")] == [None] * 4


def test_it_knows_nothing_but_what_a_service_says_of_itself() -> None:
    modules = {
        name
        for file in PACKAGE.glob("*.py")
        for node in ast.walk(ast.parse(file.read_text()))
        for name in imported(node)
        if name.partition(".")[0] in {"domain", "projections", "service"}
    }

    assert {
        name for name in modules if not name.startswith(("service.cli.bounds", "service.cli.co", "service.cli.texts"))
    } == set()


def imported(node: ast.AST) -> list[str]:
    """Return the modules that a statement imports."""
    if isinstance(node, ast.ImportFrom):
        return [node.module or ""]
    return [alias.name for alias in node.names] if isinstance(node, ast.Import) else []


def test_games_are_made_short_by_their_schema() -> None:
    schema = {
        "$ref": "#/$defs/Options",
        "$defs": {
            "Options": {
                "properties": {
                    "players": {"type": "integer", "minimum": 2, "default": 4},
                    "deals": {"type": "integer", "minimum": 1, "default": 100},
                    "limit": {"anyOf": [{"type": "integer", "minimum": 5, "default": 9}, {"type": "null"}]},
                    "dealer": {"type": "integer", "minimum": 0},
                    "leading": {"enum": ["one", "other"]},
                    "pause_ms": {"type": "integer", "minimum": 0, "default": 10_000},
                    "turn_ms": {"anyOf": [{"type": "integer", "minimum": 5_000}, {"type": "null"}], "default": 60_000},
                }
            }
        },
    }

    assert shortest(schema, 3) == {"players": 3, "deals": 1, "limit": 5, "pause_ms": 500, "turn_ms": 5_000}


CARDS = {
    "deck": ["10H", "KS", "JK"],
    "faces": {"10H": {"name": "ten of hearts"}, "KS": {"name": "King of Swords"}, "JK": {"name": "joker"}},
}


@pytest.mark.parametrize(
    ("part", "cards"),
    [
        ({"hand": ["10H", "K"], "10": "KSS"}, {"10H"}),
        ({"KS": 1}, {"KS"}),
        ("Seat 1 plays the King of Swords.", {"KS"}),
        (["JK=10H", None, 3], {"JK"}),
        ("nineteen of hearts; often of hearts", set()),
    ],
)
def test_cards_are_found_by_code_and_by_name(part: Document, cards: set[str]) -> None:
    assert Faces(CARDS).within(part) == cards


def test_what_a_card_is_laid_for_is_told_with_it() -> None:
    assert Faces(CARDS).stood_for({"type": "lay", "cards": ["JK=10H", "KS"], "why": "a=b"}) == {"10H"}

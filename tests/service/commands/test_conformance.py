"""`parlour conformance`: this service keeps the contract, and one that breaks a promise is found out."""

import ast
import io
import json
from pathlib import Path

import pytest
from rich.console import Console

from domain import GAMES
from service.commands.conformance import Examined, as_lines, as_table
from service.commands.conformance.contract import Document, shortest
from service.commands.conformance.promises import PROMISES, Report
from service.commands.conformance.secrecy import Faces
from tests.proxy import Asked, Fault, Proxy, Told
from tests.service.commands import faults
from tests.service.commands.conftest import Run
from tests.serving import Service

PACKAGE = Path(__file__).parents[3] / "service" / "commands" / "conformance"
QUICK = "literature"
FAULTS = [each for each in vars(faults).values() if isinstance(each, type) and issubclass(each, Fault) and each.broken]
NAMES = {name for promises in PROMISES.values() for name in promises}


def url_of(service: Service) -> str:
    return f"http://127.0.0.1:{service.port}"


def test_this_service_keeps_the_contract_with_every_game(run: Run, live: Service) -> None:
    result = run("conformance", url_of(live), "--json")

    found = json.loads(result.stdout)
    assert result.exit_code == 0, [each for each in found["promises"] if each["broken"]]
    assert (found["kept"], found["broken_off"]) == (True, None)
    assert {each["name"] for each in found["promises"] if each["seen"]} == NAMES
    assert next(each["seen"] for each in found["promises"] if each["name"] == "finished") == len(GAMES)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: str(fault.__name__))
def test_a_service_that_breaks_a_promise_is_found_out(run: Run, live: Service, fault: type[Fault]) -> None:
    with Proxy(live.port, fault()) as proxy:
        result = run("conformance", proxy.url, "--game", QUICK, "--json")

    assert result.exit_code == 1, (result.exception, result.stderr)
    found = json.loads(result.stdout)
    broken = {each["name"] for each in found["promises"] if each["broken"]}
    assert fault.broken <= broken, (broken, found["broken_off"])


def test_a_proxy_that_does_nothing_wrong_breaks_nothing(run: Run, live: Service) -> None:
    with Proxy(live.port, Fault()) as proxy:
        result = run("conformance", proxy.url, "--game", QUICK)

    assert result.exit_code == 0
    assert result.stdout.endswith("The contract is kept.\n")


def test_each_promise_is_broken_by_some_service_that_is_found_out() -> None:
    assert NAMES - {name for fault in FAULTS for name in fault.broken} == {"finished"}


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        ((), 2, "Missing argument 'URL'"),
        (("localhost:8000",), 2, "is not the URL of a service"),
        (("http://127.0.0.1:1",), 3, "Is it running?"),
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


def test_what_is_no_contract_is_told_as_such(run: Run, live: Service) -> None:
    class Another(Fault):
        def told(self, asked: Asked, told: Told) -> Told:
            return told.with_json({"paths": []})

    with Proxy(live.port, Another()) as proxy:
        result = run("conformance", proxy.url)

    assert result.exit_code == 1
    assert "Broken off there: AttributeError" in result.stdout


# The report


@pytest.fixture
def found() -> Examined:
    report = Report()
    report.see("head", holds=True, fault="")
    for number in range(7):
        report.see("problem", holds=False, fault=f"[fault {number}]")
    return Examined("http://here", report.kept, 1.5, None, {"decision_over": 2}, report.found())


def test_a_report_counts_all_and_tells_some(found: Examined) -> None:
    lines = "\n".join(as_lines(found))

    assert not found.kept
    assert "kept\tanswers\thead\t1\t0\t" in lines
    assert "broken\tanswers\tproblem\t7\t7\t" in lines
    assert lines.count("[fault") == 5
    assert "not seen\tanswers\tetag\t0\t0\t" in lines
    assert "8 observations in 1.5 s; too late: decision_over 2." in lines
    assert lines.endswith("The contract is broken.")


def test_on_a_terminal_it_is_a_table(found: Examined) -> None:
    out = io.StringIO()

    Console(file=out, width=160).print(as_table(found))

    shown = out.getvalue()
    for text in ("http://here", "not seen", "Every answer names its request.", "[fault 0]", "The contract is broken."):
        assert text in shown


# What it goes by


def test_it_knows_nothing_but_what_a_service_says_of_itself() -> None:
    modules = {
        name
        for file in PACKAGE.glob("*.py")
        for node in ast.walk(ast.parse(file.read_text()))
        for name in imported(node)
        if name.partition(".")[0] in {"domain", "projections", "service"}
    }

    assert {name for name in modules if not name.startswith("service.commands.co")} == set()


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
                }
            }
        },
    }

    assert shortest(schema, 3) == {"players": 3, "deals": 1, "limit": 5}


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

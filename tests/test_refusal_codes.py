"""A code of a refusal is written once in the program; a command, an operation or a check that has it names it."""

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from litestar.status_codes import HTTP_409_CONFLICT

import domain
from domain import codes
from domain.table import COMMANDS
from domain.tournament import TOURNAMENT_COMMANDS
from service.http.contract.operation_specs import OPERATIONS
from service.http.problems import CODES
from service.http.resources.access import SAME_DECK
from service.records.opening import RECORD_CLOSED
from tests.domain.rulebooks import COMMON, GAMES_FOLDER, codes_in

ROOT = Path(domain.__file__).parent.parent
DECLARED = {name: value for name, value in vars(codes).items() if name.isupper()}
OF_COMMANDS = {code for kind in (*COMMANDS, *TOURNAMENT_COMMANDS) for code in kind.refusals}

RAISED = {"Refused", "Overtaken", "refusal"}
"""What makes a refusal of a code, which comes first."""


def codes_written(tree: ast.AST) -> Iterator[str]:
    """Yield the codes that a module writes as texts: where it refuses something, and in lists of refusals."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=name), args=[ast.Constant(value=str() as code), *_]) if name in RAISED:
                yield code
            case ast.Assign(targets=[ast.Name(id="refusals")], value=ast.Tuple(elts=elements)):
                yield from texts(elements)
            case ast.keyword(arg="refusals" | "but", value=ast.Tuple(elts=elements)):
                yield from texts(elements)


def texts(elements: list[ast.expr]) -> Iterator[str]:
    """Yield the texts among the elements of a tuple."""
    yield from (each.value for each in elements if isinstance(each, ast.Constant) and isinstance(each.value, str))


def test_codes_that_are_written_as_texts_are_found() -> None:
    written = """
raise Refused("one", "It is not so.")
TWO = refusal("two", "Nor is it so.")
class Ask:
    refusals = ("three", codes.FOUR)
asking = Operation(tag="tables", refusals=(*either(Ask, but=("five",)), "six"))
"""
    assert sorted(codes_written(ast.parse(written))) == ["five", "one", "six", "three", "two"]


def test_a_code_is_written_once() -> None:
    modules = [path for room in ("domain", "projections", "service") for path in (ROOT / room).rglob("*.py")]
    shared = [path for path in modules if GAMES_FOLDER not in path.parents]
    written = Counter([code for path in shared for code in codes_written(ast.parse(path.read_text()))])

    assert [code for code, number in (written + Counter(DECLARED.values())).items() if number > 1] == []
    assert all(name.lower() == code for name, code in DECLARED.items())


def test_what_is_declared_is_what_commands_and_all_games_refuse_with() -> None:
    assert OF_COMMANDS - {*DECLARED.values()} == set(), "declare it in `domain/codes.py`"
    assert {*DECLARED.values()} - OF_COMMANDS - codes_in(COMMON) == set(), "no command has it in its `refusals`"


def test_operations_promise_no_refusal_that_is_not_declared() -> None:
    promised = {code for operation in OPERATIONS.values() for code in operation.refusals}

    assert promised - {*DECLARED.values()} == {SAME_DECK, RECORD_CLOSED}


def test_a_code_of_the_rules_that_the_service_has_too_has_one_status() -> None:
    shared = CODES.keys() & DECLARED.values()

    assert {CODES[code][0] for code in shared} == {HTTP_409_CONFLICT}

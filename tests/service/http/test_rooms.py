"""The rooms of `service/http` stand above one another: imports run from a room to those below it."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from service import http

HTTP = Path(http.__file__).parent

BELOW = {
    "faults": set(),
    "problems": {"faults"},
    "exchange": {"problems"},
    "services": {"problems"},
    "middleware": {"faults", "problems", "exchange", "services"},
    "wire": {"faults", "problems", "exchange", "services", "middleware"},
    "resources": {"faults", "problems", "exchange", "services", "middleware", "wire"},
    "guide": {"problems", "services", "middleware", "wire"},
    "oauth": {"problems", "exchange", "services", "middleware", "wire"},
    "routes": {"faults", "problems", "middleware", "wire", "resources", "guide", "oauth"},
    "contract": {"problems", "middleware", "wire", "resources", "routes"},
}
"""Which rooms, and modules of the ground floor, each of them may use."""


def imported(code: str) -> Iterator[str]:
    """Yield the rooms of `service/http` that a module imports from."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.ImportFrom) and f"{node.module}.".startswith("service.http."):
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
            yield next(name.split(".")[2] for name in names if name and name.count(".") > 1)


@pytest.mark.parametrize("room", BELOW)
def test_a_room_uses_only_those_below_it(room: str) -> None:
    modules = [*(HTTP / room).rglob("*.py"), *HTTP.glob(f"{room}.py")]

    assert modules
    assert {found for module in modules for found in imported(module.read_text())} <= BELOW[room] | {room}


def test_every_module_stands_in_a_room() -> None:
    assert {path.relative_to(HTTP).parts[0].removesuffix(".py") for path in HTTP.rglob("*.py")} == {*BELOW, "__init__"}


def test_an_import_is_seen_in_either_form() -> None:
    code = "from service.http import problems\nfrom service.http.wire.tables import Feed\nimport service.play"

    assert list(imported(code)) == ["problems", "wire"]

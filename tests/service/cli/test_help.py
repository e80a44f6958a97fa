"""The help of `parlour` itself: every command is there in a line of its own, and none is imported for it."""

import ast
import subprocess
import sys
from pathlib import Path

import click
import pytest

import service.cli
from service.cli import COMMANDS, parlour
from tests.service.cli.conftest import Run

WIDTH = 80
"""Columns of a terminal."""

LOADED = """
import sys
from service.cli import parlour
parlour(["--help"], standalone_mode=False)
print(*(name for name in sys.modules if name.startswith("service.")), file=sys.stderr)
"""


def test_each_command_has_a_line(run: Run) -> None:
    shown = run("--help").output

    lines = [line.split(maxsplit=1) for line in shown.partition("Commands:\n")[2].splitlines()]
    assert lines == [[name, text] for name, text in COMMANDS.items()]
    assert max(map(len, shown.splitlines())) <= WIDTH


@pytest.mark.parametrize("name", COMMANDS)
def test_no_line_about_a_command_is_cut_off(run: Run, name: str) -> None:
    lines = run(name, "--help").output.partition("Commands:\n")[2].splitlines()

    assert not [line for line in lines if line.endswith("...")]


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_is_there(name: str) -> None:
    found = parlour.get_command(click.Context(parlour), name)

    assert found is not None
    assert found.name == name


def commands_in(path: Path) -> set[str]:
    """Return the names of the functions of a module that are commands."""
    return {
        node.name
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef) and any("click" in ast.unparse(each) for each in node.decorator_list)
    }


def test_no_command_is_forgotten() -> None:
    folder = Path(service.cli.__file__).parent
    modules = {path.stem: path for path in folder.glob("*.py")}
    packages = {path.parent.name: path for path in folder.glob("*/__init__.py")}

    assert {name for name, path in (modules | packages).items() if name in commands_in(path)} == COMMANDS.keys()


def test_no_command_is_imported() -> None:
    shown = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True)

    assert shown.stderr.split() == ["service.cli"]

"""No test uses what is private to the program.

Ruff sees private names of other objects (SLF001), which no test excepts, and not those that a class has inherited.
"""

import ast
import inspect
import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import pytest

TESTS = Path(__file__).parent
EXTENDING = re.compile(r"^ *class \w+(\[.*\])?\(", re.MULTILINE)
PROGRAM = ("domain", "projections", "service", "openapi")


class Place(NamedTuple):
    """A class, by its module and its name."""

    module: str
    name: str


@cache
def tree_of(module: str) -> ast.Module:
    """Return what a module of the tests says; nothing, if it is of somebody else, or no class in it extends another."""
    path = TESTS.parent / module.replace(".", "/")
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    text = file.read_text() if file.is_relative_to(TESTS) else ""
    return ast.parse(text if EXTENDING.search(text) else "")


def place_of(base: ast.expr, module: str, tree: ast.Module) -> Place:
    """Return where a base of a class comes from, which a module names."""
    if isinstance(base, ast.Subscript):
        return place_of(base.value, module, tree)
    name, _, rest = ast.unparse(base).partition(".")
    if (found := imported_by(tree).get(name)) is None:
        return Place(module, name)
    return Place(".".join(found), rest) if rest else found


@cache
def imported_by(tree: ast.Module) -> Mapping[str, Place]:
    """Return where the names come from that a file imports from modules."""
    imports = [each for each in ast.walk(tree) if isinstance(each, ast.ImportFrom)]
    return {alias.asname or alias.name: Place(str(each.module), alias.name) for each in imports for alias in each.names}


@cache
def classes_of(tree: ast.Module) -> Sequence[ast.ClassDef]:
    """Return all classes in a file, also those in functions."""
    return [each for each in ast.walk(tree) if isinstance(each, ast.ClassDef)]


def extended(found: ast.ClassDef, module: str, tree: ast.Module) -> Iterator[type]:
    """Yield the classes of the program that a class of the tests extends, itself or by another one of the tests."""
    for base in found.bases:
        place = place_of(base, module, tree)
        if place.module.partition(".")[0] in PROGRAM:
            of_program = getattr(import_module(place.module), place.name)
            if isinstance(of_program, type):
                yield of_program
        else:
            there = tree if place.module == module else tree_of(place.module)
            for each in classes_of(there):
                if each.name == place.name and each is not found:
                    yield from extended(each, place.module, there)


@cache
def private_to(of_program: type) -> frozenset[str]:
    """Return the private names that a class of the program has, or gives its objects."""
    mine = [each for each in of_program.__mro__ if each.__module__.partition(".")[0] in PROGRAM]
    return frozenset(name for each in mine for name in (*vars(each), *used(source_of(each))) if is_private(name))


def source_of(of_program: type) -> ast.AST:
    """Return what the program says of a class; nothing, if the class was made by a function."""
    try:
        return ast.parse(textwrap.dedent(inspect.getsource(of_program)))
    except (OSError, TypeError):
        return ast.Module([], [])


def is_private(name: str) -> bool:
    """Return whether a name is private."""
    return name.startswith("_") and not name.endswith("__")


def used(found: ast.AST) -> Iterator[str]:
    """Yield what a class uses of itself, by name; all of it where it takes its own `vars`."""
    for each in ast.walk(found):
        match each:
            case ast.Attribute(ast.Name("self" | "cls") | ast.Call(ast.Name("super")), name):
                yield name
            case ast.Call(ast.Name("vars"), [ast.Name("self")]):
                yield "__dict__"


def faults_in(tree: ast.Module, module: str) -> list[str]:
    """Return the private names of the program that the classes of a module use or define."""
    faults = []
    for found in classes_of(tree):
        private = {name for each in extended(found, module, tree) for name in private_to(each)}
        own = {each.name for each in found.body if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)}
        names = {name for name in {*used(found), *own} if name in private or (private and name == "__dict__")}
        faults += [f"{module}: {found.name}: {name}" for name in sorted(names)]
    return faults


def test_no_test_is_excepted_from_the_rule_about_private_names() -> None:
    files = [*TESTS.rglob("*.py")]
    excepted = re.compile(r"# (noqa|ruff: noqa)[: ].*\bSLF")

    assert len(files) > 500
    assert [path.name for path in files if excepted.search(path.read_text())] == []


def test_no_class_of_the_tests_uses_a_private_name_of_the_class_that_it_extends() -> None:
    paths = [path.relative_to(TESTS.parent).with_suffix("") for path in sorted(TESTS.rglob("*.py"))]
    modules = [".".join(path.parts).removesuffix(".__init__") for path in paths]

    assert len(modules) > 500
    assert [fault for module in modules for fault in faults_in(tree_of(module), module)] == []


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("def run(self): return self._lock", ["_lock"]),
        ("def run(self): return super()._ask(1, 2)", ["_ask"]),
        ("def run(self): return vars(self)", ["__dict__"]),
        ("async def _ask(self): return 1", ["_ask"]),
        ("def run(self): self._own = self.close()", []),
    ],
)
def test_such_names_are_found(body: str, found: list[str]) -> None:
    one = f"from service.tournaments.calculator import Calculator as Base\nclass One(Base):\n    {body}\n"
    tree = ast.parse(one + "class Two(One):\n    def stop(self): return self._waiting\n")

    assert faults_in(tree, "sample") == [*(f"sample: One: {name}" for name in found), "sample: Two: _waiting"]

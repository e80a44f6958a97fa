"""Imports run one way, service → projections → domain, and the rules touch nothing of the world."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import domain

ROOT = Path(domain.__file__).parent.parent

PURE = {
    "bisect", "collections", "contextlib", "dataclasses", "enum", "functools", "hashlib", "hmac", "itertools", "json",
    "math", "operator", "re", "struct", "types", "typing", "uuid.UUID",
}  # fmt: skip
"""What the rules may use of the standard library: nothing that reads a clock, draws a number or touches a device."""

ALLOWED = {
    "domain": PURE | {"msgspec", "domain"},
    "projections": sys.stdlib_module_names | {"msgspec", "domain", "projections"},
}
EXCEPTIONS = {
    "domain/tournament/pairing/two_sided.py": {"caissify_pairings"},
    "projections/history/ratings.py": {"openskill"},
}
"""Pure functions that are the affair of a library, each behind one file: pairings by the rules of FIDE, ratings."""

IMPURE_BUILTINS = {"open", "print", "input", "eval", "exec", "compile", "__import__", "breakpoint"}

modules = pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=str(path.relative_to(ROOT)))
        for room in ALLOWED
        for path in sorted((ROOT / room).rglob("*.py"))
    ],
)


def imports(code: str) -> Iterator[str]:
    """Yield the full name of everything that a module imports, anywhere: `uuid.UUID`; relative ones with a dot."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{'.' * node.level}{node.module or ''}.{alias.name}" for alias in node.names)


def forbidden(room: str, code: str) -> list[str]:
    """Return what a module in this room must not import or, in the domain, call."""
    found = [name for name in imports(code) if not any(f"{name}.".startswith(f"{one}.") for one in ALLOWED[room])]
    if room == "domain":
        names = {node.id for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Name)}
        found += sorted(names & IMPURE_BUILTINS)
    return found


@modules
def test_a_module_imports_only_what_its_room_may(path: Path) -> None:
    name = path.relative_to(ROOT)
    found = forbidden(name.parts[0], path.read_text())
    assert {each.split(".")[0] for each in found} == EXCEPTIONS.get(name.as_posix(), set())


@pytest.mark.parametrize(
    ("room", "code", "found"),
    [
        ("domain", "import time", ["time"]),
        ("domain", "def now():\n    from datetime import datetime", ["datetime.datetime"]),
        ("domain", "import msgspec, random", ["random"]),
        ("domain", "from uuid import UUID, uuid4", ["uuid.uuid4"]),
        ("domain", "if TYPE_CHECKING:\n    from service.play.engine import Engine", ["service.play.engine.Engine"]),
        ("domain", "from projections import feed", ["projections.feed"]),
        ("domain", "from domains import GAMES", ["domains.GAMES"]),
        ("domain", "from . import table", ["..table"]),
        ("domain", "secret = open('/dev/urandom').read()", ["open"]),
        ("domain", "import collections.abc\nfrom domain.game import Game\nimport msgspec.json", []),
        ("projections", "import time\nfrom domain import GAMES", []),
        ("projections", "import redis.asyncio\nfrom asyncpg import Pool", ["redis.asyncio", "asyncpg.Pool"]),
        ("projections", "from service.play import engine\nimport litestar", ["service.play.engine", "litestar"]),
    ],
)
def test_a_forbidden_import_is_found(room: str, code: str, found: list[str]) -> None:
    assert forbidden(room, code) == found

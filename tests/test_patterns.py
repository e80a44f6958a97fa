"""Patterns by which what is sent is judged end with Z, not with a dollar, which matches before a line end, too."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]


@cache
def trees() -> list[ast.Module]:
    """Return the modules of the program. The test alone parses them: each process of several imports this file."""
    paths = [path for folder in ("domain", "projections", "service") for path in sorted((ROOT / folder).rglob("*.py"))]
    return [ast.parse(path.read_text(), str(path)) for path in paths]


def given() -> Iterator[ast.expr]:
    """Yield what is given as `pattern` anywhere in the program: a text, or the name of one."""
    for tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                yield from (each.value for each in node.keywords if each.arg == "pattern")


def texts(named: frozenset[str]) -> Iterator[str]:
    """Yield how the texts that have these names end, wherever that is said."""
    for tree in trees():
        for node in tree.body:
            if (
                isinstance(node, ast.Assign)
                and {each.id for each in node.targets if isinstance(each, ast.Name)} & named
            ):
                yield from ending(node.value)


def ending(expression: ast.expr) -> Iterator[str]:
    """Yield the last part of a text."""
    last = list(ast.walk(expression))[-1] if isinstance(expression, ast.JoinedStr | ast.BinOp) else expression
    if isinstance(last, ast.Constant) and isinstance(last.value, str):
        yield last.value


def test_no_pattern_matches_a_line_end_after_what_it_says() -> None:
    found = list(given())
    names = frozenset(each.id for each in found if isinstance(each, ast.Name))
    patterns = [*(text for each in found for text in ending(each)), *texts(names)]

    assert len(patterns) > len(names) > 2
    assert not [each for each in patterns if each.endswith("$")]

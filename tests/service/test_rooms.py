"""The rooms of `service/` use one another as its README says, and none leads back to itself."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import service

SERVICE = Path(service.__file__).parent
ROW = re.compile(r"^\| `(\w+)/` \|.*\| ([^|]+) \|$", re.MULTILINE)


def rooms_in_readme() -> dict[str, set[str]]:
    """Return which rooms each room uses, by the table in the README."""
    found: dict[str, set[str]] = {}
    for room, uses in ROW.findall((SERVICE / "README.md").read_text()):
        above = set(found) if "all of the above" in uses else set()
        found[room] = above | set(re.findall(r"`(\w+)`", uses))
    return found


USES = rooms_in_readme()


def imported(room: str) -> Iterator[str]:
    """Yield the other rooms that a room imports from."""
    for path in (SERVICE / room).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and f"{node.module}.".startswith("service."):
                names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
                other = next(name.split(".")[1] for name in names if name and "." in name)
                if other != room and (SERVICE / other).is_dir():
                    yield other


def test_the_readme_has_every_room() -> None:
    assert set(USES) == {path.parent.name for path in SERVICE.glob("*/__init__.py")}


@pytest.mark.parametrize("room", USES)
def test_a_room_uses_those_that_the_readme_names(room: str) -> None:
    found = set(imported(room))

    assert found <= USES[room]
    assert found == USES[room] or room in {"http", "cli"}


def test_no_room_leads_back_to_itself() -> None:
    """But for the page, whose files and HTTP use each other."""
    uses = {room: used - {"page"} for room, used in USES.items()}
    while low := {room for room, used in uses.items() if not used}:
        uses = {room: used - low for room, used in uses.items() if room not in low}

    assert uses == {}

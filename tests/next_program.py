"""The next version of the program: a copy of this one, with what a release may change of rules and of shapes.

- Literature has version 2 of its rules: the team with fewer points wins. Version 1 stays, as `domain/README.md` says.
- The table's event `seat_left` has another shape.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
ROOMS = ("domain", "projections", "service")

CHANGES: dict[str, tuple[tuple[str, str], ...]] = {
    "domain/games/literature/rules.py": (("int(second > first)", "int(second < first)"),),
    "domain/games/literature/__init__.py": (('rules_version="1"', 'rules_version="2"'),),
    "domain/games/literature/v1/__init__.py": (
        (
            "import choices, layout, messages, options, prompts, rules, state, view\n",
            "import choices, layout, messages, options, prompts, state, view\n",
        ),
        (
            "from domain.games.literature.view import View\n",
            "from domain.games.literature.v1 import rules\nfrom domain.games.literature.view import View\n",
        ),
    ),
    "domain/__init__.py": (
        (
            "from domain.games.literature import LITERATURE\n",
            "\\g<0>from domain.games.literature.v1 import LITERATURE as LITERATURE_1\n",
        ),
        ("tuple[str, str], AnyGame] = {", '\\g<0>("literature", "1"): LITERATURE_1, '),
    ),
    "domain/table/events.py": (
        ("class SeatLeft(SeatEvent, frozen=True):", 'class SeatLeft(SeatEvent, frozen=True, tag="seat_left.2"):'),
        ('Who freed the seat; absent: its player left.")]] = UNSET\n', "\\g<0>    told: ToAll[bool] = True\n"),
    ),
    "domain/table/upcasting.py": (
        (
            "Callable[[Json], Json]] = {",
            '\\g<0>"seat_left": lambda old: {**old, "type": "seat_left.2", "told": False}, ',
        ),
    ),
}


def next_program(folder: Path) -> Path:
    """Write the next version of the program to a folder, and return that."""
    for room in ROOMS:
        # With its bytecode: to compile all takes longer. What another process is just writing soon has another name.
        shutil.copytree(ROOT / room, folder / room, ignore=shutil.ignore_patterns("*.pyc.*"))
    literature = folder / "domain" / "games" / "literature"
    (literature / "v1").mkdir()
    for module in ("__init__.py", "rules.py"):
        shutil.copy(literature / module, literature / "v1" / module)
    for name, places in CHANGES.items():
        file = folder / name
        text = file.read_text()
        for old, new in places:
            assert text.count(old) == 1, f"{name} has no such place, or several: {old}"
            text = text.replace(old, new.replace("\\g<0>", old))
        file.write_text(text)
    return folder


def run(program: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Return how a command of `parlour` of a version of the program ended."""
    command = [sys.executable, "-c", "from service.cli import parlour; parlour()", *arguments]
    environment = os.environ | {"PYTHONPATH": str(program)}
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=program, env=environment)

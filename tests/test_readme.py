"""The README is true: its commands run line by line, and it names the games and folders that there are."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from domain import GAMES
from tests.ports import free_port

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.fixture
def port(tmp_path: Path) -> Iterator[int]:
    """Run the service as the README says, on a free port."""
    number = free_port()
    command = [sys.executable, "-c", "from service.cli import parlour; parlour()", "serve"]
    options = ["--port", str(number), "--operations-port", "0", "--data", str(tmp_path / "data")]
    service = subprocess.Popen([*command, *options], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=ROOT)
    try:
        assert service.stdout is not None
        while b"Parlour listens" not in (line := service.stdout.readline()):
            assert line, "the service did not start"
        yield number
    finally:
        service.terminate()
        service.communicate()


def walk(port: int, folder: Path) -> str:
    """Return the bash blocks of the README as one script, for another port and another place of the commands."""
    lines = "\n".join(re.findall(r"```bash\n(.*?)```", README, re.DOTALL))
    parlour = f"{sys.executable} -c 'from service.cli import parlour; parlour()'"
    lines = lines.replace(".venv/bin/python", sys.executable).replace(".venv/bin/parlour", parlour)
    lines = lines.replace("http://127.0.0.1:8000", f"http://127.0.0.1:{port}")
    for file in ("game.json", "my-tournament.json"):
        lines = lines.replace(file, f"{folder}/{file}")
    return f"set -euo pipefail\nexport PARLOUR_URL=http://127.0.0.1:{port}\n{lines}"


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed")
def test_the_walk_with_curl_works_line_by_line(port: int, tmp_path: Path) -> None:
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        ["bash", "-c", walk(port, tmp_path)], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stderr
    view, *_ = done.stdout.partition('{"version"')
    assert '"decision"' in view or '"hand"' in view
    first, second = re.findall(r'\{"version":\d+,"events":\[.*?\]\}(?=[{\n]|$)', done.stdout)[:2]
    assert first == second, "a retried move is answered the same"
    assert (tmp_path / "game.json").stat().st_size > 1000


def numbers(text: str) -> tuple[int, ...]:
    """Return the numbers of players that a cell of the table names: `2–4, one team` → 2, 3, 4."""
    first, last = re.match(r"(\d+)(?:–(\d+))?", text).groups()  # type: ignore[union-attr] # a cell that names none fails
    return tuple(range(int(first), int(last or first) + 1))


def test_the_table_of_games_is_that_of_the_catalogue() -> None:
    rows = re.findall(r"^\| \*\*(.+?)\*\*.* `(\w+)` \| (.+?) \| (.+?) \| .*\]\((\S+)\) \|$", README, re.MULTILINE)
    told = {
        game: (title, numbers(players), {"players", "dealer", *re.findall(r"`(\w+)`", options)}, rulebook)
        for title, game, players, options, rulebook in rows
    }

    assert told == {
        game.id: (game.title, game.players, set(game.Options.__struct_fields__), f"domain/games/{game.id}/rulebook.md")
        for game in GAMES.values()
    }
    assert all((ROOT / rulebook).is_file() for *_, rulebook in told.values())


def tree() -> set[str]:
    """Return the folders that the README's tree names, each with the folder above it."""
    drawn = re.search(r"^```\n(domain/ .*?)```", README, re.DOTALL | re.MULTILINE)
    assert drawn is not None
    parent, found = "", set()
    for indent, name in re.findall(r"^( *)(\w+)/  ", drawn[1], re.MULTILINE):
        parent = parent if indent else name
        found.add(f"{parent}/{name}" if indent else name)
    return found


def packages() -> set[str]:
    """Return the folders of code, and within the three floors of the house each package."""
    floors = {"domain", "projections", "service"}
    return (
        floors
        | {"openapi", "deploy", "tests"}
        | {f"{floor}/{package.parent.name}" for floor in floors for package in (ROOT / floor).glob("*/__init__.py")}
    )


def test_the_tree_names_folders_that_are_there() -> None:
    assert {name for name in tree() if not (ROOT / name).is_dir()} == set()


def test_the_tree_names_every_package() -> None:
    assert packages() - tree() == set()

"""Every file, folder, command, option, target of make and variable that a text names is there."""

import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import click
import pytest
from msgspec.structs import fields

from service.cli import COMMANDS, parlour
from service.setting_texts import variable
from service.settings import Settings

ROOT = Path(__file__).parents[1]
OF_OTHERS = {".venv", "node_modules"}
"""Folders of packages. To look through their thousands of folders, too, takes longer than all these tests."""


def readmes() -> Iterator[Path]:
    """Yield the READMEs of the project."""
    for folder, below, files in os.walk(ROOT):
        below[:] = [name for name in below if name not in OF_OTHERS]
        if "README.md" in files:
            yield Path(folder, "README.md")


READMES = sorted([*readmes(), ROOT / "CONTRIBUTING.md"])
TEXTS = [*READMES, ROOT / "SECURITY.md", *sorted((ROOT / "openapi" / "guide").glob("*.md"))]
"""What tells of the program as it is; the changelog also tells of earlier versions."""

ENDINGS = "py|md|sql|toml|sh|cfg|conf|yaml|json|css|ts|js|html|txt"
NAMED = re.compile(rf"`((?:[\w.*<>-]+/)*(?:[\w.*<>-]+\.(?:{ENDINGS})|[\w.*<>-]+/))`")
"""A file by its ending, or a folder by its last character; `*` and `<game>` stand for anything."""


def sections(text: str) -> list[str]:
    """Return the sections of a text, without blocks of code."""
    return re.split(r"^#+ ", re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE), flags=re.MULTILINE)


def missing(folder: Path, text: str) -> list[str]:
    """Return what a README in a folder names and is nowhere.

    A path is one from the README's folder, from the root, or from a place that the same section has named before, or
    from a folder in one of these.
    """
    found = []
    for section in sections(text):
        places = {folder, ROOT}
        for name in NAMED.findall(section):
            pattern = re.sub(r"<\w+>", "*", name)
            there = [path for place in places for path in (*place.glob(pattern), *place.glob(f"*/{pattern}"))]
            if not there:
                found.append(name)
            places |= {path if path.is_dir() else path.parent for path in there}
    return found


@pytest.mark.parametrize("readme", READMES, ids=[str(path.relative_to(ROOT)) for path in READMES])
def test_what_a_readme_names_is_there(readme: Path) -> None:
    assert missing(readme.parent, readme.read_text(encoding="utf-8")) == []


def test_what_is_not_there_would_be_found() -> None:
    text = "# HTTP\n`service/http/`: `routes.py`, `contract.py`.\n\n# Others\n`routes.py`, `service/house/`"

    assert missing(ROOT, text) == ["contract.py", "routes.py", "service/house/"]


MADE_BY_TOOLS = {"__pycache__", "node_modules", "build", "dist"}
BELOW = [path for path in READMES if path.parent != ROOT and not path.parent.name.startswith(".")]


@pytest.mark.parametrize("readme", BELOW, ids=[str(path.relative_to(ROOT)) for path in BELOW])
def test_a_readme_names_the_folders_beside_it(readme: Path) -> None:
    text = readme.read_text(encoding="utf-8")
    folders = {path.name for path in readme.parent.iterdir() if path.is_dir()} - MADE_BY_TOOLS

    assert [name for name in sorted(folders) if f"{name}/" not in text] == []


def test_the_readme_of_the_faults_names_each_test() -> None:
    folder = ROOT / "tests" / "faults"
    text = (folder / "README.md").read_text(encoding="utf-8")

    assert [path.name for path in sorted(folder.glob("test_*.py")) if path.name not in text] == []


every_text = pytest.mark.parametrize("text", TEXTS, ids=[str(path.relative_to(ROOT)) for path in TEXTS])

SHOWN = re.compile(r"^```\w*\n.*?^```|`[^`\n]+`", re.DOTALL | re.MULTILINE)
"""A block of code, or code within a line."""
MADE = re.compile(r"(?<![\w-])make (?:-\S+ )*([a-z][\w-]*)")
RUN = re.compile(r"(?:^|`|\$ |bin/|=\S* |--rm )parlour(?:-1)? ([a-z]+)\b([^`\n|;]*)", re.MULTILINE)
TARGETS = set(re.findall(r"^([a-z][\w-]*):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
VARIABLE = re.compile(r"\bPARLOUR_[A-Z][A-Z_]*[A-Z]\b(?!…)")
OTHER_SOURCES = [
    *(ROOT / "service" / "cli").glob("*.py"),
    *(ROOT / "deploy").rglob("*.yaml"),
    *(ROOT / "tests").rglob("*.py"),
]
"""What reads variables that are no settings of the service: commands, containers, tests."""


def code_in(text: Path) -> str:
    """Return what a text shows as code, with long commands on one line."""
    found = SHOWN.findall(text.read_text(encoding="utf-8"))
    return "\n".join(found).replace("\\\n", " ")


def options_of(command: click.Command) -> Iterator[str]:
    """Yield the options of a command, and of those below it."""
    for parameter in command.params:
        yield from (*parameter.opts, *parameter.secondary_opts)
    if isinstance(command, click.Group):
        for each in command.commands.values():
            yield from options_of(each)


def options_of_named(name: str) -> set[str]:
    """Return the options of a command of `parlour` by its name; none if there is no such command."""
    command = parlour.get_command(click.Context(parlour), name)
    return set() if command is None else {"--help", *options_of(command)}


@every_text
def test_a_command_that_a_text_names_is_there_with_its_options(text: Path) -> None:
    unknown = [
        (name, option)
        for name, rest in RUN.findall(code_in(text))
        for option in ["", *re.findall(r"(?<= )--[a-z][\w-]*", rest)]
        if name not in COMMANDS or (option and option not in options_of_named(name))
    ]

    assert unknown == []


def test_the_readme_of_the_service_lists_every_command() -> None:
    listed = re.search(r"`cli/` \| `parlour ([a-z, ]+)`", (ROOT / "service" / "README.md").read_text(encoding="utf-8"))

    assert listed is not None
    assert listed[1].split(", ") == [*COMMANDS]


@every_text
def test_a_target_of_make_that_a_text_names_is_there(text: Path) -> None:
    assert set(MADE.findall(code_in(text))) - TARGETS == set()


@cache
def variables() -> set[str]:
    """Return the variables that the program, its containers or its tests read."""
    others = "\n".join(path.read_text(encoding="utf-8") for path in OTHER_SOURCES)
    return {variable(field) for field in fields(Settings)} | set(VARIABLE.findall(others))


@every_text
def test_a_variable_that_a_text_names_is_read(text: Path) -> None:
    assert set(VARIABLE.findall(text.read_text(encoding="utf-8"))) - variables() == set()

"""The guide is true: all its commands and programs run, in their order, and what they print is of the shape it shows.

Blocks of one language on one page are one session. A block `json` or `text` shows what the block before it prints.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from service.http.guide.pages import PAGES
from service.settings import Settings
from tests.serving import PATIENCE_SECONDS, Service

ROOT = Path(__file__).parents[2]
LIBRARY = ROOT / "openapi" / "clients" / "python"
PARLOUR = f"{sys.executable} -c 'from service.cli import parlour; parlour()'"
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
MARK = "\x1e"
"""Stands between what one block prints and what the next one does."""

EVENT_SOURCE = (ROOT / "tests/openapi/event_source.js").read_text(encoding="utf-8")

SESSIONS = {
    "bash": (["bash", "-c"], "set -euo pipefail\n", "printf '\\x1e'\n"),
    "python": ([sys.executable, "-c"], "", "print('\\x1e', end='', flush=True)\n"),
    "javascript": (["node", "--input-type=module", "--eval"], EVENT_SOURCE, "process.stdout.write('\\x1e');\n"),
}
SHOWN_EXACTLY = {"type", "kind", "code", "status", "title", "grade", "template", "phase", "legal", "algorithm"}
"""The fields of an answer whose values are the same each time."""


NOT_RUN = {"http", "shell"}
"""Headers, which the tests of the guide's pages compare with what is answered, and how a service is started."""


class Block(NamedTuple):
    language: str
    text: str


def blocks(page: str) -> list[Block]:
    text = (ROOT / "openapi/guide" / f"{page}.md").read_text(encoding="utf-8")
    return [Block(*found) for found in FENCE.findall(text)]


def session(page: str, language: str) -> list[tuple[str, Block | None]]:
    """Return the programs of a page in a language, each with what it is said to print."""
    found = blocks(page)
    following = [*found, Block("", "")][1:]
    return [
        (block.text, after if after.language in {"json", "text"} else None)
        for block, after in zip(found, following, strict=True)
        if block.language == language
    ]


DEFAULTS = [f"--limit-{budget}={getattr(Settings(), f'limit_{budget}')}" for budget in ("commands", "reads", "streams")]
"""The budgets of a token, as they are unless an operator sets them: they are enough to do what the pages say."""


TO_THIS_MACHINE = ["--webhooks-private=127.0.0.0/8", "--webhooks-http=true", "--webhooks-ports=0"]
"""What lets webhooks be received by the programs of a page."""


@pytest.fixture(scope="module")
def service(fresh: Callable[[], Path]) -> Iterator[Service]:
    """Give a service of their own: pages show what is in the lobby, and only they may have opened it."""
    with Service(fresh(), *DEFAULTS, *TO_THIS_MACHINE) as service:
        yield service.ready()


IN_ORDER = sorted(PAGES, key=lambda page: {"history": 0, "proving": 1}.get(page, 2))
"""The pages in the order in which they are run.

The first one shows that nothing has come since, and all others play games; the second one audits all that was played.
"""


@pytest.mark.parametrize(
    ("page", "language"), [(page, language) for page in IN_ORDER for language in SESSIONS if session(page, language)]
)
def test_what_a_page_shows_is_so(service: Service, page: str, language: str, tmp_path: Path) -> None:
    command, opening, mark = SESSIONS[language]
    if shutil.which(command[0]) is None:
        pytest.skip(f"there is no {command[0]} on this machine")
    programs = session(page, language)
    script = opening + "".join(f"{program}\n{mark}" for program, _ in programs)
    script = script.replace("http://127.0.0.1:8000", f"http://127.0.0.1:{service.port}")
    script = script.replace(".venv/bin/parlour audit", f"{PARLOUR} audit --jobs 1")  # each process takes a second
    script = script.replace(".venv/bin/parlour", PARLOUR)
    script = script.replace("python3 openapi/", f"{sys.executable} {ROOT}/openapi/")

    done = subprocess.run(
        [*command, script],
        cwd=tmp_path,
        env=os.environ
        | {"PYTHONPATH": f"{ROOT}:{LIBRARY}", "PYTHONIOENCODING": "utf-8", "PARLOUR_DATA": str(service.data)},
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE_SECONDS * 2,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    printed = done.stdout.split(MARK)
    assert len(printed) == len(programs) + 1
    for (_, shown), found in zip(programs, printed, strict=False):
        if shown is None:
            assert found == "", "what a program prints is shown"
        elif shown.language == "text":
            assert re.fullmatch(pattern(shown.text), found), found
        else:
            assert_lines_fit(shown.text, found)


def test_the_index_names_each_package_that_a_page_needs() -> None:
    before = (ROOT / "openapi/guide/index.md").read_text(encoding="utf-8").partition("## Before you begin")[2]
    named = {package.partition(".")[0].lower() for package in re.findall(r"`([\w.]+)` \(\[", before)} | {"httpx"}
    programs = "".join(block.text for page in PAGES for block in blocks(page) if block.language == "python")
    needed = set(re.findall(r"^(?:import|from) (\w+)", programs, re.MULTILINE)) - sys.stdlib_module_names

    assert needed == named


def test_each_path_of_the_contract_is_in_the_guide() -> None:
    paths = msgspec.json.decode((ROOT / "openapi/openapi.json").read_bytes())["paths"]
    guide = "".join((ROOT / "openapi/guide" / f"{page}.md").read_text(encoding="utf-8") for page in PAGES)
    ends = {path: re.findall(r"/[a-z-]+", path)[-1] for path in paths}

    assert [path for path, end in ends.items() if end not in guide] == []


def pattern(shown: str) -> str:
    """Return the regular expression of a text: `…` is anything, on a line by itself any lines."""
    lines = [
        ".*\n(?:.*\n)*?" if line == "…" else f"{'.*'.join(map(re.escape, line.split('…')))}\n"
        for line in shown.splitlines()
    ]
    return "".join(lines).removesuffix("\n") + "\n?"


def assert_lines_fit(shown: str, found: str) -> None:
    """Documents are whole, or lines of JSON; of these as many are looked at as are shown."""
    if shown.startswith("{\n") or shown.count("\n") == 1:
        assert_fits(msgspec.json.decode(shown), msgspec.json.decode(found))
        return
    lines = [each for each in found.splitlines() if each]
    assert len(lines) >= len(shown.splitlines())
    for line, real in zip(shown.splitlines(), lines, strict=False):
        assert_fits(msgspec.json.decode(line), msgspec.json.decode(real))


def assert_fits(shown: Any, found: Any, where: str = "") -> None:
    """All that is shown is there, and of the same type; what is the same each time has the same value."""
    assert type(shown) is type(found), where
    if isinstance(shown, dict):
        for name, value in shown.items():
            assert name in found, f"{where}/{name}"
            assert_fits(value, found[name], f"{where}/{name}")
            if name in SHOWN_EXACTLY and where.rpartition("/")[2] not in {"event", "moves"}:
                assert found[name] == value, f"{where}/{name}"
    elif isinstance(shown, list):
        for value in shown:
            assert any(fits(value, real, where) for real in found), where
        assert bool(shown) == bool(found), where


def fits(shown: Any, found: Any, where: str) -> bool:
    """Return whether something is as it is shown: of a list, some of it is."""
    try:
        assert_fits(shown, found, where)
    except AssertionError:
        return False
    return True


def test_nothing_shown_is_forgotten() -> None:
    languages = {block.language for page in PAGES for block in blocks(page)}

    assert languages == {*SESSIONS, "json", "text", *NOT_RUN}
    assert {page for page in PAGES for block in blocks(page) if block.language in NOT_RUN} == {
        "cors",
        "changes",
        "signing-in",
        "terminal",
        "webhooks",
    }
    for page in PAGES:
        text = (ROOT / "openapi/guide" / f"{page}.md").read_text(encoding="utf-8")
        assert text.count("\n```") == 2 * len(blocks(page))


def test_every_page_is_listed() -> None:
    assert {file.stem for file in (ROOT / "openapi/guide").glob("*")} == set(PAGES)


@pytest.mark.parametrize(
    ("shown", "found", "alike"),
    [
        ('{"a": 1}', '{"a": 2, "b": 3}', True),
        ('{"a": 1}', '{"b": 3}', False),
        ('{"a": 1}', '{"a": "1"}', False),
        ('{"a": 1}', '{"a": null}', False),
        ('{"a": [{"b": 1}]}', '{"a": [{"c": 1}]}', False),
        ('{"a": [{"b": 1}]}', '{"a": [{"c": 1}, {"b": 2}]}', True),
        ('{"a": []}', '{"a": [1]}', False),
        ('{"code": "x"}', '{"code": "y"}', False),
    ],
)
def test_shapes_are_compared(shown: str, found: str, alike: bool) -> None:
    if alike:
        assert_lines_fit(f"{shown}\n", found)
    else:
        with pytest.raises(AssertionError):
            assert_lines_fit(f"{shown}\n", found)


@pytest.mark.parametrize(
    ("shown", "found", "alike"),
    [
        ("a … b\n", "a 12 b\n", True),
        ("a … b\n", "a 12 c\n", False),
        ("a\n…\nd\n", "a\nb\nc\nd\n", True),
        ("a\nb\n", "a\n", False),
        ("a.c\n", "abc\n", False),
    ],
)
def test_texts_are_compared(shown: str, found: str, alike: bool) -> None:
    assert bool(re.fullmatch(pattern(shown), found)) is alike

"""No text that a client sends takes more time than in proportion to its length: not even the worst one does."""

import signal
import subprocess
import sys
from collections.abc import Iterable

import pytest

from tests.conftest import ROOT
from tests.service.hostile import NEVER_AGAIN, hostile
from tests.service.scanners import scanners


def scanned(names: Iterable[str], program: str = "scanners") -> tuple[int, list[str]]:
    """Run a program's scanners on hostile texts; return how that ended, and which have had their turn."""
    command = [sys.executable, "-m", f"tests.service.{program}"]
    ended = subprocess.run(command, cwd=ROOT, input="\n".join(names), stdout=subprocess.PIPE, text=True, check=False)
    return ended.returncode, ended.stdout.splitlines()


def test_no_scanner_takes_long_over_any_text() -> None:
    """A machine that stands still for a moment counts it as computing: what is slow is slow twice."""
    left = list(scanners())
    while left:
        ended, begun = scanned(left)
        assert begun == left[: len(begun)]
        assert ended == 0 or scanned(begun[-1:])[0] == 0, f"It takes too long: {begun[-1]}"
        left = left[len(begun) :]


@pytest.mark.parametrize("name", NEVER_AGAIN)
def test_a_scanner_that_goes_back_is_found(name: str) -> None:
    ended, begun = scanned([name], "hostile")

    assert begun == [name]
    assert ended == -signal.SIGPROF


def test_expressions_are_found_where_they_are_written() -> None:
    names = "\n".join(scanners())

    assert "domain.validation: " in names, "an expression that is compiled"
    assert r"service.http.wire.paging: '^[A-Za-z0-9_-]{32}\\Z'" in names, "a pattern in a type, which has a name"
    assert "service.http.guide.pages: '[^a-z0-9]+'" in names, "an expression where it is used"
    assert "the body of openTable" in names


def test_hostile_texts_are_as_long_as_is_asked() -> None:
    texts = list(hostile(["a", "[0"], 1000))

    assert len(texts) == 3
    assert all(996 <= len(text) <= 1001 for text in texts)

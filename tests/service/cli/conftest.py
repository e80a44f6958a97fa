"""Files for the commands, and how they are run."""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from service.cli import parlour
from tests.recording import as_file, meeting

Run = Callable[..., Result]


@pytest.fixture
def run() -> Run:
    """Run `parlour` with these arguments in this process."""

    def run(*arguments: object, stdin: bytes | None = None, **environment: str) -> Result:
        return CliRunner().invoke(parlour, [str(each) for each in arguments], stdin, environment)

    return run


def succeeded(*arguments: object) -> str:
    """Return what a command prints that must succeed, for what is made for several tests."""
    result = CliRunner().invoke(parlour, [str(each) for each in arguments])
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.fixture
def good(tmp_path: Path) -> Path:
    """The file of a record that is true."""
    file = tmp_path / "good.json"
    file.write_bytes(as_file(meeting().record()))
    return file

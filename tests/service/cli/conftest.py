"""Files and a live service for the commands."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from service.cli import parlour
from tests.recording import as_file, meeting
from tests.serving import Service

Run = Callable[..., Result]


@pytest.fixture
def run() -> Run:
    """Run `parlour` with these arguments in this process."""

    def run(*arguments: object, stdin: bytes | None = None, **environment: str) -> Result:
        return CliRunner().invoke(parlour, [str(each) for each in arguments], stdin, environment)

    return run


@pytest.fixture
def good(tmp_path: Path) -> Path:
    """The file of a record that is true."""
    file = tmp_path / "good.json"
    file.write_bytes(as_file(meeting().record()))
    return file


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service in processes of its own, on an empty data folder."""
    with Service(tmp_path_factory.mktemp("live") / "data") as service:
        yield service.ready()

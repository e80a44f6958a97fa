"""Games that were played at random, and an export of them."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from service.analysis.exporting import ExportOptions, export
from service.analysis.reading import opened
from tests.service.analysis.played import GAMES, SERVICE, MemoryHistory, Played, played_games, told

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


@pytest.fixture(scope="session")
async def games() -> tuple[Played, ...]:
    """Give games of all kinds."""
    return await played_games(GAMES, seed=4)


@pytest.fixture(scope="session")
async def exported(games: tuple[Played, ...], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the folder of an export of these games."""
    folder = tmp_path_factory.mktemp("export")
    await export(MemoryHistory(games), SERVICE, ExportOptions(folder), told)
    return folder


@pytest.fixture(scope="module")
def connection(exported: Path) -> Iterator["DuckDBPyConnection"]:
    """Give what questions about this export are asked of: to open it takes longer than most of them."""
    with opened(exported) as connection:
        yield connection

"""Games that were played at random, and an export of them."""

from pathlib import Path

import pytest

from service.analysis.exporting import ExportOptions, export
from tests.service.analysis.played import GAMES, SERVICE, MemoryHistory, Played, played_games, told


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

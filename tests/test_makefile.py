"""What the `Makefile` installs, and when: an upgrade of the system may replace the Python of a virtual environment."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """Return a folder in which the service was installed with Python 3.14, and whose `.venv` has a link to that."""
    for name in ("Makefile", "pyproject.toml", "requirements.txt"):
        shutil.copy(ROOT / name, tmp_path)
    (tmp_path / "python3.14").touch()
    (tmp_path / "python3").symlink_to("python3.14")
    (tmp_path / ".venv/bin").mkdir(parents=True)
    (tmp_path / ".venv/bin/python").symlink_to(tmp_path / "python3")
    (tmp_path / ".venv/bin/uv").touch()
    (tmp_path / ".venv/lib/python3.14/site-packages").mkdir(parents=True)
    (tmp_path / ".venv/service").touch()
    return tmp_path


def done_to_serve(folder: Path) -> list[str]:
    """Return the commands of `make serve`."""
    command = ("make", "--dry-run", "serve", f"PYTHON={sys.executable}")
    outside = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    answer = subprocess.run(command, cwd=folder, env=outside, capture_output=True, text=True, check=True)
    return answer.stdout.splitlines()


def test_what_is_installed_is_not_installed_again(installed: Path) -> None:
    assert done_to_serve(installed) == ["exec .venv/bin/parlour serve"]


def test_another_version_of_Python_gets_an_environment_of_its_own(installed: Path) -> None:
    (installed / "python3.15").touch()
    (installed / "python3").unlink()
    (installed / "python3").symlink_to("python3.15")
    environment, *packages, serve = done_to_serve(installed)
    assert environment == f"{sys.executable} -m venv --clear .venv"
    assert any(".[embedded]" in each for each in packages)
    assert serve == "exec .venv/bin/parlour serve"


def test_an_environment_whose_Python_is_gone_is_made_anew(installed: Path) -> None:
    (installed / "python3.14").unlink()
    assert done_to_serve(installed)[0] == f"{sys.executable} -m venv --clear .venv"

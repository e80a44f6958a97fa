"""What is made of the contract with Node.js, in a folder of its own: with the contract as the code has it now."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from service.http.contract.document import contract

OPENAPI = Path(__file__).parents[2] / "openapi"
MADE = shutil.ignore_patterns("node_modules", "build", "dist")


def made_with_npm(folder: Path, *, parts: tuple[str, ...], scripts: tuple[str, ...]) -> Path:
    """Copy these parts of `openapi/` to a folder, and run these scripts there; return it.

    npm itself is not asked to run them, as it takes longer to begin than most of them take. Skips the test on a machine
    without Node.js.
    """
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("there is no Node.js on this machine")
    if not (OPENAPI / "node_modules").is_dir():
        subprocess.run([npm, "ci", "--loglevel=error"], cwd=OPENAPI, check=True)
    for part in parts:
        shutil.copytree(OPENAPI / part, folder / part, ignore=MADE)
    shutil.copy(OPENAPI / "package.json", folder)
    (folder / "node_modules").symlink_to(OPENAPI / "node_modules")
    (folder / "openapi.json").write_bytes(contract())
    commands = json.loads((folder / "package.json").read_text())["scripts"]
    programs = os.environ | {"PATH": f"{folder / 'node_modules' / '.bin'}:{os.environ['PATH']}"}
    for script in scripts:
        done = subprocess.run(
            ["sh", "-c", commands[script]], cwd=folder, env=programs, check=False, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stdout + done.stderr
    return folder

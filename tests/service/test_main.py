"""The program `parlour` is told to stop before it has begun."""

import signal
import subprocess
import sys
import tomllib
from pathlib import Path

PROJECT = Path(__file__).parents[2] / "pyproject.toml"

STOPPED_IN_THE_MIDST = """
import signal, sys

class Stops:
    def find_spec(self, name, path=None, target=None):
        if name == "click":
            signal.raise_signal(signal.SIGINT)

sys.meta_path.insert(0, Stops())
sys.argv = ["parlour", "--version"]
from importlib.metadata import EntryPoint
EntryPoint("parlour", sys.stdin.read(), "console_scripts").load()()
"""


def test_ctrl_c_while_the_program_is_read_is_no_traceback() -> None:
    program = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["scripts"]["parlour"]

    ended = subprocess.run(
        [sys.executable, "-c", STOPPED_IN_THE_MIDST], input=program, capture_output=True, text=True, check=False
    )

    assert (ended.returncode, ended.stderr) == (-signal.SIGINT, "")

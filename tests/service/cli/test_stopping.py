"""A command that is told to stop tidies up, whoever tells it."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from service.cli import INTERRUPTED

PROGRAM = '''
import sys
from pathlib import Path

import click

from service.cli import Commands
from service.embedded.backup import complete, made_whole


COPIES = """
import sys, time
while True:
    print('1/2 kB', file=sys.stderr, flush=True)
    time.sleep(0.1)
"""


class Copying(Commands):
    def get_command(self, ctx, name):
        return copy


@click.command()
@click.argument("folder")
def copy(folder):
    with made_whole(Path(folder)) as draft:
        complete([sys.executable, "-c", COPIES], lambda *_: print(draft, flush=True))


Copying()()
'''
"""A command that copies for ever, and says how far it is, as pg_basebackup does.

Python sees a signal that comes just before it reads only when it has read something.
"""


@pytest.mark.parametrize(
    ("number", "ignored", "code"),
    [
        (signal.SIGINT, "", INTERRUPTED),
        (signal.SIGTERM, "", 143),
        (signal.SIGHUP, "", 129),
        (signal.SIGTERM, "INT", 143),
        (signal.SIGTERM, "HUP", 143),
    ],
)
def test_what_is_half_made_is_removed(tmp_path: Path, number: signal.Signals, ignored: str, code: int) -> None:
    begin = f"trap '' {ignored}; exec \"$@\"" if ignored else 'exec "$@"'
    command = ["/bin/sh", "-c", begin, "sh", sys.executable, "-c", PROGRAM, "copy", str(tmp_path / "whole")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as copying:
        assert copying.stdout is not None
        assert copying.stderr is not None
        assert copying.stdout.readline().strip() == str(tmp_path / "whole.part")

        copying.send_signal(number)

        assert (copying.wait(), copying.stderr.read()) == (code, "")
    assert [*tmp_path.iterdir()] == []


def test_what_is_to_go_on_without_a_terminal_goes_on(tmp_path: Path) -> None:
    command = ["nohup", sys.executable, "-c", PROGRAM, "copy", str(tmp_path / "whole")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as copying:
        assert copying.stdout is not None
        assert copying.stdout.readline()

        copying.send_signal(signal.SIGHUP)
        copying.send_signal(signal.SIGTERM)

        assert copying.wait() == 143

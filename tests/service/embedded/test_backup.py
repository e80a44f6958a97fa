"""The programs that copy a cluster."""

import sys

import psutil
import pytest

from service.embedded.backup import complete

COPIES = "import sys, time; print('1/2 kB', file=sys.stderr, flush=True); time.sleep(600)"


def test_a_program_ends_with_the_command_that_is_interrupted() -> None:
    seen: list[psutil.Process] = []

    def interrupted(*_: int) -> None:
        running = psutil.process_iter(["cmdline"])  # where others may end meanwhile
        seen.extend(each for each in running if COPIES in (each.info["cmdline"] or ()))
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        complete([sys.executable, "-c", COPIES], interrupted)

    assert [each.is_running() for each in seen] == [False]

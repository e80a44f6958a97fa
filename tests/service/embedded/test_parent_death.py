import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from service.embedded import parent_death
from service.embedded.child import bound_to_parent, unprivileged

PATIENCE_SECONDS = 180


@pytest.fixture
def closed(tmp_path: Path) -> Iterator[Path]:
    """Give a file in a folder that only its owner may enter."""
    folder = tmp_path / "closed"
    folder.mkdir(mode=0o700)
    file = folder / "file"
    file.touch(mode=0o444)
    yield file
    file.unlink()


def told(program: str, *arguments: str) -> str:
    """Return what a program of Python writes when it is run bound to its parent."""
    command = bound_to_parent(
        [sys.executable, "-c", program, *arguments], unprivileged(Path("/nowhere")), signal.SIGTERM
    )
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_a_program_is_never_root_and_no_longer_has_the_groups_of_root() -> None:
    user, groups = told("import os; print(os.getresuid(), os.getgroups())").split(") ")

    assert "0" not in user.strip("(").split(", ")
    assert os.geteuid() != 0 or groups == "[]\n"


@pytest.mark.parametrize("question", ["open(sys.argv[1]).close() or True", "os.access(sys.argv[1], os.R_OK)"])
def test_a_program_reaches_files_below_a_closed_folder_whichever_way_it_asks(closed: Path, question: str) -> None:
    assert told(f"import os, sys; print({question})", str(closed)) == "True\n"


def test_that_right_outlasts_the_start_of_another_program(closed: Path) -> None:
    program = "import subprocess, sys; subprocess.run(['cat', sys.argv[1]], check=True); print('read')"

    assert told(program, str(closed)) == "read\n"


def test_a_program_has_no_other_right_of_root() -> None:
    status = told("print(open('/proc/self/status').read())")
    rights = next(line for line in status.splitlines() if line.startswith("CapPrm"))

    passage = {0, 1 << parent_death.CAP_DAC_READ_SEARCH, 1 << parent_death.CAP_DAC_OVERRIDE}
    assert int(rights.split()[1], 16) in passage


def test_a_program_gets_the_last_signal_when_its_parent_is_killed() -> None:
    parent = (
        "import subprocess, sys; from pathlib import Path;"
        "from service.embedded.child import bound_to_parent, unprivileged;"
        "command = bound_to_parent(['/bin/sleep', '600'], unprivileged(Path('/nowhere')), 15);"
        "print(subprocess.Popen(command).pid, flush=True); sys.stdin.read()"
    )
    with subprocess.Popen([sys.executable, "-c", parent], stdin=-1, stdout=-1, text=True) as process:
        assert process.stdout is not None
        child = psutil.Process(int(process.stdout.readline()))
        while child.name() != "sleep":
            time.sleep(0.01)
        process.kill()

    assert psutil.wait_procs([child], timeout=PATIENCE_SECONDS)[1] == []


def test_a_program_whose_parent_is_gone_already_does_not_start() -> None:
    somebody_else = str(os.getppid())
    command = [
        sys.executable,
        parent_death.__file__,
        somebody_else,
        "15",
        str(os.geteuid()),
        str(os.getegid()),
        sys.executable,
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert done.returncode == 1
    assert "the parent died first" in done.stderr


def test_a_program_that_cannot_be_run_is_named() -> None:
    command = bound_to_parent(["/no/such/program"], unprivileged(Path("/nowhere")), signal.SIGTERM)
    done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert done.returncode == parent_death.NOT_FOUND
    assert "cannot run /no/such/program: No such file or directory" in done.stderr

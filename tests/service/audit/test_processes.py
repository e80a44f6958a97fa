"""The processes that audit lanes end with the command that has started them."""

import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from service.audit.lanes import AuditScope
from service.audit.processes import lane_reports
from service.store import StoreUnavailable
from service.store.postgres.away import reason_of
from tests.serving import eventually, goes_on

PROGRAM = """
import os, time
from concurrent.futures import ProcessPoolExecutor

from service.audit.lanes import AuditScope
from service.audit.processes import SPAWNED, Shared, begin_process

if __name__ == "__main__":
    shared = Shared(SPAWNED.Value("q", 0), SPAWNED.Event())
    pool = ProcessPoolExecutor(1, SPAWNED, begin_process, ("", AuditScope({}), shared))
    print(pool.submit(os.getpid).result(), flush=True)
    time.sleep(600)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="Only Linux has a signal for the death of the parent.")
def test_no_process_of_an_audit_outlives_it() -> None:
    with subprocess.Popen([sys.executable, "-c", PROGRAM], stdout=subprocess.PIPE, text=True) as audit:
        assert audit.stdout is not None
        worker = psutil.Process(int(audit.stdout.readline()))

        audit.kill()

        assert eventually(lambda: not goes_on(worker))


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_process_says_why_the_database_does_not_answer(tmp_path: Path, jobs: int) -> None:
    with pytest.raises(StoreUnavailable) as caught:
        list(lane_reports(f"postgresql:///parlour?host={tmp_path}/nobody", AuditScope({}), jobs, lambda _: None))

    assert reason_of(caught.value) == "No such file or directory"

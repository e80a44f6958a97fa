"""What says in which order the tests run, and which of them together, names modules that there are.

And what they report comes from one process to another, whatever it is.
"""

import os
from itertools import chain

import execnet
import pytest

from tests.conftest import APART, LONGEST, ROOT, TOGETHER


def test_every_path_is_the_beginning_of_that_of_a_module() -> None:
    modules = [path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").rglob("test_*.py")]
    named = {*LONGEST, *APART, *chain.from_iterable(TOGETHER.values())}

    assert {path for path in named if not any(module.startswith(path) for module in modules)} == set()


def test_a_name_of_a_file_that_is_no_utf_8_is_reported_from_one_process_to_another(
    request: pytest.FixtureRequest,
) -> None:
    told = [("Captured log call", os.fsdecode(b"/srv/f\xfcr takes its time"))]
    report = pytest.TestReport("test", ("test.py", 1, "test"), {}, "passed", None, "call", told)

    data = request.config.hook.pytest_report_to_serializable(config=request.config, report=report)

    assert execnet.loads(execnet.dumps(data))["sections"] == [("Captured log call", r"/srv/f\udcfcr takes its time")]

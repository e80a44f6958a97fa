"""Texts of commands: a number of things in words."""

import pytest

from service.cli.audit_report import Report
from service.cli.texts import count


@pytest.mark.parametrize(
    ("number", "words"), [(0, "0 shuffles"), (1, "1 shuffle"), (2, "2 shuffles"), (1000, "1,000 shuffles")]
)
def test_one_thing_is_not_several(number: int, words: str) -> None:
    assert count(number, "shuffle") == words


def test_an_audit_of_one_table_says_so() -> None:
    report = Report(True, False, "1-0a0b0c0d", streams=1, events=1, signatures=1, seconds=1.0)

    assert [*report.lines()] == [
        "1 event of 1 stream in 1.0 s, 1 a second.",
        "1 signature holds. The log is in epoch 1-0a0b0c0d.",
        "Nothing is wrong.",
    ]

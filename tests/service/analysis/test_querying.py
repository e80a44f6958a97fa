"""All named questions can be asked."""

from pathlib import Path

import pytest

from service.analysis.querying import answer, questions
from service.analysis.reading import opened


@pytest.mark.parametrize("name", list(questions()))
def test_every_question_has_an_answer(exported: Path, name: str) -> None:
    with opened(exported) as connection:
        found = answer(connection, name)

    assert found.rows or name == "moves_never_taken"

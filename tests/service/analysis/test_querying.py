"""All named questions can be asked."""

from pathlib import Path

import pytest

from service.analysis.querying import Parameter, Question, answer, questions, typed
from service.analysis.reading import opened


@pytest.mark.parametrize("name", list(questions()))
def test_every_question_has_an_answer(exported: Path, name: str) -> None:
    with opened(exported) as connection:
        found = answer(connection, name)

    assert found.rows or name == "moves_never_taken"


def test_a_parameter_whose_name_begins_with_that_of_another_has_its_own_type() -> None:
    parameters = (Parameter("most", "bigint", "1", ""), Parameter("most_share", "double", "1", ""))

    sql = typed(Question("both", "", "", parameters, "select $most, $most_share"))

    assert sql == "select cast($most as bigint), cast($most_share as double)"

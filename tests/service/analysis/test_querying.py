"""All named questions can be asked."""

from typing import TYPE_CHECKING

import pytest

from service.analysis.querying import Parameter, Question, answer, questions, typed

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


@pytest.mark.parametrize("name", list(questions()))
def test_every_question_has_an_answer(connection: "DuckDBPyConnection", name: str) -> None:
    found = answer(connection, name)

    assert found.rows or name == "moves_never_taken"


def test_a_parameter_whose_name_begins_with_that_of_another_has_its_own_type() -> None:
    parameters = (Parameter("most", "bigint", "1", ""), Parameter("most_share", "double", "1", ""))

    sql = typed(Question("both", "", "", parameters, "select $most, $most_share"))

    assert sql == "select cast($most as bigint), cast($most_share as double)"


def test_the_interval_of_none_begins_at_0_and_that_of_all_ends_at_1(connection: "DuckDBPyConnection") -> None:
    sql = "select wilson_low(0, n), wilson_high(n, n), wilson_low(0, 0), wilson_high(0, 0) from range(1, 1000) as t(n)"

    found = answer(connection, sql)

    assert {*found.rows} == {(0.0, 1.0, None, None)}

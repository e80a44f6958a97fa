"""How long tables wait that the clock could do nothing for, and what is forgotten of them."""

from uuid import UUID

import pytest

from service.play.backoff import Backoff, Why

TABLE, OTHER = UUID(int=1), UUID(int=2)
HOUR = 3_600.0


@pytest.mark.parametrize(("why", "waits"), [("idle", False), ("away", False), ("lost", False), ("not_readable", True)])
def test_a_table_waits_for_what_was_due_and_for_something_else_if_it_is_not_readable(why: Why, *, waits: bool) -> None:
    backoff = Backoff(HOUR)
    backoff.add(TABLE, 5, why)

    assert [backoff.waits(TABLE, due) for due in (5, 6)] == [True, waits]
    assert not backoff.waits(OTHER, 5)


def test_it_is_counted_how_often_in_a_row_the_same_has_become_of_a_table() -> None:
    backoff = Backoff(HOUR)
    said: list[Why] = ["idle", "idle", "away", "idle"]

    assert [backoff.add(TABLE, 5, why) for why in said] == [1, 2, 1, 1]


@pytest.mark.parametrize(("why", "times"), [("idle", [1, 1, 1]), ("away", [1, 2, 3]), ("failed", [1, 2, 3])])
def test_a_table_where_others_play_on_is_not_counted_as_idle_for_ever(why: Why, times: list[int]) -> None:
    backoff = Backoff(HOUR)

    assert [backoff.add(TABLE, due, why) for due in (5, 6, 7)] == times


def test_only_tables_that_wait_for_nothing_and_are_not_due_are_forgotten() -> None:
    backoff = Backoff(HOUR)
    backoff.add(TABLE, 5, "idle")
    backoff.forget_all_but({OTHER})
    assert backoff.waits(TABLE, 5)

    passed = Backoff(0.0)
    for each in (TABLE, OTHER):
        passed.add(each, 5, "idle")
    passed.forget_all_but({OTHER})
    assert [passed.add(each, 5, "idle") for each in (TABLE, OTHER)] == [1, 2]

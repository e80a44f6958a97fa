import pytest

from service.cli.workers import LONGEST_PAUSE_SECONDS, Pauses


def test_a_worker_that_has_worked_is_replaced_at_once() -> None:
    assert Pauses().after(0, age=3_600) == 0


def test_those_that_die_young_wait_twice_as_long_each_time_up_to_a_limit() -> None:
    pauses = Pauses()

    waited = [pauses.after(0, age=1) for _ in range(100)]

    assert waited[:4] == [0.25, 0.5, 1, 2]
    assert (waited[-1], max(waited)) == (LONGEST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS)


@pytest.mark.parametrize(("index", "age", "pause"), [(0, 1, 1), (1, 1, 0.25), (0, 60, 0)])
def test_each_worker_waits_for_its_own_failures_until_one_has_lived(index: int, age: float, pause: float) -> None:
    pauses = Pauses()
    for _ in range(2):
        pauses.after(0, age=1)

    assert pauses.after(index, age) == pause
    assert pauses.after(0, age=1) == (0.25 if age == 60 else 1 if index else 2)

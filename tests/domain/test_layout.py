"""What the tables of all games have in common: who has won."""

import pytest

from domain.layout import seats
from domain.match import Result


@pytest.mark.parametrize(
    ("result", "won"),
    [
        (None, [None, None, None]),
        (Result((3, 5, 4), (1,)), [False, True, False]),
        (Result((5, 5, 4), (0, 1)), [True, True, False]),
        (Result((5, 5, 5), ()), [None, None, None]),
    ],
)
def test_seats_show_at_the_end_who_has_won_if_anybody_has(result: Result | None, won: list[bool | None]) -> None:
    assert [seat.won for seat in seats(3, (), result)] == won

"""Time that stands still: a state that is moved to a later time plays on as it would have, only later."""

from typing import Annotated, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET, Meta, Struct, UnsetType

from domain import fold
from domain.game import Seat, Secret, Time
from domain.table import AnyGame
from domain.times import moved
from tests.domain.every_game import every_game
from tests.domain.playout import Dice, dice_strategy, playout

LATER = st.integers(0, 10**11)


@every_game
@given(dice=dice_strategy, by=LATER)
def test_a_game_that_is_moved_in_time_is_the_same_later(game: AnyGame, dice: Dice, by: int) -> None:
    for step in playout(game, dice):
        now, due = moved(step.after, by), game.due(step.after)
        before = None if step.before is None else moved(step.before, by)

        assert game.due(now) == (None if due is None else due + by)
        assert game.to_act(now) == game.to_act(step.after)
        assert fold(game, [moved(event, by) for event in step.events], before) == now
        for seat in (None, *range(step.after.options.players)):
            assert game.view(now, seat) == moved(game.view(step.after, seat), by)
        for seat in game.to_act(now):
            assert game.choices(now, seat) == game.choices(step.after, seat)


@every_game
@given(dice=dice_strategy, by=LATER)
def test_nothing_happens_while_time_stands_still(game: AnyGame, dice: Dice, by: int) -> None:
    chance = _NoChance()
    for step in playout(game, dice):
        due = game.due(step.after)
        if due is None or due > step.at:
            assert game.tick(moved(step.after, by), step.at + by, chance) == ()


class _NoChance:
    def deal(self, number: int, cards: tuple[str, ...]) -> tuple[str, ...]:
        raise AssertionError("a deal")

    def shuffle(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        raise AssertionError("a shuffle")


class Inner(Struct, frozen=True):
    at: Time
    number: int


class Timeless(Struct, frozen=True):
    counts: dict[str, int] = {}
    number: int | str = 0


class Outer(Struct, frozen=True):
    value: Any
    since: Time | None = None
    inner: Inner | UnsetType = UNSET
    either: Inner | tuple[Inner, ...] | None = None
    pair: tuple[int, Time] = (1, 1)
    row: tuple[int, ...] = ()
    by_name: Annotated[dict[str, Time], Meta(description="Times.")] = {}
    seat: Seat = 0
    secret: Secret[Time] = UNSET
    timeless: Timeless = Timeless()


@pytest.mark.parametrize(
    ("fields", "later"),
    [
        ({}, {"pair": (1, 6)}),
        ({"since": 7, "pair": (0, 0)}, {"since": 12, "pair": (0, 0)}),
        ({"inner": Inner(1, 1)}, {"inner": Inner(6, 1), "pair": (1, 6)}),
        ({"either": Inner(1, 1)}, {"either": Inner(6, 1), "pair": (1, 6)}),
        ({"either": (Inner(1, 1), Inner(2, 2))}, {"either": (Inner(6, 1), Inner(7, 2)), "pair": (1, 6)}),
        ({"row": (1, 2), "seat": 3}, {"row": (1, 2), "seat": 3, "pair": (1, 6)}),
        ({"by_name": {"a": 1}, "secret": 2}, {"by_name": {"a": 6}, "secret": 7, "pair": (1, 6)}),
        ({"timeless": Timeless({"a": 1}, 2)}, {"timeless": Timeless({"a": 1}, 2), "pair": (1, 6)}),
    ],
)
def test_times_are_found_by_their_type(fields: dict[str, Any], later: dict[str, Any]) -> None:
    assert moved(Outer(None, **fields), 5) == Outer(None, **later)

"""Time that stands still: a state that is moved to a later time plays on as it would have, only later."""

from hypothesis import given
from hypothesis import strategies as st

from domain import fold
from domain.table import AnyGame
from domain.times import moved
from tests.domain.every_game import every_game
from tests.domain.playout import Dice, dice_strategy, looks, playout

LATER = st.integers(0, 10**11)


@every_game
@given(dice=dice_strategy, by=LATER)
def test_a_game_that_is_moved_in_time_is_the_same_later(game: AnyGame, dice: Dice, by: int) -> None:
    for step in looks(playout(game, dice), dice):
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
    for step in looks(playout(game, dice), dice):
        due = game.due(step.after)
        if due is None or due > step.at:
            assert game.tick(moved(step.after, by), step.at + by, chance) == ()


class _NoChance:
    def deal(self, number: int, cards: tuple[str, ...]) -> tuple[str, ...]:
        raise AssertionError("a deal")

    def shuffle(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        raise AssertionError("a shuffle")

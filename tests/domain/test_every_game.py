"""Random whole games of every game in the catalogue: what `invariants` and `secrecy` say holds in all of them."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import islice, pairwise
from typing import Any, get_args
from zlib import crc32

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.events import StockFormed
from domain.game import Decision, Refused, never_due
from domain.layout import Layout, Moved
from domain.table import AnyGame
from tests.any_text import any_text
from tests.domain import invariants, moving, showing
from tests.domain.every_game import ALL, every_game
from tests.domain.playout import Dice, Step, as_raw, dice_strategy, is_over, looks, playout
from tests.domain.secrecy import does_not_interfere

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | any_text(4),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(any_text(4), inner, max_size=4),
    max_leaves=8,
).filter(lambda raw: not isinstance(raw, dict) or "type" not in raw)


@every_game
@given(dice=dice_strategy)
def test_a_game_comes_to_its_end_and_the_log_alone_gives_the_same(game: AnyGame, dice: Dice) -> None:
    """Nobody is ever stuck, no card is lost, the clock steps at its deadlines, and nothing is accepted at the end."""
    steps = list(playout(game, dice))
    invariants.times_never_go_back(steps)
    invariants.replay_gives_the_same(game, steps)
    for step in steps:
        invariants.nobody_is_stuck(game, step)
        invariants.cards_are_conserved(game, step)
    for step in looks(steps, dice):
        invariants.clock_is_consistent(game, step)
        invariants.state_is_kept_without_loss(game, step)
        if step.move is not None:
            assert invariants.is_judged_by_the_rules(game, steps[-1], step.seat or 0, as_raw(step.move)) == "game_over"


@every_game
@given(dice=dice_strategy)
def test_what_is_offered_is_legal(game: AnyGame, dice: Dice) -> None:
    for step in looks(playout(game, dice), dice):
        invariants.choices_are_legal(game, step, dice)
        showing.defaults_are_legal(game, step)
        showing.decisions_last_as_long_as_their_occasion(game, step)


@every_game
@given(dice=dice_strategy)
def test_views_and_events_are_as_declared(game: AnyGame, dice: Dice) -> None:
    for step in looks(playout(game, dice), dice):
        invariants.views_are_as_declared(game, step)
        invariants.events_are_seen_as_the_rulebook_says(game, step)


@every_game
@given(dice=dice_strategy)
def test_tables_show_the_view_and_seats_are_asked(game: AnyGame, dice: Dice) -> None:
    for step in playout(game, dice):
        if dice.below(8) == 0 or is_over(step.events):
            showing.table_shows_what_the_view_shows(game, step.after, dice.pick(invariants.viewers(step.after)))
            showing.seats_are_asked(game, step, dice)


@every_game
@given(dice=dice_strategy)
def test_what_moved_tells_how_the_numbers_of_cards_have_changed(game: AnyGame, dice: Dice) -> None:
    moving.explains_the_numbers(game, playout(game, dice), dice)


@every_game
@given(dice=dice_strategy)
def test_every_move_is_judged_by_the_rules_and_changes_nothing_before(game: AnyGame, dice: Dice) -> None:
    steps = list(playout(game, dice))
    for raw in some_moves(game, steps, dice):
        step = dice.pick(steps)
        for seat in range(step.after.options.players):
            invariants.is_judged_by_the_rules(game, step, seat, raw)


@every_game
@given(dice=dice_strategy)
def test_a_move_like_one_that_was_made_is_judged_there(game: AnyGame, dice: Dice) -> None:
    made = [(before, step) for before, step in pairwise(playout(game, dice)) if step.move is not None]
    for before, step in dice.shuffled(made)[:10]:
        for raw in invariants.mutations(game, as_raw(step.move), dice):
            invariants.is_judged_by_the_rules(game, before, step.seat or 0, raw)


@every_game
@given(dice=dice_strategy, raw=json_values)
def test_any_json_is_refused_as_a_move(game: AnyGame, dice: Dice, raw: object) -> None:
    opening = next(playout(game, dice))
    code = invariants.is_judged_by_the_rules(game, opening, 0, raw)
    assert code == ("unknown_move_type" if isinstance(raw, dict) else "malformed_move")


@every_game
@given(dice=dice_strategy)
def test_what_a_viewer_has_not_seen_changes_nothing_for_them(game: AnyGame, dice: Dice) -> None:
    steps = list(playout(game, dice))
    look_for_leaks(game, steps, dice)


# The harness has teeth: a game with one fault is found out.


def shows_the_next_hand(game: AnyGame) -> dict[str, Any]:
    """Return a view that shows everybody the hand of the next seat."""

    def view(state: Any, seat: int | None) -> Any:
        hand = game.view(state, 0 if seat is None else (seat + 1) % state.options.players).hand
        return msgspec.structs.replace(game.view(state, seat), hand=hand)

    return {"view": view}


def tells_the_whole_event(game: AnyGame) -> dict[str, Any]:
    """Return a `seen` that forgets to redact."""
    return {"seen": lambda event, *_: event}


def offers_moves_in_a_telling_order(game: AnyGame) -> dict[str, Any]:
    """Return choices whose order depends on the hidden cards."""

    def choices(state: Any, seat: int) -> Decision | None:
        decision = game.choices(state, seat)
        if decision is None or digest(state) % 2:
            return decision
        return Decision(decision.grade, decision.moves[::-1])

    return {"choices": choices}


def refuses_with_a_telling_reason(game: AnyGame) -> dict[str, Any]:
    """Return a `decide` whose refusals depend on the hidden cards."""

    def decide(state: Any, *args: Any) -> Any:
        try:
            return game.decide(state, *args)
        except Refused as refused:
            raise Refused(refused.code, f"{refused.detail} {digest(state)}") from None

    return {"decide": decide}


def moves_as_many_cards_as_is_telling(game: AnyGame) -> dict[str, Any]:
    """Return a `moved` by which as many cards move as depends on the hidden ones."""
    states: list[Any] = []

    def evolve(state: Any, event: Any) -> Any:
        states[:] = [game.evolve(state, event)]
        return states[0]

    return {"evolve": evolve, "moved": lambda _: (Moved("hand-0", "hand-1", 1 + digest(states[0]) % 89),)}


def digest(state: Any) -> int:
    """Return a number that depends on all that is hidden."""
    return crc32(msgspec.json.encode(state))


@every_game
@pytest.mark.parametrize(
    "leak",
    [
        shows_the_next_hand,
        tells_the_whole_event,
        offers_moves_in_a_telling_order,
        refuses_with_a_telling_reason,
        moves_as_many_cards_as_is_telling,
    ],
)
def test_a_leak_is_found(game: AnyGame, leak: Callable[[AnyGame], dict[str, Any]]) -> None:
    leaky = replace(game, **leak(game))
    with pytest.raises(AssertionError):
        look_for_leaks_in_games(leaky)


def tells_the_order_of_a_new_stock(game: AnyGame) -> dict[str, Any]:
    """Return a `seen` that hides all but the order of a stock that was formed anew, of cards that were seen before."""

    def seen(event: Any, seat: int | None, state: Any) -> Any:
        return event if isinstance(event, StockFormed) else game.seen(event, seat, state)

    return {"seen": seen}


WITH_NEW_STOCKS = [game for game in ALL.values() if any(issubclass(kind, StockFormed) for kind in get_args(game.Event))]
"""The games in which a stock may be formed anew."""


@pytest.mark.parametrize("game", WITH_NEW_STOCKS, ids=lambda game: game.id)
def test_a_leak_of_what_was_shuffled_anew_is_found(game: AnyGame) -> None:
    with pytest.raises(AssertionError):
        look_for_leaks_in_games(replace(game, **tells_the_order_of_a_new_stock(game)), games=200)


@every_game
def test_a_forgotten_redaction_is_found(game: AnyGame) -> None:
    look_at_events(game)
    with pytest.raises(AssertionError):
        look_at_events(replace(game, **tells_the_whole_event(game)))


@every_game
def test_an_offer_that_is_illegal_is_found(game: AnyGame) -> None:
    generous = replace(game, choices=lambda state, seat: game.choices(state, (seat + 1) % state.options.players))
    with pytest.raises(Refused):
        look_for_illegal_offers(generous)


def shows_a_zone_twice(game: AnyGame) -> dict[str, Any]:
    """Return a table with a zone too many."""

    def layout(view: Any, seat: int | None) -> Layout:
        table = game.layout(view, seat)
        return msgspec.structs.replace(table, zones=(table.zones[0], *table.zones))

    return {"layout": layout}


def hides_the_own_hand(game: AnyGame) -> dict[str, Any]:
    """Return a table that shows everybody what spectators see."""
    return {"layout": lambda view, _: game.layout(view, None)}


def moves_as_ever(game: AnyGame) -> dict[str, Any]:
    """Return a default that always does what was once right."""
    once: list[Any] = []

    def default(_: Any, __: int, offered: tuple[Any, ...]) -> Any:
        once.extend(offered)
        return once[0]

    return {"default": default}


@every_game
@pytest.mark.parametrize("fault", [shows_a_zone_twice, hides_the_own_hand, moves_as_ever])
def test_a_table_that_is_wrong_is_found(game: AnyGame, fault: Callable[[AnyGame], dict[str, Any]]) -> None:
    look_at_tables(game)
    with pytest.raises((AssertionError, Refused)):
        look_at_tables(replace(game, **fault(game)))


@every_game
def test_a_game_that_waits_for_nobody_is_found(game: AnyGame) -> None:
    with pytest.raises(AssertionError, match="is stuck"):
        list(playout(replace(game, choices=lambda *_: None, due=never_due), Dice(0)))


@every_game
def test_a_card_too_many_is_found(game: AnyGame) -> None:
    with pytest.raises(AssertionError):
        invariants.cards_are_conserved(replace(game, deck=(*game.deck, game.deck[0])), next(playout(game, Dice(0))))


def look_for_leaks_in_games(game: AnyGame, games: int = 25) -> None:
    """Do the non-interference test in a number of games: as many as the default profile of Hypothesis does, or more."""
    for seed in range(games):
        dice = Dice(seed)
        look_for_leaks(game, list(playout(ALL[game.id], dice)), dice)


def look_at_events(game: AnyGame) -> None:
    """Look at the events of a game as it begins, as all see them."""
    for step in islice(playout(ALL[game.id], Dice(0)), 10):
        invariants.events_are_seen_as_the_rulebook_says(game, step)


def look_at_tables(game: AnyGame) -> None:
    """Look at the table, and at what is done for a player who is late, as a game begins."""
    for step in islice(playout(ALL[game.id], Dice(0)), 20):
        showing.table_shows_what_the_view_shows(game, step.after, 0)
        showing.defaults_are_legal(game, step)


def look_for_illegal_offers(game: AnyGame) -> None:
    """Try what a game offers, as it is played by the true rules."""
    for step in playout(ALL[game.id], Dice(0)):
        invariants.choices_are_legal(game, step, Dice(0))


def look_for_leaks(game: AnyGame, steps: Sequence[Step], dice: Dice) -> None:
    """Do the non-interference test at some versions of a game, each with other moves to be judged."""
    for _ in range(2):
        does_not_interfere(game, steps, dice.shuffled(some_moves(game, steps, dice))[:20], dice)


def some_moves(game: AnyGame, steps: Sequence[Step], dice: Dice) -> list[object]:
    """Return raw moves of all kinds that this game has seen, and many like them that are invalid."""
    moves = {type(step.move): as_raw(step.move) for step in dice.shuffled(steps) if step.move is not None}
    bad = [mutation for raw in moves.values() for mutation in invariants.mutations(game, raw, dice)]
    return [*moves.values(), *bad]

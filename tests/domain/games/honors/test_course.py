"""What the service does by itself, and when: C-U4, C-U6."""

from domain.table import AnyGame
from tests.domain.games.honors.every_game import games, some_games


@games(1, 3)
def test_C_U4_finished_books_are_laid_aside_in_the_move_that_finished_them(game: AnyGame) -> None:
    for steps in some_games(game):
        for step in steps:
            for seat in range(step.after.options.players):
                hand = game.view(step.after, seat).hand or ()
                assert all(sum(card[0] == letter for card in hand) < 4 for letter in "ABCDEFGHIJKL")


@games(1)
def test_C_U4_a_player_who_has_no_card_left_is_out_in_the_move_that_took_their_last(game: AnyGame) -> None:
    for steps in some_games(game, players=3, dealer=0, ask_rule="held_book", deal_ends="all_books", stall_rounds=20):
        for step in steps:
            view = game.view(step.after, None)
            assert all(view.hand_sizes) == (view.out is None)


@games(2, 3, 4)
def test_C_U4_going_out_is_counted_in_the_move_that_caused_it(game: AnyGame) -> None:
    for steps in some_games(game):
        for step in steps:
            kinds = [event.__struct_config__.tag for event in step.events]
            assert kinds.count("seat_went_out") <= kinds.count("deal_ended")
            view = game.view(step.after, None)
            assert view.out is None or view.phase == "finished"


@games(2, 3)
def test_C_U6_a_deadline_is_the_time_of_an_event_and_the_ms_of_an_option(game: AnyGame) -> None:
    deadlines = 0
    for steps in some_games(game):
        options = steps[0].after.options
        limits = [getattr(options, name) for name in options.__struct_fields__ if name.endswith("_ms")]
        times: set[int] = set()
        for step in steps:
            times.update(event.at for event in step.events)
            deadline = game.view(step.after, None).deadline
            deadlines += deadline is not None
            assert deadline is None or any(deadline - limit in times for limit in limits if limit is not None)
    assert deadlines


@games(2, 3)
def test_C_U6_a_clock_step_is_recorded_at_its_deadline(game: AnyGame) -> None:
    clock_steps = 0
    for steps in some_games(game):
        for step in steps:
            if step.before is not None and step.move is None:
                clock_steps += 1
                assert step.events[0].at == game.view(step.before, None).deadline <= step.at
    assert clock_steps

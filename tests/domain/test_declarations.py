"""What a game declares for those who draw and play it is so in whole random games."""

from typing import get_args, get_type_hints

from domain.table import AnyGame
from tests.domain.every_game import every_game
from tests.domain.playout import Dice, playout
from tests.domain.zones import all_zones

SEEDS = range(12)


@every_game
def test_the_kinds_of_zones_are_those_on_its_tables(game: AnyGame) -> None:
    kinds = set()
    for seed in SEEDS:
        for step in playout(game, Dice(seed)):
            kinds |= {zone.kind for zone in all_zones(game.layout(game.view(step.after, 0), 0).zones)}

    assert kinds == set(game.zones)
    assert len(kinds) == len(game.zones)


@every_game
def test_the_grades_are_those_of_its_decisions(game: AnyGame) -> None:
    grades: dict[str, set[str]] = {}
    for seed in SEEDS:
        for step in playout(game, Dice(seed)):
            for seat in range(step.after.options.players):
                decision = game.choices(step.after, seat)
                if decision is not None and decision.moves:
                    grades.setdefault(game.view(step.after, seat).phase, set()).add(decision.grade)

    assert grades == {phase: set(declared) for phase, declared in game.grades.items()}


@every_game
def test_every_phase_but_the_last_has_its_grades(game: AnyGame) -> None:
    phases = get_args(get_type_hints(game.View)["phase"])

    assert (*game.grades, "finished") == phases


@every_game
def test_every_card_has_a_face_and_no_two_have_the_same_name(game: AnyGame) -> None:
    assert game.cards <= game.faces.keys()
    assert len({game.faces[card].name for card in game.cards}) == len(game.cards)

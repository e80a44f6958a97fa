"""What holds of what moves on the tables of all games."""

from collections import Counter
from collections.abc import Iterable

from domain.table import AnyGame
from projections.items import NOTHING, UNSEEN, Sight, follow
from projections.motion import Motion, motions
from tests.domain.playout import Dice, Step


def explains_the_numbers(game: AnyGame, steps: Iterable[Step], dice: Dice) -> None:
    """Assert what holds of what moved with events, for a spectator and a seat; in a long game they come and go."""
    sights: dict[int | None, Sight] = {}
    version = 0
    for step in steps:
        if not version or dice.below(20 if sights else 60) == 0:
            sights = {} if sights else first_sights(game, step, dice, version)
        state = step.before
        version += len(step.events)
        for number, event in enumerate(step.events if sights else (), start=1 - len(step.events)):
            state = game.evolve(state, event)
            told = game.moved(game.seen(event, None, state))
            for viewer, before in sights.items():
                after = follow(before, game.layout(game.view(state, viewer), viewer), version + number)
                sights[viewer] = after
                moves = motions(before, after, told)
                numbers_add_up(before, after, moves)
                cards_are_seen_all_the_time(before, after, moves)
                what_cannot_be_seen_moves_only_as_all_are_told(before, after, moves)


def first_sights(game: AnyGame, step: Step, dice: Dice, version: int) -> dict[int | None, Sight]:
    """Return what a spectator and one of the seats see before a step."""
    state, looking = step.before, (None, dice.below(step.after.options.players))
    if state is None:
        return dict.fromkeys(looking, UNSEEN)
    return {each: follow(UNSEEN, game.layout(game.view(state, each), each), version) for each in looking}


def numbers_add_up(before: Sight, after: Sight, moves: Iterable[Motion]) -> None:
    """What lay in each zone, less what went and with what came, lies there now, where the numbers are told."""
    more: Counter[str | None] = Counter()
    for move in moves:
        assert move.count > 0
        assert move.source != move.target
        more[move.source] -= move.count
        more[move.target] += move.count
    for name in {**before, **after}:
        lay, lies = before.get(name, NOTHING).count, after.get(name, NOTHING).count
        if lay is not None and lies is not None:
            assert lay + more[name] == lies, name


def cards_are_seen_all_the_time(before: Sight, after: Sight, moves: Iterable[Motion]) -> None:
    """All cards that are seen at both moments, and lie elsewhere, are named: once, on the way that they went."""
    lay = {each: name for name, lying in before.items() for each in lying.ids}
    lie = {each: name for name, lying in after.items() for each in lying.ids}
    went = [(each, move.source, move.target) for move in moves for each in move.ids]
    assert sorted(went) == [
        (each, lay[each], lie[each]) for each in sorted(lay) if lay[each] != lie.get(each, lay[each])
    ]
    assert all(len(move.ids) <= move.count for move in moves)


def what_cannot_be_seen_moves_only_as_all_are_told(before: Sight, after: Sight, moves: Iterable[Motion]) -> None:
    """No zone is named that is not on the table as the viewer sees it, and each way once."""
    ways = [(move.source, move.target) for move in moves]
    assert len(set(ways)) == len(ways)
    assert {name for way in ways for name in way} <= {*before, *after, None}

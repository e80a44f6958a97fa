"""A card keeps its id as long as its viewer can follow it by eye, and not a moment longer."""

import gc
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from types import FunctionType
from typing import Any

from domain.events import DealStarted
from domain.layout import PILE, Layout, Zone, face_up, hands, place, stock
from domain.table import AnyGame
from domain.wording import labelled
from projections.items import UNSEEN, Sight, follow, with_ids
from tests.domain.every_game import every_game
from tests.domain.playout import Dice, playout
from tests.domain.zones import all_zones

NAME = labelled(PILE)


def table(*zones: Zone) -> Layout:
    """Return a table with nothing but zones."""
    return Layout(zones=zones, counters=(), seats=())


def seen(*tables: Layout) -> list[dict[str, str]]:
    """Return for each of the tables in turn the card of every id, as one viewer has it."""
    sight, found = UNSEEN, []
    for version, each in enumerate(tables, start=1):
        sight = follow(sight, each, version)
        found.append(by_id(with_ids(each, sight)))
    return found


def by_id(layout: Layout) -> dict[str, str]:
    """Return the card of every id; no id is there twice."""
    items = [item for zone in all_zones(layout.zones) for item in zone.cards or ()]
    assert len({item.id for item in items}) == len(items)
    return {item.id: item.card for item in items}


def test_a_card_that_moves_in_sight_keeps_its_id() -> None:
    before = table(*hands((2, 0), 0, ("5H", "6H")), face_up("discard", "discard", (), NAME))
    after = table(*hands((1, 0), 0, ("6H",)), face_up("discard", "discard", ("5H",), NAME))
    assert seen(before, after) == [{"1.1": "5H", "1.2": "6H"}] * 2


def test_a_card_in_a_zone_of_a_zone_is_followed_too() -> None:
    before = table(*hands((1,), 0, ("5H",)), place("melds-0", "meld", (), NAME))
    row = face_up("meld-1", "meld", ("5H",), NAME)
    assert seen(before, table(*hands((0,), 0, ()), place("melds-0", "meld", (row,), NAME))) == [{"1.1": "5H"}] * 2


def test_a_card_that_was_out_of_sight_is_another_one() -> None:
    in_hand, in_stock = table(*hands((1,), 0, ("5H",)), stock(0)), table(*hands((0,), 0, ()), stock(1))
    assert seen(in_hand, in_stock, in_hand) == [{"1.1": "5H"}, {}, {"3.1": "5H"}]


def test_a_card_that_others_play_comes_into_sight_with_a_new_id() -> None:
    hidden = table(*hands((1, 1), 0, ("5H",)))
    shown = table(*hands((1, 0), 0, ("5H",)), face_up("trick", "trick", ("6H",), NAME))
    assert seen(hidden, shown) == [{"1.1": "5H"}, {"1.1": "5H", "2.1": "6H"}]


def test_of_two_that_look_alike_the_one_that_lies_still_keeps_its_id() -> None:
    before = table(*hands((2, 0), 0, ("5H", "6H")), face_up("discard", "discard", ("5H",), NAME))
    after = table(*hands((1, 0), 0, ("5H",)), face_up("discard", "discard", ("6H", "5H"), NAME))
    assert [*seen(before, after)[1]] == ["1.1", "1.2", "1.3"]
    sight = follow(follow(UNSEEN, before, 1), after, 2)
    assert [item.id for item in with_ids(after, sight).zones[2].cards or ()] == ["1.2", "1.3"]


def test_a_joker_is_the_same_card_whatever_it_stands_for() -> None:
    before = table(*hands((1,), 0, ("JK",)))
    after = table(*hands((0,), 0, ()), face_up("meld-1", "meld", ("JK=5H",), NAME))
    assert seen(before, after) == [{"1.1": "JK"}, {"1.1": "JK=5H"}]


def test_what_is_not_in_sight_has_no_ids() -> None:
    shown = table(*hands((3, 2), None, None), stock(9))
    assert with_ids(shown, follow(UNSEEN, shown, 1)) == shown


def test_what_was_shown_leaves_no_cycle_behind() -> None:
    shown = table(*hands((1,), 0, ("5H",)))
    sight = follow(UNSEEN, shown, 1)
    gc.collect()
    gc.disable()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        for _ in range(10):
            with_ids(shown, sight)
        gc.collect()
        left = [
            each for each in gc.garbage if isinstance(each, FunctionType) and each.__module__ == with_ids.__module__
        ]
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()
    assert [each for each in left if each.__module__ == with_ids.__module__] == []


# In random games


def versions(game: AnyGame, seed: int) -> Iterator[tuple[int, Any, Any]]:
    """Yield the events of a random game, each with its version and the state after it, those within one step, too."""
    version = 0
    for step in playout(game, Dice(seed)):
        state = step.before
        for event in step.events:
            state = game.evolve(state, event)
            version += 1
            yield version, event, state


@every_game
def test_cards_in_random_games_keep_their_ids_in_sight_and_get_new_ones_else(game: AnyGame) -> None:
    known: dict[int | None, tuple[Sight, dict[str, str]]] = {viewer: (UNSEEN, {}) for viewer in (None, 0, 1)}
    given: dict[int | None, set[str]] = {viewer: set() for viewer in known}
    for version, event, state in versions(game, 0):
        for viewer, (sight, before) in known.items():
            layout = game.layout(game.view(state, viewer), viewer)
            now_sight = follow(sight, layout, version)
            now = by_id(with_ids(layout, now_sight))
            assert all(before.get(each, card).split("=")[0] == card.split("=")[0] for each, card in now.items())
            assert kept(before, now) == Counter(cards(before)) & Counter(cards(now))
            assert (now.keys() - before.keys()).isdisjoint(given[viewer])
            given[viewer] |= now.keys()
            known[viewer] = now_sight, now
            if type(event) is DealStarted:
                assert not now, "a deal begins, and cards of the one before are still in sight"


def cards(in_sight: dict[str, str]) -> list[str]:
    """Return the cards in sight, jokers as they are printed."""
    return [card.split("=")[0] for card in in_sight.values()]


def kept(before: dict[str, str], now: dict[str, str]) -> Counter[str]:
    """Return the cards that have kept their ids."""
    return Counter(cards({each: card for each, card in now.items() if each in before}))


@every_game
def test_ids_are_the_same_whether_followed_from_the_start_or_from_the_deal(game: AnyGame) -> None:
    of_match, of_deal = UNSEEN, UNSEEN
    for version, event, state in islice(versions(game, 7), 400):
        layout = game.layout(game.view(state, 0), 0)
        of_match = follow(of_match, layout, version)
        of_deal = follow(UNSEEN if type(event) is DealStarted else of_deal, layout, version)
        assert of_deal == of_match

"""What moves on a table is told from what one viewer sees before and after; which way, from the layout alone."""

import json
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from domain import GAMES
from domain.layout import PILE, Layout, Moved, Zone, face_up, hands, items, of_seat, place, stock
from domain.wording import labelled
from projections.items import UNSEEN, Sight, follow
from projections.motion import Motion, looked, motions, said
from projections.seat_view import layout_of
from tests.recording import Recording, played, seated

GOLDEN = Path("tests/golden/motion.json")
"""What moved in a recorded game of each kind, as spectators and seat 0 see it: with the first events of every type."""

NAME = labelled(PILE)


def table(*zones: Zone) -> Layout:
    """Return a table with nothing but zones."""
    return Layout(zones=zones, counters=(), seats=())


def down(name: str, count: int | None, seat: int | None = None) -> Zone:
    """Return a zone of which nothing but the number of its cards is seen."""
    owner = None if seat is None else of_seat(seat)
    return Zone(id=name, kind="aside", face="down", count=count, owner=owner, label=NAME)


def up(name: str, cards: str, seat: int | None = None) -> Zone:
    """Return a zone whose cards lie open."""
    return face_up(name, "meld", tuple(cards.split()), NAME, owner=None if seat is None else of_seat(seat))


def moved(before: Layout, after: Layout, *told: Moved) -> list[str]:
    """Return what moved between two tables: from, to, how many, and the ids that can be followed."""
    was = follow(UNSEEN, before, 1)
    return [line(each) for each in motions(was, follow(was, after, 2), told)]


def line(motion: Motion) -> str:
    """Return a motion in short: `a>b 2 1.1`; nothing stands for no zone."""
    return " ".join([f"{motion.source or ''}>{motion.target or ''}", str(motion.count), *motion.ids])


def test_a_hidden_card_goes_from_where_one_less_lies_to_where_one_more_lies() -> None:
    assert moved(table(*hands((3, 2), None, None)), table(*hands((2, 3), None, None))) == ["hand-0>hand-1 1"]


def test_a_card_that_is_seen_all_the_time_is_named() -> None:
    before = table(*hands((2, 2), 0, ("5H", "6H")), up("trick", ""))
    after = table(*hands((1, 2), 0, ("6H",)), up("trick", "5H"))
    assert moved(before, after) == ["hand-0>trick 1 1.1"]


def test_a_card_that_comes_into_sight_came_from_where_it_lay_hidden() -> None:
    before = table(*hands((1, 2), 0, ("5H",)), up("trick", ""))
    assert moved(before, table(*hands((1, 1), 0, ("5H",)), up("trick", "7H"))) == ["hand-1>trick 1"]


def test_a_card_that_goes_out_of_sight_went_to_where_one_more_lies_hidden() -> None:
    before = table(*hands((1, 2), 0, ("5H",)))
    assert moved(before, table(*hands((0, 3), 0, ()))) == ["hand-0>hand-1 1"]


def test_cards_dealt_come_from_the_stock_or_onto_the_table() -> None:
    before = table(stock(9), *hands((0, 0), 0, ()))
    assert moved(before, table(stock(6), *hands((3, 0), 0, ("5H", "6H", "7H")))) == ["stock>hand-0 3"]
    assert moved(before, table(stock(9), *hands((0, 3), 0, ()))) == [">hand-1 3"]
    assert moved(table(), before) == [">stock 9"]


def test_cards_that_leave_the_table_go_nowhere() -> None:
    assert moved(table(up("trick", "5H 6H")), table()) == ["trick> 2"]


def test_what_is_turned_over_does_not_move() -> None:
    hidden, shown = table(down("a", 2)), table(up("a", "5H 6H"))
    assert (moved(hidden, shown), moved(shown, hidden)) == ([], [])


def test_a_card_on_a_pile_whose_top_alone_is_seen_hides_the_one_below() -> None:
    def pile(count: int, top: str) -> Zone:
        return Zone(id="pile", kind="discard", count=count, cards=items((top,)), label=NAME)

    assert moved(table(pile(3, "5H"), *hands((2,), None, None)), table(pile(4, "6H"), *hands((1,), None, None))) == [
        "hand-0>pile 1"
    ]
    assert moved(table(pile(4, "6H"), *hands((1,), None, None)), table(pile(3, "5H"), *hands((2,), None, None))) == [
        "pile>hand-0 1"
    ]


def test_zones_in_zones_come_and_go() -> None:
    before = table(up("hand-0", "5H 6H 7H", 0), place("melds-0", "meld", (), NAME))
    after = table(up("hand-0", "7H", 0), place("melds-0", "meld", (up("meld-1", "5H 6H", 0),), NAME))
    assert moved(before, after) == ["hand-0>meld-1 2 1.1 1.2"]
    assert moved(after, before) == ["meld-1>hand-0 2 1.2 1.3"]


def test_where_it_is_open_which_went_where_the_order_of_the_zones_decides() -> None:
    before = table(down("a", 1), down("b", 1), down("c", 0), down("d", 0))
    assert moved(before, table(down("a", 0), down("b", 0), down("c", 1), down("d", 1))) == ["a>c 1", "b>d 1"]
    before = table(down("b", 1), down("a", 1), down("d", 0), down("c", 0))
    assert moved(before, table(down("b", 0), down("a", 0), down("d", 1), down("c", 1))) == ["b>d 1", "a>c 1"]


def test_what_stays_with_its_owner_comes_before_the_order() -> None:
    before = table(down("a", 1, 0), down("b", 1, 1), down("c", 0, 1), down("d", 0, 0))
    after = table(down("a", 0, 0), down("b", 0, 1), down("c", 1, 1), down("d", 1, 0))
    assert moved(before, after) == ["a>d 1", "b>c 1"]


def test_what_was_in_sight_is_not_what_comes_into_sight() -> None:
    before = table(up("a", "5H"), down("b", 1), down("c", 0), up("d", ""))
    after = table(up("a", ""), down("b", 0), down("c", 1), up("d", "6H"))
    assert moved(before, after) == ["a>c 1", "b>d 1"]
    assert moved(table(up("a", "5H"), up("d", "")), table(up("a", ""), up("d", "6H"))) == ["a> 1", ">d 1"]


def test_another_card_in_a_zone_whose_cards_are_all_seen_has_come_and_the_one_before_has_gone() -> None:
    before = table(*hands((1, 1), 0, ("5H",)))
    assert moved(before, table(*hands((1, 1), 0, ("6H",)))) == ["hand-0> 1", ">hand-0 1"]


def test_of_a_secret_number_nothing_is_told_but_what_the_event_tells() -> None:
    before = table(down("hand-0", None), *hands((0, 1), 1, ("5H",))[1:])
    after = table(down("hand-0", None), *hands((0, 0), 1, ())[1:])
    assert moved(before, after) == ["hand-1> 1"]
    assert moved(before, after, Moved("hand-1", "hand-0")) == ["hand-1>hand-0 1"]
    assert moved(before, before, Moved("hand-1", "nowhere")) == []


def test_what_the_event_tells_leaves_less_open() -> None:
    before = table(up("pile", "5H"), down("hand-0", 1), up("aside", ""))
    after = table(up("pile", ""), down("hand-0", 1), up("aside", "6H"))
    assert moved(before, after) == ["pile> 1", ">aside 1"]
    assert moved(before, after, Moved("hand-0", "aside")) == ["pile>hand-0 1", "hand-0>aside 1"]
    assert moved(before, before, Moved("hand-0", "pile"), Moved("pile", "hand-0")) == [
        "pile>hand-0 1",
        "hand-0>pile 1",
    ]


def test_what_the_event_tells_counts_the_cards_that_are_followed() -> None:
    before = table(*hands((2, 0), 0, ("5H", "6H")), up("trick", ""))
    after = table(*hands((1, 0), 0, ("6H",)), up("trick", "5H"))
    assert moved(before, after, Moved("hand-0", "trick")) == ["hand-0>trick 1 1.1"]


def test_where_nothing_has_changed_nothing_moved() -> None:
    shown = table(*hands((2, 0), 0, ("5H", "6H")), stock(3))
    assert moved(shown, shown) == []


def test_with_an_event_of_the_table_itself_nothing_is_said_to_move() -> None:
    recording = seated("honors_4")
    assert said(recording.entries[-1], recording.now) == ()


# Recorded games


def seen(recording: Recording, seat: int | None) -> Iterator[tuple[str, list[str]]]:
    """Yield the type of each event of a game once it has begun, and what a viewer sees moving with it."""
    sight: Sight = UNSEEN
    for entry, after in zip(recording.entries, recording.snapshots, strict=True):
        if after.state is not None:
            sight, moves = looked(sight, layout_of(after, seat), entry, after)
            yield entry.event.__struct_config__.tag, [line(each) for each in moves]


def examples(game: str) -> dict[str, dict[str, list[list[str]]]]:
    """Return by viewer and type of event what moved with the first three of them with which anything did."""
    recording = played(game, 3, **({"max_deals": 2} if "max_deals" in GAMES[game].Options.__struct_fields__ else {}))
    found: dict[str, dict[str, list[list[str]]]] = {"spectator": {}, "seat 0": {}}
    for viewer, kinds in found.items():
        for kind, moves in seen(recording, None if viewer == "spectator" else 0):
            of_kind = kinds.setdefault(kind, [])
            if moves and len(of_kind) < 3:
                of_kind.append(moves)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_what_moves_in_recorded_games_is_as_it_was_found_right(game: str) -> None:
    golden = msgspec.json.decode(GOLDEN.read_bytes())
    assert examples(game) == golden.get(game), "If it is right: `python -m tests.projections.test_motion` writes it."


if __name__ == "__main__":
    GOLDEN.write_text(json.dumps({game: examples(game) for game in GAMES}, indent=1) + "\n")

"""What holds on the tables of all four games, at every moment of random games."""

from collections.abc import Iterator

from domain.games.honors import match
from domain.layout import Layout, Zone, of_seat
from domain.table import AnyGame
from tests.domain.games.honors.every_game import every_game, some_games
from tests.domain.zones import all_zones, codes, counters, meanings, zone


def tables(game: AnyGame) -> Iterator[tuple[int | None, match.View, Layout]]:
    """Yield what spectators and one of the seats see, move by move: who looks, the view, and the table."""
    for steps in some_games(game):
        for number, step in enumerate(steps):
            for viewer in (None, number % step.after.options.players):
                view = game.view(step.after, viewer)
                yield viewer, view, game.layout(view, viewer)


def within(zone: Zone) -> tuple[int, set[str]]:
    """Return how many cards lie in a zone and in those in it, and which of them are in sight."""
    parts = [*all_zones([zone])]
    return sum(part.count or 0 for part in parts), {card for part in parts for card in codes(part) or ()}


@every_game
def test_all_cards_of_the_deck_lie_in_one_zone_each(game: AnyGame) -> None:
    for _, _, table in tables(game):
        zones = [*all_zones(table.zones)]
        assert len({each.id for each in zones}) == len(zones)
        assert sum(each.count or 0 for each in zones) == 48
        in_sight = [card for each in zones for card in codes(each) or ()]
        assert len(in_sight) == len(set(in_sight))
        assert all(len(each.cards) <= (each.count or 0) for each in zones if each.cards is not None)


@every_game
def test_all_hands_are_there_and_viewers_see_their_own(game: AnyGame) -> None:
    for viewer, view, table in tables(game):
        for seat, size in enumerate(view.hand_sizes):
            hand = zone(table, f"hand-{seat}")
            assert (hand.kind, hand.owner, hand.face) == ("hand", of_seat(seat), "down")
            assert within(hand) == (size, set(view.hand or ()) if seat == viewer else set())


@every_game
def test_what_is_face_down_is_seen_by_nobody_else(game: AnyGame) -> None:
    for viewer, _, table in tables(game):
        for each in all_zones(table.zones):
            assert each.face == "up" or each.cards is None or (viewer is not None and each.owner == of_seat(viewer))


@every_game
def test_the_seats_and_what_is_counted(game: AnyGame) -> None:
    for _, view, table in tables(game):
        shown = counters(table)
        assert shown["deal"] == view.deal
        assert {each: meanings(table)[each] for each in shown if each.startswith(("deal", "total"))} == {
            "deal": ("deal", None), **{f"total-{seat}": ("total", of_seat(seat)) for seat in range(len(view.totals))},
        }  # fmt: skip
        assert [shown[f"total-{seat}"] for seat in range(len(view.totals))] == [*view.totals]
        assert [each.seat for each in table.seats] == [*range(len(view.totals))]
        assert tuple(each.seat for each in table.seats if each.to_act) == view.to_act

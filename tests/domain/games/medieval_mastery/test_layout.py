import pytest

from domain.layout import of_seat
from tests.domain.games.medieval_mastery.table import dealt, given
from tests.domain.zones import codes, counters, labels, meanings, zone


@pytest.mark.parametrize("viewer", [None, 0, 2])
def test_the_hands_and_the_stock_are_counted(viewer: int | None) -> None:
    table = dealt({0: "KS"}, players=3)
    table.play("KS")
    seen = table.layout(viewer)
    assert [zone(seen, f"hand-{seat}").count for seat in range(3)] == [8, 9, 9]
    assert (zone(seen, "stock").count, codes(zone(seen, "stock"))) == (130 - 27, None)
    for seat in range(3):
        cards = codes(zone(seen, f"hand-{seat}"))
        assert (None if cards is None else set(cards)) == (table.hand(seat) if seat == viewer else None)


def test_the_trick_lies_in_order_of_play_until_its_winner_has_built() -> None:
    table = given(trick="RS GS DS")
    trick = zone(table.layout(), "trick")
    assert (trick.kind, trick.count, [each.owner for each in trick.zones]) == (
        "trick",
        0,
        [of_seat(seat) for seat in range(3)],
    )
    assert [codes(each) for each in trick.zones] == [("RS",), ("GS",), ("DS",)]
    table.rest()
    assert zone(table.layout(), "trick").zones == ()


@pytest.mark.parametrize("viewer", [None, 1])
def test_groups_lie_before_their_owners_and_are_called_by_their_names(viewer: int | None) -> None:
    table = given("KS QS ES | KC QT IC | JC PT", "AP BT | XW RW")
    groups = zone(table.layout(viewer), "groups-0").zones
    assert [(each.id, each.label.text) for each in groups] == [
        ("group-KS-QS", "Royal family"),
        ("group-KC-QT", "family"),
        ("group-JC-PT", "junior family"),
        ("group-AP", "commune"),
        ("group-XW", "Religious commune"),
    ]
    assert {(each.kind, each.owner, each.face) for each in groups} == {("meld", of_seat(0), "up")}
    assert (codes(groups[0]), codes(groups[3])) == (("KS", "QS", "ES"), ("AP", "BT"))
    assert zone(table.layout(viewer), "groups-1").zones == ()


def test_another_couple_is_another_family() -> None:
    table = given("KS QC", hand="QS")
    table.build("KS QS", rejects="QC")
    assert [each.id for each in zone(table.layout(), "groups-0").zones] == ["group-KS-QS"]


def test_what_is_counted() -> None:
    table = given("KS QC", stall_limit=7)
    assert counters(table.layout()) == {
        "score-0": 49, "score-1": 0, "score-2": 0, "total-0": 0, "total-1": 0, "total-2": 0,
        "deal": 1, "turns-left": 7,
    }  # fmt: skip
    assert labels(table.layout())["turns-left"] == "tricks left without a new card laid"
    assert meanings(table.layout()) == {
        **{f"{kind}-{seat}": (kind, of_seat(seat)) for kind in ("score", "total") for seat in range(3)},
        "deal": ("deal", None), "turns-left": ("turns_left", None),
    }  # fmt: skip
    table.rest()
    assert counters(table.layout())["turns-left"] == 6


def test_the_totals_of_a_match_are_those_of_ended_deals() -> None:
    table = dealt({0: "RS GS"}, max_deals=2, stall_limit=1)
    table.play("RS")
    table.others_follow()
    table.rest()
    assert counters(table.layout())["deal"] == 2


def test_the_seat_in_turn_is_to_act() -> None:
    table = dealt({})
    assert [each.to_act for each in table.layout().seats] == [True, False, False]

import pytest
from msgspec.structs import replace

from domain.games.literature import LITERATURE
from domain.games.literature.events import CardAsked, SetDeclared, TurnPassed
from domain.games.literature.sets import SETS
from domain.layout import Moved, of_seat, of_team
from tests.domain.games.literature.table import ask, ask_count, declare, given
from tests.domain.scenario import layout, when
from tests.domain.zones import all_zones, codes, counters, labels, meanings, zone

HANDS = {0: "3S 4S 5S 9H", 1: "6S 7S 8S", 2: "10H JH QH KH AH", 3: ""}
"""Low spades and high hearts are open; seats 3, 4 and 5 are out of cards."""


@pytest.mark.parametrize(
    ("viewer", "counts"),
    [(None, [None, None, None, 0, 0, 0]), (0, [4, None, None, 0, 0, 0]), (1, [None, 3, None, 0, 0, 0])],
)
def test_no_hand_is_counted_but_ones_own_and_those_that_are_empty(viewer: int | None, counts: list[int | None]) -> None:
    shown = layout(given(HANDS), viewer)
    assert [zone(shown, f"hand-{seat}").count for seat in range(6)] == counts
    assert codes(zone(shown, "hand-0")) == (("9H", "3S", "4S", "5S") if viewer == 0 else None)


def test_sets_that_were_won_lie_before_their_declarers_the_others_aside() -> None:
    state = given({0: "low_clubs 9H", 1: "low_spades 10H JH", 2: "QH KH AH", 4: ""})
    won, _ = when(state, 0, declare("low_clubs", 0))
    shown = layout(when(won, 0, declare("low_spades", 0))[0])
    clubs, spades = zone(shown, "set-low_clubs"), zone(shown, "set-low_spades")
    assert (clubs.kind, clubs.owner, clubs.face, clubs.label.text) == (
        "won",
        of_seat(0),
        "up",
        "low clubs, won by team 0",
    )
    assert (codes(clubs), clubs.count) == (SETS["low_clubs"], 6)
    assert (spades.kind, spades.owner, spades.label.text) == ("aside", of_team(0), "low spades, lost by team 0")
    assert "set-high_hearts" not in [each.id for each in all_zones(shown.zones)]


def test_the_points_of_the_teams_and_the_moves_left_without_a_closed_set_are_counted() -> None:
    state, _ = when(given(HANDS, {"stall_limit": 7}), 0, ask(1, "6S"))
    assert counters(layout(state)) == {"score-0": 6, "score-1": 0, "turns-left": 6}
    assert labels(layout(state))["turns-left"] == "moves left without a closed set"
    assert meanings(layout(state)) == {
        "score-0": ("score", of_team(0)), "score-1": ("score", of_team(1)), "turns-left": ("turns_left", None),
    }  # fmt: skip


def test_a_number_that_was_told_is_shown_as_it_then_was() -> None:
    state, _ = when(given(HANDS, {"report_counts": True}), 2, ask_count(1))
    assert counters(layout(state, 5))["reported-1"] == 3
    assert meanings(layout(state, 5))["reported-1"] == ("cards", of_seat(1))
    assert [name for name in counters(layout(state, 5)) if name.startswith("reported-")] == ["reported-1"]
    state, _ = when(state, 0, ask(1, "6S"))
    assert counters(layout(state, 5))["reported-1"] == 3


def test_what_goes_from_hand_to_hand_is_told_by_the_events_as_no_number_of_cards_is() -> None:
    given_away = CardAsked(0, 1, "6S", "given", at=0)
    assert LITERATURE.moved(given_away) == (Moved("hand-1", "hand-0"),)
    assert LITERATURE.moved(replace(given_away, answer="not_held")) == ()
    held = dict.fromkeys(SETS["low_clubs"][:4], 0) | dict.fromkeys(SETS["low_clubs"][4:], 2)
    closing = SetDeclared(0, "low_clubs", held, "won", closed=True, held=held, at=0)
    assert LITERATURE.moved(closing) == (Moved("hand-0", "set-low_clubs", 4), Moved("hand-2", "set-low_clubs", 2))
    assert LITERATURE.moved(replace(closing, closed=False, held=None)) == ()
    assert LITERATURE.moved(TurnPassed(0, 2, at=0)) == ()


def test_the_seats_have_teams_and_one_is_to_act() -> None:
    shown = layout(given(HANDS, {"teams": [0, 0, 0, 1, 1, 1]}, turn=2))
    assert [each.team for each in shown.seats] == [0, 0, 0, 1, 1, 1]
    assert [each.seat for each in shown.seats if each.to_act] == [2]

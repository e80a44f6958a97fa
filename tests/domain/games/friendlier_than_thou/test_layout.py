import pytest

from domain.layout import Layout, TeamAtTable, of_seat, of_team
from tests.domain.games.friendlier_than_thou.table import Meeting, dealt, gathered, silent_meeting
from tests.domain.zones import codes, counters, meanings, zone


def after_a_trick() -> Meeting:
    """Return a Meeting where seat 1 has collected a trick, and shows a humble ace of it."""
    meeting = gathered("2C 2D", "3C 3D", "AC AD", leading="programmed")
    meeting.do(0, "lead", card="2C")
    meeting.do(1, "play", card="3C")
    meeting.do(2, "play", card="AC", humble=True)
    meeting.do(1, "display", card="AC")
    return meeting


@pytest.mark.parametrize("viewer", [None, 0, 2])
def test_the_pile_shows_each_seat_what_it_laid_aside(viewer: int | None) -> None:
    meeting = dealt(players=3, dealer=2)
    cards = [meeting.state.hands[seat][: 1 + (seat == 2)] for seat in range(3)]
    for seat in (0, 2):
        meeting.do(seat, "lay_aside", cards=list(cards[seat]))
    pile = zone(meeting.layout(viewer), "committee")
    assert (pile.kind, pile.face, pile.count) == ("aside", "down", 3)
    assert codes(pile) == (None if viewer is None else cards[viewer])


def test_the_trick_lies_in_order_of_play_each_card_before_the_player_who_played_it() -> None:
    meeting = gathered("2C 2D", "3C 3D", "AC AD", leading="programmed", dealer=1)
    meeting.do(1, "lead", card="3C")
    meeting.do(2, "play", card="AC", humble=True)
    played = zone(meeting.layout(), "trick").zones
    assert [(each.id, each.owner, codes(each), each.label.text) for each in played] == [
        ("played-1", of_seat(1), ("3C",), "card of seat 1"),
        ("played-2", of_seat(2), ("AC",), "card of seat 2, humble"),
    ]


@pytest.mark.parametrize(("viewer", "below"), [(None, None), (0, None), (1, ("2C", "3C"))])
def test_a_trick_lies_face_down_for_all_but_its_collector_and_one_card_of_it_face_up(
    viewer: int | None, below: tuple[str, ...] | None
) -> None:
    shown = after_a_trick().layout(viewer)
    assert [len(zone(shown, f"won-{seat}").zones) for seat in range(3)] == [0, 1, 0]
    trick = zone(shown, "won-1-1")
    assert (trick.kind, trick.owner, trick.face, trick.count, codes(trick)) == ("won", of_seat(1), "down", 2, below)
    assert trick.label.text == "trick 1 of seat 1"
    (displayed,) = trick.zones
    assert (displayed.kind, displayed.owner, displayed.face, displayed.count) == ("won", of_seat(1), "up", 1)
    assert (displayed.label.text, codes(displayed)) == ("face-up card of the trick", ("AC",))


def test_discards_lie_open_the_last_one_on_top() -> None:
    meeting = silent_meeting()
    meeting.do(2, "lead", card="4C")
    meeting.do(0, "lead", card="2D")
    discards = zone(meeting.layout(1), "discard")
    assert (discards.kind, discards.face, codes(discards)) == ("discard", "up", ("2D", "4C"))


def test_in_unity_the_proposals_that_may_still_fall_are_counted() -> None:
    meeting = gathered("", "", unity_proposals=3)
    assert counters(meeting.layout()) == {"turns-left": 3}
    meeting.do(0, "propose", recipient=1)
    meeting.do(1, "object", recipient=1)
    assert counters(meeting.layout()) == {"turns-left": 2}


def test_in_unity_the_table_shows_who_proposes_whom_and_who_is_united() -> None:
    meeting = gathered("", "", "")
    meeting.do(0, "propose", recipient=2)
    meeting.do(2, "unite", recipient=2)
    marks = [each for each in meeting.layout().counters if each.kind == "mark"]
    assert [(each.id, each.owner, each.value) for each in marks] == [
        ("proposer-0", of_seat(0), 1), ("recipient-2", of_seat(2), 1),
        ("united-0", of_seat(0), 1), ("united-1", of_seat(1), 0), ("united-2", of_seat(2), 1),
    ]  # fmt: skip
    assert [each.label.text for each in marks][:3] == [
        "proposer: seat 0", "proposed to receive the care committee’s cards: seat 2", "in unity: seat 0",
    ]  # fmt: skip


def finished(*, recipient: int | None) -> Layout:
    """Return the table at the end; seat 1 has won clubs, and the pile has the other twos."""
    meeting = gathered("2C", "3C", "AC", pile=("2D", "2H", "2S"), leading="programmed", unity_proposals=1)
    meeting.do(0, "lead", card="2C")
    meeting.do(1, "play", card="3C")
    meeting.do(2, "play", card="AC", humble=True)
    meeting.do(1, "display", card="3C")
    meeting.do(0, "propose", recipient=recipient or 0)
    for seat in (1, 2):
        if meeting.state.phase == "unity":
            meeting.do(seat, "object" if recipient is None else "unite", recipient=recipient or 0)
    return meeting.layout()


def test_at_the_end_the_cards_of_each_seat_lie_open_those_that_count_and_those_that_do_not() -> None:
    shown = finished(recipient=1)
    assert (zone(shown, "committee").count, codes(zone(shown, "committee"))) == (0, ())
    assert [codes(each) for each in zone(shown, "won-1").zones] == [("AC", "2D", "2H", "2S"), ("3C", "2C")]
    assert [zone(shown, name).label.text for name in ("kept-1", "dropped-1")] == [
        "cards that count for seat 1", "cards of seat 1 out of balance",
    ]  # fmt: skip
    assert counters(shown) == {"score-0": 0, "score-1": 26, "score-2": 0, "meeting-score": 26}
    assert meanings(shown) == {
        **{f"score-{seat}": ("score", of_seat(seat)) for seat in range(3)}, "meeting-score": ("score", of_team(0)),
    }  # fmt: skip


def test_all_are_one_team() -> None:
    shown = gathered("", "", "").layout()
    assert shown.teams == (TeamAtTable(team=0, seats=(0, 1, 2)),)
    assert [each.team for each in shown.seats] == [0, 0, 0]


def test_a_pile_that_nobody_gets_lies_open_at_the_end() -> None:
    shown = finished(recipient=None)
    assert (codes(zone(shown, "committee")), zone(shown, "committee").face) == (("2D", "2H", "2S"), "up")
    assert [codes(each) for each in zone(shown, "won-1").zones] == [(), ("AC", "3C", "2C")]


def test_all_who_may_speak_are_to_act() -> None:
    meeting = silent_meeting()
    meeting.do(2, "so_moved", card="4C")
    assert [each.to_act for each in meeting.layout().seats] == [True, True, False, True]

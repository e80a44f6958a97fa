"""Who sees what: the brackets of the events, and the table *What a seat sees*."""

import msgspec
import pytest

from domain.events import CardsDealt, DealStarted
from domain.game import Event, by_wire_name
from domain.games.friendlier_than_thou import FRIENDLIER_THAN_THOU as GAME
from domain.games.friendlier_than_thou.events import CardsLaidAside, SoMovedSaid
from tests.domain.games.friendlier_than_thou.table import START, Meeting, dealt, gathered

VIEWERS = (0, 1, 2, 3, None)
SECRET_FIELDS = {
    "deal_started": {"deck"},
    "cards_dealt": {"cards"},
    "cards_laid_aside": {"cards"},
    "so_moved_said": {"card", "humble"},
}


def shown(meeting: Meeting, event: Event, viewer: int | None) -> set[str]:
    """Return the fields of the event that travel to a viewer."""
    return set(msgspec.to_builtins(GAME.seen(event, viewer, meeting.state))) - {"type", "at"}


@pytest.mark.parametrize("kind", by_wire_name(GAME.Event).values(), ids=str)
def test_every_field_of_every_event_says_who_may_see_it(kind: type[Event]) -> None:
    assert set(kind.audience) == set(kind.__struct_fields__)
    secret = {name for name, to in kind.audience.items() if not to.everyone}
    assert secret == SECRET_FIELDS.get(str(kind.__struct_config__.tag), set())


@pytest.mark.parametrize("viewer", VIEWERS)
def test_the_deck_is_only_in_the_record(viewer: int | None) -> None:
    meeting = dealt()
    (event,) = (event for event in meeting.log if isinstance(event, DealStarted))
    assert shown(meeting, event, viewer) == {"deal", "dealer", "stock_size"}


@pytest.mark.parametrize("viewer", VIEWERS)
def test_dealt_cards_are_shown_to_their_seat_alone(viewer: int | None) -> None:
    meeting = dealt()
    for event in meeting.log:
        if isinstance(event, CardsDealt):
            assert ("cards" in shown(meeting, event, viewer)) == (viewer == event.seat)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_cards_laid_aside_are_shown_to_their_seat_alone(viewer: int | None) -> None:
    event = CardsLaidAside(2, 1, ("9C",), at=START)
    assert shown(dealt(), event, viewer) == {"seat", "count"} | ({"cards"} if viewer == 2 else set())


@pytest.mark.parametrize("viewer", VIEWERS)
def test_the_card_of_a_speech_is_shown_to_its_speaker_alone(viewer: int | None) -> None:
    event = SoMovedSaid(3, START + 1_000, "AC", True, at=START)
    fields = {"seat", "window_closes_at"} | ({"card", "humble"} if viewer == 3 else set())
    assert shown(dealt(), event, viewer) == fields


def half_way(*, exchanged: bool) -> Meeting:
    """Return three seats in a window, after a trick of seat 1's; `exchanged` exchanges what seat 0 cannot see.

    That is: the hand of seat 1 with that of seat 2, their piles, and the card that seat 1 means to lead.
    """
    hands, pile = ["2C 5D", "9C AD 6D", "3C AH 6H"], ["7C", "7D", "7H"]
    if exchanged:
        hands[1:], pile[1:] = ["9C AH 6H", "3C AD 6D"], ["7H", "7D"]
    meeting = gathered(*hands, pile=pile)
    meeting.do(0, "so_moved", card="2C")
    meeting.do(1, "play", card="9C", at=1_000)
    meeting.do(2, "play", card="3C")
    meeting.do(1, "display", card="3C")
    meeting.do(1, "so_moved", card="6H" if exchanged else "AD", humble=not exchanged)
    return meeting


@pytest.mark.parametrize("viewer", [0, None])
def test_exchanging_hidden_cards_changes_nothing_that_a_viewer_gets(viewer: int | None) -> None:
    one, other = half_way(exchanged=False), half_way(exchanged=True)
    assert one.state != other.state
    assert msgspec.json.encode(one.sees(viewer)) == msgspec.json.encode(other.sees(viewer))
    for event, twin in zip(one.log, other.log, strict=True):
        seen, seen_twin = GAME.seen(event, viewer, one.state), GAME.seen(twin, viewer, other.state)
        assert msgspec.json.encode(seen) == msgspec.json.encode(seen_twin)
        assert GAME.message(seen, one.state) == GAME.message(seen_twin, other.state)
    assert GAME.choices(one.state, 0) == GAME.choices(other.state, 0)


def test_a_spectator_has_no_field_of_a_seat_but_hand() -> None:
    view = msgspec.to_builtins(half_way(exchanged=False).sees(None))
    assert view["hand"] is None
    assert not {"my_committee", "my_lead"} & set(view)
    assert [set(trick) for tricks in view["won"] for trick in tricks] == [{"face_up", "size"}]


def test_a_speaker_sees_their_own_cards() -> None:
    view = msgspec.to_builtins(half_way(exchanged=False).sees(1))
    assert view["hand"] == ("AD", "6D")
    assert view["my_committee"] == ("7D",)
    assert view["my_lead"] == {"card": "AD", "humble": True}
    assert view["won"][1] == ({"face_up": "3C", "size": 3, "cards": ("2C", "9C", "3C")},)


def test_the_view_has_the_rulebooks_fields() -> None:
    assert msgspec.to_builtins(half_way(exchanged=False).sees(0)) == {
        "game": "friendlier_than_thou",
        "phase": "silence",
        "dealer": 0,
        "turn": None,
        "to_act": (0, 2),
        "deadline": START + 2_000,
        "options": {
            "players": 3,
            "dealer": 0,
            "leading": "silent",
            "so_moved_window_ms": 1000,
            "silence_limit_ms": 120_000,
            "unity_limit_ms": 600_000,
            "unity_proposals": 20,
        },
        "hand": ("5D",),
        "hand_sizes": (1, 2, 2),
        "committee": {"laid_by": (0, 1, 2), "size": 3, "recipient": None},
        "my_committee": ("7C",),
        "silence": {
            "since": START + 1_000,
            "breaks_at": None,
            "speakers": (1,),
            "window_closes_at": START + 2_000,
        },
        "my_lead": None,
        "table": (),
        "won": ((), ({"face_up": "3C", "size": 3},), ()),
        "discards": (),
        "unity": None,
        "result": None,
    }


def test_only_the_result_shows_the_pile_and_the_won_cards_at_the_end() -> None:
    meeting = gathered("2C", "9C", pile=("7H", "7D"), leading="programmed")
    meeting.do(0, "lead", card="2C")
    meeting.do(1, "play", card="9C")
    meeting.do(1, "display", card="2C")
    meeting.do(0, "propose", recipient=0)
    meeting.do(1, "unite", recipient=0)
    view = msgspec.to_builtins(meeting.sees(None))
    assert view["result"]["committee"] == ("7D", "7H")
    assert sorted(view["result"]["hands"][1]["dropped"]) == ["2C", "9C"]
    assert view["won"] == ((), ({"face_up": "2C", "size": 2},))
    assert not {"my_committee", "my_lead"} & set(view)
    assert msgspec.to_builtins(meeting.sees(1))["my_committee"] == ("7D",)

"""The rules IV-R1 to IV-R12 of the rulebook, by number, and its examples."""

import pytest

from domain.games.honors_4 import HONORS_4
from tests.domain.games.honors_4.table import dealt, decks, discard, stubborn, turn
from tests.domain.scenario import kinds, seen, started, when


def test_IV_R1_any_number_may_play() -> None:
    assert [HONORS_4.options({"players": players}).players for players in range(2, 13)] == list(range(2, 13))


@pytest.mark.parametrize("players", [2, 4, 12])
def test_IV_R2_the_pack_lies_face_down(players: int) -> None:
    events = started(HONORS_4, players=players)
    state = dealt(players=players)
    for viewer in (None, *range(players)):
        view = HONORS_4.view(state, viewer)
        assert (view.stock_size, view.discard_top) == (48 - players, ())
        assert "deck" not in seen(state, events[1], viewer)


@pytest.mark.parametrize("seat", range(4))
def test_IV_R3_any_player_opens_by_drawing_a_card(seat: int) -> None:
    state, events = when(dealt(opener="any"), seat, "open", chance=decks("J-3"))
    assert events[0] == {"type": "play_opened", "seat": seat}
    assert (state.phase, state.turn, state.hands[seat]) == ("draw", seat, ("J-3",))


def test_IV_R4_all_players_draw_one_card() -> None:
    state = dealt("A-1 B-1 C-1 D-1", dealer=2)
    assert state.hands == (("B-1",), ("C-1",), ("D-1",), ("A-1",))
    given = [
        (event.seat, event.count, event.cards)
        for event in started(HONORS_4, chance=decks("A-1 B-1 C-1 D-1"), dealer=2)[2:]
    ]
    assert given == [(3, 1, ("A-1",)), (0, 1, ("B-1",)), (1, 1, ("C-1",)), (2, 1, ("D-1",))]


@pytest.mark.parametrize(("held", "drawn"), [("A-1", "A-2"), ("A-2", "A-3"), ("A-3", "A-4"), ("J-4", "J-3")])
def test_IV_R5_the_first_player_draws_again_and_goes_out_with_two_in_sequence(held: str, drawn: str) -> None:
    state = dealt(f"{held} B-1 C-1 D-1 {drawn}")
    assert state.turn == 1
    _, events = when(state, 1, "draw_stock")
    assert events[:2] == [
        {"type": "cards_drawn", "seat": 1, "count": 1, "cards": [drawn]},
        {"type": "seat_went_out", "seat": 1, "cards": sorted([held, drawn])},
    ]


@pytest.mark.parametrize(("held", "drawn"), [("A-1", "A-4"), ("A-4", "A-1"), ("A-1", "B-2"), ("A-3", "B-3")])
def test_IV_R6_other_combinations_do_not_count(held: str, drawn: str) -> None:
    state, events = when(dealt(f"{held} E-1 F-1 G-1 {drawn}"), 1, "draw_stock")
    assert kinds(events) == ["cards_drawn"]
    assert (state.phase, state.turn, state.hands[1]) == ("discard", 1, (held, drawn))


@pytest.mark.parametrize(("discarded", "kept"), [("A-1", "E-1"), ("E-1", "A-1")])
def test_IV_R7_the_player_discards_either_card_face_up(discarded: str, kept: str) -> None:
    state, _ = when(dealt("A-1 B-1 C-1 D-1 E-1"), 1, "draw_stock")
    state, events = when(state, 1, discard(discarded))
    assert events == [{"type": "card_discarded", "seat": 1, "card": discarded}]
    assert (state.hands[1], state.pile) == ((kept,), (discarded,))
    assert HONORS_4.view(state, None).discard_top == (discarded,)


@pytest.mark.parametrize(("kind", "card"), [("take_pile", "E-1"), ("draw_stock", "F-1")])
def test_IV_R8_the_player_to_the_left_takes_the_discard_or_one_off_the_pack(kind: str, card: str) -> None:
    state = turn(dealt("A-1 B-1 C-1 D-1 E-1 F-1"), "draw_stock", "E-1")
    assert state.turn == 2
    state, _ = when(state, 2, kind)
    assert state.hands[2] == ("B-1", card)


def test_IV_R8_the_next_player_plays_in_the_same_way() -> None:
    state = turn(dealt("A-1 B-1 C-1 D-1 E-1 B-2"), "draw_stock", "E-1")
    _, events = when(state, 2, "draw_stock")
    assert kinds(events)[:2] == ["cards_drawn", "seat_went_out"]
    state = turn(dealt("A-1 B-1 C-1 D-1 B-2"), "draw_stock", "B-2")
    _, events = when(state, 2, "take_pile")
    assert kinds(events)[:2] == ["pile_taken", "seat_went_out"]


def test_IV_R9_only_the_top_card_of_the_pile_may_be_drawn() -> None:
    state = turn(dealt("A-1 B-1 C-1 D-1 E-1 F-1"), "draw_stock", "E-1")
    state = turn(state, "draw_stock", "F-1")
    assert state.pile == ("F-1", "E-1")
    state, events = when(state, 3, "take_pile")
    assert events == [{"type": "pile_taken", "seat": 3, "cards": ["F-1"]}]
    assert state.pile == ("E-1",)


def test_IV_R10_the_play_goes_round_until_a_player_goes_out() -> None:
    state = dealt()
    for round_number in range(1, 6):
        state = stubborn(state, 4)
        assert (state.match.deal, state.out, state.turn, state.discards_made) == (1, None, 1, 4 * round_number)
    state = turn(state, "draw_stock", "A-1")
    state, events = when(state, 2, "take_pile")
    assert kinds(events)[:3] == ["pile_taken", "seat_went_out", "deal_ended"]


def test_IV_R11_going_out_wins_the_deal() -> None:
    _, events = when(dealt("A-1 B-1 C-1 D-1 A-2"), 1, "draw_stock")
    assert events[2] == {
        "type": "deal_ended",
        "deal": 1,
        "why": "out",
        "out": 1,
        "scores": [0, 1, 0, 0],
        "totals": [0, 1, 0, 0],
    }


def test_IV_R12_the_player_going_out_starts_the_play_next_time() -> None:
    state = stubborn(dealt("A-1 B-1 C-1 D-1 E-1 F-1 C-2"), 2)
    state, events = when(state, 3, "draw_stock", chance=decks("", "A-1 B-1 C-1 D-1"))
    assert (state.match.deal, state.phase, state.turn, state.opener) == (2, "draw", 3, 3)
    assert [(event["seat"], event["cards"]) for event in events if event["type"] == "cards_dealt"] == [
        (3, ["A-1"]),
        (0, ["B-1"]),
        (1, ["C-1"]),
        (2, ["D-1"]),
    ]

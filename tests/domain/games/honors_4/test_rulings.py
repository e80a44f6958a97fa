"""The rulings IV-U1 to IV-U12 of the rulebook, by number."""

import pytest

from domain.games.honors_4 import HONORS_4
from domain.match import Result
from tests.domain.games.honors_4.table import STUBBORN, dealt, decks, discard, stubborn, turn
from tests.domain.scenario import as_json, kinds, refusal, refused_options, seen, started, when

OUT = "A-1 B-1 C-1 D-1 A-2"
"""A deck with which the opener goes out in their first turn."""


def test_IV_U1_one_cannot_play_alone_and_more_than_twelve_cannot_play() -> None:
    for players in (0, 1, 13):
        assert refused_options(HONORS_4, players=players) == "invalid_option"


@pytest.mark.parametrize(("dealer", "opener"), [(0, 1), (2, 3), (3, 0)])
def test_IV_U2_the_seat_on_the_dealers_left_opens_the_first_deal(dealer: int, opener: int) -> None:
    state = dealt(dealer=dealer)
    assert (state.phase, state.turn, state.opener) == ("draw", opener, opener)
    assert refusal(state, opener, "open") == "wrong_phase"


def test_IV_U2_with_any_nothing_is_dealt_until_somebody_opens() -> None:
    assert kinds([as_json(event) for event in started(HONORS_4, opener="any")]) == ["game_started"]
    state = dealt(opener="any")
    view = HONORS_4.view(state, 2)
    assert (view.phase, view.dealer, view.opener, view.turn) == ("opening", None, None, None)
    assert (view.to_act, view.deal, view.hand, view.hand_sizes) == ((0, 1, 2, 3), 1, (), (0, 0, 0, 0))
    assert (view.stock_size, view.discard_size) == (48, 0)


@pytest.mark.parametrize("dealer", [0, 2])
def test_IV_U2_with_any_the_first_to_say_so_opens_whoever_deals(dealer: int) -> None:
    state, events = when(dealt(opener="any", dealer=dealer), 2, "open", chance=decks(STUBBORN))
    assert kinds(events) == ["play_opened", "deal_started", *["cards_dealt"] * 4]
    assert (state.opener, state.turn, state.match.dealer) == (2, 2, 1)
    assert refusal(state, 1, "open") == "wrong_phase"
    assert HONORS_4.view(state, None).dealer == 1


def test_IV_U2_only_the_first_deal_is_opened_by_anyone() -> None:
    state, _ = when(dealt(opener="any"), 3, "open", chance=decks(OUT))
    state, _ = when(state, 3, "draw_stock", chance=decks("", STUBBORN))
    assert (state.match.deal, state.phase, state.turn) == (2, "draw", 3)


def test_IV_U3_the_dealer_is_the_seat_on_the_openers_right() -> None:
    state, events = when(dealt(OUT), 1, "draw_stock", chance=decks("", STUBBORN))
    assert events[3]["type"] == "deal_started"
    assert {name: events[3][name] for name in ("deal", "dealer", "stock_size")} == {
        "deal": 2,
        "dealer": 0,
        "stock_size": 44,
    }
    assert events[3]["deck"][:4] == STUBBORN.split()[:4]
    assert (state.hands[1], state.hands[2], state.hands[3], state.hands[0]) == (("A-1",), ("A-2",), ("A-3",), ("A-4",))
    assert state.stock == tuple(events[3]["deck"][4:])


@pytest.mark.parametrize(("held", "drawn"), [("D-2", "D-1"), ("D-3", "D-2"), ("D-4", "D-3"), ("D-1", "D-2")])
def test_IV_U4_in_sequence_whichever_came_first(held: str, drawn: str) -> None:
    _, events = when(dealt(f"{held} E-1 F-1 G-1 {drawn}"), 1, "draw_stock")
    assert events[1] == {"type": "seat_went_out", "seat": 1, "cards": sorted([held, drawn])}


@pytest.mark.parametrize(("held", "drawn"), [("D-4", "D-1"), ("D-1", "D-3"), ("D-2", "D-4"), ("D-1", "E-2")])
def test_IV_U4_no_wrap_no_gap_no_other_book(held: str, drawn: str) -> None:
    _, events = when(dealt(f"{held} A-1 B-1 C-1 {drawn}"), 1, "draw_stock")
    assert kinds(events) == ["cards_drawn"]


def test_IV_U5_a_player_goes_out_in_the_draw_and_both_cards_are_shown() -> None:
    state, events = when(dealt(OUT), 1, "draw_stock")
    for viewer in (None, 0, 2):
        drawn, out = (seen(state, event, viewer) for event in events[:2])
        assert drawn == {"type": "cards_drawn", "seat": 1, "count": 1}
        assert out == {"type": "seat_went_out", "seat": 1, "cards": ["A-1", "A-2"]}


def test_IV_U5_from_the_pile_alike() -> None:
    state = turn(dealt("A-1 B-1 C-1 D-1 B-2"), "draw_stock", "B-2")
    _, events = when(state, 2, "take_pile")
    assert events[1] == {"type": "seat_went_out", "seat": 2, "cards": ["B-1", "B-2"]}


def test_IV_U6_a_player_holds_one_card_between_turns() -> None:
    state, _ = when(dealt(), 1, "draw_stock")
    assert refusal(state, 1, "draw_stock") == "wrong_phase"
    state, _ = when(state, 1, discard(state.hands[1][0]))
    assert [len(hand) for hand in state.hands] == [1, 1, 1, 1]


def test_IV_U7_the_card_just_taken_from_the_pile_is_not_discarded() -> None:
    state = turn(dealt("A-1 B-1 C-1 D-1 E-1"), "draw_stock", "E-1")
    state, _ = when(state, 2, "take_pile")
    assert refusal(state, 2, discard("E-1")) == "card_just_taken"
    state, _ = when(state, 2, discard("B-1"))
    assert (state.hands[2], state.pile, state.taken) == (("E-1",), ("B-1",), None)


def test_IV_U7_a_card_taken_in_an_earlier_turn_is_discarded_like_any_other() -> None:
    state = turn(dealt("A-1 B-1 C-1 D-1 E-1"), "draw_stock", "E-1")
    state = turn(state, "take_pile", "B-1")
    state = stubborn(state, 3)
    assert state.turn == 2
    assert turn(state, "draw_stock", "E-1").pile[0] == "E-1"


def test_IV_U8_the_very_first_draw_of_a_deal_is_from_the_pack() -> None:
    state = dealt("A-1 B-1 C-1 D-1 E-1 B-2")
    assert refusal(state, 1, "take_pile") == "pile_empty"
    state, _ = when(turn(state, "draw_stock", "E-1"), 2, "draw_stock")
    assert (state.match.deal, state.pile) == (2, ())
    assert refusal(state, 2, "take_pile") == "pile_empty"


@pytest.mark.parametrize(("players", "piled"), [(4, 44), (12, 36)])
def test_IV_U9_an_empty_pack_is_formed_anew_from_the_pile_but_its_top_card(players: int, piled: int) -> None:
    state = stubborn(dealt(players=players), piled)
    assert (len(state.stock), len(state.pile)) == (0, piled)
    top, *rest = state.pile
    seat = state.turn
    assert seat is not None
    after, events = when(state, seat, "draw_stock")
    assert events[:2] == [
        {"type": "stock_formed", "size": piled - 1, "order": rest[::-1]},
        {"type": "cards_drawn", "seat": seat, "count": 1, "cards": [rest[-1]]},
    ]
    assert (after.stock, after.pile) == (tuple(rest[-2::-1]), (top,))


def test_IV_U9_a_player_may_go_out_with_a_card_of_the_new_pack() -> None:
    state = stubborn(dealt("A-1 A-2 A-3 E-1 A-4 E-2", players=5), 43)
    assert (state.stock, state.pile[-1], state.turn, state.hands[4]) == ((), "E-2", 4, ("E-1",))
    _, events = when(state, 4, "draw_stock")
    assert kinds(events)[:3] == ["stock_formed", "cards_drawn", "seat_went_out"]
    assert events[2]["cards"] == ["E-1", "E-2"]


def test_IV_U9_the_pile_may_be_taken_while_the_pack_is_empty() -> None:
    state = stubborn(dealt(), 44)
    state, events = when(state, 1, "take_pile")
    assert kinds(events) == ["pile_taken"]
    assert (len(state.stock), len(state.pile)) == (0, 43)


@pytest.mark.parametrize("max_rounds", [5, 7])
def test_IV_U10_after_the_maximum_number_of_rounds_nobody_wins_the_deal(max_rounds: int) -> None:
    state = stubborn(dealt(max_rounds=max_rounds), 4 * max_rounds - 1)
    assert state.match.deal == 1
    seat, card = state.turn, state.stock[0]
    assert seat == 0
    state, _ = when(state, seat, "draw_stock")
    state, events = when(state, seat, discard(card))
    assert kinds(events)[:3] == ["card_discarded", "deal_ended", "deal_started"]
    assert events[1] == {
        "type": "deal_ended",
        "deal": 1,
        "why": "max_rounds",
        "out": None,
        "scores": [0, 0, 0, 0],
        "totals": [0, 0, 0, 0],
    }


@pytest.mark.parametrize(("players", "opener"), [(4, 2), (12, 2)])
def test_IV_U10_the_next_deal_is_opened_on_the_left_of_this_opener(players: int, opener: int) -> None:
    state = dealt(players=players, max_rounds=5)
    assert state.opener == 1
    state = stubborn(state, 5 * players)
    assert (state.match.deal, state.opener, state.turn, state.match.dealer) == (2, opener, opener, 1)
    assert (state.discards_made, state.pile) == (0, ())


def test_IV_U11_the_first_seat_with_target_score_points_wins() -> None:
    state = dealt(OUT, target_score=2)
    state, events = when(state, 1, "draw_stock", chance=decks(OUT))
    assert "game_finished" not in kinds(events)
    state, events = when(state, 1, "draw_stock")
    assert events[-1] == {"type": "game_finished", "result": {"totals": [0, 2, 0, 0], "winners": [1]}}
    assert (state.phase, state.turn, state.match.deal_scores) == ("finished", None, ((0, 1, 0, 0), (0, 1, 0, 0)))


def test_IV_U11_after_max_deals_equal_totals_share_the_win() -> None:
    state = stubborn(dealt(max_deals=1, max_rounds=5), 4 * 5)
    assert state.result == Result((0, 0, 0, 0), (0, 1, 2, 3))


def test_IV_U11_after_max_deals_the_highest_total_wins() -> None:
    state, _ = when(dealt(OUT, max_deals=2, max_rounds=5), 1, "draw_stock", chance=decks(STUBBORN))
    state = stubborn(state, 4 * 5)
    assert state.result == Result((0, 1, 0, 0), (1,))


def test_IV_U12_only_the_top_of_the_pile_is_on_view() -> None:
    state = stubborn(dealt("A-1 A-2 A-3 A-4 E-1 F-1 G-1"), 3)
    for viewer in (None, 0, 1, 2, 3):
        view = HONORS_4.view(state, viewer)
        assert (view.discard_top, view.discard_size) == (("G-1",), 3)
        assert not {"E-1", "F-1"} & set(view.hand or ())

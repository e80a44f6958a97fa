"""The rulings II-U1 to II-U18 of the rulebook, by number."""

from typing import Any

import pytest
from msgspec import structs

from domain.games.honors_2 import HONORS_2
from domain.games.honors_2.state import State
from tests.domain.chance import Decks
from tests.domain.games.honors.table import cards, hand
from tests.domain.games.honors_2.table import (
    add,
    challenge,
    dealt,
    deck,
    discard,
    draw,
    give,
    given,
    laid,
    lay,
    pass_,
    take,
    waive,
)
from tests.domain.playout import Dice, playout
from tests.domain.scenario import AT, Json, after, choices, kinds, offered, only, refusal, seen, ticked, when


def test_II_U1_one_draw_a_turn_and_never_a_card_out_of_the_middle() -> None:
    state = given(("A-12", "B-2"), "C-1 D-2 E-3", phase="draw")
    assert state.pile == cards("C-1 D-2 E-3")
    for count in (1, 2, 3):
        taken = after(state, (0, take(count)))
        assert hand(taken, 0) == {*cards("A-12"), *state.pile[:count]}
        assert refusal(taken, 0, take(1)) == refusal(taken, 0, draw()) == "wrong_phase"
    assert refusal(state, 0, take(4)) == "pile_too_small"


# II-U2: the wished card


def wishing(hand: str, pile: str, table: str = "", rule: str = "play_wished") -> State:
    """Return a table where seat 0 is to draw, and must be able to play the deepest of several cards."""
    return given((hand, "L-1"), pile, table={1: table}, phase="draw", take_rule=rule)


def test_II_U2_free_taking_asks_for_nothing() -> None:
    state = after(wishing("A-1", "C-1 D-2 E-3", rule="free"), (0, take(3)))
    assert kinds(when(state, 0, discard("E-3"))[1]) == ["card_discarded"]


@pytest.mark.parametrize(
    ("own", "pile", "table", "playable"),
    [
        ("B-1", "C-1 A-3", "", False),
        ("A-1", "C-1 A-3", "", False),
        ("A-12", "C-1 A-3", "", True),
        ("A-1", "A-2 A-3", "", True),
        ("B-1", "A-1 A-2 A-3", "", True),
        ("B-1", "C-1 A-4", "A-123", True),
        ("B-1", "C-1 A-3", "B-234", False),
        ("A-12", "A-3 B-1", "", False),
    ],
)
def test_II_U2_the_deepest_of_several_cards_must_be_playable_at_once(
    own: str, pile: str, table: str, playable: bool
) -> None:
    state = wishing(own, pile, table)
    count = len(state.pile)
    if playable:
        assert hand(after(state, (0, take(count))), 0) == {*cards(own), *cards(pile)}
    else:
        assert refusal(state, 0, take(count)) == "wished_card_not_playable"


def test_II_U2_a_card_taken_alone_need_not_be_playable() -> None:
    state = after(wishing("B-1 D-1", "C-1"), (0, take(1)))
    assert kinds(when(state, 0, discard("B-1"))[1]) == ["card_discarded"]


def test_II_U2_the_wished_card_must_be_played_before_the_discard() -> None:
    state = after(wishing("A-124 B-1", "C-1 A-3"), (0, take(2)))
    assert refusal(state, 0, discard("B-1")) == "must_play_wished"
    state = after(state, (0, lay("A-124")))
    assert refusal(state, 0, discard("B-1")) == "must_play_wished"
    state = after(state, (0, add("A-3")))
    assert kinds(when(state, 0, discard("B-1"))[1]) == ["card_discarded"]


def test_II_U2_other_cards_taken_may_be_kept_or_discarded() -> None:
    state = after(wishing("A-12 B-1", "C-1 A-3"), (0, take(2)), (0, lay("A-123")))
    assert kinds(when(state, 0, discard("C-1"))[1]) == ["card_discarded"]


# II-U3 to II-U6: the play and the discard


def test_II_U3_a_lay_is_three_cards_and_the_fourth_is_added() -> None:
    state = given(("A-1234 B-1", "B-2"))
    assert refusal(state, 0, {"type": "lay", "cards": [*cards("A-1234")]}) == "malformed_move"
    assert refusal(state, 0, add("A-1")) == "book_not_on_table"
    state = after(state, (0, lay("A-123")), (0, add("A-4")))
    assert laid(state, 0) == {*cards("A-1234")}


def test_II_U3_a_fourth_counts_for_the_seat_that_plays_it() -> None:
    state, events = when(given(("A-4", "B-2"), table={1: "A-123"}, max_deals=1), 0, add("A-4"))
    assert (laid(state, 0), events[2]["scores"]) == ({"A-4"}, [4, 6 - 2])


def test_II_U4_a_player_may_lay_and_add_in_any_order_or_not_at_all() -> None:
    state = given(("A-123 B-4 C-1", "D-1"), table={1: "B-123"})
    for moves in ([], [lay("A-123")], [add("B-4")], [lay("A-123"), add("B-4")], [add("B-4"), lay("A-123")]):
        played = after(state, *[(0, move) for move in moves])
        assert kinds(when(played, 0, discard("C-1"))[1]) == ["card_discarded"]


def test_II_U4_a_book_dealt_waits_for_the_players_turn() -> None:
    state = dealt(deck({1: "A-1234", 2: "B-1234"}, "L-1 L-2"))
    assert refusal(state, 1, lay("A-123")) == refusal(state, 2, lay("B-123")) == "wrong_phase"
    assert laid(after(state, (1, draw()), (1, lay("A-123"))), 1) == {*cards("A-123")}


@pytest.mark.parametrize(
    ("own", "table", "move"), [("A-123", "", lay("A-123")), ("A-4", "A-123", add("A-4"))], ids=["lay", "add"]
)
def test_II_U5_a_hand_emptied_by_a_play_is_out_at_once(own: str, table: str, move: Json) -> None:
    state, events = when(given((own, "B-2"), table={1: table}, max_deals=1), 0, move)
    assert kinds(events) == ["cards_laid", "seat_went_out", "deal_ended", "game_finished"]
    assert (events[2]["why"], events[2]["out"], state.out) == ("out", 0, 0)


def test_II_U5_a_hand_emptied_by_the_discard_is_out_when_the_window_has_closed() -> None:
    state, events = when(given(("A-1", "B-2", "C-1"), max_deals=1), 0, discard("A-1"))
    assert (kinds(events), state.phase, state.out) == (["card_discarded"], "challenge", None)
    out = ["seat_went_out", "deal_ended", "game_finished"]
    assert kinds(ticked(state, AT + 10_000)[1]) == ["window_closed", *out]
    assert kinds(when(state, 1, challenge("A-1"))[1]) == ["discard_challenged", *out]
    assert kinds(when(after(state, (1, waive("A-1"))), 2, waive("A-1"))[1]) == ["challenge_waived", *out]


def test_II_U5_without_a_window_the_player_is_out_with_the_discard() -> None:
    _, events = when(given(("A-1", "B-2"), challenge_ms=0, max_deals=1), 0, discard("A-1"))
    assert kinds(events) == ["card_discarded", "seat_went_out", "deal_ended", "game_finished"]


def test_II_U6_a_card_taken_alone_is_not_the_discard_of_the_same_turn() -> None:
    state = after(given(("A-12", "B-2"), "C-1 D-2", phase="draw"), (0, take(1)))
    assert refusal(state, 0, discard("C-1")) == "card_just_taken"
    assert kinds(when(state, 0, discard("A-1"))[1]) == ["card_discarded"]
    both = after(given(("A-12", "B-2"), "C-1 D-2", phase="draw"), (0, take(2)))
    assert kinds(when(both, 0, discard("C-1"))[1]) == ["card_discarded"]


def test_II_U6_unless_it_is_the_players_only_card() -> None:
    state = after(given(("A-123", "B-2"), "C-1 D-2", phase="draw"), (0, take(1)), (0, lay("A-123")))
    assert hand(state, 0) == {"C-1"}
    assert kinds(when(state, 0, discard("C-1"))[1]) == ["card_discarded"]


def test_II_U6_holds_for_the_turn_in_which_it_was_taken() -> None:
    state = after(given(("A-12", "B-2"), "C-1 D-2", phase="draw", challenge_ms=0), (0, take(1)), (0, discard("A-1")))
    state = after(state, (1, draw()), (1, discard("B-2")), (0, draw()))
    assert kinds(when(state, 0, discard("C-1"))[1]) == ["card_discarded"]


# II-U7 to II-U11: the challenge and the fine


@pytest.mark.parametrize(
    ("own", "others", "table", "upheld"),
    [
        ("A-123", "B-1", "", True),
        ("A-1234", "B-1", "", True),
        ("A-12", "A-34", "", False),
        ("A-1", "B-1", "A-234", True),
        ("A-1 B-1", "B-2", "C-123", False),
    ],
)
def test_II_U7_which_discards_could_have_been_played(own: str, others: str, table: str, upheld: bool) -> None:
    state = after(given((own, others), table={1: table}), (0, discard("A-1")))
    _, (challenged, *_) = when(state, 1, challenge("A-1"), chance=Decks(deck({}, players=2)))
    assert challenged == {"type": "discard_challenged", "seat": 1, "card": "A-1", "upheld": upheld}


def test_II_U8_any_other_seat_may_challenge_and_the_first_closes_the_window() -> None:
    state = after(given(("A-12", "B-1", "C-1", "D-1")), (0, discard("A-1")))
    assert HONORS_2.view(state, None).to_act == (1, 2, 3)
    assert refusal(state, 0, challenge("A-1")) == refusal(state, 0, waive("A-1")) == "own_discard"
    for seat in (1, 2, 3):
        judged = after(state, (seat, challenge("A-1")))
        assert (judged.phase, judged.turn) == ("draw", 1)
        assert refusal(judged, 1, challenge("A-1")) == "window_closed"


def test_II_U8_a_player_who_waives_gives_up_their_right() -> None:
    state = after(given(("A-12", "B-1", "C-1")), (0, discard("A-1")), (2, waive("A-1")))
    assert refusal(state, 2, challenge("A-1")) == refusal(state, 2, waive("A-1")) == "already_waived"
    assert (HONORS_2.view(state, None).to_act, choices(state, 2)) == ((1,), None)


def test_II_U8_the_right_comes_back_with_the_next_discard() -> None:
    state = after(given(("A-12", "B-1", "C-1")), (0, discard("A-1")), (2, waive("A-1")), (1, waive("A-1")))
    state = after(state, (1, draw()), (1, discard("B-1")))
    assert HONORS_2.view(state, None).to_act == (0, 2)
    assert kinds(when(state, 2, challenge("B-1"))[1]) == ["discard_challenged"]


def test_II_U8_the_window_closes_when_no_seat_is_left_that_may_challenge() -> None:
    state = after(given(("A-12", "B-1", "C-1")), (0, discard("A-1")), (2, waive("A-1")))
    assert (state.phase, HONORS_2.due(state)) == ("challenge", AT + 10_000)
    state, events = when(state, 1, waive("A-1"))
    assert (kinds(events), state.phase, state.turn) == (["challenge_waived"], "draw", 1)
    assert (HONORS_2.due(state), state.waived) == (None, ())


def test_II_U8_a_barred_seat_is_not_waited_for() -> None:
    state = structs.replace(given(("A-12", "B-1", "C-1")), barred=(2,))
    state = after(state, (0, discard("A-1")))
    assert HONORS_2.view(state, None).to_act == (1,)
    assert after(state, (1, waive("A-1"))).phase == "draw"


@pytest.mark.parametrize("ms", [1, 10_000, 86_400_000])
def test_II_U8_the_window_closes_at_the_deadline(ms: int) -> None:
    state, (event,) = when(given(("A-12", "B-1"), challenge_ms=ms), 0, discard("A-1"))
    assert event["window_closes_at"] == HONORS_2.due(state) == AT + ms
    assert ticked(state, AT + ms - 1) == (state, [])
    for late in (0, 1, 10**9):
        closed, events = ticked(state, AT + ms + late)
        assert events == [{"type": "window_closed", "at": AT + ms}]
        assert (closed.phase, closed.turn, HONORS_2.due(closed)) == ("draw", 1, None)
        assert refusal(closed, 1, challenge("A-1")) == "window_closed"


def test_II_U8_what_follows_from_the_deadline_happens_at_the_deadline() -> None:
    state = after(given(("A-1", "B-1"), max_deals=1), (0, discard("A-1")))
    _, events = ticked(state, AT + 99_999)
    assert [(event["type"], event["at"] - AT) for event in events] == [
        ("window_closed", 10_000),
        ("seat_went_out", 10_000),
        ("deal_ended", 10_000),
        ("game_finished", 10_000),
    ]


def test_II_U8_nobody_draws_before_it_closes() -> None:
    state = after(given(("A-12", "B-1"), "C-1"), (0, discard("A-1")))
    for move in (draw(), take(1), pass_()):
        assert refusal(state, 1, move) == "wrong_phase"


@pytest.mark.parametrize(
    "state",
    [
        given(("A-12", "B-1", "C-1"), challenge_ms=0),
        structs.replace(given(("A-12", "B-1", "C-1")), barred=(1, 2)),
        structs.replace(given(("A-12", "B-1", "C-1")), barred=(0, 1, 2)),
    ],
    ids=["no time", "all others barred", "all barred"],
)
def test_II_U8_it_does_not_open_without_time_or_without_a_seat_that_may_challenge(state: State) -> None:
    state, events = when(state, 0, discard("A-1"))
    assert events == [{"type": "card_discarded", "seat": 0, "card": "A-1", "window_closes_at": None}]
    assert (state.phase, state.turn, HONORS_2.due(state)) == ("draw", 1, None)


def test_II_U8_the_discarder_being_barred_does_not_close_it() -> None:
    state = structs.replace(given(("A-12", "B-1", "C-1")), barred=(0, 1))
    assert after(state, (0, discard("A-1"))).phase == "challenge"


def test_II_U9_the_fine() -> None:
    state = given(("A-123 K-1", "B-1 C-1", "D-1 E-1"), "F-1")
    state, (judged,) = when(after(state, (0, discard("A-1"))), 2, challenge("A-1"))
    assert judged["upheld"] is True
    assert (state.phase, state.turn, state.pile) == ("fine", 0, ("F-1",))
    assert hand(state, 2) == {*cards("D-1 E-1 A-1")}
    assert (HONORS_2.due(state), HONORS_2.view(state, None).to_act) == (None, (2,))
    assert refusal(state, 2, give("A-1")) == "card_is_the_fine"
    state, (given_,) = when(state, 2, give("E-1"))
    assert given_ == {"type": "fine_given", "seat": 2, "to": 0, "card": "E-1"}
    assert (hand(state, 0), hand(state, 2)) == ({*cards("A-23 K-1 E-1")}, {*cards("D-1 A-1")})
    assert (state.phase, state.turn, state.pile) == ("draw", 1, ("F-1",))


def test_II_U9_the_card_given_is_seen_by_the_two_only() -> None:
    state = after(given(("A-123", "B-1", "C-1")), (0, discard("A-1")), (2, challenge("A-1")))
    state, (event,) = when(state, 2, give("C-1"))
    for viewer in (None, 0, 1, 2):
        assert seen(state, event, viewer).get("card") == ("C-1" if viewer in {0, 2} else None)


def test_II_U9_if_the_discard_was_the_players_last_card_they_are_not_out() -> None:
    state = after(given(("A-4", "B-1"), table={1: "A-123"}), (0, discard("A-4")))
    assert hand(state, 0) == set()
    state, events = when(after(state, (1, challenge("A-4"))), 1, give("B-1"))
    assert (kinds(events), hand(state, 0), state.out) == (["fine_given"], {"B-1"}, None)


def test_II_U10_a_false_challenge_moves_no_cards_and_bars_from_the_next() -> None:
    state = given(("A-12", "B-12", "C-1"))
    state = after(state, (0, discard("A-1")))
    judged, events = when(state, 2, challenge("A-1"))
    assert (kinds(events), judged.hands, judged.pile) == (["discard_challenged"], state.hands, state.pile)
    assert (judged.phase, judged.turn, judged.barred) == ("draw", 1, (2,))
    state = after(judged, (1, draw()), (1, discard("B-1")))
    assert refusal(state, 2, challenge("B-1")) == refusal(state, 2, waive("B-1")) == "barred"
    state = after(state, (0, challenge("B-1")))
    assert state.barred == (0, 2)


def test_II_U10_a_bar_ends_with_the_deal() -> None:
    state = structs.replace(given(("A-123", "B-1")), barred=(1,))
    state, events = when(state, 0, lay("A-123"), chance=Decks(deck({}, players=2)))
    assert ("deal_started" in kinds(events), state.barred) == (True, ())


def test_II_U10_a_true_challenge_bars_nobody() -> None:
    state = after(given(("A-123", "B-1")), (0, discard("A-1")), (1, challenge("A-1")), (1, give("B-1")))
    assert state.barred == ()


def test_II_U10_with_free_it_costs_nothing() -> None:
    state = given(("A-12", "B-12", "C-1"), false_challenge="free")
    state = after(state, (0, discard("A-1")), (2, challenge("A-1")))
    assert (state.phase, state.turn, state.barred) == ("draw", 1, ())
    state = after(state, (1, draw()), (1, discard("B-1")))
    assert kinds(when(state, 2, challenge("B-1"))[1]) == ["discard_challenged"]


@pytest.mark.parametrize("own", ["A-123 D-1", "A-12 D-1"])
def test_II_U11_the_truth_of_a_challenge_is_told_to_all_but_no_other_card(own: str) -> None:
    state = after(given((own, "B-1", "C-1")), (0, discard("A-1")))
    state, (event, *_) = when(state, 1, challenge("A-1"))
    shown = [seen(state, event, viewer) for viewer in (None, 0, 1, 2)]
    upheld = "A-123" in own
    told = {"type": "discard_challenged", "seat": 1, "card": "A-1", "upheld": upheld}
    assert shown == [told] * 4


# II-U12, II-U13: the pack is empty


@pytest.mark.parametrize("pile", ["A-34", "A-34 B-34"])
def test_II_U12_all_of_the_pile_but_its_top_card_is_a_new_pack(pile: str) -> None:
    state = given(("A-1 B-1", "A-2 B-2"), pile, rest="table", phase="draw")
    new = cards(pile)[:0:-1]
    drawn, events = when(state, 0, draw())
    assert events == [
        {"type": "stock_formed", "size": len(new), "order": [*new]},
        {"type": "cards_drawn", "seat": 0, "count": 1, "cards": [new[0]]},
    ]
    assert (drawn.pile, drawn.stock, hand(drawn, 0)) == (("A-3",), new[1:], {"A-1", "B-1", new[0]})
    assert after(state, (0, take(2))).phase == "play"


def test_II_U12_with_end_deal_there_is_no_new_pack_and_the_player_takes_or_passes() -> None:
    state = given(("A-1 B-1", "A-2 B-2"), "A-34", rest="table", phase="draw", stock_out="end_deal", max_deals=1)
    assert refusal(state, 0, draw()) == "stock_empty"
    assert after(state, (0, take(2))).phase == "play"
    _, events = when(state, 0, pass_())
    assert kinds(events) == ["draw_passed", "deal_ended", "game_finished"]
    assert (events[1]["why"], events[1]["out"]) == ("passed", None)


def test_II_U12_while_there_is_a_pack_it_is_drawn_from() -> None:
    for stock_out in ("reshuffle", "end_deal"):
        state = given(("A-1 B-1", "A-2 B-2"), "A-34", pack="C-1", phase="draw", stock_out=stock_out)
        assert kinds(when(state, 0, draw())[1]) == ["cards_drawn"]
        assert refusal(state, 0, pass_()) == "cannot_pass"


def test_II_U12_with_end_deal_a_turn_that_leaves_a_pile_alone_does_not_end_the_deal() -> None:
    state = given(
        ("A-1 B-1", "A-2 B-2"), "A-3", pack="A-4", rest="table", phase="draw", stock_out="end_deal", challenge_ms=0
    )
    state, events = when(after(state, (0, draw())), 0, discard("B-1"))
    assert (kinds(events), state.stock, state.pile) == (["card_discarded"], (), cards("B-1 A-3"))
    assert offered(state, 1) == [take(1), take(2), pass_()]


def test_II_U13_from_a_pile_of_one_card_the_player_must_take_it_or_pass() -> None:
    last = given(("A-1 B-1", "A-2 B-2"), "A-3", rest="table", phase="draw")
    assert offered(last, 0) == [take(1)]
    last = given(("A-1 B-1", "A-2 B-2"), "A-3", rest="table", phase="draw", stock_out="end_deal")
    assert offered(last, 0) == [take(1), pass_()]


def nothing_left(**options: Any) -> tuple[State, list[Json]]:
    """Return a table after a fine that leaves neither pack nor pile, and the events of that."""
    state = given(("A-12 B-1", "B-2 D-1", "B-34 D-2"), rest="table", **options)
    state = after(state, (0, discard("A-1")), (1, challenge("A-1")))
    return when(state, 1, give("B-2"))


def test_II_U13_with_neither_pack_nor_pile_the_turn_begins_without_a_draw() -> None:
    state, events = nothing_left()
    assert (kinds(events), state.phase, state.turn) == (["fine_given"], "play", 1)
    assert (state.stock, state.pile) == ((), ())
    assert refusal(state, 1, draw()) == refusal(state, 1, take(1)) == "wrong_phase"
    assert kinds(when(state, 1, discard("D-1"))[1]) == ["card_discarded"]


def test_II_U13_with_end_deal_the_deal_ends() -> None:
    _, events = nothing_left(stock_out="end_deal", max_deals=1)
    assert kinds(events) == ["fine_given", "deal_ended", "game_finished"]
    assert (events[1]["why"], events[1]["out"]) == ("nothing_to_draw", None)


def test_II_U13_with_end_deal_too_a_pack_without_a_pile_is_drawn_from() -> None:
    state = given(("A-123 B-1", "B-2 D-1"), pack="L-1", stock_out="end_deal")
    state = after(state, (0, discard("A-1")), (1, challenge("A-1")), (1, give("B-2")))
    assert (state.match.deal, state.pile, offered(state, 1)) == (1, (), [draw()])


# II-U14 to II-U17: the end of a deal and of the match


def idle(turns: int, **options: Any) -> State:
    """Return a table where a number of turns in a row have ended without a play, and the fourth ends the deal."""
    state = given(("A-123 B-1 E-1", "B-2 C-1"), "D-1", stall_rounds=2, challenge_ms=0, max_deals=1, **options)
    return structs.replace(state, idle_turns=turns)


def test_II_U14_too_many_turns_in_a_row_without_a_play_end_the_deal() -> None:
    state, events = when(idle(2), 0, discard("B-1"))
    assert (kinds(events), state.idle_turns, state.phase) == (["card_discarded"], 3, "draw")
    state, events = when(idle(3), 0, discard("B-1"))
    assert kinds(events) == ["card_discarded", "deal_ended", "game_finished"]
    assert (events[1]["why"], events[1]["out"], state.idle_turns) == ("stall", None, 4)


def test_II_U14_the_most_turns_are_the_rounds_for_each_seat() -> None:
    state = given(("A-1 B-1", "C-1", "D-1"), "E-1", stall_rounds=4, challenge_ms=0, max_deals=1)
    for turns, happens in ((10, ["card_discarded"]), (11, ["card_discarded", "deal_ended", "game_finished"])):
        assert kinds(when(structs.replace(state, idle_turns=turns), 0, discard("B-1"))[1]) == happens


def test_II_U14_a_play_sets_the_count_to_nothing() -> None:
    state = after(idle(3), (0, lay("A-123")))
    assert state.idle_turns == 0
    state = after(state, (0, discard("B-1")))
    assert (state.idle_turns, state.turn, state.phase) == (0, 1, "draw")
    state = after(state, (1, draw()), (1, discard("C-1")))
    assert state.idle_turns == 1


@pytest.mark.parametrize("ending", ["waived", "challenged", "closed", "fined"])
def test_II_U14_a_turn_is_counted_however_it_ends(ending: str) -> None:
    state = structs.replace(given(("A-123 B-1", "B-2 C-1"), "D-1", stall_rounds=2, max_deals=1), idle_turns=3)
    card = "A-1" if ending == "fined" else "B-1"
    state = after(state, (0, discard(card)))
    assert state.idle_turns == 3
    if ending == "closed":
        _, events = ticked(state, AT + 10_000)
    elif ending == "fined":
        _, events = when(after(state, (1, challenge(card))), 1, give("B-2"))
    else:
        _, events = when(state, 1, waive(card) if ending == "waived" else challenge(card))
    assert [event.get("why") for event in events[1:]] == ["stall", None]


def test_II_U14_going_out_goes_before_a_stall_and_a_stall_before_nothing_to_draw() -> None:
    state = given(("A-1", "B-2 C-1"), "D-1", stall_rounds=2, challenge_ms=0, max_deals=1)
    _, events = when(structs.replace(state, idle_turns=3), 0, discard("A-1"))
    assert kinds(events) == ["card_discarded", "seat_went_out", "deal_ended", "game_finished"]
    state = given(("A-12", "B-2 D-1"), rest="table", stock_out="end_deal", stall_rounds=2, max_deals=1)
    state = after(structs.replace(state, idle_turns=3), (0, discard("A-1")), (1, challenge("A-1")))
    _, events = when(state, 1, give("B-2"))
    assert events[1]["why"] == "stall"


def test_II_U15_a_score_and_a_total_may_be_negative() -> None:
    state = given(("A-1", "A-2 B-34"), "D-1", stock_out="end_deal", phase="draw", max_deals=1)
    _, events = when(structs.replace(state, stock=()), 0, pass_())
    assert (events[1]["scores"], events[1]["totals"]) == ([-1, -9], [-1, -9])
    assert events[2]["result"] == {"totals": [-1, -9], "winners": [0]}


def ending(totals: tuple[int, ...], out: int | None, *, dealer: int = 0, **options: Any) -> Json:
    """Return the last event when a deal of three seats is counted, to which they came with these totals.

    The seat that goes out has 6 points then, and the others -4; if nobody does, they have -1, -2 and -3.
    """
    chosen = {"target_score": 50, "dealer": dealer, "stock_out": "end_deal", **options}
    if out is None:
        state = structs.replace(given(("A-1", "A-2", "A-3"), "B-1", phase="draw", **chosen), stock=())
        move = pass_()
    else:
        hands = ["A-4", "B-4", "C-4"]
        hands[out] = "D-123"
        state, move = given(hands, turn=out, **chosen), lay("D-123")
    state = structs.replace(state, match=structs.replace(state.match, totals=totals))
    _, events = when(state, state.turn, move, chance=Decks(deck({}, players=3)))
    return events[-1]


@pytest.mark.parametrize(
    ("totals", "out", "dealer", "winner"),
    [
        ((54, 60, 80), 0, 0, 0),
        ((44, 60, 80), 0, 0, 0),
        ((43, 60, 80), 0, 0, 1),
        ((43, 53, 80), 0, 0, 2),
        ((54, 60, 80), 1, 0, 1),
        ((54, 40, 80), 1, 0, 2),
        ((54, 40, 40), 1, 0, 0),
        ((60, 60, 80), None, 0, 1),
        ((60, 60, 80), None, 1, 2),
        ((60, 60, 80), None, 2, 0),
        ((60, 40, 40), None, 0, 0),
    ],
)
def test_II_U16_the_first_with_the_target_in_the_order_of_counting_wins(
    totals: tuple[int, ...], out: int | None, dealer: int, winner: int
) -> None:
    last = ending(totals, out, dealer=dealer)
    assert last["type"] == "game_finished"
    assert last["result"]["winners"] == [winner]
    assert len(last["result"]["totals"]) == 3


def test_II_U16_nobody_with_the_target_means_another_deal() -> None:
    assert ending((43, 53, 53), 0)["type"] == "card_turned_up"


@pytest.mark.parametrize(
    ("totals", "winners"), [((54, 60, 80), [2]), ((54, 64, 64), None), ((43, 53, 53), None), ((54, 20, 20), [0])]
)
def test_II_U16_with_highest_the_one_who_has_most_wins(totals: tuple[int, ...], winners: list[int] | None) -> None:
    last = ending(totals, 0, winner="highest")
    assert (last["result"]["winners"] if last["type"] == "game_finished" else None) == winners


@pytest.mark.parametrize("rule", ["first_to_count", "highest"])
@pytest.mark.parametrize(("totals", "winners"), [((1, 2, 20), [2]), ((9, 20, 20), [1, 2]), ((-9, -9, -9), [0])])
def test_II_U16_after_the_last_deal_the_highest_total_wins(
    totals: tuple[int, ...], winners: list[int], rule: str
) -> None:
    last = ending(totals, 0, winner=rule, max_deals=1)
    assert last["result"]["winners"] == winners


def test_II_U16_in_the_last_deal_too_the_player_who_counts_first_wins_with_the_target() -> None:
    assert ending((54, 60, 80), 0, max_deals=1)["result"]["winners"] == [0]
    assert ending((54, 60, 80), 0, max_deals=1, winner="highest")["result"]["winners"] == [2]


def test_II_U17_the_hands_are_laid_open_for_the_count_and_nothing_else() -> None:
    state = given(("A-123", "B-21 C-1", "D-4"), max_deals=1)
    state, events = when(state, 0, lay("A-123"))
    for viewer in (None, 0, 1, 2):
        assert seen(state, only(events, "deal_ended"), viewer) == {
            "type": "deal_ended",
            "deal": 1,
            "why": "out",
            "out": 0,
            "scores": [6, -4, -4],
            "totals": [6, -4, -4],
            "hands": [[], [*cards("B-12 C-1")], [*cards("D-4")]],
        }


@pytest.mark.parametrize("seed", range(5))
def test_II_U18_an_acting_seat_is_never_stuck(seed: int) -> None:
    for step in playout(HONORS_2, Dice(seed)):
        for seat in HONORS_2.view(step.after, None).to_act:
            assert offered(step.after, seat)


def test_II_U18_a_wished_card_can_be_played_whatever_else_the_player_lays() -> None:
    state = after(wishing("A-124", "C-1 A-3"), (0, take(2)))
    assert all(move["type"] == "lay" for move in offered(state, 0))
    state = after(state, (0, lay("A-124")))
    assert offered(state, 0) == [add("A-3")]

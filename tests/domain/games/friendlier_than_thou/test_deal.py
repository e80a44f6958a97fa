"""Setting, deal and care committee: R1 to R10, U1 to U5, the options, and the move `lay_aside`."""

from itertools import permutations
from typing import Any

import pytest

from domain.cards import FRENCH_DECK
from domain.events import CardsDealt, DealStarted
from domain.games.friendlier_than_thou import FRIENDLIER_THAN_THOU as GAME
from domain.games.friendlier_than_thou.events import CardsLaidAside, GameStarted
from domain.games.friendlier_than_thou.options import Options
from domain.games.friendlier_than_thou.scoring import result
from tests.domain.games.friendlier_than_thou.table import START, Meeting, dealt, gathered
from tests.domain.scenario import has_range, refused_options

BACKWARDS = FRENCH_DECK[::-1]


def with_one_laid_aside() -> Meeting:
    """Return a game of four in which seat 2 has laid its first card aside."""
    meeting = dealt()
    meeting.do(2, "lay_aside", cards=[meeting.state.hands[2][0]])
    return meeting


# Options


def test_the_options_have_the_rulebooks_defaults() -> None:
    assert GAME.options({}) == Options(
        players=4,
        dealer=0,
        leading="silent",
        so_moved_window_ms=1000,
        silence_limit_ms=120_000,
        unity_limit_ms=600_000,
        unity_proposals=20,
    )


@pytest.mark.parametrize(
    ("name", "least", "most"),
    [
        ("players", 2, 4),
        ("dealer", 0, 3),
        ("so_moved_window_ms", 100, 10_000),
        ("silence_limit_ms", 5_000, 3_600_000),
        ("unity_limit_ms", 10_000, 3_600_000),
        ("unity_proposals", 1, 100),
    ],
)
def test_an_option_is_refused_outside_its_range(name: str, least: int, most: int) -> None:
    has_range(GAME, name, (least, most), (least - 1, most + 1, str(least), least + 0.5, True))


def test_null_switches_a_limit_off_but_not_the_window() -> None:
    options = GAME.options({"silence_limit_ms": None, "unity_limit_ms": None})
    assert (options.silence_limit_ms, options.unity_limit_ms) == (None, None)
    assert refused_options(GAME, so_moved_window_ms=None) == "invalid_option"


@pytest.mark.parametrize("raw", [{"leading": "loud"}, {"players": 2, "dealer": 2}, {"trumps": "S"}])
def test_other_options_are_refused(raw: dict[str, object]) -> None:
    assert refused_options(GAME, **raw) == "invalid_option"


# Setting


def test_R1_two_to_four_players_are_all_on_one_side() -> None:
    assert GAME.players == (2, 3, 4)
    for players in GAME.players:
        assert len(dealt(players=players).state.hands) == players
    assert not hasattr(result(0, [[], []], [], None), "winners")


def test_R2_there_is_one_joint_score_to_raise() -> None:
    poor, rich = ["2C", "2D", "2H", "2S"], ["AC", "AD", "AH", "AS"]
    assert result(0, [poor, []], [], None).meeting_score == 8
    assert result(0, [rich, []], [], None).meeting_score == 80


def test_R3_only_balance_among_the_four_suits_counts() -> None:
    assert result(0, [["AC", "AD", "AH"], []], [], None).meeting_score == 0
    assert result(0, [["AC", "AD", "AH", "2S"], []], [], None).meeting_score == 62


def test_R4_the_weakest_hand_decides_most() -> None:
    strong, weak = ["KC", "KD", "KH", "KS"], ["2C", "2D", "2H", "2S"]
    before = result(0, [strong, weak], [], None).meeting_score
    stronger_weak = result(0, [strong, ["3C", *weak[1:]]], [], None).meeting_score
    stronger_strong = result(0, [["AC", *strong[1:]], weak], [], None).meeting_score
    assert (stronger_weak - before, stronger_strong - before) == (2 * 1, 5)


# Deal


@pytest.mark.parametrize(("players", "each"), [(2, 26), (4, 13)])
def test_R5_every_player_gets_the_same_number_of_cards(players: int, each: int) -> None:
    assert dealt(players=players).sees().hand_sizes == (each,) * players


def test_R5_the_deal_goes_clockwise_from_the_dealers_left() -> None:
    state = dealt(BACKWARDS, players=4, dealer=2).state
    assert [state.hands[seat][0] for seat in (3, 0, 1, 2)] == ["KS", "QS", "JS", "10S"]


@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_R6_with_three_players_the_dealer_gets_the_card_over(dealer: int) -> None:
    sizes = dealt(players=3, dealer=dealer).sees().hand_sizes
    assert [size for seat, size in enumerate(sizes) if seat != dealer] == [17, 17]
    assert sizes[dealer] == 18


@pytest.mark.parametrize(("dealer", "following"), [(0, 1), (2, 3), (3, 0)])
def test_R7_the_seat_to_the_dealers_left_deals_next(dealer: int, following: int) -> None:
    assert result(dealer, [[]] * 4, [], None).next_dealer == following


@pytest.mark.parametrize("players", [2, 3, 4])
def test_U1_the_whole_deck_is_dealt_and_there_is_no_stock(players: int) -> None:
    meeting = dealt(BACKWARDS, players=players)
    started, deal, *hands = meeting.log
    assert started == GameStarted(GAME.options({"players": players}), at=START)
    assert deal == DealStarted(1, 0, 0, BACKWARDS, at=START)
    assert all(isinstance(event, CardsDealt) and event.count == len(event.cards or ()) for event in hands)
    assert sorted(card for hand in meeting.state.hands for card in hand) == sorted(FRENCH_DECK)
    assert not hasattr(meeting.sees(), "stock_size")


def test_U2_the_52nd_card_is_in_the_dealers_one_cards_dealt() -> None:
    meeting = dealt(players=3, dealer=1)
    hands = [event for event in meeting.log if isinstance(event, CardsDealt)]
    assert [(event.seat, event.count) for event in hands] == [(2, 17), (0, 17), (1, 18)]
    assert hands[2].cards == (*FRENCH_DECK[2:51:3], FRENCH_DECK[51])


# Care committee


def test_R8_each_player_puts_one_card_on_the_pile() -> None:
    meeting = dealt()
    card = meeting.state.hands[3][5]
    events = meeting.do(3, "lay_aside", cards=[card], at=70)
    assert events == (CardsLaidAside(3, 1, (card,), at=START + 70),)
    view = meeting.sees(3)
    assert card not in (view.hand or ())
    assert view.hand_sizes == (13, 13, 13, 12)
    assert view.my_committee == (card,)
    assert (view.committee.laid_by, view.committee.size, view.committee.recipient) == ((3,), 1, None)


def test_R9_the_pile_is_left_alone_until_unity() -> None:
    meeting = gathered("5H", "6H", pile=("AC", "AD"), leading="programmed")
    assert meeting.refusal(0, "lead", card="AC") == "card_not_in_hand"
    assert meeting.refusal(0, "propose", recipient=0) == "wrong_phase"
    meeting.do(0, "lead", card="5H")
    assert meeting.refusal(1, "play", card="AD") == "card_not_in_hand"
    meeting.do(1, "play", card="6H")
    assert meeting.refusal(1, "propose", recipient=0) == "wrong_phase"
    meeting.do(1, "display", card="6H")
    assert meeting.sees().committee.size == 2
    meeting.do(1, "propose", recipient=0)
    assert meeting.sees().phase == "unity"


def test_R10_the_dealer_of_three_puts_two_cards_on_the_pile() -> None:
    meeting = dealt(players=3, dealer=1)
    hand = meeting.state.hands[1]
    assert meeting.refusal(1, "lay_aside", cards=[hand[0]]) == "wrong_number_of_cards"
    meeting.do(1, "lay_aside", cards=[hand[3], hand[0]])
    for seat in (0, 2):
        meeting.do(seat, "lay_aside", cards=[meeting.state.hands[seat][0]])
    assert meeting.sees().hand_sizes == (16, 16, 16)
    assert meeting.sees().committee.size == 4


@pytest.mark.parametrize(("players", "pile", "left"), [(2, 2, 25), (3, 4, 16), (4, 4, 12)])
def test_U3_the_pile_has_two_cards_with_two_players_and_four_else(players: int, pile: int, left: int) -> None:
    meeting = dealt(players=players)
    for seat in range(players):
        (move, *_) = meeting.moves(seat)
        meeting.do(seat, "lay_aside", cards=list(move.laid))
    assert meeting.sees().committee.size == pile
    assert meeting.sees().hand_sizes == (left,) * players


def test_U4_the_dealer_of_three_chooses_freely_and_in_one_move() -> None:
    meeting = dealt(players=3)
    hand = meeting.state.hands[0]
    offered = {move.laid for move in meeting.moves(0)}
    assert len(offered) == 18 * 17 // 2
    assert all(one in offered or one[::-1] in offered for one in permutations(hand, 2))
    meeting.do(0, "lay_aside", cards=[hand[7], hand[2]])
    assert meeting.state.laid_aside[0] == (hand[7], hand[2])
    assert meeting.moves(0) == []


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (3, 1, 0, 2)])
@pytest.mark.parametrize(("leading", "phase"), [("silent", "silence"), ("programmed", "leading")])
def test_U5_players_lay_aside_in_any_order_until_all_have(order: tuple[int, ...], leading: str, phase: str) -> None:
    meeting = dealt(leading=leading)
    for number, seat in enumerate(order):
        assert meeting.sees().phase == "care_committee"
        assert (meeting.sees().turn, meeting.sees().deadline) == (None, None)
        assert meeting.sees().to_act == tuple(sorted(order[number:]))
        meeting.do(seat, "lay_aside", cards=[meeting.state.hands[seat][0]])
    assert meeting.sees().phase == phase


def test_U5_a_card_laid_aside_cannot_be_taken_back() -> None:
    meeting = with_one_laid_aside()
    again = meeting.state.hands[2][0]
    assert meeting.refusal(2, "lay_aside", cards=[again]) == "already_laid_aside"


def test_lay_aside_refuses_cards_that_the_seat_does_not_hold() -> None:
    meeting = dealt()
    assert meeting.refusal(0, "lay_aside", cards=[meeting.state.hands[1][0]]) == "card_not_in_hand"


def test_lay_aside_refuses_one_card_named_twice() -> None:
    meeting = dealt(players=3)
    card = meeting.state.hands[0][0]
    assert meeting.refusal(0, "lay_aside", cards=[card, card]) == "card_not_in_hand"


@pytest.mark.parametrize("count", [0, 2, 3])
def test_lay_aside_refuses_a_wrong_number_of_cards(count: int) -> None:
    meeting = dealt()
    assert meeting.refusal(0, "lay_aside", cards=meeting.state.hands[0][:count]) == "wrong_number_of_cards"


def test_lay_aside_tests_its_reasons_in_the_rulebooks_order() -> None:
    meeting = with_one_laid_aside()
    assert meeting.refusal(2, "lay_aside", cards=["AC", "AC"]) == "already_laid_aside"
    not_held = meeting.state.hands[1][0]
    assert meeting.refusal(0, "lay_aside", cards=[not_held, not_held]) == "wrong_number_of_cards"


def test_lay_aside_belongs_to_the_care_committee_alone() -> None:
    assert gathered("5H", "6H").refusal(0, "lay_aside", cards=["5H"]) == "wrong_phase"


def test_nothing_else_is_done_before_all_have_laid_aside() -> None:
    meeting = dealt()
    card = meeting.state.hands[0][0]
    others: dict[str, dict[str, Any]] = {
        "so_moved": {"card": card},
        "lead": {"card": card},
        "play": {"card": card},
        "display": {"card": card},
        "propose": {"recipient": 0},
        "unite": {"recipient": 0},
        "object": {"recipient": 0},
    }
    for kind, fields in others.items():
        assert meeting.refusal(0, kind, **fields) == "wrong_phase"
    assert meeting.passes(10**9) == ()

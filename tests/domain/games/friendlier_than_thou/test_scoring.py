"""The joint score: R27 to R32, U28 to U32, and the rulebook's worked examples."""

from itertools import combinations, product

import msgspec
import pytest

from domain.cards import FRENCH_DECK, SUITS
from domain.games.friendlier_than_thou.scoring import POINTS, balanced, band, result
from tests.domain.games.friendlier_than_thou.table import gathered

TWELVE = ("2C", "4C", "6C", "8C", "10C", "3D", "5D", "7D", "2H", "9H", "3S", "KS")


def test_R27_there_is_one_score_for_all() -> None:
    scored = result(0, [("2C", "2D", "2H", "2S"), ("3C", "3D", "3H", "3S")], (), None)
    assert [hand.points for hand in scored.hands] == [8, 12]
    assert scored.meeting_score == 8 + 12 + 8


def test_R28_every_suit_is_cut_to_the_same_number_of_cards() -> None:
    """Worked example 1."""
    hand = balanced(1, TWELVE)
    assert [sum(card[-1] == suit for card in hand.kept) for suit in SUITS] == [2, 2, 2, 2]
    assert [sum(card[-1] == suit for card in hand.dropped) for suit in SUITS] == [3, 1, 0, 0]
    assert sorted(hand.kept + hand.dropped) == sorted(TWELVE)


def test_R29_the_cards_that_are_left_are_added_up() -> None:
    """Worked example 2: 2C counts 2."""
    assert balanced(0, ("2C", "10D", "KH", "AS")).points == 2 + 10 + 15 + 20
    of_hearts = [POINTS[f"{rank}H"] for rank in ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")]
    assert of_hearts == [2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 15, 15, 20]
    assert (sum(of_hearts), sum(POINTS.values())) == (119, 476)


def test_R29_an_ace_counts_20_also_when_it_was_humble() -> None:
    meeting = gathered("AC 2D", "2C AD", pile=("2H", "2S"), leading="programmed")
    meeting.do(0, "lead", card="AC", humble=True)
    meeting.do(1, "play", card="2C")
    meeting.do(1, "display", card="AC")
    meeting.do(1, "lead", card="AD")
    meeting.do(0, "play", card="2D")
    meeting.do(1, "display", card="AD")
    meeting.do(0, "propose", recipient=1)
    meeting.do(1, "unite", recipient=1)
    assert sorted(meeting.result.hands[1].kept) == ["2H", "2S", "AC", "AD"]
    assert meeting.result.hands[1].points == 20 + 20 + 2 + 2


def test_R30_the_lowest_hand_counts_twice() -> None:
    """Worked example 3."""
    hands = [
        ("JC", "JD", "7H", "3S"),
        ("QC", "9D", "9H", "2S", "3C"),
        ("AC", "2C", "KD", "3D", "10H", "4H", "10S", "9S"),
    ]
    scored = result(2, hands, ("5C", "5D", "5H", "5S"), None)
    assert [hand.points for hand in scored.hands] == [40, 35, 73]
    assert (scored.lowest, scored.meeting_score, scored.band) == (35, 183, "read_out")


@pytest.mark.parametrize(
    ("players", "begins"), [(2, (0, 300, 450, 600, 650)), (3, (0, 275, 400, 550, 600)), (4, (0, 250, 350, 500, 550))]
)
def test_R31_the_score_is_looked_up_in_the_column_for_the_number_of_players(
    players: int, begins: tuple[int, ...]
) -> None:
    bands = ("read_out", "probation", "welcomed", "hosts_yearly_meeting", "retreat_center")
    assert tuple(band(players, score) for score in begins) == bands
    assert result(0, [()] * players, (), None).band == "read_out"
    assert band(players, 476 + 476 // players) == "retreat_center"


def test_R32_nobody_wins_or_loses_against_another() -> None:
    told = msgspec.to_builtins(result(3, [("2C", "2D", "2H", "2S"), (), (), ()], ("3C", "AS", "4H", "3D"), 2))
    assert told == {
        "hands": (
            {"seat": 0, "kept": ("2C", "2D", "2H", "2S"), "dropped": (), "points": 8},
            {"seat": 1, "kept": (), "dropped": (), "points": 0},
            {"seat": 2, "kept": ("3C", "3D", "4H", "AS"), "dropped": (), "points": 30},
            {"seat": 3, "kept": (), "dropped": (), "points": 0},
        ),
        "lowest": 0,
        "meeting_score": 38,
        "band": "read_out",
        "recipient": 2,
        "committee": ("3C", "3D", "4H", "AS"),
        "next_dealer": 0,
    }


def test_U28_the_highest_cards_are_kept() -> None:
    of_suit = [[card for card in TWELVE if card[-1] == suit] for suit in SUITS]
    ways = product(*(combinations(cards, 2) for cards in of_suit))
    best = max(sum(POINTS[card] for pair in way for card in pair) for way in ways)
    assert balanced(0, TWELVE).points == best


def test_U28_of_equal_points_the_higher_rank_is_kept() -> None:
    hand = balanced(0, ("JC", "KC", "QC", "2D", "3D", "2H", "3H", "2S", "3S"))
    assert {"KC", "QC"} < set(hand.kept)
    assert hand.dropped == ("JC",)


def test_U28_the_score_never_falls_when_one_hand_rises() -> None:
    others = [("5C", "5D", "5H", "5S"), ("9C", "9D", "9H", "9S")]
    scores = [
        result(0, [*others, tuple(f"{rank}{suit}" for suit in SUITS)], (), None).meeting_score
        for rank in ("2", "3", "4", "6", "7", "8", "10", "K", "A")
    ]
    assert scores == sorted(scores)


@pytest.mark.parametrize("cards", [(), ("AC", "AD", "AH"), FRENCH_DECK[:39]])
def test_U29_without_a_card_in_one_of_the_suits_a_hand_is_0_and_the_lowest(cards: tuple[str, ...]) -> None:
    scored = result(0, [("AC", "AD", "AH", "AS"), cards], (), None)
    assert (scored.hands[1].points, scored.hands[1].kept, scored.lowest) == (0, (), 0)
    assert sorted(scored.hands[1].dropped) == sorted(cards)
    assert scored.meeting_score == 80


def test_U30_a_tie_for_lowest_is_added_once() -> None:
    low, high = ("3C", "3D", "3H", "3S"), ("KC", "KD", "KH", "KS")
    assert result(0, [low, low, high, high], (), None).meeting_score == 12 + 12 + 60 + 60 + 12


@pytest.mark.parametrize(
    ("players", "ends"), [(2, (299, 449, 599, 649)), (3, (274, 399, 549, 599)), (4, (249, 349, 499, 549))]
)
def test_U31_both_ends_of_a_band_belong_to_it(players: int, ends: tuple[int, ...]) -> None:
    bands = ("read_out", "probation", "welcomed", "hosts_yearly_meeting", "retreat_center")
    for number, end in enumerate(ends):
        assert (band(players, end), band(players, end + 1)) == bands[number : number + 2]


def score_of_a_game(*, face_up: str, eldered: bool) -> int:
    """Return the score of a small game in which seat 1 takes both tricks, and seat 0 may be eldered before."""
    meeting = gathered("2C AH KS" if eldered else "2C AH", "3C 4H", pile=("6D", "7S"))
    if eldered:
        meeting.do(0, "lead", card="KS")
    meeting.do(1, "so_moved", card="3C")
    meeting.do(0, "play", card="2C", at=1_000)
    meeting.do(1, "display", card=face_up)
    meeting.do(1, "so_moved", card="4H")
    meeting.do(0, "play", card="AH", humble=True, at=2_000)
    meeting.do(1, "display", card="4H")
    meeting.do(0, "propose", recipient=1)
    meeting.do(1, "unite", recipient=1)
    return meeting.result.meeting_score


def test_U32_neither_face_up_cards_nor_discards_nor_humility_count() -> None:
    assert score_of_a_game(face_up="3C", eldered=False) == 3 + 6 + 20 + 7
    assert score_of_a_game(face_up="2C", eldered=False) == 3 + 6 + 20 + 7
    assert score_of_a_game(face_up="3C", eldered=True) == 3 + 6 + 20 + 7


def test_U32_the_number_of_tricks_does_not_count() -> None:
    meeting = gathered("2C 2D", "3C 3D", pile=("4H", "4S"), leading="programmed")
    for mine, theirs in (("2C", "3C"), ("2D", "3D")):
        leader = meeting.sees().turn
        meeting.do(leader or 0, "lead", card=theirs if leader else mine)
        meeting.do(0 if leader else 1, "play", card=mine if leader else theirs)
        meeting.do(1, "display", card=mine)
    meeting.do(1, "propose", recipient=0)
    meeting.do(0, "unite", recipient=0)
    assert [len(tricks) for tricks in meeting.sees().won] == [0, 2]
    assert meeting.result.meeting_score == 0

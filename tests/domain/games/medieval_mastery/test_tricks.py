"""The trick: R4–R14, R37, R42 and U2–U7."""

from itertools import islice, pairwise

import pytest

from tests.domain.games.medieval_mastery.table import BOOK, FILLERS, RANKS, SUITS, Table, dealt, given
from tests.domain.scenario import Json, only

NEMESIS = {"K": "Z", "Q": "N", "P": "T", "F": "V", "J": "W"}


def trick(*cards: str) -> Json:
    """Return how a trick is won to which these cards are played, by seats 0, 1, … in turn.

    Nobody holds another card of the suit led.
    """
    fillers = (card for card in FILLERS if card[1] != cards[0][1] and card not in cards)
    hands = {seat: " ".join([card, *islice(fillers, 8)]) for seat, card in enumerate(cards)}
    return only(dealt(hands, players=len(cards)).play(*cards), "trick_won")


def won(*cards: str) -> tuple[str, str]:
    """Return the card that wins the trick, and why."""
    event = trick(*cards)
    return event["cards"][event["seat"]]["card"], event["why"]


@pytest.mark.parametrize("dealer", [0, 1, 2, 3])
def test_R4_the_seat_left_of_the_dealer_leads(dealer: int) -> None:
    table = Table(dealer=dealer)
    assert table.turn == (dealer + 1) % 4
    assert set(table.view(table.turn)["legal_cards"]) == table.hand(table.turn)


@pytest.mark.parametrize("card", ["KS", "XS", "ZW", "AC"])
def test_R4_it_leads_any_card_of_its_hand(card: str) -> None:
    table = dealt({0: "KS XS ZW AC"})
    table.play(card)
    assert table.view()["trick"] == [{"seat": 0, "card": card}]


def test_R5_the_others_follow_clockwise_with_one_card_each() -> None:
    table = Table(FILLERS, players=5, dealer=2)
    seats = []
    for _ in range(5):
        seats.append(table.turn)
        table.play(table.view(table.turn)["legal_cards"][0])
    assert seats == [3, 4, 0, 1, 2]
    assert [card["seat"] for card in table.view()["trick"]] == seats
    assert table.view()["hand_sizes"] == [8] * 5
    assert table.view()["phase"] == "build"


def test_R6_a_player_who_has_a_card_of_the_suit_led_must_play_one() -> None:
    table = dealt({0: "ES", 1: "KC AS ZS QT"})
    table.play("ES")
    assert set(table.view(1)["legal_cards"]) == {"AS", "ZS"}
    assert table.answer(1, {"type": "play", "card": "KC"}) == "must_follow_suit"
    table.play("ZS")


def test_R6_a_player_who_has_none_may_play_any_card() -> None:
    table = dealt({0: "ES", 1: "KC AC XP QT"})
    table.play("ES")
    assert set(table.view(1)["legal_cards"]) == table.hand(1)
    table.play("XP")


@pytest.mark.parametrize("led", ["KW", "KT", "KS"])
def test_R7_no_suit_is_trumps(led: str) -> None:
    others = ["ES" if led != "KS" else "EC", "EP"]
    assert won(led, *others) == (led, "rank")


@pytest.mark.parametrize(("high", "low"), [*pairwise(RANKS[:-1])])
def test_R8_cards_rank_first_by_rank(high: str, low: str) -> None:
    assert won(f"{low}S", f"{high}W", "XT") == (f"{high}W", "rank")
    assert won(f"{high}W", f"{low}S", "XT") == (f"{high}W", "rank")


@pytest.mark.parametrize(("high", "low"), [*pairwise(SUITS)])
@pytest.mark.parametrize("rank", ["K", "M", "Z"])
def test_R9_cards_of_a_rank_rank_by_suit(rank: str, high: str, low: str) -> None:
    plain = next(f"L{suit}" if rank != "Z" else f"X{suit}" for suit in SUITS if suit not in (high, low))
    assert won(rank + low, rank + high, plain) == (rank + high, "rank")
    assert won(rank + high, rank + low, plain) == (rank + high, "rank")


def test_U2_the_suits_rank_swords_cups_staffs_pentacles_wands() -> None:
    assert won("EW", "EP", "ET", "EC", "ES") == ("ES", "rank")
    assert won("EW", "EP", "ET", "EC") == ("EC", "rank")
    assert won("EW", "EP", "ET") == ("ET", "rank")
    assert won("EW", "EP", "LT") == ("EP", "rank")


@pytest.mark.parametrize("suit", SUITS)
def test_R10_an_X_is_lower_than_any_other_card(suit: str) -> None:
    zany = "ZW" if suit != "W" else "ZP"
    others = [f"X{other}" for other in SUITS if other not in (suit, zany[1])][:2]
    assert won(f"X{suit}", zany, *others) == (zany, "rank")


def test_R10_no_X_outranks_another() -> None:
    assert won("XW", "XP", "XS") == ("XW", "first_x")
    assert won("XT", "XC", "XS", "XW") == ("XT", "first_x")


@pytest.mark.parametrize("suit", SUITS)
@pytest.mark.parametrize(("ruler", "nemesis"), NEMESIS.items())
def test_R11_a_ruler_is_beaten_by_the_nemesis_of_its_suit(ruler: str, nemesis: str, suit: str) -> None:
    plain = "MC" if suit != "C" else "MT"
    assert won(ruler + suit, nemesis + suit, plain) == (nemesis + suit, "nemesis")
    assert won(nemesis + suit, ruler + suit, plain) == (nemesis + suit, "nemesis")


@pytest.mark.parametrize(("ruler", "nemesis"), NEMESIS.items())
def test_R12_a_nemesis_gains_nothing_against_other_cards(ruler: str, nemesis: str) -> None:
    assert won(f"{ruler}S", f"{nemesis}C", "XP") == (f"{ruler}S", "rank")
    for other in set(NEMESIS) - {ruler}:
        assert won(f"{other}S", f"{nemesis}S", "XP") == (f"{other}S", "rank")
    assert won("LS", f"{nemesis}S", "XP") == ("LS", "rank")


@pytest.mark.parametrize("higher", ["KC", "KT", "QP"])
def test_R13_the_pair_wins_whatever_else_was_played(higher: str) -> None:
    assert won("QS", higher, "NS") == ("NS", "nemesis")
    assert won(higher, "NS", "QS") == ("NS", "nemesis")
    assert won("JW", "WW", higher) == ("WW", "nemesis")


def test_R14_of_several_pairs_that_of_the_highest_ruler_counts() -> None:
    assert won("KC", "ZC", "QS", "NS") == ("ZC", "nemesis")
    assert won("NS", "ZC", "QS", "KC") == ("ZC", "nemesis")
    assert won("JW", "WW", "FP", "VP", "PT", "TT") == ("TT", "nemesis")


@pytest.mark.parametrize("cards", [("QT", "QC", "KP"), ("KP", "QT", "QC"), ("QC", "KP", "QT")])
def test_U3_the_winner_need_not_have_followed_suit(cards: tuple[str, ...]) -> None:
    assert won(*cards) == ("KP", "rank")


def test_U4_an_X_is_a_card_of_its_suit() -> None:
    table = dealt({0: "XS", 1: "XT ES QC", 2: "QT KC"})
    table.play("XS")
    assert table.answer(1, {"type": "play", "card": "QC"}) == "must_follow_suit"
    table.play("ES")
    assert set(table.view(2)["legal_cards"]) == table.hand(2)


def test_U4_a_player_whose_only_card_of_the_suit_is_the_X_must_play_it() -> None:
    table = dealt({0: "ET", 1: "XT ES QC"})
    table.play("ET")
    assert table.view(1)["legal_cards"] == ["XT"]
    assert table.answer(1, {"type": "play", "card": "ES"}) == "must_follow_suit"
    table.play("XT")


def test_U5_of_X_s_alone_the_first_wins() -> None:
    event = trick("XP", "XS", "XC")
    assert (event["seat"], event["why"]) == (0, "first_x")
    assert won("XP", "ZW", "XC") == ("ZW", "rank")
    assert won("XS", "XC", "XT", "XP", "XW") == ("XS", "first_x")


def test_U6_pairs_count_in_any_suit_and_in_either_order() -> None:
    assert won("ES", "KC", "ZC") == ("ZC", "nemesis")
    assert won("ES", "ZC", "KC") == ("ZC", "nemesis")
    assert won("KS", "JP", "WP") == ("WP", "nemesis")


def test_U6_a_nemesis_without_its_ruler_is_a_plain_card() -> None:
    assert won("ZC", "NC", "TC") == ("TC", "rank")
    assert won("WS", "LC", "VS") == ("LC", "rank")
    assert won("WS", "VC", "ZT") == ("WS", "rank")


def test_U7_the_highest_ruler_is_that_by_rank_and_then_by_suit() -> None:
    assert won("KC", "ZC", "KS", "ZS") == ("ZS", "nemesis")
    assert won("KW", "ZW", "KP", "ZP") == ("ZP", "nemesis")
    assert won("KW", "ZW", "QS", "NS") == ("ZW", "nemesis")


def test_U7_only_rulers_whose_nemesis_is_there_are_compared() -> None:
    assert won("KS", "QW", "NW", "ZC") == ("NW", "nemesis")
    assert won("KS", "KC", "FW", "VW") == ("VW", "nemesis")


def test_the_seat_that_played_the_card_wins_whoever_led() -> None:
    table = Table(FILLERS, players=3, dealer=0)
    for _ in range(2):
        table.play(table.view(table.turn)["legal_cards"][0])
    event = only(table.play(table.view(table.turn)["legal_cards"][0]), "trick_won")
    best = min(event["cards"], key=lambda each: (RANKS.index(each["card"][0]), SUITS.index(each["card"][1])))
    assert event["seat"] == best["seat"] == table.turn


def test_R37_laid_cards_are_not_played() -> None:
    table = given("KS QC ES", hand="EC")
    table.build("KS QC ES")
    assert table.answer(0, {"type": "play", "card": "KS"}) == "card_not_in_hand"
    assert "KS" not in table.view(0)["legal_cards"]
    table.play("EC")


def test_R37_laid_cards_do_not_count_when_a_suit_is_followed() -> None:
    table = dealt({0: "KT KS QS LC", 1: "KC ES"})
    table.play("KT")
    table.others_follow()
    table.build("KS QS")
    table.play("LC KC")
    table.others_follow()
    table.rest()
    table.play("ES")
    table.play(table.view(2)["legal_cards"][0])
    assert set(table.view(0)["legal_cards"]) == table.hand(0)


def test_R42_the_winner_leads_to_the_next_trick_from_hand() -> None:
    table = dealt({0: "LC", 1: "KC", 2: "DC"}, stock="EP ET ES")
    table.play("LC KC DC")
    assert table.turn == 1
    table.rest()
    assert (table.view()["phase"], table.turn) == ("play", 1)
    assert set(table.view(1)["legal_cards"]) == table.hand(1)
    assert "EP" in table.hand(1)
    table.play("EP")
    assert table.view()["trick"] == [{"seat": 1, "card": "EP"}]
    assert table.turn == 2


def test_book_order_is_suit_order_and_then_rank_order() -> None:
    assert BOOK[:3] == ("KS", "QS", "PS")
    assert BOOK[25:27] == ("XS", "KC")
    assert BOOK[-1] == "XW"

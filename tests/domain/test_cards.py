"""What is on the cards of every game, and how cards are dealt and followed."""

import re

import pytest

from domain.cards import FRENCH_DECK, FRENCH_FACES, Face, deal_all, deal_hands, may_follow, rank, suit
from domain.table import AnyGame
from tests.domain.every_game import every_game


def test_the_french_deck_has_thirteen_ranks_in_four_suits() -> None:
    assert len(set(FRENCH_DECK)) == len(FRENCH_DECK) == 52
    assert {suit(card) for card in FRENCH_DECK} == {*"CDHS"}
    assert {rank(card) for card in FRENCH_DECK} == {*"A23456789JQK", "10"}


@pytest.mark.parametrize(
    ("code", "face", "name"),
    [
        ("10H", Face("10", "hearts", "red", "10♥", "ten"), "ten of hearts"),
        ("AC", Face("A", "clubs", "black", "A♣", "ace"), "ace of clubs"),
        ("QS", Face("Q", "spades", "black", "Q♠", "queen"), "queen of spades"),
        ("2D", Face("2", "diamonds", "red", "2♦", "two"), "two of diamonds"),
    ],
)
def test_a_card_has_what_is_printed_on_it(code: str, face: Face, name: str) -> None:
    assert FRENCH_FACES[code] == face
    assert FRENCH_FACES[code].name == name


def test_a_joker_has_no_suit_in_its_name() -> None:
    assert Face("Joker", None, None, "Joker", "joker").name == "joker"


@every_game
def test_every_card_of_a_game_has_a_face_of_its_own(game: AnyGame) -> None:
    assert game.cards <= set(game.faces)
    faces = [game.faces[card] for card in game.cards]
    assert len({face.name for face in faces}) == len({face.sign for face in faces}) == len(game.cards)
    assert all(re.fullmatch(r"[A-Z]?[a-z]+", face.rank_name) for face in faces)


def test_hands_are_dealt_one_card_at_a_time_from_the_dealers_left() -> None:
    hands, rest = deal_hands("abcdefgh", 3, 1, 2)
    assert hands == (("b", "e"), ("c", "f"), ("a", "d"))
    assert rest == ("g", "h")


def test_a_deal_may_leave_nothing() -> None:
    assert deal_hands("abcd", 2, 1, 2) == ((("a", "c"), ("b", "d")), ())


def test_the_whole_deck_is_dealt_and_the_first_seats_get_what_is_over() -> None:
    assert deal_all("abcdefgh", 3, 2) == (("a", "d", "g"), ("b", "e", "h"), ("c", "f"))
    assert deal_all("abcdefgh", 3, 0) == (("c", "f"), ("a", "d", "g"), ("b", "e", "h"))


def test_a_player_who_has_the_led_suit_follows_it() -> None:
    assert may_follow(("2H", "10S", "AH", "3C"), "KH") == ["2H", "AH"]


def test_a_player_who_has_none_plays_what_they_like() -> None:
    assert may_follow(("10S", "3C"), "KH") == ("10S", "3C")
    assert may_follow((), "KH") == ()

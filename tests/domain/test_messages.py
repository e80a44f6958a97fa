"""Messages for people: sentences, and how seats, players, cards and numbers stand in them."""

from uuid import UUID

import pytest

from domain.cards import FRENCH_FACES, Face
from domain.messages import (
    Amount,
    Argument,
    Cards,
    Message,
    Parts,
    Person,
    Seats,
    Texts,
    card,
    in_signs,
    in_words,
    seat,
)

ANN, BEA = UUID(int=1 << 96), UUID(int=2 << 96)
FACES = {**FRENCH_FACES, "JK": Face("Joker", None, None, "Joker", "joker")}


def in_both(argument: Argument) -> list[str]:
    """Return how an argument is told, in words and with signs."""
    message = Message.of("It is {this}.", this=argument)
    return [voice(message, FACES, {ANN: "Ann"})[6:-1] for voice in (in_words, in_signs)]


@pytest.mark.parametrize(
    ("argument", "text"),
    [
        (seat(0), "seat 0"),
        (Seats((0, 2)), "seats 0 and 2"),
        (Seats((0, 2, 4)), "seats 0, 2 and 4"),
        (Amount(0, "card"), "no cards"),
        (Amount(1, "card"), "one card"),
        (Amount(2, "card"), "2 cards"),
        (Amount(-1, "point"), "minus one point"),
        (Amount(-6, "point"), "minus 6 points"),
        (7, "7"),
        ("low spades", "low spades"),
        (Texts(("A", "B", "D")), "A, B and D"),
        (
            Parts((Message.of("{n} is out", n=seat(1)), Message.of("{n} has {left}", n=seat(2), left=3))),
            "seat 1 is out; seat 2 has 3",
        ),
        (Person(ANN), "Ann"),
        (Person(BEA), "player 00000002"),
    ],
)
def test_what_is_no_card_is_told_alike_in_words_and_with_signs(argument: Argument, text: str) -> None:
    assert in_both(argument) == [text, text]


@pytest.mark.parametrize(
    ("codes", "words", "signs"),
    [
        ("10H", "the ten of hearts", "10♥"),
        ("6H 7H", "the six and seven of hearts", "6♥ 7♥"),
        ("6H 7H 8H", "the six, seven and eight of hearts", "6♥ 7♥ 8♥"),
        ("AS 2D", "the ace of spades and the two of diamonds", "A♠ 2♦"),
        ("6H 7H 2D", "the six and seven of hearts and the two of diamonds", "6♥ 7♥ 2♦"),
        ("2D 6H 3D", "the two of diamonds, the six of hearts and the three of diamonds", "2♦ 6♥ 3♦"),
        ("JK", "a joker", "Joker"),
        ("JK JK", "2 jokers", "Joker Joker"),
        ("5H JK 6H", "the five of hearts, a joker and the six of hearts", "5♥ Joker 6♥"),
        ("JK=5H", "a joker as the five of hearts", "Joker=5♥"),
        ("4H JK=5H 6H", "the four, five (joker) and six of hearts", "4♥ Joker=5♥ 6♥"),
        ("JK=5H JK=6H", "the five (joker) and six (joker) of hearts", "Joker=5♥ Joker=6♥"),
        ("4C JK=5H", "the four of clubs and a joker as the five of hearts", "4♣ Joker=5♥"),
        ("", "", ""),
    ],
)
def test_cards_are_told_in_words_or_with_signs(codes: str, words: str, signs: str) -> None:
    assert in_both(Cards(tuple(codes.split()))) == [words, signs]


def test_no_two_cards_sound_or_look_alike() -> None:
    for voice in (in_words, in_signs):
        assert len({voice(Message.of("{card}", card=card(code)), FACES) for code in FACES}) == 53


def test_a_sentence_begins_with_a_capital_and_its_gaps_are_filled_by_name() -> None:
    message = Message.of("{one} beats {other}, and {one} leads.", one=seat(3), other=card("AS"))
    assert message == Message("{one} beats {other}, and {one} leads.", {"one": Seats((3,)), "other": Cards(("AS",))})
    assert in_words(message, FACES) == "Seat 3 beats the ace of spades, and seat 3 leads."
    assert in_signs(message, FACES) == "Seat 3 beats A♠, and seat 3 leads."


def test_what_players_are_called_is_no_template() -> None:
    assert in_words(Message.of("{player} sits.", player=Person(ANN)), FACES, {ANN: "{0.x} %s"}) == "{0.x} %s sits."


def test_the_names_of_cards_that_have_capitals_keep_them() -> None:
    faces = {"KS": Face("K", "Swords", "black", "K♠", "King"), "J-3": Face("3", "book J", None, "J-3", "three")}
    assert (
        in_words(Message.of("{cards}.", cards=Cards(("KS", "J-3"))), faces)
        == "The King of Swords and the three of book J."
    )

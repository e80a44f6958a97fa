"""Messages for people: sentences, and how seats, players, cards and numbers stand in them."""

from uuid import UUID

import pytest

from domain.cards import FRENCH_FACES, Face
from domain.messages import (
    DECLARED,
    Amount,
    Argument,
    Cards,
    Gap,
    Listed,
    Message,
    Parts,
    Person,
    Seats,
    Team,
    Template,
    declared,
)
from domain.wording import NEXT, formatted, in_signs, in_words, labelled

ANN, BEA = UUID(int=1 << 96), UUID(int=2 << 96)
FACES = {**FRENCH_FACES, "JK": Face("Joker", None, None, "Joker", "joker")}


WON = Template("test", "event", "{winner:seat} beats {loser:card}, and {winner:seat} has {left:amount.card}.")
SOME = Template("test", "word", "low spades")
OUT = Template("test", "event", "{seat} is out")
HAS = Template("test", "event", "{seat} has {left:number}")
ALL_KINDS = Template(
    "test",
    "event",
    "{seat} {seats} {team} {player} {card} {cards} {points:amount.point} {number} {numbers} {code} {codes} {message}"
    " {other:message} {parts}",
)


def in_both(argument: Argument) -> list[str]:
    """Return how an argument is told, in words and with signs."""
    message = Message("It is {this}.", {"this": argument})
    return [voice(message, FACES, {ANN: "Ann"})[6:-1] for voice in (in_words, in_signs)]


@pytest.mark.parametrize(
    ("argument", "text"),
    [
        (Seats((0,)), "seat 0"),
        (Seats((0, 2)), "seats 0 and 2"),
        (Seats((0, 2, 4)), "seats 0, 2 and 4"),
        (Amount(0, "card"), "no cards"),
        (Amount(1, "card"), "one card"),
        (Amount(2, "card"), "2 cards"),
        (Amount(-1, "point"), "minus one point"),
        (Amount(-6, "point"), "minus 6 points"),
        (7, "7"),
        ("f00d", "f00d"),
        (SOME(), "low spades"),
        (HAS(seat=2, left=3), "seat 2 has 3"),
        (Team(1), "team 1"),
        (Listed(("A", "B", "D")), "A, B and D"),
        (Listed((1, 3)), "1 and 3"),
        (Parts((OUT(seat=1), HAS(seat=2, left=3))), "seat 1 is out; seat 2 has 3"),
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
        assert len({voice(Message("{card}", {"card": Cards((code,))}), FACES) for code in FACES}) == 53


def test_a_sentence_begins_with_a_capital_and_its_gaps_are_filled_by_name() -> None:
    message = WON(winner=3, loser="AS", left=1)
    assert message == Message(
        "{winner} beats {loser}, and {winner} has {left}.",
        {"winner": Seats((3,)), "loser": Cards(("AS",)), "left": Amount(1, "card")},
    )
    assert in_words(message, FACES) == "Seat 3 beats the ace of spades, and seat 3 has one card."
    assert in_signs(message, FACES) == "Seat 3 beats A♠, and seat 3 has one card."
    assert formatted(message, FACES).text == in_words(message, FACES)
    assert formatted(message, FACES).message == message


def test_a_label_has_no_capital_and_is_kept() -> None:
    label = labelled(HAS, seat=1, left=2)
    assert (label.text, label.message) == ("seat 1 has 2", HAS(seat=1, left=2))
    assert labelled(HAS, seat=1, left=2) is label


def test_plain_values_become_arguments_of_the_kinds_that_the_gaps_have() -> None:
    values = {
        "seat": 1, "seats": (0, 2), "team": 1, "player": ANN, "card": "AS", "cards": ("AS", "2D"), "points": 3,
        "number": 7, "numbers": (1, 2), "code": "f00d", "codes": ("A", "B"), "message": SOME, "other": OUT(seat=3),
        "parts": (OUT(seat=1),),
    }  # fmt: skip
    assert ALL_KINDS(**values).arguments == {
        "seat": Seats((1,)), "seats": Seats((0, 2)), "team": Team(1), "player": Person(ANN), "card": Cards(("AS",)),
        "cards": Cards(("AS", "2D")), "points": Amount(3, "point"), "number": 7, "numbers": Listed((1, 2)),
        "code": "f00d", "codes": Listed(("A", "B")), "message": SOME(), "other": OUT(seat=3),
        "parts": Parts((OUT(seat=1),)),
    }  # fmt: skip


def test_a_template_is_declared_once_with_its_kinds_and_is_found_by_its_text() -> None:
    assert WON.gaps == (Gap("winner", "seat"), Gap("loser", "card"), Gap("left", "amount", "card"))
    assert DECLARED[WON.text] == [WON]
    assert {WON, NEXT} <= {*declared()}
    assert repr(SOME) == "Template('test', 'word', 'low spades')"


@pytest.mark.parametrize(
    "text", ["{winner}", "{winner:gold}", "{left:amount}", "{left:amount.gold}", "{seat:seat.card}"]
)
def test_a_gap_of_no_kind_cannot_be_declared(text: str) -> None:
    with pytest.raises(TypeError, match="is of no kind"):
        Template("test", "event", text)


def test_a_text_cannot_be_declared_with_other_kinds() -> None:
    with pytest.raises(TypeError, match="other kinds of arguments"):
        Template("test", "event", "{seat} has {left:amount.card}")


@pytest.mark.parametrize("values", [{}, {"seat": 1}, {"seat": 1, "left": 2, "right": 3}])
def test_a_message_takes_exactly_its_arguments(values: dict[str, int]) -> None:
    with pytest.raises(TypeError, match="takes other values"):
        HAS(**values)
    with pytest.raises(KeyError):
        HAS(left=1, right=2)


def test_what_players_are_called_is_no_template() -> None:
    assert in_words(Message("{player} sits.", {"player": Person(ANN)}), FACES, {ANN: "{0.x} %s"}) == "{0.x} %s sits."


def test_the_names_of_cards_that_have_capitals_keep_them() -> None:
    faces = {"KS": Face("K", "Swords", "black", "K♠", "King"), "J-3": Face("3", "book J", None, "J-3", "three")}
    assert (
        in_words(Message("{cards}.", {"cards": Cards(("KS", "J-3"))}), faces)
        == "The King of Swords and the three of book J."
    )

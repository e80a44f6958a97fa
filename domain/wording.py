"""Messages in plain English, cards in words (for screen readers and logs) or with suit signs (for terminals).

How seats, cards and lists stand in a sentence is said by templates, too, the frames: another language has its own.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from itertools import groupby
from types import MappingProxyType
from typing import Any, TypeAlias
from uuid import UUID

from domain.cards import Face
from domain.messages import (
    UNITS,
    Amount,
    Argument,
    Cards,
    FormattedMessage,
    Listed,
    Message,
    Parts,
    Person,
    Seats,
    Team,
    Template,
)

frame = partial(Template, None, "frame")

ONE_SEAT = frame("seat {number}")
SEVERAL_SEATS = frame("seats {numbers}")
TEAM = frame("team {number}")
PLAYER = frame("player {beginning:code}")
MINUS = frame("minus {amount:message}")
NEXT = frame("{first:message}, {next:message}")
LAST = frame("{first:message} and {last:message}")
NEXT_PART = frame("{first:message}; {next:message}")
CARD = frame("the {rank:message} of {suit:message}")
JOKER = frame("a joker as the {rank:message} of {suit:message}")
CARDS_OF_SUIT = frame("the {ranks:message} of {suit:message}")
JOKER_AMONG_CARDS = frame("{rank:message} (joker)")

NOBODY_KNOWN: Mapping[UUID, str] = MappingProxyType({})
NO_FACES: Mapping[str, Face] = MappingProxyType({})

Faces: TypeAlias = Mapping[str, Face]
Shown: TypeAlias = Callable[[Sequence[str], Faces], str]
"""Gives cards as text."""


def in_words(message: Message, faces: Faces, names: Mapping[UUID, str] = NOBODY_KNOWN) -> str:
    """Return the message in plain English, cards in words. `names` are those of players, where known."""
    return sentence(message, spoken, faces, names)


def in_signs(message: Message, faces: Faces, names: Mapping[UUID, str] = NOBODY_KNOWN) -> str:
    """Return the message in plain English, cards with the signs of their suits."""
    return sentence(message, in_suit_signs, faces, names)


def in_codes(message: Message) -> str:
    """Return the message in plain English, cards as their codes, for the author of a move."""
    return sentence(message, lambda codes, _: " ".join(codes), NO_FACES, NOBODY_KNOWN)


def formatted(message: Message, faces: Faces) -> FormattedMessage:
    """Return the message with its text in plain English."""
    return FormattedMessage(message.template, message.arguments, in_words(message, faces))


@lru_cache(maxsize=8192)
def labelled(label: Template, **values: Any) -> FormattedMessage:
    """Return what a zone or a counter is called, without a capital. Labels come again and again, so they are kept."""
    message = label(**values)
    return FormattedMessage(message.template, message.arguments, filled(message, spoken, NO_FACES, NOBODY_KNOWN))


def sentence(message: Message, shown: Shown, faces: Faces, names: Mapping[UUID, str]) -> str:
    """Return the message with its gaps filled and a capital at the beginning."""
    text = filled(message, shown, faces, names)
    return text[:1].upper() + text[1:]


def filled(message: Message, shown: Shown, faces: Faces, names: Mapping[UUID, str]) -> str:
    """Return a message, or a part of one, with its gaps filled."""
    texts = {}
    for name, each in message.arguments.items():  # a comprehension would cost one call more for each message
        texts[name] = filling(each, shown, faces, names)
    return message.template.format_map(texts)


def filling(argument: Argument, shown: Shown, faces: Faces, names: Mapping[UUID, str]) -> str:
    """Return what fills the gap of an argument. The commonest kinds come first: every move is told so.

    They are asked for by their type, as a pattern with what is in them takes several times as long.
    """
    if isinstance(argument, Seats):
        seats = argument.seats
        if len(seats) == 1:
            return seat_in_words(seats[0])
        return in_frame(SEVERAL_SEATS, numbers=listed(map(str, seats)))
    if isinstance(argument, Cards):
        return shown(argument.cards, faces)
    match argument:
        case Amount(amount=amount, of=of):
            return counted(amount, of)
        case Message():
            return filled(argument, shown, faces, names)
        case Team(team=team):
            return in_frame(TEAM, number=team)
        case Person(player=player):
            return names.get(player) or in_frame(PLAYER, beginning=player.hex[:8])
        case Listed(items=items):
            return listed(map(str, items))
        case Parts(parts=parts):
            return separator(NEXT_PART).join([filled(part, shown, faces, names) for part in parts])
    return str(argument)


@lru_cache(maxsize=4096)
def in_frame(around: Template, **texts: object) -> str:
    """Return a frame with these texts in it."""
    return around.text.format_map(texts)


@lru_cache(maxsize=64)
def seat_in_words(seat: int) -> str:
    """Return how messages name a seat in plain English: `seat 2`."""
    return in_frame(ONE_SEAT, number=seat)


@lru_cache(maxsize=4096)
def counted(amount: int, of: str) -> str:
    """Return a number of things in words: `one card`, `3 points`, `no cards`, `minus 6 points`."""
    if amount < 0:
        return in_frame(MINUS, amount=counted(-amount, of))
    unit = UNITS[of]
    return {0: unit.none, 1: unit.one}.get(amount, unit.other).format(number=amount)


def spoken(codes: Sequence[str], faces: Faces) -> str:
    """Return cards in words: `the ten of hearts`, `the six, seven (joker) and eight of hearts and a joker`."""
    if len(codes) == 1:
        return card_in_words(codes[0], faces)
    rows = groupby(codes, lambda code: faces[meant(code)].suit)
    return listed(row_in_words(suit, [*row], faces) for suit, row in rows)


def card_in_words(code: str, faces: Faces) -> str:
    """Return how messages name a card in plain English, also a joker that stands for another card."""
    face = faces.get(code)
    if face is None:  # a joker that stands for another card
        face = faces[meant(code)]
        return in_frame(JOKER, rank=face.rank_name, suit=face.suit)
    return face_in_words(face)


@lru_cache(maxsize=1024)
def face_in_words(face: Face) -> str:
    """Return how messages name a card by its rank and suit alone."""
    return counted(1, "joker") if face.suit is None else in_frame(CARD, rank=face.rank_name, suit=face.suit)


def row_in_words(suit: str | None, codes: Sequence[str], faces: Faces) -> str:
    """Return cards of one suit in words; None: jokers that stand for nothing."""
    if len(codes) == 1:
        return card_in_words(codes[0], faces)
    if suit is None:
        return counted(len(codes), "joker")
    ranks = [rank_in_words(code, faces) for code in codes]
    return in_frame(CARDS_OF_SUIT, ranks=listed(ranks), suit=suit)


def rank_in_words(code: str, faces: Faces) -> str:
    """Return the rank of a card among others of its suit."""
    rank = faces[meant(code)].rank_name
    return in_frame(JOKER_AMONG_CARDS, rank=rank) if "=" in code else rank


def meant(code: str) -> str:
    """Return the card that a code stands for: `JK=5H` → `5H`, any other stands for itself."""
    return code.rpartition("=")[2]


def in_suit_signs(codes: Sequence[str], faces: Faces) -> str:
    """Return cards with the signs of their suits: `10♥ J♥`."""
    return " ".join([signed(code, faces) for code in codes])


def signed(code: str, faces: Faces) -> str:
    """Return a card with the sign of its suit: `10♥`; a joker with what it stands for: `Joker=10♥`."""
    return "=".join(faces[part].sign for part in code.split("="))


def listed(words: Iterable[str]) -> str:
    """Return words as a list in a sentence: `a, b and c`; nothing for none."""
    *most, last = [*words] or [""]
    return f"{separator(NEXT).join(most)}{separator(LAST)}{last}" if most else last


@lru_cache(maxsize=16)
def separator(between: Template) -> str:
    """Return what a frame for two texts puts between them."""
    return between.text.format_map(dict.fromkeys([gap.name for gap in between.gaps], ""))

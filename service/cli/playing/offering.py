"""The moves that a person may make, as lines with numbers."""

from collections.abc import Sequence

from domain.messages import Message
from domain.wording import Faces, in_codes, in_signs, in_words
from projections.seat_view import SeatDecision
from projections.story import Voice
from service.cli.playing.building import listed

MOST_MOVES = 30
"""Maximum number of moves that are listed at once."""


def first_moves(labels: Sequence[str]) -> str:
    """Return the lines of the first moves, and how the others are found."""
    lines, more = listed(labels[:MOST_MOVES]), len(labels) - MOST_MOVES
    if more > 0:
        lines += f"\n      … and {more} more: type a part of a line to find it, such as the name of a card."
    return lines


def how_to_choose(decision: SeatDecision) -> str:
    """Return what a person may type who has to decide something."""
    others = "" if decision.grade == "enumerated" else ", b for a move that is not listed"
    wait = " You need not act." if decision.default is None else ""
    return f"Type a number{others}, or ? for help.{wait}"


def with_text(labels: Sequence[Message], text: str, voice: Voice, faces: Faces) -> str:
    """Return the lines of the moves in which a text occurs, or that there is none."""
    found = [(number, voice(each, faces, {})) for number, each in enumerate(labels, 1) if says(each, text, faces)]
    lines = "\n".join(f"{number:4}  {each}" for number, each in found)
    return lines or f"{text!r} is in no move. Type the number of a move, b to build one, or ? for help."


def says(label: Message, text: str, faces: Faces) -> bool:
    """Return whether a text occurs in a label, however its cards are called: few keyboards have their signs."""
    ways = (in_signs(label, faces), in_words(label, faces), in_codes(label))
    return any(text.casefold() in each.casefold() for each in ways)

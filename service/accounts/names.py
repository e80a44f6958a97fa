"""Names of players: which are accepted, and in which form. They need not be unique; a player is known by their id.

A name is what others see and trust. So it must be visible, must not change how the text around it runs, and must not
look like that of a house player, or of somebody who speaks for the service.
"""

import re
import string
import unicodedata
from collections.abc import Callable
from functools import cache

from confusable_homoglyphs.confusables import confusables_data

from domain.table import HOUSE_PLAYERS

VISIBLE = ("L", "N", "P", "S")
"""The general categories of Unicode whose characters can be seen, except `BLANK`; marks (M) stand on others."""

BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0\U0001d159")
"""Letters and symbols without any ink."""

NO_MARKS = frozenset("\u034f\u17b4\u17b5")
"""Marks that nobody sees."""

EMOJI_STYLE = "\ufe0f"
"""The mark that asks for the colourful form of the symbol before it."""

LONGEST_NAME = 40

MOST_MARKS = 3
"""Maximum number of marks on one character: more run into the lines above and below."""

SERVICE = frozenset(
    (
        "admin",
        "administrator",
        "analyst",
        "house",
        "moderator",
        "nobody",
        "official",
        "operator",
        "parlour",
        "server",
        "service",
        "staff",
        "support",
        "system",
        "the",
        *HOUSE_PLAYERS,
    )
)
"""A name of such words only is not accepted: it seems to be one of the service."""

OF_THE_HOUSE = ("houseplayer", "formerplayer", "parlour")
"""What is in no name, however it is spaced."""

ALIKE = str.maketrans({"0": "o", "1": "l", "3": "e", "5": "s", "i": "l"})
"""Letters and digits of ASCII, in lower case, that are taken for others."""

AS_LETTERS = str.maketrans("@$|!\u13c6\uab96", "asllll")
"""Signs that stand between words, or for a letter; and a letter of Cherokee that UTS 39 does not list."""

SMALL = str.maketrans(string.ascii_uppercase, string.ascii_lowercase)

WORD = re.compile(r"[^\W_]+")

LATIN = re.compile(r"\bLETTER (?:SMALL CAPITAL |DOTLESS )?([A-Z])(?: WITH |\Z)")
"""What the name in Unicode has of a Latin letter, or of a sign for one, that looks like one of ASCII."""


class BadName(ValueError):
    """A name is not accepted; the text says why."""


def accepted(name: str) -> str:
    """Return a name in the form in which it is kept: composed (NFC), with single spaces. Raises `BadName`."""
    name = composed(name)
    if len(name) > LONGEST_NAME:
        raise BadName(f"A name has at most {LONGEST_NAME} characters when it is composed (NFC).")
    must_be_visible(name)
    if seems_of_service(name):
        raise BadName("The name looks like one of the service or of a house player.")
    return name


def composed(text: str) -> str:
    """Return a text composed (NFC), with single spaces, and none at its ends."""
    return unicodedata.normalize("NFC", " ".join(part for part in text.split(" ") if part))


def sought(name: str) -> str:
    """Return a name as it is looked up: the letters A to Z are small, in whatever language the database is."""
    return name.translate(SMALL)


def must_be_visible(name: str) -> None:
    """Raise `BadName` unless all of a name is seen, and a letter, digit or symbol is among it."""
    must_be_seen(name, is_style, BadName)
    if not any(unicodedata.category(character)[0] in "LNS" for character in name):
        raise BadName("It has no letter, digit or symbol.")


def must_be_seen(text: str, is_allowed: Callable[[str, int], bool], bad: type[ValueError]) -> None:
    """Raise `bad` at a character that one does not see, or that changes how the others are shown.

    `is_allowed` says of such a character, by its place in the text, whether it may stand there nevertheless.
    """
    marks = MOST_MARKS
    for place, character in enumerate(text):
        kind = unicodedata.category(character)
        if character == " ":
            marks = MOST_MARKS
        elif kind.startswith("M") and character not in NO_MARKS and not is_selector(character):
            marks += 1
            if marks > MOST_MARKS:
                raise bad(f"A mark needs a character to stand on, which bears at most {MOST_MARKS}.")
        elif kind.startswith(VISIBLE) and character not in BLANK:
            marks = 0
        elif not is_allowed(text, place):
            raise bad(f"U+{ord(character):04X} is invisible, or changes how the text around it is shown.")


def is_style(name: str, place: int) -> bool:
    """Return whether a character asks for the colourful form of the symbol before it."""
    return name[place] == EMOJI_STYLE and place > 0 and unicodedata.category(name[place - 1]) in {"So", "Sm", "Po"}


def is_selector(character: str) -> bool:
    """Return whether a mark selects a variant of the character before it, and cannot be seen itself."""
    return "\ufe00" <= character <= "\ufe0f" or "\u180b" <= character <= "\u180f" or character >= "\U000e0100"


def seems_of_service(name: str) -> bool:
    """Return whether a name may be taken for one of the service, or of a house player."""
    text = shown(name)
    return any(are_of_service(WORD.findall(each)) for each in (text, text.translate(AS_LETTERS)))


def are_of_service(words: list[str]) -> bool:
    """Return whether words of ASCII, together or each, may be taken for those of the service."""
    if not words:
        return False
    skeletons = [skeleton(word) for word in words]
    whole = "".join(skeletons)
    return (
        is_reserved(whole) or all(map(is_reserved, skeletons)) or any(skeleton(each) in whole for each in OF_THE_HOUSE)
    )


def is_reserved(word: str) -> bool:
    """Return whether a skeleton is that of a word of the service, or of several such (Admins)."""
    return word in reserved() or word.removesuffix("s") in reserved()


@cache
def reserved() -> frozenset[str]:
    """Return the skeletons of the words of the service."""
    return frozenset(map(skeleton, SERVICE))


def shown(name: str) -> str:
    """Return the letters of ASCII that a name is taken for: without marks, and with look-alikes replaced (UTS 39)."""
    bare = (each for each in unicodedata.normalize("NFKD", name) if not unicodedata.category(each).startswith("M"))
    return "".join(each if each.isascii() else look_alike(each) for each in bare)


@cache
def look_alike(character: str) -> str:
    """Return the letters of ASCII that a character may be taken for; itself if there are none."""
    found = (each["c"] for like in (character, character.upper()) for each in confusables_data.get(like, ()))
    name = unicodedata.name(character, "")
    named = LATIN.search(name) if "LATIN" in name or name.startswith("REGIONAL INDICATOR") else None
    return next((each for each in found if each.isascii() and each.isalnum()), named[1] if named else character)


def skeleton(word: str) -> str:
    """Return a word such that words that look alike are the same."""
    return word.casefold().translate(ALIKE).replace("rn", "m").replace("vv", "w")

"""What people may write: one line that is seen as it is, in any language, and that no client makes a link of.

A text is kept composed (NFC), its white space as single spaces. What nobody sees, or what changes how the text around
it runs, is refused, and so are links: to take them out would let people say what they did not write.
"""

import re
import unicodedata

from linkify_it.tlds import TLDS

from service.accounts.names import EMOJI_STYLE, VISIBLE, must_be_seen

LONGEST_TEXT = 300
"""Maximum number of characters (code points) of a text; in UTF-8 they are at most four times as many bytes."""

JOINER, NON_JOINER = "\u200d", "\u200c"

TAGS = range(0xE0020, 0xE0080)
"""Characters that spell the name of a flag, behind a black one."""

BLACK_FLAG = "\U0001f3f4"

DOTS = "。․"
"""What is taken for a dot in the name of a host (UTS 46), beside what NFKC makes one."""

SCHEME = re.compile(
    r"(?=[bdfhjmstx])(?:https?|ftp|mailto|javascript|data|tel|sms|tg|magnet|xmpp|sips?|skype|bitcoin):(?! )"
)
PART = re.compile(r"//|:/|www\.|xn--|\[[0-9a-f]*:[0-9a-f]*:[0-9a-f:]*\]")
NUMBERS = re.compile(r"[0-9](?:\.[0-9]{1,3}){3}")
"""How addresses begin, or look, whatever the names of hosts are; in lower case, of which few are looked at twice."""

NAME = re.compile(r"\.(?<=[^\W_]\.)([^\W_]+)(/?)")
"""What may be the end of the name of a host, and the beginning of a path behind it.

Each dot is looked at once: the time is in proportion to the length.
"""

ENDS = frozenset(map(str.lower, TLDS)) | {"бел", "рф", "сайт", "укр"}
"""With what the names of hosts end."""


class BadText(ValueError):
    """A text is not accepted; the text of the error says why."""


def accepted(text: str) -> str:
    """Return a text in the form in which it is kept. Raises `BadText`."""
    if len(text) > LONGEST_TEXT:
        raise BadText(f"A text has at most {LONGEST_TEXT} characters.")
    text = unicodedata.normalize("NFC", " ".join(text.split()))
    if len(text) > LONGEST_TEXT:
        raise BadText(f"A text has at most {LONGEST_TEXT} characters when it is composed (NFC).")
    must_be_seen(text, may_stand, BadText)
    if not any(unicodedata.category(character).startswith(VISIBLE) for character in text):
        raise BadText("It says nothing.")
    if has_link(text):
        raise BadText("A text has no links, and nothing that looks like one.")
    return text


def may_stand(text: str, place: int) -> bool:
    """Return whether a character that one does not see joins, parts or draws those beside it as it may."""
    character, before, after = text[place], text[place - 1] if place else " ", text[place + 1 : place + 2]
    return is_join(character, before, after) or is_style(character, before, text)


def is_join(character: str, before: str, after: str) -> bool:
    """Return whether a character joins, or parts, what stands on both sides of it: letters of a word, or pictures."""
    if character not in {JOINER, NON_JOINER} or not after or before == character:
        return False
    if character == JOINER and is_picture(after):
        return is_picture(before) or before == EMOJI_STYLE
    sides = unicodedata.category(before)[0] + unicodedata.category(after)[0]
    return not (before + after).isascii() and set(sides) <= {"L", "M"}


def is_picture(character: str) -> bool:
    """Return whether a character is a picture, or the tone of one."""
    return unicodedata.category(character) in {"So", "Sk"}


def is_style(character: str, before: str, text: str) -> bool:
    """Return whether a character says how the one before it is drawn: as a picture, on a key, or as which flag."""
    if character == EMOJI_STYLE:
        return unicodedata.category(before) in {"So", "Sm", "Po", "Nd"} and before != character
    return ord(character) in TAGS and (before == BLACK_FLAG or ord(before) in TAGS) and BLACK_FLAG in text


def has_link(text: str) -> bool:
    """Return whether a client might make a link of something in a text."""
    plain = unicodedata.normalize("NFKC", text).lower()
    for each in DOTS:
        plain = plain.replace(each, ".")
    if any(form.search(plain) for form in (SCHEME, PART, NUMBERS)):
        return True
    return any(end in ENDS or (path and is_word(end)) for end, path in NAME.findall(plain))


def is_word(end: str) -> bool:
    """Return whether a path may follow: not an abbreviation or number, nor a sentence that has no space before it."""
    return len(end) > 1 and end.isascii() and end.isalpha()

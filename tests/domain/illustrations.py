"""The illustrations of the rulebooks: all JSON that stands in them, and what the text beside it says of it."""

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple


class Illustration(NamedTuple):
    """A JSON object or array in a rulebook, and what the text says of it."""

    written: str
    """As it stands there, without the space between its parts."""

    value: Any
    answer: str
    """`accepted`, which goes without saying, or the code of the refusal."""

    field: str
    """The name that stands last before it: for what is no move, the field of which it is a value."""

    before: str
    """The text of the rulebook down to it, which tells the position."""


CODE = re.compile(r"^```(?P<language>\w*)\n(?P<block>.*?)^```|`(?P<span>[^`\n]+)`", re.DOTALL | re.MULTILINE)
SAID = re.compile(r"(?:\s*→\s*(?P<answer>accepted|refused)\b(?:, `(?P<code>[a-z_]+)`)?)?")


def illustrations(text: str) -> Iterator[Illustration]:
    """Yield the illustrations of a rulebook.

    Raises `AssertionError` for what looks like JSON and is not, and for an answer that cannot be understood.
    """
    name = ""
    for found in CODE.finditer(text):
        content = found["span"] or found["block"]
        if found["span"] and re.fullmatch(r"\w+", content):
            name = content
        elif is_json(content, found["language"]):
            value = json.loads(content)
            written = json.dumps(value, separators=(",", ":"), ensure_ascii=False)
            yield Illustration(written, value, said(text[found.end() :], written), name, text[: found.start()])


def is_json(content: str, language: str | None) -> bool:
    """Return whether code is a JSON object or array; notations such as `{seat, card}` and `[seat: cards]` are not."""
    if language != "json" and not re.match(r"\s*[\[{]", content):
        return False
    try:
        json.loads(content)
    except ValueError:
        valid = False
    else:
        valid = True
    assert valid or (language != "json" and '"' not in content), f"this is not JSON: {content}"
    return valid


def said(after: str, written: str) -> str:
    """Return what the text right after an illustration says of it."""
    match = SAID.match(after)
    assert match is not None
    assert match["answer"] or not after.lstrip().startswith("→"), f"neither accepted nor refused: {written}"
    assert (match["answer"] == "refused") == bool(match["code"]), f"only a refusal has a code: {written}"
    return match["code"] or "accepted"

"""The positions of the rulebook's illustrations. Those of builds are read from its text."""

import re

from domain.games.medieval_mastery.state import State
from tests.domain.games.medieval_mastery.table import Table, dealt, given
from tests.domain.scenario import Json

TOLD = re.compile(
    r"has the famil(?:y|ies) (?P<families>.*?)(?: and the communes? (?P<communes>.*?))?; hand `(?P<hand>[^`]*)`; "
    r"the trick was `(?P<trick>[^`]*)`"
)
OTHER_TRICK = re.compile(r"Had the trick been `([^`]*)`")


def position(move: Json, before: str) -> tuple[State, int]:
    """Return the table of an illustration, and the seat that makes the move."""
    if move["type"] == "play":
        return dealt({0: "KS"}).state, 0
    is_pass = not move["families"] and not move["communes"]
    return (given() if is_pass else told(before)).state, 0


def told(before: str) -> Table:
    """Return the table of which the text told last."""
    *_, last = TOLD.finditer(before)
    trick = OTHER_TRICK.findall(before[last.end() :]) or [last["trick"]]
    return given(groups(last["families"]), groups(last["communes"] or ""), hand=last["hand"], trick=trick[-1])


def groups(text: str) -> str:
    """Return the groups that a text names, each in its code."""
    return " | ".join(re.findall(r"`([^`]*)`", text))

"""What a seat is asked for, and that nothing is done for one whose time is over."""

from functools import partial
from typing import Any

from domain.game import Move
from domain.games.honors_3.view import View
from domain.messages import Message, Template

template = partial(Template, "honors_3", "prompt")

OPEN = template("Open the play: offer one, two or three cards to change.")

ACCEPT = ("", "accept offer {offers:numbers}, ", "accept one of the offers {offers:numbers}, ")
OWN = (
    "offer cards to change, {ending}, or wait.",
    "wait for an answer to your offer {own:number}, cancel it, or {ending}.",
)
ENDING = (
    "call for an end of the deal (so far {calls:number} of {players:number})",
    "take back your call for an end of the deal (so far {calls:number} of {players:number})",
)
WAYS = {
    (others, own, called): template(f"{way[0].upper()}{way[1:]}")
    for others, accept in enumerate(ACCEPT)
    for own, affair in enumerate(OWN)
    for called, ending in enumerate(ENDING)
    for way in [accept + affair.replace("{ending}", ending)]
}
"""By the number of others' offers (2: or more), of own offers, and of own calls."""


def prompt(view: View, seat: int) -> Message:
    """Return what the seat may do (III-R3 to III-R5, III-U4, III-U5, III-U12 a)."""
    if view.phase == "opening":
        return OPEN()
    own = [each.offer for each in view.offers if each.seat == seat]
    others = [each.offer for each in view.offers if each.seat != seat]
    said: dict[str, Any] = {"calls": len(view.calls), "players": len(view.hand_sizes)}
    if own:
        said["own"] = own[0]
    if others:
        said["offers"] = tuple(others)
    return WAYS[min(len(others), 2), len(own), int(seat in view.calls)](**said)


def default(_: View, __: int, ___: tuple[Move, ...]) -> None:
    """Return None: nobody need act, as the game's own clock opens the play (III-U7), and ends the deal (III-U12)."""

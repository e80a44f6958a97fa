"""What a seat is asked for, and that nothing is done for one whose time is over."""

from domain.game import Move
from domain.games.honors_3.view import View
from domain.messages import Argument, Message, Texts


def prompt(view: View, seat: int) -> Message:
    """Return what the seat may do (III-R3 to III-R5, III-U4, III-U5, III-U12 a)."""
    if view.phase == "opening":
        return Message.of("Open the play: offer one, two or three cards to change.")
    own = [each.offer for each in view.offers if each.seat == seat]
    others = [each.offer for each in view.offers if each.seat != seat]
    said: dict[str, Argument] = {"calls": len(view.calls), "players": len(view.hand_sizes)}
    ending = "call for an end of the deal (so far {calls} of {players})"
    if seat in view.calls:
        ending = f"take back your {ending}"
    if own:
        said["own"] = own[0]
        ways = ["wait for an answer to your offer {own}", "cancel it", ending]
    else:
        ways = ["offer cards to change", ending, "wait"]
    if others:
        said["offers"] = Texts(tuple(map(str, others)))
        ways.insert(0, "accept offer {offers}" if len(others) == 1 else "accept one of the offers {offers}")
    *most, last = ways
    sentence = f"{', '.join(most)}, or {last}."
    return Message.of(sentence[0].upper() + sentence[1:], **said)


def default(_: View, __: int, ___: tuple[Move, ...]) -> None:
    """Return None: nobody need act, as the game's own clock opens the play (III-U7), and ends the deal (III-U12)."""
